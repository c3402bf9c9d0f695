"""Reading a question: several in one, long messages, and what is asked of a companion."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from vault.recall.query import Query, understand

_NOW = datetime(2026, 9, 20, tzinfo=UTC)


def read(text: str, *context: str) -> Query:
    return understand(text, context, _NOW, lambda plain: plain)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "我表哥今年多大了？另外，音乐光影之旅的规模是什么？",
            ["我表哥今年多大了？", "音乐光影之旅的规模是什么？"],
        ),
        (
            "What is my dentist's name? Where did Hanna move?",
            ["What is my dentist's name?", "Where did Hanna move?"],
        ),
        (
            "When did Hanna move and who helped her brother?",
            ["When did Hanna move", "who helped her brother?"],
        ),
    ],
)
def test_several_questions_in_one_are_read_each_by_itself(text: str, parts: list[str]) -> None:
    assert [one.text for one in read(text).each] == parts


@pytest.mark.parametrize(
    "text",
    [
        "Where does Hanna live? And when?",
        "Where do Hanna and Omar live?",
        "我住在哪里？",
        "I moved. Where to?",
    ],
)
def test_one_question_stays_one(text: str) -> None:
    assert read(text).each == ()


def test_a_long_text_that_tells_something_is_a_message_and_a_long_question_is_none() -> None:
    told = "The tent is booked and paid for, and the ferry leaves at seven in the morning on Friday from the old pier."
    assert read(f"{told} Send me what is still open.").is_message
    assert not read(f"Who said that {told[:-1].lower()}?").is_message


def test_only_a_question_for_something_to_remember_counts_as_one_in_a_conversation() -> None:
    assert read("我的邮箱是多少？", "我今天好累").is_question
    assert not read("我应该怎么办？", "我今天好累").is_question
    assert not read("I love sausage on it!", "What do you like on a pizza?").is_question


def test_a_question_stands_after_one_turn_two_and_so_on_to_four() -> None:
    read_after = read("and when?", "a", "b", "c", "d", "e")
    assert read_after.dialogue == (
        "e\nand when?",
        "d\ne\nand when?",
        "c\nd\ne\nand when?",
        "b\nc\nd\ne\nand when?",
    )
    assert read("and when?").dialogue == ()


def test_a_long_turn_before_a_question_counts_with_its_end() -> None:
    (after,) = read("Why?", "word " * 2000 + "the ferry is late").dialogue
    assert after.endswith("the ferry is late\nWhy?")
    assert len(after) < 700


@pytest.mark.parametrize(
    ("text", "is_remark"),
    [
        ("Haha, we always hide behind that tree.", True),
        ("Yes, we practised all day. How should I celebrate?", True),
        ("哈哈，我们老是藏在那棵树后面。", True),
        ("I am tired. What is her phone number?", False),
        ("她的电话是多少？", False),
        ("OK, thanks!", False),
    ],
)
def test_a_remark_asks_for_no_fact_and_stands_in_a_conversation(text: str, is_remark: bool) -> None:
    assert read(text, "We played in the park").is_remark is is_remark
    assert not read(text).is_remark
