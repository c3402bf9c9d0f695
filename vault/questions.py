"""What the user is to be asked: where two sources differ, a value is hardly possible, or a proposal has been overtaken.

Questions are not stored: they follow from the memories as they stand, and end when one of these is approved, rejected,
corrected, archived or deleted. Follows the design page "Memory core, What wins" and "Write gate".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vault import slots
from vault.database import Connection
from vault.memory_rows import MemoryRows
from vault.records import Memory, State

if TYPE_CHECKING:
    from vault.vault import Vault

OBSERVATIONS_DIFFER: Final = "observations_differ"
IMPLAUSIBLE: Final = "implausible"
OUTWEIGHED: Final = "outweighed"
NEEDS_REVIEW: Final = "needs_review"
KINDS: Final = (OBSERVATIONS_DIFFER, IMPLAUSIBLE, NEEDS_REVIEW, OUTWEIGHED)


@dataclass(frozen=True, slots=True)
class Question:
    """`memory` is asked about; `against` are those in force that say otherwise, each with its own date and source."""

    kind: str
    memory: Memory
    against: tuple[Memory, ...] = ()

    @property
    def concerns(self) -> frozenset[str]:
        """The ids of the memories that the answer would settle."""
        return frozenset({self.memory.id, *(memory.id for memory in self.against)})


def open_questions(vault: Vault) -> list[Question]:
    """The open questions, contradictions first. Any thread."""
    rows = MemoryRows(vault)

    def read(conn: Connection) -> list[Question]:
        marks = ", ".join("?" * len(KINDS))
        asked = rows.select(conn, f"state IN ('proposed', 'active') AND reason IN ({marks})", KINDS)
        return [*_disputes(asked), *_proposals(conn, rows, asked)]

    return sorted(vault.db.read(read), key=lambda question: KINDS.index(question.kind))


def _disputes(asked: Sequence[Memory]) -> list[Question]:
    """What is in force side by side: the newer word against the older ones of its slot, each pair once."""
    found: list[Question] = []
    settled: set[str] = set()
    for memory in asked:  # the latest said comes first
        if memory.state is not State.ACTIVE or memory.reason != OBSERVATIONS_DIFFER or memory.id in settled:
            continue
        others = tuple(
            other
            for other in asked
            if other.state is State.ACTIVE and other.id != memory.id and _is_rival(memory, other)
        )
        settled |= {memory.id, *(other.id for other in others)}
        if others:
            found.append(Question(OBSERVATIONS_DIFFER, memory, others))
    return found


def _proposals(conn: Connection, rows: MemoryRows, asked: Sequence[Memory]) -> list[Question]:
    found: list[Question] = []
    for memory in asked:
        if memory.state is not State.PROPOSED:
            continue
        targets = [str(target) for target in rows.review_of(conn, memory.id).get("targets", ())]
        marks = ", ".join("?" * len(targets))
        against = rows.select(conn, f"state = 'active' AND id IN ({marks})", targets)
        if against or memory.reason == IMPLAUSIBLE:
            found.append(Question(memory.reason, memory, tuple(against)))
    return found


def _is_rival(first: Memory, second: Memory) -> bool:
    return (
        second.reason == OBSERVATIONS_DIFFER
        and (first.subject, first.scope) == (second.subject, second.scope)
        and slots.normalise(first.attribute) == slots.normalise(second.attribute)
        and first.value != second.value
    )
