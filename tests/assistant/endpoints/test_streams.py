"""Any bytes in any cuts: no failure but a typed one, the same text however it was cut, in linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings

from tests.assistant.endpoints.streams import DIALECTS, STREAMS, cut, faults, read


def text_of(pieces: list) -> str:  # type: ignore[type-arg]
    text = ""
    for piece in pieces:
        text = "" if piece.kind == "reset" else text + piece.text if piece.kind == "text" else text
    return text


@pytest.mark.parametrize("kind", DIALECTS)
@settings(max_examples=150, deadline=None)
@given(given_stream=STREAMS)
def test_any_stream_in_any_cut_gives_the_same(kind: str, given_stream: tuple[bytes, list[int]]) -> None:
    stream, lengths = given_stream
    make = DIALECTS[kind]
    in_cuts, error = read(make(), cut(stream, lengths))
    assert faults(in_cuts) == []
    at_once, other = read(make(), iter([stream] if stream else []))
    assert (text_of(in_cuts), error) == (text_of(at_once), other)


LONG = {
    "brackets that open": b"[" * 300_000,
    "brackets that open and close, a line each": b"data: []\n" * 30_000,
    "a document of many lines": b"{\n" + b'"a": {},\n' * 30_000,
    "quotation marks": b'data: {"a": "' + b'\\"' * 150_000,
    "blank lines": b"\n" * 300_000,
    "spaces before anything": b" " * 300_000,
    "lines of data that never close": b"data: }{\n" * 30_000,
    "objects glued": b"data: " + b"{}" * 150_000,
    "tags that open": b'data: {"choices":[{"delta":{"content":"' + b"<think>" * 40_000 + b'"}}]}\n\n',
    "a message a byte": b'{"message":{"content":"x"},"done":false}\n' * 8_000,
}


@pytest.mark.parametrize("kind", DIALECTS)
@pytest.mark.parametrize("name", LONG)
def test_time_grows_with_the_length_and_not_with_its_square(kind: str, name: str) -> None:
    stream = LONG[name]

    def seconds(length: int) -> float:
        started = time.process_time()
        read(DIALECTS[kind](), cut(stream[:length], [len(stream) // 200]))
        return time.process_time() - started

    short = min(seconds(len(stream) // 8) for _ in range(2))
    assert seconds(len(stream)) < 8 * 4 * max(short, 0.005)


def test_a_byte_a_packet_is_no_slower_than_its_count() -> None:
    stream = b"data: " + b"x" * 200_000
    started = time.process_time()
    read(DIALECTS["openai"](), cut(stream, [1]))
    assert time.process_time() - started < 4.0
