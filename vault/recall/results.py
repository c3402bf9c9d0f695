"""From ranked slots to what the caller gets: texts read, spans that are no longer true cut, selection made, reasons
given.

A turn inherits the state of the claims drawn from it: words that a superseded, expired or sealed memory rests on are
cut from the turn, and a turn of which little else remains is not selected, unless the question is about the past.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vault.codec import from_us
from vault.database import Connection
from vault.memory_rows import MemoryRows
from vault.recall import selection, store
from vault.recall.filters import Filter
from vault.recall.newest import PART
from vault.recall.query import Query
from vault.recall.ranking import Ranked
from vault.recall.selection import Choosable
from vault.recall.units import MEMORY, PASSAGE, TURN, Unit
from vault.recall.values import newest_value_first, raised
from vault.records import UNIVERSAL, USER, LeftOut, Memory, RecallItem, Sensitivity, State
from vault.vault import Vault

CUT = "[…]"
_REMAINS = 0.4  # a turn of which less than this share is still true is not selected
_WHY_FROM = 0.25  # share of a part's weight from which it is worth telling
_TELLING = (
    "own_words",
    "own_meaning",
    "context_words",
    "context_meaning",
    "dialogue",
    "speaker",
    "period",
    "related",
    "recent",
    "name",
)
_FEW = 400


@dataclass(frozen=True, slots=True)
class Found:
    """A ranked unit by kind and id; `words` are the keys of what is indexed of it."""

    kind: str
    id: str
    ranked: Ranked
    is_past: bool
    words: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Read:
    """Everything the database knows of the found units."""

    units: dict[store.Key, Unit]
    memories: dict[str, Memory]
    untrue: dict[
        str, list[tuple[int, int, str]]
    ]  # by turn: start, end and quote of words that are no longer true


def gather(
    vault: Vault,
    found: Sequence[Found],
    query: Query,
    wanted: Filter,
    limit: int,
    *,
    rarities: Mapping[int, float],
) -> tuple[tuple[RecallItem, ...], list[LeftOut]]:
    """Items in order up to the limit, and why each unselected one was not selected."""
    read = vault.db.read(lambda connection: _read(connection, vault, found, wanted))
    kept = [unit for unit in found if (unit.kind, unit.id) in read.units]
    kept = _in_order(kept, read, query, rarities)
    choosable: list[Choosable] = []
    for unit in kept:
        text, share = _still_true(read.units[unit.kind, unit.id].text, read.untrue.get(unit.id, []))
        choosable.append(_choosable(unit, text, share, read.memories.get(unit.id)))
    reasons = (
        selection.select(choosable, query)
        if query.text.strip()
        else [_unasked(read.memories.get(unit.id)) for unit in kept]
    )
    shown = list(zip(kept, choosable, reasons, strict=True))[:limit]
    items = tuple(
        _item(unit, read.units[unit.kind, unit.id], read.memories.get(unit.id), text=one.text, reason=reason)
        for unit, one, reason in shown
    )
    return items, [LeftOut(unit.id, reason, unit.kind) for unit, _, reason in shown if reason]


def _in_order(kept: Sequence[Found], read: _Read, query: Query, rarities: Mapping[int, float]) -> list[Found]:
    """The units with newer values before those they replace; scores go down as before."""
    units = [read.units[unit.kind, unit.id] for unit in kept]
    order = newest_value_first([unit.ranked for unit in kept], units, query, rarities)
    return [
        replace(kept[old], ranked=raised(kept[old].ranked, kept[new].ranked.score))
        if old > new
        else kept[old]
        for new, old in enumerate(order)
    ]


def _choosable(unit: Found, text: str, share: float, memory: Memory | None) -> Choosable:
    drawn_from = frozenset(one.ref_id for one in memory.evidence) if memory is not None else frozenset()
    return Choosable(
        ranked=unit.ranked,
        is_memory=unit.kind == MEMORY,
        is_passage=unit.kind == PASSAGE,
        text=text,
        is_barred=share < _REMAINS,
        unit_id=unit.id,
        subject=memory.subject if memory is not None else USER,
        drawn_from=drawn_from,
        is_past=unit.is_past,
        # Of a memory more than its claim is indexed, of a turn that was cut more than may be compared.
        words=unit.words if unit.kind == TURN and share == 1 else None,
    )


def _unasked(memory: Memory | None) -> str:
    """Why a unit is not selected when nothing was asked: only what is pinned in the scope at hand then stands."""
    is_standing = memory is not None and memory.pinned and memory.scope != UNIVERSAL
    return "" if is_standing else selection.SCORE


def _read(connection: Connection, vault: Vault, found: Sequence[Found], wanted: Filter) -> _Read:
    keys = [(unit.kind, unit.id) for unit in found]
    turn_ids = [unit.id for unit in found if unit.kind == TURN][:_FEW]
    memory_ids = [unit.id for unit in found if unit.kind == MEMORY][:_FEW]
    memories: list[Memory] = []
    if memory_ids:
        where = f"id IN ({','.join('?' * len(memory_ids))})"
        memories = MemoryRows(vault).select(connection, where, memory_ids)
    untrue: dict[str, list[tuple[int, int, str]]] = {}
    if turn_ids:
        untrue = _untrue_spans(connection, turn_ids, wanted)
    return _Read(store.units(connection, keys), {memory.id: memory for memory in memories}, untrue)


def _untrue_spans(
    connection: Connection, turn_ids: Sequence[str], wanted: Filter
) -> dict[str, list[tuple[int, int, str]]]:
    """Evidence of memories that are sealed or, unless the past is asked for, superseded or expired."""
    conditions: list[str] = []
    values: list[str | int] = [*turn_ids]
    if not wanted.with_past:
        conditions.append("m.state IN (?, ?) OR (m.state = ? AND m.expires_us <= ?)")
        values += [State.SUPERSEDED, State.EXPIRED, State.ACTIVE, wanted.at_us]
    if not wanted.with_sealed:
        conditions.append("m.sensitivity = ?")
        values.append(Sensitivity.SEALED)
    if not conditions:
        return {}
    rows = connection.execute(
        f"""SELECT e.ref_id, e.start, e."end", e.quote FROM memory_evidence e JOIN memories m ON m.id = e.memory_id
        WHERE e.ref_id IN ({",".join("?" * len(turn_ids))}) AND ({" OR ".join(f"({c})" for c in conditions)})""",
        values,
    )
    found: dict[str, list[tuple[int, int, str]]] = {}
    for row in rows:
        found.setdefault(row[0], []).append((row[1], row[2], row[3]))
    return found


def _still_true(text: str, untrue: Sequence[tuple[int, int, str]]) -> tuple[str, float]:
    """The text without words that are no longer true, and the share of it that remains."""
    gone = [False] * len(text)
    for start, end, quote in untrue:
        if text[max(start, 0) : end] != quote or start < 0:
            start = text.find(quote)
            end = start + len(quote)
        if quote and start >= 0:
            gone[start:end] = [True] * (end - start)
    if not any(gone):
        return text, 1.0
    pieces: list[str] = []
    for place, character in enumerate(text):
        if not gone[place]:
            pieces.append(character)
        elif place == 0 or not gone[place - 1]:
            pieces.append(CUT)
    remaining = sum(1 for place, character in enumerate(text) if not gone[place] and character.isalnum())
    return "".join(pieces), remaining / max(1, sum(character.isalnum() for character in text))


def _item(unit: Found, row: Unit, memory: Memory | None, *, text: str, reason: str) -> RecallItem:
    """The unit as the caller sees it: `text` without what is no longer true, selected where no reason says why not."""
    said = from_us(row.said_us)
    if memory is not None and memory.valid_from is not None:
        said = memory.valid_from.start_utc
    conversation = (
        memory.evidence[0].conversation_id if memory is not None and memory.evidence else row.source
    )
    return RecallItem(
        kind=unit.kind,
        id=unit.id,
        text=text,
        score=round(unit.ranked.score, 4),
        selected=not reason,
        parts=unit.ranked.parts,
        why=_why(unit),
        time_utc=said,
        source=conversation,
        origin=row.origin,
        role=str(row.role),
        speaker=row.speaker,
        past=unit.is_past,
        memory=memory,
        title=row.title,
        page=row.page,
        heading=row.heading,
        sensitivity=row.sensitivity,
    )


def _why(unit: Found) -> tuple[str, ...]:
    """The parts that carried the unit, strongest first; stable words that the catalogue knows."""
    parts = unit.ranked.parts
    told = [name for name in _TELLING if parts.get(name, 0.0) >= _WHY_FROM]
    told.sort(key=lambda name: -parts[name])
    if PART in parts:
        told.append(PART)
    return (*told, "past") if unit.is_past else tuple(told)
