"""The standing profile: who the user is and how answers are wanted, for every request whatever its words.

Identity facts and answer preferences that are in force; what else is known is recall's business. Follows the design
page "Product", M18.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from vault import slots
from vault.records import UNIVERSAL, Memory, Sensitivity, State

MOST_IDENTITY = 8
MOST_STYLE = 8
LONGEST_CLAIM = 300  # characters; a longer one is no standing preference

_STYLE_ORDER = ("answer_language", "answer_length", "answer_format", "answer_dislike")
_IDENTITY_ORDER = (
    "name",
    "nickname",
    "role",
    "profession",
    "employer",
    "department",
    "native_language",
    "city",
    "home",
)
_LOCAL_TRUST = frozenset({"local"})


def standing(memories: Sequence[Memory], *, scope: str, at: datetime, endpoint_trust: str) -> list[Memory]:
    """The profile out of `memories`: answer preferences first, then identity, each capped and in a fixed order.

    A memory of the scope stands for the universal one of the same slot where the slot has a single value. Sealed is
    never in it, sensitive only for an endpoint on this machine.
    """
    usable = [memory for memory in memories if _is_usable(memory, scope, at, endpoint_trust)]
    usable.sort(
        key=lambda memory: (
            memory.scope == UNIVERSAL,
            not memory.pinned,
            -memory.said_utc.timestamp(),
            memory.id,
        )
    )
    styles = [memory for memory in usable if slots.rules_of(memory.attribute).is_answer_style]
    identity = [memory for memory in usable if slots.rules_of(memory.attribute).is_identity]
    return [
        *_capped(_one_per_slot(styles), _STYLE_ORDER, MOST_STYLE),
        *_capped(_one_per_slot(identity), _IDENTITY_ORDER, MOST_IDENTITY),
    ]


def bases() -> tuple[str, ...]:
    """The attributes that can be in a profile, for a query."""
    return tuple(base for base, rules in slots.RULES.items() if rules.is_identity or rules.is_answer_style)


def _is_usable(memory: Memory, scope: str, at: datetime, endpoint_trust: str) -> bool:
    if memory.state is not State.ACTIVE or memory.is_plan or memory.scope not in (UNIVERSAL, scope):
        return False
    if memory.expires_utc is not None and memory.expires_utc <= at:
        return False
    if memory.sensitivity is Sensitivity.SEALED or len(memory.claim) > LONGEST_CLAIM:
        return False
    return memory.sensitivity is not Sensitivity.SENSITIVE or endpoint_trust in _LOCAL_TRUST


def _one_per_slot(memories: Sequence[Memory]) -> list[Memory]:
    kept: list[Memory] = []
    taken: set[str] = set()
    for memory in memories:  # those of the scope come first
        slot = slots.normalise(memory.attribute)
        is_single = slots.rules_of(memory.attribute).kind is slots.Kind.SINGLE
        if not (is_single and slot in taken):
            kept.append(memory)
        taken.add(slot)
    return kept


def _capped(memories: Sequence[Memory], order: Sequence[str], most: int) -> list[Memory]:
    def place(memory: Memory) -> int:
        base = slots.base_of(memory.attribute)
        return order.index(base) if base in order else len(order)

    return sorted(memories, key=place)[:most]
