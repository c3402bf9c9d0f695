"""The table of states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vault.telling import tell
from vault import Vault, lifecycle
from vault.errors import TransitionRefused
from vault.records import State

DESIGNED = {
    (State.PROPOSED, State.ACTIVE),
    (State.PROPOSED, State.REJECTED),
    (State.ACTIVE, State.SUPERSEDED),
    (State.ACTIVE, State.EXPIRED),
    (State.ACTIVE, State.ARCHIVED),
    *((state, State.DELETED) for state in State if state is not State.DELETED),
}


def test_every_step_of_the_design_is_in_the_table_with_an_audit_action() -> None:
    assert all(lifecycle.transition(*step).startswith("memory.") for step in DESIGNED)


@given(st.sampled_from(State), st.sampled_from(State))
def test_what_the_table_does_not_have_raises(current: State, target: State) -> None:
    if (current, target) in lifecycle.TRANSITIONS:
        assert lifecycle.transition(current, target) == lifecycle.TRANSITIONS[current, target]
    else:
        with pytest.raises(TransitionRefused):
            lifecycle.transition(current, target)


def test_deleted_is_the_end() -> None:
    assert lifecycle.targets(State.DELETED) == frozenset()


@given(st.lists(st.sampled_from(State), max_size=12))
def test_no_walk_through_the_table_leaves_deleted(wanted: list[State]) -> None:
    state = State.PROPOSED
    for target in wanted:
        if target in lifecycle.targets(state):
            assert state is not State.DELETED
            state = target


def test_a_refused_step_changes_nothing_and_is_not_audited(vault: Vault) -> None:
    memory = tell(vault, "I keep bees.", "hobby", "keep bees").memory
    assert memory is not None
    before = len(vault.audit.entries())
    with pytest.raises(TransitionRefused):
        vault.memories.reject(memory.id)
    assert vault.memories.get(memory.id) == memory
    assert len(vault.audit.entries()) == before


def test_each_step_is_audited_under_its_action(vault: Vault) -> None:
    memory = tell(vault, "I keep bees.", "hobby", "keep bees").memory
    assert memory is not None
    vault.memories.archive(memory.id)
    vault.memories.restore(memory.id)
    actions = [entry.action for entry in vault.audit.entries() if entry.object_id == memory.id]
    assert actions == ["memory.restore", "memory.archive", "memory.add"]
