"""The gate: trust by where an address leads, rules before sending, and a receipt for everything, refusals too."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from assistant.egress import Gate
from assistant.errors import EndpointAddressInvalid, EndpointTlsPlain, EndpointUnreachable, SendRefused
from assistant.outgoing import Outgoing, address_trust
from tests.assistant.receipt_log import MemoryReceipts
from tests.assistant.servers import Received, answering, event, serving
from vault.records import EndpointConfig

LOCAL = EndpointConfig("here", "openai", trust="local")


@pytest.mark.parametrize(
    ("address", "trust"),
    [
        ("127.0.0.1", "local"),
        ("127.8.8.8", "local"),
        ("::1", "local"),
        ("::ffff:127.0.0.1", "local"),
        ("10.1.2.3", "private"),
        ("192.168.0.7", "private"),
        ("172.16.0.1", "private"),
        ("fe80::1%eth0", "private"),
        ("fd00::1", "private"),
        ("::ffff:8.8.8.8", "remote"),
        ("8.8.8.8", "remote"),
        ("2606:4700::1111", "remote"),
        ("0.0.0.0", "remote"),
        ("224.0.0.1", "remote"),
    ],
)
def test_an_address_deserves_the_trust_of_its_network(address: str, trust: str) -> None:
    assert address_trust(address) == trust


@pytest.mark.parametrize("declared", ["local", "private", "remote", "nonsense"])
def test_the_worse_of_declared_and_resolved_trust_counts(declared: str) -> None:
    config = EndpointConfig("x", "openai", trust=declared)
    found = asyncio.run(Gate(MemoryReceipts()).trust(config, "http://localhost:9/v1"))
    assert found == (declared if declared in ("local", "private") else "remote")


async def send(gate: Gate, outgoing: Outgoing) -> bytes:
    async with gate.exchange(outgoing) as exchange:
        return await exchange.read()


def test_air_gap_refuses_all_but_this_machine_and_records_the_refusal() -> None:
    async def scene() -> tuple[list[Received], list[str]]:
        receipts = MemoryReceipts()
        gate = Gate(receipts, is_air_gapped=lambda: True)
        async with serving(answering(event("x"))) as server:
            await send(gate, Outgoing("chat", LOCAL, server.origin, b"{}"))
            far = EndpointConfig("far", "openai", trust="remote")
            with pytest.raises(SendRefused):
                await send(gate, Outgoing("chat", far, server.origin, b"{}"))
            return server.requests, [receipt.outcome for receipt in receipts.all.values()]

    requests, outcomes = asyncio.run(scene())
    assert len(requests) == 1
    assert outcomes == ["ok", "refused"]


def test_a_body_prepared_for_this_machine_never_goes_further() -> None:
    async def scene() -> int:
        async with serving(answering(event("x"))) as server:
            far = EndpointConfig("far", "openai", trust="remote")
            with pytest.raises(SendRefused):
                await send(
                    Gate(MemoryReceipts()), Outgoing("chat", far, server.origin, b"{}", assumed_trust="local")
                )
            return len(server.requests)

    assert asyncio.run(scene()) == 0


def test_the_receipt_stands_before_the_first_byte_leaves() -> None:
    receipts = MemoryReceipts()
    seen: list[str] = []

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        seen.append(receipts.last.outcome)
        await answering(event("x"))(request, writer)

    async def scene() -> None:
        async with serving(behave) as server:
            await send(Gate(receipts), Outgoing("chat", LOCAL, server.origin, b"{}"))

    asyncio.run(scene())
    assert seen == ["pending"]
    assert receipts.last.outcome == "ok"


def test_a_name_that_does_not_resolve_is_unreachable() -> None:
    with pytest.raises(EndpointUnreachable):
        asyncio.run(Gate(MemoryReceipts()).trust(LOCAL, "https://no-such-host.invalid/v1"))


@pytest.mark.parametrize("url", ["", "ftp://host", "http://", "http://[::1", "file:///etc/hosts"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(EndpointAddressInvalid):
        asyncio.run(Gate(MemoryReceipts()).trust(LOCAL, url))


def test_https_to_a_server_that_speaks_plain_http_is_a_tls_failure() -> None:
    async def talk_plainly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    async def scene() -> None:
        server = await asyncio.start_server(talk_plainly, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            await send(Gate(MemoryReceipts()), Outgoing("chat", LOCAL, f"https://127.0.0.1:{port}", b"{}"))

    with pytest.raises(EndpointTlsPlain):
        asyncio.run(scene())


def test_the_host_header_names_the_host_and_not_the_address() -> None:
    async def scene() -> str:
        async with serving(answering(event("x"))) as server:
            url = f"http://localhost:{server.port}/v1"
            await send(Gate(MemoryReceipts()), Outgoing("chat", LOCAL, url, b"{}"))
            return server.requests[0].headers["host"]

    assert asyncio.run(scene()).startswith("localhost:")


def test_what_goes_through_a_proxy_is_remote_also_to_an_address_nearby() -> None:
    options = {"proxy": "http://127.0.0.1:9", "proxy_near": "true"}
    config = EndpointConfig("x", "openai", trust="local", options=options)
    assert asyncio.run(Gate(MemoryReceipts()).trust(config, "http://127.0.0.1:9/v1")) == "remote"


def test_air_gap_goes_through_no_proxy() -> None:
    async def scene() -> bytes:
        async with serving(answering(event("x"))) as server:
            options = {"proxy": "http://proxy.invalid:8080", "proxy_near": "true"}
            config = EndpointConfig("x", "openai", trust="local", options=options)
            gate = Gate(MemoryReceipts(), is_air_gapped=lambda: True)
            return await send(gate, Outgoing("chat", config, server.origin, b"{}"))

    assert b"x" in asyncio.run(scene())
