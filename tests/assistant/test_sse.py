"""Event streams however they are cut, glued or wrapped give the same objects."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.sse import MAX_EVENT_BYTES, Done, EventTooLarge, Item, SseReader


def read(*chunks: bytes) -> list[Item]:
    reader = SseReader()
    items = [item for chunk in chunks for item in reader.feed(chunk)]
    return items + reader.close()


texts = st.text(st.characters(codec="utf-8"), max_size=30)


@given(st.lists(texts, min_size=1, max_size=5), st.integers(1, 7), st.sampled_from([b"\n", b"\r\n"]))
def test_any_text_survives_any_cut(values: list[str], size: int, newline: bytes) -> None:
    stream = b"".join(
        b"data: " + json.dumps({"v": value}, ensure_ascii=False).encode() + newline * 2 for value in values
    )
    chunks = [stream[i : i + size] for i in range(0, len(stream), size)]
    assert read(*chunks) == [{"v": value} for value in values]


@given(st.binary(max_size=200))
def test_no_bytes_make_the_reader_fail(junk: bytes) -> None:
    read(junk)


def test_an_object_over_several_data_lines_is_one() -> None:
    assert read(b'data: {"a":\ndata: 1}\n\n') == [{"a": 1}]


def test_done_may_come_without_a_blank_line() -> None:
    assert read(b'data: {"a": 1}\ndata: [DONE]\n') == [{"a": 1}, Done()]


def test_what_cannot_be_read_is_counted() -> None:
    reader = SseReader()
    assert list(reader.feed(b'data: {"a":\n\ndata: {"a": 2}\n\n')) == [{"a": 2}]
    assert reader.dropped == 1


def test_an_event_without_end_is_refused() -> None:
    reader = SseReader()
    assert list(reader.feed(b"data: ")) == []
    with pytest.raises(EventTooLarge):
        list(reader.feed(b"x" * (MAX_EVENT_BYTES + 1)))


def test_what_stood_before_an_event_without_end_is_given() -> None:
    reader, found = SseReader(), []
    with pytest.raises(EventTooLarge):
        found.extend(reader.feed(b'data: {"a": 1}\n\ndata: ' + b"x" * MAX_EVENT_BYTES + b"\n"))
    assert found == [{"a": 1}]
