"""The count of failed attempts, kept over restarts, and the delay it asks for; also when each slot was last used.

Counted before the key derivation, so ending the program does not skip it. It slows somebody at the keyboard; it cannot
stop somebody who copies the files: only the cost of the key derivation does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from vault.codec import Json, canonical_bytes, to_us
from vault.files import ATTEMPTS, write_atomic

# Seconds to wait before the attempt that follows so many failures; the last one holds for all further ones.
_DELAYS_S: Final = (0.0, 0.0, 0.0, 0.5, 1.0, 2.0, 3.5, 5.0)


@dataclass(frozen=True, slots=True)
class Attempts:
    """`failed` attempts since the last success, when the last one was, and the last use of each slot by its id."""

    failed: int = 0
    last_failed_us: int = 0
    last_used_us: Mapping[str, int] = field(default_factory=dict)

    def delay_s(self, now: datetime) -> float:
        """Seconds to wait before the next attempt, 0 to 5; a clock that was set back does not shorten it."""
        delay = _DELAYS_S[min(self.failed, len(_DELAYS_S) - 1)]
        passed = max(0.0, (to_us(now) - self.last_failed_us) / 1e6)
        return max(0.0, delay - passed)


def read_attempts(folder: Path) -> Attempts:
    """The stored count; a missing or damaged file counts as none, for it must never keep the owner out."""
    try:
        body: Any = json.loads((folder / ATTEMPTS).read_bytes())
        used = {str(slot): int(at) for slot, at in body["last_used_us"].items()}
        return Attempts(max(0, int(body["failed"])), int(body["last_failed_us"]), used)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Attempts()


def count_attempt(folder: Path, attempts: Attempts, now: datetime) -> Attempts:
    """Record an attempt as failed, before it is made."""
    counted = replace(attempts, failed=attempts.failed + 1, last_failed_us=to_us(now))
    _write(folder, counted)
    return counted


def clear_attempts(folder: Path, attempts: Attempts, slot_id: str, now: datetime) -> Attempts:
    """Record that `slot_id` opened the vault: the count starts anew."""
    cleared = Attempts(0, 0, {**attempts.last_used_us, slot_id: to_us(now)})
    _write(folder, cleared)
    return cleared


def _write(folder: Path, attempts: Attempts) -> None:
    body: dict[str, Json] = {
        "failed": attempts.failed,
        "last_failed_us": attempts.last_failed_us,
        "last_used_us": dict(attempts.last_used_us),
    }
    write_atomic(folder / ATTEMPTS, canonical_bytes(body))
