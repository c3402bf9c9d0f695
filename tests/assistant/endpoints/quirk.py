"""One thing that real servers do wrong, played through a whole turn: what the user sees, what the vault keeps, how
often the server was asked.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from assistant.events import Failed, Reply, TextDelta, TextReplaced, Waiting
from assistant.session import Session
from tests.assistant.servers import Behaviour, HostileServer, serving
from vault.records import EndpointConfig

_NUMBERS = itertools.count(1)
STOP_WITHIN_S = 1.0


@dataclass(frozen=True)
class Quirk:
    """A behaviour and what must come of it.

    `answer` is what stands on the screen and in the vault at the end; `error` the code of the failure, empty for none;
    `notes` keys that the reply must carry; `receipts` the outcomes in order, one for each request that left. `url` is
    the address as it is typed, with {} for the origin. `stop_after` stops the turn once that text is seen (empty: once
    the request has arrived).
    """

    name: str
    kind: str
    behaviour: Behaviour
    answer: str = "你好"
    state: str = "complete"
    error: str = ""
    notes: tuple[str, ...] = ()
    receipts: tuple[str, ...] = ("ok",)
    url: str = "{}"
    model: str = "some/model-1"
    options: dict[str, str] = field(default_factory=dict)
    waited: int = 0
    stop_after: str | None = None
    history: tuple[str, ...] = ()
    check: Callable[[HostileServer], str] = lambda server: ""

    @property
    def id(self) -> str:
        return f"{self.kind}: {self.name}"


@dataclass
class Seen:
    """What came of a turn."""

    shown: str = ""
    state: str = ""
    error: str = ""
    waited: int = 0
    stop_s: float = 0.0


async def play(session: Session, quirk: Quirk) -> list[str]:
    """What is wrong after one turn with that quirk; empty where nothing is."""
    conversation = session.vault.conversations.create(name=f"quirk {next(_NUMBERS)}")
    async with serving(quirk.behaviour) as server:
        url = quirk.url.format(server.origin)
        config = EndpointConfig("odd", quirk.kind, url, quirk.model, "local", "key-canary-3", quirk.options)
        session.vault.endpoints.put(config)
        before = {receipt.id for receipt in session.vault.receipts.list(1000)}
        for text in quirk.history:
            await session.reply(text, conversation.id, endpoint="recall-only")
        asked = len(server.requests)
        seen = await (_ask if quirk.stop_after is None else _stopped)(session, quirk, server, conversation.id)
        wrong = quirk.check(server)
        requests = server.requests[asked:]
    receipts = [r for r in session.vault.receipts.list(1000) if r.id not in before][::-1]
    turns = session.vault.conversations.turns(conversation.id)
    detail = session.vault.conversations.reply(turns[-1].id) or {}
    notes = {str(note["key"]) for note in detail.get("notes", ())}
    found = (
        ("seen", seen.shown.strip(), quirk.answer),
        ("stored", turns[-1].text.strip(), quirk.answer),
        ("message", turns[-2].text, "你好吗？"),
        ("state", turns[-1].state, quirk.state),
        ("error", seen.error, quirk.error),
        ("receipts", tuple(receipt.outcome for receipt in receipts), quirk.receipts),
        ("bytes", [r.body for r in receipts if r.outcome != "refused"], [r.body for r in requests]),
        ("missing notes", set(quirk.notes) - notes, set()),
        ("countdown", seen.waited, quirk.waited),
        ("check", wrong, ""),
    )
    faults = [f"{name}: {got!r} and not {wanted!r}" for name, got, wanted in found if got != wanted]
    if seen.stop_s > STOP_WITHIN_S:
        faults.append(f"the socket was open for {seen.stop_s:.2f} s after the stop")
    if any(b"key-canary-3" in (receipt.body or b"") for receipt in receipts):
        faults.append("a receipt holds the key")
    return faults


async def _ask(session: Session, quirk: Quirk, server: HostileServer, conversation: str) -> Seen:
    seen = Seen()
    async with aclosing(session.ask("你好吗？", conversation, endpoint="odd")) as events:  # type: ignore[type-var]
        async for event in events:
            _look(event, seen)
    return seen


def _look(event: object, seen: Seen) -> None:
    if isinstance(event, TextDelta):
        seen.shown += event.text
    elif isinstance(event, TextReplaced):
        seen.shown = event.text
    elif isinstance(event, Failed):
        seen.error = event.error.code
    elif isinstance(event, Waiting):
        seen.waited += event.seconds > 0
    elif isinstance(event, Reply):
        seen.state = event.result.state


async def _stopped(session: Session, quirk: Quirk, server: HostileServer, conversation: str) -> Seen:
    """Cancel the turn at the stage that the quirk names and time the closing of the socket."""
    seen = Seen()
    task = asyncio.ensure_future(_into(seen, session, conversation))
    async with asyncio.timeout(10):
        while (
            not server.requests
            or seen.waited < quirk.waited
            or (quirk.stop_after and quirk.stop_after not in seen.shown)
        ):
            await asyncio.sleep(0.005)
    loop = asyncio.get_running_loop()
    started = loop.time()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    async with asyncio.timeout(10):
        while not server.client_gone.is_set() and not all(task.done() for task in server.handlers):
            await asyncio.sleep(0.005)
    seen.stop_s = loop.time() - started
    return seen


async def _into(seen: Seen, session: Session, conversation: str) -> None:
    async with aclosing(session.ask("你好吗？", conversation, endpoint="odd")) as events:  # type: ignore[type-var]
        async for event in events:
            _look(event, seen)


def table(results: Sequence[tuple[Quirk, list[str]]]) -> str:
    """A line for each quirk and the sum at the end."""
    lines = [f"{'ok ' if not faults else 'BAD'}  {quirk.id}" + "".join(f"\n       {f}" for f in faults)
             for quirk, faults in results]  # fmt: skip
    passed = sum(not faults for _, faults in results)
    return "\n".join([*lines, f"{passed} / {len(results)} quirks survived"])
