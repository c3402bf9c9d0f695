"""The calendar that time phrases are resolved in: the user's local day, zone and tense, and intervals built from them.

Owns arithmetic on local dates and the turn into UTC; knows no language. Weeks begin on Monday. Follows the design page
"Memory core, Extraction": dates resolve against the message's time and zone, and nothing is dated by invention.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from vault.records import Precision

_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$")
_WEEK = 7
_QUARTER = 3
_DECEMBER = 12


def zone_of(name: str) -> tzinfo:
    """The zone of an IANA name or of an offset such as "+08:00"; UTC where the name is unknown."""
    offset = _OFFSET.match(name)
    if offset:
        sign = -1 if offset[1] == "-" else 1
        return timezone(sign * timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0)))
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


@dataclass(frozen=True, slots=True)
class Interval:
    """Local days [first, last) that a phrase stands for, and how exactly it was given."""

    first: date
    last: date
    precision: Precision


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `minute_of_day` is None where the phrase leaves morning or evening open."""

    minute_of_day: int | None


@dataclass(frozen=True, slots=True)
class Frame:
    """What phrases are resolved against: the local day, its zone, and whether the sentence looks back or ahead.

    `tense` is "past", "future" or empty; it decides only where the phrase itself names no year or week.
    """

    today: date
    zone: tzinfo
    tense: str = ""

    def day(self, when: date) -> Interval:
        return Interval(when, when + timedelta(days=1), Precision.DAY)

    def shifted(self, days: int) -> Interval:
        return self.day(self.today + timedelta(days=days))

    def week(self, offset: int) -> Interval:
        """A whole week; its precision is the month, for no day in it was named."""
        monday = self.today - timedelta(days=self.today.weekday()) + timedelta(days=_WEEK * offset)
        return Interval(monday, monday + timedelta(days=_WEEK), Precision.MONTH)

    def weekday_of_week(self, weekday: int, offset: int) -> Interval:
        return self.day(self.week(offset).first + timedelta(days=weekday))

    def weekend(self, offset: int) -> Interval:
        saturday = self.week(offset).first + timedelta(days=5)
        return Interval(saturday, saturday + timedelta(days=2), Precision.DAY)

    def weekday_near(self, weekday: int) -> Interval:
        """A weekday without a week: the last one when looking back, else the coming one (today included)."""
        ahead = (weekday - self.today.weekday()) % _WEEK
        if self.tense == "past":
            return self.shifted(ahead - _WEEK if ahead else 0)
        return self.shifted(ahead)

    def weekday_before(self, weekday: int) -> Interval:
        return self.shifted(-(((self.today.weekday() - weekday - 1) % _WEEK) + 1))

    def month(self, year: int, month: int) -> Interval | None:
        if not 1 <= month <= _DECEMBER:
            return None
        following = date(year + month // _DECEMBER, month % _DECEMBER + 1, 1)
        return Interval(date(year, month, 1), following, Precision.MONTH)

    def month_shifted(self, offset: int) -> Interval:
        index = self.today.year * _DECEMBER + self.today.month - 1 + offset
        found = self.month(index // _DECEMBER, index % _DECEMBER + 1)
        assert found is not None
        return found

    def month_near(self, month: int) -> Interval | None:
        """A month without a year: looking back the last one that began, ahead the next one not over, else the nearest."""
        years = [self.today.year - 1, self.today.year, self.today.year + 1]
        choices = [found for year in years if (found := self.month(year, month))]
        return self._near(choices)

    def date_near(self, month: int, day: int) -> Interval | None:
        """A day without a year, chosen like `month_near`."""
        years = [self.today.year - 1, self.today.year, self.today.year + 1]
        choices = [found for year in years if (found := self.of_date(year, month, day))]
        return self._near(choices)

    def _near(self, choices: list[Interval]) -> Interval | None:
        if not choices:
            return None
        if self.tense == "past":
            past = [one for one in choices if one.first <= self.today]
            return past[-1] if past else None
        if self.tense == "future":
            ahead = [one for one in choices if one.last > self.today]
            return ahead[0] if ahead else None
        return min(choices, key=lambda one: abs((one.first - self.today).days))

    def day_of_month(self, day: int) -> Interval | None:
        """A day of the month alone (15号, "the 15th"): of this month, or of the next one where that is over and the
        sentence looks ahead.
        """
        this_month = self.of_date(self.today.year, self.today.month, day)
        if this_month and self.tense != "past" and this_month.last <= self.today:
            month = self.month_shifted(1).first
            return self.of_date(month.year, month.month, day)
        if this_month and self.tense == "past" and this_month.first > self.today:
            month = self.month_shifted(-1).first
            return self.of_date(month.year, month.month, day)
        return this_month

    def of_date(self, year: int, month: int, day: int) -> Interval | None:
        try:
            return self.day(date(year, month, day))
        except ValueError:
            return None

    def year(self, year: int) -> Interval:
        return Interval(date(year, 1, 1), date(year + 1, 1, 1), Precision.YEAR)

    def season(self, season: int, year: int) -> Interval:
        """Three months from March, June, September or December; precision is the year, no month was named."""
        first = self.month(year, 3 + _QUARTER * season)
        assert first is not None
        last_index = year * _DECEMBER + 2 + _QUARTER * season + _QUARTER
        return Interval(
            first.first, date(last_index // _DECEMBER, last_index % _DECEMBER + 1, 1), Precision.YEAR
        )

    def season_near(self, season: int) -> Interval | None:
        return self._near([self.season(season, self.today.year + offset) for offset in (-1, 0, 1)])

    def season_before(self, season: int) -> Interval:
        """The last season of that kind that is over."""
        this_year = self.season(season, self.today.year)
        return this_year if this_year.last <= self.today else self.season(season, self.today.year - 1)

    def ago(self, count: int, unit: str) -> Interval | None:
        """`count` units away from today (negative: back). Months and years keep their own precision."""
        if unit == "day":
            return self.shifted(count) if abs(count) < 200_000 else None
        if unit == "week":
            return self.shifted(count * _WEEK) if abs(count) < 20_000 else None
        if unit == "month":
            return self.month_shifted(count) if abs(count) < 20_000 else None
        year = self.today.year + count
        return self.year(year) if 1 < year < 9000 else None

    def instant(self, day: date, minute_of_day: int = 0) -> datetime:
        """The UTC instant of a local wall time; on a day with a clock change the zone's own rule decides."""
        local = datetime(
            day.year, day.month, day.day, minute_of_day // 60, minute_of_day % 60, tzinfo=self.zone
        )
        return local.astimezone(UTC)
