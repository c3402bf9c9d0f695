"""Brings the database of an older version to the newest schema without a moment in which it could be lost.

The steps run on a copy beside it. Only a copy that passes every check takes the database's place; the old file is kept
under another name until the vault has been closed in order, opened again and checked in full, or until something is
deleted, because it would still hold that. What the steps are is `vault.schema`'s.
"""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path

from vault.anchor import take_anchor
from vault.audit import walk_audit
from vault.carried_keys import with_carried
from vault.clock import Clock
from vault.database import Database, DatabaseError, copy_database, database_errors, open_connection
from vault.errors import DatabaseDamaged, MigrationFailed
from vault.files import (
    DATABASE,
    MIGRATING,
    OLD_DATABASE,
    create_private_file,
    move_durably,
    remove_database,
)
from vault.integrity import check_sentinel, check_source, check_structure
from vault.keys import SubKeys
from vault.schema import Migration, applied_migrations, migrate, pending_migrations
from vault.second_look import check_pages, look_again, second_look


def put_back(path: Path) -> None:
    """Where a swap was cut off between its two renames, give the old database its name again. The vault is held."""
    if not (path / DATABASE).exists() and (path / OLD_DATABASE).exists():
        move_durably(path / OLD_DATABASE, path / DATABASE)


def forget_old_database(path: Path) -> None:
    """Remove the database from before the last migration, if it is still kept."""
    (path / OLD_DATABASE).unlink(missing_ok=True)


def bring_up_to_date(
    db: Database,
    path: Path,
    keys: SubKeys,
    vault_id: bytes,
    clock: Clock,
    *,
    migrations: tuple[Migration, ...],
) -> Database:
    """The vault's database in the newest schema: `db` where nothing is due, else its successor, and `db` is closed.

    `db` has an empty write-ahead log. Takes the database's size on the disk once more, and seconds for large ones.

    Raises:
        NewerFormat: as `pending_migrations`.
        MigrationFailed: a step failed or what came out did not pass; the vault is as it was.
        DatabaseDamaged, DiskFull, DiskFailed: before anything was changed.
    """
    remove_database(path / MIGRATING)  # left by a crash
    if not db.read(lambda conn: pending_migrations(conn, migrations)):
        return db
    if check_source(db):  # a page that fails its MAC would arrive in the copy as zeros
        raise DatabaseDamaged
    try:
        _rehearse(db, path / MIGRATING, keys, vault_id, clock, migrations=migrations)
        db.close()
        move_durably(path / DATABASE, path / OLD_DATABASE)
        move_durably(path / MIGRATING, path / DATABASE)
    finally:
        remove_database(path / MIGRATING)
        put_back(path)
    return Database(path / DATABASE, keys.key("database"))


def _rehearse(
    db: Database,
    file: Path,
    keys: SubKeys,
    vault_id: bytes,
    clock: Clock,
    *,
    migrations: tuple[Migration, ...],
) -> None:
    """Make a copy of `db` in the newest schema at `file` and check it, closed again."""
    create_private_file(file)
    key = keys.key("database")
    with db.errors(), contextlib.closing(db.interruptible()) as conn, database_errors():
        before = take_anchor(conn, is_closed=True)
        copy_database(conn, file, key)
    made = Database(file, key)
    try:
        migrate(made, clock, migrations)
    except (DatabaseError, ValueError, KeyError, TypeError) as error:
        raise MigrationFailed from error
    finally:
        made.close()
    # Read-only, so that closing it writes nothing to what is about to take the database's place.
    reopen = partial(open_connection, file, key, "inspect")
    with second_look(file, reopen), contextlib.closing(reopen()) as conn, database_errors():
        check_sentinel(conn, keys, vault_id)
        is_whole = check_structure(conn, partial(look_again, file, reopen)).is_whole and not check_pages(conn)
        is_intact = walk_audit(conn, with_carried(conn, keys)).is_intact
        is_complete = applied_migrations(conn) == [migration.name for migration in migrations]
        if not (is_whole and is_intact and is_complete and take_anchor(conn, is_closed=True) == before):
            raise MigrationFailed
