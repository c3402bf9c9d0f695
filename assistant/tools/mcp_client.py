"""Speaks the Model Context Protocol to the servers that the user has added, with the official SDK.

A connection lives in a task of its own on the loop that asked first and ends with it; what the server writes to
its error stream is dropped. Names, descriptions and results are a stranger's words: names are made plain, orders
are taken out.

"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from assistant.egress import loopback_client
from assistant.endpoints.protocol import ToolSpec
from assistant.tools.quoting import without_orders
from assistant.tools.servers import ToolServer
from assistant.tools.tool import Tool, ToolContext, ToolFailed, ToolResult

if TYPE_CHECKING:
    from mcp.client import Client

START_TIMEOUT_S = 20.0
MAX_TOOLS = 64
MAX_DESCRIPTION_CHARACTERS = 500
_Found = TypeVar("_Found")
_PLAIN = re.compile(r"[^A-Za-z0-9_-]+")


def client_parts() -> tuple[str, ...]:
    """Load what speaks to servers and name it, without speaking to any. Raises: ImportError where a part is missing,
    as a bundle that was put together wrongly has it.
    """
    from mcp.client import Client  # start-up time
    from mcp.client.stdio import stdio_client  # start-up time
    from mcp.client.streamable_http import streamable_http_client  # start-up time

    return tuple(part.__name__ for part in (Client, stdio_client, streamable_http_client))


class ServerUnavailable(Exception):
    """A server did not start or does not speak the protocol; the text is a short reason without private data."""


class ServerLink:
    """One server on one event loop."""

    def __init__(self, server: ToolServer) -> None:
        self.server = server
        self.loop = asyncio.get_running_loop()
        self._identity: asyncio.Future[str] = self.loop.create_future()
        self._ready: asyncio.Future[list[Tool]] = self.loop.create_future()
        self._closing = asyncio.Event()
        self._client: Client | None = None
        self._task = self.loop.create_task(self._live())

    @property
    def is_open(self) -> bool:
        return not self._task.done()

    async def tools(self) -> Sequence[Tool]:
        """The server's tools. Raises: ServerUnavailable."""
        return await self._within(self._ready)

    async def identity(self) -> str:
        """What the server calls itself, once it speaks the protocol. Raises: ServerUnavailable."""
        return await self._within(self._identity)

    async def _within(self, wanted: asyncio.Future[_Found]) -> _Found:
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                return await asyncio.shield(wanted)
        except TimeoutError as error:
            self.close()
            raise ServerUnavailable("no_answer") from error

    async def ended(self) -> None:
        """Returns when the connection, and the program with it, is gone."""
        await asyncio.wait([self._task])

    def close(self) -> None:
        """Let it end; a program is stopped with it, one that never began to speak too."""
        self._closing.set()
        if not self._ready.done():
            self._task.cancel()

    async def _live(self) -> None:
        try:
            # Loaded with the first server: it takes a second.
            await asyncio.to_thread(client_parts)
            async with AsyncExitStack() as stack:
                client = await stack.enter_async_context(await self._connected(stack))
                self._client = client
                about = getattr(client, "server_info", None)
                told = f"{getattr(about, 'name', '')} {getattr(about, 'version', '')}"
                self._identity.set_result(" ".join(told.split()))
                listed = (await client.list_tools()).tools
                self._ready.set_result([self._tool(one) for one in listed[:MAX_TOOLS]])
                await self._closing.wait()
        except Exception as error:  # noqa: BLE001 - whatever a foreign program does is one kind of failure here
            for waited in (self._identity, self._ready):
                if not waited.done():
                    waited.set_exception(ServerUnavailable(type(error).__name__))
                    waited.exception()  # it may be that nobody waits any more
        finally:
            self._client = None
            for waited in (self._identity, self._ready):
                waited.cancel()

    async def _connected(self, stack: AsyncExitStack) -> Client:
        from mcp.client import Client  # start-up time
        from mcp.client.stdio import StdioServerParameters, stdio_client  # start-up time
        from mcp.client.streamable_http import streamable_http_client  # start-up time

        if self.server.url:
            http = await stack.enter_async_context(loopback_client(self.server.url))
            return Client(streamable_http_client(self.server.url, http_client=http))
        program, *arguments = self.server.command
        errors = stack.enter_context(_nowhere())
        return Client(stdio_client(StdioServerParameters(command=program, args=arguments), errlog=errors))

    def _tool(self, listed: Any) -> Tool:
        name = _PLAIN.sub("_", f"{self.server.name}__{listed.name}")[:64]
        described, _ = without_orders(" ".join((listed.description or "").split()))
        schema = listed.input_schema if isinstance(listed.input_schema, dict) else {"type": "object"}
        return Tool(
            ToolSpec(name, described[:MAX_DESCRIPTION_CHARACTERS], schema),
            self._caller(listed.name),
            self.server.name,
            acts=not self.server.is_trusted,
            is_trusted_local=self.server.is_trusted,
            is_external=True,
        )

    def _caller(self, name: str) -> Callable[[ToolContext, Mapping[str, object]], Any]:
        async def call(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
            if self._client is None:
                raise ToolFailed("The server is gone.")
            await asyncio.to_thread(_audit, context, self.server.name, name)
            try:
                result = await self._client.call_tool(name, dict(arguments))
            except Exception as error:
                raise ToolFailed(f"The server failed ({type(error).__name__}).") from error
            text = _text_of(result)
            if getattr(result, "is_error", False):
                raise ToolFailed(text[:500] or "The server reports an error.")
            return ToolResult(text)

        return call


class ServerLinks:
    """The servers of one session: connected with the first message that may use them, again after they have
    ended.
    """

    def __init__(self) -> None:
        self._open: dict[ToolServer, ServerLink] = {}

    async def tools(self, wanted: Sequence[ToolServer]) -> tuple[list[Tool], dict[str, str]]:
        """The tools of all that answer, and why the others do not."""
        self._close_others(wanted)
        connections = [self._link(server) for server in wanted]
        found = await asyncio.gather(*(one.tools() for one in connections), return_exceptions=True)
        tools: list[Tool] = []
        failed: dict[str, str] = {}
        for server, result in zip(wanted, found, strict=True):
            if isinstance(result, ServerUnavailable):
                failed[server.name] = str(result)
            elif isinstance(result, BaseException):
                raise result
            else:
                tools += result
        return tools, failed

    def _link(self, server: ToolServer) -> ServerLink:
        known = self._open.get(server)
        if known is None or not known.is_open or known.loop is not asyncio.get_running_loop():
            known = self._open[server] = ServerLink(server)
        return known

    def _close_others(self, wanted: Sequence[ToolServer]) -> None:
        for server in [one for one in self._open if one not in wanted]:
            gone = self._open.pop(server)
            if not gone.loop.is_closed():
                gone.loop.call_soon_threadsafe(gone.close)

    def close(self) -> None:
        """Let all of them end. Any thread."""
        self._close_others(())


@contextmanager
def _nowhere() -> Iterator[TextIO]:
    with Path(os.devnull).open("w", encoding="utf-8") as file:
        yield file


def _audit(context: ToolContext, server: str, tool: str) -> None:
    vault = context.services.vault
    vault.db.write(
        lambda conn: vault.audit.append(conn, "assistant", "tool.call", "tool", f"{server}/{tool}")
    )


def _text_of(result: Any) -> str:
    """The text of a result: its text blocks, else its structure as JSON; other blocks are named."""
    parts = [
        getattr(block, "text", None) or f"[{getattr(block, 'type', 'data')}]"
        for block in result.content or ()
    ]
    structured = getattr(result, "structured_content", None)
    if not parts and structured is not None:
        parts = [json.dumps(structured, ensure_ascii=False)]
    return "\n".join(parts)
