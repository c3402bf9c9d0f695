"""Reads sentences with Chinese in them with both finders of names at once: their opinions on a character are weighed into one.

Either alone is sure of many words that are no names; a word that one of them finds likely and the other not unlikely
mostly is. Text without Chinese is the head's alone. Source: logarithmic opinion pool (C. Genest, J. Zidek, 1986).
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator

import numpy as np

from vault.privacy.bio import CLASSES, TYPES, Floats, decode
from vault.privacy.chinese_names import ChineseNames
from vault.privacy.folding import Folded
from vault.privacy.name_head import HiddenStates, NameHead, StateEncoder, is_possible, to_folded, whole_words
from vault.privacy.spans import PiiType, Span

LAYER = "names"

# Chosen on generated sentences and on rows marked for training, see docs/decisions/0018-two-heads-weighed.md and
# 0019-how-sure-a-finder-may-be.md.
_HEAD_SHARE = 0.3
_LEAN = 1.0  # towards persons and places: a name in clear costs more than a word too many in the mask
_LEAST = 1e-4
_TAGGER_LEAST = 1e-2  # it has learnt from newspapers, and is as sure of posts that are written otherwise

_GLUED = re.compile("(?P<name>[\u3400-\u9fff]{2,4})[A-Za-z0-9_]+")
_ADDRESS = 1 + 2 * TYPES.index(PiiType.ADDRESS)
_NAMES = slice(1, 5)
_PLACE = 1 + 2 * TYPES.index(PiiType.LOCATION)


class JointNamesLayer:
    """The head over an encoder and the Chinese tagger, as one layer of detection. Any thread."""

    name = LAYER

    def __init__(self, encoder: StateEncoder, head: NameHead, names: ChineseNames) -> None:
        self._encoder = encoder
        self._head = head
        self._names = names

    def find(self, folded: Folded) -> Iterator[Span]:
        """Names in folded offsets. Raises: EncodingFailed."""
        source = folded.source
        states = self._encoder.hidden(source)
        rows = list(self._names.chances(folded.text))
        if not rows:
            yield from (to_folded(folded, span) for span in self._head.spans(states, source))
            return
        pooled = self._by_character(states, folded)
        for start, chances in rows:
            pooled[start : start + len(chances)] = _pool(pooled[start : start + len(chances)], chances)
        for start, end, kind in decode(pooled):
            begin, stop = _of_one_script(folded.text, *whole_words(folded.text, start, end), TYPES[kind])
            if is_possible(folded.text[begin:stop], TYPES[kind]):
                yield Span(begin, stop, TYPES[kind], LAYER)

    def _by_character(self, states: HiddenStates, folded: Folded) -> Floats:
        """(folded characters, classes) log chances of the head; the characters of a token after its first are inside."""
        scores = np.full((len(folded.text), CLASSES), np.log(_LEAST), dtype=np.float32)
        scores[:, 0] = 0
        if not len(states.offsets):
            return scores
        of_tokens = np.exp(self._head.scores(states, folded.source))
        later = of_tokens.copy()
        later[:, 2::2] += later[:, 1::2]
        later[:, 1::2] = 0
        for place, (begin, stop) in enumerate(states.offsets):
            start, end = _folded_range(folded, int(begin), int(stop))
            while start < end and folded.text[start].isspace():
                start += 1
            scores[start : start + 1] = np.log(of_tokens[place] + _LEAST)
            scores[start + 1 : end] = np.log(later[place] + _LEAST)
        return scores


def _folded_range(folded: Folded, start: int, end: int) -> tuple[int, int]:
    if folded.offsets is None:
        return start, end
    return bisect.bisect_left(folded.offsets, start), bisect.bisect_left(folded.offsets, end)


def _of_one_script(text: str, start: int, end: int, kind: PiiType) -> tuple[int, int]:
    """A Chinese name ends where letters or digits are glued to it: accounts are named so ("王小明Rain", "李雷_88")."""
    glued = _GLUED.fullmatch(text, start, end) if kind is PiiType.PERSON else None
    return (start, end) if glued is None else glued.span("name")


def _pool(head: Floats, tagger: Floats) -> Floats:
    """Log scores of both, weighed. The tagger knows no addresses: what it holds for a place or for nothing may be one."""
    known = tagger.copy()
    free = np.maximum(tagger[:, 0], tagger[:, _PLACE] + tagger[:, _PLACE + 1])
    known[:, _ADDRESS] = known[:, _ADDRESS + 1] = free
    pooled = _HEAD_SHARE * head + (1 - _HEAD_SHARE) * np.log(known + _TAGGER_LEAST)
    pooled[:, _NAMES] += _LEAN
    return np.asarray(pooled, dtype=np.float32)
