"""What can be done for a vault that does not open: what is there, in which order to try it, and the header's way back.

Nothing here changes the damaged vault before the way out of it has been checked.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal

from vault.backup_format import read_backup
from vault.backup_record import read_record
from vault.clock import Clock, utc_now
from vault.codec import from_us
from vault.database import database_errors, open_connection
from vault.errors import (
    BackupDamaged,
    DiskFailed,
    HeaderDamaged,
    NewerFormat,
    TransitionRefused,
    VaultMissing,
)
from vault.files import DATABASE, DATABASE_FILES
from vault.header import read_headers, write_headers
from vault.inspection import is_vault
from vault.integrity import check_sentinel
from vault.keys import SubKeys
from vault.opening import hold
from vault.progress import Cancelled, Progress
from vault.restore import RestoreReport, open_backup, restore_backup
from vault.second_look import second_look
from vault.secret import Secret
from vault.staging import finish_swap

Step = Literal["open", "header_from_backup", "restore_backup", "salvage", "find_backup"]


@dataclass(frozen=True, slots=True)
class Advice:
    """What is there without any secret, and the steps that may help, the one that loses least first.

    `backup` is the last verified one where it is still there and undamaged at its beginning.
    """

    header_is_usable: bool
    has_database: bool
    backup: Path | None
    backup_created_utc: datetime | None
    steps: tuple[Step, ...]


def advise(path: Path) -> Advice:
    """Look at a vault that does not open, and at its last verified backup; reads only.

    Raises:
        VaultMissing: no file of a vault is in that folder.
        NewerFormat: the header is of a later version: nothing needs repair.
    """
    path = path.absolute()
    finish_swap(path)
    if not is_vault(path):
        raise VaultMissing
    has_header = True
    try:
        read_headers(path)
    except (HeaderDamaged, DiskFailed):
        has_header = False
    has_database = (path / DATABASE).is_file() and (path / DATABASE).stat().st_size > 0
    record, created = read_record(path), None
    backup = Path(record.path) if record.path else None
    if backup is not None:
        try:
            created = from_us(read_backup(backup).manifest.created_us)
        except (BackupDamaged, DiskFailed, NewerFormat):
            backup = None
    steps: list[Step] = ["open"] if has_header and has_database else []
    if backup is not None:
        steps += ["header_from_backup"] if has_database and not has_header else []
        steps += ["restore_backup"]
    if has_header and has_database:
        steps += ["salvage"]
    steps += ["find_backup"] if backup is None else []
    return Advice(has_header, has_database, backup, created, tuple(steps))


def restore_latest(
    path: Path,
    *,
    passphrase: Secret | None = None,
    recovery_code: str | None = None,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> RestoreReport:
    """Put the last verified backup in the place of the vault at `path`, which is moved aside and kept.

    Raises:
        BackupDamaged: it is not known, not there any more, or damaged.
        VaultMissing, InUse, WrongPassphrase, DiskFull: as `restore_backup`.
    """
    found = advise(path).backup
    if found is None:
        raise BackupDamaged("No verified backup of this vault is where it was.")
    return restore_backup(
        found, path, passphrase=passphrase, recovery_code=recovery_code, replace=True, clock=clock, progress=progress,
        cancelled=cancelled,
    )  # fmt: skip


def restore_header(
    backup_file: Path,
    path: Path,
    *,
    passphrase: Secret | None = None,
    recovery_code: str | None = None,
) -> None:
    """Give a vault whose header files are both gone the header of a backup of it, with the secrets of that day.

    The database stays as it is, with everything that came after the backup.

    Raises:
        VaultMissing, InUse: as `open_vault`.
        TransitionRefused: the vault has a header that can be read.
        BackupDamaged, WrongPassphrase: as `restore_backup`.
        DatabaseDamaged: the database is not the one of that backup, or its data key was changed since.
        DiskFull: no room for a header.
    """
    path = path.absolute()
    lock = hold(path)
    try:
        _refuse_readable(path)
        backup = read_backup(backup_file.expanduser().absolute())
        data_key = open_backup(backup, passphrase=passphrase, recovery_code=recovery_code)
        header = backup.header.header
        keys = SubKeys(data_key, header.vault_id)
        log = path / DATABASE_FILES[1]
        has_log = log.exists() and log.stat().st_size > 0
        try:
            reopen = partial(open_connection, path / DATABASE, keys.key("database"), "inspect")
            with (
                second_look(path / DATABASE, reopen),
                contextlib.closing(reopen()) as conn,
                database_errors(),
            ):
                check_sentinel(conn, keys, header.vault_id)
        finally:
            if not has_log:  # what the connection made for itself and cannot remove
                for name in DATABASE_FILES[1:]:
                    (path / name).unlink(missing_ok=True)
        write_headers(path, replace(header, generation=header.generation + 1), keys, replaces=None)
    finally:
        lock.release()


def _refuse_readable(path: Path) -> None:
    try:
        read_headers(path)
    except (HeaderDamaged, DiskFailed):
        return
    raise TransitionRefused("The vault has a header that can be read; open it with that.")
