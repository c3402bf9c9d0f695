"""Figures as they are spoken, in digits and usual units: half an hour, a fortnight, a quarter of, 一个半小时; and amounts
that were converted between the systems of units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from vault import numerals

_NUMBER_EN = r"an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+"
_MINUTES = {"hour": 60, "year": 12, "day": 24, "minute": 60}
_SMALLER = {"hour": "minutes", "year": "months", "day": "hours", "minute": "seconds"}
_SHARES = {"half": "50", "third": "33.3333", "quarter": "25", "fifth": "20", "tenth": "10"}
_ZH = r"[一二两三四五六七八九十]|\d+"
_AmountList = list[tuple[float, str, str]]


def _number(text: str) -> int:
    text = text.lower()
    if text in ("a", "an"):
        return 1
    if text.isdecimal():
        return int(text)
    value = numerals.EN_SMALL.get(text)
    if value is None:
        found = numerals.zh_number(text.replace("两", "二"))
        value = int(found) if found is not None else 0
    return int(value)


def _and_a_half(match: re.Match[str]) -> str:
    unit = match["unit"].lower()
    return f"{_number(match['n']) * _MINUTES[unit] + _MINUTES[unit] // 2} {_SMALLER[unit]}"


def _and_a_half_zh(match: re.Match[str]) -> str:
    size, smaller = {"小时": (60, "分钟"), "钟头": (60, "分钟"), "年": (12, "个月"), "天": (24, "小时")}[
        match["unit"]
    ]
    return f"{_number(match['n']) * size + size // 2}{smaller}"


def _and_quarters(match: re.Match[str]) -> str:
    unit = match["unit"].lower()
    quarters = 3 if match["part"].lower().startswith("three") else 1
    return f"{_number(match['n']) * _MINUTES[unit] + _MINUTES[unit] * quarters // 4} {_SMALLER[unit]}"


def _share(match: re.Match[str]) -> str:
    count = _number(match["n"] or "a")
    return f"{float(_SHARES[match['part'].lower().rstrip('s')]) * count:g}% of"


def _share_zh(match: re.Match[str]) -> str:
    whole, part = _number(match["whole"]), _number(match["part"])
    return f"{100 * part / whole:g}%" if whole else match.group()


_RULES: Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = (
    (re.compile(rf"\b(?P<n>{_NUMBER_EN}) (?P<unit>hour|year|day|minute)s? and a half\b", re.I), _and_a_half),
    (re.compile(rf"\b(?P<n>{_NUMBER_EN}) and a half (?P<unit>hour|year|day|minute)s?\b", re.I), _and_a_half),
    (
        re.compile(
            rf"\b(?P<n>{_NUMBER_EN}) and (?P<part>a quarter|three[- ]quarters?) (?P<unit>hour|year|day)s?\b",
            re.I,
        ),
        _and_quarters,
    ),
    (re.compile(r"\bhalf an hour\b|\bhalf-hour\b", re.I), "30 minutes"),
    (re.compile(r"\bquarter of an hour\b", re.I), "15 minutes"),
    (re.compile(r"\bhalf a year\b", re.I), "6 months"),
    (re.compile(r"\bhalf a dozen\b", re.I), "6"),
    (re.compile(r"\b(?:a|one) fortnight\b|(?<=\b)fortnight\b", re.I), "14 days"),
    (re.compile(r"\b(?:at )?(?:noon|midday)\b(?! till)", re.I), "at 12:00 pm"),
    (re.compile(r"\b(?:at )?midnight\b", re.I), "at 0:00"),
    (re.compile(r"(?<![\d:])24:00\b"), "0:00"),
    (
        re.compile(
            rf"\b(?:(?P<n>{_NUMBER_EN}) )?(?P<part>half|thirds?|quarters?|fifths?|tenths?) of\b", re.I
        ),
        _share,
    ),
    (re.compile(rf"(?P<n>{_ZH})个?半(?P<unit>小时|钟头|年|天)"), _and_a_half_zh),
    (re.compile(rf"(?P<n>{_ZH})(?P<unit>年|天)半(?![天年])"), _and_a_half_zh),
    (re.compile(r"半个?(?:小时|钟头)"), "30分钟"),
    (re.compile(r"半年"), "6个月"),
    (re.compile(rf"(?P<whole>{_ZH})分之(?P<part>{_ZH})"), _share_zh),
    (re.compile(r"一半"), "50%"),
    (
        re.compile(r"\b(?P<low>\d+(?:\.\d+)?) to (?P<high>\d+(?:\.\d+)?) ?(?:percent|per cent|%)", re.I),
        r"\g<low>% to \g<high>%",
    ),
)


_WEIGHED = re.compile(r"\bweigh|\bheav(?:y|ier)\b|\blifts?\b|重", re.I)
_POUNDS = re.compile(r"(\d+(?:\.\d+)?)\s*(?:pounds?|lbs?)\b", re.I)
_KG_A_POUND = 0.45359237


def spelt_out(text: str) -> str:
    """The text with such figures in digits; pounds of a weight, which are also money, in kilograms."""
    if _WEIGHED.search(text):
        text = _POUNDS.sub(lambda match: f"{float(match[1]) * _KG_A_POUND:.2f} kg", text)
    for pattern, written in _RULES:
        text = pattern.sub(written, text)
    return text


_FAHRENHEIT = re.compile(
    r"(-?\d+(?:\.\d+)?)\s*(?:°\s*F\b|degrees? fahrenheit|华氏度)|华氏\s*(-?\d+(?:\.\d+)?)", re.I
)


def as_celsius(amounts: _AmountList, text: str) -> _AmountList:
    """Degrees that the text gives in Fahrenheit, in Celsius."""
    given = {float(a or b) for a, b in _FAHRENHEIT.findall(text)}
    return [
        (round((value - 32) * 5 / 9, 1), unit, qualifier)
        if unit == "degree" and value in given
        else (value, unit, qualifier)
        for value, unit, qualifier in amounts
    ]


_IMPERIAL = re.compile(
    r"\b(?:miles?|feet|foot|ft|inch(?:es)?|yards?|lbs?|ounces?|oz|gallons?|pints?|fahrenheit)\b|°\s*F\b|\bweigh\w*\b[^.]*\bpounds?\b|英里|英尺|英寸|磅|华氏",
    re.I,
)


def is_of_other_system(sentence: str, evidence: str) -> bool:
    """Whether one of them measures in miles, pounds or Fahrenheit and the other does not: then it was converted."""
    return bool(_IMPERIAL.search(sentence)) != bool(_IMPERIAL.search(evidence))


def is_near(first: float, second: float, unit: str) -> bool:
    """Whether two amounts are the same but for the rounding of a conversion."""
    return abs(first - second) <= (0.6 if unit == "degree" else 0.006 * max(abs(first), abs(second)))


def is_as_long(first: tuple[float, str], second: tuple[float, str]) -> bool:
    """Whether two amounts are one time in years and in months."""
    months = [
        value * {"year": 12, "month": 1}[unit] for value, unit in (first, second) if unit in ("year", "month")
    ]
    return len(months) == 2 and abs(months[0] - months[1]) < 1e-6
