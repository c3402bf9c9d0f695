"""What the gate promises of whole turns: a failed detector stops a remote send, every purpose has its receipt."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from assistant.events import Event, Failed, Reply
from assistant.names import NameFinders
from assistant.session import Session
from tests.assistant.servers import DONE, HostileServer, Received, answering, event, head, serving
from vault.errors import DetectionFailed
from vault.privacy import Span
from vault.privacy.folding import Folded
from vault.records import EndpointConfig


class Broken:
    """A finder whose model fails at run time."""

    name = "broken"

    def find(self, folded: Folded) -> Iterator[Span]:
        raise RuntimeError("a native session failed")


@pytest.fixture
def broken(session: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(session, "names", lambda: NameFinders((Broken(),)))
    return session


def ask(session: Session, trust: str) -> tuple[list[Event], HostileServer]:
    async def scene() -> tuple[list[Event], HostileServer]:
        async with serving(answering(event("Fine."), DONE)) as server:
            session.vault.endpoints.put(EndpointConfig("there", "openai", server.origin, "m", trust))
            return [item async for item in session.ask("Call me at noon", endpoint="there")], server

    return asyncio.run(scene())


def test_a_failed_detector_stops_a_remote_send_and_keeps_the_message(broken: Session) -> None:
    events, server = ask(broken, "remote")
    [failed] = [item for item in events if isinstance(item, Failed)]
    assert isinstance(failed.error, DetectionFailed)
    assert server.requests == []
    assert broken.vault.receipts.list() == []
    last = events[-1]
    assert isinstance(last, Reply)
    turns = broken.vault.conversations.turns(last.result.conversation)
    assert turns[0].text == "Call me at noon"


def test_an_endpoint_on_this_machine_needs_no_detector(broken: Session) -> None:
    events, server = ask(broken, "local")
    assert len(server.requests) == 1
    assert not any(isinstance(item, Failed) for item in events)


def test_chat_model_list_test_and_background_work_each_have_receipts_of_the_exact_bytes(
    session: Session,
) -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        if request.method == "GET":
            body = b'{"data": [{"id": "m"}]}'
            writer.write(head(kind="application/json", extra=[f"Content-Length: {len(body)}"]) + body)
            return
        await answering(event("Fine."), DONE)(request, writer)

    async def scene() -> list[Received]:
        async with serving(behave) as server:
            session.vault.endpoints.put(EndpointConfig("there", "openai", server.origin, "m", "remote"))
            async for _ in session.ask("My sister moved to Porto last week, she likes it.", endpoint="there"):
                pass
            await session.list_models("there")
            async for _ in session.test_endpoint("there"):
                pass
            await asyncio.to_thread(session.extraction.run_now, is_everything=True)
            return server.requests

    requests = asyncio.run(scene())
    receipts = session.vault.receipts.list()[::-1]
    assert {receipt.purpose for receipt in receipts} >= {"chat", "models", "test", "extraction"}
    assert sorted(receipt.body or b"" for receipt in receipts) == sorted(request.body for request in requests)
    assert session.vault.receipts.verify().broken == ()
