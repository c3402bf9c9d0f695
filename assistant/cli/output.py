"""What a command prints: an object under `--json`, lines for people otherwise; errors on one line of standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TextIO


class Output:
    """Standard output and error of one command. `is_json` decides which of the two forms is printed."""

    def __init__(self, out: TextIO, err: TextIO, *, is_json: bool) -> None:
        self.out, self.err, self.is_json = out, err, is_json

    def result(self, data: Mapping[str, object], text: str) -> None:
        """Print one answer: `data` as one line of JSON, or `text`."""
        self.line(json.dumps(data, ensure_ascii=False) if self.is_json else text)

    def line(self, text: str) -> None:
        """A line on standard output."""
        self.out.write(text + "\n")
        self.out.flush()

    def note(self, text: str) -> None:
        """A line for people on standard error: progress, hints, warnings."""
        self.err.write(text + "\n")
        self.err.flush()

    def error(self, code: str, message: str, kept: str, next_step: str) -> None:
        """One line on standard error, and under `--json` the error object on standard output."""
        self.note(" ".join(f"keepsake: {message} {next_step}".split()))
        if self.is_json:
            found = {"error": code, "message": message, "kept": kept, "next": next_step}
            self.line(json.dumps(found, ensure_ascii=False))

    @property
    def is_terminal(self) -> bool:
        """Whether a person can be asked: standard input and standard error are both terminals."""
        return self.err is sys.stderr and sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
