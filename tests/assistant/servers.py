"""A chat server on loopback that speaks as badly as real ones do: every byte of its answer is chosen by the test.

It runs on the test's own event loop, over real sockets, one connection a request, and keeps what it received.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Received:
    """One request as it came over the wire."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        value = json.loads(self.body)
        assert isinstance(value, dict)
        return value


Behaviour = Callable[[Received, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class HostileServer:
    """`behaviour` writes the answer; `client_gone` is set when the other side closes while an answer is open."""

    behaviour: Behaviour
    requests: list[Received] = field(default_factory=list)
    client_gone: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0
    scheme: str = "http"
    handlers: set[asyncio.Task[None]] = field(default_factory=set)
    writers: set[asyncio.StreamWriter] = field(default_factory=set)

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Start the handler as a task of ours: asyncio logs the cancelled ones of its own as errors."""
        self.writers.add(writer)
        self.handlers.add(asyncio.get_running_loop().create_task(self.handle(reader, writer)))

    @property
    def origin(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        watcher: asyncio.Task[None] | None = None
        try:
            request = await _read_request(reader)
            if request is None:
                return
            self.requests.append(request)
            watcher = asyncio.create_task(self._watch(reader))
            await self.behaviour(request, writer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            self.client_gone.set()
        finally:
            if watcher is not None:
                watcher.cancel()
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _watch(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(ConnectionError):
            await reader.read()
        self.client_gone.set()


async def _read_request(reader: asyncio.StreamReader) -> Received | None:
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    method, path, _ = lines[0].split(" ")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(method, path, headers, body)


@contextlib.asynccontextmanager
async def serving(behaviour: Behaviour, tls: ssl.SSLContext | None = None) -> AsyncIterator[HostileServer]:
    """A running server, over TLS where a context is given; it is closed, with its connections, at the end."""
    hostile = HostileServer(behaviour, scheme="http" if tls is None else "https")
    server = await asyncio.start_server(hostile.accept, "127.0.0.1", 0, limit=1 << 22, ssl=tls)
    hostile.port = server.sockets[0].getsockname()[1]
    try:
        yield hostile
    finally:
        server.close()
        for task in hostile.handlers:
            task.cancel()
        await asyncio.gather(*hostile.handlers, return_exceptions=True)
        # A handler that was cancelled before its first step has closed nothing.
        for writer in hostile.writers:
            writer.transport.abort()
        await asyncio.sleep(0)


def head(
    status: str = "200 OK",
    *,
    kind: str = "text/event-stream",
    extra: Sequence[str] = (),
    http: str = "HTTP/1.1",
) -> bytes:
    """A response head without a length: the body ends with the connection."""
    lines = [f"{http} {status}", *([f"Content-Type: {kind}"] if kind else []), "Connection: close", *extra]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def event(content: str | None, *, finish: str | None = None, **delta: object) -> bytes:
    """One well-formed delta as an event."""
    body = {"choices": [{"index": 0, "delta": {"content": content, **delta}, "finish_reason": finish}]}
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n".encode()


DONE = b"data: [DONE]\n\n"


def answering(*parts: bytes, before: bytes | None = None) -> Behaviour:
    """A behaviour that writes the given parts, each in its own packet."""

    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head() if before is None else before)
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)

    return behave


def refusing(status: str, body: object = "", *extra: str) -> Behaviour:
    """A behaviour that answers with an HTTP error."""
    raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()

    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(
            head(status, kind="application/json", extra=[f"Content-Length: {len(raw)}", *extra]) + raw
        )

    return behave
