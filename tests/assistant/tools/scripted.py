"""A model on loopback that follows a script: each request gets the next answer, a text or tool calls."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assistant.attachments import read_files
from assistant.events import ConfirmationWanted, Event, Reply, ReplyResult
from assistant.session import Session
from tests.assistant.servers import DONE, HostileServer, Received, answering, event, refusing, serving
from vault.records import EndpointConfig

Answer = str | list[tuple[str, dict[str, object]]]


@dataclass
class Scripted:
    """`answers` are given in turn, the last one again and again; `takes_tools` False refuses them as servers do."""

    answers: Sequence[Answer]
    takes_tools: bool = True
    given: int = 0
    requests: list[Received] = field(default_factory=list)

    async def __call__(self, request: Received, writer: asyncio.StreamWriter) -> None:
        if "tools" in request.json and not self.takes_tools:
            await refusing("400 Bad Request", "this model does not support tools")(request, writer)
            return
        self.requests.append(request)
        answer = self.answers[min(self.given, len(self.answers) - 1)]
        self.given += 1
        await answering(*_parts(answer), DONE)(request, writer)


def _parts(answer: Answer) -> list[bytes]:
    if isinstance(answer, str):
        return [event(answer[at : at + 3]) for at in range(0, len(answer), 3)]
    calls = [
        {"index": at, "id": f"call{at}", "type": "function",
         "function": {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}}
        for at, (name, arguments) in enumerate(answer)
    ]  # fmt: skip
    return [event(None, tool_calls=calls), event(None, finish="tool_calls")]


@dataclass
class Played:
    """What came of a turn: its events, its result, the kept detail, and the requests that the server got."""

    events: list[Event]
    result: ReplyResult
    detail: dict[str, object]
    requests: list[Received]

    @property
    def states(self) -> list[tuple[str, str]]:
        tools = self.detail["tools"]
        assert isinstance(tools, list)
        return [(tool["name"], tool["state"]) for tool in tools]

    def last_sent(self) -> str:
        """The messages of the last request, as one text."""
        return json.dumps(self.requests[-1].json["messages"], ensure_ascii=False)


def play(
    session: Session,
    text: str,
    answers: Sequence[Answer],
    *,
    trust: str = "local",
    takes_tools: bool = True,
    confirm: bool | None = None,
    attachments: Sequence[Path] = (),
    conversation: str = "tools",
    **options: str,
) -> Played:
    """One turn against the script. `confirm` answers each confirmation; None: nobody can be asked."""
    script = Scripted(answers, takes_tools)

    async def scene() -> list[Event]:
        async with serving(script) as server:
            configure(session, server, trust, options)
            asked = session.ask(
                text,
                conversation,
                endpoint="script",
                confirms=confirm is not None,
                attachments=read_files(attachments),
            )
            return await collect(asked, confirm)

    events = asyncio.run(scene())
    last = events[-1]
    assert isinstance(last, Reply)
    detail = session.turns_of(last.result.conversation).reply(last.result.turn_id)
    assert detail is not None
    return Played(events, last.result, dict(detail), script.requests)


def configure(session: Session, server: HostileServer, trust: str, options: dict[str, str]) -> None:
    session.vault.endpoints.put(EndpointConfig("script", "openai", server.origin, "m", trust, "", options))


async def collect(asked, confirm: bool | None, seen: Callable[[Event], None] | None = None) -> list[Event]:  # type: ignore[no-untyped-def]
    events: list[Event] = []
    async for item in asked:
        events.append(item)
        if seen is not None:
            seen(item)
        if isinstance(item, ConfirmationWanted):
            (item.step.allow if confirm else item.step.refuse)()
    return events
