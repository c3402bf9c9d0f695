"""Duplicates, proposals, changes by hand, undo, merge, expiry and the standing profile."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.fixtures import SetClock
from tests.vault.telling import active_claims, candidate_of, claims_in, number_in, said, tell, turn_of
from vault import Change, Vault
from vault.errors import NotFound, StaleVersion, TransitionRefused, WriteDenied
from vault.records import (
    Candidate,
    Layer,
    Memory,
    MemoryMode,
    Outcome,
    Quantity,
    Retention,
    Sensitivity,
    SourceKind,
    State,
)


def kept(outcome: Outcome) -> Memory:
    assert outcome.memory is not None
    return outcome.memory


# duplicates


def test_a_second_telling_is_counted_and_not_stored(vault: Vault) -> None:
    first = kept(tell(vault, "我家的狗叫阿福。", "pet:狗", "阿福", day="2026-04-01", confidence=0.5))
    outcome = tell(vault, "我家的狗叫阿福！", "pet:狗", "阿福！", day="2026-05-01")
    assert outcome.action == "confirmed"
    [memory] = vault.memories.list(None)
    assert (memory.id, memory.confirmations, memory.said_utc) == (first.id, 2, said("2026-05-01"))
    assert memory.confidence == pytest.approx(0.65)
    assert len(memory.evidence) == 2


def test_the_same_turn_read_twice_confirms_nothing(vault: Vault) -> None:
    turn = turn_of(vault, "I like oysters.")
    candidate = candidate_of(turn, "likes", "oysters")
    vault.memories.apply([candidate, candidate], mode=MemoryMode.AUTO, actor="test")
    [memory] = vault.memories.list()
    assert memory.confirmations == 1


def test_a_stronger_source_lifts_the_weight_of_the_same_claim(vault: Vault) -> None:
    tell(vault, "Oysters again!", "likes", "oysters", source=SourceKind.INFERRED, confidence=0.9)
    tell(vault, "I like oysters.", "likes", "oysters")
    [memory] = vault.memories.list()
    assert (memory.weight, memory.source) == (1.0, SourceKind.EXPLICIT)


def test_two_threads_telling_the_same_leave_one_row(vault: Vault) -> None:
    turns = [turn_of(vault, "I like oysters.") for _ in range(2)]
    start = threading.Barrier(2)

    def tell_it(candidate: Candidate) -> None:
        start.wait()
        vault.memories.apply([candidate], mode=MemoryMode.AUTO, actor="test")

    threads = [
        threading.Thread(target=tell_it, args=(candidate_of(turn, "likes", "oysters"),)) for turn in turns
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [memory] = vault.memories.list(None)
    assert memory.confirmations == 2


def test_the_index_refuses_a_second_live_row_of_the_same_claim(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    copy = "INSERT INTO memories SELECT 'm_copy', {} FROM memories WHERE id = ?"

    def insert(conn: sqlite3.Connection) -> None:
        names = [row["name"] for row in conn.execute("PRAGMA table_info(memories)")][1:]
        conn.execute(copy.format(", ".join(names)), (memory.id,))

    with pytest.raises(Exception, match="UNIQUE constraint failed"):
        vault.db.write(insert)


# proposals


def test_a_proposal_keeps_its_quote_and_becomes_active_when_approved(vault: Vault) -> None:
    proposal = kept(tell(vault, "I like oysters.", "likes", "oysters", mode=MemoryMode.ASK))
    assert proposal.evidence[0].quote == "I like oysters."
    outcome = vault.memories.approve(proposal.id)
    assert (outcome.action, kept(outcome).state) == ("added", State.ACTIVE)


def test_golden_budget_in_mode_ask_is_one_range_after_both_approvals(vault: Vault) -> None:
    vault.memories.approve(kept(tell(vault, "预算50万", "budget", day="2026-10-01", mode=MemoryMode.ASK)).id)
    outcome = vault.memories.approve(
        kept(tell(vault, "最多30万", "budget", day="2026-10-08", mode=MemoryMode.ASK)).id
    )
    assert outcome.action == "ranged"
    [memory] = vault.memories.list()
    assert isinstance(memory.value, Quantity)
    assert (memory.value.low, memory.value.high) == (300_000, 500_000)
    assert claims_in(vault, State.PROPOSED) == []


def test_a_proposal_whose_rivals_changed_needs_another_look_and_bulk_skips_it(vault: Vault) -> None:
    stale = kept(tell(vault, "I live in York.", "home", "York", day="2026-03-01", mode=MemoryMode.ASK))
    fresh = kept(tell(vault, "I like oysters.", "likes", "oysters", mode=MemoryMode.ASK))
    tell(vault, "I live in Leeds.", "home", "Leeds", day="2026-02-01")
    done, left = vault.memories.approve_all([stale.id, fresh.id])
    assert [kept(outcome).id for outcome in done] == [fresh.id]
    assert left == {stale.id: "stale_version"}
    assert vault.memories.get(stale.id).reason == "needs_review"
    assert active_claims(vault, "home") == ["I live in Leeds."]
    vault.memories.approve(stale.id)
    assert active_claims(vault, "home") == ["I live in York."]


def test_an_outweighed_proposal_wins_when_the_user_approves_it(vault: Vault) -> None:
    tell(vault, "I live in York.", "home", "York", day="2026-01-01")
    queued = tell(
        vault, "Home to Leeds.", "home", "Leeds", day="2026-02-01", source=SourceKind.INFERRED, confidence=0.9
    )
    vault.memories.approve(kept(queued).id)
    assert active_claims(vault, "home") == ["Home to Leeds."]


def test_what_was_rejected_is_not_proposed_again_from_the_same_turn(vault: Vault) -> None:
    turn = turn_of(vault, "I like oysters.")
    candidate = candidate_of(turn, "likes", "oysters")
    [outcome] = vault.memories.apply([candidate], mode=MemoryMode.ASK, actor="test")
    vault.memories.reject(kept(outcome).id)
    [again] = vault.memories.apply([candidate], mode=MemoryMode.ASK, actor="test")
    assert (again.action, again.reason) == ("denied", "rejected_before")


def test_only_a_proposal_can_be_approved(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    with pytest.raises(TransitionRefused):
        vault.memories.approve(memory.id)


# changes by hand


def test_an_edit_brings_the_value_that_the_new_sentence_states(vault: Vault) -> None:
    memory = kept(
        tell(vault, "I like oysters.", "likes", "oysters", source=SourceKind.INFERRED, confidence=0.9)
    )
    edited = vault.memories.edit(memory.id, claim="I like mussels.", version=memory.version)
    assert (edited.value, edited.weight, edited.version) == ("mussels", 1.0, memory.version + 1)
    budget = kept(tell(vault, "预算50万", "budget"))
    assert vault.memories.edit(budget.id, claim="预算45万").value == number_in("45万元")


def test_an_edit_of_an_older_version_is_refused(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    vault.memories.edit(memory.id, claim="I like mussels.")
    with pytest.raises(StaleVersion):
        vault.memories.edit(memory.id, claim="I like clams.", version=memory.version)
    assert active_claims(vault) == ["I like mussels."]


def test_an_edit_cannot_bring_in_a_secret_or_a_double(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    tell(vault, "I like mussels.", "likes", "mussels")
    with pytest.raises(WriteDenied):
        vault.memories.edit(memory.id, claim="my password is hunter2-Kestrel")
    with pytest.raises(WriteDenied):
        vault.memories.edit(memory.id, claim="I like mussels.")
    assert vault.memories.get(memory.id) == memory


def test_an_edit_into_a_taken_slot_takes_the_other_out_of_force(vault: Vault) -> None:
    tell(vault, "I live in Leeds.", "home", "Leeds")
    moved = kept(tell(vault, "I live in York.", "home", "York", scope="work"))
    vault.memories.edit(moved.id, scope="universal")
    assert active_claims(vault, "home") == ["I live in York."]


def test_adding_by_hand_needs_no_turn(vault: Vault) -> None:
    outcome = vault.memories.add(Candidate("likes", "I like oysters.", Layer.PREFERENCE, "oysters", ()))
    assert outcome.action == "added"
    assert kept(outcome).evidence[0].kind == "manual"


def test_history_tells_each_change_with_what_was_before(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    vault.memories.pin(memory.id, True)
    edited = vault.memories.edit(memory.id, claim="I like mussels.")
    entries = vault.memories.history(memory.id)
    assert [entry.action for entry in entries] == ["memory.add", "memory.pin", "memory.edit"]
    assert entries[0].before is None
    assert entries[2].before == entries[1].after
    assert entries[2].after == edited


def test_listeners_are_told_after_the_commit(vault: Vault) -> None:
    seen: list[tuple[Change, int]] = []
    vault.listeners.append(lambda change: seen.append((change, len(vault.memories.list(None)))))
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    told = [(change.action, rows) for change, rows in seen if change.id == memory.id]
    assert told == [("memory.add", 1)]


# undo


def test_undo_of_an_automatic_replacement_brings_the_old_value_back(vault: Vault) -> None:
    old = kept(tell(vault, "I live in Leeds.", "home", "Leeds", day="2026-03-01"))
    new = kept(tell(vault, "I live in York.", "home", "York", day="2026-03-02"))
    assert vault.memories.undo(new.id) is None
    restored = vault.memories.get(old.id)
    assert (restored.state, restored.superseded_by, restored.valid_until, restored.confidence) == (
        State.ACTIVE, "", None, old.confidence,
    )  # fmt: skip
    with pytest.raises(NotFound):
        vault.memories.get(new.id)


def test_what_was_undone_is_not_learnt_again_from_the_same_words(vault: Vault) -> None:
    turn = turn_of(vault, "I like oysters.")
    candidate = candidate_of(turn, "likes", "oysters")
    [outcome] = vault.memories.apply([candidate], mode=MemoryMode.AUTO, actor="test")
    vault.memories.undo(kept(outcome).id)
    [again] = vault.memories.apply([candidate], mode=MemoryMode.AUTO, actor="test")
    assert (again.action, again.reason) == ("denied", "undone")
    assert vault.conversations.turn(turn.id).text == "I like oysters."


def test_undo_of_a_range_leaves_the_first_number(vault: Vault) -> None:
    first = kept(tell(vault, "预算50万", "budget", day="2026-10-01"))
    tell(vault, "最多30万", "budget", day="2026-10-08")
    restored = vault.memories.undo(first.id)
    assert restored is not None
    assert (restored.claim, restored.value, restored.evidence) == ("预算50万", first.value, first.evidence)


def test_undo_of_an_approval_makes_it_a_proposal_again(vault: Vault) -> None:
    tell(vault, "I live in Leeds.", "home", "Leeds", day="2026-03-01")
    proposal = kept(tell(vault, "I live in York.", "home", "York", day="2026-03-02", mode=MemoryMode.ASK))
    vault.memories.approve(proposal.id)
    vault.memories.undo(proposal.id)
    assert active_claims(vault, "home") == ["I live in Leeds."]
    assert claims_in(vault, State.PROPOSED) == ["I live in York."]


def test_restoring_an_old_value_takes_the_new_one_out_of_force(vault: Vault) -> None:
    old = kept(tell(vault, "I live in Leeds.", "home", "Leeds", day="2026-03-01"))
    tell(vault, "I live in York.", "home", "York", day="2026-03-02")
    vault.memories.restore(old.id)
    assert active_claims(vault, "home") == ["I live in Leeds."]
    assert claims_in(vault, State.SUPERSEDED) == ["I live in York."]


# merge


def test_a_merge_keeps_every_number_name_and_value_or_is_refused(vault: Vault) -> None:
    ids = [
        kept(tell(vault, text, "owns", text)).id
        for text in (
            "I own a boat at Foxton.",
            "The boat is 12 m long.",
            "Boat papers: https://example.com/boat",
        )
    ]
    before = vault.memories.list()
    with pytest.raises(WriteDenied):
        vault.memories.merge(ids, "I own a boat at Foxton; it is long, see the papers somewhere on my shelf.")
    assert vault.memories.list() == before
    claim = "I own a boat at Foxton. The boat is 12 m long. Boat papers: https://example.com/boat"
    merged = vault.memories.merge(ids, claim)
    assert active_claims(vault) == [claim]
    assert (merged.id, len(merged.evidence), merged.confirmations) == (ids[0], 3, 3)
    vault.memories.undo(merged.id)
    assert {memory.claim for memory in vault.memories.list()} == {memory.claim for memory in before}


def test_a_merge_keeps_the_oldest_date_and_the_newest_word(vault: Vault, clock: SetClock) -> None:
    first = kept(tell(vault, "I own a boat.", "owns", "boat", day="2026-03-01"))
    clock.advance(days=3)
    second = kept(tell(vault, "I own a red boat.", "owns", "red boat", day="2026-03-04"))
    merged = vault.memories.merge([second.id, first.id], "I own a boat, a red boat.")
    assert (merged.recorded_utc, merged.said_utc) == (first.recorded_utc, second.said_utc)


def test_a_pinned_memory_is_never_absorbed(vault: Vault) -> None:
    ids = [kept(tell(vault, text, "owns", text)).id for text in ("I own a boat.", "I own a red boat.")]
    for memory_id in ids:
        vault.memories.pin(memory_id, True)
    with pytest.raises(WriteDenied):
        vault.memories.merge(ids, "I own a boat. I own a red boat.")


# life


def test_what_is_past_its_date_expires_and_a_pin_does_not_help(vault: Vault) -> None:
    end = said("2026-03-14")
    memory = kept(tell(vault, "Dentist on Friday.", "appointment", "dentist", expires_utc=end, pinned=True))
    assert vault.memories.expire(end - timedelta(seconds=1)) == []
    assert vault.memories.expire(end) == [memory.id]
    assert vault.memories.get(memory.id).state is State.EXPIRED


def test_session_memories_are_archived_a_day_after_their_conversation(vault: Vault) -> None:
    memory = kept(
        tell(vault, "Booking id BX77.", "task", "BX77", retention=Retention.SESSION, day="2026-03-09")
    )
    assert vault.memories.expire(said("2026-03-09") + timedelta(hours=23)) == []
    assert vault.memories.expire(said("2026-03-11")) == [memory.id]
    assert vault.memories.get(memory.id).state is State.ARCHIVED


def test_archived_is_out_of_the_default_list_and_comes_back_with_a_second_telling(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    vault.memories.archive(memory.id)
    assert active_claims(vault) == []
    tell(vault, "I like oysters.", "likes", "oysters", day="2026-05-01")
    assert vault.memories.get(memory.id).state is State.ACTIVE


def test_each_use_is_counted_and_audited(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    vault.memories.record_use([memory.id, "m_unknown"], said("2026-04-01"))
    used = vault.memories.get(memory.id)
    assert (used.uses, used.last_used_utc) == (1, said("2026-04-01"))
    assert [entry.object_id for entry in vault.audit.entries() if entry.action == "memory.read"] == [
        memory.id
    ]


def test_background_changes_write_audit_rows(vault: Vault) -> None:
    memory = kept(tell(vault, "Dentist.", "appointment", "dentist", expires_utc=said("2026-03-14")))
    vault.memories.expire(said("2026-03-15"), actor="daily")
    entry = next(entry for entry in vault.audit.entries() if entry.object_id == memory.id)
    assert (entry.actor, entry.action, entry.reason) == ("daily", "memory.expire", "expired")


# reading


def test_lists_filter_by_state_layer_scope_subject_and_text(vault: Vault) -> None:
    tell(vault, "I like oysters.", "likes", "oysters")
    tell(vault, "项目代号是青鸟", "project_code", "青鸟", scope="work")
    tell(vault, "My brother likes tea.", "likes", "tea", subject="brother")
    assert [memory.claim for memory in vault.memories.list(scope="work")] == ["项目代号是青鸟"]
    assert [memory.claim for memory in vault.memories.list(subject="brother")] == ["My brother likes tea."]
    assert [memory.claim for memory in vault.memories.list(layer=Layer.FACT)] == ["项目代号是青鸟"]
    assert [memory.claim for memory in vault.memories.list(text="ＯＹＳＴＥＲ")] == ["I like oysters."]


def test_a_slot_is_found_whatever_the_case_of_its_detail(vault: Vault) -> None:
    tell(vault, "The Wedding budget is $9,000.", "budget:Wedding")
    [memory] = vault.memories.slot("user", "budget:wedding")
    assert memory.attribute == "budget:Wedding"


def test_the_profile_holds_identity_and_answer_preferences_in_force(vault: Vault) -> None:
    tell(vault, "I'm Imogen Farrow.", "name", "Imogen Farrow")
    tell(vault, "I like answers with code.", "answer_format", "with code")
    tell(vault, "Keep answers short.", "answer_length", "short", day="2026-03-01")
    tell(vault, "Make answers long.", "answer_length", "long", day="2026-03-02")
    tell(vault, "I like oysters.", "likes", "oysters")
    claims = [memory.claim for memory in vault.memories.profile()]
    assert claims == ["Make answers long.", "I like answers with code.", "I'm Imogen Farrow."]


def test_the_profile_of_a_scope_prefers_its_own_and_leaves_other_scopes_out(vault: Vault) -> None:
    tell(vault, "Keep answers short.", "answer_length", "short")
    tell(vault, "Long answers at work.", "answer_length", "long", scope="work")
    assert [memory.claim for memory in vault.memories.profile("work")] == ["Long answers at work."]
    assert [memory.claim for memory in vault.memories.profile("home")] == ["Keep answers short."]


def test_the_profile_for_a_remote_endpoint_leaves_sensitive_out(vault: Vault) -> None:
    tell(vault, "I work at the clinic.", "employer", "clinic", sensitivity=Sensitivity.SENSITIVE)
    tell(vault, "I'm a nurse.", "role", "nurse", sensitivity=Sensitivity.SEALED)
    assert [memory.claim for memory in vault.memories.profile(endpoint_trust="local")] == [
        "I work at the clinic."
    ]
    assert vault.memories.profile(endpoint_trust="remote") == []


def test_a_failing_write_leaves_nothing_of_the_whole_step(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = kept(tell(vault, "I live in Leeds.", "home", "Leeds", day="2026-03-01"))
    turn = turn_of(vault, "I live in York.", at=said("2026-03-02"))
    candidate = candidate_of(turn, "home", "York")
    real = type(vault.memories._rows).insert

    def fail(*args: object, **kwargs: object) -> None:
        raise OSError("between the two writes")

    monkeypatch.setattr(type(vault.memories._rows), "insert", fail)
    with pytest.raises(OSError, match="between"):
        vault.memories.apply([candidate], mode=MemoryMode.AUTO, actor="test")
    monkeypatch.setattr(type(vault.memories._rows), "insert", real)
    assert replace(vault.memories.get(old.id)) == old
