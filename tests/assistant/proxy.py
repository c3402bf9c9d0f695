"""A forward proxy on loopback: tunnels (CONNECT) and plain requests, both led to one server of the test."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field


@dataclass
class ForwardProxy:
    """`lines` are the first lines of what it was asked; every request goes to `port`, wherever it wanted to go."""

    port_behind: int
    refuses: bool = False
    lines: list[str] = field(default_factory=list)
    port: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.tasks.add(asyncio.get_running_loop().create_task(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with _closing(writer):
            first = await reader.readuntil(b"\r\n\r\n")
            line = first.split(b"\r\n", 1)[0].decode()
            self.lines.append(line)
            if self.refuses:
                writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
                return
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port_behind)
            async with _closing(far_writer):
                if line.startswith("CONNECT"):
                    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                else:
                    far_writer.write(first)
                ways = [
                    asyncio.create_task(_copy(reader, far_writer)),
                    asyncio.create_task(_copy(far_reader, writer)),
                ]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)


@contextlib.asynccontextmanager
async def _closing(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    try:
        yield
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


@contextlib.asynccontextmanager
async def forwarding(port_behind: int, *, refuses: bool = False) -> AsyncIterator[ForwardProxy]:
    proxy = ForwardProxy(port_behind, refuses)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0, limit=1 << 22)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        # Every client is gone by now, so each of these is about to end by itself.
        async with asyncio.timeout(10):
            await asyncio.gather(*proxy.tasks, return_exceptions=True)
