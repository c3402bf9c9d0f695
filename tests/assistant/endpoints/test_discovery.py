"""Servers on this machine are found by their ports, whatever they answer, and nobody else is asked."""

from __future__ import annotations

import asyncio

from assistant.egress import Gate
from assistant.endpoints.discovery import LOCAL_SERVERS, LocalServer, discover
from tests.assistant.endpoints.voices import OLLAMA, OPENAI
from tests.assistant.receipt_log import MemoryReceipts
from tests.assistant.servers import answering, head, refusing, serving


def test_those_that_answer_are_found_with_their_models() -> None:
    async def scene() -> list[tuple[str, tuple[str, ...]]]:
        json = head(kind="application/json")
        async with (
            serving(answering(OLLAMA.listing("b:1b", "a:7b"), before=json)) as ollama,
            serving(answering(OPENAI.listing("m"), before=json)) as studio,
            serving(refusing("401 Unauthorized")) as locked,
            serving(answering(b"<html>my web page</html>")) as page,
            serving(answering()) as gone,
        ):
            servers = (
                LocalServer("Ollama", "ollama", ollama.port),
                LocalServer("LM Studio", "openai", studio.port),
                LocalServer("locked", "openai", locked.port),
                LocalServer("page", "openai", page.port),
                LocalServer("silent", "openai", gone.port),
            )
            receipts = MemoryReceipts()
            found = await discover(Gate(receipts), servers)
            assert all(receipt.url.startswith("http://127.0.0.1:") for receipt in receipts.all.values())
            return [(one.server.name, one.models) for one in found]

    assert asyncio.run(scene()) == [("Ollama", ("a:7b", "b:1b")), ("LM Studio", ("m",)), ("locked", ())]


def test_every_server_is_asked_on_loopback() -> None:
    assert all(server.url.startswith("http://127.0.0.1:") for server in LOCAL_SERVERS)
