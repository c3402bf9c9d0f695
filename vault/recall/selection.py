"""Which of the ranked units go into a request: the few that stand out, not a fixed number.

Turns are cut at the widest gap and at a share of the best score. A memory is selected only when the question names
it, holds most of its rare words in it, or is very near in meaning: returning little is the point, since whatever is
selected is read by a model and may leave the machine. Near-duplicates are collapsed into the best of them. Whoever is
not selected has a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vault.recall.ranking import Ranked
from vault.recall.tokens import tokenize

SCORE = "score"
DUPLICATE = "duplicate"
LIMIT = "limit"
PAST = "state"

MOST_SELECTED = 12
_TURN_SHARE = 0.62  # of the best turn's score
_TURN_NEARNESS = 0.80
# Coverage alone, nearness alone, or both together; only the pair counts where the question names another memory.
_MEMORY_COVERAGE = 0.75
_MEMORY_NEARNESS = 0.885
_BOTH_COVERAGE = 0.5
_BOTH_NEARNESS = 0.865
_MEMORY_SHARE = 0.45  # of the best memory's score, for those that only fit by words or meaning
_SAME = 0.8  # share of common tokens from which two texts say the same


@dataclass(frozen=True, slots=True)
class Choosable:
    """A ranked unit with what selection needs of it. `is_barred`: its words are no longer true, never choose it."""

    ranked: Ranked
    is_memory: bool
    text: str
    is_barred: bool = False


def select(units: Sequence[Choosable], *, most: int = MOST_SELECTED) -> list[str]:
    """For each unit, in order, an empty string where it is selected, else the reason why not."""
    reasons: list[str] = []
    chosen: list[frozenset[str]] = []
    best_turn = max((u.ranked.score for u in units if not u.is_memory and not u.is_barred), default=0.0)
    best_memory = max((u.ranked.score for u in units if u.is_memory and not u.is_barred), default=0.0)
    any_named = any(unit.ranked.named for unit in units)
    for unit in units:
        reason = PAST if unit.is_barred else ""
        if not reason and not _fits(
            unit, best_memory if unit.is_memory else best_turn, others_named=any_named
        ):
            reason = SCORE
        tokens = frozenset(tokenize(unit.text)) if not reason else frozenset()
        if not reason and any(_overlap(tokens, other) >= _SAME for other in chosen):
            reason = DUPLICATE
        if not reason and len(chosen) >= most:
            reason = LIMIT
        if not reason:
            chosen.append(tokens)
        reasons.append(reason)
    return reasons


def _fits(unit: Choosable, best: float, *, others_named: bool) -> bool:
    ranked = unit.ranked
    if not unit.is_memory:
        return ranked.score >= _TURN_SHARE * best and (ranked.cosine >= _TURN_NEARNESS or ranked.coverage > 0)
    if ranked.named:
        return True
    fits = ranked.coverage >= _BOTH_COVERAGE and ranked.cosine >= _BOTH_NEARNESS
    if not others_named:
        fits = fits or ranked.coverage >= _MEMORY_COVERAGE or ranked.cosine >= _MEMORY_NEARNESS
    return fits and ranked.score >= _MEMORY_SHARE * best


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    if not one or not other:
        return 0.0
    return len(one & other) / len(one | other)
