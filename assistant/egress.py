"""The one gate out: the only module of the program that makes network connections.

It takes a purpose, an endpoint and a body, applies the rules, records a receipt of the exact bytes (the key
travels in a header and is never part of them), and only then sends. The trust of an endpoint is judged by
the addresses its name resolves to, never by its spelling, and the connection goes to exactly those
addresses. The environment's proxies are ignored; an endpoint's own is used for what is neither this machine
nor a private network. A redirect to another host is refused. In air-gap mode only loopback is left, and no
name is looked up, because the question itself would leave. Follows the design page "Privacy, the gate and
its receipts".
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx

from assistant.errors import (
    EndpointAddressInvalid,
    EndpointCaUnreadable,
    EndpointConnectLate,
    EndpointDropped,
    EndpointFirstTokenLate,
    EndpointProxyFailed,
    EndpointTlsExpired,
    EndpointTlsFailed,
    EndpointTlsPlain,
    EndpointTlsUnknownAuthority,
    EndpointTlsWrongName,
    EndpointUnreachable,
    EndpointUnreadable,
    NotShown,
    SendRefused,
)
from assistant.exchange import Exchange
from assistant.outgoing import (
    TRUST_ORDER,
    WORDLESS,
    Destination,
    Outgoing,
    ReceiptLog,
    draft_of,
    judged,
    loopback_addresses,
)
from assistant.scrub import always_shows, policy_for
from assistant.socket_guard import is_loopback_host
from vault.errors import KeepsakeError
from vault.privacy import Treatment
from vault.records import EndpointConfig, Receipt

if TYPE_CHECKING:  # the tools' SDK speaks through it; loaded with the first server on loopback
    import httpx2

CONNECT_TIMEOUT_S = 10.0
LOOPBACK_TIMEOUT_S = 5.0
FIRST_TOKEN_TIMEOUT_S = {"local": 900.0, "private": 600.0, "remote": 180.0}
IDLE_TIMEOUT_S = 120.0


async def resolve(host: str, port: int) -> tuple[str, ...]:
    """The addresses of a host as the system knows them, in its order. Raises: OSError, UnicodeError."""
    infos = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(info[4][0]) for info in infos))


class Gate:
    """Sends what the rules allow. One per session; its methods run on one event loop."""

    def __init__(
        self,
        receipts: ReceiptLog,
        *,
        is_air_gapped: Callable[[], bool] = lambda: False,
        resolve: Callable[[str, int], Awaitable[tuple[str, ...]]] = resolve,
    ) -> None:
        """`resolve` gives the addresses of a host, as `resolve` of this module does."""
        self._receipts = receipts
        self._is_air_gapped = is_air_gapped
        self._resolve = resolve

    async def trust(self, endpoint: EndpointConfig, url: str) -> str:
        """`local`, `private` or `remote`: the worse of what was declared and where the address leads.
        Raises: EndpointError.
        """
        return (await self._destination(endpoint, url)).trust

    @asynccontextmanager
    async def exchange(self, outgoing: Outgoing) -> AsyncIterator[Exchange]:
        """Send and yield the open reply; leaving the block, or cancelling the task in it, closes the socket at once.

        Raises: SendRefused before anything is sent; EndpointError for what the network does. A redirect
        inside one host is
        followed once, with a receipt of its own.
        """
        async with self._send(outgoing) as exchange:
            target = _redirect_target(outgoing, exchange)
            if target is None:
                yield exchange
                return
        async with self._send(replace(outgoing, url=target)) as exchange:
            if _redirect_target(outgoing, exchange) is not None:
                raise SendRefused("The endpoint keeps redirecting.", reason="redirect")
            yield exchange

    @asynccontextmanager
    async def _send(self, outgoing: Outgoing) -> AsyncIterator[Exchange]:
        destination = await self._allowed(outgoing)
        receipt = self._receipts.record(draft_of(outgoing))
        started = time.monotonic()
        status, received, outcome = 0, 0, "failed"
        exchange: Exchange | None = None
        try:
            async with self._open(outgoing, destination, receipt) as exchange:
                status = exchange.status
                yield exchange
                outcome = "ok" if status < 400 else "failed"
        except (asyncio.CancelledError, GeneratorExit):
            outcome = "stopped"
            raise
        finally:
            received = exchange.received_bytes if exchange is not None else 0
            seconds = time.monotonic() - started
            self._receipts.finish(
                receipt.id, outcome, status=status, seconds=seconds, received_bytes=received
            )

    async def _allowed(self, outgoing: Outgoing) -> Destination:
        """Where the request may go. Raises: SendRefused, after a receipt of what was refused; EndpointError."""
        try:
            destination = await self._destination(outgoing.endpoint, outgoing.url)
            self._apply_rules(outgoing, destination)
        except SendRefused:
            refused = self._receipts.record(draft_of(outgoing))
            self._receipts.finish(refused.id, "refused", status=0, seconds=0.0, received_bytes=0)
            raise
        return destination

    def _apply_rules(self, outgoing: Outgoing, destination: Destination) -> None:
        assumed = outgoing.assumed_trust
        if assumed and TRUST_ORDER.index(destination.trust) > TRUST_ORDER.index(assumed):
            raise SendRefused(
                "The address now leads elsewhere than the request was prepared for.", reason="trust"
            )
        if outgoing.purpose in WORDLESS:
            return
        if policy_for(outgoing.endpoint, destination.trust).decide().treatment is Treatment.NEVER:
            raise SendRefused("The endpoint's rules let nothing of yours go there.", reason="rule")
        if always_shows(outgoing.endpoint, destination.trust) and not outgoing.is_approved:
            raise NotShown

    @asynccontextmanager
    async def _open(
        self, outgoing: Outgoing, destination: Destination, receipt: Receipt
    ) -> AsyncIterator[Exchange]:
        options = outgoing.endpoint.options
        first_s = float(options.get("first_token_timeout_s", FIRST_TOKEN_TIMEOUT_S[destination.trust]))
        idle_s = float(options.get("idle_timeout_s", IDLE_TIMEOUT_S))
        connect_s = float(options.get("connect_timeout_s", CONNECT_TIMEOUT_S))
        # The read limit is kept by `Exchange`: httpx has one for the first token and for the pauses after it.
        timeout = httpx.Timeout(connect=connect_s, read=None, write=connect_s * 6, pool=connect_s)
        context = _tls(options.get("ca_file", "")) if outgoing.url.lower().startswith("https") else False
        proxy = _proxy(destination.proxy) if destination.proxy else None
        async with httpx.AsyncClient(
            verify=context, trust_env=False, follow_redirects=False, timeout=timeout, proxy=proxy
        ) as client:
            deadline = time.monotonic() + first_s
            response = await self._first_answer(client, outgoing, destination, first_s)
            try:
                yield Exchange(
                    receipt, response.status_code, dict(response.headers), body=_pieces(response),
                    received_bytes=lambda: response.num_bytes_downloaded, deadline=deadline, idle_timeout_s=idle_s,
                )  # fmt: skip
            finally:
                await response.aclose()

    async def _first_answer(
        self, client: httpx.AsyncClient, outgoing: Outgoing, destination: Destination, first_s: float
    ) -> httpx.Response:
        """Try the resolved addresses in turn; only a failed connection moves on to the next."""
        failure: KeepsakeError = EndpointUnreachable()
        # Through a proxy the name goes as it is: what it resolves to here may be nothing, or another machine.
        for address in (destination.host,) if destination.proxy else destination.addresses:
            request = _request(client, outgoing, destination.host, address)
            try:
                async with asyncio.timeout(first_s):
                    return await client.send(request, stream=True)
            except TimeoutError as error:
                raise EndpointFirstTokenLate(phase="first_token") from error
            except httpx.ConnectTimeout:
                failure = EndpointConnectLate(phase="connect")
            except httpx.ConnectError as error:
                failure = _tls_failure(error) or (
                    EndpointProxyFailed() if destination.proxy else EndpointUnreachable()
                )
            except httpx.ProxyError as error:
                raise EndpointProxyFailed from error
            except httpx.TimeoutException as error:
                raise EndpointConnectLate(phase="connect") from error
            except httpx.TransportError as error:
                raise EndpointDropped(
                    "The connection ended before an answer.", kept="Your message is kept."
                ) from error
        raise failure

    async def _destination(self, endpoint: EndpointConfig, url: str) -> Destination:
        host, port = split_address(url)
        if self._is_air_gapped():
            return Destination(host, loopback_addresses(endpoint, host), "local")
        proxy = endpoint.options.get("proxy", "").strip()
        try:
            addresses = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            if proxy:
                return Destination(host, (), "remote", proxy)
            raise EndpointUnreachable("The endpoint's name cannot be resolved.") from error
        if not addresses:
            raise EndpointUnreachable("The endpoint's name cannot be resolved.")
        return judged(endpoint, host, addresses)


async def _pieces(response: httpx.Response) -> AsyncIterator[bytes]:
    """The body, decompressed. Raises: EndpointDropped, EndpointUnreadable."""
    try:
        async for piece in response.aiter_bytes():
            yield piece
    except httpx.DecodingError as error:
        raise EndpointUnreadable from error
    except httpx.TransportError as error:
        raise EndpointDropped from error


def split_address(url: str) -> tuple[str, int]:
    """Host and port of a URL. Raises: EndpointAddressInvalid."""
    try:
        parsed = httpx.URL(url)
        port = parsed.port or (443 if parsed.scheme == "https" else 80)
    except httpx.InvalidURL as error:
        raise EndpointAddressInvalid from error
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise EndpointAddressInvalid
    return parsed.host, port


def _request(client: httpx.AsyncClient, outgoing: Outgoing, host: str, address: str) -> httpx.Request:
    """The request aimed at one resolved address, with the name in the Host header and in the TLS handshake."""
    url = httpx.URL(outgoing.url)
    headers = {**outgoing.headers, "Host": url.netloc.decode("ascii")}
    aimed = url.copy_with(host=address.split("%")[0])
    content = outgoing.body if outgoing.method != "GET" else None
    return client.build_request(
        outgoing.method, aimed, content=content, headers=headers, extensions=_sni(client, host)
    )


def _sni(client: httpx.AsyncClient, host: str) -> dict[str, object]:
    timeout: dict[str, object] = {"timeout": client.timeout.as_dict()}
    return {**timeout, "sni_hostname": host}


def _redirect_target(outgoing: Outgoing, exchange: Exchange) -> str | None:
    """The URL of a redirect that may be followed, None where there is no redirect. Raises: SendRefused."""
    location = exchange.headers.get("location", "")
    if not 300 <= exchange.status < 400 or not location:
        return None
    old = httpx.URL(outgoing.url)
    try:
        new = old.join(location)
    except httpx.InvalidURL as error:
        raise SendRefused(
            "The endpoint redirects to an address that cannot be used.", reason="redirect"
        ) from error
    is_same = (new.scheme, new.host, new.port) == (old.scheme, old.host, old.port)
    keeps_method = exchange.status in (307, 308) or outgoing.method == "GET"
    if not is_same or not keeps_method:
        raise SendRefused(
            "The endpoint redirects to another host, which was not followed.", reason="redirect"
        )
    return str(new)


def _proxy(url: str) -> httpx.Proxy:
    """Raises: EndpointProxyFailed where it is no address of a proxy."""
    try:
        parsed = httpx.URL(url if "://" in url else f"http://{url}")
        if parsed.scheme not in ("http", "https") or not parsed.host:
            raise EndpointProxyFailed
        return httpx.Proxy(parsed, ssl_context=_tls("") if parsed.scheme == "https" else None)
    except (httpx.InvalidURL, ValueError) as error:
        raise EndpointProxyFailed from error


# Source: OpenSSL, x509_vfy.h: why a certificate was not believed.
_VERIFY_CODES: Mapping[int, type[EndpointTlsFailed]] = {
    10: EndpointTlsExpired,
    18: EndpointTlsUnknownAuthority,
    19: EndpointTlsUnknownAuthority,
    20: EndpointTlsUnknownAuthority,
    21: EndpointTlsUnknownAuthority,
    62: EndpointTlsWrongName,
    64: EndpointTlsWrongName,
}


def _tls_failure(error: BaseException | None) -> EndpointTlsFailed | None:
    """Why the handshake failed; None where that was not the reason."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return _VERIFY_CODES.get(error.verify_code, EndpointTlsFailed)()
        if isinstance(error, ssl.SSLError):
            is_plain = error.reason in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE")
            return EndpointTlsPlain() if is_plain else EndpointTlsFailed()
        error = error.__cause__ or error.__context__
    return None


@cache
def _tls(ca_file: str) -> ssl.SSLContext:
    """The bundled and the system's certificates, and one file of the user's; building it costs tens of milliseconds."""
    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()
    if ca_file:
        try:
            context.load_verify_locations(cafile=ca_file)
        except (OSError, ssl.SSLError) as error:
            raise EndpointCaUnreadable from error
    return context


@asynccontextmanager
async def loopback_client(url: str) -> AsyncIterator[httpx2.AsyncClient]:
    """A client for a server of tools on this machine and nothing else: no proxy, no redirect, no other host.

    Raises:
        SendRefused: the address is not loopback.
    """
    import httpx2  # start-up time

    async def only_loopback(request: httpx2.Request) -> None:
        if not is_loopback_host(request.url.host):
            raise SendRefused(reason="not_loopback")

    if not is_loopback_host(httpx2.URL(url).host):
        raise SendRefused(reason="not_loopback")
    hooks = {"request": [only_loopback]}
    async with httpx2.AsyncClient(
        trust_env=False, follow_redirects=False, event_hooks=hooks, timeout=30.0
    ) as client:
        yield client


async def answers_on_loopback(url: str) -> bool:
    """Whether something listens at an address on this machine. Raises: SendRefused, the address is not loopback."""
    parts = urlsplit(url)
    if not is_loopback_host(parts.hostname or ""):
        raise SendRefused(reason="not_loopback")
    try:
        async with asyncio.timeout(LOOPBACK_TIMEOUT_S):
            _, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
    except (OSError, ValueError):  # a time that is over is an OSError, too
        return False
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return True
