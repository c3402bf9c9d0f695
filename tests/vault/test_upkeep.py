"""The daily job: dates, closed conversations, what has outlived its use, small batches, and ninety days of it."""

from __future__ import annotations

from datetime import timedelta
from itertools import chain, repeat

import pytest

from tests.fixtures import START_UTC, SetClock
from tests.vault.telling import claims_in, said, tell, turn_of
from vault import Vault, upkeep
from vault.errors import DiskFull
from vault.records import Memory, Retention, State
from vault.worth import PAST_LIFE


def kept(vault: Vault, text: str, attribute: str, value: str | None = None, **fields: object) -> Memory:
    memory = tell(vault, text, attribute, text if value is None else value, **fields).memory  # type: ignore[arg-type]
    assert memory is not None
    return memory


def test_what_outlives_its_use_is_proposed_for_archiving_and_stays_in_force(vault: Vault) -> None:
    memory = kept(vault, "I like oysters.", "likes", "oysters", day="2026-03-09")
    assert vault.memories.upkeep.run(said("2026-06-06")).faded == ()
    assert vault.memories.upkeep.run(said("2026-06-08")).faded == (memory.id,)
    assert vault.memories.get(memory.id).state is State.ACTIVE
    entries = [entry for entry in vault.audit.entries() if entry.action == "memory.fade"]
    assert [(e.actor, e.object_id, e.reason) for e in entries] == [("upkeep", memory.id, PAST_LIFE)]
    assert vault.memories.upkeep.run(said("2026-06-09")).faded == ()


@pytest.mark.parametrize(("uses", "days"), [(0, 90), (1, 108), (5, 223), (9, 223)])
def test_life_grows_with_counted_uses_up_to_five(vault: Vault, uses: int, days: int) -> None:
    memory = kept(vault, "I like oysters.", "likes", "oysters", day="2026-03-09")
    for _ in range(uses):
        vault.memories.record_use([memory.id], said("2026-03-09"))
    assert vault.memories.upkeep.run(said("2026-03-09") + timedelta(days=days - 1)).faded == ()
    assert vault.memories.upkeep.run(said("2026-03-09") + timedelta(days=days + 1)).faded == (memory.id,)


def test_a_use_off_the_topic_is_audited_and_keeps_nothing_alive(vault: Vault) -> None:
    memory = kept(vault, "I like oysters.", "likes", "oysters", day="2026-03-09")
    for _ in range(10):
        vault.memories.record_use([memory.id], said("2026-06-01"), off_topic=[memory.id])
    after = vault.memories.get(memory.id)
    assert (after.uses, after.last_used_utc) == (0, None)
    assert sum(entry.action == "memory.read" for entry in vault.audit.entries()) == 10
    assert vault.memories.upkeep.run(said("2026-06-08")).faded == (memory.id,)


def test_being_used_or_said_again_takes_the_proposal_back(vault: Vault) -> None:
    used = kept(vault, "I like oysters.", "likes", "oysters", day="2026-03-09")
    again = kept(vault, "I like figs.", "likes", "figs", day="2026-03-09")
    assert set(vault.memories.upkeep.run(said("2026-07-01")).faded) == {used.id, again.id}
    vault.memories.record_use([used.id], said("2026-07-02"))
    kept(vault, "I like figs!", "likes", "figs", day="2026-07-02")
    assert vault.memories.upkeep.run(said("2026-07-03")).faded == ()
    assert set(vault.memories.upkeep.run(said("2027-01-01")).faded) == {used.id, again.id}


def test_what_is_pinned_or_permanent_never_fades(vault: Vault) -> None:
    pinned = kept(vault, "I like oysters.", "likes", "oysters", day="2026-03-09", pinned=True)
    kept(vault, "I'm allergic to nuts.", "allergy", "nuts", day="2026-03-09")
    task = kept(vault, "Booking BX77.", "task", "BX77", retention=Retention.SESSION, pinned=True)
    report = vault.memories.upkeep.run(said("2030-01-01"))
    assert (report.expired, report.archived, report.faded) == ((), (), ())
    assert vault.memories.get(pinned.id) == pinned
    assert vault.memories.get(task.id) == task


def test_a_day_of_work_goes_in_batches_and_a_stopped_run_is_taken_up_again(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "BATCH", 3)
    for number in range(8):
        name = "abcdefgh"[number]
        kept(vault, f"Visit {name}.", "appointment", f"visit {name}", expires_utc=said("2026-03-10"))
    asked = chain((False, False), repeat(True))
    stopped = vault.memories.upkeep.run(said("2026-03-11"), is_stopped=lambda: next(asked))
    assert (len(stopped.expired), stopped.is_complete) == (6, False)
    assert vault.memories.upkeep.is_due("UTC", said("2026-03-11"))
    assert len(vault.memories.upkeep.run(said("2026-03-11")).expired) == 2
    assert len(claims_in(vault, State.EXPIRED)) == 8
    assert not vault.memories.upkeep.is_due("UTC", said("2026-03-11"))


def test_a_failure_leaves_whole_batches_and_the_run_due(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "BATCH", 2)
    for name in "abcd":
        kept(vault, f"Visit {name}.", "appointment", f"visit {name}", expires_utc=said("2026-03-10"))
    real, calls = vault.memories.upkeep._rows.change, []

    def change(*args: object, **more: object) -> Memory:
        calls.append(args)
        if len(calls) == 4:
            raise DiskFull
        return real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(vault.memories.upkeep._rows, "change", change)
    with pytest.raises(DiskFull):
        vault.memories.upkeep.run(said("2026-03-11"))
    assert len(claims_in(vault, State.EXPIRED)) == 2
    assert vault.memories.upkeep.is_due("UTC", said("2026-03-11"))


def test_a_day_begins_at_midnight_of_the_users_zone(vault: Vault) -> None:
    late = said("2026-03-11").replace(hour=15, minute=59)  # 23:59 in Shanghai
    vault.memories.upkeep.run(late)
    assert not vault.memories.upkeep.is_due("Asia/Shanghai", late)
    assert vault.memories.upkeep.is_due("Asia/Shanghai", late + timedelta(minutes=2))
    assert not vault.memories.upkeep.is_due("UTC", late + timedelta(minutes=2))
    assert vault.memories.upkeep.is_due("UTC", late - timedelta(days=2))


def test_ninety_days_lose_no_fact_and_change_nothing_that_is_pinned(vault: Vault, clock: SetClock) -> None:
    facts = [
        ("I'm allergic to penicillin.", "allergy", "penicillin"),
        ("My sister is called Wren.", "relation:sister", "Wren"),
        ("I work at Harbour Mills.", "employer", "Harbour Mills"),
        ("合同编号是 HT-2031。", "number:合同", "HT-2031"),
        ("我养了一只猫叫团子。", "pet:猫", "团子"),
        ("I moved to Leeds in 2019.", "event", "moved to Leeds"),
    ]
    tastes = [("I like oysters.", "likes", "oysters"), ("我喜欢爬山。", "likes", "爬山")]
    pinned = kept(vault, "Answer in tables.", "answer_format", "tables", day="2026-03-02", pinned=True)
    pinned_trip = kept(vault, "Seat 14A.", "task", "14A", retention=Retention.SESSION, pinned=True)
    before = {text: kept(vault, text, attribute, value) for text, attribute, value in (*facts, *tastes)}
    ahead = kept(vault, "Dentist soon.", "appointment", "dentist", expires_utc=START_UTC + timedelta(days=5))
    talk = turn_of(vault, "What about the weather?", at=clock())
    for _ in range(90):
        clock.advance(days=1)
        vault.memories.record_use([before["I like oysters."].id], clock())
        vault.memories.upkeep.run()
    assert vault.memories.get(pinned.id) == pinned
    assert vault.memories.get(pinned_trip.id) == pinned_trip
    assert all(vault.memories.get(before[text].id) == before[text] for text, _, _ in facts)
    assert {m.claim for m in vault.memories.list()} >= {text for text, _, _ in tastes}
    assert vault.memories.get(ahead.id).state is State.EXPIRED
    assert vault.conversations.turns(talk.conversation_id) == [talk]
    assert vault.audit.verify().is_intact
