"""Reads numbers that are spelled out, so that the rules for digits find them: 幺三八, "four one five", letters that pass for digits.

A reading is the same text with such runs in digits. Only runs that cannot be a quantity are read: 三千二百 and "two or
three" stay words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.privacy.folding import Folded

_HANZI = dict(
    zip("零〇○一幺二三四五六七八九壹贰叁肆伍陆柒捌玖貳參陸", "0001123456789123456789236", strict=True)
)
_WORDS = {
    **dict(zip("zero one two three four five six seven eight nine".split(), "0123456789", strict=True)),
    "oh": "0",
    "o": "0",
}
_LETTERS = {"O": "0", "o": "0", "l": "1", "I": "1"}
_FEWEST = 4
_ONE = f"[0-9{''.join(_HANZI)}]"
_QUANTITY = "十百千万亿拾佰仟萬億"
_CHINESE = re.compile(
    rf"(?<![{_QUANTITY}第几]){_ONE}(?:[ .-]?{_ONE}){{{_FEWEST - 1},}}(?![{_QUANTITY}年月]|点[钟半])"
)
_WORD = rf"(?:{'|'.join(_WORDS)})"
_COUNTED = rf"(?:(?:double|triple)[ -])?{_WORD}"
_ENGLISH = re.compile(
    rf"(?<![A-Za-z]){_COUNTED}(?:[ ,.-]{{1,2}}(?:(?:and )?{_COUNTED}|[0-9](?![0-9]))){{{_FEWEST - 1},}}(?![A-Za-z])",
    re.IGNORECASE,
)
_ENGLISH_PART = re.compile(
    rf"(?:(?P<times>double|triple)[ -])?(?P<word>{_WORD})(?![A-Za-z])|[0-9]", re.IGNORECASE
)
# Seven digits or more of which at most a third are letters.
_MISTYPED = re.compile(
    r"(?<![A-Za-z0-9])(?=[0-9()+. -]{0,24}[OolI])[0-9OolI(+][0-9OolI() .-]{5,24}[0-9OolI](?![A-Za-z0-9])"
)

# What a run becomes: digits with the range of the text that each stands for.
_Read = tuple[str, int, int]


def spelled(folded: Folded) -> Folded | None:
    """The text with its spelled numbers in digits, with offsets into the same source; None where there are none. Linear."""
    runs = sorted([*_chinese(folded.text), *_english(folded.text), *_mistyped(folded.text)])
    if not runs:
        return None
    text: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    place = 0

    def keep(start: int, end: int) -> None:
        text.append(folded.text[start:end])
        for at in range(start, end):
            begin, stop = folded.original(at, at + 1)
            offsets.append(begin)
            ends.append(stop)

    for start, end, reads in runs:
        if start < place:
            continue
        keep(place, start)
        for digit, begin, stop in reads:
            first, last = folded.original(begin, stop)
            text.append(digit)
            offsets.extend([first] * len(digit))
            ends.extend([last] * len(digit))
        place = end
    keep(place, len(folded.text))
    return Folded("".join(text), folded.source, tuple(offsets), tuple(ends))


def _chinese(text: str) -> Iterator[tuple[int, int, list[_Read]]]:
    for match in _CHINESE.finditer(text):
        if any(character in _HANZI for character in match[0]):
            yield match.start(), match.end(), _each(match, _HANZI)


def _mistyped(text: str) -> Iterator[tuple[int, int, list[_Read]]]:
    for match in _MISTYPED.finditer(text):
        count = sum(character.isdecimal() for character in match[0])
        letters = sum(character in _LETTERS for character in match[0])
        if count >= 5 and count >= 2 * letters and count + letters >= 7:
            yield match.start(), match.end(), _each(match, _LETTERS)


def _each(match: re.Match[str], table: dict[str, str]) -> list[_Read]:
    return [(table.get(one, one), at, at + 1) for at, one in enumerate(match[0], match.start())]


def _english(text: str) -> Iterator[tuple[int, int, list[_Read]]]:
    for match in _ENGLISH.finditer(text):
        reads = []
        for part in _ENGLISH_PART.finditer(text, match.start(), match.end()):
            times = {"double": 2, "triple": 3}.get((part["times"] or "").lower(), 1)
            digit = _WORDS[part["word"].lower()] if part["word"] else part[0]
            reads.append((digit * times, part.start(), part.end()))
        yield match.start(), match.end(), reads
