"""The ordered migrations of the database, each applied once in a transaction of its own and recorded by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from vault.clock import Clock
from vault.codec import to_us
from vault.database import Connection, Database
from vault.errors import NewerFormat
from vault.schema import version_1, version_2, version_3, version_4, version_5, version_6, version_7

__all__ = ["MIGRATIONS", "Migration", "applied_migrations", "migrate", "pending_migrations"]

_RECORD: Final = (
    "CREATE TABLE IF NOT EXISTS migrations"
    " (ordinal INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, applied_us INTEGER NOT NULL) STRICT"
)


@dataclass(frozen=True, slots=True)
class Migration:
    """A step from one schema to the next. Its name is recorded for good and never reused."""

    name: str
    apply: Callable[[Connection], None]


def _running(statements: tuple[str, ...]) -> Callable[[Connection], None]:
    def apply(conn: Connection) -> None:
        for statement in statements:
            conn.execute(statement)

    return apply


MIGRATIONS: Final[tuple[Migration, ...]] = (
    Migration("version_1", _running(version_1.STATEMENTS)),
    Migration("version_2", _running(version_2.STATEMENTS)),
    Migration("version_3", _running(version_3.STATEMENTS)),
    Migration("version_4", _running(version_4.STATEMENTS)),
    Migration("version_5", _running(version_5.STATEMENTS)),
    Migration("version_6", _running(version_6.STATEMENTS)),
    Migration("version_7", _running(version_7.STATEMENTS)),
)


def applied_migrations(conn: Connection) -> list[str]:
    """Names of what the database has been through, in order; empty for a blank one."""
    has_record = conn.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"
    ).fetchone()
    if has_record is None:
        return []
    return [str(row[0]) for row in conn.execute("SELECT name FROM migrations ORDER BY ordinal")]


def pending_migrations(
    conn: Connection, migrations: tuple[Migration, ...] = MIGRATIONS
) -> tuple[Migration, ...]:
    """What the database has not been through yet, in order.

    Raises:
        NewerFormat: it has been through a migration that this version does not know.
    """
    applied = applied_migrations(conn)
    if applied != [migration.name for migration in migrations[: len(applied)]]:
        raise NewerFormat
    return migrations[len(applied) :]


def migrate(db: Database, clock: Clock, migrations: tuple[Migration, ...] = MIGRATIONS) -> list[str]:
    """Bring a blank or copied database to the newest schema and give the names of what was applied now.

    One that people have is brought there by `vault.migrating`.

    Raises:
        NewerFormat: as `pending_migrations`.
    """
    pending = db.read(lambda conn: pending_migrations(conn, migrations))
    for ordinal, migration in enumerate(pending, start=len(migrations) - len(pending) + 1):
        db.write(lambda conn, ordinal=ordinal, migration=migration: _apply(conn, ordinal, migration, clock))  # type: ignore[misc]
    return [migration.name for migration in pending]


def _apply(conn: Connection, ordinal: int, migration: Migration, clock: Clock) -> None:
    conn.execute(_RECORD)
    migration.apply(conn)
    conn.execute("INSERT INTO migrations VALUES (?, ?, ?)", (ordinal, migration.name, to_us(clock())))
