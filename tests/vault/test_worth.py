"""Which memories are proposed for archiving, that nothing is put away by itself, and that it can be undone."""

from __future__ import annotations

import pytest

from tests.vault.telling import said, tell
from vault import Vault
from vault.errors import TransitionRefused
from vault.records import Memory, SourceKind, State
from vault.worth import LITTLE_WORTH, PAST_LIFE, worth


def kept(vault: Vault, text: str, attribute: str, value: str, **fields: object) -> Memory:
    memory = tell(vault, text, attribute, value, **fields).memory  # type: ignore[arg-type]
    assert memory is not None
    return memory


def test_use_confirmation_youth_and_singularity_are_worth_more(vault: Vault) -> None:
    memory = kept(vault, "I like oysters.", "likes", "oysters")
    fresh = sum(worth(memory, said("2026-03-10")).values())
    assert sum(worth(memory, said("2026-06-01")).values()) < fresh
    assert sum(worth(memory, said("2026-03-10"), overlap=1.0).values()) < fresh
    vault.memories.record_use([memory.id], said("2026-03-10"))
    assert sum(worth(vault.memories.get(memory.id), said("2026-03-10")).values()) > fresh


def test_what_outlived_its_use_or_was_never_of_use_is_proposed_and_nothing_else(vault: Vault) -> None:
    taste = kept(vault, "I like oysters.", "likes", "oysters")
    kept(vault, "I like figs.", "likes", "figs", pinned=True)
    kept(vault, "I'm allergic to nuts.", "allergy", "nuts")
    kept(vault, "I own a boat.", "owns", "boat")
    kept(vault, "I work at Harbour Mills.", "employer", "Harbour Mills")
    kept(vault, "Wren is my sister.", "relation:sister", "Wren", source=SourceKind.IMPORT, confidence=0.8)
    guess = kept(vault, "Uses a tablet.", "uses", "tablet", source=SourceKind.IMPORT, confidence=0.8)
    assert vault.memories.clean_up(said("2026-03-20")) == []
    found = {one.memory.id: one.reason for one in vault.memories.clean_up(said("2027-03-20"))}
    assert found == {taste.id: PAST_LIFE, guess.id: LITTLE_WORTH}
    assert vault.memories.get(taste.id).state is State.ACTIVE


def test_a_batch_is_archived_whole_or_not_at_all_and_each_can_be_undone(vault: Vault) -> None:
    first = kept(vault, "I like oysters.", "likes", "oysters")
    second = kept(vault, "I like figs.", "likes", "figs")
    vault.memories.archive(second.id)
    with pytest.raises(TransitionRefused):
        vault.memories.archive_all([first.id, second.id])
    assert vault.memories.get(first.id).state is State.ACTIVE
    vault.memories.archive_all([first.id])
    assert vault.memories.get(first.id).reason == "clean_up"
    restored = vault.memories.undo(first.id)
    assert restored is not None
    assert restored.state is State.ACTIVE


def test_what_is_kept_is_not_proposed_again_before_another_life(vault: Vault) -> None:
    memory = kept(vault, "I like oysters.", "likes", "oysters", day="2026-03-09")
    assert len(vault.memories.clean_up(said("2026-07-01"))) == 1
    vault.memories.keep([memory.id], said("2026-07-01"))
    assert vault.memories.clean_up(said("2026-07-02")) == []
    assert len(vault.memories.clean_up(said("2026-12-01"))) == 1
    assert [entry.action for entry in vault.audit.entries(1)] == ["memory.keep"]
