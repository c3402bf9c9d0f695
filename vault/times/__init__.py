"""Time phrases in English and Chinese: found with character offsets, resolved against a moment, written out again.

A phrase gives an interval [start, end) in UTC and a precision; what was not said is not made up: a season has the
precision of its year, "at ten" without morning or evening that of its day, a repeating time ("on Mondays", 每周二) gives
nothing. Follows the design page "Memory core, Extraction". Pure functions, any thread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import ModuleType
from typing import TypeVar

from vault.records import Precision, TimePoint
from vault.times import chinese, english
from vault.times.frame import Clock, Frame, Interval, zone_of
from vault.times.ranges import missing_end

_T = TypeVar("_T")

__all__ = ["TimeSpan", "format_point", "parse", "tense_of", "zone_of"]

_CJK = re.compile(r"[\u3400-\u9fff]")
_UNTIL = (
    "until",
    "till",
    "up to",
    "before",
    "by",
    "by the",
    "through",
    "valid to",
    "valid through",
    "at the latest",
)
_UNTIL_ZH = (
    "直到",
    "到",
    "至",
    "截至",
    "截止",
    "截止到",
    "之前",
    "以前",
    "前",
    "为止",
    "到期",
    "最晚",
    "最迟",
)
_SINCE = (
    "since",
    "from",
    "after",
    "starting",
    "onwards",
    "onward",
    "从",
    "自",
    "自从",
    "之后",
    "以后",
    "起",
    "开始",
)
_ENGLISH_MONTHS = (
    "January February March April May June July August September October November December".split()
)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """One time phrase of a text: characters [start_char, end_char), instants [start_utc, end_utc).

    `relation` is at, until (including the interval), before (up to its start) or since; `tense` is past, present or
    future as seen from the moment it was resolved against; `is_dated` is false for a time of day without a day, which
    was put on the day of the message.
    """

    start_char: int
    end_char: int
    start_utc: datetime
    end_utc: datetime
    precision: Precision
    zone: str
    relation: str = "at"
    tense: str = "present"
    is_dated: bool = True

    @property
    def point(self) -> TimePoint:
        """The beginning of the interval at the precision that was given."""
        return TimePoint(self.start_utc, self.precision, self.zone)

    @property
    def deadline_utc(self) -> datetime:
        """When something that holds up to this phrase is over."""
        return self.start_utc if self.relation == "before" else self.end_utc


def tense_of(text: str, language: str) -> str:
    """Whether a sentence looks back ("past"), ahead ("future") or says neither (empty)."""
    module = _module(language)
    if module.FUTURE.search(text):
        return "future"
    return "past" if module.PAST.search(text) else ""


def parse(
    text: str, now: datetime, language: str = "", *, zone: str = "", tense: str | None = None
) -> list[TimeSpan]:
    """The time phrases of `text` in reading order, resolved against `now` (aware) in the user's zone.

    `language` is en, zh or empty (both are tried where Chinese characters occur); `zone` defaults to that of `now`;
    `tense` overrides what the sentence itself says about dates that name no year or week.
    """
    name = zone or str(getattr(now.tzinfo, "key", "") or now.strftime("%z") or "UTC")
    local = now.astimezone(zone_of(name) if zone else now.tzinfo)
    languages = [language] if language in ("en", "zh") else (["zh", "en"] if _CJK.search(text) else ["en"])
    if language == "zh" and re.search(r"[A-Za-z]{3}", text):
        languages.append("en")
    found: list[TimeSpan] = []
    for each in languages:
        guessed = tense_of(text, each) if tense is None else tense
        frame = Frame(local.date(), local.tzinfo or UTC, guessed)
        spans = _with_ranges(text, _spans(text, frame, each, name), frame)
        found += [span for span in spans if not any(_overlap(span, one) for one in found)]
    return sorted((_with_tense(span, now) for span in found), key=lambda span: span.start_char)


def format_point(point: TimePoint, language: str) -> str:
    """The local date of `point`, no finer than it was given: "8 September 2026", "2026年9月8日", "2026"."""
    local = point.start_utc.astimezone(zone_of(point.zone))
    month = _ENGLISH_MONTHS[local.month - 1]
    is_chinese = language == "zh"
    if point.precision is Precision.YEAR:
        return f"{local.year}年" if is_chinese else str(local.year)
    if point.precision is Precision.MONTH:
        return f"{local.year}年{local.month}月" if is_chinese else f"{month} {local.year}"
    day = f"{local.year}年{local.month}月{local.day}日" if is_chinese else f"{local.day} {month} {local.year}"
    if point.precision is Precision.DAY:
        return day
    return f"{day}{local:%H:%M}" if is_chinese else f"{day}, {local:%H:%M}"


def _module(language: str) -> ModuleType:
    return chinese if language == "zh" else english


def _overlap(first: TimeSpan, second: TimeSpan) -> bool:
    return first.start_char < second.end_char and second.start_char < first.end_char


def _spans(text: str, frame: Frame, language: str, zone: str) -> list[TimeSpan]:
    module = _module(language)
    dates = _longest(
        [
            (m, got)
            for pattern, handler in module.PHRASES
            for m in pattern.finditer(text)
            if (got := handler(m, frame))
        ]
    )
    taken = [(m.start(), m.end()) for m, _ in dates]
    clocks = _longest(
        [(m, got) for pattern in module.CLOCKS for m in pattern.finditer(text) if (got := module.clock(m))]
    )
    # 今晚八点 is both a day and a clock: the clock may overlap a date that it begins with, but never lie inside one.
    clocks = [(m, c) for m, c in clocks if not any(a <= m.start() and m.end() <= b for a, b in taken)]
    spans: list[TimeSpan] = []
    used: set[int] = set()
    for match, interval in dates:
        partner = _partner(text, match, clocks, module.JOIN, used)
        clock = clocks[partner] if partner is not None else None
        if partner is not None:
            used.add(partner)
        spans.append(_span(text, (match, interval), clock, frame=frame, module=module, zone=zone))
    for index, (match, clock_value) in enumerate(clocks):
        if index not in used:
            whole = (match, frame.shifted(0))
            spans.append(
                replace(
                    _span(text, whole, (match, clock_value), frame=frame, module=module, zone=zone),
                    is_dated=False,
                )
            )
    return spans


def _with_ranges(text: str, spans: list[TimeSpan], frame: Frame) -> list[TimeSpan]:
    """The spans with both ends of each stretch of days: what is since the first of them is until the second."""
    ends: list[TimeSpan] = []
    whole: list[TimeSpan] = []
    for span in spans:
        day = span.start_utc.astimezone(frame.zone).date()
        is_day = span.is_dated and span.precision is Precision.DAY
        for end in missing_end(text, span.start_char, span.end_char, day) if is_day else ():
            start, close = frame.instant(end.day), frame.instant(end.day + timedelta(days=1))
            relation = "since" if end.is_first else "until"
            ends.append(replace(span, start_char=end.start_char, end_char=end.end_char, start_utc=start,
                                end_utc=close, relation=relation))  # fmt: skip
            span = replace(span, relation="until" if end.is_first else "since")
        whole.append(span)
    # 到十九号 by itself was read as the 19th nearest to now.
    return [span for span in whole if not any(_overlap(span, end) for end in ends)] + ends


def _longest(matches: list[tuple[re.Match[str], _T]]) -> list[tuple[re.Match[str], _T]]:
    """Of overlapping matches the longest, in reading order."""
    kept: list[tuple[re.Match[str], _T]] = []
    for match, value in sorted(
        matches, key=lambda pair: (-(pair[0].end() - pair[0].start()), pair[0].start())
    ):
        if all(match.end() <= one.start() or one.end() <= match.start() for one, _ in kept):
            kept.append((match, value))
    return sorted(kept, key=lambda pair: pair[0].start())


def _partner(
    text: str,
    match: re.Match[str],
    clocks: list[tuple[re.Match[str], Clock]],
    join: re.Pattern[str],
    used: set[int],
) -> int | None:
    """Which clock belongs to a date: one that touches it, before or after."""
    for index, (clock, _) in enumerate(clocks):
        if index in used:
            continue
        if clock.start() <= match.end() < clock.end() and clock.start() >= match.start():
            return index
        gap = (
            text[match.end() : clock.start()]
            if clock.start() >= match.end()
            else text[clock.end() : match.start()]
        )
        if len(gap) <= 12 and join.match(gap):
            return index
    return None


def _span(
    text: str,
    date: tuple[re.Match[str], Interval],
    clock: tuple[re.Match[str], Clock] | None,
    *,
    frame: Frame,
    module: ModuleType,
    zone: str,
) -> TimeSpan:
    match, interval = date
    start_char = min(match.start(), clock[0].start()) if clock else match.start()
    end_char = max(match.end(), clock[0].end()) if clock else match.end()
    start, end, precision = frame.instant(interval.first), frame.instant(interval.last), interval.precision
    if clock and clock[1].minute_of_day is not None and precision is Precision.DAY:
        start = frame.instant(interval.first, clock[1].minute_of_day)
        end, precision = start + timedelta(minutes=1), Precision.MINUTE
    relation = _relation(text, start_char, end_char, module)
    return TimeSpan(start_char, end_char, start, end, precision, zone, relation)


def _relation(text: str, start: int, end: int, module: ModuleType) -> str:
    inside = re.match(r"(until|till|by|before|since|after|from)\b", text[start:end], re.IGNORECASE)
    before = inside or module.BEFORE.search(text[:start])
    after = module.AFTER.match(text[end:])
    words = [m.group("rel").lower() if "rel" in m.groupdict() else m[1].lower() for m in (before, after) if m]
    if "before" in words:
        return "before"
    if any(
        word in _UNTIL or word in _UNTIL_ZH or word.startswith(("截止", "到期", "有效期")) for word in words
    ):
        return "until"
    return "since" if any(word in _SINCE for word in words) else "at"


def _with_tense(span: TimeSpan, now: datetime) -> TimeSpan:
    if span.end_utc <= now:
        return replace(span, tense="past")
    return replace(span, tense="future" if span.start_utc > now else "present")
