"""What the first few units of a ranking tell about the rest: what belongs together is found together.

Two forms of it: nearness in meaning to the first few (Rocchio, 1971), and the rare words that the first two hold
beside the question's own, which lead on to what else is said of the same thing (Lavrenko and Croft, "Relevance-Based
Language Models", 2001). Call both under the index's lock.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vault.recall.filters import type_mask
from vault.recall.highest import highest, kept
from vault.recall.index import Index
from vault.recall.vectors import CONTEXT, OWN, VectorIndex

type_floats = npt.NDArray[np.float32]
type_order = npt.NDArray[np.int64]

_FIRST_FEW = (0.6, 0.3, 0.1)  # shares of the first units in what is fed back: the very first counts most
_FED_BACK = 200
_FIRST_TWO = (1.0, 0.6)
_MOST_WORDS = 8
_RARE = 0.6  # of the rarest word's weight: below it a word says nothing about what belongs together


def scaled(values: type_floats, known: type_mask) -> type_floats:
    """Min-max over the known places; 0 elsewhere, and everywhere if all are equal."""
    if not len(values):
        return np.zeros(0, np.float32)
    is_known = bool(known.all())  # nearly always; each pass over all units that is saved counts
    if not is_known:
        if not known.any():
            return np.zeros(len(values), np.float32)
        values = kept(values, known, values[np.argmax(known)])
    low, high = values.min(), values.max()
    if high <= low:
        return np.zeros(len(values), np.float32)
    result: type_floats = values - low
    result *= 1 / (high - low)
    if not is_known:
        result *= known
    return result


def by_meaning(matrix: VectorIndex, question: type_floats, order: type_order, size: int) -> type_floats:
    """How near the better units (`order`, best first) are in meaning to the first few, 0..1 by slot."""
    result = np.zeros(size, np.float32)
    near = np.zeros(len(order), np.float32)
    for form in (OWN, CONTEXT):
        example = np.zeros(matrix.dimension, np.float32)
        for slot, share in zip(order.tolist(), _FIRST_FEW, strict=False):
            row = matrix.nearest_chunk(slot, form, question)
            if row is not None:
                example += share * row
        near += matrix.cosines_of(order, form, example)
    result[order] = scaled(near, near > -1)
    return result


def by_words(index: Index, asked: Sequence[int], order: Sequence[int], allowed: type_mask) -> type_floats:
    """How much of the rare words of the first two units of `order` the others hold, 0..1 by slot; 1 for those two."""
    order = order[: len(_FIRST_TWO)]
    postings = index.postings
    shares: dict[int, float] = {}
    for slot, share in zip(order, _FIRST_TWO, strict=False):
        for key in postings.keys_of(slot):
            shares.setdefault(key, share)
    others = sorted(shares.keys() - set(asked))
    frequencies, rarities = postings.rarities(others)
    is_rare = (frequencies > 1) & (rarities >= _RARE * postings.highest_rarity)
    rare = [(-rarities[place] * shares[others[place]], others[place]) for place in np.flatnonzero(is_rare)]
    chosen = [key for _, key in sorted(rare)[:_MOST_WORDS]]
    scores = postings.own_scores(chosen, [shares[key] for key in chosen], len(allowed))
    scores[order] = 0
    related = scaled(scores, allowed)
    related[order] = 1  # what leads on to the others keeps its lead over them
    return related


def best_slots(base: type_floats, allowed: type_mask) -> type_order:
    """The slots of the few hundred best allowed units, best first; equal ones by slot."""
    count = min(_FED_BACK, int(np.count_nonzero(allowed)))
    total = kept(base, allowed, -np.inf)
    chosen = highest(total, count)
    return chosen[np.argsort(-total[chosen], kind="stable")][:count]
