"""Turns a recall result into the numbered sources of a request: what is quoted, under which mark, with which date."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from assistant.citations import Source
from assistant.tools.quoting import cleaned
from vault.records import (
    SOURCE_WEIGHTS,
    LeftOut,
    Memory,
    Quantity,
    RecallItem,
    Sensitivity,
    SourceKind,
    State,
    Turn,
)
from vault.times import zone_of

MAX_SOURCES = 24
# A turn of which less than this share is not quoted by a listed memory is left to the memory.
COVERED_REST = 0.2


def build(
    items: Sequence[RecallItem],
    *,
    question: Turn,
    zone: str,
    may_leave: Callable[[Sensitivity], bool],
    slot_memories: Sequence[Memory] = (),
) -> tuple[list[Source], dict[str, Memory], list[LeftOut]]:
    """Sources with marks from 1: memories of the slot that was asked for, then `items` in their order; the
    memories among
    them; and what was kept back from this endpoint."""
    sources: list[Source] = []
    memories: dict[str, Memory] = {}
    held_back: list[LeftOut] = []
    origins = {item.id: item for item in items}

    def add(memory: Memory, *, is_slot: bool) -> None:
        item = origins.get(memory.id)
        if not may_leave(memory.sensitivity):
            held_back.append(LeftOut(memory.id, "sensitivity", "memory"))
            return
        memories[memory.id] = memory
        past, origin = (item.past, item.origin) if item is not None else (False, "")
        sources.append(_of_memory(memory, len(sources) + 1, zone, past=past, origin=origin, is_slot=is_slot))
        if sources[-1].is_range:
            sources.extend(_parts(memory, len(sources) + 1, zone, [s.id for s in sources]))

    for memory in slot_memories:
        add(memory, is_slot=True)
    for item in items:
        if len(sources) >= MAX_SOURCES:
            break
        is_known = any(source.id == item.id for source in sources) or any(
            left.id == item.id for left in held_back
        )
        if is_known or item.id == question.id:
            continue
        if item.memory is not None:
            add(item.memory, is_slot=False)
        elif item.kind == "passage":
            if may_leave(item.sensitivity):
                sources += _of_passage(item, len(sources) + 1, zone)
            else:
                held_back.append(LeftOut(item.id, "sensitivity", item.kind))
        elif not _is_covered(item, memories.values()):
            sources.append(_of_text(item, len(sources) + 1, zone))
    best = max((item.score for item in items), default=0.0)
    shares = {item.id: item.score / best for item in items if best > 0}
    sources = [replace(source, share=shares.get(source.id, 1.0)) for source in sources]
    return sources, memories, held_back


def _is_covered(item: RecallItem, memories: Iterable[Memory]) -> bool:
    """Whether the memories already listed quote nearly all of a turn: the same words twice teach a model nothing."""
    left = item.text
    for memory in memories:
        for evidence in memory.evidence:
            if evidence.ref_id == item.id and evidence.quote:
                left = left.replace(evidence.quote, "")
    return sum(map(str.isalnum, left)) <= COVERED_REST * sum(map(str.isalnum, item.text))


def profile_sources(memories: Sequence[Memory], taken: Sequence[Source], zone: str) -> list[Source]:
    """The standing profile's memories that recall has not already brought, with the marks that follow."""
    known = {source.id for source in taken}
    fresh = [memory for memory in memories if memory.id not in known]
    return [_of_memory(memory, len(taken) + position + 1, zone) for position, memory in enumerate(fresh)]


def local_date(time_utc: datetime | None, zone: str) -> str:
    """The day in the user's zone, as 2026-11-30; empty for no time."""
    return "" if time_utc is None else time_utc.astimezone(zone_of(zone)).strftime("%Y-%m-%d")


def _of_text(item: RecallItem, mark: int, zone: str) -> Source:
    return Source(
        mark=mark,
        kind=item.kind,
        id=item.id,
        text=item.text,
        quote=item.text,
        time_utc=item.time_utc,
        # What an assistant said proves only that it was said.
        weight=0.3 if item.role == "assistant" else 1.0,
        origin=item.origin,
        conversation_id=item.source,
        date=local_date(item.time_utc, zone),
        past=item.past,
        role=item.role or "user",
        speaker=item.speaker,
    )


def _of_passage(item: RecallItem, mark: int, zone: str) -> list[Source]:
    """A passage of a document without the sentences in it that give orders; none where nothing else is in it."""
    text, removed = cleaned(item.text)
    text = text if removed else item.text.strip()
    if not any(map(str.isalnum, text)):
        return []
    source = Source(
        mark=mark,
        kind=item.kind,
        id=item.id,
        text=text,
        quote=item.text.strip(),
        time_utc=item.time_utc,
        weight=SOURCE_WEIGHTS[SourceKind.DOCUMENT],
        title=item.title,
        date=local_date(item.time_utc, zone),
        role="document",
        page=item.page,
        sensitivity=item.sensitivity,
    )
    return [source]


def orders_left_out(sources: Iterable[Source]) -> int:
    """How many sentences that give orders are in the documents of these sources and not in what is sent of them."""
    return sum(cleaned(one.quote)[1] for one in sources if one.kind == "passage")


def _of_memory(
    memory: Memory, mark: int, zone: str, *, past: bool = False, origin: str = "", is_slot: bool = False
) -> Source:
    first = memory.evidence[0] if memory.evidence else None
    return Source(
        mark=mark,
        kind="memory",
        id=memory.id,
        text=memory.claim,
        quote=first.quote if first is not None else "",
        time_utc=memory.said_utc,
        weight=memory.weight,
        origin=origin,
        conversation_id=first.conversation_id if first is not None else "",
        date=local_date(memory.said_utc, zone),
        past=past,
        is_pending=memory.state is State.PROPOSED,
        evidence_ids=tuple(item.ref_id for item in memory.evidence if item.ref_id),
        is_range=isinstance(memory.value, Quantity) and len(memory.value.parts) > 1,
        memory_id=memory.id,
        role="user",
        is_slot=is_slot,
    )


def _parts(memory: Memory, mark: int, zone: str, taken: Sequence[str]) -> list[Source]:
    """The statements that a range was made of, each a source of its own."""
    assert isinstance(memory.value, Quantity)
    found: list[Source] = []
    for part in memory.value.parts:
        if part.turn_id in taken or any(source.id == part.turn_id for source in found):
            continue
        found.append(
            Source(
                mark=mark + len(found),
                kind="turn",
                id=part.turn_id,
                text=part.quote,
                quote=part.quote,
                time_utc=part.said_utc,
                weight=memory.weight,
                date=local_date(part.said_utc, zone),
                memory_id=memory.id,
                role="user",
            )
        )
    return found
