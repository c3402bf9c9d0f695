"""The built-in tools that read the vault or write working memory: recall, what is ahead, tasks, reminders,
attachments.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from assistant import prompt
from assistant.attaching import source_of
from assistant.attachments import passages
from assistant.citations import Source
from assistant.endpoints.protocol import ToolSpec
from assistant.sensitive_words import SensitiveWords
from assistant.sources import build
from assistant.tools.tool import Tool, ToolContext, ToolFailed, ToolResult
from vault.errors import KeepsakeError
from vault.recall.units import KINDS
from vault.records import (
    Candidate,
    Evidence,
    Layer,
    MemoryMode,
    Precision,
    SourceKind,
    TimePoint,
)
from vault.tasks import Task, TaskState
from vault.times import zone_of

FOUND, AHEAD_DAYS, LISTED_TASKS = 6, 60, 20
PAGE_PASSAGES = 6
_STATES = {
    "done": TaskState.DONE,
    "paused": TaskState.PAUSED,
    "running": TaskState.RUNNING,
    "cancelled": TaskState.CANCELLED,
}


async def _search(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    return await asyncio.to_thread(search, context, str(arguments["query"]))


def search(context: ToolContext, query: str, *, kinds: Collection[str] = KINDS) -> ToolResult:
    """What the vault holds on a query, as further numbered sources of this reply: they can be cited like the
    others. `kinds` are those of `vault.recall.units`.
    """
    g, recaller = context.g, context.services.recall
    if recaller is None:
        raise ToolFailed("Recall is not available.")
    if g.ask.mode is MemoryMode.OFF:
        raise ToolFailed("Memory is switched off.")
    exclude = {g.question.id, *g.hidden}
    found = recaller.recall(query, limit=FOUND, at=g.ask.at, scope=g.ask.scope, exclude=exclude, kinds=kinds)
    made, memories, held_back = build(
        found.selected, question=g.question, zone=g.ask.zone, may_leave=context.scrubber.may_leave
    )
    words = SensitiveWords(context.services.vault, context.scrubber)
    made, emptied = words.sources(made)
    g.asked_ids |= words.asked
    g.left_out += [*held_back, *emptied]
    known = {source.id: source for source in g.all_sources}
    fresh = [source for source in made if source.id not in known]
    start = max((source.mark for source in g.all_sources), default=0) + 1
    fresh = [replace(source, mark=start + place) for place, source in enumerate(fresh)]
    g.memories |= memories
    g.sources = (*g.sources, *fresh)
    shown = [known[source.id] for source in made if source.id in known] + fresh
    if not shown:
        return ToolResult("—", "—")
    lines = [prompt.source_line(source, g.ask.language) for source in shown]
    sent = [prompt.source_line(source, g.ask.language, _scrubbing(context, source)) for source in shown]
    return ToolResult("\n".join(lines), "\n".join(sent))


def _scrubbing(context: ToolContext, source: Source) -> prompt.Transform:
    memory = context.g.memories.get(source.id)
    sensitivity = memory.sensitivity if memory is not None else source.sensitivity
    return lambda text: context.scrubber.scrub(text, sensitivity)


async def _ahead(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    days = arguments.get("days")
    return await asyncio.to_thread(ahead, context, days if isinstance(days, int) else AHEAD_DAYS)


def ahead(context: ToolContext, days: int) -> ToolResult:
    """Events and deadlines of the next days that may leave for this endpoint, the next one first."""
    g = context.g
    entries = context.services.vault.memories.upcoming(g.ask.at, timedelta(days=max(1, min(days, 3660))))
    entries = [e for e in entries if e.memory.scope in ("universal", g.ask.scope)]
    allowed = [e for e in entries if context.scrubber.may_leave(e.memory.sensitivity)]
    lines = [(f"{e.local(g.ask.zone)}: ", e.memory) for e in allowed]
    clear = "\n".join(when + memory.claim for when, memory in lines)
    sent = "\n".join(
        when + context.scrubber.scrub(memory.claim, memory.sensitivity) for when, memory in lines
    )
    return ToolResult(clear or "—", sent or "—")


async def _remind(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    return await asyncio.to_thread(remind, context, str(arguments["what"]), str(arguments["when"]))


def remind(context: ToolContext, what: str, when: str) -> ToolResult:
    """Keep an event memory that the reminders speak of when it is due. The user has confirmed it."""
    g = context.g
    if g.ask.store.is_temporary:
        raise ToolFailed("Nothing is kept in a temporary chat.")
    point = _point(when, g.ask.zone)
    evidence = Evidence("turn", g.question.id, g.question.text, 0, len(g.question.text), g.question.said_utc,
                        g.question.conversation_id)  # fmt: skip
    candidate = Candidate(
        "reminder", what.strip(), Layer.EVENT, what.strip(), (evidence,), scope=g.ask.scope, source=SourceKind.EXPLICIT,
        language=g.ask.language, valid_from=point, is_plan=True, requested=True, said_utc=g.ask.at,
    )  # fmt: skip
    try:
        [outcome] = context.services.vault.memories.apply(
            [candidate], mode=MemoryMode.AUTO, actor="user", at=g.ask.at
        )
    except KeepsakeError as error:
        raise ToolFailed("It could not be kept.") from error
    if outcome.memory is None:
        raise ToolFailed("It was not kept.")
    return ToolResult(f"{when}: {what}")


def _point(when: str, zone: str) -> TimePoint:
    try:
        moment = datetime.fromisoformat(when.strip().replace("Z", "+00:00"))
    except ValueError as error:
        raise ToolFailed("A time is written like 2026-11-30 or 2026-11-30T09:30.") from error
    local = moment if moment.tzinfo is not None else moment.replace(tzinfo=zone_of(zone))
    return TimePoint(local, Precision.MINUTE if len(when.strip()) > 10 else Precision.DAY, zone)


async def _tasks(context: ToolContext, _: Mapping[str, object]) -> ToolResult:
    return await asyncio.to_thread(list_tasks, context)


def list_tasks(context: ToolContext) -> ToolResult:
    """The tasks that are not over, with what was found."""
    g = context.g
    open_states = (TaskState.PLANNED, TaskState.RUNNING, TaskState.PAUSED)
    found = context.services.vault.tasks.list(open_states, limit=LISTED_TASKS)
    lines = [
        _line(task) for task in found if task.scope in ("universal", g.ask.scope) and task.id != g.task_id
    ]
    return ToolResult("\n".join(lines) or "—")


def _line(task: Task) -> str:
    steps = "; ".join(f"{step.title} ({step.state})" for step in task.steps)
    return f"{task.id} [{task.state}] {task.goal}" + (f" — {steps}" if steps else "")


async def _update(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    return await asyncio.to_thread(update_task, context, arguments)


def update_task(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    """Make a task, or move one. The user has confirmed it."""
    g, tasks = context.g, context.services.vault.tasks
    if g.ask.store.is_temporary:
        raise ToolFailed("Nothing is kept in a temporary chat.")
    task_id, goal, state = (str(arguments.get(name) or "") for name in ("id", "goal", "state"))
    try:
        if not task_id:
            if not goal:
                raise ToolFailed("Give the goal of the new task, or the id of one.")
            made = tasks.create(
                goal, conversation_id=g.ask.store.conversation_id, scope=g.ask.scope, actor="user"
            )
            return ToolResult(_line(made))
        if state:
            task = tasks.get(task_id)
            if _STATES[state] is TaskState.DONE and task.state is not TaskState.RUNNING:
                tasks.set_state(task_id, TaskState.RUNNING, actor="user")
            return ToolResult(_line(tasks.set_state(task_id, _STATES[state], actor="user")))
        return ToolResult(_line(tasks.get(task_id)))
    except KeepsakeError as error:
        raise ToolFailed("There is no such task, or it cannot go there.") from error


async def _read(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    page = arguments.get("page")
    return await asyncio.to_thread(
        read_attachment, context, str(arguments["name"]), page if isinstance(page, int) else 1
    )


def read_attachment(context: ToolContext, name: str, page: int) -> ToolResult:
    """One page of a file that the user has put beside a message of this conversation, as numbered sources that can be
    cited; no other file is ever read.
    """
    g = context.g
    found = next((one for one in g.attachments if one.file.name == name), None)
    if found is None:
        names = ", ".join(one.file.name for one in g.attachments)
        raise ToolFailed(f"There is no such attachment. There are: {names or '—'}.")
    every = passages(found)
    pages = max(1, -(-len(every) // PAGE_PASSAGES))
    page = max(1, min(page, pages))
    known = {source.id: source for source in g.passages}
    shown: list[Source] = []
    for passage in every[(page - 1) * PAGE_PASSAGES : page * PAGE_PASSAGES]:
        mark = max((source.mark for source in (*g.all_sources, *shown)), default=0) + 1
        source = known.get(passage.id) or source_of(g, passage, mark)[0]
        shown.append(source)
    g.passages = (*g.passages, *(source for source in shown if source.id not in known))
    head = f"{name}, {page}/{pages}"
    lines = [prompt.source_line(source, g.ask.language) for source in shown]
    sent = [prompt.source_line(source, g.ask.language, context.scrubber.scrub) for source in shown]
    return ToolResult("\n".join([head, *lines]), "\n".join([context.scrubber.scrub(head), *sent]))


_TEXT: Mapping[str, object] = {"type": "string"}


def _spec(tool: str, description: str, required: tuple[str, ...] = (), **properties: object) -> ToolSpec:
    return ToolSpec(
        tool, description, {"type": "object", "properties": properties, "required": list(required)}
    )


SEARCH = Tool(
    _spec("search_memory", "Searches the user's vault for what was said or noted. Results are numbered notes to cite.",
          ("query",), query=_TEXT),
    _search,
)  # fmt: skip
AHEAD = Tool(
    _spec(
        "list_reminders", "Lists the user's coming events, deadlines and reminders.", days={"type": "integer"}
    ),
    _ahead,
)
REMIND = Tool(
    _spec("set_reminder", "Keeps a reminder for a day (2026-11-30) or a time (2026-11-30T09:30). The user confirms it.",
          ("what", "when"), what=_TEXT, when=_TEXT),
    _remind,
    acts=True,
)  # fmt: skip
TASKS = Tool(_spec("list_tasks", "Lists the user's open tasks with their ids and steps."), _tasks)
UPDATE_TASK = Tool(
    _spec("update_task", "Makes a task from a goal, or moves the task of an id. The user confirms it.",
          id=_TEXT, goal=_TEXT, state={"type": "string", "enum": list(_STATES)}),
    _update,
    acts=True,
)  # fmt: skip
READ = Tool(
    _spec("read_attachment", "Reads a page of a file that the user attached. Results are numbered passages to cite.",
          ("name",), name=_TEXT, page={"type": "integer"}),
    _read,
)  # fmt: skip
