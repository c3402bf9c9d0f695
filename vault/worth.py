"""What a memory is worth keeping at hand, and which are proposed for archiving. Pure; nothing is moved here.

Worth is made of how often it helped a cited answer, how often it was confirmed, its age and what else says the same.
What the user said to last (identity, health, relations, facts in their own words) is never proposed for little use.
Follows the design page "Memory core, Values and cleaning".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from vault import slots, strength
from vault.records import Layer, Memory, Retention, Sensitivity, State
from vault.topics import topics_of_memory

PAST_LIFE: Final = "past_life"
LITTLE_WORTH: Final = "little_worth"
_SMALL: Final = 0.25
_OLD: Final = timedelta(days=180)
_OWN_WORD: Final = 0.9  # from this weight on the user said it
_FULL_USES, _FULL_CONFIRMATIONS = 5, 3
_MOST_COMPARED: Final = 300  # memories of one kind; beyond it overlap is taken as none
_SHARES: Final = {"uses": 0.4, "confirmations": 0.2, "age": 0.25, "overlap": 0.15}


@dataclass(frozen=True, slots=True)
class CleanUp:
    """A memory proposed for archiving: why (past_life, little_worth), and its worth from 0 to 1 with its summands."""

    memory: Memory
    reason: str
    worth: float
    parts: dict[str, float]


def worth(memory: Memory, at: datetime, overlap: float = 0.0) -> dict[str, float]:
    """The summands of a memory's worth; `overlap` is the share (0 to 1) of it that another memory says too."""
    age = max(at - strength.alive_since(memory), timedelta())
    values = {
        "uses": min(memory.uses, _FULL_USES) / _FULL_USES,
        "confirmations": min(memory.confirmations - 1, _FULL_CONFIRMATIONS) / _FULL_CONFIRMATIONS,
        "age": max(0.0, 1 - age / strength.life(memory.uses) / 2),
        "overlap": 1 - overlap,
    }
    return {name: round(_SHARES[name] * max(0.0, value), 4) for name, value in values.items()}


def clean_up(memories: Sequence[Memory], at: datetime) -> list[CleanUp]:
    """What of these could be put away, the least worth first. Pinned, sealed and lasting ones are never among them."""
    overlaps = _overlaps(memories)
    found = []
    for memory in memories:
        if memory.state is not State.ACTIVE or memory.pinned or memory.sensitivity is Sensitivity.SEALED:
            continue
        parts = worth(memory, at, overlaps.get(memory.id, 0.0))
        total = round(sum(parts.values()), 4)
        if strength.is_past_life(memory, at):
            found.append(CleanUp(memory, PAST_LIFE, total, parts))
        elif total < _SMALL and _may_go(memory, at):
            found.append(CleanUp(memory, LITTLE_WORTH, total, parts))
    return sorted(found, key=lambda one: (one.worth, one.memory.id))


def _may_go(memory: Memory, at: datetime) -> bool:
    rules = slots.rules_of(memory.attribute)
    is_lasting = rules.is_identity or rules.sensitivity is Sensitivity.SENSITIVE
    is_own_fact = memory.weight >= _OWN_WORD and memory.retention is Retention.PERMANENT
    is_kept_apart = memory.layer in (Layer.SUMMARY, Layer.RELATIONSHIP) or memory.expires_utc is not None
    return not (is_lasting or is_own_fact or is_kept_apart) and strength.alive_since(memory) + _OLD <= at


def _overlaps(memories: Sequence[Memory]) -> dict[str, float]:
    """For each memory the largest share of its content words that one other of its kind holds too."""
    kinds: defaultdict[tuple[str, str, str], list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for memory in memories:
        kind = (memory.subject, memory.scope, slots.base_of(memory.attribute))
        kinds[kind].append((memory.id, topics_of_memory(memory)))
    found: dict[str, float] = {}
    for alike in kinds.values():
        if len(alike) > _MOST_COMPARED:
            continue
        for memory_id, words in alike:
            shares = [
                len(words & other) / len(words)
                for other_id, other in alike
                if other_id != memory_id and words
            ]
            found[memory_id] = max(shares, default=0.0)
    return found
