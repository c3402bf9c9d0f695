"""Finds numbers whose digits are torn apart: one by one, over a line's end, with marks that their own patterns do not expect.

What tells a number is then its check digit, or its length and the word before it. The usual groupings are with their types.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from vault.privacy.cards import CARD_NAME, has_card_prefix, is_luhn
from vault.privacy.contacts import is_named_phone
from vault.privacy.context import before, is_labelled_harmless
from vault.privacy.folding import Folded
from vault.privacy.identity import CN_ID_NAME, SSN_NAME, is_cn_id
from vault.privacy.spans import PiiType, Span

LAYER = "gapped"

_GAP = r"(?: ?[-._/·*|] ?| ?[()] ?| {1,3}| ?-? ?\n ?)"
_RUN = re.compile(
    rf"(?<![0-9A-Za-z.])\(?[0-9]+(?:{_GAP}[0-9]+){{1,24}}(?:{_GAP}?[Xx×](?![A-Za-z]))?(?![0-9])"
)
_GROUP = re.compile(r"[0-9]+|[Xx×]")
_MOST_DIGITS = 40
_MOST_BREAKS = 4
_SIZES = range(9, 20)  # from a social security number to the longest card
_CN_MOBILE = re.compile(r"(?:0{0,2}86)?1[3-9][0-9]{9}")
_NANP = re.compile(r"1?[2-9][0-9]{2}[2-9][0-9]{6}")


@dataclass(frozen=True, slots=True)
class _Piece:
    """Neighbouring groups of a run: their digits, sizes, the kinds of gap between them, and where they stand."""

    digits: str
    sizes: tuple[int, ...]
    gaps: frozenset[str]
    start: int
    end: int

    @property
    def is_even(self) -> bool:
        """Single digits or groups of four, with one kind of gap: somebody's way of writing one number, and no table."""
        head, last = self.sizes[:-1], self.sizes[-1]
        return len(self.gaps) == 1 and set(head) in ({1}, {4}) and last <= head[0]

    @property
    def is_broken_once(self) -> bool:
        """A number in one piece or in groups of four that a line's end cut once."""
        if "".join(self.gaps).count("\n") != 1:
            return False
        return len(self.sizes) == 2 or all(size <= 4 for size in self.sizes)


def find(folded: Folded) -> Iterator[Span]:
    """Spans of torn cards, identity and telephone numbers, in folded offsets."""
    text = folded.text
    for match in _RUN.finditer(text):
        if sum(one.isdecimal() for one in match[0]) > _MOST_DIGITS or match[0].count("\n") > _MOST_BREAKS:
            continue
        yield from _of_run(text, list(_GROUP.finditer(text, match.start(), match.end())))


def _of_run(text: str, groups: list[re.Match[str]]) -> Iterator[Span]:
    ends = list(itertools.accumulate((len(group[0]) for group in groups), initial=0))
    for first in range(len(groups)):
        for last in range(len(groups) - 1, first, -1):
            if ends[last + 1] - ends[first] not in _SIZES:
                continue
            piece = _piece(text, groups[first : last + 1])
            is_whole = first == 0 and last == len(groups) - 1
            kind = _kind(text, piece, is_whole=is_whole)
            if kind is not None:
                yield Span(piece.start, piece.end, kind, LAYER)
                return


def _piece(text: str, groups: list[re.Match[str]]) -> _Piece:
    gaps = {text[left.end() : right.start()].strip(" ") or " " for left, right in itertools.pairwise(groups)}
    return _Piece(
        "".join(group[0] for group in groups).upper().replace("×", "X"),
        tuple(len(group[0]) for group in groups),
        frozenset(gaps),
        groups[0].start(),
        groups[-1].end(),
    )


def _kind(text: str, piece: _Piece, *, is_whole: bool) -> PiiType | None:
    count = len(piece.digits)
    lead = before(text, piece.start, 32)
    if count == 18 and is_cn_id(piece.digits) and not is_labelled_harmless(text, piece.start):
        return PiiType.CN_ID
    if count == 18 and is_whole and CN_ID_NAME.search(lead):
        return PiiType.CN_ID
    if not piece.digits.isdecimal():
        return None
    if 13 <= count <= 19 and is_luhn(piece.digits) and has_card_prefix(piece.digits):
        is_one = piece.is_even or piece.is_broken_once
        if CARD_NAME.search(lead) or (is_one and not is_labelled_harmless(text, piece.start)):
            return PiiType.BANK_CARD
    if not is_whole:
        return None
    if count == 9 and SSN_NAME.search(lead):
        return PiiType.SSN
    if _CN_MOBILE.fullmatch(piece.digits) or _NANP.fullmatch(piece.digits):
        is_single = set(piece.sizes) == {1} and piece.digits.startswith("1")
        if is_single or is_named_phone(text, piece.start, piece.end):
            return PiiType.PHONE
    return None
