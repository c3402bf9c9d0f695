"""Small whole numbers written in Chinese or English words, as they stand in time phrases (二十三, 十二, twenty-one)."""

from __future__ import annotations

_DIGITS = {
    char: value
    for value, chars in enumerate(("〇零", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九"))
    for char in chars
}
_UNITS = {"十": 10, "百": 100, "千": 1000}
CHINESE_NUMBER = r"(?:\d+|[〇零一二两兩三四五六七八九十百千]+)"

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ENGLISH = {word: value for value, word in enumerate(_SMALL)}
_ENGLISH |= {word: 20 + 10 * index for index, word in enumerate(_TENS)}
_ENGLISH |= {"a": 1, "an": 1, "one": 1}
ENGLISH_NUMBER = (
    r"(?:\d+|(?:"
    + "|".join(_TENS)
    + r")(?:[- ](?:"
    + "|".join(_SMALL[1:10])
    + r"))?|"
    + "|".join(_SMALL)
    + r")"
)


def chinese_number(text: str) -> int | None:
    """The number that `text` is, in digits, place by place (二〇二六) or with units (二十三); None where it is none."""
    if text.isdecimal():
        return int(text)
    if not text or any(char not in _DIGITS and char not in _UNITS for char in text):
        return None
    if not any(char in _UNITS for char in text):
        return int("".join(str(_DIGITS[char]) for char in text))
    total, digit = 0, 0
    for char in text:
        if char in _UNITS:
            total += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            digit = _DIGITS[char]
    return total + digit


def english_number(text: str) -> int | None:
    """The number that an English word, pair of words or digits stand for; None where they are none."""
    lowered = text.strip().lower()
    if lowered.isdecimal():
        return int(lowered)
    parts = lowered.replace("-", " ").split()
    if not parts or any(part not in _ENGLISH for part in parts):
        return None
    return sum(_ENGLISH[part] for part in parts)
