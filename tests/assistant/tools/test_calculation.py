"""Arithmetic and dates, and what they refuse."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools import ToolFailed
from assistant.tools.arguments import read
from assistant.tools.calculation import calculate, moved, shown


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 2", "4"), ("17% * 3200", "544"), ("0.1 + 0.2", "0.3"), ("2^10", "1024"), ("1,250 * 3", "3750"),
        ("（3 ＋ 4）× 2", "14"), ("10 ÷ 4", "2.5"), ("sum(1, 2, 3)", "6"), ("max(100,200)", "200"),
        ("average(3,4)", "3.5"),
        ("7 % 4", "3"), ("-3 + 5", "2"), ("round(2.345, 2)", "2.34"), ("sqrt(16)", "4"), ("100 // 7", "14"),
    ],
)  # fmt: skip
def test_what_is_worked_out(expression: str, value: str) -> None:
    assert shown(calculate(expression)) == value


@pytest.mark.parametrize(
    "bad",
    ["", "import os", "__import__('os')", "().__class__", "1/0", "9**9**9**9", "x", "open('/etc/passwd')",
     "1+" * 500 + "1", "lambda: 1", "[1,2]", "'a'*9", "1 if 1 else 2", "(" * 300],
)  # fmt: skip
def test_what_is_no_arithmetic_is_refused(bad: str) -> None:
    with pytest.raises(ToolFailed):
        calculate(bad)


@given(st.text(max_size=60))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        value = calculate(text)
    except ToolFailed:
        return
    assert isinstance(value, Decimal)


def test_days() -> None:
    assert moved(date(2026, 1, 31), months=1) == date(2026, 2, 28)
    assert moved(date(2024, 2, 29), years=1) == date(2025, 2, 28)
    assert moved(date(2026, 3, 1), months=-14, days=1) == date(2025, 1, 2)
    with pytest.raises(ToolFailed):
        moved(date(2026, 1, 1), years=9000)


SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "count": {"type": "integer", "default": 5},
        "kind": {"type": "string", "enum": ["a", "b"]},
    },
    "required": ["text"],
}


def test_null_and_missing_arguments_take_their_defaults_and_others_are_dropped() -> None:
    assert read('{"text": "x", "count": null, "other": 1}', SCHEMA) == {"text": "x", "count": 5}
    assert read('{"text": 7, "count": "12", "kind": "a"}', SCHEMA) == {"text": "7", "count": 12, "kind": "a"}


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "[]",
        "{",
        '{"count": 1}',
        '{"text": "x", "count": "many"}',
        '{"text": "x", "kind": "c"}',
        '{"text": []}',
    ],
)
def test_wrong_arguments_are_refused(bad: str) -> None:
    with pytest.raises(ToolFailed):
        read(bad, SCHEMA)
