"""One JSON object a line, as Ollama streams it: bytes in, objects out.

Tolerated: CRLF, blank lines, glued objects, an object over several lines, and a proxy that wraps lines as events. What
could not be read is counted in `dropped`.
"""

from __future__ import annotations

from assistant.json_stream import MAX_EVENT_BYTES, EventTooLarge, Item, LineObjects, Nesting, parse


class NdjsonReader(LineObjects):
    """One stream."""

    def __init__(self) -> None:
        super().__init__()
        self._held: list[str] = []  # an object that goes on over lines
        self._size = 0
        self._nesting = Nesting()

    def _line(self, line: str, items: list[Item]) -> None:
        text = line.strip()
        if not text or text.startswith((":", "event:", "id:", "retry:")):
            return
        if self._held:
            alone = parse(text)
            # A line that stands for itself: what was held before it was cut and never goes on.
            if not alone.dropped and any(_is_message(item) for item in alone.items):
                self._drop()
                items.extend(alone.items)
                return
        self._held.append(text)
        self._size += len(text)
        self._nesting.feed(text)
        if self._size > MAX_EVENT_BYTES:
            raise EventTooLarge
        if self._nesting.is_whole or not self._nesting.has_begun:
            self._dispatch(items)

    def _dispatch(self, items: list[Item]) -> None:
        if self._held:
            found = parse("\n".join(self._held))
            items.extend(found.items)
            self.dropped += found.dropped
        self._reset()

    def _drop(self) -> None:
        self.dropped += 1
        self._reset()

    def _reset(self) -> None:
        self._held.clear()
        self._size, self._nesting = 0, Nesting()


def _is_message(item: Item) -> bool:
    return isinstance(item, dict) and ("done" in item or "error" in item)
