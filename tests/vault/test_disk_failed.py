"""A disk that fails, or lets nobody in, is told as that: not as damage, and not as a raw error of the system.

What the driver reads and writes is made to fail in tests/crash; here it is our own files, and what the driver says.
"""

from __future__ import annotations

import errno
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from vault import Vault, open_vault
from vault.backup import make_backup
from vault.backup_format import read_backup
from vault.errors import BackupFailed, DatabaseDamaged, DiskFailed, HeaderDamaged
from vault.files import write_atomic
from vault.repair import advise
from vault.second_look import second_look

Fail = Callable[..., None]


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> Fail:
    """Call it with names of files: from then on, reading such a file fails as a bad sector does."""
    real, doomed = io.open, set()

    def opening(file, mode="r", *rest, **more):  # type: ignore[no-untyped-def]
        if Path(str(file)).name in doomed and "r" in mode:
            raise OSError(errno.EIO, "injected")
        return real(file, mode, *rest, **more)

    def arm(*names: str) -> None:
        doomed.update(names)
        monkeypatch.setattr(io, "open", opening)

    return arm


def test_one_header_file_that_the_disk_does_not_give_is_made_good_by_the_other(
    vault_folder: Path, recovery_code: str, unreadable: Fail, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreadable("header")
    with pytest.raises(DiskFailed):  # the new file cannot be read back either
        open_vault(vault_folder, recovery_code=recovery_code)
    monkeypatch.undo()  # a bad sector stays behind: the new file lies elsewhere
    with open_vault(vault_folder, recovery_code=recovery_code) as vault:
        assert vault.verify().is_whole


def test_two_header_files_that_the_disk_does_not_give_are_no_damage(
    vault_folder: Path, recovery_code: str, unreadable: Fail
) -> None:
    unreadable("header", "header.copy")
    with pytest.raises(DiskFailed):
        open_vault(vault_folder, recovery_code=recovery_code)
    assert not advise(vault_folder).header_is_usable


def test_a_missing_header_stays_damage(vault_folder: Path, recovery_code: str, unreadable: Fail) -> None:
    for name in ("header", "header.copy"):
        (vault_folder / name).unlink()
    with pytest.raises(HeaderDamaged):
        open_vault(vault_folder, recovery_code=recovery_code)


def test_a_database_that_the_disk_does_not_give_is_no_damage(
    vault_folder: Path, recovery_code: str, unreadable: Fail
) -> None:
    unreadable("vault.db")
    with pytest.raises(DiskFailed):
        open_vault(vault_folder, recovery_code=recovery_code)


@pytest.mark.parametrize("code", [errno.EIO, errno.EACCES, errno.EROFS, errno.ESTALE])
def test_a_refused_write_keeps_the_old_content(
    tmp_path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_atomic(tmp_path / "f", b"old")

    def refuse(source: object, target: object) -> None:
        raise OSError(code, "injected")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", refuse)
        with pytest.raises(DiskFailed) as caught:
            write_atomic(tmp_path / "f", b"new")
    assert caught.value.details["errno"] == code
    assert [path.name for path in tmp_path.iterdir()] == ["f"]
    assert (tmp_path / "f").read_bytes() == b"old"


def test_the_disk_of_a_backup_is_told_from_the_disk_of_the_vault(
    vault: Vault, tmp_path: Path, unreadable: Fail
) -> None:
    made = make_backup(vault, tmp_path / "b").path
    unreadable(f".{made.name}.database")
    with pytest.raises(BackupFailed):
        make_backup(vault, tmp_path / "b")
    unreadable("b")
    with pytest.raises(DiskFailed):
        read_backup(made)


def test_what_was_called_damage_and_is_gone_was_the_disk(vault: Vault) -> None:
    look = second_look(vault.path / "vault.db", vault.db.interruptible)
    with pytest.raises(DiskFailed), look:
        raise DatabaseDamaged(sqlite_code=11)


def test_damage_that_is_still_there_stays_damage(vault: Vault) -> None:
    vault.db.checkpoint()
    file = vault.path / "vault.db"
    raw = bytearray(file.read_bytes())
    raw[5 * 4096 + 100] ^= 1
    file.write_bytes(raw)
    with pytest.raises(DatabaseDamaged), second_look(file, vault.db.interruptible):
        raise DatabaseDamaged(sqlite_code=11)
    raw[5 * 4096 + 100] ^= 1
    file.write_bytes(raw)


def test_what_our_own_checks_find_needs_no_second_look(vault: Vault) -> None:
    def connect() -> None:
        raise AssertionError("it was looked at again")

    with pytest.raises(DatabaseDamaged), second_look(vault.path / "vault.db", connect):  # type: ignore[arg-type]
        raise DatabaseDamaged("The database is blank.")
