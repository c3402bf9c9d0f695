"""What belongs together in a source: a figure and what it measures, an effect and its cause, one step and the next.

Each part of a sentence may stand in its sources and the sentence still be false, because it joins what was said apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.support import figures
from assistant.support.claims import clauses
from assistant.support.lexicon import FREE, LIGHT, things

_CAUSE = re.compile(
    r"\b(?:because(?! of\b)|since(?= (?:my|your|he|she|it|they|we|i|you|the|his|her)\b)|so that)\s+(?P<en>[^,;.]+)|因为(?P<zh>[^，。；,;]+)",
    re.I,
)
_STEPS = re.compile(
    r"\bfirst\b(?P<a>.+?)\b(?:then|next|after that)\b(?P<b>.+)|先(?P<a_zh>[^，。；]+?)[，,]?(?:再|然后|后)(?P<b_zh>[^，。；]+)",
    re.I | re.S,
)


_BEFORE = re.compile(r"\bbefore\b|之前|以前", re.IGNORECASE)  # told backwards


def is_bound_otherwise(sentence: str, texts: Sequence[str]) -> bool:
    """Whether a clause gives to one thing a figure that its sources give to another one.

    Only where each clause of the sources that speaks of the thing has figures, and none of them that of the sentence.
    """
    told = [(clause.things, _values(clause.text)) for text in texts for clause in clauses(text)]
    for clause in clauses(sentence):
        mine = _values(clause.text)
        if not mine or not any(mine & values for _, values in told):
            continue
        for thing in clause.things - LIGHT - FREE:
            holders = [values for words, values in told if thing in words]
            beside = [words for words, values in told if mine & values]
            is_elsewhere = bool(holders) and all(values and not values & mine for values in holders)
            is_replaced = all(words - clause.things - LIGHT - FREE for words in beside)
            if is_elsewhere and is_replaced and not any(thing in words for words in beside):
                return True
    return False


def _values(text: str) -> frozenset[float]:
    found = figures.figures_of(text)
    return frozenset(value for value, _, _ in found.amounts) | found.bare


def has_other_cause(sentence: str, known: str) -> bool:
    """Whether a sentence gives a cause that shares nothing with the cause that its sources give for the same."""
    mine, theirs = _causes(sentence), _causes(known)
    if len(mine) != 1 or len(theirs) != 1:
        return False
    if set(re.findall(r"[\u4e00-\u9fff]", mine[0])) & set(re.findall(r"[\u4e00-\u9fff]", theirs[0])):
        return False
    said, told = things(mine[0]), things(theirs[0])
    elsewhere = things(known.replace(theirs[0], " "))
    return bool(said and told) and not said & told and bool(said & elsewhere)


def _causes(text: str) -> list[str]:
    return [match["en"] or match["zh"] for match in _CAUSE.finditer(text)]


def has_other_order(sentence: str, known: str) -> bool:
    """Whether two steps stand in the sources in the other order."""
    match = _STEPS.search(sentence)
    if match is None or _BEFORE.search(known):
        return False
    first, second = things(match["a"] or match["a_zh"]), things(match["b"] or match["b_zh"])
    told = [clause.things for clause in clauses(known)]
    shares = [[len(words & mine) for words in told] for mine in (first - second, second - first)]
    if not all(any(each) for each in shares):
        return False
    return shares[0].index(max(shares[0])) > shares[1].index(max(shares[1]))
