"""Tests a server of tools step by step before or after it is added: is it there, does it speak, what does it offer.

Nothing of it is called. A program is started for the test and ended with it.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass

from assistant.egress import answers_on_loopback
from assistant.errors import SendRefused
from assistant.tools.mcp_client import ServerLink, ServerUnavailable
from assistant.tools.servers import ToolServer
from assistant.tools.tool import Tool

STEPS = ("place", "talk", "tools")
MAX_IDENTITY_CHARACTERS = 80


@dataclass(frozen=True, slots=True)
class ServerStep:
    """One step: `place` (the program exists, or the address answers), `talk` (it speaks the protocol; `detail` is what
    it calls itself) or `tools` (`tools` are those it offers). `reason` says why it failed: no_program, no_answer,
    not_loopback, air_gap, or what the failure is called.
    """

    name: str
    is_ok: bool
    seconds: float
    detail: str = ""
    reason: str = ""
    tools: tuple[Tool, ...] = ()


async def try_server(server: ToolServer, *, is_air_gapped: bool = False) -> AsyncIterator[ServerStep]:
    """Each step as it is done; the first that fails is the last. Closing the generator ends the server."""
    started = time.monotonic()
    reason = "air_gap" if is_air_gapped else await _missing(server)
    where = server.url or server.command[0]
    yield ServerStep("place", not reason, time.monotonic() - started, where, reason)
    if reason:
        return
    started = time.monotonic()
    link = ServerLink(server)
    try:
        try:
            identity = await link.identity()
        except ServerUnavailable as error:
            yield ServerStep("talk", is_ok=False, seconds=time.monotonic() - started, reason=str(error))
            return
        yield ServerStep(
            "talk", is_ok=True, seconds=time.monotonic() - started, detail=identity[:MAX_IDENTITY_CHARACTERS]
        )
        started = time.monotonic()
        try:
            tools = tuple(await link.tools())
        except ServerUnavailable as error:
            yield ServerStep("tools", is_ok=False, seconds=time.monotonic() - started, reason=str(error))
            return
        names = ", ".join(tool.name.removeprefix(f"{server.name}__") for tool in tools)
        yield ServerStep("tools", is_ok=True, seconds=time.monotonic() - started, detail=names, tools=tools)
    finally:
        link.close()
        with suppress(asyncio.CancelledError):
            await asyncio.shield(link.ended())


async def _missing(server: ToolServer) -> str:
    """Why there is nothing to speak to; empty where there is."""
    if not server.url:
        found = await asyncio.to_thread(shutil.which, server.command[0])
        return "" if found else "no_program"
    try:
        return "" if await answers_on_loopback(server.url) else "no_answer"
    except SendRefused:
        return "not_loopback"
