"""The text of one reply, whatever protocol it came in: thinking folded away, characters whole, its end explained."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from assistant.endpoints.protocol import Piece
from assistant.endpoints.thinking import ThinkingFilter
from assistant.endpoints.tool_deltas import ToolCallReader
from assistant.errors import EndpointUnreadable

# A reply longer than this never ends: models write some ten thousand characters, and think some hundred thousand.
MAX_CHARACTERS = 400_000
_SURROGATES = re.compile("[\ud800-\udfff]")


class ReplyText:
    """Takes what a protocol reader found and gives pieces; `finish` once, at the end.

    `has_objects`, `is_done` and `reason` (stop, length, content_filter, or empty where the server gave none) are set by
    the reader.
    """

    def __init__(self) -> None:
        self.is_done = False
        self.has_objects = False
        self.reason = ""
        self._filter = ThinkingFilter()
        self._has_text = False
        self._thinking: list[str] = []
        self._calls = ToolCallReader()
        self._high = ""  # the first half of a character that was cut between two objects
        self._characters = 0

    def said(self, value: object) -> Iterator[Piece]:
        """Text of the answer: a string or a list of typed parts. Raises: EndpointUnreadable when it never ends."""
        text = self._counted(self._whole(text_of(value)))
        if text:
            yield from self._filtered(self._filter.feed(text))

    def thought(self, value: object) -> Iterator[Piece]:
        """Text of the model's thinking."""
        text = self._counted(_without_halves(text_of(value)))
        if text:
            self._thinking.append(text)
            yield Piece("thinking", text)

    def called(self, part: Mapping[str, object]) -> None:
        """Tool calls in a delta or message of the chat completions form."""
        self._calls.feed(part)

    def finish(self, *, dropped: int = 0) -> Iterator[Piece]:
        """What is left when the stream has ended. Raises: EndpointUnreadable when nothing in it was a reply."""
        if self._high:
            self._high = ""
            yield from self._filtered(self._filter.feed("\ufffd"))
        yield from self._filtered(self._filter.flush())
        if not self.has_objects and not self.is_done:
            raise EndpointUnreadable
        calls = self._calls.calls()
        if not self._has_text and self._thinking and not calls:
            # Some servers put the whole answer into the reasoning field.
            yield Piece("text", "".join(self._thinking).strip())
        yield from self._notes(dropped + self._calls.dropped)
        for call in calls:
            yield Piece("tool_call", call=call)

    def _notes(self, dropped: int) -> Iterator[Piece]:
        if self.reason == "length":
            yield Piece("note", "note.cut_by_length")
        if self.reason == "content_filter":
            yield Piece("note", "note.content_filter")
        if not self.reason and not self.is_done:
            yield Piece("note", "note.end_not_marked")
        if dropped:
            yield Piece("note", "note.events_dropped", {"count": dropped})

    def _whole(self, text: str) -> str:
        """Text without halves of characters: JSON may write one as two escapes and a server may cut between them."""
        text, self._high = self._high + text, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._high = text[:-1], text[-1]
        return _without_halves(text)

    def _counted(self, text: str) -> str:
        self._characters += len(text)
        if self._characters > MAX_CHARACTERS:
            raise EndpointUnreadable("The reply does not end.")
        return text

    def _filtered(self, pieces: list[Piece]) -> Iterator[Piece]:
        for piece in pieces:
            if piece.kind == "text" and piece.text.strip():
                self._has_text = True
            if piece.kind == "reset":
                self._has_text = False
            yield piece


class TextReply:
    """What the readers of all protocols share: the text they fill and its end."""

    def __init__(self) -> None:
        self._text = ReplyText()

    @property
    def is_done(self) -> bool:
        return self._text.is_done

    def finish(self, *, dropped: int = 0) -> Iterator[Piece]:
        """As `ReplyText.finish`."""
        return self._text.finish(dropped=dropped)


def text_of(value: object) -> str:
    """Text of a content field: a string, or a list of typed parts; anything else is nothing."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        parts = [p.get("text") for p in value if isinstance(p, Mapping)]
        return "".join(p for p in parts if isinstance(p, str))
    return ""


def counts_of(usage: object, names: Mapping[str, str] | None = None) -> dict[str, int]:
    """The whole numbers of a usage object, renamed to those of chat completions where `names` says so."""
    if not isinstance(usage, Mapping):
        return {}
    return {
        (names or {}).get(key, key): value
        for key, value in usage.items()
        if isinstance(key, str) and isinstance(value, int) and not isinstance(value, bool)
    }


def _without_halves(text: str) -> str:
    if _SURROGATES.search(text) is not None:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\x00", "")
