"""Does the vault know the answer? A score between 0 and 1 from how well the best units fit the question, and a word
for it.

The score is a logistic function of three things that mean the same in every vault: the best unit's nearness in
meaning, the share of the question's rare words that the best units hold between them, and how far the best stands out
from the rest. Its numbers were fitted on longmemeval-pool alone (MIT).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vault.recall.ranking import Ranked

KNOWN = "known"
UNCERTAIN = "uncertain"
UNKNOWN = "unknown"

# Intercept, nearness, coverage, standing out; without an encoder: intercept and coverage.
_WITH_MEANING = (-26.0, 29.0, 2.0, 0.5)
_WORDS_ONLY = (-2.0, 4.5)
_KNOWN_FROM = 0.6
_UNKNOWN_BELOW = 0.3
_LOOKED_AT = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """`word` is known, uncertain or unknown; `score` is in 0..1 and higher means better supported."""

    word: str
    score: float


def judge(ranked: Sequence[Ranked]) -> Verdict:
    """Judge a ranking, best unit first."""
    if not ranked:
        return Verdict(UNKNOWN, 0.0)
    values = features(ranked)
    weights = _WITH_MEANING if values[0] > 0 else (_WORDS_ONLY[0], 0.0, _WORDS_ONLY[1], 0.0)
    total = weights[0] + sum(w * v for w, v in zip(weights[1:], values, strict=True))
    score = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
    if any(unit.named for unit in ranked[:_LOOKED_AT]):
        score = max(score, _KNOWN_FROM)
    word = KNOWN if score >= _KNOWN_FROM else UNKNOWN if score < _UNKNOWN_BELOW else UNCERTAIN
    return Verdict(word, round(score, 4))


def features(ranked: Sequence[Ranked]) -> tuple[float, float, float]:
    """Nearness of the best unit (0 without an encoder), coverage of the best few, and the best's lead in score."""
    best = ranked[:_LOOKED_AT]
    nearness = max(0.0, *(unit.cosine for unit in best)) if best else 0.0
    coverage = max(unit.coverage for unit in best)
    scores = [unit.score for unit in ranked[:20]]
    lead = scores[0] - float(np.mean(scores[1:])) if len(scores) > 1 else 0.0
    return nearness, coverage, lead
