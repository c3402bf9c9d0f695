"""The one remark that a conversation may get unasked: a number crosses a remembered limit, a deadline nears, a promise
is open. Computed by rules from the message and the vault, shown as a note with both sources; no model is asked.

Quiet hours and the switch are settings. Follows the design page "Product", M17.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from assistant.ask import Gathered, Services
from assistant.sources import local_date
from vault import quantities, slots
from vault.past_words import was_noted
from vault.quantity_format import format_quantity
from vault.records import UNIVERSAL, Layer, Memory, Outcome, Quantity, Sensitivity
from vault.times import zone_of
from vault.topics import topics_of, topics_of_memory

CROSSED_BY = 0.05
DEADLINE_NEAR = timedelta(days=3)
APPOINTMENT_NEAR = timedelta(days=1)
PROMISE_OVERDUE = timedelta(days=14)
PREFIX = "remark."
_MONEY_WORDS = re.compile(
    r"\b(?:quot\w*|price[sd]?|cost(?:s|ing)?|estimate[sd]?|invoices?|offers?|charg\w+|bill|total|asks?|asking|wants?)\b"
    r"|报价|要价|开价|价格|总价|费用|花费|合计|一共|账单|发票|收费|估价",
    re.IGNORECASE,
)
_PROMISE = re.compile(
    r"\bpromis\w*|\bI owe\b|\bI (?:said|told \w+) I(?:'d|'ll| would| will)\b|\bI(?:'ve| have)? agreed to\b"
    r"|答应|承诺|保证过|说好|欠",
    re.IGNORECASE,
)
Remark = tuple[str, dict[str, str | int]]


def add_remark(services: Services, g: Gathered, outcomes: Sequence[Outcome]) -> None:
    """Add at most one remark to the notes of this turn, and none where this conversation has had one."""
    if not _may_speak(services, g):
        return
    fresh = [outcome.memory for outcome in outcomes if outcome.memory is not None]
    rules: tuple[Callable[[], Remark | None], ...] = (
        lambda: _crossed_limit(services, g, fresh),
        lambda: _near_date(services, g, {memory.id for memory in fresh}),
        lambda: _open_promise(services, g, {memory.id for memory in fresh}),
    )
    for rule in rules:
        found = rule()
        if found is not None:
            g.note(found[0], **found[1])
            return


def is_quiet(at: datetime, zone: str, start: int, end: int) -> bool:
    """Whether the user's clock is within the quiet hours; the same hour twice means there are none."""
    hour = at.astimezone(zone_of(zone)).hour
    return start <= hour < end if start <= end else hour >= start or hour < end


def _may_speak(services: Services, g: Gathered) -> bool:
    settings = services.vault.settings
    if g.ask.store.is_temporary or not settings.get("remarks.show"):
        return False
    if is_quiet(
        g.ask.at, g.ask.zone, settings.number("remarks.quiet_from"), settings.number("remarks.quiet_until")
    ):
        return False
    return not was_noted(services.vault, f'"key":"{PREFIX}', conversation=g.ask.store.conversation_id)


# a number and a limit


def _crossed_limit(services: Services, g: Gathered, fresh: Sequence[Memory]) -> Remark | None:
    """A number of the message that lies 5 % or more beyond what the user gave as the limit of the same thing."""
    text = g.question.text
    spans = [span for span in quantities.parse(text, g.ask.language) if span.quantity.unit]
    if not spans:
        return None
    restated = {slots.normalise(memory.attribute) for memory in fresh}
    known = _visible(g, services.vault.memories.list(layer=Layer.FACT))
    limits = [m for m in known if _is_limit(m) and slots.normalise(m.attribute) not in restated]
    about = topics_of(text)
    for span in spans:
        number = span.quantity
        fitting = [m for m in limits if isinstance(m.value, Quantity) and m.value.unit == number.unit]
        for memory in fitting:
            detail = topics_of(slots.detail_of(memory.attribute))
            is_named = bool(detail & about)
            is_general = not detail and len(fitting) == 1
            if is_named or (is_general and _MONEY_WORDS.search(text)):
                remark = _compared(g, number, memory)
                if remark is not None:
                    return remark
    return None


def _is_limit(memory: Memory) -> bool:
    if not isinstance(memory.value, Quantity) or memory.negated:
        return False
    qualifiers = {memory.value.qualifier, *(part.qualifier for part in memory.value.parts)}
    return slots.base_of(memory.attribute) == "budget" or bool(qualifiers & {"at_most", "at_least"})


def _compared(g: Gathered, number: Quantity, memory: Memory) -> Remark | None:
    value = memory.value
    assert isinstance(value, Quantity)
    if value.qualifier == "at_least":
        is_crossed, limit, key = number.high < value.low * (1 - CROSSED_BY), value.low, "remark.below"
    else:
        is_crossed, limit, key = number.low > value.high * (1 + CROSSED_BY), value.high, "remark.above"
    if not is_crossed or limit <= 0:
        return None
    told = number.high if key == "remark.below" else number.low
    values: dict[str, str | int] = {
        "number": format_quantity(number, g.ask.language),
        "percent": int(abs(told - limit) / limit * 100 + 1e-6),
        **_source(g, memory),
    }
    return key, values


# dates and promises


def _near_date(services: Services, g: Gathered, told_now: set[str]) -> Remark | None:
    """The next deadline within three days, or appointment within one, that the message does not speak of itself."""
    about = topics_of(g.question.text)
    for entry in services.vault.memories.upcoming(g.ask.at, DEADLINE_NEAR):
        memory = entry.memory
        is_near = entry.is_deadline or entry.at_utc <= g.ask.at + APPOINTMENT_NEAR
        if not is_near or memory.id in told_now or not _visible(g, [memory]):
            continue
        if about & topics_of_memory(memory) or _was_said_lately(services, g, memory):
            continue
        return "remark.near", {"when": entry.local(g.ask.zone), **_source(g, memory)}
    return None


def _open_promise(services: Services, g: Gathered, told_now: set[str]) -> Remark | None:
    """A promise to, or about, what the message speaks of; two weeks after its day it is no longer brought up."""
    about = topics_of(g.question.text)
    if not about:
        return None
    for memory in _visible(g, services.vault.memories.plans(g.ask.at - PROMISE_OVERDUE)):
        is_elsewhere = all(item.conversation_id != g.ask.store.conversation_id for item in memory.evidence)
        if memory.id in told_now or not is_elsewhere or memory.negated or not _PROMISE.search(memory.claim):
            continue
        subject = topics_of(_PROMISE.sub(" ", memory.claim))
        if about & subject and not _was_said_lately(services, g, memory):
            return "remark.promise", _source(g, memory)
    return None


def _visible(g: Gathered, memories: Sequence[Memory]) -> list[Memory]:
    """Those of this scope, the sealed ones left out: they are shown only when they are asked for."""
    return [
        memory
        for memory in memories
        if memory.scope in (UNIVERSAL, g.ask.scope) and memory.sensitivity is not Sensitivity.SEALED
    ]


def _was_said_lately(services: Services, g: Gathered, memory: Memory) -> bool:
    """Whether a remark on it was made within the last day, in whatever conversation."""
    since = g.ask.at - timedelta(days=1)
    return was_noted(services.vault, f'"key":"{PREFIX}', f'"memory":"{memory.id}"', since=since)


def _source(g: Gathered, memory: Memory) -> dict[str, str | int]:
    return {
        "claim": memory.claim,
        "date": local_date(memory.said_utc, g.ask.zone),
        "memory": memory.id,
    }
