"""A newer value stands before the one that it replaces, even where the messages around them say much else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.vault.recall.conftest import Say
from vault.recall import Recall

_START = datetime(2026, 3, 1, tzinfo=UTC)
_PASTED = "\n".join(f"const limit{number} = {number * 7}; // unrelated code" for number in range(8))
_CASES = [
    (
        "The daily call quota of my weather key is 900 calls.",
        "I want to store my settings somewhere, since the daily call quota has now reached 1,200 calls, and the map"
        " needs a legend too, so please look at this:\n" + _PASTED,
        "What is the daily call quota of my weather key?",
    ),
    (
        "我的图书馆藏书一共有45本，图书馆藏书都贴了标签。",
        "今天想写一篇文章，不过先说一声，图书馆藏书现在增加到52本了，文章的主题还没有定下来，可能写电影。",
        "我的图书馆藏书有多少本？",
    ),
]


def _ranked(recall: Recall, question: str) -> list[str]:
    recall.index_now()
    return [item.id for item in recall.recall(question).items]


@pytest.fixture
def filled(words: Recall, say: Say) -> Recall:
    for number in range(12):
        say(f"The parking spaces were moved again, {number}", chat=f"c{number}", at=_START)
        say(f"停车位又换了地方，第{number}次", chat=f"d{number}", at=_START)
    return words


@pytest.mark.parametrize(("older", "newer", "question"), _CASES)
def test_the_newer_value_comes_first_with_the_score_of_its_place(
    filled: Recall, say: Say, older: str, newer: str, question: str
) -> None:
    old = say(older, chat="a", at=_START)
    new = say(newer, chat="b", at=_START + timedelta(days=20))
    assert _ranked(filled, question)[:2] == [new, old]
    items = filled.recall(question).items
    assert "newer" in items[0].why
    assert [item.score for item in items] == sorted((item.score for item in items), reverse=True)


@pytest.mark.parametrize(("older", "newer", "question"), _CASES)
def test_an_older_value_is_not_moved_before_a_newer_one(
    filled: Recall, say: Say, older: str, newer: str, question: str
) -> None:
    said_last = say(older, chat="a", at=_START + timedelta(days=20))
    say(newer, chat="b", at=_START)
    assert _ranked(filled, question)[0] == said_last


def test_what_happened_once_is_replaced_by_nothing(filled: Recall, say: Say) -> None:
    older, newer, _ = _CASES[0]
    old = say(older, chat="a", at=_START)
    say(newer, chat="b", at=_START + timedelta(days=20))
    assert _ranked(filled, "How many calls was the daily call quota of my weather key at first?")[0] == old


def test_another_value_without_a_word_of_change_replaces_nothing(filled: Recall, say: Say) -> None:
    old = say("The daily call quota of my weather key is 900 calls.", chat="a", at=_START)
    say(
        "A friend has 40 hens and asked what a call quota is, 3 calls perhaps, while we cooked soup and bread together",
        chat="b",
        at=_START + timedelta(days=20),
    )
    assert _ranked(filled, "What is the daily call quota of my weather key?")[0] == old
