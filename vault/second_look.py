"""Tells a failing disk from a damaged database, and a full one from a failing one, which the driver reports alike.

A read that the device refuses is "malformed" to SQLite (measured, and meant so: SQLITE_IOERR_CORRUPTFS), one more fault
in the list that its check gives, or a database without tables. So what it calls damage is looked at once more: where
the disk does not give the file, or gives a whole one now, it was the disk.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from vault.errors import DatabaseDamaged, DiskFailed, DiskFull
from vault.files import hash_of
from vault.sql import Connection, OperationalError, database_errors

_IO: Final = 10  # SQLITE_IOERR
_INDEX_BYTES: Final = 32 * 1024  # by which it grows. Source: https://www.sqlite.org/walformat.html
_NOT_READ: Final = (
    "error reading"  # SQLCipher's word for a page that it could not read, beside those that fail
)
_NO_TABLE: Final = "no such table: "  # of a statement of ours: there is none without its table


@contextmanager
def second_look(file: Path, reopen: Callable[[], Connection]) -> Iterator[None]:
    """Look again at damage met inside; `reopen` gives a further connection to the file.

    Reads the whole file, and only after damage was reported.

    Raises:
        DiskFailed: the disk does not give the file, or what was met is not in it.
        DatabaseDamaged: it is really damaged.
    """
    try:
        with full_or_failed(file):
            yield
    except DatabaseDamaged as error:
        if "sqlite_code" not in error.details or not file.is_file():  # found by our own checks
            raise
        look_again(file, reopen)
        raise
    except OperationalError as error:
        _, is_missing, table = str(error).partition(_NO_TABLE)
        if is_missing and _has_table(reopen, table):  # it was read as an empty page
            raise DiskFailed("What the disk gave at first was not what it holds.") from error
        raise


def look_again(file: Path, reopen: Callable[[], Connection]) -> None:
    """Look again at a file in which damage was met, through a further connection. Reads all of it.

    Raises:
        DiskFailed: the disk does not give the file, or what was met is not in it.
    """
    hash_of(file)  # a disk that does not give it says so here
    if _is_whole(reopen):
        raise DiskFailed("What the disk gave at first was not what it holds.")


@contextmanager
def full_or_failed(file: Path) -> Iterator[None]:
    """Call an error of the disk a full one where the index of a log does not fit beside `file` any more.

    For a log that cannot be written SQLite says "full"; for its index, a mapped file, only "I/O error" (measured).

    Raises:
        DiskFull, DiskFailed: as it is.
    """
    try:
        yield
    except DiskFailed as error:
        is_io = int(error.details.get("sqlite_code", 0)) & 0xFF == _IO
        if is_io and file.parent.is_dir() and shutil.disk_usage(file.parent).free < 2 * _INDEX_BYTES:
            raise DiskFull from error
        raise


def structure_faults(conn: Connection) -> tuple[int, int]:
    """How many faults the structure has, and how many rows point nowhere; through the write-ahead log.

    Raises:
        DiskFailed, DatabaseDamaged: as `database_errors`.
    """
    with database_errors():
        structure = [row for row in conn.execute("PRAGMA integrity_check") if row[0] != "ok"]
        references = conn.execute("PRAGMA foreign_key_check").fetchall()
    return len(structure), len(references)


def check_pages(conn: Connection) -> int:
    """How many pages of the file fail their MAC. What lies in the write-ahead log is not looked at: empty it before.

    Raises:
        DiskFailed: the disk did not give one of them.
        DatabaseDamaged: as `database_errors`.
    """
    with database_errors():
        found = [str(row[0]) for row in conn.execute("PRAGMA cipher_integrity_check")]
    if any(line.startswith(_NOT_READ) for line in found):
        raise DiskFailed
    return len(found)


def _is_whole(reopen: Callable[[], Connection]) -> bool:
    try:
        with contextlib.closing(reopen()) as conn:
            return bool(_tables(conn)) and structure_faults(conn) == (0, 0) and not check_pages(conn)
    except DatabaseDamaged:
        return False


def _has_table(reopen: Callable[[], Connection], name: str) -> bool:
    with contextlib.closing(reopen()) as conn:
        return name in _tables(conn)


def _tables(conn: Connection) -> set[str]:
    with database_errors():
        return {str(row[0]) for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
