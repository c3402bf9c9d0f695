"""Folds text for detection only, with a map back to the original offsets. Stored text is never changed by it.

Folded are: compatibility forms (NFKC, so full-width letters and circled digits), digits of other scripts, look-alike Cyrillic
and Greek letters, every dash and space, quotation marks; dropped are zero-width and formatting characters. Full-width
sentence marks stay, because in Chinese text they end a value where the ASCII mark may belong to it. Numbers that are spelled
out are another matter, see `spelled`.
"""

from __future__ import annotations

import functools
import unicodedata
from dataclasses import dataclass

_LOOKALIKES = dict(
    zip(
        "аеорсухіјѕԁһքАВЕКМНОРСТХІЈЅУαοερνικυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aeopcyxijsdhqABEKMHOPCTXIJSYaoepvikuxABEZHIKMNOPTYX",
        strict=True,
    )
)
_SINGLE = {
    **_LOOKALIKES,
    **dict.fromkeys("‘’‛′ʼ", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("•‧・･∙⋅", "·"),
    **dict.fromkeys("−⁃˗", "-"),
    "⁄": "/",
}
_KEPT = frozenset("，；！？、。")
_DROPPED = frozenset({"Cf", "Me"})  # formatting, and the frames that make a digit a key cap
_ATTACHED = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0x20DD, 0x20E5))))  # variants and frames
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


@functools.lru_cache(maxsize=16384)
def _fold_character(character: str) -> str:
    if character in _KEPT:
        return character
    if character in _SINGLE:
        return _SINGLE[character]
    category = unicodedata.category(character)
    if category in _DROPPED or character in _INVISIBLE or "\ufe00" <= character <= "\ufe0f":
        return ""
    if category == "Pd":
        return "-"
    if category == "Zs":
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(character))
    return "".join(_SINGLE.get(part, part) for part in unicodedata.normalize("NFKC", character))


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded `text` of `source`; `offsets[i]` is the source index of folded character i, None where both are the same.

    `ends[i]` is where the source of character i ends; None where each stands for one character of the source.
    """

    text: str
    source: str
    offsets: tuple[int, ...] | None
    ends: tuple[int, ...] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Source offsets of a non-empty folded range, with the invisible characters in it and the marks on its last one."""
        if self.offsets is None:
            return start, end
        stop = self.offsets[end - 1] + 1 if self.ends is None else self.ends[end - 1]
        while stop < len(self.source) and self.source[stop] in _ATTACHED:
            stop += 1
        return self.offsets[start], stop


def fold(text: str) -> Folded:
    """Folds a text of any length, linear in it. Any thread."""
    if text.isascii():
        return Folded(text, text, None)
    parts: list[str] = []
    offsets: list[int] = []
    for index, character in enumerate(text):
        piece = character if character < "\x7f" else _fold_character(character)
        parts.append(piece)
        offsets.extend([index] * len(piece))
    return Folded("".join(parts), text, tuple(offsets))
