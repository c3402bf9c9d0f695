"""The clock that every part of the core is handed: a callable giving the aware UTC time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The present instant, aware, in UTC."""
    return datetime.now(UTC)
