"""The numbers that `make package` prints: sizes, times, and how the frozen program starts and what it holds."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from installer.measuring import measure


class Numbers:
    """Collects lines and prints them as one table at the end."""

    def __init__(self) -> None:
        self._lines: list[tuple[str, str]] = []

    def add(self, name: str, value: str) -> None:
        self._lines.append((name, value))

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Adds how long the block took, and the processor time of this process and of those it ran to their end."""
        began, used = time.monotonic(), _processor_seconds()
        yield
        self.add(
            f"time to {name}",
            f"{time.monotonic() - began:.0f} s, {_processor_seconds() - used:.0f} s of processor time",
        )

    def measure(self, program: Path, folder: Path) -> None:
        """Adds the start and the memory of the frozen program."""
        for name, value in measure(program, folder):
            self.add(name, value)

    def print(self) -> None:
        width = max((len(name) for name, _ in self._lines), default=0)
        for name, value in self._lines:
            print(f"{name:{width}}  {value}")


def _processor_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
