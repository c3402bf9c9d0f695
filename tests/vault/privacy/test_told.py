"""Secrets that a story tells without naming them."""

from __future__ import annotations

import pytest

from vault.privacy import PiiType, detect


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("We stood there until Ravi whispered walnut-badger-6 and the gate opened.", "walnut-badger-6"),
        ("To get into the greenhouse panel I just punch in fern-otter-12.", "fern-otter-12"),
        ("She told the guard the word, Maple7Lantern, and he let us in.", "Maple7Lantern"),
        ("老金对着铁门念了一句“三月雪88”，门就开了。", "三月雪88"),
        ("进机房的时候我都是敲“白鹭飞飞”。", "白鹭飞飞"),
        ("我输了 heron4471，保险柜就开了。", "heron4471"),
    ],
)
def test_what_was_given_and_opened_something_is_a_password(text: str, secret: str) -> None:
    found = [span for span in detect(text) if span.type is PiiType.PASSWORD]
    assert [text[span.start : span.end] for span in found] == [secret]


@pytest.mark.parametrize(
    "text",
    [
        "He opened the door and said 'good morning'.",
        "We got into room B-12 and used the chapter-4 slides.",
        "I typed up version-2 of the essay-plan-3 today.",
        "打开门，他说“你好”。",
        "进系统以后请看说明“常见问题”。",
        "Open the box and use screw M4-20.",
    ],
)
def test_a_greeting_and_a_label_are_none(text: str) -> None:
    assert not [span for span in detect(text) if span.type is PiiType.PASSWORD]


def test_a_number_beside_the_name_of_national_insurance_is_one_whatever_its_prefix() -> None:
    text = "My national insurance number is QQ 12 34 56 C."
    assert [text[s.start : s.end] for s in detect(text)] == ["QQ 12 34 56 C"]
    assert not detect("Order QQ 12 34 56 C from the catalogue.")
