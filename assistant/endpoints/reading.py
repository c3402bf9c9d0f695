"""Reading chat completion replies and errors: from JSON objects to pieces of text, and from a status to a typed error.

The server's own words stay out of messages and logs (they may quote the request); an error carries them as
`server_text` for the transparency panel, which reads from the vault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from assistant.endpoints.protocol import Piece
from assistant.endpoints.thinking import ThinkingFilter
from assistant.endpoints.tool_deltas import ToolCallReader
from assistant.errors import (
    ContextTooLong,
    EndpointBroken,
    EndpointError,
    EndpointForbidden,
    EndpointLimited,
    EndpointPathMissing,
    EndpointRejected,
    EndpointStreamFailed,
    EndpointUnauthorized,
    EndpointUnreadable,
    ToolsRefused,
)
from assistant.sse import Done, Item

_THINKING_FIELDS = ("reasoning_content", "reasoning", "thinking")
_CONTEXT = re.compile(
    r"context.{0,20}(length|window|size)|maximum.{0,20}(context|tokens)|too many tokens|n_ctx|prompt is too long",
    re.I,
)


class ReplyReader:
    """Reads one reply; feed every object in order, then `finish`."""

    def __init__(self) -> None:
        self.is_done = False
        self._filter = ThinkingFilter()
        self._has_text = False
        self._thinking: list[str] = []
        self._calls = ToolCallReader()
        self._finish_reason = ""
        self._has_objects = False

    def item(self, item: Item) -> Iterator[Piece]:
        """Pieces of one object. Raises: EndpointStreamFailed for an error inside a good stream."""
        if isinstance(item, Done):
            self.is_done = True
            return
        error = item.get("error")
        if error:
            raise _stream_error(error)
        self._has_objects = True
        usage = item.get("usage")
        if isinstance(usage, Mapping):
            yield Piece(
                "usage", data={k: v for k, v in usage.items() if isinstance(k, str) and isinstance(v, int)}
            )
        choices = item.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            # Only the first alternative is shown; servers number it 0 or leave the number out.
            if isinstance(choice, Mapping) and choice.get("index") in (0, None):
                yield from self._choice(choice)

    def _choice(self, choice: Mapping[str, object]) -> Iterator[Piece]:
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self._finish_reason = reason
        part = choice.get("delta")
        if not isinstance(part, Mapping) or not part:
            part = choice.get("message")
        if not isinstance(part, Mapping):
            part = {"content": choice.get("text")}
        for name in _THINKING_FIELDS:
            thought = _text_of(part.get(name))
            if thought:
                self._thinking.append(thought)
                yield Piece("thinking", thought)
                break
        self._calls.feed(part)
        text = _text_of(part.get("content"))
        if text:
            yield from self._filtered(self._filter.feed(text))

    def _filtered(self, pieces: list[Piece]) -> Iterator[Piece]:
        for piece in pieces:
            if piece.kind == "text" and piece.text.strip():
                self._has_text = True
            if piece.kind == "reset":
                self._has_text = False
            yield piece

    def finish(self, *, dropped: int = 0) -> Iterator[Piece]:
        """What is left when the stream has ended. Raises: EndpointUnreadable when nothing in it was a completion."""
        yield from self._filtered(self._filter.flush())
        if not self._has_objects and not self.is_done:
            raise EndpointUnreadable
        calls = self._calls.calls()
        if not self._has_text and self._thinking and not calls:
            # Some servers put the whole answer into the reasoning field.
            yield Piece("text", "".join(self._thinking).strip())
        if self._finish_reason == "length":
            yield Piece("note", "note.cut_by_length")
        if self._finish_reason == "content_filter":
            yield Piece("note", "note.content_filter")
        if not self._finish_reason and not self.is_done:
            yield Piece("note", "note.end_not_marked")
        dropped += self._calls.dropped
        if dropped:
            yield Piece("note", "note.events_dropped", {"count": dropped})
        for call in calls:
            yield Piece("tool_call", call=call)


def _text_of(value: object) -> str:
    """Text of a content field: a string, or a list of typed parts; anything else is nothing."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        parts = [p.get("text") for p in value if isinstance(p, Mapping)]
        return "".join(p for p in parts if isinstance(p, str))
    return ""


def _stream_error(error: object) -> EndpointError:
    text = str(error.get("message", "")) if isinstance(error, Mapping) else str(error)
    found: EndpointError = ContextTooLong() if _CONTEXT.search(text) else EndpointStreamFailed()
    found.server_text = text[:2000]
    return found


def message_of(body: bytes) -> str:
    """The server's own words in an error body: the usual JSON places, else the text."""
    text = body.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except ValueError:
        return text[:2000]
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, Mapping):
        error = value.get("error", value)
        if isinstance(error, Mapping):
            parts = [str(error.get(k)) for k in ("message", "detail", "param", "code") if error.get(k)]
            return " ".join(parts)[:2000] or text[:2000]
        return str(error)[:2000]
    return text[:2000]


def error_for(
    status: int, headers: Mapping[str, str], text: str, parameters: frozenset[str]
) -> EndpointError:
    """The typed error of an HTTP status; for a 400 or 422 the first of our `parameters` that the server
    names is kept.
    """
    error = _typed(status, headers, text, parameters)
    error.server_text = text
    return error


def _typed(status: int, headers: Mapping[str, str], text: str, parameters: frozenset[str]) -> EndpointError:
    if status == 401:
        return EndpointUnauthorized(status=status)
    if status == 403:
        return EndpointForbidden(status=status)
    if status in (404, 405):
        return EndpointPathMissing(status=status)
    if status == 429:
        return EndpointLimited(status=status, retry_after_s=_retry_after_s(headers))
    if status >= 500:
        return EndpointBroken(status=status, retry_after_s=_retry_after_s(headers))
    if status == 413 or _CONTEXT.search(text):
        return ContextTooLong(status=status)
    # Longest first: "stream_options" also contains "stream".
    for name in sorted(parameters - {"model"}, key=len, reverse=True):
        if re.search(rf"(?<![A-Za-z_]){re.escape(name)}(?![A-Za-z_])", text):
            if name == "tools":
                return ToolsRefused(status=status, parameter=name)
            return EndpointRejected(status=status, parameter=name)
    return EndpointRejected(status=status)


def _retry_after_s(headers: Mapping[str, str]) -> float:
    """Seconds the server asks to wait; 0 where it names none. A date is not read: clocks differ."""
    try:
        return max(0.0, float(headers.get("retry-after", "0")))
    except ValueError:
        return 0.0
