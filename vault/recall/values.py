"""The newest value first: where a question asks how much, how many or when, as things stand, a later turn that gives
a value anew stands before the one whose value it replaces.

`vault.recall.newest` compares whole turns, and a long message says many other things. Here the two are compared by
the few words around the value that fits the question best: both have to hold enough of the question there, much of
the same of it, different values, and the later one a word of change ("now", "reached", "moved to", 改到). The bounds
were set with longmemeval-pool's updated facts in view.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from vault.recall.newest import PART
from vault.recall.query import Query
from vault.recall.ranking import Ranked
from vault.recall.tokens import token_keys, tokenize
from vault.recall.units import PASSAGE, Unit
from vault.records import Role

_LOOKED_AT = 12
_AROUND = 14  # words, Chinese characters
_LONGEST = 4000  # characters; what somebody tells stands before what they paste
_SCORE_SHARE = 0.3  # of the older one's score
_ASKED = 0.3  # of the question's rare words around the value
_COMMON = 0.5  # of the words of the question around the one value that stand around the other too
_WIDE = "\u3400-\u9fff"
_WORD = re.compile(rf"\d[\d,.:/]*%?|[{_WIDE}]|[^\W\d_{_WIDE}]+(?:['’-][^\W\d_{_WIDE}]+)*")
_NUMBER = re.compile(
    r"\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|once|twice|dozen|single"
    r"|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$|[两三四五六七八九十百千万]",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:now|new|newly|recent(?:ly)?|just|latest|currently|already|instead|no longer|so far|total|more"
    r"|up(?:dat|grad)\w*|increas\w*|decreas\w*|improv\w*|exten[dt]\w*|expan\w*|reach\w*|chang\w*|mov(?:ed|ing)|switch\w*"
    r"|adjust\w*|resched\w*|postpon\w*|shift\w*|grow(?:n|th)|grew|rose|raised?|drop\w*|reduc\w*|revis\w*|add(?:ed|ing))\b"
    r"|现在|目前|最近|刚|新|改|换|升|涨|降|增|减|延|推迟|提前|调整|更新|达到|已经|变成|搬",
    re.IGNORECASE,
)


class _Value(NamedTuple):
    """The value of a turn that fits the question best; `keys` are the question's around it, `weight` their rarity."""

    text: str
    keys: frozenset[int]
    weight: float
    is_change: bool


_NONE = _Value("", frozenset(), 0.0, False)


def newest_value_first(
    ranked: Sequence[Ranked], units: Sequence[Unit], query: Query, rarities: Mapping[int, float]
) -> list[int]:
    """The order of places in which newer values stand before those they replace. `units` are those of `ranked`;
    `rarities` are the question's keys with their inverse document frequencies.
    """
    order = list(range(len(ranked)))
    whole = sum(rarities.values())
    if not query.asks_value or query.asks_past or query.dialogue or whole <= 0:
        return order
    values = [_best(unit, query, rarities) for unit in units[:_LOOKED_AT]]
    top, rest = order[: len(values)], order[len(values) :]
    place = 0
    while place < len(top):
        older = top[place]
        newer = [
            other
            for other in top[place + 1 :]
            if ranked[other].score >= _SCORE_SHARE * ranked[older].score
            and not ranked[other].is_asked
            and _is_later(units[other], units[older])
            and _replaces(values[other], values[older], rarities, whole)
        ]
        if newer:
            newest = max(newer, key=lambda other: (units[other].said_us, units[other].position))
            top.remove(newest)
            top.insert(place, newest)
            place += 1
        place += 1
    return [*top, *rest]


def raised(unit: Ranked, score: float) -> Ranked:
    """The unit with the score of the place that it takes."""
    return replace(unit, score=score, parts=unit.parts | {PART: round(score - unit.score, 4)})


def _is_later(unit: Unit, other: Unit) -> bool:
    if (unit.kind, unit.role, unit.speaker) != (other.kind, other.role, other.speaker):
        return False
    return (unit.said_us, unit.position) > (other.said_us, other.position)


def _replaces(newer: _Value, older: _Value, rarities: Mapping[int, float], whole: float) -> bool:
    if not newer.is_change or newer.text == older.text or min(newer.weight, older.weight) < _ASKED * whole:
        return False
    common = sum(rarities[key] for key in newer.keys & older.keys)
    return common >= _COMMON * max(newer.weight, older.weight)


def _best(unit: Unit, query: Query, rarities: Mapping[int, float]) -> _Value:
    """The value of a person's turn around which the most of the question stands."""
    if unit.kind == PASSAGE or (unit.role == Role.ASSISTANT and not unit.speaker):
        return _NONE
    best = _NONE
    for line in unit.text[:_LONGEST].splitlines():
        words = list(_WORD.finditer(line))
        asked = [
            (place, held)
            for place, held in enumerate(_keys(line, words))
            if not rarities.keys().isdisjoint(held)
        ]
        for place, word in enumerate(words if asked else []):
            text = word[0].casefold().strip(".,:/")
            if not _NUMBER.search(text) or text in query.tokens:
                continue
            near = [held for other, held in asked if abs(other - place) <= _AROUND]
            keys = frozenset().union(*near) & rarities.keys()
            weight = sum(rarities[key] for key in keys)
            if weight > best.weight:
                first, last = words[max(0, place - _AROUND)], words[min(len(words) - 1, place + _AROUND)]
                best = _Value(text, keys, weight, _CHANGE.search(line, first.start(), last.end()) is not None)
    return best


def _keys(line: str, words: Sequence[re.Match[str]]) -> list[frozenset[int]]:
    """The keys of each word; of a Chinese character also those of the pair that it begins."""
    found = []
    for place, word in enumerate(words):
        follows = words[place + 1] if place + 1 < len(words) else word
        is_pair = follows.start() == word.end() and len(word[0]) == len(follows[0]) == 1
        found.append(
            frozenset(token_keys(tokenize(line[word.start() : follows.end() if is_pair else word.end()])))
        )
    return found
