"""The database connection and its threads: the only module that opens the encrypted file.

Owns how a connection is keyed and configured, the one writer thread and the readers. What the driver's errors mean is
`vault.sql`'s, what must hold before a vault may be used (sentinel, anchor, migrations) `vault.opening`'s.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from vault.errors import CipherUnavailable, DatabaseDamaged, VaultClosed
from vault.files import disk_errors
from vault.second_look import full_or_failed, look_again, second_look
from vault.secret import Secret
from vault.sql import Connection, DatabaseError, IntegrityError, OperationalError, Row, database_errors

if TYPE_CHECKING:
    from sqlite3 import SQLITE_ATTACH, SQLITE_DENY, SQLITE_DETACH, SQLITE_OK, SQLITE_PRAGMA, connect
else:
    from sqlcipher3.dbapi2 import (
        SQLITE_ATTACH,
        SQLITE_DENY,
        SQLITE_DETACH,
        SQLITE_OK,
        SQLITE_PRAGMA,
        connect,
    )

__all__ = [
    "Connection",
    "Database",
    "DatabaseError",
    "IntegrityError",
    "OperationalError",
    "Row",
    "copy_database",
    "database_errors",
    "open_connection",
]

T = TypeVar("T")
Access = Literal["inspect", "read", "write"]

WRITER_THREAD: Final = "keepsake-writer"
PLAIN_MAGIC: Final = b"SQLite format 3\0"
_READERS: Final = 4
_BUSY_MS: Final = 5_000
_COPY_PAGES: Final = 256
# The thousand pages after which SQLite copies its log into the database, within a commit, are some 200 transactions.
_SETTLED_AFTER: Final = 64

# Nothing else is ever set. An HMAC pragma set late corrupts a file for good (sqlcipher 613), temp_store 1 leaks rows.
_PRAGMAS: Final = {
    "temp_store": "2",
    "foreign_keys": "ON",
    "secure_delete": "ON",
    "journal_mode": "WAL",
    "synchronous": "FULL",  # a commit that was acknowledged survives a power cut
    "busy_timeout": str(_BUSY_MS),
    "trusted_schema": "OFF",
    "cell_size_check": "ON",
}
# With a value, only these after that; without one any may be read. `ATTACH … KEY ''` would write plain text.
# (quick_check: what ALTER TABLE asks for by itself.)
_LATER_PRAGMAS: Final = frozenset({"wal_checkpoint", "table_info", "integrity_check", "quick_check"})
# What the file must have been made with; SQLCipher 4's own defaults, checked because another build may differ.
_CIPHER_SETTINGS: Final = {
    "cipher_page_size": "4096",
    "cipher_use_hmac": "1",
    "cipher_hmac_algorithm": "HMAC_SHA512",
    "cipher_plaintext_header_size": "0",
}


def open_connection(file: Path, key: Secret, access: Access = "write") -> Connection:
    """A keyed and configured connection to an existing file; the caller closes it. Any thread, one at a time.

    Order: key, cipher log off, settings asserted, a first read, pragmas of the list. The file is never created here.
    `inspect` opens the file itself read-only: closing such a connection moves nothing from the write-ahead log, where
    closing any other one after a failure does, and a log of another database would overwrite the good pages
    (measured: one failed opening destroyed the file). `read` is for readers beside an open writer.

    Raises:
        CipherUnavailable: the driver does not encrypt.
        DatabaseDamaged: missing, in clear, not a database under this key, or made with other settings.
    """
    if not file.is_file() or _begins_in_clear(file):
        raise DatabaseDamaged("The database is missing or is not encrypted.")
    uri = f"{file.absolute().as_uri()}?mode={'ro' if access == 'inspect' else 'rw'}"
    with full_or_failed(file), database_errors():
        conn = connect(uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=256)
        is_ready = False
        try:
            _configure(conn, key, can_write=access != "inspect")
            if access == "read":
                conn.execute("PRAGMA query_only = ON")
            conn.set_authorizer(_authorize)
            is_ready = True
        finally:
            if not is_ready:
                conn.close()
    return conn


def copy_database(
    source: Connection, file: Path, key: Secret, *, progress: Callable[[int, int], None] | None = None
) -> None:
    """Copy the state that `source` sees, page by page, into the empty file, encrypted under `key`. Any thread.

    Where a page of the source fails its MAC, this page and all after it arrive as zeros, with MACs that fit and
    without an error (measured): check the pages of the source before, and the structure of the copy afterwards.
    `progress` gets (pages done, of all); what it raises ends the copying.

    Raises:
        DiskFull, DatabaseDamaged: as `database_errors`; the file is then worth nothing.
    """
    with database_errors(), contextlib.closing(connect(str(file), isolation_level=None)) as target:
        target.execute(f"PRAGMA key = \"x'{key.reveal().hex()}'\"")
        target.execute("PRAGMA cipher_log = off")
        if not target.execute("PRAGMA cipher_version").fetchone():
            raise CipherUnavailable
        # The file is new: where it fails it is thrown away, so it needs no journal of its own.
        target.execute("PRAGMA journal_mode = OFF").fetchall()
        told = None if progress is None else lambda status, left, pages: progress(pages - left, pages)
        source.backup(target, pages=_COPY_PAGES, progress=told, sleep=0)


def _begins_in_clear(file: Path) -> bool:
    with disk_errors(), file.open("rb") as opened:
        return opened.read(len(PLAIN_MAGIC)) == PLAIN_MAGIC


def _configure(conn: Connection, key: Secret, *, can_write: bool) -> None:
    conn.execute(f"PRAGMA key = \"x'{key.reveal().hex()}'\"")
    conn.execute("PRAGMA cipher_log = off")
    if not conn.execute("PRAGMA cipher_version").fetchone():
        raise CipherUnavailable
    for name, wanted in _CIPHER_SETTINGS.items():
        if conn.execute(f"PRAGMA {name}").fetchone() != (wanted,):
            raise DatabaseDamaged("The database was made with other cipher settings.")
    conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
    for name, value in _PRAGMAS.items():
        if can_write or name != "journal_mode":
            conn.execute(f"PRAGMA {name} = {value}").fetchall()
    if conn.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        raise DatabaseDamaged("The database cannot use its write-ahead log.")
    conn.row_factory = Row


def _authorize(
    action: int, first: str | None, second: str | None, database: str | None, source: str | None
) -> int:
    """Deny what would write plain text or change how the file is encrypted; asked once for each new statement."""
    if action in (SQLITE_ATTACH, SQLITE_DETACH):
        return SQLITE_DENY
    if action == SQLITE_PRAGMA and second is not None and (first or "").casefold() not in _LATER_PRAGMAS:
        return SQLITE_DENY
    return SQLITE_OK


class Database:
    """One writer connection on its own thread and a few readers, over one file.

    Both `write` and `read` may be called from any thread. Values cross the border, rows and cursors should not.
    """

    def __init__(self, file: Path, key: Secret) -> None:
        self._file, self._key = file, key
        with self.errors():
            self._writer = open_connection(file, key)
        self._writer_ident = 0
        self._is_closed = False
        self._depth = 0
        self._unsettled = 0  # transactions since the log was last copied
        self._after: dict[Callable[[], object], None] = {}
        self._idle: deque[Connection] = deque()
        self._permits = threading.BoundedSemaphore(_READERS)
        self._borrowed = threading.local()
        self._executor = ThreadPoolExecutor(1, WRITER_THREAD, initializer=self._start_writer)

    def write(self, action: Callable[[Connection], T]) -> T:
        """Run `action` on the writer thread in one transaction and give its result; what it raises rolls it back.

        Called within a write, it joins the transaction as a savepoint of its own.

        Raises:
            VaultClosed: after close.
            DiskFull, DiskFailed, DatabaseDamaged, InUse: as `database_errors` and `second_look`.
        """
        if threading.get_ident() == self._writer_ident:
            return self._nested(action) if self._depth else self._transaction(action)
        return self._on_writer(lambda: self._transaction(action))

    def read(self, action: Callable[[Connection], T]) -> T:
        """Run `action` on the calling thread over one unchanging state of the database, without waiting for writers.

        Within a write, and on the writer thread, it sees what the transaction has written so far.

        Raises:
            VaultClosed: after close.
            DiskFailed, DatabaseDamaged: as `database_errors` and `second_look`.
        """
        if threading.get_ident() == self._writer_ident:
            return action(self._writer)
        held: Connection | None = getattr(self._borrowed, "connection", None)
        if held is not None:
            return action(held)
        with self.errors(), self._reader() as conn, database_errors():
            self._borrowed.connection = conn
            conn.execute("BEGIN")
            try:
                return action(conn)
            finally:
                self._borrowed.connection = None
                if conn.in_transaction:
                    conn.execute("ROLLBACK")

    def after_commit(self, callback: Callable[[], object]) -> None:
        """Within a write: run `callback` on the writer thread once the transaction is durable, not if it is undone.

        The same callback given twice runs once.
        """
        self._after[callback] = None

    def checkpoint(self) -> bool:
        """Empty the write-ahead log into the database. False where a reader prevented it.

        Within a write it is done after the commit, and the answer is False.
        """
        if threading.get_ident() == self._writer_ident:
            if self._depth:
                self.after_commit(self._checkpoint)
                return False
            return self._checkpoint()
        return self._on_writer(self._checkpoint)

    def settle(self) -> None:
        """Copy the write-ahead log into the database where it has grown, waiting for no reader: for moments in which
        nobody waits for a commit, one of which has to do it otherwise.

        Raises:
            VaultClosed, DiskFull, DiskFailed, DatabaseDamaged, InUse: as `exclusively`.
        """
        if self._unsettled < _SETTLED_AFTER:
            return
        self._unsettled = 0
        self.exclusively(lambda conn: conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone())

    def exclusively(self, action: Callable[[Connection], T]) -> T:
        """Run `action` on the writer thread outside any transaction, so that nothing is written meanwhile.

        Raises:
            VaultClosed: after close.
            DiskFull, DiskFailed, DatabaseDamaged, InUse: as `database_errors` and `second_look`.
        """

        def run() -> T:
            with self.errors(), database_errors():
                return action(self._writer)

        return self._on_writer(run)

    def interruptible(self) -> Connection:
        """A further connection for long checks, which the caller interrupts and closes.

        Raises:
            VaultClosed: after close.
        """
        if self._is_closed:
            raise VaultClosed
        return open_connection(self._file, self._key, "read")

    def close(self, *, last: Callable[[Connection], None] | None = None) -> None:
        """Wait for what runs, run `last` on the writer thread, empty the log and close every connection. Idempotent."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            self._executor.submit(self._finish, last).result()
        finally:
            self._executor.shutdown(wait=True)

    def errors(self) -> contextlib.AbstractContextManager[None]:
        """`second_look` at this file, for what works on a further connection."""
        return second_look(self._file, self._reopened)

    def look_again(self) -> None:
        """`vault.second_look.look_again` at this file.

        Raises:
            DiskFailed: it is whole, or the disk does not give it.
        """
        look_again(self._file, self._reopened)

    def _reopened(self) -> Connection:
        return open_connection(self._file, self._key, "inspect")

    def _start_writer(self) -> None:
        threading.current_thread().name = WRITER_THREAD
        self._writer_ident = threading.get_ident()

    def _on_writer(self, action: Callable[[], T]) -> T:
        if self._is_closed:
            raise VaultClosed
        try:
            future = self._executor.submit(action)
        except RuntimeError as error:  # shut down between the two lines
            raise VaultClosed from error
        return future.result()

    def _transaction(self, action: Callable[[Connection], T]) -> T:
        conn = self._writer
        with self.errors(), database_errors():
            conn.execute("BEGIN IMMEDIATE")
            self._depth, is_done = 1, False
            try:
                result = action(conn)
                conn.execute("COMMIT")
                self._unsettled += 1
                is_done = True
            finally:
                self._depth = 0
                after, self._after = self._after, {}
                if not is_done and conn.in_transaction:
                    conn.execute("ROLLBACK")
        for callback in after:
            callback()
        return result

    def _nested(self, action: Callable[[Connection], T]) -> T:
        conn, waiting, name = self._writer, len(self._after), f"nested_{self._depth}"
        conn.execute(f"SAVEPOINT {name}")
        self._depth += 1
        is_done = False
        try:
            result = action(conn)
            is_done = True
        finally:
            self._depth -= 1
            if conn.in_transaction:  # a full disk ends the whole transaction by itself
                if not is_done:
                    conn.execute(f"ROLLBACK TO {name}")
                    for callback in list(self._after)[waiting:]:
                        del self._after[callback]
                conn.execute(f"RELEASE {name}")
        return result

    def _checkpoint(self) -> bool:
        with self.errors(), database_errors():
            return bool(self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)

    @contextmanager
    def _reader(self) -> Iterator[Connection]:
        with self._permits:
            if self._is_closed:
                raise VaultClosed
            conn = self._idle.pop() if self._idle else open_connection(self._file, self._key, "read")
            try:
                yield conn
            finally:
                self._idle.append(conn)

    def _finish(self, last: Callable[[Connection], None] | None) -> None:
        for _ in range(_READERS):  # readers that are still at work finish first
            self._permits.acquire()
        while self._idle:
            self._idle.pop().close()
        self._permits.release(_READERS)
        try:
            if last is not None:
                with self.errors(), database_errors():
                    last(self._writer)
            self._checkpoint()
        finally:
            self._writer.close()
