"""What was updated comes in its newest form first; the past, other people and other things keep their places."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.vault.recall.conftest import Say
from vault.recall import Recall
from vault.records import Role

_START = datetime(2026, 3, 1, tzinfo=UTC)
_OLD = "I have worn my green hiking boots four times and like them"
_NEW = "I have now worn my green hiking boots six times, the last time in snow"
_QUESTION = "How many times have I worn my green hiking boots?"


def _first_two(recall: Recall, question: str, **more: object) -> list[str]:
    recall.index_now()
    return [item.id for item in recall.recall(question, **more).items[:2]]  # type: ignore[arg-type]


@pytest.fixture
def told(say: Say) -> tuple[str, str]:
    for number in range(12):
        say(f"The meeting about parking spaces was moved again, {number}", chat=f"c{number}", at=_START)
    old = say(_OLD, chat="a", at=_START)
    return old, say(_NEW, chat="b", at=_START + timedelta(days=20))


def test_the_newer_statement_comes_first_and_says_why(words: Recall, told: tuple[str, str]) -> None:
    assert _first_two(words, _QUESTION) == [told[1], told[0]]
    items = words.recall(_QUESTION).items
    assert items[0].score >= items[1].score
    assert "newer" in items[0].why


def test_a_question_about_the_past_keeps_the_older_one_first(words: Recall, told: tuple[str, str]) -> None:
    assert (
        _first_two(words, "How many times had I worn my green hiking boots before the update?")[0] == told[0]
    )


def test_what_somebody_else_said_updates_nothing(words: Recall, say: Say) -> None:
    mine = say(_OLD, chat="a", at=_START)
    say(_NEW, chat="b", at=_START + timedelta(days=20), role=Role.ASSISTANT)
    assert _first_two(words, _QUESTION)[0] == mine


def test_a_newer_turn_on_another_matter_stays_behind(words: Recall, say: Say) -> None:
    mine = say(_OLD, chat="a", at=_START)
    say("My green tent leaks", chat="b", at=_START + timedelta(days=20))
    assert _first_two(words, _QUESTION)[0] == mine


def test_a_later_question_is_no_statement(words: Recall, say: Say) -> None:
    say(_OLD, chat="a", at=_START)
    say(_QUESTION, chat="b", at=_START + timedelta(days=20))
    words.index_now()
    assert not any("newer" in item.why for item in words.recall(_QUESTION).items)
