"""Migrations: on a blank database, on older ones, and never on newer ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from vault.database import Connection, Database, OperationalError
from vault.errors import NewerFormat
from vault.schema import MIGRATIONS, Migration, applied_migrations, migrate
from vault.secret import Secret


@pytest.fixture
def blank(tmp_path: Path) -> Iterator[Database]:
    (tmp_path / "x.db").touch(mode=0o600)
    db = Database(tmp_path / "x.db", Secret(b"k" * 32))
    yield db
    db.close()


def add_column(conn: Connection) -> None:
    conn.execute("ALTER TABLE meta ADD COLUMN note TEXT")


def fail_half_way(conn: Connection) -> None:
    conn.execute("CREATE TABLE half (a)")
    conn.execute("CREATE TABLE half (a)")


def test_a_blank_database_gets_every_table_once(blank: Database, clock: SetClock) -> None:
    assert blank.read(applied_migrations) == []
    assert migrate(blank, clock) == [migration.name for migration in MIGRATIONS]
    assert migrate(blank, clock) == []
    assert blank.read(applied_migrations) == [migration.name for migration in MIGRATIONS]


def test_an_older_database_gets_what_is_missing(blank: Database, clock: SetClock) -> None:
    migrate(blank, clock)
    blank.write(lambda conn: conn.execute("INSERT INTO meta VALUES ('a', 'kept')").rowcount)
    later = (*MIGRATIONS, Migration("add_note", add_column))
    assert migrate(blank, clock, later) == ["add_note"]
    assert blank.read(lambda conn: tuple(conn.execute("SELECT * FROM meta").fetchone())) == (
        "a",
        "kept",
        None,
    )


def test_a_failing_migration_changes_nothing(blank: Database, clock: SetClock) -> None:
    migrate(blank, clock)
    with pytest.raises(OperationalError):
        migrate(blank, clock, (*MIGRATIONS, Migration("half", fail_half_way)))
    assert blank.read(applied_migrations) == [migration.name for migration in MIGRATIONS]
    tables = blank.read(lambda conn: [row[0] for row in conn.execute("SELECT name FROM sqlite_master")])
    assert "half" not in tables


def test_a_newer_or_unknown_history_is_refused(blank: Database, clock: SetClock) -> None:
    migrate(blank, clock, (*MIGRATIONS, Migration("add_note", add_column)))
    with pytest.raises(NewerFormat):
        migrate(blank, clock)


def test_names_are_unique_and_the_first_stays_the_first() -> None:
    names = [migration.name for migration in MIGRATIONS]
    assert len(set(names)) == len(names)
    assert names[0] == "version_1"
