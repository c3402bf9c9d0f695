"""What every stream of JSON objects needs: lines of bytes, where an object ends, and objects out of text, all in time
linear in what came and in bounded memory.

Lines end at the byte `\\n` alone: text-based line splitting also cuts at U+2028, U+0085 and others that may stand
inside a JSON string. A line is decoded only when it is whole, so a character split over two chunks is never torn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

# One object beyond this is no part of a chat; parsed, it takes up to thirty times its size in memory.
MAX_EVENT_BYTES = 4 * 1024 * 1024


class EventTooLarge(ValueError):
    """One object exceeds `MAX_EVENT_BYTES`."""


@dataclass(frozen=True, slots=True)
class Done:
    """The `[DONE]` mark."""


Item = Mapping[str, object] | Done


class Lines:
    """Chunks of bytes to whole lines without their ends."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._searched = 0  # no newline before this position

    def feed(self, chunk: bytes) -> Iterator[str]:
        """The lines completed by this chunk. Raises: EventTooLarge."""
        self._rest += chunk
        while (end := self._rest.find(b"\n", self._searched)) >= 0:
            line = bytes(self._rest[:end]).removesuffix(b"\r")
            del self._rest[: end + 1]
            self._searched = 0
            yield line.decode("utf-8", "replace").removeprefix("\ufeff")
        self._searched = len(self._rest)
        if self._searched > MAX_EVENT_BYTES:
            raise EventTooLarge

    def close(self) -> str:
        """What came after the last newline."""
        rest = bytes(self._rest).removesuffix(b"\r").decode("utf-8", "replace").removeprefix("\ufeff")
        self._rest.clear()
        self._searched = 0
        return rest


class LineObjects:
    """Lines to objects, the part that is the same however they are framed. Feeds on chunks of bytes in order; not
    thread-safe. `dropped` counts what could not be read.
    """

    def __init__(self) -> None:
        self._lines = Lines()
        self.dropped = 0

    def feed(self, chunk: bytes) -> Iterator[Item]:
        """The objects completed by this chunk, each as soon as it is whole; take all before the next chunk. Raises:
        EventTooLarge.
        """
        items: list[Item] = []
        for line in self._lines.feed(chunk):
            self._line(line, items)
            yield from items
            items.clear()

    def close(self) -> list[Item]:
        """The objects still held back when the stream ends without its last newline."""
        items: list[Item] = []
        rest = self._lines.close()
        if rest:
            self._line(rest, items)
        self._dispatch(items)
        return items

    def _line(self, line: str, items: list[Item]) -> None:
        raise NotImplementedError

    def _dispatch(self, items: list[Item]) -> None:
        raise NotImplementedError


_OUTSIDE = re.compile(r'["\[\]{}]')
_INSIDE = re.compile(r'\\|"')


class Nesting:
    """Follows the brackets and strings of a JSON text that comes in parts, each character once."""

    def __init__(self) -> None:
        self.has_begun = False
        self.is_in_string = False
        self._depth = 0

    @property
    def is_whole(self) -> bool:
        """Whether every bracket that was opened is closed, and there was one."""
        return self.has_begun and self._depth <= 0 and not self.is_in_string

    def feed(self, text: str) -> None:
        """Go on with the next part; a part never ends inside an escape, because lines do not."""
        position = 0
        while True:
            match = (_INSIDE if self.is_in_string else _OUTSIDE).search(text, position)
            if match is None:
                return
            mark, position = match.group(), match.end()
            if mark == "\\":
                position += 1
            elif mark == '"':
                self.is_in_string = not self.is_in_string
            else:
                self.has_begun = True
                self._depth += 1 if mark in "{[" else -1


@dataclass(frozen=True, slots=True)
class Parsed:
    """The objects in a text, in order, and how many stretches of it could not be read."""

    items: tuple[Item, ...]
    dropped: int


_DECODER = json.JSONDecoder(strict=False)
_SKIPPED = re.compile(r"(?:\s|data:)+")


def parse(text: str) -> Parsed:
    """Read glued objects, lists of objects and `[DONE]` marks; what follows a comment or a fault is left."""
    items: list[Item] = []
    position, dropped = 0, 0
    while True:
        skipped = _SKIPPED.match(text, position)
        position = skipped.end() if skipped is not None else position
        if position >= len(text) or text.startswith(":", position):
            return Parsed(tuple(items), dropped)
        if text.startswith("[DONE]", position):
            items.append(Done())
            position += len("[DONE]")
            continue
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            return Parsed(tuple(items), dropped + 1)
        entries = value if isinstance(value, list) else [value]
        items.extend(entry for entry in entries if isinstance(entry, dict))
        dropped += any(not isinstance(entry, dict) for entry in entries)
