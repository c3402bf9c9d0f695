"""A sentence in one language held against a source in the other: by the words of the list, and by the encoder for the rest.

Words of the list are the same in both languages. For a word that is not on it the encoder is asked which words of the source
it may translate: the right one lies at .88 to .94, another thing of the same kind
at .79 to .85 (46 pairs, 2026-11-30).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assistant.support import figures
from assistant.support.lexicon import FREE, LIGHT, is_known, kinds_of

Similarity = Callable[[str, Sequence[str]], Sequence[float]]
SAME_WORD = 0.875
KNOWN_WORDS = 0.7
# Words of a sentence and parts of a source that the encoder is asked about at most.
_MOST_WORDS, _MOST_PARTS = 6, 120


def is_foreign(sentence: str, texts: Sequence[str]) -> bool:
    """Whether sentence and sources are written in different languages."""
    han = [bool(re.search(r"[\u4e00-\u9fff]{2}", text)) for text in (sentence, "".join(texts))]
    return han[0] != han[1]


def fault(sentence: str, known: str, similarity: Similarity | None) -> str:
    """ "words" where too little of a sentence is a translation of what its sources say."""
    mine, theirs = figures.words_of(sentence), figures.words_of(known)
    listed = {thing for thing in mine.things if is_known(thing) and thing not in LIGHT}
    held = listed & theirs.things
    strange = {thing for thing in mine.things if not is_known(thing)} - theirs.things
    missing = listed - held - FREE
    if missing and _replaces(missing, theirs.things - mine.things):
        return "words"
    runs = {run for run in mine.runs if len(run) > 1}
    if similarity is not None and (strange or runs):
        found = _translated(sentence, strange, runs, known, similarity)
        held, strange, runs = held | found, strange - found, runs - found
    if not held or len(strange) + len(runs) > len(held):
        return "words"
    return "" if len(held) / (len(held) + len(missing)) > KNOWN_WORDS else "words"


def _replaces(missing: set[str], others: frozenset[str]) -> bool:
    """Whether the source has, for something that only the sentence says, another thing of the same kind."""
    return any(set(kinds_of(thing)) & set(kinds_of(other)) for thing in missing for other in others)


def _translated(
    sentence: str, strange: set[str], runs: set[str], known: str, similarity: Similarity
) -> set[str]:
    """The words of the sentence that the encoder takes for words of the source."""
    if re.search(r"[\u4e00-\u9fff]{2}", sentence):
        latin = _latin(known)[:_MOST_PARTS]
        asked = sorted(runs)[:_MOST_WORDS] if latin else []
        return {run for run in asked if max(similarity(run, latin)) >= SAME_WORD}
    theirs = figures.words_of(known).runs
    parts = [run[at : at + size] for run in theirs for size in (2, 3, 4) for at in range(len(run) - size + 1)]
    parts = list(dict.fromkeys(parts))[:_MOST_PARTS]
    found: set[str] = set()
    for word in [word for word in _latin(sentence) if figures.words_of(word).things & strange][:_MOST_WORDS]:
        if parts and max(similarity(word, parts)) >= SAME_WORD:
            found |= figures.words_of(word).things & strange
    return found


def _latin(text: str) -> list[str]:
    return sorted(set(re.findall(r"[a-z][a-z-]{2,}", text.casefold())))
