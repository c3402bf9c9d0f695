"""Event streams nobody would write: any bytes, any cuts, and pieces of real protocols in any order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from hypothesis import strategies as st

from assistant.endpoints.anthropic import AnthropicDialect
from assistant.endpoints.dialect import Dialect
from assistant.endpoints.ollama import OllamaDialect
from assistant.endpoints.openai import OpenAIDialect
from assistant.endpoints.protocol import ChatRequest, Piece
from assistant.errors import EndpointError
from assistant.json_stream import EventTooLarge
from tests.assistant.endpoints.voices import ANTHROPIC, OLLAMA, OPENAI

DIALECTS: Mapping[str, Callable[[], Dialect]] = {
    "openai": OpenAIDialect,
    "anthropic": AnthropicDialect,
    "ollama": OllamaDialect,
}
REQUEST = ChatRequest((), "", "en")

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "delta", "message", "content", "text", "type", "error", "done", "usage", "index",
                 "thinking", "content_block", "tool_calls", "function", "name", "arguments", "stop_reason",
                 "finish_reason", "id"]
            ) | st.text(max_size=4),
            inner, max_size=4,
        )
    ),
    max_leaves=10,
)  # fmt: skip
_TYPES = st.sampled_from(
    [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "message_delta",
        "message_stop",
        "ping",
        "x",
    ]
)


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


_PARTS = (
    st.binary(max_size=40)
    | st.sampled_from(
        [b"data: ", b"data:", b"\n", b"\n\n", b"\r\n", b": x\n", b"[DONE]", b"event: error\n", b"{", b"}", b"[", b'"',
         b"\\", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xff", b"\x00", b"<think>", b"</think>", b"null"]
    )
    | _JSON.map(_line)
    | _JSON.map(lambda value: b"data: " + _line(value) + b"\n\n")
    | st.tuples(_TYPES, _JSON).map(lambda p: b"data: " + _line({"type": p[0], "delta": p[1], "message": p[1],
                                                                "content_block": p[1]}) + b"\n\n")
    | st.sampled_from(
        [voice.said("你") for voice in (OPENAI, ANTHROPIC, OLLAMA)]
        + [voice.end() for voice in (OPENAI, ANTHROPIC, OLLAMA)]
        + [voice.thought("h") for voice in (OPENAI, ANTHROPIC, OLLAMA)]
    )
)  # fmt: skip

# A stream with the lengths into which it is cut; a length that is used up begins again from the front.
STREAMS = st.tuples(
    st.lists(_PARTS, max_size=12).map(b"".join), st.lists(st.integers(1, 40), min_size=1, max_size=8)
)


def cut(stream: bytes, lengths: list[int]) -> Iterator[bytes]:
    """The stream in chunks of the given lengths, over and over."""
    position, number = 0, 0
    while position < len(stream):
        length = lengths[number % len(lengths)]
        yield stream[position : position + length]
        position, number = position + length, number + 1


def read(dialect: Dialect, chunks: Iterator[bytes]) -> tuple[list[Piece], str]:
    """What a reply gives, and the code of the error that ended it; empty where none did."""
    reader, objects = dialect.reply(REQUEST), dialect.objects()
    pieces: list[Piece] = []
    try:
        for chunk in chunks:
            for item in objects.feed(chunk):
                pieces.extend(reader.item(item))
                if reader.is_done:
                    break
            if reader.is_done:
                break
        for item in [] if reader.is_done else objects.close():
            pieces.extend(reader.item(item))
        pieces.extend(reader.finish(dropped=objects.dropped))
    except EndpointError as error:
        return pieces, error.code
    except EventTooLarge:
        return pieces, "too_large"
    return pieces, ""


def faults(pieces: list[Piece]) -> list[str]:
    """What may not be in a reply whatever came: text that is none, halves of characters, notes without words."""
    found = [f"{p.kind} is no text" for p in pieces if not isinstance(p.text, str)]
    for piece in pieces:
        try:
            piece.text.encode("utf-8")
        except UnicodeEncodeError:
            found.append("half a character")
        if "\x00" in piece.text:
            found.append("a null")
        if piece.kind == "usage" and not all(isinstance(value, int) for value in piece.data.values()):
            found.append("a count that is none")
        if piece.kind == "tool_call" and piece.call is None:
            found.append("no call")
    return found
