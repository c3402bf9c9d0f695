"""Twenty memories of one topic become a summary that links to them, loses nothing and forgets what they forget."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.vault.pages import plain_pages
from tests.vault.telling import said, tell
from vault import Vault
from vault.records import Layer, Memory, MemoryMode, Sensitivity, State

_NOUNS = ("lock", "pool", "queue", "timer", "event", "future", "latch", "barrier", "fence", "signal")


def tell_notes(
    vault: Vault, number: int = 20, *, scope: str = "universal", language: str = "en"
) -> list[Memory]:
    """Notes on threading, each with a word of its own."""
    found = []
    for place in range(number):
        word = f"{_NOUNS[place % 10]}{place}x"
        text = f"The threading {word} is slow." if language == "en" else f"多线程{word}很慢。"
        memory = tell(vault, text, "note", text, day="2026-03-02", scope=scope).memory
        assert memory is not None
        found.append(memory)
    return found


def summaries_in(vault: Vault, state: State | None = State.ACTIVE) -> Sequence[Memory]:
    return vault.memories.list(state, layer=Layer.SUMMARY)


@pytest.fixture
def auto(vault: Vault) -> Vault:
    vault.settings.set("memory.mode", MemoryMode.AUTO.value)
    return vault


@pytest.mark.parametrize(("language", "topic"), [("en", "threading"), ("zh", "线程")])
def test_twenty_memories_become_one_summary_that_links_to_them_and_loses_nothing(
    auto: Vault, language: str, topic: str
) -> None:
    notes = tell_notes(auto, 19, language=language)
    assert auto.memories.summarise(said("2026-03-03")) == []
    notes += tell_notes(auto, 20, language=language)[19:]
    assert len(auto.memories.summarise(said("2026-03-03"))) == 1
    [summary] = summaries_in(auto)
    assert topic in str(summary.value)
    assert {item.ref_id for item in summary.evidence} == {note.id for note in notes}
    assert all(note.claim.rstrip(".。") in summary.claim for note in notes)
    assert len(auto.memories.list(layer=Layer.FACT)) == 20
    assert auto.memories.summarise(said("2026-03-04")) == []


def test_a_further_memory_joins_the_summary_at_the_next_upkeep(auto: Vault) -> None:
    tell_notes(auto)
    auto.memories.upkeep.run(said("2026-03-03"))
    new = tell(auto, "The threading debugger crashed.", "note", "debugger crashed", day="2026-03-04").memory
    assert new is not None
    assert len(auto.memories.upkeep.run(said("2026-03-05")).summaries) == 1
    [summary] = summaries_in(auto)
    assert "debugger crashed" in summary.claim
    assert len(summary.evidence) == 21


def test_in_ask_mode_a_summary_is_proposed_and_a_refused_one_does_not_come_back(vault: Vault) -> None:
    tell_notes(vault)
    vault.memories.summarise(said("2026-03-03"))
    [summary] = summaries_in(vault, State.PROPOSED)
    vault.memories.reject(summary.id)
    tell(vault, "The threading debugger crashed.", "note", "debugger crashed")
    assert vault.memories.summarise(said("2026-03-05")) == []
    assert len(summaries_in(vault, None)) == 1


def test_forgetting_a_member_rebuilds_the_summary_without_a_trace_of_it(auto: Vault) -> None:
    notes = tell_notes(auto)
    auto.memories.summarise(said("2026-03-03"))
    [summary] = summaries_in(auto)
    auto.memories.forget([notes[7].id])
    [after] = summaries_in(auto)
    assert after.id == summary.id
    assert "barrier7x" not in after.claim
    assert notes[7].id not in {item.ref_id for item in after.evidence}
    assert all(note.claim.rstrip(".") in after.claim for note in notes if note.id != notes[7].id)
    assert b"barrier7x" not in plain_pages(auto)


def test_forgetting_the_summary_takes_nothing_from_its_members(auto: Vault) -> None:
    notes = tell_notes(auto)
    auto.memories.summarise(said("2026-03-03"))
    [summary] = summaries_in(auto)
    report = auto.memories.forget([summary.id])
    assert report.memories == (summary.id,)
    assert report.turns_cut == ()
    assert all(auto.memories.get(note.id) == note for note in notes)
    assert auto.memories.summarise(said("2026-03-04")) == []


def test_what_is_no_longer_in_force_leaves_the_summary_at_once(auto: Vault) -> None:
    notes = tell_notes(auto)
    auto.memories.summarise(said("2026-03-03"))
    auto.memories.archive(notes[0].id)
    auto.memories.edit(notes[1].id, claim="The threading pool1x is quick now.")
    [summary] = summaries_in(auto)
    assert "lock0x" not in summary.claim
    assert "pool1x is quick now" in summary.claim
    assert "pool1x is slow" not in summary.claim


def test_a_summary_with_too_few_members_left_is_put_away(auto: Vault) -> None:
    notes = tell_notes(auto)
    auto.memories.summarise(said("2026-03-03"))
    auto.memories.archive_all([note.id for note in notes[1:]])
    assert summaries_in(auto) == []
    [summary] = summaries_in(auto, State.ARCHIVED)
    assert [item.ref_id for item in summary.evidence] == [notes[0].id]


def test_scopes_and_sealed_memories_are_kept_apart(auto: Vault) -> None:
    tell_notes(auto, 10)
    tell_notes(auto, 20, scope="work")
    for memory in auto.memories.list(scope="work")[:1]:
        auto.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    assert auto.memories.summarise(said("2026-03-03")) == []
    tell(auto, "The threading debugger crashed.", "note", "debugger crashed", scope="work")
    auto.memories.summarise(said("2026-03-03"))
    [summary] = summaries_in(auto)
    assert summary.scope == "work"
    assert len(summary.evidence) == 20
