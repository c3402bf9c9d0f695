"""Many hands at once: what is learnt, listed, indexed, approved and backed up together loses and doubles nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from tests.vault.telling import tell
from vault import Vault
from vault.backup import make_backup
from vault.errors import VaultError
from vault.recall import Recall
from vault.records import MemoryMode, State

_TELLERS, _EACH = 3, 12


def _together(*works: Callable[[], None]) -> list[BaseException]:
    """Run these at the same time, each on a thread of its own; what went wrong in any of them."""
    faults: list[BaseException] = []
    gate = threading.Barrier(len(works))

    def run(work: Callable[[], None]) -> None:
        gate.wait(20)
        try:
            work()
        except VaultError as error:
            faults.append(error)

    threads = [
        threading.Thread(target=run, args=(work,), name=f"keepsake-test-{number}")
        for number, work in enumerate(works)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return faults


def test_learning_listing_indexing_and_a_backup_at_once_lose_no_capture(vault: Vault, tmp_path: Path) -> None:
    recall = Recall(vault, None)
    recall.start(background=True)

    def learn(who: int) -> Callable[[], None]:
        def work() -> None:
            for number in range(_EACH):
                tell(vault, f"Shelf {who}-{number} holds jar {who}-{number}.", f"note:{who}-{number}", "jar")

        return work

    def look() -> None:
        for _ in range(20):
            vault.memories.list(None)
            recall.recall("jar")

    try:
        faults = _together(
            *(learn(who) for who in range(_TELLERS)), look, recall.index_now,
            lambda: vault.memories.summarise() and None, lambda: make_backup(vault, tmp_path / "copy") and None,
        )  # fmt: skip
        assert faults == []
        assert len([one for one in vault.memories.list() if one.attribute.startswith("note:")]) == (
            _TELLERS * _EACH
        )
        recall.index_now()
        assert recall.recall("Shelf 2-11").selected
    finally:
        recall.close()


def test_a_proposal_approved_twice_at_once_is_applied_once(vault: Vault) -> None:
    proposed = tell(vault, "My dentist is Dr Lowe.", "holder:dentist", "Dr Lowe", mode=MemoryMode.ASK).memory
    assert proposed is not None
    faults = _together(*(lambda: vault.memories.approve(proposed.id) and None for _ in range(2)))
    assert len(faults) == 1
    [active] = vault.memories.list()
    assert (active.id, active.state) == (proposed.id, State.ACTIVE)
    assert [entry.action for entry in vault.memories.history(proposed.id)].count("memory.approve") == 1


def test_accepting_and_rejecting_at_once_leave_one_answer(vault: Vault) -> None:
    proposed = tell(vault, "My dentist is Dr Lowe.", "holder:dentist", "Dr Lowe", mode=MemoryMode.ASK).memory
    assert proposed is not None
    _together(
        lambda: vault.memories.approve(proposed.id) and None,
        lambda: vault.memories.reject(proposed.id) and None,
    )
    [entry] = [one for one in vault.memories.history(proposed.id) if one.action != "memory.propose"][-1:]
    state = vault.memories.get(proposed.id).state
    assert (entry.action, state) in (
        ("memory.approve", State.ACTIVE), ("memory.reject", State.REJECTED)
    )  # fmt: skip
