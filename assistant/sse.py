"""Server-sent events as chat servers really send them: bytes in, JSON objects out.

Tolerated: CRLF, comment lines (also wrapped as data), lost blank lines, glued objects, plain JSON bodies and JSON
lines. What could not be read is counted in `dropped`. Source: WHATWG HTML, section 9.2.6 "Interpreting an event
stream".
"""

from __future__ import annotations

from assistant.json_stream import MAX_EVENT_BYTES, Done, EventTooLarge, Item, LineObjects, Nesting, parse

__all__ = ["MAX_EVENT_BYTES", "Done", "EventTooLarge", "Item", "SseReader"]


class SseReader(LineObjects):
    """One stream."""

    def __init__(self) -> None:
        super().__init__()
        self._data: list[str] = []
        self._size = 0
        self._nesting = Nesting()
        self._is_json_body: bool | None = None
        self._is_error = False

    def _line(self, line: str, items: list[Item]) -> None:
        if self._is_json_body is None and line.strip():
            self._is_json_body = line.lstrip()[0] in "{["
        if self._is_json_body:
            # A server that ignores "stream": one document, maybe over many lines, or one object a line.
            self._add(line)
            if self._nesting.is_whole:
                self._dispatch(items)
            return
        if not line:
            self._dispatch(items)
            self._is_error = False
            return
        name, separator, value = line.partition(":")
        if name == "event":
            self._is_error = value.strip() == "error"
        if name != "data" or not separator:
            return
        value = value.removeprefix(" ")
        if self._begins_anew(value):
            self._dispatch(items)
        self._add(value)

    def _begins_anew(self, value: str) -> bool:
        """Whether a blank line was lost before this line: what came is whole, is no JSON, or was cut in a string."""
        if not self._data:
            return False
        is_cut = self._nesting.is_in_string and value.lstrip()[:1] == "{"
        return is_cut or self._nesting.is_whole or not self._nesting.has_begun or value.strip() == "[DONE]"

    def _add(self, text: str) -> None:
        self._data.append(text)
        self._size += len(text) + 1
        self._nesting.feed(text)
        if self._size > MAX_EVENT_BYTES:
            raise EventTooLarge

    def _dispatch(self, items: list[Item]) -> None:
        text = "\n".join(self._data).strip()
        self._data.clear()
        self._size, self._nesting = 0, Nesting()
        if not text:
            return
        found = parse(text)
        if self._is_error and not found.items:
            items.append({"error": text})
            return
        items.extend(found.items)
        self.dropped += found.dropped
