"""The way back: from a backup into a new folder, with a secret of its day, and what stood there is kept."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from vault import FLOOR_COST, Secret, Vault, create_vault, open_vault
from vault.backup import make_backup
from vault.errors import BackupDamaged, DiskFull, InUse, RecoveryCodeInvalid, VaultExists, WrongPassphrase
from vault.records import Role
from vault.recovery_code import new_recovery_code
from vault.restore import restore_backup
from vault.staging import finish_swap

FILES = {"header", "header.copy", "anchor", "vault.db", "lock"}


def say(vault: Vault, text: str) -> None:
    vault.conversations.add_turn(vault.conversations.create("notes").id, Role.USER, text)


def texts_of(vault: Vault) -> list[str]:
    found = []
    for conversation in vault.conversations.list():
        found += [turn.text for turn in vault.conversations.turns(conversation.id)]
    return found


@pytest.fixture
def backup(vault: Vault, tmp_path: Path) -> Path:
    """A backup with one turn; the vault has said another one since, and is closed."""
    say(vault, "before")
    made = make_backup(vault, tmp_path / "b.keepsake-backup").path
    say(vault, "after")
    vault.close()
    return made


def test_a_backup_becomes_a_vault_again(
    backup: Path, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    target = tmp_path / "new" / "place"
    report = restore_backup(backup, target, recovery_code=recovery_code, clock=clock)
    assert (report.path, report.kept, report.created_utc) == (target, None, clock())
    assert {entry.name for entry in target.iterdir()} == FILES
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    assert {stat.S_IMODE(entry.stat().st_mode) for entry in target.iterdir()} == {0o600}
    with open_vault(target, recovery_code=recovery_code, clock=clock) as vault:
        assert texts_of(vault) == ["before"]
        assert vault.opening_notes == ()
        assert vault.verify().is_whole
        assert [entry.action for entry in vault.audit.entries(2)] == ["vault.open", "vault.restore"]
        say(vault, "goes on")
    assert [entry.name for entry in target.parent.iterdir()] == ["place"]


def test_the_secret_of_that_day_opens_it(
    vault: Vault, tmp_path: Path, passphrase: Secret, clock: SetClock
) -> None:
    made = make_backup(vault, tmp_path / "b").path
    vault.slots.change_passphrase(passphrase, Secret("of today"), cost=FLOOR_COST)
    vault.close()
    with pytest.raises(WrongPassphrase):
        restore_backup(made, tmp_path / "r", passphrase=Secret("of today"), clock=clock)
    assert not (tmp_path / "r").exists()
    restore_backup(made, tmp_path / "r", passphrase=passphrase, clock=clock)
    open_vault(tmp_path / "r", passphrase=passphrase, clock=clock).close()


def test_a_wrong_code_restores_nothing(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(WrongPassphrase):
        restore_backup(backup, tmp_path / "r", recovery_code=new_recovery_code()[0])
    with pytest.raises(RecoveryCodeInvalid):
        restore_backup(backup, tmp_path / "r", recovery_code="ABCD")
    with pytest.raises(ValueError, match="passphrase or"):
        restore_backup(backup, tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_nothing_is_restored_over_anything_unasked(backup: Path, tmp_path: Path, recovery_code: str) -> None:
    with pytest.raises(VaultExists):
        restore_backup(backup, tmp_path / "vault", recovery_code=recovery_code)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter").write_bytes(b"mine")
    for replace in (False, True):
        with pytest.raises(VaultExists):
            restore_backup(backup, tmp_path / "other", recovery_code=recovery_code, replace=replace)
    assert (tmp_path / "other" / "letter").read_bytes() == b"mine"


def test_the_vault_that_was_there_is_kept_whole(
    backup: Path, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    target = tmp_path / "vault"
    before = {entry.name: entry.read_bytes() for entry in target.iterdir()}
    report = restore_backup(backup, target, recovery_code=recovery_code, replace=True, clock=clock)
    assert report.kept == tmp_path / "vault.before-20260302-090000"
    assert {entry.name: entry.read_bytes() for entry in report.kept.iterdir()} == before
    with open_vault(target, recovery_code=recovery_code, clock=clock) as vault:
        assert texts_of(vault) == ["before"]
    with open_vault(report.kept, recovery_code=recovery_code, clock=clock) as vault:
        assert sorted(texts_of(vault)) == ["after", "before"]
    again = restore_backup(backup, target, recovery_code=recovery_code, replace=True, clock=clock)
    assert again.kept == tmp_path / "vault.before-20260302-090000-2"


def test_a_log_of_the_old_file_is_not_left_beside_the_new(
    backup: Path, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    target = tmp_path / "vault"
    for ending in ("-wal", "-shm"):
        (target / f"vault.db{ending}").write_bytes(b"of the old database" * 400)
    report = restore_backup(backup, target, recovery_code=recovery_code, replace=True, clock=clock)
    assert {entry.name for entry in target.iterdir()} - {"backups"} == FILES
    assert report.kept is not None
    assert (report.kept / "vault.db-wal").exists()
    open_vault(target, recovery_code=recovery_code, clock=clock).close()


@pytest.mark.parametrize("left", ["vault.db", "header", "lock"])
def test_a_damaged_vault_is_replaced_and_kept(
    backup: Path, tmp_path: Path, recovery_code: str, clock: SetClock, left: str
) -> None:
    target = tmp_path / "vault"
    for entry in target.iterdir():
        if entry.name == left:
            entry.write_bytes(b"rubbish")
        else:
            entry.unlink()
    report = restore_backup(backup, target, recovery_code=recovery_code, replace=True, clock=clock)
    assert report.kept is not None
    assert left in {entry.name for entry in report.kept.iterdir()}
    with open_vault(target, recovery_code=recovery_code, clock=clock) as vault:
        assert texts_of(vault) == ["before"]


def test_an_open_vault_is_not_replaced(vault: Vault, tmp_path: Path, recovery_code: str) -> None:
    made = make_backup(vault, tmp_path / "b").path
    with pytest.raises(InUse):
        restore_backup(made, vault.path, recovery_code=recovery_code, replace=True)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b", "vault"]
    say(vault, "still here")


def test_a_backup_of_another_vault_does_not_mix(
    backup: Path, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    other, code = create_vault(tmp_path / "other", Secret("other"), clock=clock, cost=FLOOR_COST)
    say(other, "of the other")
    other.close()
    report = restore_backup(backup, other.path, recovery_code=recovery_code, replace=True, clock=clock)
    assert report.kept is not None
    with open_vault(report.kept, recovery_code=code, clock=clock) as vault:
        assert texts_of(vault) == ["of the other"]


def test_a_damaged_backup_changes_nothing(backup: Path, tmp_path: Path, recovery_code: str) -> None:
    raw = bytearray(backup.read_bytes())
    raw[-5000] ^= 1
    backup.write_bytes(raw)
    before = {entry.name: entry.read_bytes() for entry in (tmp_path / "vault").iterdir()}
    with pytest.raises(BackupDamaged):
        restore_backup(backup, tmp_path / "vault", recovery_code=recovery_code, replace=True)
    assert {entry.name: entry.read_bytes() for entry in (tmp_path / "vault").iterdir()} == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.keepsake-backup", "vault"]


@pytest.mark.parametrize("ending", ["backup.db", "header.new", "anchor.new"])
def test_a_full_disk_leaves_the_old_vault(
    backup: Path, tmp_path: Path, recovery_code: str, full_disk: Callable[[str], None], ending: str
) -> None:
    before = {entry.name: entry.read_bytes() for entry in (tmp_path / "vault").iterdir()}
    full_disk(ending)
    with pytest.raises(DiskFull):
        restore_backup(backup, tmp_path / "vault", recovery_code=recovery_code, replace=True)
    assert {entry.name: entry.read_bytes() for entry in (tmp_path / "vault").iterdir()} == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.keepsake-backup", "vault"]


# the swap


def test_a_swap_cut_off_between_its_two_renames_is_finished_by_opening(
    backup: Path, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    restore_backup(backup, tmp_path / "r", recovery_code=recovery_code, clock=clock)
    (tmp_path / "vault").rename(tmp_path / "vault.before-x")
    (tmp_path / "r").rename(tmp_path / ".vault.incoming")
    with open_vault(tmp_path / "vault", recovery_code=recovery_code, clock=clock) as vault:
        assert texts_of(vault) == ["before"]
    assert not finish_swap(tmp_path / "vault")


def test_a_swap_cut_off_before_the_old_one_moved_leaves_the_old_one(
    backup: Path, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    restore_backup(backup, tmp_path / "r", recovery_code=recovery_code, clock=clock)
    (tmp_path / "r").rename(tmp_path / ".vault.incoming")
    with open_vault(tmp_path / "vault", recovery_code=recovery_code, clock=clock) as vault:
        assert sorted(texts_of(vault)) == ["after", "before"]
    restore_backup(backup, tmp_path / "vault", recovery_code=recovery_code, replace=True, clock=clock)
    assert not (tmp_path / ".vault.incoming").exists()


def test_a_restore_tells_how_far_it_is_and_can_be_stopped_at_every_step(
    backup: Path, vault_folder: Path, recovery_code: str, clock: SetClock
) -> None:
    told: list[tuple[str, int, int]] = []
    restore_backup(
        backup, vault_folder.parent / "new", recovery_code=recovery_code, clock=clock,
        progress=lambda *step: told.append(step),
    )  # fmt: skip
    assert [stage for stage in dict.fromkeys(stage for stage, _, _ in told)] == ["verify", "copy", "check"]
    assert all(0 <= done <= total for _, done, total in told)
    before = sorted(path.name for path in vault_folder.parent.iterdir())
    header = (vault_folder / "header").read_bytes()
    asked = 0
    for number in range(100):  # at the first, the second, … look
        asked = 0

        def is_stopped(limit: int = number) -> bool:
            nonlocal asked
            asked += 1
            return asked > limit

        report = restore_backup(
            backup, vault_folder, recovery_code=recovery_code, replace=True, clock=clock, cancelled=is_stopped
        )
        if not report.was_cancelled:
            break
        assert report.kept is None
        assert sorted(path.name for path in vault_folder.parent.iterdir()) == before
        assert (vault_folder / "header").read_bytes() == header
    assert 3 < number < 99
    assert report.kept is not None
