"""Words of a sentence that no list knows in its sources, and which word of the sources may say the same.

`SameWord` compares words that are read alone; who has an encoder hands it in. Names, figures and what carries only grammar are
left to the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from assistant.language import content_words
from assistant.support import figures
from assistant.support.lexicon import Words, listed_han
from assistant.support.word_pairs import SAME

SameWord = Callable[[Sequence[str], Sequence[str]], npt.NDArray[np.float32]]
"""(words, others, 3): the probabilities of `word_pairs` for each pair."""

SAME_FROM = 0.6
# Words of a sentence, and words and parts of a source, that are compared at most.
_MOST_WORDS, _MOST_OTHERS = 12, 120
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z][A-Za-z-]{2,}")


def in_sources(sentence: str, known: str, same_word: SameWord) -> tuple[frozenset[str], frozenset[str]]:
    """The things and the parts of Han runs of a sentence that its sources say in another word, by their places in `Words`."""
    mine, theirs = figures.words_of(sentence), figures.words_of(known)
    latin = [
        word
        for word in latin_words(sentence)
        if figures.words_of(word).things & (mine.things - theirs.things)
    ]
    grams = [
        gram
        for run in mine.runs
        if Words(frozenset(), (run,)).covered_by(theirs) < len(run) / 2
        for gram in parts_of(run)
    ]
    words, others = [*latin[:_MOST_WORDS], *grams[: 2 * _MOST_WORDS]], words_in(known)
    if not words or not others:
        return frozenset(), frozenset()
    best = same_word(words, others)[:, :, SAME].max(axis=1)
    found = [word for word, value in zip(words, best, strict=True) if value >= SAME_FROM]
    things = frozenset(
        thing for word in found if not _HAN.search(word) for thing in figures.words_of(word).things
    )
    return things & mine.things, frozenset(word for word in found if _HAN.search(word))


def words_in(text: str) -> list[str]:
    """The words of a text and the parts of its Han runs that may be words."""
    theirs = figures.words_of(text)
    parts = [part for run in theirs.runs for part in parts_of(run)]
    return list(dict.fromkeys([*latin_words(text), *listed_han(text), *parts]))[:_MOST_OTHERS]


def latin_words(text: str) -> list[str]:
    """The words of a text in Latin letters that carry something, lower case, once each."""
    return [word for word in dict.fromkeys(_LATIN.findall(text.casefold())) if content_words(word)]


def parts_of(run: str) -> list[str]:
    """The parts of a run of Han characters that may be words: two to four characters, or the one that it has."""
    if len(run) == 1:
        return [run]
    return [run[at : at + size] for size in (2, 3, 4) for at in range(len(run) - size + 1)]


def weight_of(parts: frozenset[str], mine: Words, theirs: Words) -> float:
    """The weight of the characters that stand in these parts and have no neighbour in the sources."""
    count = 0
    for run in mine.runs:
        inside = {
            at for part in parts for start in _starts(run, part) for at in range(start, start + len(part))
        }
        near = theirs.pairs
        held = {at for at in range(len(run)) if {run[at : at + 2], run[max(0, at - 1) : at + 1]} & near}
        count += len(inside - held)
    return count / 2


def _starts(run: str, part: str) -> list[int]:
    return [at for at in range(len(run) - len(part) + 1) if run.startswith(part, at)]
