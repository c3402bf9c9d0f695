"""Segments of a growing reply: text and code apart, finished ones never change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.chat.markdown import segments

_LINES = st.sampled_from(
    ["word", "", "```", "```python", "~~~", "- item", "| a | b |", "  indented", "```` "]
)


def test_text_and_code_are_told_apart() -> None:
    found = segments("before\n```python\nprint(1)\n```\nafter")
    assert [(part.kind, part.text, part.language) for part in found] == [
        ("text", "before", ""),
        ("code", "print(1)", "python"),
        ("text", "after", ""),
    ]


def test_an_unfinished_fence_is_open_code() -> None:
    last = segments("```js\nlet a = 1")[-1]
    assert (last.kind, last.language, last.is_closed) == ("code", "js", False)


def test_a_shorter_fence_inside_does_not_end_the_block() -> None:
    found = segments("````\n```\ninner\n```\n````")
    assert [part.text for part in found] == ["```\ninner\n```"]


def test_long_text_is_split_at_a_blank_line_but_not_inside_an_item() -> None:
    paragraph = "x" * 3000
    assert len(segments(f"{paragraph}\n\nmore")) == 2
    listed = "- " + "x" * 3000
    assert len(segments(f"{listed}\n\n  more")) == 1


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ([f"{n}. {'x' * 100}" for n in range(1, 40)], 4),
        ([f"- {'x' * 100}" for _ in range(40)], 4),
        ([f"- {'x' * 100}\n  1. inner" for _ in range(40)], 4),
        ([f"1. {'x' * 100}" for _ in range(40)], 1),  # numbered by Markdown: apart, each would begin at one
        (["- " + "x" * 3000, *(f"  - {'x' * 100}" for _ in range(20))], 1),
        (["in the year " + "x" * 3000, "1999. It was"], 1),
    ],
)
def test_a_long_list_is_split_between_its_items(lines: list[str], count: int) -> None:
    found = segments("\n".join(lines))
    assert len(found) == count
    assert "\n".join(part.text for part in found) == "\n".join(lines)


@given(st.lists(_LINES, max_size=30), st.lists(_LINES, max_size=10))
def test_appending_lines_keeps_all_but_the_last_segment(head: list[str], tail: list[str]) -> None:
    before = segments("\n".join(head))
    after = segments("\n".join(head + tail))
    for old, new in zip(before[:-1], after, strict=False):
        assert (old.kind, old.text) == (new.kind, new.text)


@given(st.lists(_LINES, max_size=40))
def test_parsing_again_from_the_last_segment_gives_it_again(lines: list[str]) -> None:
    text = "\n".join(lines)
    whole = segments(text)
    if whole:
        (again,) = segments(text[whole[-1].start :])
        assert (again.kind, again.text, again.language, again.is_closed) == (
            whole[-1].kind,
            whole[-1].text,
            whole[-1].language,
            whole[-1].is_closed,
        )
