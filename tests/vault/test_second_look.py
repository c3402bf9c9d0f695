"""A read that the disk refused is in the list of a check like any damage, so every check looks again before it tells.

`tests/crash/driver.py` lets every read fail in truth; here one check at a time finds something that is gone afterwards.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.fixtures import PASSPHRASE
from vault import (
    FLOOR_COST,
    Secret,
    Vault,
    create_vault,
    integrity,
    make_backup,
    open_vault,
    restore_backup,
    second_look,
)
from vault.data_key import change_data_key
from vault.database import OperationalError, connect, open_connection
from vault.errors import BackupFailed, DatabaseDamaged, DiskFailed
from vault.integrity import check_fully, check_sentinel, check_structure
from vault.records import Role
from vault.repair import restore_header
from vault.second_look import look_again

FROZEN = Path(__file__).parent / "frozen" / "format-1"


@pytest.fixture
def one_bad_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next check of the structure lists a fault, as after one read that the disk refused; later ones do not."""
    left = [(1, 0)]

    def faults(conn: object) -> tuple[int, int]:
        return left.pop() if left else second_look.structure_faults(conn)  # type: ignore[arg-type]

    monkeypatch.setattr(integrity, "structure_faults", faults)


@pytest.fixture
def one_bad_copy(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Call it with a module's name: the next copy of a database there meets what the driver calls damage."""

    def arm(module: str) -> None:
        def fail(*_: object, **__: object) -> None:
            raise DatabaseDamaged(sqlite_code=11)

        monkeypatch.setattr(f"{module}.copy_database", fail)

    return arm


def lose_rows(vault: Vault) -> None:
    """Take a conversation away from under its turns: every page has a MAC that fits, and the rows point nowhere."""
    chat = vault.conversations.create("talk")
    vault.conversations.add_turn(chat.id, Role.USER, "said")
    with contextlib.closing(open_connection(vault.path / "vault.db", vault.keys.key("database"))) as conn:
        conn.set_authorizer(None)
        conn.execute("PRAGMA foreign_keys = OFF")
        conn.execute("DELETE FROM conversations")


def test_rows_that_point_nowhere_are_damage_also_at_the_second_look(vault: Vault) -> None:
    lose_rows(vault)
    report = check_fully(vault.db)
    assert (report.bad_references > 0, report.bad_pages, report.is_whole) == (True, 0, False)


def test_what_the_second_look_does_not_find_was_the_disk(vault: Vault, tmp_path: Path) -> None:
    vault.db.checkpoint()
    whole = Path(shutil.copy(vault.path / "vault.db", tmp_path / "whole.db"))
    lose_rows(vault)
    reopen = partial(open_connection, whole, vault.keys.key("database"))
    with contextlib.closing(vault.db.interruptible()) as conn, pytest.raises(DiskFailed):
        check_structure(conn, partial(look_again, whole, reopen))


@pytest.mark.usefixtures("one_bad_list")
def test_the_full_checks_look_again(vault: Vault) -> None:
    with pytest.raises(DiskFailed):
        vault.verify()
    assert vault.verify().is_whole


@pytest.mark.usefixtures("one_bad_list")
def test_the_checks_in_the_background_look_again(vault: Vault) -> None:
    reports: list[integrity.CheckReport | None] = []
    vault.start_checks(reports.append)
    assert vault._checks is not None
    vault._checks._thread.join()
    assert [(one.has_disk_failed, one.bad_structures) for one in reports if one] == [(True, 0)]


@pytest.mark.usefixtures("one_bad_list")
def test_opening_after_an_unclean_end_looks_again(vault_folder: Path, recovery_code: str) -> None:
    os.remove(vault_folder / "anchor")
    with pytest.raises(DiskFailed):
        open_vault(vault_folder, recovery_code=recovery_code)
    open_vault(vault_folder, recovery_code=recovery_code).close()


@pytest.mark.usefixtures("one_bad_list")
def test_a_backup_that_is_made_is_looked_at_again(vault: Vault, tmp_path: Path) -> None:
    with pytest.raises(BackupFailed) as caught:
        make_backup(vault, tmp_path / "b")
    assert isinstance(caught.value.__cause__, DiskFailed)


def test_a_backup_that_is_restored_is_looked_at_again(
    vault: Vault, tmp_path: Path, recovery_code: str, request: pytest.FixtureRequest
) -> None:
    made = make_backup(vault, tmp_path / "b").path
    request.getfixturevalue("one_bad_list")
    with pytest.raises(DiskFailed):
        restore_backup(made, tmp_path / "new", recovery_code=recovery_code)
    restore_backup(made, tmp_path / "new", recovery_code=recovery_code)


@pytest.mark.usefixtures("one_bad_list")
def test_a_migrated_copy_is_looked_at_again(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FROZEN / "vault", tmp_path / "old"))
    code = (FROZEN / "recovery-code").read_text(encoding="ascii").strip()
    with pytest.raises(DiskFailed):
        open_vault(folder, recovery_code=code)
    with open_vault(folder, recovery_code=code) as vault:
        assert vault.verify().is_whole


def test_a_copy_out_of_a_backup_is_looked_at_again(
    vault: Vault, tmp_path: Path, recovery_code: str, one_bad_copy: Callable[[str], None]
) -> None:
    made = make_backup(vault, tmp_path / "b").path
    one_bad_copy("vault.restore")
    with pytest.raises(DiskFailed):
        restore_backup(made, tmp_path / "new", recovery_code=recovery_code)


def test_a_copy_under_a_new_data_key_is_looked_at_again(
    vault_folder: Path, one_bad_copy: Callable[[str], None]
) -> None:
    one_bad_copy("vault.data_key")
    with pytest.raises(DiskFailed):
        change_data_key(vault_folder, Secret(PASSPHRASE), cost=FLOOR_COST)


def test_the_database_under_a_header_of_a_backup_is_looked_at_again(
    vault: Vault, tmp_path: Path, recovery_code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_backup(vault, tmp_path / "b").path
    vault.close()
    for name in ("header", "header.copy"):
        (vault.path / name).unlink()

    def fail(*_: object) -> None:
        raise DatabaseDamaged(sqlite_code=11)

    with monkeypatch.context() as patch:
        patch.setattr("vault.repair.check_sentinel", fail)
        with pytest.raises(DiskFailed):
            restore_header(made, vault.path, recovery_code=recovery_code)
    restore_header(made, vault.path, recovery_code=recovery_code)


def test_a_table_that_was_not_there_at_first_was_the_disk(vault: Vault) -> None:
    def read(table: str) -> None:
        with vault.db.errors():
            raise OperationalError(f"no such table: {table}")

    with pytest.raises(DiskFailed):
        read("audit")
    with pytest.raises(OperationalError):  # a fault of ours stays one
        read("nothing")


def test_a_database_that_was_blank_at_first_was_the_disk(
    vault_folder: Path, recovery_code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("vault.opening.check_sentinel", lambda *_: check_sentinel(connect(":memory:"), *_[1:]))
        with pytest.raises(DiskFailed):
            open_vault(vault_folder, recovery_code=recovery_code)
    open_vault(vault_folder, recovery_code=recovery_code).close()


def test_a_vault_that_is_being_made_cannot_be_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise DatabaseDamaged(sqlite_code=11)

    with monkeypatch.context() as patch:
        patch.setattr("vault.opening.put_sentinel", fail)
        with pytest.raises(DiskFailed):
            create_vault(tmp_path / "new", Secret("new"), cost=FLOOR_COST)
    create_vault(tmp_path / "new", Secret("new"), cost=FLOOR_COST)[0].close()
