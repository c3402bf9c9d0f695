"""Numbers with units in running text, English and Chinese, and how they are shown again.

`parse` finds 30万, 三十万, 五十万元, 30–50万, 300k, $1.2 million, ¥5,000, 五千块, 二十个人, 2.5 kg, 80% and their like and gives base
units; `format` writes a quantity for a reader so that `parse` gets it back. Dates, times of day, telephone numbers, codes,
addresses and versions are not quantities. Follows the design page "Memory core, the record".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from vault import numerals, units
from vault.quantity_format import format_quantity as format
from vault.records import Quantity

__all__ = ["QuantitySpan", "format", "parse", "same_number"]


@dataclass(frozen=True, slots=True)
class QuantitySpan:
    """A quantity and where it stands: `start` and `end` are character offsets of number and unit, without a qualifier."""

    start: int
    end: int
    quantity: Quantity
    unit_text: str = ""  # the unit as it was written after the number

    @property
    def low(self) -> float:
        return self.quantity.low

    @property
    def high(self) -> float:
        return self.quantity.high

    @property
    def unit(self) -> str:
        return self.quantity.unit

    @property
    def qualifier(self) -> str:
        return self.quantity.qualifier


@dataclass(frozen=True, slots=True)
class _Amount:
    """One number with what was written around it."""

    start: int
    end: int
    low: Decimal
    high: Decimal
    scale: Decimal  # the magnitude word already multiplied in; 1 where there was none
    unit: str
    factor: Decimal
    unit_text: str
    is_vague: bool
    is_bare_word: bool  # a numeral without digits, magnitude or unit


_WIDTH = str.maketrans("０１２３４５６７８９．，％￥＄～－＋：", "0123456789.,%¥$~-+:")
_ZH_DAY = "[零〇一二三四五六七八九十]{1,3}"
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NOT_QUANTITIES = re.compile(
    r"https?://\S+|[\w.+-]+@[\w.-]+|(?<![\w.])[a-z0-9][\w-]*(?:\.[\w-]+)*\.[a-z]{2,}(?![\w.])"
    r"|(?<!\d)\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?![\d万千k])|(?<![\d/])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?!\d)"
    r"|(?<!\d)(?:19|20)\d{2}\s?年(?!前)(?:\s?\d{1,2}\s?月(?:份|\s?\d{1,2}\s?[日号])?)?|[零〇一二三四五六七八九]{4}年"
    r"|(?<!\d)\d{1,2}\s?月(?:份|\s?\d{1,2}\s?[日号]?)?|(?<!\d)\d{1,2}\s?[日号](?![楼元圆])"
    rf"|{_ZH_DAY}月(?:份|{_ZH_DAY}[日号]?)?|{_ZH_DAY}[日号](?![楼元圆])|初[一二三四五六七八九十]"
    r"|(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?|(?<!\d)\d{1,2}\s?[ap]\.?m\b"
    rf"|(?:\d{{1,2}}|{_ZH_DAY}|两)点(?:半|钟|整|\d{{1,2}}分?|一刻|三刻|{_ZH_DAY}分?)?(?!五|\d*万)"
    rf"|(?<![a-z])\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+(?:{_MONTHS})[a-z]*(?:,?\s+\d{{4}})?"
    rf"|(?<![a-z])(?:{_MONTHS})[a-z]*\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?(?!\d)"
    r"|\d+(?:st|nd|rd|th)\b|第\s?[\d零〇一二两三四五六七八九十百千万]+|(?:星期|礼拜|周)[一二三四五六日天]"
    r"|(?<![\d.])\d+\.\d+\.\d+[\d.]*|(?<!\d)\+\d[\d \-]{7,}\d|(?<![\d.,])0\d{2,4}[ \-]?\d{3,4}[ \-]?\d{3,4}(?!\d)"
    r"|(?<![\d.,])1[3-9]\d[ \-]?\d{4}[ \-]?\d{4}(?!\d)|\d{15,}"
    r"|(?<![a-z0-9])(?!(?:rmb|cny|usd|eur|gbp|jpy|hkd)\s?\d)[a-z]+[-_]?\d[\w-]*"
    r"|(?:\b(?:in|since|by|until|till|year)\s+)(?:19|20)\d{2}(?![\d,.]|\s*(?:-|–|to\b))",
    re.IGNORECASE,
)
_ARABIC = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_AMOUNT = re.compile(
    rf"(?P<prefix>{units.PREFIX_PATTERN})?\s?"
    rf"(?:(?<![\d.])(?P<arabic>{_ARABIC})|(?P<zh>{numerals.ZH_RUN})|(?<![a-z])(?P<en>{numerals.EN_RUN}))"
    r"(?P<vague>[多来余几](?=[百千万亿]|\s?[^\W\d]))?"
    r"(?:\s?(?P<zh_scale>万亿|[十百千]?[万亿]|千(?!克|米)|百(?!分))(?:(?P<tail>\d+)(?P<tail_scale>千|百|万)?(?![\d.,]))?"
    r"|(?P<en_scale>\s?(?:k|mn|bn)(?![a-z0-9])|\s?m(?![a-z0-9²])|\s+(?:hundred|thousand|million|billion|grand|dozen)(?![a-z])))?"
    rf"(?:\s?(?P<unit>{units.SUFFIX_PATTERN}))?",
    re.IGNORECASE,
)
_PERCENT_ZH = re.compile(rf"百分之(?P<number>{_ARABIC}|[零〇一二两三四五六七八九十百]+)")
# 一米七五 and 1米75: what follows the unit are hundredths, or tenths where it is one digit.
_METRES_ZH = re.compile(
    r"(?P<m>[12一二两])\s?米\s?(?P<d>\d{1,2}|[零一二三四五六七八九]{1,2})(?![\d米分年月日个人])"
)
_SEPARATOR = re.compile(r"\s*(?:-|–|—|~|至|到|to|or|或)\s*", re.IGNORECASE)
_CHANGE = re.compile(
    r"(?:\b(?:cut|rais|reduc|chang|increas|decreas|lower|went|gone|moved|drop|up|down|grew)\w*\b|[降涨改减增调升].{0,3}$)",
    re.IGNORECASE,
)
# What "went up to" a number, or "is up to 190 now", is at it; only a bare "up to" is a limit.
_NOT_RISEN = "".join(
    rf"(?<!\b{verb} )"
    for verb in "went gone goes go going shot crept moved is are was were put bumped now it's".split()
)
_BEFORE = (
    ("at_most", rf"最多|至多|顶多|不到|不(?:想|要|能|会|愿意?|打算|许|得|准备)?超过|不高于|不多于|别超过|上限|最高|封顶|at (?:the )?most|{_NOT_RISEN}up to|no more than|not more than"
     r"|not exceed(?:ing)?|max(?:imum)?|under|below|less than|no higher than|capped at|cap of"),
    ("at_least", r"最少|至少|起码|不少于|不低于|超过|多于|下限|at least|no less than|not less than|min(?:imum)?|more than"
     r"|over|above"),
    ("about", r"大概|大约|约|差不多|左右|将近|接近|about|around|roughly|approximately|approx\.?|nearly|some|circa|~|≈"),
)  # fmt: skip
_DENIED = re.compile(r"(?:n['’]t|\bnot|\bnever|\bcannot)\b[^.;,]*$", re.IGNORECASE)
_FILLER = r"(?:\s|是|为|有|在|花|就|只|能|出|可以|给|到|拿出|of|is|[:：,，])*"
_BEFORE_PATTERNS = tuple(
    (name, re.compile(rf"(?<![a-z])(?:{words}){_FILLER}$", re.IGNORECASE)) for name, words in _BEFORE
)
_AFTER_PATTERNS = (
    (
        "at_most",
        re.compile(r"\s?(?:以内|以下|之内|封顶|or less|at most|max(?:imum)?\b|tops\b)", re.IGNORECASE),
    ),
    ("at_least", re.compile(r"\s?(?:以上|起(?!来)|or more|at least|minimum\b)", re.IGNORECASE)),
    ("about", re.compile(r"\s?(?:左右|上下|or so\b|ish\b)", re.IGNORECASE)),
)
_SCALES = {
    "十": 10, "百": 100, "千": 1000, "万": 10**4, "十万": 10**5, "百万": 10**6, "千万": 10**7, "亿": 10**8, "十亿": 10**9,
    "百亿": 10**10, "千亿": 10**11, "万亿": 10**12, "k": 1000, "m": 10**6, "mn": 10**6, "bn": 10**9, **numerals.EN_LARGE,
}  # fmt: skip


def parse(text: str, language: str | None = None) -> list[QuantitySpan]:
    """Every quantity in `text`, in order, in base units; `unit` is empty where none was said.

    `language` only decides what ¥ means: CNY, but JPY for `ja`. Bare numbers count too, bare one-word numerals do not.
    """
    plain = text.translate(_WIDTH).casefold()
    if len(plain) != len(text):  # a character that folds to several would shift the offsets
        plain = "".join(c if len(c.casefold()) != 1 else c.casefold() for c in text.translate(_WIDTH))
    masked = _NOT_QUANTITIES.sub(lambda match: "\0" * len(match.group()), plain)
    amounts = [*_percents(masked), *_metres(masked), *_amounts(masked, text, language)]
    return [_qualified(span, plain) for span in _joined(sorted(amounts, key=lambda a: a.start), plain)]


def same_number(first: Quantity, second: Quantity) -> bool:
    """Whether two quantities say the same thing: ends, unit and qualifier."""
    return (first.low, first.high, first.unit, first.qualifier) == (
        second.low,
        second.high,
        second.unit,
        second.qualifier,
    )


def _percents(masked: str) -> Iterator[_Amount]:
    for match in _PERCENT_ZH.finditer(masked):
        written = match["number"]
        value = Decimal(written.replace(",", "")) if written[0].isdigit() else numerals.zh_number(written)
        if value is not None:
            yield _Amount(
                match.start(), match.end(), value, value, Decimal(1), "percent", Decimal(1), "", False, False
            )


def _metres(masked: str) -> Iterator[_Amount]:
    for match in _METRES_ZH.finditer(masked):
        whole, part = ("".join(str(numerals.ZH_DIGITS.get(c, c)) for c in match[name]) for name in ("m", "d"))
        value = Decimal(f"{whole}.{part}")
        yield _Amount(
            match.start(), match.end(), value, value, Decimal(1), "m", Decimal(1), "米", False, False
        )


def _amounts(masked: str, text: str, language: str | None) -> Iterator[_Amount]:
    taken = [m.span() for pattern in (_PERCENT_ZH, _METRES_ZH) for m in pattern.finditer(masked)]
    for match in _AMOUNT.finditer(masked):
        if any(start < match.end() and match.start() < end for start, end in taken):
            continue
        ends = _ends(match)
        if ends is None:
            continue
        scale, unit, factor = _scale_and_unit(match, text, language)
        tail = _tail(match)
        amount = _Amount(
            start=match.start() + len(match.group()) - len(match.group().lstrip()),
            end=match.start() + len(match.group().rstrip()),
            low=(ends[0] * scale + tail) * factor,
            high=(ends[1] * scale + tail) * factor,
            scale=scale,
            unit=unit,
            factor=factor,
            unit_text=text[match.start("unit") : match.end("unit")] if match["unit"] else "",
            is_vague=bool(match["vague"]),
            is_bare_word=not match["arabic"] and not unit and scale == 1,
        )
        if not amount.is_bare_word or _is_number_by_itself(match, ends):
            yield replace(amount, scale=_said_scale(match)) if match["en"] and scale == 1 else amount


def _ends(match: re.Match[str]) -> tuple[Decimal, Decimal] | None:
    """Low and high of the number itself, before magnitude and unit."""
    if match["arabic"]:
        value = Decimal(match["arabic"].replace(",", ""))
        return value, value
    if match["zh"]:
        between = numerals.zh_between(match["zh"])
        if between is not None:
            return between
        number = numerals.zh_number(match["zh"])
        if number is None and match["unit"] and match["zh"] in ("百万", "千万"):
            number = Decimal(_SCALES[match["zh"]])
    else:
        number = numerals.en_number(match["en"])
    return None if number is None else (number, number)


def _scale_and_unit(match: re.Match[str], text: str, language: str | None) -> tuple[Decimal, str, Decimal]:
    scale = Decimal(1)
    written = (match["zh_scale"] or match["en_scale"] or "").strip()
    unit, factor = units.SUFFIXES.get(match["unit"] or "", ("", Decimal(1)))
    if (
        written == "m"
        and not match["prefix"]
        and text[match.end("en_scale") - 1] == "m"
        and not match["unit"]
    ):
        return scale, "m", factor  # 1.8 m is a length, $1.2m and 1.2M are millions
    if written:
        scale = Decimal(_SCALES[written])
    if match["prefix"] and unit not in units.PREFIXES.values():
        unit, factor = units.PREFIXES[match["prefix"]], Decimal(1)
        if match["prefix"] == "¥" and (language or "").startswith("ja"):
            unit = "JPY"
    return scale, unit, factor


def _said_scale(match: re.Match[str]) -> Decimal:
    """The magnitude word that closes an English numeral: "two or three thousand" means it for both."""
    return Decimal(numerals.EN_LARGE.get(re.split(r"[\s-]+", match["en"])[-1], 1))


def _tail(match: re.Match[str]) -> Decimal:
    """What follows the magnitude: 3万5 is 35,000, 1亿2000万 is 120,000,000."""
    if not match["tail"]:
        return Decimal(0)
    if match["tail_scale"]:
        return Decimal(match["tail"]) * _SCALES[match["tail_scale"]]
    return Decimal(match["tail"]) * _SCALES[match["zh_scale"]] / 10 if len(match["tail"]) == 1 else Decimal(0)


def _is_number_by_itself(match: re.Match[str], ends: tuple[Decimal, Decimal]) -> bool:
    """A numeral without unit counts when it is plainly a number: 二十五, 三百, twenty; not 一, 十一 or "one"."""
    if match["zh"]:
        return len(match["zh"]) >= 2 and match["zh"] not in ("十一", "一一", "五四") and ends[0] >= 10
    return match["en"] is not None and ends[0] != 1


def _joined(amounts: list[_Amount], plain: str) -> Iterator[QuantitySpan]:
    """Amounts with "30–50万", "between 30 and 50 people" and their like drawn together."""
    index = 0
    while index < len(amounts):
        first = amounts[index]
        second = amounts[index + 1] if index + 1 < len(amounts) else None
        if second is not None and _is_range(first, second, plain):
            yield _range_span(first, second)
            index += 2
            continue
        qualifier = "about" if first.is_vague else ""
        quantity = Quantity(float(first.low), float(first.high), first.unit, qualifier)
        yield QuantitySpan(first.start, first.end, quantity, first.unit_text)
        index += 1


def _is_range(first: _Amount, second: _Amount, plain: str) -> bool:
    gap, before = plain[first.end : second.start], plain[max(0, first.start - 40) : first.start]
    if re.fullmatch(r"\s+and\s+", gap) and re.search(r"between\s+$", before):
        return True
    if not _SEPARATOR.fullmatch(gap) or (first.unit and second.unit and first.unit != second.unit):
        return False
    # "cut from 50k to 30k" and "从50万降到30万" name an old and a new value, not a range.
    if re.search(r"(?:from|从)\s*$", before) and (_CHANGE.search(before) or _CHANGE.search(gap)):
        return False
    low, _ = _shared(first, second)
    return low.low < second.high


def _shared(first: _Amount, second: _Amount) -> tuple[_Amount, _Amount]:
    """Unit and magnitude that were said once for both ends."""
    if not first.unit and second.unit:
        first = replace(
            first, unit=second.unit, low=first.low * second.factor, high=first.high * second.factor
        )
    if not second.unit and first.unit:
        second = replace(
            second, unit=first.unit, low=second.low * first.factor, high=second.high * first.factor
        )
    if first.scale == 1 and second.scale != 1 and first.low * second.scale < second.high:
        first = replace(first, low=first.low * second.scale, high=first.high * second.scale)
    return first, second


def _range_span(first: _Amount, second: _Amount) -> QuantitySpan:
    low, high = _shared(first, second)
    quantity = Quantity(
        float(low.low), float(high.high), high.unit, "about" if low.is_vague or high.is_vague else ""
    )
    return QuantitySpan(first.start, second.end, quantity, second.unit_text or first.unit_text)


def _qualified(span: QuantitySpan, plain: str) -> QuantitySpan:
    before, after = plain[max(0, span.start - 24) : span.start], plain[span.end : span.end + 12]
    for name, pattern in _BEFORE_PATTERNS:
        found = pattern.search(before)
        if (
            found
            and name == "at_least"
            and _DENIED.search(plain[max(0, span.start - 60) : span.start - len(before) + found.start()])
        ):
            name = "at_most"  # "I don't want to spend more than 250"
        if found:
            return replace(span, quantity=replace(span.quantity, qualifier=name))
    for name, pattern in _AFTER_PATTERNS:
        if pattern.match(after):
            return replace(span, quantity=replace(span.quantity, qualifier=name))
    return span
