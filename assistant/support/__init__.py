"""Whether a sentence rests on its sources: figures, persons, polarity and words are compared, in both languages."""

from __future__ import annotations

from assistant.support.claims import denies, speaks_of_user
from assistant.support.counterparts import SameWord
from assistant.support.denials import Similarity
from assistant.support.judge import LONGEST_SENTENCE, Judgement, beyond, fault, judge, overlap
from assistant.support.standing import days_meant, is_outdated

__all__ = [
    "LONGEST_SENTENCE",
    "Judgement",
    "SameWord",
    "Similarity",
    "beyond",
    "days_meant",
    "denies",
    "fault",
    "is_outdated",
    "judge",
    "overlap",
    "speaks_of_user",
]
