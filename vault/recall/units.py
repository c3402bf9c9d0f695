"""What the index knows of each unit beside its words and vectors, as columns by slot.

A unit is a memory, a turn or a passage of a document. A slot is its number in every array of the index; freed slots
are used again. Columns answer the filters and boosts of a query without reading the database; the text itself is never
in here. Not thread-safe: the index holds the lock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vault.records import UNIVERSAL, Layer, Role, Sensitivity, State

MEMORY = "memory"
TURN = "turn"
PASSAGE = "passage"
KINDS = (MEMORY, TURN, PASSAGE)
IN_A_ROW = (TURN, PASSAGE)  # they have neighbours: those before and after in their conversation or document
STATES = tuple(State)
LAYERS = tuple(Layer)
SENSITIVITIES = tuple(Sensitivity)
NEVER_US = np.iinfo(np.int64).max

_FAR = 4  # positions between two turns that are still neighbours: some are not indexed, or still streaming
_COLUMNS: dict[str, type[np.generic]] = {
    "alive": np.bool_,
    "kind": np.uint8,
    "scope": np.int32,
    "source": np.int32,
    "speaker": np.int32,
    "is_user": np.bool_,
    "position": np.int32,
    "said_us": np.int64,
    "state": np.uint8,
    "layer": np.uint8,
    "expires_us": np.int64,
    "pinned": np.bool_,
    "sensitivity": np.uint8,
    "weight": np.float32,
    "confidence": np.float32,
    "uses": np.int32,
    "before": np.int32,  # slot of the turn before it in its conversation, -1 for none
    "after": np.int32,
    "generation": np.int64,
}


class Unit(NamedTuple):
    """The row of one unit as the store reads it, some forty a question. Times are UTC microseconds."""

    kind: str
    id: str
    text: str
    source: str
    position: int
    scope: str
    said_us: int
    role: str = Role.USER
    speaker: str = ""
    zone: str = "UTC"
    origin: str = ""
    state: State = State.ACTIVE
    layer: Layer = Layer.FACT
    expires_us: int | None = None
    pinned: bool = False
    sensitivity: Sensitivity = Sensitivity.NORMAL
    weight: float = 1.0
    confidence: float = 1.0
    uses: int = 0
    names: tuple[str, ...] = ()
    superseded_by: str = ""
    extra: str = ""  # indexed beside the text: a memory's value and quotes, a document's title
    title: str = ""  # of a passage's document
    page: int = 0
    heading: str = ""


class TurnColumns(NamedTuple):
    """Rows of many turns by column, in order of conversation and position."""

    ids: tuple[str, ...]
    sources: tuple[str, ...]
    positions: tuple[int, ...]
    scopes: tuple[str, ...]
    speakers: tuple[str, ...]
    roles: tuple[str, ...]
    said_us: tuple[int, ...]


@dataclass(slots=True)
class _Interned:
    """Strings by small number, so that columns compare numbers."""

    values: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, value: str) -> int:
        known = self.numbers.get(value)
        if known is None:
            known = self.numbers[value] = len(self.values)
            self.values.append(value)
        return known

    def many(self, values: Iterable[str]) -> list[int]:
        """The numbers of many strings."""
        return [known if (known := self.numbers.get(v)) is not None else self.number(v) for v in values]


class Units:
    """Columns by slot. Attributes named in `_COLUMNS` are arrays of the current capacity; use `[: units.size]`."""

    alive: npt.NDArray[np.bool_]
    kind: npt.NDArray[np.uint8]
    scope: npt.NDArray[np.int32]
    source: npt.NDArray[np.int32]
    speaker: npt.NDArray[np.int32]
    is_user: npt.NDArray[np.bool_]
    position: npt.NDArray[np.int32]
    said_us: npt.NDArray[np.int64]
    state: npt.NDArray[np.uint8]
    layer: npt.NDArray[np.uint8]
    expires_us: npt.NDArray[np.int64]
    pinned: npt.NDArray[np.bool_]
    sensitivity: npt.NDArray[np.uint8]
    weight: npt.NDArray[np.float32]
    confidence: npt.NDArray[np.float32]
    uses: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    after: npt.NDArray[np.int32]
    generation: npt.NDArray[np.int64]

    def __init__(self, capacity: int = 1024) -> None:
        for name, dtype in _COLUMNS.items():
            setattr(self, name, np.zeros(capacity, dtype))
        self.before[:] = -1
        self.after[:] = -1
        self.passages = 0  # how many of the units are passages
        self.size = 0  # slots that were ever given out; every array is read up to here
        self.ids: list[str] = []
        self.digests: list[int] = []  # of the indexed text in this process; 0 where it is not known
        self.successors: dict[int, str] = {}  # id of the memory that superseded it
        self.scopes, self.sources, self.speakers = _Interned(), _Interned(), _Interned()
        self.scopes.number(UNIVERSAL)
        self._slots: dict[tuple[str, str], int] = {}
        self._by_place: dict[tuple[int, int], int] = {}
        self._free: list[int] = []
        self._generation = 0
        self._links: tuple[npt.NDArray[np.int32], ...] | None = None

    def __len__(self) -> int:
        return len(self._slots)

    def slot(self, kind: str, unit_id: str) -> int | None:
        """The slot of a unit, or None where it is not in the index."""
        return self._slots.get((kind, unit_id))

    def key(self, slot: int) -> tuple[str, str]:
        """Kind and id of a slot that is in use."""
        return KINDS[self.kind[slot]], self.ids[slot]

    def put(self, unit: Unit) -> int:
        """Add a unit or renew its columns; returns its slot."""
        slot = self._slots.get((unit.kind, unit.id))
        if slot is None:
            slot = self._new_slot()
            self._slots[unit.kind, unit.id] = slot
            self.ids[slot] = unit.id
            self.passages += unit.kind == PASSAGE
        self.alive[slot] = True
        self.kind[slot] = KINDS.index(unit.kind)
        self.scope[slot] = self.scopes.number(unit.scope)
        self.source[slot] = self.sources.number(unit.source)
        self.speaker[slot] = self.speakers.number(unit.speaker.casefold())
        self.is_user[slot] = unit.role == Role.USER
        self.position[slot] = unit.position
        self.said_us[slot] = unit.said_us
        self.state[slot] = STATES.index(unit.state)
        self.layer[slot] = LAYERS.index(unit.layer)
        self.expires_us[slot] = NEVER_US if unit.expires_us is None else unit.expires_us
        self.pinned[slot] = unit.pinned
        self.sensitivity[slot] = SENSITIVITIES.index(unit.sensitivity)
        self.weight[slot], self.confidence[slot], self.uses[slot] = unit.weight, unit.confidence, unit.uses
        if unit.superseded_by:
            self.successors[slot] = unit.superseded_by
        else:
            self.successors.pop(slot, None)
        if unit.kind in IN_A_ROW:
            self._link(slot)
        return slot

    def load_turns(self, turns: TurnColumns) -> None:
        """Add many turns to an empty table at once, as `put` would one by one."""
        count = len(turns.ids)
        if self.size or not count:
            raise ValueError("only an empty table is loaded, and with something")
        for name, dtype in _COLUMNS.items():
            fill = -1 if name in ("before", "after") else 0
            setattr(self, name, np.full(max(count, len(self.alive)), fill, dtype))
        self.size, self.ids, self.digests = count, list(turns.ids), [0] * count
        source = np.array(self.sources.many(turns.sources), np.int32)
        position = np.array(turns.positions, np.int32)
        self.alive[:count], self.kind[:count] = True, KINDS.index(TURN)
        self.source[:count], self.position[:count] = source, position
        self.scope[:count] = self.scopes.many(turns.scopes)
        self.speaker[:count] = self.speakers.many(speaker.casefold() for speaker in turns.speakers)
        self.is_user[:count] = [role == Role.USER for role in turns.roles]
        self.said_us[:count] = turns.said_us
        self.state[:count] = STATES.index(State.ACTIVE)
        self.layer[:count] = LAYERS.index(Layer.FACT)
        self.expires_us[:count] = NEVER_US
        self.sensitivity[:count] = SENSITIVITIES.index(Sensitivity.NORMAL)
        self.weight[:count], self.confidence[:count] = 1, 1
        slots = range(count)
        self._slots = {(TURN, unit_id): slot for slot, unit_id in zip(slots, turns.ids, strict=True)}
        self._by_place = dict(zip(zip(source.tolist(), turns.positions, strict=True), slots, strict=True))
        joined = np.flatnonzero((np.diff(source) == 0) & (np.diff(position) <= _FAR))
        self.after[joined], self.before[joined + 1] = joined + 1, joined

    def remove(self, slot: int) -> None:
        """Free a slot; its neighbours become neighbours of each other."""
        self._links = None
        kind, unit_id = self.key(slot)
        del self._slots[kind, unit_id]
        self.passages -= kind == PASSAGE
        self._by_place.pop((int(self.source[slot]), int(self.position[slot])), None)
        before, after = int(self.before[slot]), int(self.after[slot])
        if before >= 0:
            self.after[before] = after
        if after >= 0:
            self.before[after] = before
        self.before[slot] = self.after[slot] = -1
        self.alive[slot] = False
        self.ids[slot], self.digests[slot] = "", 0
        self.successors.pop(slot, None)
        self.touch(slot)
        self._free.append(slot)

    def touch(self, slot: int) -> None:
        """Note that what was computed for this slot until now must not be stored any more."""
        self._generation += 1
        self.generation[slot] = self._generation

    def columns(self) -> list[npt.NDArray[np.generic]]:
        """Every column, for measuring memory."""
        return [getattr(self, name) for name in _COLUMNS]

    def slots_of_source(self, source: str) -> list[int]:
        """Slots of every unit of one conversation or document."""
        number = self.sources.numbers.get(source)
        if number is None:
            return []
        return np.flatnonzero(self.alive[: self.size] & (self.source[: self.size] == number)).tolist()

    def around(self, slot: int) -> tuple[list[int], list[int]]:
        """Slots of up to two turns before it, oldest first, and of one after it."""
        before: list[int] = []
        at = int(self.before[slot])
        while at >= 0 and len(before) < 2:
            before.insert(0, at)
            at = int(self.before[at])
        after = int(self.after[slot])
        return before, [after] if after >= 0 else []

    def depends_on(self, slot: int) -> list[int]:
        """Slots whose context holds this turn's words: the one before it and the two after it."""
        found = [int(self.before[slot])]
        after = int(self.after[slot])
        found += [after, int(self.after[after]) if after >= 0 else -1]
        return [other for other in found if other >= 0]

    def is_reply(self) -> npt.NDArray[np.bool_]:
        """Which slots hold a turn of the assistant, who has no name as another person in an imported chat has."""
        nameless = self.speaker[: self.size] == self.speakers.number("")
        return np.asarray(
            (self.kind[: self.size] == KINDS.index(TURN)) & ~self.is_user[: self.size] & nameless
        )

    def context_links(self) -> tuple[npt.NDArray[np.int32], ...]:
        """For lexical scores: from a turn to the turns whose context it belongs to; the same tuple till one changes."""
        if self._links is None:
            after = self.after[: self.size]
            twice = np.where(after >= 0, after[after], -1).astype(np.int32)
            self._links = (after, twice, self.before[: self.size])
        return self._links

    def _new_slot(self) -> int:
        self._links = None
        if self._free:
            return self._free.pop()
        slot = self.size
        self.size += 1
        self.ids.append("")
        self.digests.append(0)
        if slot >= len(self.alive):
            for name, dtype in _COLUMNS.items():
                column = getattr(self, name)
                fill = -1 if name in ("before", "after") else 0
                setattr(self, name, np.concatenate((column, np.full(len(column), fill, dtype))))
        return slot

    def _link(self, slot: int) -> None:
        self._links = None
        source, position = int(self.source[slot]), int(self.position[slot])
        self._by_place[source, position] = slot
        before = self._nearest(source, position, -1)
        after = self._nearest(source, position, 1)
        self.before[slot] = before
        self.after[slot] = after
        if before >= 0:
            self.after[before] = slot
        if after >= 0:
            self.before[after] = slot

    def _nearest(self, source: int, position: int, step: int) -> int:
        """The next indexed turn in one direction; a few positions may be missing (not indexed, still streaming)."""
        for distance in range(1, _FAR + 1):
            found = self._by_place.get((source, position + step * distance))
            if found is not None:
                return found
        return -1


def named(values: Iterable[str]) -> tuple[str, ...]:
    """Names without blanks and repeats, in order."""
    return tuple(dict.fromkeys(value.strip() for value in values if value.strip()))
