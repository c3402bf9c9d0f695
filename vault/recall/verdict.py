"""Does the vault know the answer? A score between 0 and 1 from how well the best units fit the question, and a word.

The score is a logistic function of things that mean the same in every vault: nearness in meaning of the best units,
the share of the question's words that the best unit holds, and, where the question names a speaker, whether the best
units are that person's: evidence that belongs to somebody else is not an answer. Its numbers were set on
longmemeval-pool (MIT). A remark in a conversation asks for no fact: its score says only whether something near to the
conversation is there. What any message shares is taken off that nearness on both sides, since messages in one language
lie nearer to each other than in another; its numbers were set on madial (MIT) so that both languages stand alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vault.recall.filters import type_mask
from vault.recall.highest import kept
from vault.recall.query import Query
from vault.recall.ranking import Ranked, Signals, named_speakers
from vault.recall.units import Units

KNOWN = "known"
UNCERTAIN = "uncertain"
UNKNOWN = "unknown"

_INTERCEPT, _NEARNESS, _WORDS = -26.0, 29.0, 2.0
_OTHERS_SHARE, _OTHERS_WORDS = -3.0, 4.0
_WORDS_ONLY_INTERCEPT, _WORDS_ONLY = -1.5, 3.5
# Help rests on whatever is near, if anything is: nothing that was asked for can be missing.
_HELP, _HELP_FROM = 4.0, 0.84
_REMARK_INTERCEPT, _REMARK_NEARNESS = 4.5, 20.0
_KNOWN_FROM = 0.6
_UNKNOWN_BELOW = 0.27
_LOOKED_AT = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """`word` is known, uncertain or unknown; `score` is in 0..1 and higher means better supported."""

    word: str
    score: float


@dataclass(frozen=True, slots=True)
class Fit:
    """How the best units fit. `others_share` of the first few are not by the speaker whom the question names;
    `words_lead` is that speaker's best share of the question's words less everybody else's. `is_help`: help or advice
    is asked for, which rests on what is near; no single fact can be missing. `remark` is how near the best unit is to a
    conversation in which no fact is asked for, less what any message shares, None for every other question.
    """

    nearness: float = 0.0
    words: float = 0.0
    others_share: float = 0.0
    words_lead: float = 0.0
    is_named: bool = False
    is_help: bool = False
    remark: float | None = None


def fit(query: Query, signals: Signals, allowed: type_mask, units: Units, ranked: Sequence[Ranked]) -> Fit:
    """Measure a ranking, best unit first; call it under the index's lock."""
    if not ranked:
        return Fit()
    for empty in (signals.asked, signals.supposed):  # what only asks or supposes supports no answer
        if empty is not None:
            allowed = allowed & ~empty
    words = signals.own_words * allowed
    words /= max(signals.best_words, 1e-6)
    near = (
        kept(signals.meaning.own, allowed, -1).max() + kept(signals.meaning.context, allowed, -1).max()
    ) / 2
    best = [unit for unit in ranked if not unit.is_asked and not unit.is_supposed][:_LOOKED_AT]
    speakers = named_speakers(query, units)
    others_share = words_lead = 0.0
    if speakers:
        theirs = np.isin(units.speaker[: units.size], speakers)
        others_share = sum(not theirs[unit.slot] for unit in best) / max(1, len(best))
        words_lead = float(np.where(theirs, words, 0).max() - np.where(theirs, 0, words).max())
    return Fit(
        nearness=max(0.0, float(near)),
        words=float(words.max()),
        others_share=others_share,
        words_lead=words_lead,
        is_named=any(unit.named for unit in best),
        is_help=query.asks_for_help,
        remark=_nearness_to_remark(query, signals, allowed),
    )


def _nearness_to_remark(query: Query, signals: Signals, allowed: type_mask) -> float | None:
    if not query.is_remark or signals.dialogue is None:
        return None
    near = signals.dialogue.meaning
    known = allowed & (near.own > -1)
    return float(near.own_special[known].max()) - near.common if known.any() else None


def unanswered(judged: Verdict) -> Verdict:
    """The verdict where all that fits belongs to another person than the one in the question."""
    return Verdict(UNKNOWN, min(judged.score, _UNKNOWN_BELOW / 2))


def judge(found: Fit) -> Verdict:
    """The verdict on how the best units fit."""
    if found == Fit():
        return Verdict(UNKNOWN, 0.0)
    total = _INTERCEPT + _NEARNESS * found.nearness + _WORDS * found.words
    total += _HELP * (found.is_help and found.nearness >= _HELP_FROM)
    if not found.nearness:
        total = _WORDS_ONLY_INTERCEPT + _WORDS_ONLY * found.words
    if found.remark is not None:
        total = _REMARK_INTERCEPT + _REMARK_NEARNESS * found.remark
    total += _OTHERS_SHARE * found.others_share + _OTHERS_WORDS * found.words_lead
    score = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
    if found.is_named:
        score = max(score, _KNOWN_FROM)
    word = KNOWN if score >= _KNOWN_FROM else UNKNOWN if score < _UNKNOWN_BELOW else UNCERTAIN
    return Verdict(word, round(score, 4))
