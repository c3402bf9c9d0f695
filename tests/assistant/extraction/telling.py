"""A turn that somebody says, and what is extracted from it, in the shortest form that a table can hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from assistant.extraction import Known, extract
from vault.records import Candidate, Quantity, Role, Turn

ZONE = "Asia/Shanghai"
# A Wednesday, ten in the morning in that zone.
SAID = datetime(2026, 5, 13, 2, 0, tzinfo=UTC)


def turn(text: str, *, role: Role = Role.USER, identity: str = "t_1", at: datetime = SAID) -> Turn:
    return Turn(identity, "c_1", 0, role, text, at, ZONE)


def told(text: str, *, previous: Sequence[Turn] = (), known: Known | None = None) -> list[Candidate]:
    """The candidates of one message; each one's quote is checked against the message."""
    message = turn(text)
    found = extract(message, previous=previous, known=known)
    for candidate in found:
        own = candidate.evidence[0]
        assert message.text[own.start : own.end] == own.quote, candidate
        assert own.quote.strip() == own.quote
        assert own.quote
    return found


def one(text: str, *, previous: Sequence[Turn] = (), known: Known | None = None) -> Candidate:
    found = told(text, previous=previous, known=known)
    assert len(found) == 1, [(c.attribute, c.claim) for c in found]
    return found[0]


def number(candidate: Candidate) -> tuple[float, float, str]:
    assert isinstance(candidate.value, Quantity)
    return candidate.value.low, candidate.value.high, candidate.value.unit
