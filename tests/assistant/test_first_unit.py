"""Which of the best units an answer quotes first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from assistant.ask import Gathered
from assistant.confidence import recall_strength
from assistant.first_unit import best_first, told
from vault.recall.newest import PART
from vault.records import RecallItem, RecallResult

QUESTION = "What dance did Jon show?"
ASKING = "Wow! What dance did you show?"
TELLING = "I showed a contemporary dance."
_FIRST = datetime(2026, 3, 1, tzinfo=UTC)


def item(
    text: str, score: float, speaker: str = "Jon", *, days: int = 0, is_raised: bool = False
) -> RecallItem:
    parts = {PART: 0.2} if is_raised else {}
    when = _FIRST + timedelta(days=days)
    return RecallItem("turn", text, text, score, True, parts, (), when, "c_1", role="user", speaker=speaker)


def first(*items: RecallItem, question: str = QUESTION) -> str:
    rest = [item(f"else {place}", 1.0) for place in range(5)]
    return best_first(RecallResult(question, "known", 0.7, (*items, *rest)), question).items[0].text


def test_what_tells_stands_before_what_only_asks() -> None:
    assert first(item(ASKING, 5.0), item(TELLING, 4.5)) == TELLING
    assert first(item(ASKING, 5.0), item(TELLING, 3.0)) == ASKING
    assert first(item("I showed a slow dance.", 5.0), item(TELLING, 4.5)) == "I showed a slow dance."


def test_the_named_persons_words_stand_before_others() -> None:
    others, own = item("A fine dance that was.", 5.0, "Gina"), item("It was a tango.", 4.5, "Jon")
    assert first(others, own) == own.text
    assert first(others, own, question="What dance was it?") == others.text
    assert first(others, own, question="Did Gina and Jon dance?") == others.text


def test_an_older_statement_takes_the_place_of_no_newer_one() -> None:
    newer = item("My dance lesson is on Friday. Which day was it before?", 5.0, days=9)
    older = item("My dance lesson is on Monday.", 4.9)
    question = "Which day is my dance lesson?"
    assert first(newer, older, question=question) == newer.text
    raised = item(ASKING, 5.0, is_raised=True)
    assert first(raised, item(TELLING, 4.9)) == ASKING


def test_questions_are_left_out_of_what_is_told() -> None:
    assert told("It rains. Will it rain tomorrow?") == "It rains."
    assert told("下雨了。明天还下雨吗？") == "下雨了。"


def test_another_persons_words_are_never_sure() -> None:
    def strength(speaker: str) -> float:
        rest = [item(f"else {place}", 1.0) for place in range(5)]
        top = item("Jon did show the dance tango.", 9.0, speaker)
        known = item("hm", 1.0, "Jon")
        return recall_strength(RecallResult(QUESTION, "known", 0.9, (top, *rest, known)), QUESTION)

    assert strength("Jon") > 0.9
    assert strength("Gina") < 0.5


def test_a_remark_that_surely_calls_something_up_is_answered_with_it() -> None:
    said = "We danced the tango at the harbour."
    rest = [item(f"else {place}", 1.0) for place in range(5)]
    near = RecallResult(said, "uncertain", 0.5, (item("Jon danced the tango at the harbour.", 9.0), *rest))
    far = RecallResult(said, "uncertain", 0.5, (item("hm", 1.1), *rest))
    question: Any = SimpleNamespace(text=said)
    ask: Any = None

    def is_statement(recalled: RecallResult, path: list[str]) -> bool:
        return Gathered(ask, question, recalled=recalled, path=path).is_statement

    assert not is_statement(near, ["t_1"])
    assert is_statement(near, [])
    assert is_statement(far, ["t_1"])
