"""Checks of the database: the sentinel, the size of the file, and the full checks of SQLCipher and SQLite."""

from __future__ import annotations

import contextlib
import hmac
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from vault.audit import turns_unlike_audit
from vault.database import Connection, Database, OperationalError, database_errors
from vault.errors import DatabaseDamaged, DiskFailed
from vault.keys import SubKeys
from vault.second_look import check_pages, structure_faults

_SENTINEL: Final = "sentinel"
_PAGE_BYTES: Final = 4096
_NO_SUCH_TABLE: Final = 1  # SQLITE_ERROR, of which this statement can meet no other
_PROGRESS_STEPS: Final = (
    10_000  # virtual machine steps between two looks at whether to stop: about a millisecond
)
CHECKER_THREAD: Final = "keepsake-checker"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Pages that fail their MAC, faults in the structure, rows that point nowhere.

    `has_disk_failed`: the disk did not give all of it. `bad_turns`: those whose text the audit knows otherwise.
    """

    bad_pages: int
    bad_structures: int
    bad_references: int
    has_disk_failed: bool = False
    bad_turns: int = 0

    @property
    def is_whole(self) -> bool:
        found = self.bad_pages + self.bad_structures + self.bad_references + self.bad_turns
        return not (found or self.has_disk_failed)


def put_sentinel(conn: Connection, keys: SubKeys, vault_id: bytes) -> None:
    """Write the row by which the database is known as this vault's, inside a write."""
    conn.execute("INSERT INTO meta VALUES (?, ?)", (_SENTINEL, keys.mac("sentinel", vault_id).hex()))


def check_sentinel(conn: Connection, keys: SubKeys, vault_id: bytes) -> None:
    """Raises DatabaseDamaged where the database is blank or another vault's."""
    try:
        row = conn.execute("SELECT value FROM meta WHERE key = ?", (_SENTINEL,)).fetchone()
    except OperationalError as error:
        if error.sqlite_errorcode & 0xFF != _NO_SUCH_TABLE:
            raise
        raise DatabaseDamaged("The database is blank.", sqlite_code=_NO_SUCH_TABLE) from error
    if row is None or not hmac.compare_digest(str(row[0]), keys.mac("sentinel", vault_id).hex()):
        raise DatabaseDamaged("The database belongs to another vault.")


def check_size(conn: Connection, file: Path) -> None:
    """Raises DatabaseDamaged where pages are missing from the end, which SQLCipher's own check does not see."""
    pages = int(conn.execute("PRAGMA page_count").fetchone()[0])
    if file.stat().st_size < pages * _PAGE_BYTES:
        raise DatabaseDamaged("The database file is shorter than it should be.")


def check_structure(conn: Connection, look_again: Callable[[], None]) -> CheckReport:
    """Structure and references, through the write-ahead log; seconds for large files.

    `look_again` is `vault.second_look.look_again` at the file: a read that failed is in the report like any fault.

    Raises:
        DatabaseDamaged: so damaged that it cannot be read to the end.
        DiskFailed: what was found is not in the file.
    """
    report = CheckReport(0, *structure_faults(conn))
    if not report.is_whole:
        look_again()
    return report


def check_fully(db: Database, keys: SubKeys | None = None) -> CheckReport:
    """Every check, on a connection of its own; with `keys` also the turns against the audit.

    Raises:
        DatabaseDamaged: so damaged that it cannot be read to the end.
        DiskFailed: the disk does not give all of it.
    """
    with db.errors(), contextlib.closing(db.interruptible()) as conn, database_errors():
        report = check_structure(conn, db.look_again)
        report = report if keys is None else replace(report, bad_turns=len(turns_unlike_audit(conn, keys)))
    return replace(report, bad_pages=_check_still_pages(db))


def check_source(db: Database) -> int:
    """How many pages of an open vault's file fail their MAC, without holding up its writers where there are none.

    Raises:
        DatabaseDamaged, DiskFailed: as `database_errors` and `second_look`.
    """
    db.checkpoint()
    with db.errors(), contextlib.closing(db.interruptible()) as conn:
        bad_pages = check_pages(conn)
    return _check_still_pages(db) if bad_pages else 0  # or one was being written just then


def _check_still_pages(db: Database) -> int:
    """`check_pages` with the log emptied and nothing written meanwhile."""

    def check(conn: Connection) -> int:
        db.checkpoint()
        return check_pages(conn)

    return db.exclusively(check)


class BackgroundChecks:
    """The full checks on a thread of their own, on a connection of their own; `report` is called on that thread.

    It gets None where `stop` cut the checks short.
    """

    def __init__(self, db: Database, keys: SubKeys, report: Callable[[CheckReport | None], None]) -> None:
        self._report = report
        self._keys = keys
        self._is_stopped = False
        self._db = db
        db.checkpoint()
        self._conn = db.interruptible()
        self._conn.set_progress_handler(lambda: int(self._is_stopped), _PROGRESS_STEPS)
        self._thread = threading.Thread(target=self._run, name=CHECKER_THREAD)
        self._thread.start()

    def stop(self) -> None:
        """End the checks and wait for their thread."""
        self._is_stopped = True
        self._thread.join()

    def _run(self) -> None:
        result: CheckReport | None = None
        try:
            with self._db.errors():
                result = self._check()
        except DatabaseDamaged:
            result = CheckReport(bad_pages=1, bad_structures=1, bad_references=0)
        except DiskFailed:
            result = CheckReport(0, 0, 0, has_disk_failed=True)
        except OperationalError:
            if not self._is_stopped:
                raise
        finally:
            self._conn.close()
        self._report(None if self._is_stopped else result)

    def _check(self) -> CheckReport:
        result = check_structure(self._conn, self._db.look_again)
        with database_errors():
            result = replace(result, bad_turns=len(turns_unlike_audit(self._conn, self._keys)))
        if self._is_stopped:
            return result
        bad_pages = check_pages(self._conn)
        if bad_pages and not self._is_stopped:  # or a page that was being written just then
            bad_pages = _check_still_pages(self._db)
        return replace(result, bad_pages=bad_pages)
