"""What lies ahead: appointments, trips and deadlines out of the memories, in the order in which they come. Pure.

A day is over at its end in the zone in which it was said; an instant when it comes. What was only dated to a month or a
year is no entry in a calendar. Follows the design page "Memory core, Life".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from vault import slots
from vault.records import Layer, Memory, Precision, State, TimePoint
from vault.times import zone_of

_EXACT = frozenset({Precision.DAY, Precision.MINUTE})
_DEADLINES = frozenset({"deadline", "task_deadline"})


@dataclass(frozen=True, slots=True)
class Upcoming:
    """One thing ahead. `at_utc` is its instant, or the beginning of its day; `ends_utc` when it is over or overdue."""

    memory: Memory
    at_utc: datetime
    ends_utc: datetime
    is_all_day: bool
    is_deadline: bool

    def local(self, zone: str) -> str:
        """When it is on the user's clock: 2026-03-12, or 2026-03-12 15:00. A whole day keeps the date that was said."""
        if self.is_all_day:
            said_in = self.memory.valid_from.zone if self.memory.valid_from is not None else self.memory.zone
            return f"{self.at_utc.astimezone(zone_of(said_in)):%Y-%m-%d}"
        return f"{self.at_utc.astimezone(zone_of(zone)):%Y-%m-%d %H:%M}"


def upcoming(memories: Sequence[Memory], at: datetime, horizon: timedelta) -> list[Upcoming]:
    """What of these is not over at `at` and begins, or falls due, within `horizon`; the next one first."""
    found = []
    for memory in memories:
        entry = _entry(memory)
        if entry is None or memory.state is not State.ACTIVE or memory.negated:
            continue
        if entry.ends_utc > at and entry.at_utc <= at + horizon:
            found.append(entry)
    return sorted(found, key=lambda entry: (entry.at_utc, entry.memory.id))


def end_of(point: TimePoint) -> datetime:
    """When a point of time is over: at once, or at the end of its day, which may have 23 or 25 hours."""
    if point.precision is Precision.MINUTE:
        return point.start_utc
    here = zone_of(point.zone)
    day = point.start_utc.astimezone(here).date() + timedelta(days=1)
    return datetime.combine(day, time(), here).astimezone(point.start_utc.tzinfo)


def _entry(memory: Memory) -> Upcoming | None:
    if memory.layer is not Layer.EVENT:
        return None
    is_deadline = slots.base_of(memory.attribute) in _DEADLINES
    point = memory.valid_from
    if point is not None and point.precision in _EXACT:
        is_all_day = point.precision is Precision.DAY
        return Upcoming(memory, point.start_utc, end_of(point), is_all_day, is_deadline)
    if point is None and memory.expires_utc is not None:
        # Only its end was said ("by Thursday"): it falls due on the day before the instant at which that is over.
        day = (memory.expires_utc - timedelta(microseconds=1)).astimezone(zone_of(memory.zone)).date()
        start = datetime.combine(day, time(), zone_of(memory.zone)).astimezone(memory.expires_utc.tzinfo)
        return Upcoming(memory, start, memory.expires_utc, True, is_deadline or memory.is_plan)
    return None
