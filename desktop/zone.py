"""The user's time zone, as Qt knows it on every system."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from PySide6.QtCore import QTimeZone


def system_zone() -> str:
    """The IANA name of the system's zone; UTC where it has none that Python knows."""
    name = bytes(QTimeZone.systemTimeZoneId().data()).decode("ascii", "replace")
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC"
    return name
