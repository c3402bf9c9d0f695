"""Which attribute a question asks for, and what is a question at all."""

from __future__ import annotations

import pytest

from assistant.asked import asked_attributes, is_question


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("What's my name?", "name"), ("我叫什么名字？", "name"), ("我的名字是什么", "name"),
        ("What is my work email?", "email"), ("我的邮箱是多少？", "email"), ("my mail address?", "email"),
        ("我手机号多少", "phone"), ("What's my phone number again?", "phone"),
        ("When is my birthday?", "birthday"), ("我的生日是哪天", "birthday"),
        ("Where do I live?", "home"), ("我住在哪里？", "city"),
        ("Who do I work for?", "employer"), ("我在哪家公司上班？", "employer"),
        ("What am I allergic to?", "allergy"), ("我对什么过敏？", "allergy"),
        ("How much do I earn?", "income"), ("What's my salary?", "income"), ("我一个月挣多少？", "income"),
        ("我工资多少", "income"), ("我挣多少钱？", "income"), ("这双鞋多少钱？", "price"),
        ("预算是多少？", "budget"), ("How big is our budget for the wedding?", "budget"),
    ],
)  # fmt: skip
def test_the_attribute_is_read_from_the_question(question: str, attribute: str) -> None:
    assert attribute in asked_attributes(question)


@pytest.mark.parametrize(
    "question",
    [
        "What's my sister's name?",
        "我妹妹叫什么名字？",
        "What is Tom's email?",
        "Tell me about trains",
        "今天天气怎么样？",
        "How much does he earn?",
        "他一个月挣多少钱？",
        "What do I make of this?",
    ],
)
def test_somebody_elses_attribute_is_not_the_users(question: str) -> None:
    assert set(asked_attributes(question)) & {"name", "email", "phone", "income"} == set()


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "我住哪里",
        "帮我想三个点子。",
        "recommend me something to learn",
        "What now? 我是谁？",
    ],
)
def test_what_asks_or_orders_is_a_question(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize("text", ["I live in Oslo.", "我叫李明，邮箱 li@example.com", "预算最多 30 万"])
def test_a_statement_is_no_question(text: str) -> None:
    assert not is_question(text)


def test_a_question_behind_a_statement_is_one() -> None:
    assert is_question("I live in Oslo. What about you?")
