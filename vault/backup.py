"""Makes backups and verifies them: one encrypted file each, under a key of its own, which the vault's secrets open.

A backup gets its name only after what was written has been opened again and checked in full; until then the file that
had the name is untouched. When backups are due and which are kept is `vault.backup_schedule`'s, the way back
`vault.restore`'s. Follows the design page "The vault, Backup".
"""

from __future__ import annotations

import contextlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vault.anchor import take_anchor
from vault.audit import walk_audit
from vault.backup_format import (
    SUFFIX,
    Manifest,
    StoredBackup,
    encode_beginning,
    is_backup,
    new_backup_key,
    read_backup,
)
from vault.backup_record import record_failure, record_success
from vault.carried_keys import with_carried
from vault.codec import from_us, to_us
from vault.database import copy_database, database_errors, open_connection
from vault.errors import (
    BackupDamaged,
    BackupFailed,
    BackupRefused,
    DatabaseDamaged,
    DiskFailed,
    VaultError,
)
from vault.files import (
    create_private_file,
    hash_of,
    move_durably,
    read_chunks,
    remove_database,
    write_durably,
)
from vault.header import PASSPHRASE, RECOVERY, Header, encode_header
from vault.integrity import check_sentinel, check_size, check_source, check_structure
from vault.keys import SubKeys
from vault.progress import Cancelled, Progress, Stopped, Teller
from vault.schema import applied_migrations
from vault.second_look import check_pages, look_again, second_look
from vault.secret import Secret

if TYPE_CHECKING:
    from vault.vault import Vault

# Those that open a backup of any day on any machine; a key in the keyring of one machine does not.
_COPIED: Final = (PASSPHRASE, RECOVERY)


@dataclass(frozen=True, slots=True)
class BackupReport:
    """A verified backup; a cancelled one made no file. `entries` audit entries and `rows` rows are in it."""

    path: Path
    created_utc: datetime
    size_bytes: int
    entries: int
    rows: int
    was_cancelled: bool = False


def make_backup(
    vault: Vault,
    target: Path,
    *,
    actor: str = "user",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> BackupReport:
    """Write a backup to `target`, a file or an existing folder, verify it, and only then give it its name.

    An earlier backup of that name is replaced; no other file is. Takes twice the database's size at the target while
    it works. Any thread; the vault can be used meanwhile. `progress` gets (copy, write or verify; done; of all) in
    pages or bytes; where `cancelled` says True, nothing is left behind.

    Raises:
        BackupRefused: the folder is missing or the vault's own, or another file has the name.
        BackupFailed: the disk of the target failed, or what was written did not verify.
        DatabaseDamaged, DiskFailed: the vault itself is damaged or its disk fails, so that no backup of it can be made.
        DiskFull: no room at the target.
    """
    now = vault.clock()
    path = _resolved(vault, target, now)
    tell = Teller(progress, cancelled)
    with vault.one_backup:
        try:
            report = _make(vault, path, now, tell)
        except Stopped:
            return BackupReport(path, now, 0, 0, 0, was_cancelled=True)
        except VaultError as error:
            note_failure(vault, error, actor)
            raise
    record_success(vault.path, path, to_us(now))
    _audit(vault, actor, "backup.make", f"{report.entries} {report.size_bytes}")
    return report


def default_name(vault_id: str, at: datetime) -> str:
    """The name of a backup made at `at`, which tells vault and time, and by which the schedule knows its own."""
    return f"keepsake-{vault_id[:8]}-{at:%Y%m%d-%H%M%S}Z{SUFFIX}"


def verify_backup(
    backup: StoredBackup, data_key: Secret, scratch: Path, tell: Teller | None = None
) -> SubKeys:
    """Open a backup and run every check on it; gives the keys below its own key. Seconds for large ones.

    The database is taken out, still encrypted, to `scratch`, which must not exist and is left there.

    Raises:
        BackupDamaged: not as it was written, or its database does not pass.
        DiskFull: no room for the scratch file.
        DiskFailed: the disk does not give it, or not at first.
    """
    keys, own = SubKeys(data_key, backup.manifest.vault_id), backup.unlock(data_key)
    parts = read_chunks(backup.path, backup.database_offset)
    write_durably(
        scratch,
        b"",
        then=parts if tell is None else tell.through("verify", parts, backup.manifest.database_bytes),
    )
    size_bytes, digest = hash_of(scratch)
    if size_bytes != backup.manifest.database_bytes or not hmac.compare_digest(
        digest, backup.manifest.database_sha256
    ):
        raise BackupDamaged
    try:
        with second_look(scratch, lambda: open_connection(scratch, own.key("database"), "inspect")):
            _check_database(scratch, backup, keys, own)
    except DatabaseDamaged as error:
        raise BackupDamaged from error
    return own


def _check_database(file: Path, backup: StoredBackup, keys: SubKeys, own: SubKeys) -> None:
    manifest = backup.manifest
    reopen = partial(open_connection, file, own.key("database"), "inspect")
    with contextlib.closing(reopen()) as conn, database_errors():
        check_sentinel(conn, keys, manifest.vault_id)
        check_size(conn, file)
        if not check_structure(conn, partial(look_again, file, reopen)).is_whole or check_pages(conn):
            raise DatabaseDamaged
        anchor, audit = take_anchor(conn, is_closed=True), walk_audit(conn, with_carried(conn, keys))
    if (anchor.sequence, anchor.chain, anchor.rows) != (manifest.sequence, manifest.chain, manifest.rows):
        raise DatabaseDamaged("The database of the backup is not the one that its manifest describes.")
    if not audit.is_intact:
        raise DatabaseDamaged("The audit in the backup has been changed.")


def _make(vault: Vault, path: Path, now: datetime, tell: Teller) -> BackupReport:
    scratch, unfinished = path.with_name(f".{path.name}.database"), path.with_name(f".{path.name}.new")
    try:
        with _failures():
            remove_database(scratch)  # left by a crash
            unfinished.unlink(missing_ok=True)
        header, data_key = vault.slots.for_backup()
        own, nonce, wrapped = new_backup_key(vault.keys, header.vault_id)
        manifest = _copy(vault, scratch, own, Manifest(
            header.vault_id, to_us(now), 0, b"", 0, (), 0, b"", nonce, wrapped
        ), tell)  # fmt: skip
        beginning = encode_beginning(encode_header(_portable(header), vault.keys), manifest, own)
        with _failures():
            parts = tell.through("write", read_chunks(scratch), manifest.database_bytes)
            write_durably(unfinished, beginning, then=parts)
            remove_database(scratch)
            verify_backup(read_backup(unfinished), data_key, scratch, tell)
            tell.look()
            move_durably(unfinished, path)
    finally:
        with contextlib.suppress(OSError):  # where the target has gone, what happened first is what is told
            remove_database(scratch)
            unfinished.unlink(missing_ok=True)
    size_bytes = len(beginning) + manifest.database_bytes
    return BackupReport(path, from_us(manifest.created_us), size_bytes, manifest.sequence, manifest.rows)


def _copy(vault: Vault, scratch: Path, own: SubKeys, manifest: Manifest, tell: Teller) -> Manifest:
    """Copy one state of the database to `scratch` and complete the manifest with what is in it."""
    with _failures():
        create_private_file(scratch)
    with vault.db.errors(), contextlib.closing(vault.db.interruptible()) as conn:
        conn.execute("BEGIN")
        with database_errors():
            anchor, migrations = take_anchor(conn, is_closed=True), tuple(applied_migrations(conn))
        try:
            copy_database(
                conn, scratch, own.key("database"), progress=lambda done, total: tell("copy", done, total)
            )
        except (DatabaseDamaged, DiskFailed) as error:
            conn.rollback()  # a reader would hold up the emptying of the log for seconds
            check_source(vault.db)  # where the vault's own disk is what failed, this says so
            raise BackupFailed from error
    # A damaged page would have arrived as zeros in a copy that looks whole.
    if check_source(vault.db):
        raise DatabaseDamaged
    with _failures():
        size_bytes, digest = hash_of(scratch)
    return replace(
        manifest,
        sequence=anchor.sequence,
        chain=anchor.chain,
        rows=anchor.rows,
        migrations=migrations,
        database_bytes=size_bytes,
        database_sha256=digest,
    )


def _portable(header: Header) -> Header:
    return replace(header, slots=tuple(slot for slot in header.slots if slot.kind in _COPIED))


def _resolved(vault: Vault, target: Path, now: datetime) -> Path:
    target = target.expanduser().absolute()
    if target.is_dir():
        target = target / default_name(vault.vault_id, now)
    try:
        folder = target.parent.resolve(strict=True)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BackupRefused(reason="folder_missing") from error
    if not folder.is_dir():
        raise BackupRefused(reason="folder_missing")
    if folder.is_relative_to(vault.path.resolve()):
        raise BackupRefused(reason="in_vault")
    path = folder / target.name
    if path.is_symlink() or (path.exists() and not is_backup(path)):
        raise BackupRefused(reason="exists")
    return path


@contextmanager
def _failures() -> Iterator[None]:
    """Whatever goes wrong at the target is told as that: the vault itself is well."""
    try:
        yield
    except (BackupDamaged, DiskFailed, OSError) as error:
        raise BackupFailed from error


def note_failure(vault: Vault, error: VaultError, actor: str) -> None:
    """Keep the failure where it is seen; where even that fails, the first error is the one to tell."""
    with contextlib.suppress(OSError, VaultError):
        record_failure(vault.path, error.code, to_us(vault.clock()))
    with contextlib.suppress(VaultError):
        _audit(vault, actor, "backup.fail", error.code)


def _audit(vault: Vault, actor: str, action: str, reason: str) -> None:
    vault.db.write(
        lambda conn: vault.audit.append(conn, actor, action, "vault", vault.vault_id, reason=reason)
    )
