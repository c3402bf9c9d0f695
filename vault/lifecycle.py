"""The states of a memory as one table of transitions, each with the audit action it is recorded under.

Whatever is not in the table raises. Follows the design page "Memory core, states".
"""

from __future__ import annotations

from collections.abc import Mapping

from vault.errors import TransitionRefused
from vault.records import State

TRANSITIONS: Mapping[tuple[State, State], str] = {
    (State.PROPOSED, State.ACTIVE): "memory.approve",
    (State.PROPOSED, State.REJECTED): "memory.reject",
    # What somebody approves may already be overtaken by what was said since.
    (State.PROPOSED, State.SUPERSEDED): "memory.supersede",
    (State.ACTIVE, State.SUPERSEDED): "memory.supersede",
    (State.ACTIVE, State.EXPIRED): "memory.expire",
    (State.ACTIVE, State.ARCHIVED): "memory.archive",
    (State.SUPERSEDED, State.ACTIVE): "memory.restore",
    (State.EXPIRED, State.ACTIVE): "memory.restore",
    (State.ARCHIVED, State.ACTIVE): "memory.restore",
    (State.REJECTED, State.ACTIVE): "memory.restore",
    # Undo of an approval, of a rejection, and of a proposal that was folded into another memory.
    (State.ACTIVE, State.PROPOSED): "memory.undo",
    (State.REJECTED, State.PROPOSED): "memory.undo",
    (State.SUPERSEDED, State.PROPOSED): "memory.undo",
    (State.PROPOSED, State.DELETED): "memory.delete",
    (State.ACTIVE, State.DELETED): "memory.delete",
    (State.SUPERSEDED, State.DELETED): "memory.delete",
    (State.EXPIRED, State.DELETED): "memory.delete",
    (State.ARCHIVED, State.DELETED): "memory.delete",
    (State.REJECTED, State.DELETED): "memory.delete",
}


def transition(current: State, target: State) -> str:
    """The audit action of going from `current` to `target`.

    Raises:
        TransitionRefused: the table does not have it.
    """
    action = TRANSITIONS.get((current, target))
    if action is None:
        raise TransitionRefused(from_state=str(current), to_state=str(target))
    return action


def targets(current: State) -> frozenset[State]:
    """The states that can follow `current`."""
    return frozenset(target for source, target in TRANSITIONS if source is current)
