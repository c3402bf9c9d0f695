"""Number words to numbers: Chinese numerals (三十万, 三万五, 两百五) and English ones (twenty-five, two hundred thousand).

Owns single numbers only; what they count, ranges and qualifiers belong to `vault.quantities`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

ZH_DIGITS: Mapping[str, int] = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
ZH_SMALL: Mapping[str, int] = {"十": 10, "百": 100, "千": 1000}
ZH_LARGE: Mapping[str, int] = {"万": 10_000, "亿": 100_000_000}
ZH_RUN = r"[零〇一二两三四五六七八九十百千万亿半]+(?:点[零〇一二三四五六七八九]+(?=[百千万亿公千米个%斤吨升]))?[百千万亿]*"

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
]
_UNITS += ["seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
EN_SMALL: Mapping[str, int] = {word: i for i, word in enumerate(_UNITS)} | {
    word: 20 + 10 * i for i, word in enumerate(_TENS)
}
EN_LARGE: Mapping[str, int] = {
    "hundred": 100,
    "dozen": 12,
    "thousand": 1000,
    "grand": 1000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
}
_SMALL = "|".join(sorted(EN_SMALL, key=len, reverse=True))
_LARGE = "|".join(EN_LARGE)
EN_RUN = rf"(?:(?:half\s+a|a|an|{_SMALL})(?:[\s-]+(?:{_SMALL}))*(?:\s+(?:and\s+)?(?:{_LARGE}|{_SMALL}))*)(?![A-Za-z])"


def zh_number(text: str) -> Decimal | None:
    """The value of a run of Chinese numerals, or None where it is not a number (万一, 千万 as an adverb)."""
    whole, _, fraction = text.partition("点")
    if fraction:
        return _zh_with_fraction(whole, fraction)
    if whole == "半":
        return Decimal("0.5")
    if not whole or whole[0] in "百千万亿" or "半" in whole:
        return None
    total = myriads = section = digit = 0
    last_scale = 0
    for character in whole:
        if character in ZH_DIGITS:
            # Two digits in a row are not one number, but a zero only holds a place.
            if digit and ZH_DIGITS[character]:
                return None
            digit = ZH_DIGITS[character]
            last_scale = 0 if digit == 0 else last_scale
        elif character in ZH_SMALL:
            section += (digit or (1 if character == "十" else 0)) * ZH_SMALL[character]
            digit, last_scale = 0, ZH_SMALL[character]
        elif character == "万" and not myriads:
            myriads = (section + digit) * ZH_LARGE[character]
            section, digit, last_scale = 0, 0, ZH_LARGE[character]
        else:  # 亿 takes all before it; 万 after it only its own: 两亿三千万 is 230,000,000
            total = (total + myriads + section + digit) * ZH_LARGE[character]
            myriads, section, digit, last_scale = 0, 0, 0, ZH_LARGE[character]
    if digit and last_scale > 10:  # 三万五 is 35,000 and 两百五 is 250
        digit *= last_scale // 10
    return Decimal(total + myriads + section + digit)


def _zh_with_fraction(whole: str, fraction: str) -> Decimal | None:
    digits = re.match(r"[零〇一二三四五六七八九]+", fraction)
    base = zh_number(whole)
    if digits is None or base is None:
        return None
    decimals = "".join(str(ZH_DIGITS[c]) for c in digits.group())
    value = base + Decimal(f"0.{decimals}")
    for scale in fraction[digits.end() :]:
        value *= ZH_SMALL.get(scale) or ZH_LARGE[scale]
    return value


def zh_between(text: str) -> tuple[Decimal, Decimal] | None:
    """The two ends of a Chinese "three or four": 三四十万 is 300,000 to 400,000, 十五六 is 15 to 16."""
    for index in range(len(text) - 1):
        first, second = ZH_DIGITS.get(text[index], 0), ZH_DIGITS.get(text[index + 1], 0)
        if first and second == first + 1:
            low = zh_number(text[: index + 1] + text[index + 2 :])
            high = zh_number(text[:index] + text[index + 1 :])
            return None if low is None or high is None else (low, high)
    return None


def en_number(text: str) -> Decimal | None:
    """The value of a run of English number words, or None where it is not a number (a bare "a")."""
    found = [word for word in re.split(r"[\s-]+", text.casefold()) if word != "and"]
    if found[:2] == ["half", "a"]:
        return Decimal(EN_LARGE[found[2]]) / 2 if len(found) == 3 and found[2] in EN_LARGE else None
    total, group = 0, 0
    if found and found[0] in ("a", "an"):
        if len(found) == 1 or found[1] not in EN_LARGE:
            return None
        group, found = 1, found[1:]
    for word in found:
        if word in EN_SMALL:
            group += EN_SMALL[word]
        elif word in EN_LARGE and EN_LARGE[word] <= 100:
            group = max(group, 1) * EN_LARGE[word]
        elif word in EN_LARGE:
            total, group = total + max(group, 1) * EN_LARGE[word], 0
        else:
            return None
    return Decimal(total + group)
