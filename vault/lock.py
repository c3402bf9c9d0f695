"""One process at a time: a lock of the operating system on a file in the vault, freed by it when the process ends.

The file's existence means nothing, so a crash never leaves a vault shut.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vault.errors import InUse
from vault.files import LOCK, PRIVATE_FILE, disk_errors

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class VaultLock:
    """The held lock of a vault's folder; release it with `release()`, which may be called twice.

    `name`: of the lock's file, another one only where a vault is being built in the folder.

    Raises:
        InUse: on construction, where another process (or this one) holds it.
    """

    def __init__(self, folder: Path, *, name: str = LOCK) -> None:
        self._is_kept = False
        with disk_errors():
            self._handle: int | None = os.open(folder / name, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        try:
            self._take(self._handle)
        except OSError as error:
            os.close(self._handle)
            self._handle = None
            raise InUse from error

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Hold the lock over several openings: `release` does nothing until the end, where the lock is released."""
        self._is_kept = True
        try:
            yield
        finally:
            self._is_kept = False
            self.release()

    def release(self) -> None:
        if self._handle is not None and not self._is_kept:
            os.close(self._handle)
            self._handle = None

    @staticmethod
    def _take(handle: int) -> None:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
