"""Server-sent events as chat servers really send them: bytes in, JSON objects out.

Lines end at the byte `\\n` alone: text-based line splitting also cuts at U+2028, U+0085 and others that may
stand inside a JSON string. A line is decoded only when it is whole, so a character split over two chunks is
never torn. Tolerated: CRLF, comment lines (also wrapped as data), lost blank lines, glued objects, plain
JSON bodies and JSON lines. What could not be read is counted in `dropped`. Source: WHATWG HTML, section
9.2.6 "Interpreting an event stream".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

# A single event beyond this is no chat delta; reading on would only fill memory.
MAX_EVENT_BYTES = 16 * 1024 * 1024


class EventTooLarge(ValueError):
    """One event exceeds `MAX_EVENT_BYTES`."""


@dataclass(frozen=True, slots=True)
class Done:
    """The `[DONE]` mark."""


Item = Mapping[str, object] | Done


class SseReader:
    """Feeds on chunks of bytes in order; not thread-safe."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data = ""
        self._is_json_body: bool | None = None
        self.dropped = 0

    def feed(self, chunk: bytes) -> list[Item]:
        """The objects completed by this chunk. Raises: EventTooLarge."""
        self._rest += chunk
        if self._is_json_body is None:
            head = bytes(self._rest).lstrip(b"\xef\xbb\xbf \t\r\n")
            if not head:
                return []
            self._is_json_body = head[:1] in (b"{", b"[")
        if len(self._rest) + len(self._data) > MAX_EVENT_BYTES and self._rest.rfind(b"\n") < 0:
            raise EventTooLarge
        items: list[Item] = []
        while (end := self._rest.find(b"\n")) >= 0:
            line = bytes(self._rest[:end]).removesuffix(b"\r")
            del self._rest[: end + 1]
            self._line(line.decode("utf-8", "replace").removeprefix("\ufeff"), items)
        return items

    def close(self) -> list[Item]:
        """The objects still held back when the stream ends without a last newline or blank line."""
        items: list[Item] = []
        if self._rest:
            self._line(bytes(self._rest).removesuffix(b"\r").decode("utf-8", "replace"), items)
            self._rest.clear()
        self._dispatch(items)
        return items

    def _line(self, line: str, items: list[Item]) -> None:
        if self._is_json_body:
            # A server that ignores "stream": one document, maybe over many lines, or one object a line.
            self._data += line + "\n"
            if _is_whole(self._data):
                self._dispatch(items)
            return
        if not line:
            self._dispatch(items)
            return
        name, separator, value = line.partition(":")
        if name != "data" or not separator:
            return
        value = value.removeprefix(" ")
        # A lost blank line: the event before is already whole, so this line begins the next one.
        if self._data and (_is_whole(self._data) or value.strip() == "[DONE]"):
            self._dispatch(items)
        self._data += ("\n" if self._data else "") + value
        if len(self._data) > MAX_EVENT_BYTES:
            raise EventTooLarge

    def _dispatch(self, items: list[Item]) -> None:
        text, self._data = self._data.strip(), ""
        decoder = json.JSONDecoder(strict=False)
        while text:
            if text.startswith("[DONE]"):
                items.append(Done())
                text = text[len("[DONE]") :].lstrip()
                continue
            if text.startswith(":"):
                return
            if text.startswith("data:"):
                text = text[len("data:") :].lstrip()
                continue
            try:
                value, end = decoder.raw_decode(text)
            except ValueError:
                self.dropped += 1
                return
            text = text[end:].lstrip()
            if isinstance(value, dict):
                items.append(value)
            elif isinstance(value, list):
                items.extend(entry for entry in value if isinstance(entry, dict))
            else:
                self.dropped += 1


def _is_whole(text: str) -> bool:
    stripped = text.strip()
    if stripped[-1:] not in ("}", "]"):
        return False
    try:
        json.loads(stripped, strict=False)
    except ValueError:
        return False
    return True
