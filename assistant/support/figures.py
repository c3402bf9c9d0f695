"""Numbers with their units, dates, days of the week and times of day of a text, made comparable across wordings.

A figure of a sentence must stand in its sources: the same value in the same unit, the same day, the same time. A sum, a
difference or a count may be worked out from them where the sentence says that it is one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from assistant.language import content_words, language_of
from assistant.language import numbers as all_numbers
from assistant.support import spoken
from assistant.support.lexicon import Words, words
from vault import numerals, quantities

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = r"(?P<{0}>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|ember|tember|ober)?\b"
_ZH_NUMBER = r"[零〇一二三四五六七八九十]{1,4}|\d{1,4}"
_DATES = (
    re.compile(r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)"),
    re.compile(
        rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH.format('mon')}(?:,? (?P<y>\d{{4}}))?"
    ),
    re.compile(rf"\b{_MONTH.format('mon')} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,? (?P<y>\d{{4}}))?"),
    re.compile(rf"\b{_MONTH.format('mon')},? (?P<y>\d{{4}})\b"),
    re.compile(rf"(?:(?P<y>{_ZH_NUMBER})年)?(?P<m>{_ZH_NUMBER})月份?(?:(?P<d>{_ZH_NUMBER})[日号])?"),
    re.compile(r"(?P<y>(?:19|20)\d\d|[零〇一二三四五六七八九]{4})年(?![零〇一二三四五六七八九十\d]{1,3}月)"),
    re.compile(rf"(?<![月\d零〇一二三四五六七八九十])(?P<d>{_ZH_NUMBER})[日号](?!\d)"),
    re.compile(rf"(?<!\w)(?:in|since|by|until|next|last|this|every|on|from|to|of) {_MONTH.format('mon')}"),
    re.compile(r"\b(?:in|since|by|until|from|of|expires?|to) (?P<y>(?:19|20)\d\d)(?![\d,.]\d)"),
)
_WEEKDAYS_EN = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(
    r"\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:周|星期|礼拜)([一二三四五六日天])", re.IGNORECASE
)
_AM = r"上午|早上|早晨|清晨|凌晨|\bin the morning\b|\ba\.?m\b"
_PM = r"下午|晚上|傍晚|中午|\bin the (?:afternoon|evening)\b|\bat night\b|\bp\.?m\b|\btonight\b"
_TIME = re.compile(
    r"(?<![\d:])(?P<h>\d{1,2}):(?P<m>\d{2})(?!\d)(?:\s*(?P<ap>[ap])\.?m\b)?|(?<![\d.])(?P<h2>\d{1,2})\s*(?P<ap2>[ap])\.?m\b"
    r"|\b(?P<half>half past|quarter past|quarter to) (?P<hw>\w+)|\b(?P<ow>\w+) o'clock"
    r"|(?P<zh>\d{1,2}|[一二两三四五六七八九十]{1,3})点(?P<zm>半|一刻|三刻|(?:\d{1,2}|[零一二三四五六七八九十]{1,3})分?)?(?!五?[万千])",
    re.IGNORECASE,
)
_HOURS_EN = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
# Nothing that is counted or measured may follow, but a day or the end of the clause.
_AT_HOUR = re.compile(
    rf"\b(?:at|until|till|by|around) ({_HOURS_EN}|1[0-2]|[1-9])(?=[.,;!?)]?\s*$|[.,;!?)](?!\d)|\s+(?:on|in|and|every|each|with|to|for|from|this|tomorrow)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_SUMS = re.compile(
    r"\b(?:together|total|in all|altogether|sum|combined|overall|adds? up|difference|more than|less than|apart|left|"
    r"average|mean|per|each|both|twice|half|times|c[ao]mes? to|remaining|saves?|spent)\b"
    r"|一共|总共|合计|总计|多(?=\d)|少(?=\d)|比|共计|加起来|共|相差|差|多出|还剩|剩下|平均|每|两者|总额",
    re.IGNORECASE,
)
# Which of the things that are spoken of, not how many there are.
_OF_THEM = re.compile(
    r"\b(?:of|between|among) (?:the|these|those) (?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b|两[套个者家人种款](?:里|中|之间|相比)",
    re.IGNORECASE,
)
_TENTHS = re.compile(r"([一二三四五六七八九1-9])成(?![为功员都立绩本长人])")
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
}
_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)}) of ({'|'.join(_MONTHS)})", re.IGNORECASE)
_TENS = {
    f"{word}ieth": 10 * number
    for number, word in enumerate("twent thirt fort fift sixt sevent eight ninet".split(), 2)
}
_ROUND = re.compile(rf"\b({'|'.join(_TENS)})\b", re.IGNORECASE)
_DECIMAL = re.compile(
    rf"(?P<whole>{_ZH_NUMBER})点(?P<rest>[零〇一二三四五六七八九]+)(?=[%个万亿千公升度倍元米克]|$)|(?<=百分之)(?P<w2>{_ZH_NUMBER})点(?P<r2>[零〇一二三四五六七八九]+)"
)
_DIGITS = re.compile(
    r"[零〇一二三四五六七八九]{3,}(?![零〇一二三四五六七八九十百千万亿年])"
)  # read out one by one
_LIST_MARK = re.compile(r"^\s*\d{1,2}[.)、]\s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Day:
    """A day as far as it was said: 0 for a part that was not."""

    year: int = 0
    month: int = 0
    day: int = 0

    def agrees(self, other: Day) -> bool:
        """Whether every part that this one says is the other's; a part that the other leaves open proves nothing."""
        return all(
            mine in (0, theirs)
            for mine, theirs in zip(
                (self.year, self.month, self.day), (other.year, other.month, other.day), strict=True
            )
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """`amounts` are (value, unit, qualifier); `bare` every other number; `times` (minute of the day, whether the half
    of the day was said); `hours` the hours from 0 to 11 that only "at ten" may have meant."""

    amounts: tuple[tuple[float, str, str], ...]
    bare: frozenset[float]
    days: tuple[Day, ...]
    weekdays: frozenset[int]
    times: tuple[tuple[int, bool], ...]
    hours: frozenset[int] = frozenset()


def words_of(text: str) -> Words:
    """What a text speaks of beside its figures."""
    return words(_read(text)[1])


def figures_of(text: str) -> Figures:
    """The figures of a text."""
    return _read(text)[0]


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[Figures, str]:
    """The figures of a text, and the text without them."""
    plain = _OF_THEM.sub(" ", _LIST_MARK.sub(" ", unicodedata.normalize("NFKC", text)))
    plain = spoken.spelt_out(plain)
    plain = _ORDINAL.sub(lambda match: f"{_ORDINALS[match[1].lower()]} {match[2]}", plain)
    plain = _ROUND.sub(lambda match: str(_TENS[match[1].lower()]), plain)
    plain = _DECIMAL.sub(_decimal, plain)
    plain = _DIGITS.sub(lambda match: "".join(str(numerals.ZH_DIGITS[char]) for char in match.group()), plain)
    plain = _TENTHS.sub(lambda match: f"{_number(match[1])}0%", plain)
    days, rest = _days(plain)
    times, rest = _times(rest, plain)
    weekdays = frozenset(_weekday(match) for match in _WEEKDAY.finditer(rest))
    rest = _WEEKDAY.sub(lambda match: " " * len(match.group()), rest)
    spans = quantities.parse(rest, language_of(rest))
    amounts = [(end, span.unit, span.qualifier) for span in spans for end in {span.low, span.high}]
    amounts = spoken.as_celsius(amounts, plain)
    for span in reversed(spans):
        rest = rest[: span.start] + " " * (span.end - span.start) + rest[span.end :]
    hours = frozenset(_number_of_hour(match[1]) for match in _AT_HOUR.finditer(plain))
    return Figures(tuple(amounts), all_numbers(rest), tuple(days), weekdays, tuple(times), hours), rest


def _number_of_hour(text: str) -> int:
    return (int(text) if text.isdecimal() else int(numerals.EN_SMALL[text.lower()])) % 12


def _decimal(match: re.Match[str]) -> str:
    whole, rest = match["whole"] or match["w2"], match["rest"] or match["r2"]
    return f"{_number(whole)}." + "".join(str(numerals.ZH_DIGITS[char]) for char in rest)


def _days(text: str) -> tuple[list[Day], str]:
    found: list[Day] = []
    for pattern in _DATES:
        for match in pattern.finditer(text.casefold()):
            parts = match.groupdict()
            month = _MONTHS.index(parts["mon"][:3]) + 1 if parts.get("mon") else _number(parts.get("m"))
            day = Day(_number(parts.get("y"), is_year=True), month, _number(parts.get("d")))
            if month <= 12 and day.day <= 31:
                found.append(day)
                text = text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
    return found, text


def _number(text: str | None, *, is_year: bool = False) -> int:
    if not text:
        return 0
    if text.isdecimal():
        return int(text)
    if is_year:
        return int("".join(str(numerals.ZH_DIGITS.get(char, 0)) for char in text))
    value = numerals.zh_number(text)
    return int(value) if value is not None else 0


def _times(rest: str, whole: str) -> tuple[list[tuple[int, bool]], str]:
    found: list[tuple[int, bool]] = []
    is_pm, is_am = bool(re.search(_PM, whole, re.I)), bool(re.search(_AM, whole, re.I))
    for match in _TIME.finditer(rest):
        read = _time(match)
        if read is None:
            continue
        minute, half = read
        is_said = bool(half) or minute >= 13 * 60 or is_pm != is_am
        if (half == "p" or (not half and is_pm and not is_am)) and minute < 12 * 60:
            minute += 12 * 60
        found.append((minute % (24 * 60), is_said))
        rest = rest[: match.start()] + " " * (match.end() - match.start()) + rest[match.end() :]
    return found, rest


def _time(match: re.Match[str]) -> tuple[int, str] | None:
    """Minute of the day as written and "a", "p" or nothing."""
    parts = match.groupdict()
    if parts["h"]:
        return int(parts["h"]) * 60 + int(parts["m"]), (parts["ap"] or "").lower()
    if parts["h2"]:
        return int(parts["h2"]) * 60, parts["ap2"].lower()
    if parts["half"] or parts["ow"]:
        word = (parts["hw"] or parts["ow"]).lower()
        hour = int(word) if word.isdecimal() else numerals.EN_SMALL.get(word)
        shift = {"half past": 30, "quarter past": 15, "quarter to": -15}.get((parts["half"] or "").lower(), 0)
        return None if hour is None else (hour * 60 + shift, "")
    hour = _number(parts["zh"].replace("两", "二"))
    minutes = {"半": 30, "一刻": 15, "三刻": 45}.get(parts["zm"] or "", -1)
    if minutes < 0:
        minutes = _number((parts["zm"] or "").rstrip("分"))
    return hour * 60 + minutes, ""


def _weekday(match: re.Match[str]) -> int:
    if match[1]:
        return next(i for i, name in enumerate(_WEEKDAYS_EN) if name.startswith(match[1].lower()))
    return "一二三四五六日天".index(match[2]) % 7 if match[2] != "天" else 6


def fault(sentence: str, evidence: Sequence[str], sources: int) -> str:
    """Why a figure of the sentence does not stand in the evidence: number, unit, date or time; empty where all do."""
    said, known = figures_of(sentence), figures_of("\n".join(evidence))
    numbers = {value for value, _, _ in known.amounts} | known.bare
    numbers |= {float(part) for day in known.days for part in (day.year, day.month, day.day) if part}
    shares = [value for value, unit, _ in known.amounts if unit == "percent"]
    numbers |= {share * number / 100 for share in shares for number in numbers}
    is_rough = bool(_ROUGHLY.search(sentence))
    is_worked_out = bool(_SUMS.search(sentence) or _COMPARES.search("\n".join(evidence)))
    if _EACH.search("\n".join(evidence)):
        numbers |= {a * b for a, b in combinations(sorted(numbers)[:8], 2)}
    allowed = numbers | (_worked_out(known, sources) if is_worked_out else set())
    is_converted = spoken.is_of_other_system(sentence, "\n".join(evidence))
    if _has_strange_unit(sentence, said, known, "\n".join(evidence)):
        return "unit"
    amounts = [amount for amount in said.amounts if amount[0] != 1 or "1" in sentence]  # a cup: no count
    for value, unit, qualifier in amounts:
        same = _same(known, value, unit, is_converted=is_converted, is_rough=is_rough)
        if not same and not any(_is_close(value, number) for number in allowed):
            return "number"
        if same and unit and not any(_is_same_unit(other, unit) for _, other, _ in same):
            return "unit"
        if not same and unit and known.amounts and not _has_unit(known, unit):
            return "unit"
        if qualifier and same and all({q, qualifier} == {"at_most", "at_least"} for _, _, q in same):
            return "number"
    if any(not any(_is_close(value, number) for number in allowed) for value in said.bare):
        return "number"
    days = [*known.days, *_later(known, "\n".join(evidence))]
    if any(not any(day.agrees(other) for other in days) for day in said.days):
        return "date"
    if said.weekdays and known.weekdays and said.weekdays - known.weekdays:
        return "date"
    if said.weekdays and not known.weekdays and not known.days:
        return "date"
    return "time" if any(not _has_time(known, time) for time in said.times) else ""


# What a source says beside its figures for others to follow from them.
_COMPARES = re.compile(
    r"\b(?:more|less|fewer|up|down) (?:than|by|on)\b|比[^，。]{1,12}[多少高低贵]了?", re.IGNORECASE
)
_EACH = re.compile(r"\beach\b|\bper\b|\bapiece\b|每[人个家位]|人均|各付", re.IGNORECASE)
_ROUGHLY = re.compile(
    r"\b(?:about|roughly|approximately|around|nearly|almost|some|circa)\b|约|左右|将近|大概|上下", re.I
)
_ROUGH_SHARE = 0.025


def _same(
    known: Figures, value: float, unit: str, *, is_converted: bool, is_rough: bool = False
) -> list[tuple[float, str, str]]:
    """The amounts of that value; where units were converted, those that come near it."""
    exactly = [amount for amount in known.amounts if _is_close(amount[0], value)]
    if not exactly:
        exactly = [(v, unit, q) for v, u, q in known.amounts if spoken.is_as_long((v, u), (value, unit))]
    if not exactly and is_rough:
        return [a for a in known.amounts if a[1] == unit and abs(a[0] - value) <= _ROUGH_SHARE * abs(a[0])]
    if exactly or not unit or not is_converted:
        return exactly
    return [a for a in known.amounts if a[1] == unit and spoken.is_near(a[0], value, unit)]


def has_measure(text: str) -> bool:
    """Whether a text holds an amount with a unit, or a day of a month."""
    found = figures_of(text)
    return any(unit for _, unit, _ in found.amounts) or any(day.month and day.day for day in found.days)


def _has_strange_unit(sentence: str, said: Figures, known: Figures, evidence: str) -> bool:
    """Whether a number stands before a word for one thing here, and before one for another in the sources."""
    for value, unit, _ in said.amounts:
        theirs = [other for other_value, other, _ in known.amounts if _is_close(value, other_value)]
        if not unit and theirs and all(theirs) and _counted(sentence) - _counted(evidence):
            return True
        if unit and theirs and not any(theirs) and _counted(evidence) - _counted(sentence):
            return True
    return False


def _counted(text: str) -> frozenset[str]:
    """The words that stand behind a number in digits."""
    found = re.findall(r"\d[\d,.]*\s+([a-z]{4,})\b", text.casefold())
    return frozenset(stem for word in found for stem in content_words(word))


def _has_unit(known: Figures, unit: str) -> bool:
    return any(_is_same_unit(other, unit) for _, other, _ in known.amounts)


def _is_same_unit(first: str, second: str) -> bool:
    """Whether they measure the same; four of something may be persons or pieces."""
    return not first or first == second or {first, second} <= {"item", "person"}


def _has_time(known: Figures, time: tuple[int, bool]) -> bool:
    minute, is_said = time
    if minute % 60 == 0 and (minute // 60) % 12 in known.hours:
        return True
    return any(
        minute == other or ((not is_said or not other_said) and (minute - other) % (12 * 60) == 0)
        for other, other_said in known.times
    )


def _worked_out(known: Figures, sources: int) -> set[float]:
    """Sums, differences, averages and counts of amounts of one unit."""
    found = {float(sources)} if sources > 1 else set()
    by_unit: dict[str, list[float]] = {}
    for value, unit, _ in known.amounts:
        by_unit.setdefault(unit, []).append(value)
    for values in by_unit.values():
        total = sum(values)
        found |= {total, total / len(values)}
        found |= {op for a, b in combinations(values, 2) for op in (a + b, abs(a - b), (a + b) / 2)}
    return found


_YEARS_LATER = re.compile(
    r"\b(?:years? later|years? after|after (?:\w+ )?years?)\b|年后|年之后", re.IGNORECASE
)
_YEARS_EARLIER = re.compile(r"\b(?:years? (?:earlier|before))\b|年前|年之前", re.IGNORECASE)


def _later(known: Figures, text: str) -> list[Day]:
    """The years that the sources give by their distance from another one: in 1951, and two years later."""
    signs = [sign for sign, pattern in ((1, _YEARS_LATER), (-1, _YEARS_EARLIER)) if pattern.search(text)]
    spans = [int(value) for value, unit, _ in known.amounts if unit == "year" and value.is_integer()]
    return [Day(day.year + sign * span) for day in known.days if day.year for sign in signs for span in spans]


def _is_close(first: float, second: float) -> bool:
    return abs(first - second) <= 1e-6 * max(1.0, abs(first), abs(second))
