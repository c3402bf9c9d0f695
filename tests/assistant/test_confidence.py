"""The badge's arithmetic and its rules."""

from __future__ import annotations

import pytest

from assistant.confidence import WEIGHTS, Badge, CitedUnit, badge

OWN = CitedUnit(1.0, 1.0, False)


def of(units: list[CitedUnit], recall: float, supported: int | None = None, **rest: int | str) -> Badge:
    known = {"cited": len(units), "removed": 0, "own_word": "", **rest}
    return badge(
        units, supported=len(units) if supported is None else supported, cited=int(known["cited"]),
        removed=int(known["removed"]), recall_score=recall, own_word=str(known["own_word"]),
    )  # fmt: skip


def test_the_score_is_the_documented_sum() -> None:
    found = of([CitedUnit(0.6, 0.5, True)], 0.8)
    assert found.parts["score"] == pytest.approx(
        sum(WEIGHTS[name] * found.parts[name] for name in WEIGHTS), abs=1e-3
    )


@pytest.mark.parametrize(
    ("found", "level"),
    [
        (of([OWN], 0.95), "high"),
        (of([OWN], 0.55), "medium"),
        (of([OWN], 0.2), "low"),
        (of([], 0.95), "none"),
        (of([OWN, OWN], 0.99, supported=1), "medium"),
        (of([OWN], 0.99, supported=0), "low"),
        (of([OWN], 0.99, removed=1), "medium"),
        (of([CitedUnit(0.2, 1.0, False)], 0.8), "medium"),
        (of([CitedUnit(1.0, 1.0, True)], 0.95), "medium"),
        (of([OWN], 0.99, own_word="low"), "low"),
        (of([OWN], 0.2, own_word="high"), "low"),
    ],
)
def test_levels(found: Badge, level: str) -> None:
    assert found.level == level
