"""A vault of an older version is brought to the newest on a copy, which takes its place only when it has passed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vault.test_frozen_vault import CODE, FROZEN, assert_all_is_there
from vault import Vault, make_backup, open_vault, restore_backup
from vault.database import Connection, open_connection
from vault.errors import DatabaseDamaged, MigrationFailed, NewerFormat
from vault.files import DATABASE, MIGRATING, OLD_DATABASE
from vault.records import Role
from vault.schema import MIGRATIONS, Migration, applied_migrations

NAMES = [migration.name for migration in MIGRATIONS]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A vault of the first format."""
    return Path(shutil.copytree(FROZEN / "vault", tmp_path / "old"))


@pytest.fixture
def spoken(vault: Vault) -> Vault:
    """An open vault of today in which something was said."""
    chat = vault.conversations.create("talk")
    vault.conversations.add_turn(chat.id, Role.USER, "said before the migration")
    return vault


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Connection], object]], None]:
    """Call it with a step: the version that opens a vault then has this step more."""

    def arm(step: Callable[[Connection], object]) -> None:
        later = (*MIGRATIONS, Migration("synthetic", step))  # type: ignore[arg-type]
        monkeypatch.setattr("vault.opening.MIGRATIONS", later)

    return arm


def add_mood(conn: Connection) -> None:
    conn.execute("ALTER TABLE turns ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")


def lose_a_turn(conn: Connection) -> None:
    conn.execute("DELETE FROM turns")


def cut_the_audit(conn: Connection) -> None:
    conn.execute("UPDATE audit SET reason = 'another' WHERE sequence = 1")


def point_nowhere(conn: Connection) -> None:
    conn.execute("INSERT INTO receipt_bodies VALUES ('nowhere', x'00')")


def fail_half_way(conn: Connection) -> None:
    conn.execute("CREATE TABLE half (a)")
    conn.execute("CREATE TABLE half (a)")


def break_down(conn: Connection) -> None:
    raise KeyError("a row that nobody thought of")


def test_the_first_format_is_brought_here_and_its_database_kept_until_the_next_time(old: Path) -> None:
    before = (old / DATABASE).read_bytes()
    with open_vault(old, recovery_code=CODE) as vault:
        assert_all_is_there(vault)
        assert "migrated" in vault.opening_notes
        assert vault.audit.entries(1)[0].reason == "migrated"
        assert vault.db.read(applied_migrations) == NAMES
        assert (old / OLD_DATABASE).read_bytes() == before
        assert not (old / MIGRATING).exists()
    with open_vault(old, recovery_code=CODE) as vault:
        assert_all_is_there(vault)
        assert "migrated" not in vault.opening_notes
        assert not (old / OLD_DATABASE).exists()


def test_the_kept_database_stays_while_the_end_was_not_orderly(
    spoken: Vault, next_version: Callable[..., None], recovery_code: str, tmp_path: Path
) -> None:
    folder = spoken.path
    spoken.close()
    next_version(add_mood)
    with open_vault(folder, recovery_code=recovery_code):
        crashed = Path(shutil.copytree(folder, tmp_path / "crashed"))
    with open_vault(crashed, recovery_code=recovery_code) as vault:
        assert "unclean_exit" in vault.opening_notes
        assert (crashed / OLD_DATABASE).exists()
    open_vault(crashed, recovery_code=recovery_code).close()
    assert not (crashed / OLD_DATABASE).exists()


def test_what_is_deleted_leaves_with_the_kept_database(old: Path) -> None:
    with open_vault(old, recovery_code=CODE) as vault:
        vault.memories.forget([vault.memories.list()[0].id])
        assert not (old / OLD_DATABASE).exists()


def test_a_further_step_finds_what_lay_in_the_log(
    spoken: Vault, next_version: Callable[..., None], recovery_code: str, tmp_path: Path
) -> None:
    crashed = Path(shutil.copytree(spoken.path, tmp_path / "crashed"))
    assert (crashed / "vault.db-wal").stat().st_size > 0
    next_version(add_mood)
    with open_vault(crashed, recovery_code=recovery_code) as vault:
        mood = vault.db.read(lambda conn: conn.execute("SELECT text, mood FROM turns").fetchone())
        assert tuple(mood) == ("said before the migration", "calm")
        assert {"migrated", "unclean_exit"} <= set(vault.opening_notes)


@pytest.mark.parametrize(
    "step",
    [lose_a_turn, cut_the_audit, point_nowhere, fail_half_way, break_down],
    ids=lambda step: step.__name__,
)
def test_a_step_that_fails_or_loses_something_leaves_the_vault_as_it_was(
    spoken: Vault,
    next_version: Callable[..., None],
    step: Callable[[Connection], None],
    recovery_code: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = spoken.path
    spoken.close()
    before = (folder / DATABASE).read_bytes()
    next_version(step)
    with pytest.raises(MigrationFailed):
        open_vault(folder, recovery_code=recovery_code)
    assert (folder / DATABASE).read_bytes() == before
    assert not [*folder.glob(f"{MIGRATING}*"), *folder.glob(f"{OLD_DATABASE}*")]
    monkeypatch.undo()  # the version before
    with open_vault(folder, recovery_code=recovery_code) as vault:
        assert vault.verify().is_whole
        assert vault.db.read(applied_migrations) == NAMES


def test_a_damaged_vault_is_not_migrated(
    spoken: Vault, next_version: Callable[..., None], recovery_code: str
) -> None:
    folder = spoken.path
    spoken.close()
    raw = bytearray((folder / DATABASE).read_bytes())
    raw[-2 * 4096] ^= 1
    (folder / DATABASE).write_bytes(raw)
    next_version(add_mood)
    with pytest.raises(DatabaseDamaged):
        open_vault(folder, recovery_code=recovery_code)
    assert (folder / DATABASE).read_bytes() == raw


def test_a_swap_cut_off_between_its_renames_starts_anew(old: Path) -> None:
    shutil.copy(old / DATABASE, old / MIGRATING)
    (old / DATABASE).rename(old / OLD_DATABASE)
    with open_vault(old, recovery_code=CODE) as vault:
        assert_all_is_there(vault)
    assert not (old / MIGRATING).exists()


def test_a_database_of_a_later_version_is_not_touched(
    spoken: Vault, next_version: Callable[..., None], recovery_code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = spoken.path
    spoken.close()
    next_version(add_mood)
    open_vault(folder, recovery_code=recovery_code).close()
    later = (folder / DATABASE).read_bytes()
    monkeypatch.undo()
    with pytest.raises(NewerFormat):
        open_vault(folder, recovery_code=recovery_code)
    assert (folder / DATABASE).read_bytes() == later


def test_an_old_backup_is_migrated_on_its_way_back_and_leaves_nothing_beside(
    spoken: Vault, next_version: Callable[..., None], recovery_code: str, tmp_path: Path
) -> None:
    made = make_backup(spoken, tmp_path / "b").path
    next_version(add_mood)
    restore_backup(made, tmp_path / "back", recovery_code=recovery_code)
    assert not (tmp_path / "back" / OLD_DATABASE).exists()
    with open_vault(tmp_path / "back", recovery_code=recovery_code) as vault:
        assert vault.db.read(applied_migrations) == [*NAMES, "synthetic"]


def test_the_kept_database_is_as_encrypted_as_the_vault(
    spoken: Vault, next_version: Callable[..., None], recovery_code: str
) -> None:
    folder, key = spoken.path, spoken.keys.key("database")
    spoken.close()
    next_version(add_mood)
    with open_vault(folder, recovery_code=recovery_code):
        conn = open_connection(folder / OLD_DATABASE, key, "inspect")
        assert applied_migrations(conn) == NAMES
        conn.close()
        raw = (folder / OLD_DATABASE).read_bytes()
        assert b"said before" not in raw
        assert (folder / OLD_DATABASE).stat().st_mode & 0o777 == 0o600
