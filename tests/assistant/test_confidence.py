"""The badge's arithmetic and its rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.confidence import SURE_FROM, WEIGHTS, Badge, CitedUnit, badge, recall_strength, standing
from vault.records import RecallItem, RecallResult

OWN = CitedUnit(1.0, 1.0, False)


def of(units: list[CitedUnit], recall: float, supported: int | None = None, **rest: int | str) -> Badge:
    known = {"cited": len(units), "removed": 0, "own_word": "", **rest}
    return badge(
        units, supported=len(units) if supported is None else supported, cited=int(known["cited"]),
        removed=int(known["removed"]), recall_score=recall, own_word=str(known["own_word"]),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("earlier", "level"),
    [([], "high"), (["high"], "high"), (["high", "medium"], "medium"), (["none"], "low")],
)
def test_what_rests_on_an_earlier_reply_is_no_surer_than_that(earlier: list[str], level: str) -> None:
    found = badge([OWN], supported=1, cited=1, removed=0, recall_score=0.95, rests_on=earlier)
    assert found.level == level
    assert ("own_reply" in found.parts) == (level != "high")


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


QUESTION = "Where is the blue suitcase?"


def ranking(
    *scores: float, text: str = "The blue suitcase is in the cellar", **rest: str | float
) -> RecallResult:
    known = {"verdict": "known", "score": 0.7, **rest}
    items = [
        RecallItem(
            "turn", f"t_{place}", text if place == 0 else "else", score, place == 0, {}, (), None, "c_1"
        )
        for place, score in enumerate(scores)
    ]
    return RecallResult(QUESTION, str(known["verdict"]), float(known["score"]), tuple(items))


def test_a_first_unit_that_stands_out_and_holds_the_words_is_surer() -> None:
    alone = recall_strength(ranking(6, 3, 3, 3, 3, 3), QUESTION)
    assert alone > recall_strength(ranking(6, 5.5, 5.5, 5.5, 5.5, 5.5), QUESTION)
    assert alone > recall_strength(ranking(6, 3, 3, 3, 3, 3, text="It rains"), QUESTION)
    assert alone > recall_strength(ranking(6, 3, 3, 3, 3, 3, score=0.3), QUESTION)


def test_what_recall_does_not_know_is_never_sure() -> None:
    assert recall_strength(ranking(6, 1, 1, 1, 1, 1, verdict="unknown"), QUESTION) < SURE_FROM


def test_in_a_short_ranking_the_verdict_alone_counts() -> None:
    short = ranking(6, 1)
    assert standing(short, QUESTION) is None
    assert recall_strength(short, QUESTION) == short.verdict_score
    assert recall_strength(ranking(6, 1, verdict="uncertain", score=0.55), QUESTION) < SURE_FROM


def test_the_parts_of_a_standing_are_shares() -> None:
    found = standing(ranking(4, 3, 3, 3, 3, 3), QUESTION)
    assert found is not None
    assert found.lead == pytest.approx(0.25)
    assert found.words == 1.0


def test_a_first_unit_that_leads_in_meaning_and_words_is_surer() -> None:
    """The lead in each kind of signal is over the best other unit, and below nought where that one is ahead."""
    parts = {"own_meaning": 1.5, "context_meaning": 1.0, "own_words": 1.0, "context_words": 1.0}
    even = ranking(6, 5, 5, 5, 5, 5)
    ahead = replace(even, items=(replace(even.items[0], parts=parts), *even.items[1:]))
    second = replace(even.items[1], parts=dict.fromkeys(parts, 2.0))
    behind = replace(ahead, items=(ahead.items[0], second, *ahead.items[2:]))
    found, overtaken = standing(ahead, QUESTION), standing(behind, QUESTION)
    assert found is not None
    assert overtaken is not None
    assert (found.meaning_lead, found.words_lead) == (2.0, 2.0)
    assert overtaken.meaning_lead == pytest.approx(-0.25 - 0.5)
    assert overtaken.words_lead == pytest.approx(-1.0)
    chances = [recall_strength(result, QUESTION) for result in (ahead, even, behind)]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) == 3
