"""Bare questions and suppositions are told from turns that state something."""

from __future__ import annotations

import pytest

from vault.asking import is_bare_question
from vault.recall.sayings import (
    ASKED,
    SUPPOSED,
    asks_for_help,
    asks_for_replies,
    is_supposition,
    marks,
)


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "what is my sister's name",
        "Hi! Can you tell me when the dentist is?",
        "我住在哪里？",
        "我的邮箱是多少",
        "你还记得我女儿几岁吗？",
    ],
)
def test_a_text_that_only_asks_is_a_bare_question(text: str) -> None:
    assert is_bare_question(text)
    assert marks(text) == (ASKED,)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Oslo. What about you?",
        "I'm going to Oslo in May, what should I pack?",
        "Can you help me, because my laptop broke yesterday?",
        "我对花生过敏，能吃这个吗？",
        "我同事在上海工作呢。",
        "Bart不知道给好朋友送什么礼物，很焦虑。",
        "The meeting is on Friday.",
    ],
)
def test_a_text_that_tells_something_is_no_bare_question(text: str) -> None:
    assert not is_bare_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "如果我搬到大理，可能会开一家书店。",
        "假如我有一百万，我就买辆房车。",
        "If I moved to Bath, I would open a shop.",
    ],
)
def test_a_text_that_only_supposes_is_a_supposition(text: str) -> None:
    assert is_supposition(text)
    assert SUPPOSED in marks(text)


@pytest.mark.parametrize(
    "text",
    [
        "我住在杭州。如果我搬到大理，可能会开一家书店。",
        "I moved to Bath and opened a shop.",
        "If it rains I take the bus.",
    ],
)
def test_a_text_that_states_something_is_no_supposition(text: str) -> None:
    assert not is_supposition(text)


@pytest.mark.parametrize(
    "question",
    [
        "What was the restaurant that you recommended?",
        "Which three steps did we agree on?",
        "In our previous conversation there was a recipe: which beer?",
        "Remind me of what you've told me about tides.",
        "你上次推荐的餐厅叫什么？",
        "我们之前聊过的那部电影是哪一部？",
    ],
)
def test_a_question_for_what_was_said_in_reply_is_told(question: str) -> None:
    assert asks_for_replies(question)


@pytest.mark.parametrize(
    "question",
    [
        "Can you recommend a restaurant?",
        "How many steps did I climb?",
        "What did I tell you in our last conversation?",
        "Where do I keep your spare key?",
        "你能推荐一家餐厅吗？",
        "我上次说的餐厅叫什么？",
    ],
)
def test_a_request_and_a_question_for_ones_own_words_ask_for_no_reply(question: str) -> None:
    assert not asks_for_replies(question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Can you help me plan the week?", True),
        ("How should I arrange the shelf?", True),
        ("Could you summarise where the project stands?", True),
        ("送什么礼物好，有什么建议？", True),
        ("Can you tell me when the dentist is?", False),
        ("How many books have I read?", False),
        ("我的护照什么时候到期？", False),
    ],
)
def test_a_wish_for_help_is_told_from_a_question_of_fact(question: str, expected: bool) -> None:
    assert asks_for_help(question) is expected
