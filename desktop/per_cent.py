"""Turns the progress of the core into whole per cent, told once each: a bar needs no more, and signals cost."""

from __future__ import annotations

from collections.abc import Callable


def per_cent(report: Callable[[object], None]) -> Callable[[str, int, int], None]:
    """What `vault` calls with (stage, done, of all); `report` gets the per cent of the stage at hand. Any thread."""
    last = -1

    def tell(_stage: str, done: int, total: int) -> None:
        nonlocal last
        now = 100 * done // max(total, 1)
        if now != last:
            last = now
            report(now)

    return tell
