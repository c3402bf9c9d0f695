"""The rules of acting on memories, without a window: what undo takes back, what is refused, which rows are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from desktop.memory.actions import Draft, MemoryActions
from desktop.memory.detail_pane import acts_for
from desktop.memory.rows import Filters, Row, snapshot, visible
from vault import Vault
from vault.errors import StaleVersion
from vault.records import UNIVERSAL, Layer, MemoryMode, Outcome, Quantity, Sensitivity, State

Tell = Callable[..., Sequence[Outcome]]


@pytest.fixture
def actions(vault: Vault) -> MemoryActions:
    return MemoryActions(vault, "Asia/Shanghai")


def made(outcomes: Sequence[Outcome]) -> str:
    (outcome,) = outcomes
    assert outcome.memory is not None
    return outcome.memory.id


def draft(claim: str) -> Draft:
    return Draft(claim, Layer.FACT, UNIVERSAL, Sensitivity.NORMAL)


def test_undoing_an_accepted_range_restores_both_the_number_and_the_proposal(
    actions: MemoryActions, vault: Vault, tell: Tell
) -> None:
    first = made(tell("My budget for the CRM upgrade is 300k.", mode=MemoryMode.AUTO))
    second = made(tell("My budget for the CRM upgrade is 500k."))
    done = actions.approve([second])
    value = vault.memories.get(first).value
    assert isinstance(value, Quantity)
    assert (value.low, value.high) == (300_000, 500_000)
    assert actions.undo(done).left == ()
    value = vault.memories.get(first).value
    assert isinstance(value, Quantity)
    assert (value.low, value.high) == (300_000, 300_000)
    assert vault.memories.get(second).state is State.PROPOSED


def test_undoing_an_accepted_correction_brings_the_old_value_back(
    actions: MemoryActions, vault: Vault, tell: Tell
) -> None:
    old = made(tell("I live in Berlin.", mode=MemoryMode.AUTO))
    new = made(tell("I live in Lisbon now."))
    done = actions.approve([new])
    assert vault.memories.get(old).state is State.SUPERSEDED
    actions.undo(done)
    assert vault.memories.get(old).state is State.ACTIVE
    assert vault.memories.get(new).state is State.PROPOSED


def test_what_cannot_be_done_is_told_and_the_rest_is_done(
    actions: MemoryActions, vault: Vault, tell: Tell
) -> None:
    active = made(tell("I am allergic to peanuts.", mode=MemoryMode.AUTO))
    waiting = made(tell("My cat is called Mimi."))
    done = actions.reject([active, waiting])
    assert done.ids == (waiting,)
    assert [(memory_id, error.code) for memory_id, error in done.left] == [(active, "transition_refused")]


def test_an_edit_of_an_older_version_is_refused(actions: MemoryActions, vault: Vault, tell: Tell) -> None:
    memory = vault.memories.get(made(tell("I am allergic to peanuts.", mode=MemoryMode.AUTO)))
    vault.memories.pin(memory.id, True)
    with pytest.raises(StaleVersion):
        actions.edit(memory.id, draft("I am allergic to nuts"), memory.version)
    assert vault.memories.get(memory.id).claim == memory.claim


@pytest.mark.parametrize(
    ("claim", "attribute"),
    [
        ("我对花生过敏", "allergy"),
        ("I am allergic to peanuts", "allergy"),
        ("The third drawer sticks a little", "note"),
    ],
)
def test_a_typed_sentence_gets_the_attribute_that_it_states(
    actions: MemoryActions, vault: Vault, claim: str, attribute: str
) -> None:
    done = actions.add(draft(claim), "en")
    memory = vault.memories.get(done.ids[0])
    assert (memory.claim, memory.attribute.partition(":")[0]) == (claim, attribute)
    assert memory.evidence[0].kind == "manual"
    assert actions.undo(done).left == ()
    assert vault.memories.list() == []


def test_the_acts_that_a_state_allows(vault: Vault, tell: Tell) -> None:
    memory = vault.memories.get(made(tell("I am allergic to peanuts.", mode=MemoryMode.AUTO)))
    assert acts_for(memory) == ("edit", "seal", "pin", "archive", "why", "forget")
    assert acts_for(replace(memory, pinned=True)) == ("edit", "seal", "unpin", "archive", "why", "forget")
    assert acts_for(replace(memory, state=State.PROPOSED)) == ("approve", "edit", "reject", "why", "forget")
    assert acts_for(replace(memory, state=State.SUPERSEDED)) == ("restore", "why", "forget")


def test_rows_of_unchanged_memories_are_kept_and_proposals_stand_apart(vault: Vault, tell: Tell) -> None:
    made(tell("I am allergic to peanuts.", mode=MemoryMode.AUTO))
    waiting = made(tell("My cat is called Mimi."))
    first = snapshot(vault.memories.list(None), {})
    known = {(row.id, row.memory.version): row for row in (*first.proposals, *first.memories)}
    vault.memories.approve(waiting)
    second = snapshot(vault.memories.list(None), known)
    assert [row.id for row in first.proposals] == [waiting]
    assert second.proposals == ()
    assert first.memories[0] in second.memories
    assert any(row is first.memories[0] for row in second.memories)


def test_every_word_must_be_there_and_a_search_by_meaning_sets_the_order(vault: Vault, tell: Tell) -> None:
    for text in ("I am allergic to peanuts.", "My cat is called Mimi.", "我对花生过敏。"):
        tell(text, mode=MemoryMode.AUTO)
    rows = [Row(memory) for memory in vault.memories.list()]
    assert [row.claim for row in visible(rows, Filters(text="MIMI cat"))] == ["My cat is called Mimi"]
    assert [row.claim for row in visible(rows, Filters(text="花生"))] == ["我对花生过敏"]
    assert visible(rows, Filters(text="cat dog")) == []
    order = tuple(row.id for row in rows[::-1][:2])
    assert [row.id for row in visible(rows, Filters(text="anything", order=order))] == list(order)
