"""The badge of a reply: how far it can be trusted, as a sum that the user can read.

    score = .25 support + .50 recall + .15 source + .10 freshness − .15 contradiction

- support: share of the cited sentences that their sources support, less a tenth for each mark that was in no source;
- recall: the chance that the first unit is the right one (`recall_strength`), 1 where the very slot was looked up;
- source: the weight of the cited units (a user's own words 1.0, inferred .3 …), averaged;
- freshness: 1 for permanent facts; for what fades, 1 at its last confirmation falling to .3 at its end of life;
- contradiction: 1 when a cited memory is a range or has an open contradiction, or is past and not said to be.

`high` from .88 with nothing unsupported; `medium` from .75 with at least half of it supported; else `low`;
`none` when nothing of the vault is cited. A model's own word can lower the level and never raise it. A reply that cites
earlier replies of this program is no surer than the least sure of them: what was made up once is no fact the next time.
Follows "Endpoints and turns, the reply contract"; tests/bench/replies.py measures the calibration.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from assistant.first_unit import is_anothers, named_speakers, share, told
from assistant.language import content_words
from vault.records import Memory, RecallItem, RecallResult, Retention

LEVELS = ("none", "low", "medium", "high")
HIGH_FROM = 0.88
MEDIUM_FROM = 0.75
SUPPORT_FROM = 0.5
ADAPTIVE_LIFE_DAYS = 90.0
AGE_FLOOR = 0.3
WEIGHTS: Mapping[str, float] = {
    "support": 0.25,
    "recall": 0.50,
    "source": 0.15,
    "freshness": 0.10,
    "contradiction": -0.15,
}


@dataclass(frozen=True, slots=True)
class Badge:
    """`level` is high, medium, low or none; `parts` are the inputs by name (0..1), with `score` the weighted sum."""

    level: str
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class CitedUnit:
    """What the badge needs of one cited unit."""

    weight: float
    freshness: float
    is_contested: bool


def badge(
    units: Sequence[CitedUnit],
    *,
    supported: int,
    cited: int,
    removed: int,
    recall_score: float,
    own_word: str = "",
    rests_on: Sequence[str] = (),
) -> Badge:
    """The badge of a reply. `supported` of `cited` marks hold, `removed` marks were invented; `own_word` is
    the model's level, `rests_on` the levels of earlier replies that it cites.
    """
    if not units or cited == 0:
        return Badge("none", {"score": 0.0, "support": 0.0, "recall": round(recall_score, 3)})
    parts = {
        "support": max(0.0, supported / cited - 0.1 * removed),
        "recall": min(1.0, max(0.0, recall_score)),
        "source": sum(u.weight for u in units) / len(units),
        "freshness": min(u.freshness for u in units),
        "contradiction": 1.0 if any(u.is_contested for u in units) else 0.0,
    }
    score = sum(WEIGHTS[name] * value for name, value in parts.items())
    level = "high" if score >= HIGH_FROM else "medium" if score >= MEDIUM_FROM else "low"
    if level == "high" and (supported < cited or removed):
        level = "medium"
    if parts["support"] < SUPPORT_FROM:
        level = "low"
    if own_word in LEVELS[1:] and LEVELS.index(own_word) < LEVELS.index(level):
        level, parts["own_word"] = own_word, float(LEVELS.index(own_word)) / 3
    for earlier in rests_on:
        least = max(1, LEVELS.index(earlier))
        if least < LEVELS.index(level):
            level, parts["own_reply"] = LEVELS[least], LEVELS.index(earlier) / 3
    return Badge(
        level, {"score": round(score, 3), **{name: round(value, 3) for name, value in parts.items()}}
    )


# Logistic regression of "the first unit is evidence" on how the first unit stands: the intercept, then slopes in the
# order of `Standing`. Fitted on one half of longmemeval-pool and madial (MIT) by tests/bench/badge.py, before what only
# asks was left out of the words: fitted anew, they are no surer on what they have not seen.
_STRENGTH = (-2.92, 0.02, 6.03, 2.99, 1.54, 0.66)
_MEANING, _WORDS = ("own_meaning", "context_meaning"), ("own_words", "context_words")
SURE_FROM = 0.5  # below it, an answer begins by saying that it is not certain
_UNSURE = 0.49
_NEXT = 5  # units that the first is compared with; in a shorter ranking a lead says nothing


@dataclass(frozen=True, slots=True)
class Standing:
    """How the first unit of a ranking stands: `verdict_odds` is a logarithm, the rest are shares.

    `lead` is its whole score's; `words` the share of the question's words in what it tells, what it only asks left
    out; `meaning_lead` and `words_lead` sum its leads over the best other unit in the two signals of their kind, each
    as a share of the best: below nought where another unit is ahead.
    """

    verdict_odds: float
    lead: float
    words: float
    meaning_lead: float
    words_lead: float


def recall_strength(result: RecallResult, question: str) -> float:
    """The chance, 0 to 1, that the first unit of a ranking answers the question."""
    found = standing(result, question)
    if found is None:
        verdict = min(max(result.verdict_score, 0.0), 1.0)
        return verdict if result.verdict == "known" else min(verdict, _UNSURE)
    strength = chance(found, _STRENGTH)
    return min(strength, _UNSURE) if is_unsure(result, question) else strength


def chance(found: Standing, numbers: Sequence[float]) -> float:
    """What a logistic regression makes of how a unit stands."""
    intercept, *slopes = numbers
    total = intercept + sum(slope * part for slope, part in zip(slopes, astuple(found), strict=True))
    return 1 / (1 + math.exp(-total))


def is_unsure(result: RecallResult, question: str) -> bool:
    """Whether the first unit is not sure whatever it is like: the vault does not know, or another person said it than
    the one in the question.
    """
    first = next((item for item in result.items if item.selected), None)
    named = named_speakers(result.items, question)
    return result.verdict == "unknown" or (first is not None and is_anothers(first, named))


def standing(result: RecallResult, question: str) -> Standing | None:
    """What the chance is made of; None where too little was found to compare with. A unit that only repeats the first,
    a memory beside its own turn, is no rival of it.
    """
    first = next((item for item in result.items if item.selected), None)
    if first is None:
        return None
    others = [item for item in result.items if not _names(item) & _names(first)]
    rivals = [_own_score(item) for item in others][:_NEXT]
    if len(rivals) < _NEXT or _own_score(first) <= 0:
        return None
    odds = min(max(result.verdict_score, 1e-4), 1 - 1e-4)
    return Standing(
        verdict_odds=math.log(odds / (1 - odds)),
        lead=1 - sum(rivals) / _NEXT / _own_score(first),
        words=share(content_words(question), told(first.text)),
        meaning_lead=sum(_lead(first, others, part) for part in _MEANING),
        words_lead=sum(_lead(first, others, part) for part in _WORDS),
    )


def _lead(first: RecallItem, others: Sequence[RecallItem], part: str) -> float:
    """How far the first unit is ahead of the best other one in one signal, as a share of the better of the two."""
    own, best = first.parts.get(part, 0.0), max(item.parts.get(part, 0.0) for item in others)
    return (own - best) / max(own, best) if max(own, best) > 0 else 0.0


def _own_score(item: RecallItem) -> float:
    """A unit's score without what it owes to the first units of the ranking, which says nothing of how they stand."""
    return item.score - item.parts.get("related", 0.0)


def _names(item: RecallItem) -> set[str]:
    """The ids of a unit and of what it rests on."""
    evidence = item.memory.evidence if item.memory is not None else ()
    return {item.id, *(part.ref_id for part in evidence if part.ref_id)}


def freshness(memory: Memory, now_utc: datetime) -> float:
    """1 for what does not fade; an adaptive memory falls linearly to the floor at its end of life.

    Source: design page "Memory core, life": 90 days × 1.2^min(uses, 5), floor .3.
    """
    if memory.pinned or memory.retention is not Retention.ADAPTIVE:
        return 1.0
    since = memory.last_used_utc or memory.said_utc
    life_days = ADAPTIVE_LIFE_DAYS * 1.2 ** min(memory.uses, 5)
    age_days = max(0.0, (now_utc - since).total_seconds() / 86_400)
    return max(AGE_FLOOR, 1.0 - (1.0 - AGE_FLOOR) * age_days / life_days)
