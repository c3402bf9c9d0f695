"""Small private files written so that a crash leaves the old or the new content, never a mixture or nothing.

Owns permissions (folders 0700, files 0600) and the translation of a full disk. What the files mean is not its business.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from vault.errors import DiskFailed, DiskFull

HEADER: Final = "header"
HEADER_COPY: Final = "header.copy"
ANCHOR: Final = "anchor"
ATTEMPTS: Final = "attempts"
LOCK: Final = "lock"
DATABASE: Final = "vault.db"
DATABASE_FILES: Final = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")
BACKUPS: Final = "backups"
SCRATCH: Final = "backup.db"  # for a while, in a folder where a vault is being built
MIGRATING: Final = f"{DATABASE}.migrating"  # for a while: the copy on which a migration is tried
OLD_DATABASE: Final = f"{DATABASE}.before"  # until the migrated one has been opened again and checked
VAULT_FILES: Final = frozenset(
    {HEADER, HEADER_COPY, ANCHOR, ATTEMPTS, LOCK, BACKUPS, *DATABASE_FILES, MIGRATING, OLD_DATABASE}
)

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
_NEW_SUFFIX: Final = ".new"
_CHUNK_BYTES: Final = 1024 * 1024
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
# The device, the share or the permissions; what a name means (there already, missing, a folder) is the caller's.
_FAILED: Final = frozenset(
    getattr(errno, name)
    for name in (
        "EIO",
        "EROFS",
        "EACCES",
        "EPERM",
        "ENXIO",
        "ENODEV",
        "ESTALE",
        "ETIMEDOUT",
        "ENOTCONN",
        "EREMOTEIO",
    )
    if hasattr(errno, name)  # Windows has fewer
)


@contextmanager
def disk_errors() -> Iterator[None]:
    """Say in our own errors what a disk says; an OSError about the name itself passes unchanged.

    Raises:
        DiskFull: no room.
        DiskFailed: the device fails or access is refused.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull from error
        if error.errno in _FAILED:
            raise DiskFailed(errno=error.errno or 0) from error
        raise


def make_private_folder(folder: Path) -> None:
    """Make `folder` (and missing parents) with access for the owner alone."""
    with disk_errors():
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        folder.chmod(PRIVATE_FOLDER)


def create_private_file(path: Path) -> None:
    """Make an empty file for the owner alone.

    Raises:
        FileExistsError: it is already there.
    """
    with disk_errors():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))


def remove_database(file: Path) -> None:
    """Remove a database that was only needed for a while, with what the driver keeps beside it."""
    for ending in ("", "-journal", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def make_private(path: Path) -> None:
    """Take access from everybody but the owner, where the file exists."""
    if path.exists():
        path.chmod(PRIVATE_FILE)


def write_atomic(path: Path, data: bytes) -> None:
    """Replace the content of `path`: new file, fsync, rename, fsync of the folder, read back.

    Raises:
        DiskFull, DiskFailed: the old content is still there, or the new one is in place and could not be read back.
    """
    new = path.with_name(path.name + _NEW_SUFFIX)
    is_done = False
    try:
        with disk_errors():
            new.unlink(missing_ok=True)  # left by a crash; O_EXCL below also refuses a planted link
            _write_new(new, data)
            os.replace(new, path)
            is_done = True
            sync_folder(path.parent)
    finally:
        if not is_done:
            new.unlink(missing_ok=True)
    with disk_errors():
        if path.read_bytes() != data:
            raise OSError(errno.EIO, "a file was read back differently from what was written")


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Windows has no such call and keeps its names in a journal."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def leftover(path: Path) -> Path:
    """The name under which a crash may have left an unfinished write of `path`."""
    return path.with_name(path.name + _NEW_SUFFIX)


def read_chunks(path: Path, offset: int = 0) -> Iterator[bytes]:
    """The content of a file from `offset` on, a mebibyte at a time."""
    with disk_errors():
        file = path.open("rb")
    with file:
        file.seek(offset)
        while chunk := _read_chunk(file):
            yield chunk


def _read_chunk(file: BinaryIO) -> bytes:
    with disk_errors():
        return file.read(_CHUNK_BYTES)


def hash_of(path: Path, offset: int = 0) -> tuple[int, bytes]:
    """(bytes from `offset` to the end, their SHA-256)."""
    digest, size_bytes = hashlib.sha256(), 0
    for chunk in read_chunks(path, offset):
        digest.update(chunk)
        size_bytes += len(chunk)
    return size_bytes, digest.digest()


def write_durably(
    path: Path, beginning: bytes, *, then: Iterator[bytes], between: Callable[[], None] | None = None
) -> None:
    """Make a new private file of `beginning` and what follows, down to the disk. `between` is called after each part.

    Raises:
        DiskFull: no room. What was written is left for the caller to remove.
        FileExistsError: it is already there.
    """
    with disk_errors():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        try:
            _write_all(handle, beginning)
            for part in then:
                _write_all(handle, part)
                if between is not None:
                    between()
            os.fsync(handle)
        finally:
            os.close(handle)


def move_durably(source: Path, target: Path) -> None:
    """Give a finished file or folder its name, replacing a file of that name, and make the name durable.

    Raises:
        DiskFull: no room for the name.
    """
    with disk_errors():
        os.replace(source, target)
        sync_folder(target.parent)


def _write_new(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        _write_all(handle, data)
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_all(handle: int, data: bytes) -> None:
    written = 0
    while written < len(data):
        written += os.write(handle, data[written:])
