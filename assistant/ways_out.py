"""The ways out of a process that do not pass the gate, for the air-gap test to try, and the loopback server it uses.

Everything in here is meant to be refused. It is the one module beside `assistant.egress` that may name network
modules, and it runs under the guard of `assistant.socket_guard` only. Even without that, nothing answers at its
targets: they are addresses and names that are reserved for examples (RFC 5737, RFC 3849, RFC 2606).
"""

from __future__ import annotations

import asyncio
import socket
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from assistant.socket_guard import is_held

_IPV4, _IPV6, _NAME = "203.0.113.1", "2001:db8::1", "keepsake.invalid"
_WAIT_S = 2.0


def _must_be_held() -> None:
    assert is_held(), "the ways out are tried under the guard only"


async def _tcp() -> None:
    _must_be_held()
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        tried.settimeout(_WAIT_S)
        tried.connect((_IPV4, 443))


async def _tcp6() -> None:
    _must_be_held()
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as tried:
        tried.settimeout(_WAIT_S)
        tried.connect((_IPV6, 443))


async def _udp() -> None:
    _must_be_held()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
        tried.sendto(b"?", (_IPV4, 53))


async def _listen() -> None:
    """Listening for other machines is a way in and out as well."""
    _must_be_held()
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        tried.bind(("0.0.0.0", 0))


async def _lookup() -> None:
    _must_be_held()
    socket.getaddrinfo(_NAME, 443)


async def _library() -> None:
    _must_be_held()
    # Without the environment's proxy: one on loopback would be tried instead.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    opener.open(f"http://{_IPV4}/", timeout=_WAIT_S).close()


async def _stream() -> None:
    _must_be_held()
    _, writer = await asyncio.wait_for(asyncio.open_connection(_IPV4, 443), _WAIT_S)
    writer.close()


DIRECT_WAYS: Final[Mapping[str, tuple[str, Callable[[], Awaitable[None]]]]] = {
    "tcp": (f"{_IPV4}:443", _tcp),
    "tcp6": (f"[{_IPV6}]:443", _tcp6),
    "udp": (f"{_IPV4}:53", _udp),
    "lookup": (_NAME, _lookup),
    "listen": ("0.0.0.0", _listen),
    "library": (f"http://{_IPV4}/", _library),
    "stream": (f"{_IPV4}:443", _stream),
}
"""By a stable word: where to, and the attempt, which raises `SocketForbidden` (or an OSError caused by it)."""


@asynccontextmanager
async def loopback_server(*, redirect_to: str) -> AsyncIterator[str]:
    """A server on this machine that says ok, and redirects `/away`; yields its origin. Raises: OSError."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        is_away = head.split(b" ")[1] == b"/away"
        status = f"307 Away\r\nLocation: {redirect_to}" if is_away else "200 OK"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await server.wait_closed()
