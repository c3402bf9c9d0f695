"""What the lists of memories show, and which of them: plain values and rules, no Qt, no vault."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from vault import fold
from vault.privacy import mask_for_list
from vault.records import UNIVERSAL, Memory, State

ALL = ""


@dataclass(frozen=True)
class Row:
    """One memory as a list shows it. Masking costs about a millisecond, so it is done once and only when wanted."""

    memory: Memory

    @property
    def id(self) -> str:
        return self.memory.id

    @cached_property
    def claim(self) -> str:
        """The claim on one line with identity numbers and the like as `***`."""
        return mask_for_list(" ".join(self.memory.claim.split()))

    @cached_property
    def quote(self) -> str:
        """The sentence the claim was taken from, masked the same way; empty where it was typed in."""
        said = [item.quote for item in self.memory.evidence if item.quote and item.kind != "manual"]
        return mask_for_list(" ".join(said[-1].split())) if said else ""

    @cached_property
    def haystack(self) -> str:
        """What the filter by words looks into, folded."""
        return fold.fold("\n".join((self.memory.claim, *self.memory.topics, *self.memory.entities)))

    def prepare(self, *, is_shown: bool) -> None:
        """Fold, and mask what is shown first, now and on the caller's thread."""
        _ = self.haystack
        if is_shown:
            _ = self.claim, self.quote


@dataclass(frozen=True, slots=True)
class Filters:
    """What of the memories is shown; an empty string stands for all. `order` are the ids of a search by meaning."""

    text: str = ""
    layer: str = ALL
    scope: str = ALL
    state: str = State.ACTIVE.value
    order: tuple[str, ...] | None = None


def visible(rows: Iterable[Row], filters: Filters) -> list[Row]:
    """The rows that pass, in the order of the search by meaning where there is one."""
    words = fold.fold(filters.text).split() if filters.order is None else []
    passed = [row for row in rows if _passes(row.memory, filters)]
    if words:
        passed = [row for row in passed if all(word in row.haystack for word in words)]
    if filters.order is None:
        return passed
    place = {memory_id: number for number, memory_id in enumerate(filters.order)}
    return sorted((row for row in passed if row.id in place), key=lambda row: place[row.id])


def _passes(memory: Memory, filters: Filters) -> bool:
    # The enumerations are strings, which compare faster than their values are looked up.
    return (
        (not filters.state or memory.state == filters.state)
        and (not filters.layer or memory.layer == filters.layer)
        and (not filters.scope or memory.scope == filters.scope)
    )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the view shows, read at one moment: what waits, the rest, and the scopes there are."""

    proposals: tuple[Row, ...] = ()
    memories: tuple[Row, ...] = ()
    scopes: tuple[str, ...] = field(default=(UNIVERSAL,))

    def find(self, memory_id: str) -> Row | None:
        return next((row for row in (*self.proposals, *self.memories) if row.id == memory_id), None)


def snapshot(memories: Sequence[Memory], known: dict[tuple[str, int], Row]) -> Snapshot:
    """Rows for memories, those of an unchanged version taken from `known`. The review queue begins with the oldest."""
    rows = [known.get((memory.id, memory.version)) or Row(memory) for memory in memories]
    waiting = [row for row in rows if row.memory.state is State.PROPOSED]
    waiting.sort(key=lambda row: (row.memory.recorded_utc, row.id))
    others = tuple(row for row in rows if row.memory.state is not State.PROPOSED)
    scopes = sorted({row.memory.scope for row in rows} - {UNIVERSAL})
    return Snapshot(tuple(waiting), others, (UNIVERSAL, *scopes))
