"""A sentence in one language held against a source in the other: by the words of the list, and by the encoder for the rest.

Words of the list are the same in both languages. For a word that is not on it the encoder is asked which words of the source
it may translate: the right one lies at .88 to .94, another thing of the same kind
at .79 to .85 (46 pairs, 2026-11-30).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.support import counterparts, figures
from assistant.support.counterparts import SameWord
from assistant.support.lexicon import FREE, LIGHT, is_known, kinds_of

KNOWN_WORDS = 0.7


def is_foreign(sentence: str, texts: Sequence[str]) -> bool:
    """Whether sentence and sources are written in different languages."""
    han = [bool(re.search(r"[\u4e00-\u9fff]{2}", text)) for text in (sentence, "".join(texts))]
    return han[0] != han[1]


def fault(sentence: str, known: str, same_word: SameWord | None) -> str:
    """ "words" where too little of a sentence is a translation of what its sources say."""
    mine, theirs = figures.words_of(sentence), figures.words_of(known)
    listed = {thing for thing in mine.things if is_known(thing) and thing not in LIGHT}
    held = listed & theirs.things
    strange = {thing for thing in mine.things if not is_known(thing)} - theirs.things
    missing = listed - held - FREE
    if missing and _replaces(missing, theirs.things - mine.things):
        return "words"
    runs = {run for run in mine.runs if len(run) > 1}
    if same_word is not None:
        words, parts = counterparts.in_sources(sentence, known, same_word)
        told = {run for run in runs if any(part in run for part in parts)}
        held, strange, runs, missing = held | words | told, strange - words, runs - told, missing - words
    if not held or len(strange) + len(runs) > len(held):
        return "words"
    return "" if len(held) / (len(held) + len(missing)) > KNOWN_WORDS else "words"


def _replaces(missing: set[str], others: frozenset[str]) -> bool:
    """Whether the source has, for something that only the sentence says, another thing of the same kind."""
    return any(set(kinds_of(thing)) & set(kinds_of(other)) for thing in missing for other in others)
