"""Where a vault is built before it is shown, and how it takes the place of another without a moment that loses either.

A vault is built in a hidden folder beside its place. To take the place of another it is first renamed to its waiting
name, then the old one to the name under which it is kept, then the new one to the place. A crash between these leaves
both whole; `finish_swap`, called before every opening, does what is missing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from vault.errors import VaultExists
from vault.files import (
    BACKUPS,
    DATABASE,
    LOCK,
    MIGRATING,
    SCRATCH,
    VAULT_FILES,
    disk_errors,
    leftover,
    make_private_folder,
    move_durably,
    remove_database,
    write_atomic,
)
from vault.inspection import is_vault
from vault.lock import VaultLock


def is_occupied(path: Path) -> bool:
    """Whether anything but an empty folder is there."""
    return path.is_symlink() or (path.exists() and (not path.is_dir() or any(path.iterdir())))


@contextmanager
def staged(path: Path, *, replace: bool, is_held: bool = False) -> Iterator[Path]:
    """A private folder beside `path` in which to build the vault that is to stand there; gone again after an error.

    `replace`: a vault in the place is held while the other is built; `is_held`: by the caller.

    Raises:
        VaultExists: something is at `path`, and it is not a vault that may be replaced.
        InUse: the vault at `path` is open, or another process builds one for this place.
        DiskFull: nothing was made.
    """
    finish_swap(path)
    if is_occupied(path) and not (replace and is_vault(path) and not path.is_symlink()):
        raise VaultExists
    with disk_errors():
        path.parent.mkdir(parents=True, exist_ok=True)
    staging = path.with_name(f".{path.name}.building")
    with contextlib.ExitStack() as held:
        if is_vault(path) and not is_held:
            held.callback(VaultLock(path).release)
        make_private_folder(staging)
        # Held under a name of its own: the vault that is built is opened in between and takes its own lock.
        lock = VaultLock(staging, name=f".{LOCK}")
        held.callback(lock.release)
        try:
            _empty(staging)
            if {entry.name for entry in staging.iterdir()} != {f".{LOCK}"}:
                raise VaultExists
            yield staging
        finally:
            lock.release()
            if staging.exists():
                _empty(staging)
                (staging / f".{LOCK}").unlink(missing_ok=True)
                with contextlib.suppress(OSError):  # something of somebody else is in it
                    staging.rmdir()


def swap_in(folder: Path, path: Path, at: datetime) -> Path | None:
    """Put the finished vault in `folder` at `path`; what stood there is kept under the name that is given back.

    Raises:
        DiskFull: one of the two is at `path`, or `finish_swap` will put it there.
    """
    (folder / f".{LOCK}").unlink(missing_ok=True)
    if not is_vault(path):
        with disk_errors():
            if path.exists():
                path.rmdir()
        move_durably(folder, path)
        return None
    if (path / BACKUPS).is_file():  # where the backups are stays known
        write_atomic(folder / BACKUPS, (path / BACKUPS).read_bytes())
    kept = _free_name(path.with_name(f"{path.name}.before-{at:%Y%m%d-%H%M%S}"))
    waiting = _waiting(path)
    if (
        waiting.is_dir()
    ):  # of a swap that was cut off before the old vault was moved: a copy that nobody waits for
        _empty(waiting)
        waiting.rmdir()
    move_durably(folder, waiting)
    move_durably(path, kept)
    finish_swap(path)
    return kept


def finish_swap(path: Path) -> bool:
    """Put a finished vault in its place where a crash came in between. True where something was done.

    Raises:
        DiskFull: no room for the name; both vaults are still there.
    """
    waiting = _waiting(path)
    if path.exists() or not is_vault(waiting):
        return False
    with contextlib.suppress(FileNotFoundError):  # another process did it in this moment
        move_durably(waiting, path)
    return True


def _waiting(path: Path) -> Path:
    return path.with_name(f".{path.name}.incoming")


def _free_name(path: Path) -> Path:
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def _empty(staging: Path) -> None:
    """Remove what an interrupted run left; the lock file of the staging itself stays, it is held."""
    for name in (*VAULT_FILES, f"{DATABASE}-journal"):
        (staging / name).unlink(missing_ok=True)
        leftover(staging / name).unlink(missing_ok=True)
    for name in (SCRATCH, MIGRATING):
        remove_database(staging / name)
