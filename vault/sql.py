"""The driver's types and errors, and what its errors mean in ours. Nothing here opens a database.

The driver has no type stubs; it is a fork of the standard module, whose types describe it exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from vault.errors import CipherUnavailable, DatabaseDamaged, DiskFailed, DiskFull, InUse

if TYPE_CHECKING:
    from sqlite3 import Connection, DatabaseError, IntegrityError, OperationalError, Row
else:
    try:
        from sqlcipher3.dbapi2 import Connection, DatabaseError, IntegrityError, OperationalError, Row
    except ImportError as error:
        raise CipherUnavailable from error

__all__ = ["Connection", "DatabaseError", "IntegrityError", "OperationalError", "Row", "database_errors"]

# Primary result codes; the extended ones carry them in their low byte. Source: https://www.sqlite.org/rescode.html
_BUSY, _LOCKED, _IO, _CORRUPT, _FULL, _CANTOPEN, _NOTADB = 5, 6, 10, 11, 13, 14, 26
# Errors of a copy come without their code. Source: sqlite3_errstr.
_BY_MESSAGE: Final = {
    "database or disk is full": _FULL,
    "disk I/O error": _IO,
    "database disk image is malformed": _CORRUPT,
    "file is not a database": _NOTADB,
    "unable to open database file": _CANTOPEN,
    "database is locked": _LOCKED,
}


@contextmanager
def database_errors() -> Iterator[None]:
    """Turn the driver's errors about the file and the disk into ours.

    What is about a statement (a constraint, a wrong column) passes unchanged: it is the caller's to judge.

    Raises:
        DiskFull: no room for the write.
        InUse: another connection holds the file beyond the waiting time.
        DiskFailed: the disk does not read or write it, or refuses to open it.
        DatabaseDamaged: the file is malformed, or is not a database under this key.
    """
    try:
        yield
    except DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)
        primary = _BY_MESSAGE.get(str(error), 0) if code is None else code & 0xFF
        if primary == _FULL:
            raise DiskFull from error
        if primary in (_BUSY, _LOCKED):
            raise InUse from error
        # A page whose MAC fails is _CORRUPT or _NOTADB (measured), so this is the disk and nothing else.
        if primary in (_IO, _CANTOPEN):
            raise DiskFailed(sqlite_code=code or primary) from error
        if primary in (_CORRUPT, _NOTADB):
            raise DatabaseDamaged(sqlite_code=primary) from error
        raise
