"""What else a session hears: tools that answer, models that make things up, tasks, edits, previews, files.

Each takes the planted values through the product's own entry points; `tests.bench.leaks` searches what is left of them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from assistant.attachments import read_files
from assistant.compression import by_rules
from assistant.endpoints.protocol import ToolSpec
from assistant.events import ConfirmationWanted, PreviewWanted
from assistant.session import Session
from assistant.tools import Tool, ToolContext, ToolResult
from tests.assistant.servers import DONE, Received, answering, event, serving
from tests.bench.planted import Planted
from vault.endpoints import BACKGROUND_SETTING
from vault.records import EndpointConfig
from vault.tasks import StepState, TaskState

_BATCH = 5  # values in one tool result, one reply, one output
_ALWAYS_SHOWN = {"preview": "always"}


async def work(session: Session, values: Sequence[Planted], folder: Path) -> dict[str, list[str]]:
    """Everything below, one after the other. The texts of each place outside the vault, by its name."""
    arrived: list[str] = []
    shown: list[str] = []
    await _tools(session, values, arrived)
    await _outputs(session, values, arrived)
    await _versions_and_previews(session, values, arrived, shown)
    await _files(session, values, arrived, folder)
    _tasks(session, values)
    _digests(session, values)
    return {"requests that arrived": arrived, "previews": shown}


def _joined(values: Sequence[Planted]) -> Iterator[str]:
    for start in range(0, len(values), _BATCH):
        yield "\n".join(one.text for one in values[start : start + _BATCH])


async def _tools(session: Session, values: Sequence[Planted], arrived: list[str]) -> None:
    """A trusted tool whose results hold values; the model calls it with the words it was given, repeats and thinks."""
    texts = list(_joined(values))

    async def run(_: ToolContext, arguments: object) -> ToolResult:
        assert isinstance(arguments, Mapping)
        return ToolResult(texts[int(str(arguments["page"]))])

    parameters = {"type": "object", "properties": {"page": {"type": "string"}, "note": {"type": "string"}}}
    spec = ToolSpec("read_page", "Reads a page of the notebook.", parameters)
    tool = Tool(spec, run, "notebook", acts=False, is_trusted_local=True, is_external=True)

    async def tools() -> tuple[list[Tool], dict[str, str]]:
        return [tool], {}

    page = 0

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        arrived.append(json.dumps(request.json, ensure_ascii=False))
        last = request.json["messages"][-1]  # type: ignore[index]
        if "tools" not in request.json:
            parts = [event("Noted.")]
        elif last["role"] != "tool":
            arguments = json.dumps({"page": str(page), "note": last["content"]}, ensure_ascii=False)
            call = {"index": 0, "id": "c", "type": "function",
                    "function": {"name": spec.name, "arguments": arguments}}  # fmt: skip
            parts = [event(None, tool_calls=[call]), event(None, finish="tool_calls")]
        else:
            parts = [event(None, reasoning_content=texts[page]), event(f"{last['content']} {texts[page]}")]
        await answering(*parts, DONE)(request, writer)

    real, session.external_tools = session.external_tools, tools  # type: ignore[method-assign]
    try:
        async with serving(answer) as server:
            _put(session, "calls", server.origin, "remote", tools="always")
            for page, text in enumerate(texts):  # noqa: B007  `answer` reads the page
                await _drain(session, f"Read that page of the notebook for me. {text}", "calls")
    finally:
        session.external_tools = real  # type: ignore[method-assign]


async def _outputs(session: Session, values: Sequence[Planted], arrived: list[str]) -> None:
    """A model asked what to remember, which answers with memories and with plain talk that hold values of its own."""
    texts = list(_joined(values))
    given = 0
    # Those of the chats before are left out: asking about them all takes many minutes.
    for job in session.vault.extraction_jobs.waiting(limit=10 * len(values)):
        session.vault.extraction_jobs.done(job.turn_id)

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        nonlocal given
        arrived.append(json.dumps(request.json["messages"][:2], ensure_ascii=False))  # type: ignore[index]
        text = texts[given % len(texts)]
        given += 1
        item = {"claim": text, "quote": text, "layer": "fact", "attribute": "note", "value": text, "subject": "user",
                "negated": False, "plan": False, "replaces": ""}  # fmt: skip
        said = json.dumps({"memories": [item]}, ensure_ascii=False) if given % 4 == 0 else f"Sure! {text}"
        await answering(event(said), DONE)(request, writer)

    async with serving(answer) as server:
        _put(session, "background", server.origin, "remote")
        for text in texts:
            await _drain(session, f"I moved the garden bench today.\n{text}", "background")
        given = (
            0  # so that both outputs for every other message are of no use, and the first one for the rest
        )
        session.vault.settings.set(BACKGROUND_SETTING, "background")
        report = await asyncio.to_thread(session.extraction.run_now, is_everything=True)
        session.vault.settings.set(BACKGROUND_SETTING, "")
    assert report.malformed, report


async def _versions_and_previews(
    session: Session, values: Sequence[Planted], arrived: list[str], shown: list[str]
) -> None:
    """Messages that are edited into others, replies asked for again, and requests that are shown before they go."""

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        arrived.append(json.dumps(request.json, ensure_ascii=False))
        await answering(event("Noted."), DONE)(request, writer)

    async with serving(answer) as server:
        _put(session, "shows", server.origin, "remote", **_ALWAYS_SHOWN)
        for text in _joined(values):
            conversation = session.conversation().id
            first = await _drain(session, "Where was I?", "shows", conversation, shown)
            await _drain(session, text, "shows", conversation, shown, replaces=first)
            last = session.vault.conversations.turns(conversation)[-1].id
            async for item in session.again(last, conversation, endpoint="shows", previews=True):
                _settle(item, shown)


async def _files(session: Session, values: Sequence[Planted], arrived: list[str], folder: Path) -> None:
    """Files that are handed in with a message, and asked about."""

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        arrived.append(json.dumps(request.json, ensure_ascii=False))
        await answering(event("Noted."), DONE)(request, writer)

    file = folder / "notes.txt"
    async with serving(answer) as server:
        _put(session, "files", server.origin, "remote")
        for text in _joined(values):
            file.write_text(text, encoding="utf-8")
            async for _ in session.ask(
                "What does the file say?", endpoint="files", attachments=read_files([file])
            ):
                pass
    file.unlink()


def _tasks(session: Session, values: Sequence[Planted]) -> None:
    tasks = session.vault.tasks
    for one in values:
        task = tasks.create(one.text)
        tasks.set_state(task.id, TaskState.RUNNING)
        step = tasks.add_step(task.id, one.text)
        tasks.set_step(step.id, StepState.RUNNING)
        tasks.set_step(step.id, StepState.DONE, observation=one.text)
        tasks.set_state(task.id, TaskState.DONE, outcome=one.text)


def _digests(session: Session, values: Sequence[Planted]) -> None:
    """What is told in short of older turns."""
    chats = session.vault.conversations
    for chat in chats.list(limit=len(values)):
        if turns := chats.turns(chat.id):
            session.vault.digests.put(chat.id, by_rules(turns))


async def _drain(
    session: Session,
    text: str,
    endpoint: str,
    conversation: str = "",
    shown: list[str] | None = None,
    *,
    replaces: str = "",
) -> str:
    """Ask and settle whatever is asked back; the id of the message."""
    where = conversation or session.conversation().id
    asked = session.ask(
        text, where, endpoint=endpoint, previews=shown is not None, confirms=True, replaces=replaces
    )
    async for item in asked:
        _settle(item, shown if shown is not None else [])
    return next(
        turn.id for turn in reversed(session.vault.conversations.turns(where)) if turn.role.value == "user"
    )


def _settle(item: object, shown: list[str]) -> None:
    if isinstance(item, ConfirmationWanted):
        item.step.allow()
    elif isinstance(item, PreviewWanted):
        preview = item.step.preview
        shown += [*(message.content for message in preview.messages), preview.wire(preview.messages).decode()]
        item.step.send()


def _put(session: Session, name: str, origin: str, trust: str, **options: str) -> None:
    session.vault.endpoints.put(EndpointConfig(name, "openai", origin, "m", trust, "", options))
