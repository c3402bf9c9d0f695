"""The way to an endpoint: TLS with a private authority, proxies, and limits; each failure in words of its own."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest

from assistant.catalogue import texts
from assistant.egress import Gate, resolve
from assistant.endpoints.chat import ChatEndpoint
from assistant.endpoints.openai import OpenAIDialect
from assistant.endpoints.protocol import ChatRequest, Message
from assistant.endpoints.whole import whole_reply
from assistant.errors import (
    EndpointCaUnreadable,
    EndpointConnectLate,
    EndpointError,
    EndpointHeaderInvalid,
    EndpointProxyFailed,
    EndpointTlsExpired,
    EndpointTlsUnknownAuthority,
    EndpointTlsWrongName,
    EndpointUnreadable,
)
from assistant.exchange import MAX_RECEIVED_BYTES
from tests.assistant.private_ca import PrivateCa
from tests.assistant.proxy import forwarding
from tests.assistant.receipt_log import MemoryReceipts
from tests.assistant.servers import DONE, answering, event, head, serving
from vault.records import EndpointConfig

REQUEST = ChatRequest((Message("user", "x"),), "x", "en")
HELLO = answering(event("hello"), DONE)


FAR = "1.2.3.4"  # somewhere far; the addresses for documentation count as private


async def looked_up(host: str, port: int) -> tuple[str, ...]:
    """As the system would say, without asking anybody beyond this machine."""
    if host.endswith(".invalid"):
        raise OSError
    return (FAR,) if host in (FAR, "llm.example") else await resolve(host, port)


async def ask(url: str, key: str = "", **options: str) -> str:
    config = EndpointConfig("test", "openai", url, "m", "local", key, options)
    gate = Gate(MemoryReceipts(), resolve=looked_up)
    return await whole_reply(ChatEndpoint(config, gate, OpenAIDialect()), REQUEST)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> PrivateCa:
    return PrivateCa(tmp_path_factory.mktemp("authority"))


def over_tls(
    authority: PrivateCa, *hosts: str, days: int = 30, host: str = "127.0.0.1", **options: str
) -> str:
    async def scene() -> str:
        async with serving(HELLO, authority.context(*hosts, days=days)) as server:
            return await ask(f"https://{host}:{server.port}", **options)

    return asyncio.run(scene())


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_private_authority_is_believed_where_its_file_is_given(authority: PrivateCa, host: str) -> None:
    found = over_tls(authority, "127.0.0.1", "localhost", host=host, ca_file=str(authority.file))
    assert found == "hello"


def test_without_its_file_it_is_not_and_nothing_makes_it_so(authority: PrivateCa) -> None:
    with pytest.raises(EndpointTlsUnknownAuthority):
        over_tls(authority, "127.0.0.1")
    with pytest.raises(EndpointTlsUnknownAuthority):
        over_tls(authority, "127.0.0.1", verify="false", insecure="true")


def test_an_expired_certificate_one_for_another_name_and_a_file_that_is_none(
    authority: PrivateCa, tmp_path: Path
) -> None:
    ca = str(authority.file)
    with pytest.raises(EndpointTlsExpired):
        over_tls(authority, "127.0.0.1", days=-1, ca_file=ca)
    with pytest.raises(EndpointTlsWrongName):
        over_tls(authority, "llm.example", ca_file=ca)
    (tmp_path / "odd.pem").write_text("no certificate")
    for file in (tmp_path / "odd.pem", tmp_path / "nowhere.pem"):
        with pytest.raises(EndpointCaUnreadable):
            over_tls(authority, "127.0.0.1", ca_file=str(file))


def through_proxy(url: str, *, refuses: bool = False, **options: str) -> tuple[str, list[str]]:
    async def scene() -> tuple[str, list[str]]:
        async with serving(HELLO) as server, forwarding(server.port, refuses=refuses) as proxy:
            address = f"http://127.0.0.1:{proxy.port}"
            there = url.format(port=server.port)
            return await ask(there, proxy=address, first_token_timeout_s="5", **options), proxy.lines

    return asyncio.run(scene())


def test_a_proxy_carries_what_is_far_by_its_name() -> None:
    found, lines = through_proxy("http://1.2.3.4:81/v1")
    assert found == "hello"
    assert lines == ["POST http://1.2.3.4:81/v1/chat/completions HTTP/1.1"]
    # A name that only the proxy's network knows.
    found, lines = through_proxy("http://llm.office.invalid/v1")
    assert (found, lines) == ("hello", ["POST http://llm.office.invalid/v1/chat/completions HTTP/1.1"])


def test_a_proxy_never_carries_what_is_near_unless_that_is_wanted() -> None:
    assert through_proxy("http://127.0.0.1:{port}/v1") == ("hello", [])
    assert through_proxy("http://localhost:{port}/v1") == ("hello", [])
    _, lines = through_proxy("http://127.0.0.1:{port}/v1", proxy_near="true")
    assert len(lines) == 1


def test_tls_goes_through_a_proxy_unread(authority: PrivateCa) -> None:
    async def scene() -> tuple[str, list[str]]:
        context = authority.context("1.2.3.4")
        async with serving(HELLO, context) as server, forwarding(server.port) as proxy:
            found = await ask(
                "https://1.2.3.4/v1", proxy=f"127.0.0.1:{proxy.port}", ca_file=str(authority.file)
            )
            return found, proxy.lines

    assert asyncio.run(scene()) == ("hello", ["CONNECT 1.2.3.4:443 HTTP/1.1"])


@pytest.mark.parametrize("proxy", ["http://127.0.0.1:1", "socks5://127.0.0.1:1", "http://"])
def test_a_proxy_that_cannot_be_used_is_named(proxy: str) -> None:
    with pytest.raises(EndpointProxyFailed):
        asyncio.run(ask("http://1.2.3.4/v1", proxy=proxy))


def test_a_proxy_that_refuses_is_named() -> None:
    async def scene(authority_less: str) -> None:
        async with serving(HELLO) as server, forwarding(server.port, refuses=True) as proxy:
            await ask(authority_less, proxy=f"http://127.0.0.1:{proxy.port}")

    with pytest.raises(EndpointProxyFailed):
        asyncio.run(scene("https://1.2.3.4/v1"))


def test_headers_of_the_user_are_sent_and_win() -> None:
    async def scene() -> dict[str, str]:
        async with serving(HELLO) as server:
            await ask(server.origin, "k", **{"header.X-Team": "blue", "header.Authorization": "Basic abc"})
            return dict(server.requests[0].headers)

    sent = asyncio.run(scene())
    assert sent["x-team"] == "blue"
    assert sent["authorization"] == "Basic abc"


@pytest.mark.parametrize(
    ("key", "options"),
    [("k\nX-Evil: 1", {}), ("ｋｅｙ", {}), ("k", {"header.X": "a\r\nB: 1"}), ("k", {"header.A B": "1"})],
)
def test_a_key_or_header_that_cannot_be_sent_is_refused_before_anything_leaves(
    key: str, options: dict[str, str]
) -> None:
    async def scene() -> None:
        async with serving(HELLO) as server:
            try:
                await ask(server.origin, key, **options)
            finally:
                assert server.requests == []

    with pytest.raises(EndpointHeaderInvalid):
        asyncio.run(scene())


def test_the_limit_for_connecting_is_its_own() -> None:
    async def scene() -> None:
        # It waits for the head of a request, so the TLS handshake gets no answer.
        async with serving(HELLO) as server:
            await ask(f"https://127.0.0.1:{server.port}", connect_timeout_s="0.2")

    with pytest.raises(EndpointConnectLate):
        asyncio.run(scene())


def test_a_bomb_that_is_small_on_the_wire_is_cut_off() -> None:
    bomb = gzip.compress((b":" + b" " * 999_998 + b"\n") * (MAX_RECEIVED_BYTES // 900_000))

    async def scene() -> None:
        async with serving(answering(bomb, before=head(extra=["Content-Encoding: gzip"]))) as server:
            await ask(server.origin)

    with pytest.raises(EndpointUnreadable):
        asyncio.run(scene())


def test_every_failure_of_the_way_has_words_in_both_languages() -> None:
    def below(kind: type[EndpointError]) -> list[type[EndpointError]]:
        return [kind, *(one for child in kind.__subclasses__() for one in below(child))]

    for kind in below(EndpointError):
        for language in ("en", "zh"):
            assert f"error.{kind.code}" in texts(language), kind.code
