"""English time phrases: what each stands for in a `Frame`. Repeating times ("on Mondays", "every June") stand for none."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from vault.records import Precision
from vault.times.frame import Clock, Frame, Interval
from vault.times.numerals import ENGLISH_NUMBER, english_number

_MONTH_WORDS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?"
)
_MONTHS = {
    word: index + 1 for index, word in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split())
}
_DAYS = {word: index for index, word in enumerate("mon tue wed thu fri sat sun".split())}
_DAY_WORDS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thurs?|thu|fri|sat"
_FULL_DAY_WORDS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_ORDINAL = r"(?:st|nd|rd|th)?"
_LEAD = r"(?:in|since|until|till|by|before|after|during|early|late|mid|from|last|next|this|of|back in)"

Handler = Callable[[re.Match[str], Frame], Interval | None]


def _month(word: str) -> int:
    return _MONTHS[word[:3].lower()]


def _weekday(word: str) -> int:
    return _DAYS[word[:3].lower()]


def _numeric(match: re.Match[str], frame: Frame) -> Interval | None:
    return frame.of_date(int(match["y"]), int(match["m"]), int(match["d"]))


def _slashed(match: re.Match[str], frame: Frame) -> Interval | None:
    """Month first, as in 3/14; day first where only that can be."""
    first, second = int(match["a"]), int(match["b"])
    month, day = (second, first) if first > 12 else (first, second)
    return frame.of_date(int(match["y"]), month, day) if match["y"] else frame.date_near(month, day)


def _named_date(match: re.Match[str], frame: Frame) -> Interval | None:
    month, day = _month(match["mon"]), int(match["d"])
    return frame.of_date(int(match["y"]), month, day) if match["y"] else frame.date_near(month, day)


def _month_year(match: re.Match[str], frame: Frame) -> Interval | None:
    return frame.month(int(match["y"]), _month(match["mon"]))


def _bare_month(match: re.Match[str], frame: Frame) -> Interval | None:
    lead, month = match["lead"].lower(), _month(match["mon"])
    if lead == "last":
        return frame.month(frame.today.year - (1 if month >= frame.today.month else 0), month)
    if lead == "next":
        return frame.month(frame.today.year + (1 if month <= frame.today.month else 0), month)
    return frame.month(frame.today.year, month) if lead == "this" else frame.month_near(month)


def _relative_day(match: re.Match[str], frame: Frame) -> Interval | None:
    word = re.sub(r"\s+", " ", match[0].lower())
    if "day after tomorrow" in word:
        return frame.shifted(2)
    if "day before yesterday" in word:
        return frame.shifted(-2)
    if "tomorrow" in word:
        return frame.shifted(1)
    return frame.shifted(-1 if "yesterday" in word or "last night" in word else 0)


def _counted(match: re.Match[str], frame: Frame) -> Interval | None:
    count = english_number(match["n"]) if match["n"] else 1
    if count is None:
        return None
    back = "ago" in match[0].lower() or "earlier" in match[0].lower()
    return frame.ago(-count if back else count, match["unit"].lower())


def _whole(match: re.Match[str], frame: Frame) -> Interval | None:
    which, unit = match["which"].lower(), match["unit"].lower()
    offset = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1}[which]
    if unit == "week":
        return frame.week(offset)
    if unit == "weekend":
        return frame.weekend(offset)
    return frame.month_shifted(offset) if unit == "month" else frame.year(frame.today.year + offset)


def _day_of_month(match: re.Match[str], frame: Frame) -> Interval | None:
    month = frame.month_shifted({"last": -1, "this": 0, "next": 1}[match["which"].lower()]).first
    return frame.of_date(month.year, month.month, int(match["d"]))


def _weekday_phrase(match: re.Match[str], frame: Frame) -> Interval | None:
    which, weekday = (match["which"] or "").lower(), _weekday(match["day"])
    if which in ("last", "past"):
        return frame.weekday_before(weekday)
    if which == "next":
        return frame.weekday_of_week(weekday, 1)
    return frame.weekday_of_week(weekday, 0) if which == "this" else frame.weekday_near(weekday)


def _season(match: re.Match[str], frame: Frame) -> Interval | None:
    season, lead = _SEASONS[match["season"].lower()], (match["lead"] or "").lower()
    if match["y"]:
        return frame.season(season, int(match["y"]))
    if lead == "last":
        return frame.season_before(season)
    if lead == "next":
        found = frame.season(season, frame.today.year)
        return found if found.first > frame.today else frame.season(season, frame.today.year + 1)
    return frame.season(season, frame.today.year) if lead == "this" else frame.season_near(season)


def _end_of(match: re.Match[str], frame: Frame) -> Interval | None:
    unit = (match["unit"] or match["short"]).lower()
    offset = 1 if (match["which"] or "").lower() == "next" else 0
    if unit == "week":
        week = frame.week(offset)
        return Interval(week.last - timedelta(days=3), week.last, Precision.MONTH)
    if unit == "month":
        month = frame.month_shifted(offset)
        return Interval(month.last - timedelta(days=5), month.last, Precision.MONTH)
    year = frame.year(frame.today.year + offset)
    return Interval(year.last - timedelta(days=31), year.last, Precision.YEAR)


def _in_year(match: re.Match[str], frame: Frame) -> Interval | None:
    return frame.year(int(match["y"]))


def _near_day(match: re.Match[str], frame: Frame) -> Interval | None:
    return frame.day_of_month(int(match["d"]))


_DAY_LEAD = "|".join(rf"(?<=\b{word} )" for word in "on by is to until till from since before after".split())
_Y = r"(?P<y>(?:19|20|21)\d{2})"
_N = rf"(?P<n>{ENGLISH_NUMBER}|an?)"
PHRASES: tuple[tuple[re.Pattern[str], Handler], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), handler)
    for pattern, handler in (
        (rf"(?<![\w-]){_Y}[-/.](?P<m>\d{{1,2}})[-/.](?P<d>\d{{1,2}})(?![\w-]*\d)", _numeric),
        (r"(?<![\w/.$])(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y>(?:19|20|21)\d{2})(?![\w/])", _slashed),
        (r"(?:\bon |\bby )(?P<a>\d{1,2})/(?P<b>\d{1,2})(?P<y>)(?![\w/%])", _slashed),
        (r"(?:\buntil |\bbefore )(?P<a>\d{1,2})/(?P<b>\d{1,2})(?P<y>)(?![\w/%])", _slashed),
        (
            rf"\b(?P<mon>{_MONTH_WORDS})\.? (?:the )?(?P<d>\d{{1,2}}){_ORDINAL}(?:,? {_Y})?(?![\w:])",
            _named_date,
        ),
        (rf"\b(?P<d>\d{{1,2}}){_ORDINAL}(?: of)? (?P<mon>{_MONTH_WORDS})\b(?:,? {_Y}\b)?", _named_date),
        (rf"\b(?P<mon>{_MONTH_WORDS})(?: of)?,? {_Y}\b", _month_year),
        (rf"(?<!every )\b(?P<lead>{_LEAD}) (?:the )?(?P<mon>{_MONTH_WORDS})\b(?!\s+\d)", _bare_month),
        (rf"\b(?P<lead>mid)-(?P<mon>{_MONTH_WORDS})\b", _bare_month),
        (rf"\b(?:the )?(?P<d>\d{{1,2}}){_ORDINAL} (?:of )?(?P<which>last|this|next) month\b", _day_of_month),
        (r"\b(?:the )?day (?:after tomorrow|before yesterday)\b", _relative_day),
        (
            r"\b(?:today|tonight|tomorrow|yesterday|last night|this (?:morning|afternoon|evening))\b",
            _relative_day,
        ),
        (rf"\b{_N} (?P<unit>day|week|month|year)s? (?:ago|earlier|from now)\b", _counted),
        (rf"\bin {_N} (?P<unit>day|week|month|year)s?\b(?!'? time\w)", _counted),
        (r"\b(?P<which>last|past|previous|this|next|coming) (?P<unit>weekend|week|month|year)\b", _whole),
        (rf"(?<!every )\b(?:(?P<which>last|past|this|next|coming) )(?P<day>{_DAY_WORDS})\b", _weekday_phrase),
        (rf"(?<!every )(?<!each )(?<!most )\b(?P<which>)(?P<day>{_FULL_DAY_WORDS})\b(?!s)", _weekday_phrase),
        (
            rf"\b(?P<lead>last|this|next|in|in the|since|since the) (?:early |late )?(?P<season>spring|summer|autumn|fall|winter)\b(?: of)?(?: {_Y})?",
            _season,
        ),
        (r"\bend of (?:(?:the|this|(?P<which>next)) )?(?P<unit>week|month|year)\b(?P<short>)", _end_of),
        (r"\b(?P<short>month|year)[- ]end\b(?P<unit>)(?P<which>)", _end_of),
        (rf"\b(?:in|since|back in|until|till|before|after|by|during|from|of) {_Y}\b", _in_year),
        (
            rf"(?:{_DAY_LEAD})the (?P<d>\d{{1,2}})(?:st|nd|rd|th)(?=\s*(?:$|[.,;!?)])| (?:at|and|or|but|because|so|with|if|please|in the)\b)",
            _near_day,
        ),
    )
)

_PART = r"(?: in the (?P<part>morning|afternoon|evening)| at (?P<night>night))?"
CLOCKS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<![\d:.])(?P<h>\d{1,2})(?::(?P<m>\d{2}))? ?(?P<ap>[ap]\.?m\.?)(?![a-z])",
        rf"(?<![\d:.])(?P<h>\d{{1,2}}):(?P<m>\d{{2}})(?![\d:]){_PART}",
        rf"\bat (?P<half>half past |quarter past |quarter to )?(?P<h>{ENGLISH_NUMBER})(?: o'clock)?\b(?![:%.]\d){_PART}",
        r"\b(?P<word>noon|midday|midnight)\b",
    )
)
JOIN = re.compile(r"[\s,]*(?:at|around|about|on)?\s*(?:the )?$", re.IGNORECASE)
BEFORE = re.compile(
    r"\b(?P<rel>until|till|up to|before|by(?: the)?|since|from|after|starting|valid (?:to|through)|through)(?: (?:on|the|early|late|about))?\s*$",
    re.IGNORECASE,
)
AFTER = re.compile(r"\s*(?P<rel>at the latest|onwards?)\b", re.IGNORECASE)
PAST = re.compile(
    r"\b(?:did|was|were|had|went|bought|met|got|came|saw|took|made|gave|sent|left|moved|sold|ran|began|told|paid|"
    r"flew|drove|broke|ate|rose|fell|grew|died|became|began|bought|lost|won|'ve|have|has|(?!need)\w{2,}ed)\b",
    re.IGNORECASE,
)
FUTURE = re.compile(
    r"\b(?:will|'ll|going to|shall|plan(?:ning)? to|must|due|deadline|is coming|are coming|won't|until|till|by|next|"
    r"should|remind|schedule[sd]?|appointment|meeting)\b",
    re.IGNORECASE,
)


def clock(match: re.Match[str]) -> Clock | None:
    """The time of day of a `CLOCKS` match; open where a small hour has no am, pm or part of the day."""
    found = match.groupdict()
    if found.get("word"):
        return Clock(0 if found["word"].lower() == "midnight" else 12 * 60)
    hour = english_number(found["h"])
    if hour is None or hour > 24:
        return None
    minute = int(found.get("m") or 0)
    shift = {"half past ": 30, "quarter past ": 15, "quarter to ": -15}.get(
        (found.get("half") or "").lower(), 0
    )
    marker = (found.get("ap") or "").lower()[:1]
    part = (found.get("part") or found.get("night") or "").lower()
    if marker == "p" or part in ("afternoon", "evening", "night"):
        hour = hour if hour >= 12 else hour + 12
    elif marker == "a" or part == "morning":
        hour %= 12
    elif found.get("m") is None and hour <= 12:
        return Clock(None)
    return Clock((hour * 60 + minute + shift) % (24 * 60)) if minute < 60 else None
