"""Scores become one order. Four signals, each min-max scaled over the units that may be recalled, are summed with
weights; boosts are added, and nothing is cut before everything was added up, so a rare exact word is found whatever
the encoder says.

The weights were tuned on sets under MIT and Apache licences (longmemeval-pool, madial, realmem) and are the only
numbers of this module that come from data. Same input, same order: ties go to the newer unit, then to the id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vault.recall import feedback
from vault.recall.echoes import without_echoes
from vault.recall.feedback import scaled
from vault.recall.filters import Filtered, type_mask
from vault.recall.highest import highest, kept
from vault.recall.index import Index
from vault.recall.lookup import named_slots
from vault.recall.query import Query
from vault.recall.sayings import ASKED, SUPPOSED
from vault.recall.tokens import query_tokens
from vault.recall.units import KINDS, MEMORY, PASSAGE, Units
from vault.recall.vectors import Nearness

type_floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal and boost counts."""

    own_words: float = 1.0
    context_words: float = 1.0
    own_meaning: float = 1.5
    context_meaning: float = 1.5
    dialogue_words: float = 0.0
    dialogue_meaning: float = 0.0
    feedback: float = 1.0  # nearness in meaning to the first few units
    related: float = 0.8  # rare words of the first two units
    recent: float = 0.0  # said shortly before the newest unit
    neighbour: float = 0.1  # of the better neighbour's score
    speaker: float = 0.3
    period: float = 0.3
    user: float = 0.05  # the user's own words before the assistant's
    reply: float = 1.5  # taken off the assistant's words, unless what it said is asked for
    name: float = 1.5  # a memory whose attribute, topic or entity the question names
    pinned: float = 0.1
    use: float = 0.02  # for each doubling of uses
    weak: float = 0.2  # taken off at confidence 0
    asked: float = (
        0.6  # share taken off the score of a bare question: it is near to this one and answers nothing
    )


ALONE = Weights()
# Whoever writes at length works on something that was spoken of lately.
MESSAGE = replace(ALONE, related=0.0, recent=1.5)
_RECENT_US = 20 * 86_400_000_000
_PASSAGE = KINDS.index(PASSAGE)
# A question stands mostly for itself; a statement in a conversation says little without the turns before it.
QUESTION = replace(
    ALONE,
    own_words=0.5,
    context_words=0.5,
    own_meaning=1,
    context_meaning=1,
    dialogue_words=0.2,
    dialogue_meaning=1.4,
    related=0.0,
)
STATEMENT = replace(
    QUESTION, own_words=0.15, context_words=0.15, own_meaning=0.5, context_meaning=0.5, dialogue_meaning=2.0
)


def weights_for(query: Query) -> Weights:
    """The weights for a question alone, a long message, a question in a conversation, or a statement in one."""
    if not query.dialogue:
        return MESSAGE if query.is_message else ALONE
    return QUESTION if query.is_question else STATEMENT


@dataclass(frozen=True, slots=True)
class QueryVectors:
    """Unit-length vectors of the question and of the question after its dialogue; None where there is no encoder."""

    question: type_floats | None = None
    dialogue: type_floats | None = None
    each: tuple[type_floats, ...] = ()  # of the questions in one, where there are several


@dataclass(frozen=True, slots=True)
class Signals:
    """Raw scores by slot; `matched_words` over `best_words` is coverage."""

    own_words: type_floats
    context_words: type_floats
    meaning: Nearness
    matched_words: type_floats
    best_words: float
    names: dict[int, int] = field(default_factory=dict)
    asked: type_mask | None = None  # bare questions, where none are looked for
    supposed: type_mask | None = None
    dialogue: Signals | None = None
    each: tuple[Signals, ...] = ()  # of the questions in one, where there are several


@dataclass(frozen=True, slots=True)
class Ranked:
    """A slot in its place, with its score by parts and the raw signals that selection and verdict read."""

    slot: int
    score: float
    parts: dict[str, float]
    coverage: float  # share of the question's rare words that the unit holds, 0..1
    cosine: float  # -1 where unknown
    named: int  # words of the longest name of it that the question holds
    is_asked: bool = False
    is_supposed: bool = False


def measure(index: Index, query: Query, vectors: QueryVectors, filtered: Filtered) -> Signals:
    """All signals of all slots; call it under the index's lock."""
    words = index.lexical(query.keys)
    dialogue = None
    if query.dialogue:
        around = index.lexical(query.dialogue_keys)
        near = index.nearness(vectors.dialogue)
        dialogue = Signals(around.own, around.context, near, around.matched, around.best_possible)
    names = named_slots(index, query.text, filtered)
    asked = None if query.asks_for_questions else index.marked(ASKED)
    context_words, meaning = words.context, index.nearness(vectors.question)
    if asked is not None and asked.any():
        context_words, meaning = without_echoes(index.units, asked, words, meaning)
    return Signals(
        own_words=words.own,
        context_words=context_words,
        meaning=meaning,
        matched_words=words.matched,
        best_words=words.best_possible,
        names=names,
        asked=asked,
        supposed=None if query.asks_for_suppositions else index.marked(SUPPOSED),
        dialogue=dialogue,
        each=tuple(
            measure(index, one, QueryVectors(vector), filtered)
            for one, vector in zip(query.each, vectors.each or (None,) * len(query.each), strict=True)
        ),
    )


def rank(
    index: Index, query: Query, signals: Signals, allowed: type_mask, *, limit: int, vectors: QueryVectors
) -> list[Ranked]:
    """The best `limit` allowed slots in order; call it under the index's lock."""
    units, weights = index.units, weights_for(query)
    count = min(limit, int(allowed.sum()))
    if not count:
        return []
    parts = _summands(index, query, signals, allowed, vectors)
    base = _sum(parts, units.size)
    usable = _without_crowd(kept(base, allowed, -np.inf), units, limit)
    count = min(count, int((usable > -np.inf).sum()))
    # A neighbour lends at most a share of the best score, so only what comes that near can still rise into the ranking.
    most_lent = weights.neighbour * max(0.0, float(usable.max()))
    edge = usable[highest(usable, count)].min()
    near = np.flatnonzero(usable >= edge - most_lent)
    lent = weights.neighbour * _lent(usable, near, units)
    total = usable[near] + lent
    parts["neighbour"] = np.zeros(units.size, np.float32)
    parts["neighbour"][near] = lent
    risen = np.flatnonzero(total >= np.partition(total, len(near) - count)[len(near) - count])
    scores = dict(zip(near[risen].tolist(), total[risen].tolist(), strict=True))
    chosen = sorted(
        scores, key=lambda slot: (-round(scores[slot], 6), -int(units.said_us[slot]), units.ids[slot])
    )
    return _ranked(chosen[:count], scores, parts, signals)


def _without_crowd(usable: type_floats, units: Units, limit: int) -> type_floats:
    """Passages take at most half of the places that others could have: a long document has a thousand of them."""
    if not units.passages:
        return usable
    is_known = usable > -np.inf
    places = np.flatnonzero(is_known & (units.kind[: units.size] == _PASSAGE))
    most = max(limit // 2, limit - (int(is_known.sum()) - len(places)))
    if len(places) <= most:
        return usable
    best = highest(usable[places], most)  # equal ones with it
    ranked = places[best[np.argsort(-usable[places][best], kind="stable")][:most]]
    thinned = usable.copy()
    thinned[np.setdiff1d(places, ranked, assume_unique=True)] = -np.inf
    return thinned


def _summands(
    index: Index, query: Query, signals: Signals, allowed: type_mask, vectors: QueryVectors
) -> dict[str, type_floats]:
    """The score by parts; of several questions in one, each unit's parts for the one that it answers best."""
    if not query.each:
        return _summands_of_one(index, query, signals, allowed, vectors)
    found = [
        _summands_of_one(index, one, own, allowed, QueryVectors(vector))
        for one, own, vector in zip(
            query.each, signals.each, vectors.each or (None,) * len(query.each), strict=True
        )
    ]
    sums = np.stack([scaled(_sum(parts, len(allowed)), allowed) for parts in found])
    best = np.argmax(sums, axis=0)
    names = dict.fromkeys(name for parts in found for name in parts)
    nothing = np.zeros(len(allowed), np.float32)
    return {
        name: np.choose(best, [parts.get(name, nothing) for parts in found]).astype(np.float32)
        for name in names
    }


def _sum(parts: dict[str, type_floats], size: int) -> type_floats:
    total = np.zeros(size, np.float32)
    for values in parts.values():
        total += values
    return total


def _summands_of_one(
    index: Index, query: Query, signals: Signals, allowed: type_mask, vectors: QueryVectors
) -> dict[str, type_floats]:
    weights = weights_for(query)
    parts = _parts(query, signals, allowed, index.units, weights)
    base = _sum(parts, index.units.size)
    if signals.asked is not None and signals.asked.any():
        parts["asked"] = np.where(signals.asked, -weights.asked * base, 0)
        base = base + parts["asked"]
    order = feedback.best_slots(base, allowed)
    if vectors.question is not None and index.vectors is not None:
        near = feedback.by_meaning(index.vectors, vectors.question, order, len(base))
        parts["feedback"] = weights.feedback * near
        # It only raises, and only these, so that the best are still among them.
        order = order[np.lexsort((order, -(base + parts["feedback"])[order]))]
    if weights.related:
        parts["related"] = weights.related * feedback.by_words(index, query.keys, order.tolist(), allowed)
    return parts


def _parts(
    query: Query, signals: Signals, allowed: type_mask, units: Units, weights: Weights
) -> dict[str, type_floats]:
    size = units.size
    parts = {
        "own_words": weights.own_words * scaled(signals.own_words, allowed),
        "context_words": weights.context_words * scaled(signals.context_words, allowed),
        "own_meaning": weights.own_meaning
        * scaled(signals.meaning.own_special, allowed & (signals.meaning.own > -1)),
        "context_meaning": weights.context_meaning
        * scaled(signals.meaning.context_special, allowed & (signals.meaning.context > -1)),
    }
    around = signals.dialogue
    if around is not None:
        words = scaled(around.own_words, allowed)
        meaning = scaled(around.meaning.own_special, allowed & (around.meaning.own > -1))
        meaning = meaning + scaled(around.meaning.context_special, allowed & (around.meaning.context > -1))
        parts["dialogue"] = weights.dialogue_words * words + weights.dialogue_meaning * meaning / 2
    speakers = named_speakers(query, units)
    if speakers:
        parts["speaker"] = weights.speaker * np.isin(units.speaker[:size], speakers).astype(np.float32)
    if query.periods:
        said = units.said_us[:size]
        inside = np.logical_or.reduce([(said >= start) & (said < end) for start, end in query.periods])
        parts["period"] = weights.period * inside.astype(np.float32)
    if weights.recent:
        said = units.said_us[:size]
        told = allowed & (
            units.kind[:size] != _PASSAGE
        )  # when a document came in says nothing of what is in it
        age_us = np.maximum(0, said[told].max() - said) if told.any() else said
        parts["recent"] = (weights.recent * np.exp(-age_us / _RECENT_US) * told).astype(np.float32)
    parts["user"] = weights.user * units.is_user[:size].astype(np.float32)
    if weights.reply and not query.asks_for_replies:
        parts["reply"] = -weights.reply * units.is_reply().astype(np.float32)
    memories = np.flatnonzero(units.kind[:size] == KINDS.index(MEMORY))
    if memories.size:
        parts["memory"] = np.zeros(size, np.float32)
        parts["memory"][memories] = (
            weights.pinned * units.pinned[memories]
            + weights.use * np.log2(1 + units.uses[memories].clip(0, 31))
            - weights.weak * (1 - units.confidence[memories])
        )
    if signals.names:
        named = np.zeros(size, np.float32)
        for slot, words_in_name in signals.names.items():
            named[slot] = weights.name * (1 + 0.1 * (words_in_name - 1))
        parts["name"] = named
    return parts


def named_speakers(query: Query, units: Units) -> list[int]:
    """Numbers of the speakers whom the question names, by any word of the name."""
    return [
        number
        for name, number in units.speakers.numbers.items()
        if name and any(word in query.tokens for word in query_tokens(name))
    ]


def _lent(usable: type_floats, slots: npt.NDArray[np.int64], units: Units) -> type_floats:
    """The better neighbour's score for each of these slots, 0 where there is none."""
    lent = np.zeros(len(slots), np.float32)
    for link in (units.before[slots], units.after[slots]):
        lent = np.maximum(lent, np.where(link >= 0, usable[link], 0))
    return lent


def _ranked(
    slots: Sequence[int], scores: dict[int, float], parts: dict[str, type_floats], signals: Signals
) -> list[Ranked]:
    """What the rest of the program is told of these slots."""
    best = signals.best_words
    coverage = (signals.matched_words[slots] / best if best > 0 else np.zeros(len(slots))).tolist()
    cosine = np.maximum(signals.meaning.own[slots], signals.meaning.context[slots]).tolist()
    told = {name: values[slots].astype(np.float64).round(4).tolist() for name, values in parts.items()}
    return [
        Ranked(
            slot=slot,
            score=scores[slot],
            parts={name: values[place] for name, values in told.items() if values[place]},
            coverage=coverage[place],
            cosine=cosine[place],
            named=signals.names.get(slot, 0),
            is_asked=signals.asked is not None and bool(signals.asked[slot]),
            is_supposed=signals.supposed is not None and bool(signals.supposed[slot]),
        )
        for place, slot in enumerate(slots)
    ]
