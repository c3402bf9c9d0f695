"""How far long work has come, and whether it is to stop: handed down to whoever does a part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

# (stage, done, of all), in pages, bytes or rows; the stages are stable words.
Progress = Callable[[str, int, int], None]
Cancelled = Callable[[], bool]


class Stopped(Exception):
    """The caller asked to stop. Caught where the work was begun, which then leaves nothing behind."""


class Teller:
    """Passes progress on and ends the work where the caller asks for it. Any thread."""

    def __init__(self, progress: Progress | None = None, cancelled: Cancelled | None = None) -> None:
        self._progress, self._cancelled = progress, cancelled

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Raises Stopped where the caller asked for it."""
        self.look()
        if self._progress is not None:
            self._progress(stage, done, total)

    def look(self) -> None:
        """Raises Stopped where the caller asked for it."""
        if self._cancelled is not None and self._cancelled():
            raise Stopped

    def through(self, stage: str, parts: Iterator[bytes], total: int) -> Iterator[bytes]:
        """The same parts, told of as they pass."""
        done = 0
        for part in parts:
            yield part
            done += len(part)
            self(stage, done, total)
