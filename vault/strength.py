"""How sure and how alive a memory is: confidence after another word on it, and the fading of what is not used.

Follows the design page "Memory core, Confidence" and "Life". Strength only ranks; it never hides anything.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from vault.records import Memory, Retention

CONFIDENCE_STEP = 0.3
BASE_LIFE = timedelta(days=90)
LIFE_GROWTH = 1.2
MOST_COUNTED_USES = 5
STRENGTH_FLOOR = 0.3


def confirmed(confidence: float, weight: float) -> float:
    """Confidence after a source of `weight` (0 to 1) said the same: 1 − (1 − c)(1 − .3 w)."""
    return 1 - (1 - confidence) * (1 - CONFIDENCE_STEP * weight)


def contradicted(confidence: float, weight: float) -> float:
    """Confidence after a source of `weight` (0 to 1) said otherwise: c (1 − .3 w)."""
    return confidence * (1 - CONFIDENCE_STEP * weight)


def life(uses: int) -> timedelta:
    """How long an adaptive memory lives from its last cited use."""
    return BASE_LIFE * LIFE_GROWTH ** min(max(uses, 0), MOST_COUNTED_USES)


def alive_since(memory: Memory) -> datetime:
    """When it was last of use: cited by an answer, or said again."""
    return max(memory.last_used_utc or memory.said_utc, memory.said_utc)


def fades(memory: Memory) -> bool:
    """Whether it fades at all: pinned, permanent and session memories do not."""
    return memory.retention is Retention.ADAPTIVE and not memory.pinned


def is_past_life(memory: Memory, at: datetime) -> bool:
    """Whether it has not been of use for as long as it lives."""
    return fades(memory) and alive_since(memory) + life(memory.uses) <= at


def strength(memory: Memory, at: datetime) -> float:
    """From 1 (fresh) down to the floor of .3; always 1 for what is pinned or does not fade."""
    if not fades(memory):
        return 1.0
    left = 1 - (at - alive_since(memory)) / life(memory.uses)
    return max(STRENGTH_FLOOR, min(1.0, left))
