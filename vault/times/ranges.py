"""From one day to another: "the 12th to the 19th of January", 一月十二号到十九号. What one end leaves out, the other tells.

Gives the ends of such a stretch as text offsets and days; the caller makes spans of them. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from vault.times.numerals import CHINESE_NUMBER, chinese_number

_N = CHINESE_NUMBER
_TO_EN = r"\s*(?:to|until|till|through|-|–)\s*(?:the )?"
# The day that stands before the "to" has no month of its own.
_DAY_BEFORE_EN = re.compile(
    rf"(?<![\d:./$£€-])\b(?P<d>\d{{1,2}})(?P<th>st|nd|rd|th)?{_TO_EN}$",
    re.IGNORECASE,
)
_BETWEEN_EN = re.compile(
    r"\bbetween (?:the )?(?P<d>\d{1,2})(?P<th>st|nd|rd|th)? and (?:the )?$", re.IGNORECASE
)
_DAY_AFTER_EN = re.compile(rf"{_TO_EN}(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:./%])", re.IGNORECASE)
_DAY_AFTER_ZH = re.compile(rf"\s*(?:到|至|[-–~～])\s*(?P<d>{_N})[号號日]")


@dataclass(frozen=True, slots=True)
class Missing:
    """The end of a stretch that names only its day: its characters and the day it falls on."""

    start_char: int
    end_char: int
    day: date
    is_first: bool


def missing_end(text: str, start_char: int, end_char: int, day: date) -> Iterator[Missing]:
    """The other end of the stretch that the date at these characters begins or ends; nothing where there is none."""
    after = _DAY_AFTER_ZH.match(text, end_char) or _DAY_AFTER_EN.match(text, end_char)
    if after and (number := chinese_number(after["d"])) and (last := _day_of(day, number, is_later=True)):
        yield Missing(after.start("d"), after.end(), last, False)
        return
    before = _DAY_BEFORE_EN.search(text[:start_char]) or _BETWEEN_EN.search(text[:start_char])
    if before and (first := _day_of(day, int(before["d"]), is_later=False)):
        yield Missing(before.start("d"), before.end("th") if before["th"] else before.end("d"), first, True)


def _day_of(day: date, number: int, *, is_later: bool) -> date | None:
    """The day of that number nearest to `day` on its later or earlier side; None where the month has no such day."""
    month, year = day.month, day.year
    if is_later and number <= day.day:
        month, year = (1, year + 1) if month == 12 else (month + 1, year)
    elif not is_later and number >= day.day:
        month, year = (12, year - 1) if month == 1 else (month - 1, year)
    try:
        return date(year, month, number)
    except ValueError:
        return None
