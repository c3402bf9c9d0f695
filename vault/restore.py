"""The way back from a backup: into a new folder, verified there, and only then in place.

A vault that is in the place already is moved aside and kept; nothing of it is mixed with what comes from the backup.
Follows the design page "The vault, Backup, restore, export".
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from vault.anchor import Anchor, write_anchor
from vault.backup import verify_backup
from vault.backup_format import StoredBackup, read_backup
from vault.clock import Clock, utc_now
from vault.codec import from_us
from vault.database import copy_database, open_connection
from vault.errors import BackupDamaged, WrongPassphrase
from vault.files import DATABASE, SCRATCH, create_private_file, remove_database
from vault.header import write_headers
from vault.key_slots import try_passphrase, try_recovery
from vault.keys import SubKeys
from vault.lock import VaultLock
from vault.migrating import forget_old_database
from vault.opening import open_with_data_key
from vault.passphrase import normalise_passphrase
from vault.progress import Cancelled, Progress, Stopped, Teller
from vault.recovery_code import parse_recovery_code
from vault.second_look import second_look
from vault.secret import Secret
from vault.staging import staged, swap_in


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """A vault in place again; a cancelled one changed nothing.

    `kept` is the folder of the one that was there before, None where there was none.
    """

    path: Path
    created_utc: datetime
    entries: int
    rows: int
    kept: Path | None
    was_cancelled: bool = False


def restore_backup(
    source: Path,
    target: Path,
    *,
    passphrase: Secret | None = None,
    recovery_code: str | None = None,
    replace: bool = False,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> RestoreReport:
    """Make the vault in `target` from the backup, with a secret of the day on which the backup was made.

    `replace`: a vault in `target`, whole or not, is moved aside and kept. Exactly one secret is given. Any thread;
    linear in the size of the backup. `progress` gets (verify, copy or check; done; of all) in bytes, pages or steps;
    until the last step has passed, `cancelled` leaves everything as it was.

    Raises:
        BackupDamaged, NewerFormat: the backup cannot be used; nothing was changed.
        WrongPassphrase: the secret opens no slot of the backup.
        PassphraseRefused, RecoveryCodeInvalid: refused before any key derivation.
        VaultExists: there is something at `target` and it is not to be replaced.
        InUse: the vault at `target` is open.
        DiskFull: no room; what was there is untouched.
    """
    if (passphrase is None) == (recovery_code is None):
        raise ValueError("a backup is restored with a passphrase or with a recovery code")
    target = target.expanduser().absolute()
    backup = read_backup(source.expanduser().absolute())
    data_key = open_backup(backup, passphrase=passphrase, recovery_code=recovery_code)
    manifest, tell = backup.manifest, Teller(progress, cancelled)
    try:
        with staged(target, replace=replace) as folder:
            _fill(folder, backup, data_key, clock, tell)
            kept = swap_in(folder, target, clock())
    except Stopped:
        return RestoreReport(target, from_us(manifest.created_us), 0, 0, None, was_cancelled=True)
    return RestoreReport(target, from_us(manifest.created_us), manifest.sequence, manifest.rows, kept)


def open_backup(
    backup: StoredBackup, *, passphrase: Secret | None = None, recovery_code: str | None = None
) -> Secret:
    """The data key of the vault of which this is a backup.

    Raises:
        WrongPassphrase, PassphraseRefused, RecoveryCodeInvalid: as `restore_backup`.
        BackupDamaged: the secret is right and the rest is not what was written.
    """
    header = backup.header.header
    if passphrase is not None:
        opened = try_passphrase(header, normalise_passphrase(passphrase))
    else:
        opened = try_recovery(header, parse_recovery_code(recovery_code or ""))
    if opened is None:
        raise WrongPassphrase
    backup.unlock(opened[1])
    return opened[1]


def _fill(folder: Path, backup: StoredBackup, data_key: Secret, clock: Clock, tell: Teller) -> None:
    """Make a whole vault in `folder`, open it as any vault is opened, and check everything in it."""
    scratch = folder / SCRATCH
    try:
        tell.look()
        own = verify_backup(backup, data_key, scratch, tell)
        keys = SubKeys(data_key, backup.manifest.vault_id)
        create_private_file(folder / DATABASE)
        reopen = partial(open_connection, scratch, own.key("database"), "inspect")
        with second_look(scratch, reopen), contextlib.closing(reopen()) as conn:
            told = partial(tell, "copy")
            copy_database(conn, folder / DATABASE, keys.key("database"), progress=told)
    finally:
        remove_database(scratch)
    write_headers(folder, backup.header.header, keys, replaces=None)
    manifest = backup.manifest
    write_anchor(folder, Anchor(manifest.sequence, manifest.chain, manifest.rows, is_closed=True), keys)
    tell("check", 0, 1)
    lock = VaultLock(folder)
    header = backup.header.header
    with open_with_data_key(
        folder, header, data_key, lock=lock, clock=clock, action="vault.restore"
    ) as vault:
        if not vault.verify().is_whole:
            raise BackupDamaged("What was restored did not pass its checks.")
    forget_old_database(folder)  # of an older version: the backup itself is what is kept of it
    tell("check", 1, 1)
