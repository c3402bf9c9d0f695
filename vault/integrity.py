"""Checks of the database: the sentinel, the size of the file, and the full checks of SQLCipher and SQLite."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vault.database import Connection, Database, OperationalError, database_errors
from vault.errors import DatabaseDamaged
from vault.keys import SubKeys

_SENTINEL: Final = "sentinel"
_PAGE_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Pages that fail their MAC, faults in the structure, rows that point nowhere."""

    bad_pages: int
    bad_structures: int
    bad_references: int

    @property
    def is_whole(self) -> bool:
        return not (self.bad_pages or self.bad_structures or self.bad_references)


def put_sentinel(conn: Connection, keys: SubKeys, vault_id: bytes) -> None:
    """Write the row by which the database is known as this vault's, inside a write."""
    conn.execute("INSERT INTO meta VALUES (?, ?)", (_SENTINEL, keys.mac("sentinel", vault_id).hex()))


def check_sentinel(conn: Connection, keys: SubKeys, vault_id: bytes) -> None:
    """Raises DatabaseDamaged where the database is blank or another vault's."""
    try:
        row = conn.execute("SELECT value FROM meta WHERE key = ?", (_SENTINEL,)).fetchone()
    except OperationalError as error:  # no such table: a blank database was put in place
        raise DatabaseDamaged("The database is blank.") from error
    if row is None or not hmac.compare_digest(str(row[0]), keys.mac("sentinel", vault_id).hex()):
        raise DatabaseDamaged("The database belongs to another vault.")


def check_size(conn: Connection, file: Path) -> None:
    """Raises DatabaseDamaged where pages are missing from the end, which SQLCipher's own check does not see."""
    pages = int(conn.execute("PRAGMA page_count").fetchone()[0])
    if file.stat().st_size < pages * _PAGE_BYTES:
        raise DatabaseDamaged("The database file is shorter than it should be.")


def full_checks(conn: Connection) -> CheckReport:
    """Every page's MAC, the structure, the references; seconds for large files, interruptible by `conn.interrupt()`.

    Raises:
        DatabaseDamaged: so damaged that it cannot be read to the end.
    """
    with database_errors():
        pages = conn.execute("PRAGMA cipher_integrity_check").fetchall()
        structure = [row for row in conn.execute("PRAGMA integrity_check") if row[0] != "ok"]
        references = conn.execute("PRAGMA foreign_key_check").fetchall()
    return CheckReport(len(pages), len(structure), len(references))


def check_fully(db: Database) -> CheckReport:
    """`full_checks` on a connection of its own."""
    conn = db.interruptible()
    try:
        return full_checks(conn)
    finally:
        conn.close()
