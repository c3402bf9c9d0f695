"""Small private files written so that a crash leaves the old or the new content, never a mixture or nothing.

Owns permissions (folders 0700, files 0600) and the translation of a full disk. What the files mean is not its business.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from vault.errors import DiskFull

HEADER: Final = "header"
HEADER_COPY: Final = "header.copy"
ANCHOR: Final = "anchor"
ATTEMPTS: Final = "attempts"
LOCK: Final = "lock"
DATABASE: Final = "vault.db"
DATABASE_FILES: Final = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")
VAULT_FILES: Final = frozenset({HEADER, HEADER_COPY, ANCHOR, ATTEMPTS, LOCK, *DATABASE_FILES})

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
_NEW_SUFFIX: Final = ".new"
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def disk_errors() -> Iterator[None]:
    """Raise DiskFull where the system says that there is no room; every other OSError passes unchanged."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull from error
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


def make_private(path: Path) -> None:
    """Take access from everybody but the owner, where the file exists."""
    if path.exists():
        path.chmod(PRIVATE_FILE)


def write_atomic(path: Path, data: bytes) -> None:
    """Replace the content of `path`: new file, fsync, rename, fsync of the folder, read back.

    Raises:
        DiskFull: no room; the old content is still there.
        OSError: the disk failed, or what was read back differs from what was written.
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


def _write_new(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        written = 0
        while written < len(data):
            written += os.write(handle, data[written:])
        os.fsync(handle)
    finally:
        os.close(handle)
