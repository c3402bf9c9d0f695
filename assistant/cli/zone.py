"""The system's time zone by its IANA name, without Qt: from TZ, the link at /etc/localtime, or /etc/timezone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_FOLDER = "zoneinfo/"


def system_zone() -> str:
    """The IANA name of the system's zone; UTC where it has none that Python knows."""
    for name in _named():
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
        return name
    return "UTC"


def _named() -> Iterator[str]:
    yield os.environ.get("TZ", "").removeprefix(":")
    try:
        target = Path("/etc/localtime").resolve().as_posix()
        if _FOLDER in target:
            yield target.rpartition(_FOLDER)[2]
        yield Path("/etc/timezone").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return
