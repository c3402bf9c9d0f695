"""What a command prints: an object under `--json`, lines for people otherwise; errors on one line of standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TextIO

# Control characters but tab and line feed: text of a model or a file must not steer the terminal.
_CONTROL = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"}


def plain(text: str) -> str:
    """The text without characters that a terminal would obey."""
    return text.translate(_CONTROL)


class Output:
    """Standard output and error of one command. `is_json` decides which of the two forms is printed."""

    def __init__(self, out: TextIO, err: TextIO, *, is_json: bool) -> None:
        self.out, self.err, self.is_json = out, err, is_json
        self._is_counting = False

    def result(self, data: Mapping[str, object], text: str) -> None:
        """Print one answer: `data` as one line of JSON, or `text`."""
        self.line(json.dumps(data, ensure_ascii=False) if self.is_json else plain(text))

    def line(self, text: str) -> None:
        """A line on standard output."""
        self.out.write(text + "\n")
        self.out.flush()

    def note(self, text: str) -> None:
        """A line for people on standard error: progress, hints, warnings."""
        self.err.write(text + "\n")
        self.err.flush()

    def countdown(self, left_s: int, text: str) -> None:
        """One second of a wait: on a terminal the line is written over, elsewhere only the first is printed."""
        if self.is_terminal:
            self.err.write(f"\r{text}\x1b[K" if left_s else "\r\x1b[K")
            self.err.flush()
        elif left_s and not self._is_counting:
            self.note(text)
        self._is_counting = bool(left_s)

    def error(self, code: str, message: str, kept: str, next_step: str) -> None:
        """One line on standard error, and under `--json` the error object on standard output."""
        self.note(" ".join(f"keepsake: {message} {next_step}".split()))
        if self.is_json:
            found = {"error": code, "message": message, "kept": kept, "next": next_step}
            self.line(json.dumps(found, ensure_ascii=False))

    def frame(self, kind: str, text: str) -> None:
        """Print what another process printed for this one: `out`, `err`, or an `error` as the JSON of its object."""
        if kind == "error":
            found = json.loads(text)
            self.error(found["error"], found["message"], found["kept"], found["next"])
            return
        stream = self.out if kind == "out" else self.err
        stream.write(text)
        stream.flush()

    @property
    def is_terminal(self) -> bool:
        """Whether a person can be asked: standard input and standard error are both terminals."""
        return self.err is sys.stderr and sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
