"""Changing the data key: everything goes along, nothing of before opens it, and the old vault is kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from vault import FLOOR_COST, Secret, Vault, make_backup, open_vault, restore_backup
from vault.data_key import DataKeyReport, change_data_key
from vault.errors import DatabaseDamaged, DiskFull, InUse, WrongPassphrase
from vault.records import Candidate, Layer, MemoryMode, Role

CANDIDATE = Candidate("tea", "I drink green tea", Layer.PREFERENCE, "green tea", ())
FORGOTTEN = Candidate("beer", "I drink dark beer", Layer.PREFERENCE, "dark beer", ())


@pytest.fixture
def lived(vault: Vault) -> Path:
    """A closed vault with a turn, a memory and a tombstone."""
    chat = vault.conversations.create("talk")
    vault.conversations.add_turn(chat.id, Role.USER, "绿茶")
    vault.memories.add(CANDIDATE)
    forgotten = vault.memories.add(FORGOTTEN).memory
    assert forgotten is not None
    vault.memories.forget([forgotten.id], never_again=True, actor="user")
    vault.slots.add_passphrase(Secret("second"), "other", cost=FLOOR_COST)
    vault.close()
    return vault.path


@pytest.fixture
def changed(lived: Path, passphrase: Secret, clock: SetClock) -> DataKeyReport:
    return change_data_key(lived, passphrase, cost=FLOOR_COST, clock=clock)


def test_everything_goes_along(changed: DataKeyReport, passphrase: Secret, clock: SetClock) -> None:
    with open_vault(changed.path, passphrase=passphrase, clock=clock) as vault:
        assert vault.opening_notes == ()
        assert vault.verify().is_whole
        assert vault.conversations.list()[0].title == "talk"
        assert [memory.claim for memory in vault.memories.list()] == ["I drink green tea"]
        assert [entry.action for entry in vault.audit.entries(2)] == ["vault.open", "vault.change_data_key"]
        # What is keyed by hashes of values that are gone still works: the tombstone, and the same claim told again.
        assert vault.memories.apply([FORGOTTEN], mode=MemoryMode.AUTO, actor="extraction")[0].memory is None
        vault.memories.add(CANDIDATE)
        assert len(vault.memories.list()) == 1


def test_nothing_of_before_opens_it(
    changed: DataKeyReport, passphrase: Secret, recovery_code: str, clock: SetClock
) -> None:
    with pytest.raises(WrongPassphrase):
        open_vault(changed.path, recovery_code=recovery_code, clock=clock)
    with pytest.raises(WrongPassphrase):
        open_vault(changed.path, passphrase=Secret("second"), clock=clock)
    assert [slot.name for slot in changed.dropped] == ["other"]
    open_vault(changed.path, recovery_code=changed.recovery_code, clock=clock).close()
    # Somebody who kept an old header and its passphrase puts it back: it opens no page.
    for name in ("header", "header.copy"):
        shutil.copy(changed.kept / name, changed.path / name)
    with pytest.raises(DatabaseDamaged):
        open_vault(changed.path, passphrase=passphrase, clock=clock)


def test_the_old_vault_is_kept_and_opens_as_before(
    changed: DataKeyReport, recovery_code: str, clock: SetClock
) -> None:
    with open_vault(changed.kept, recovery_code=recovery_code, clock=clock) as vault:
        assert vault.verify().is_whole
    assert changed.kept.name == "vault.before-20260302-090000"


def test_it_goes_on_being_backed_up_and_changed(
    changed: DataKeyReport, tmp_path: Path, passphrase: Secret, clock: SetClock
) -> None:
    with open_vault(changed.path, recovery_code=changed.recovery_code, clock=clock) as vault:
        made = make_backup(vault, tmp_path / "b").path
    restore_backup(made, tmp_path / "r", recovery_code=changed.recovery_code, clock=clock)
    again = change_data_key(tmp_path / "r", passphrase, new=Secret("neu"), cost=FLOOR_COST, clock=clock)
    with open_vault(again.path, passphrase=Secret("neu"), clock=clock) as vault:
        assert vault.verify().is_whole
        assert [memory.claim for memory in vault.memories.list()] == ["I drink green tea"]


def test_a_wrong_passphrase_or_an_open_vault_changes_nothing(
    vault: Vault, passphrase: Secret, tmp_path: Path
) -> None:
    with pytest.raises(InUse):
        change_data_key(vault.path, passphrase)
    vault.close()
    before = {name: (vault.path / name).read_bytes() for name in ("header", "vault.db")}
    with pytest.raises(WrongPassphrase):
        change_data_key(vault.path, Secret("wrong"))
    assert {name: (vault.path / name).read_bytes() for name in before} == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["vault"]


@pytest.mark.parametrize("ending", [".vault.building/header.new", ".vault.building/anchor.new"])
def test_a_full_disk_leaves_the_old_vault(
    lived: Path,
    passphrase: Secret,
    recovery_code: str,
    clock: SetClock,
    full_disk: Callable[[str], None],
    ending: str,
) -> None:
    full_disk(ending)
    with pytest.raises(DiskFull):
        change_data_key(lived, passphrase, clock=clock)
    assert [entry.name for entry in lived.parent.iterdir()] == ["vault"]
    with open_vault(lived, recovery_code=recovery_code, clock=clock) as vault:
        assert vault.verify().is_whole
