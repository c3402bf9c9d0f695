"""Creating and opening a vault: the one order in which it happens, whoever asks.

Opening: lock, header, attempts, unwrap; a read-only connection for sentinel, size, structure and anchor; only then the
writing one, the size again with the log emptied, migrations. Follows docs/decisions/0002. A failed attempt changes the
attempts file alone.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from vault.anchor import Anchor, check_anchor, read_anchor, take_anchor, write_anchor
from vault.attempts import clear_attempts, count_attempt, read_attempts
from vault.carried_keys import with_carried
from vault.clock import Clock, utc_now
from vault.codec import to_us
from vault.database import Connection, Database, database_errors, open_connection
from vault.errors import (
    DatabaseDamaged,
    DiskFailed,
    HeaderDamaged,
    VaultExists,
    VaultMissing,
    WrongPassphrase,
)
from vault.files import (
    ANCHOR,
    ATTEMPTS,
    DATABASE,
    DATABASE_FILES,
    HEADER,
    HEADER_COPY,
    LOCK,
    OLD_DATABASE,
    VAULT_FILES,
    create_private_file,
    disk_errors,
    leftover,
    make_private,
    make_private_folder,
    sync_folder,
)
from vault.header import Header, HeaderPair, KeySlot, StoredHeader, read_headers, write_headers
from vault.inspection import is_vault
from vault.integrity import (
    check_fully,
    check_sentinel,
    check_size,
    check_structure,
    put_sentinel,
)
from vault.key_slots import passphrase_slot, recovery_slot, try_keyring, try_passphrase, try_recovery
from vault.keyring_slot import SystemKeyring
from vault.keys import Argon2Cost, SubKeys, calibrate, new_data_key
from vault.lock import VaultLock
from vault.migrating import bring_up_to_date, forget_old_database, put_back
from vault.passphrase import normalise_passphrase
from vault.recovery_code import parse_recovery_code
from vault.schema import MIGRATIONS, migrate
from vault.second_look import check_pages, look_again, second_look
from vault.secret import Secret
from vault.staging import finish_swap, is_occupied
from vault.vault import Vault

Attempt = Callable[[Header], tuple[KeySlot, Secret] | None]


def create_vault(
    path: Path, passphrase: Secret, *, clock: Clock = utc_now, cost: Argon2Cost | None = None
) -> tuple[Vault, str]:
    """A new, open vault in the folder `path`, and its recovery code, which is shown once and kept nowhere.

    It is made beside the folder and moved there when it is complete. `cost` None: about a second on this machine.

    Raises:
        VaultExists: `path` is a file, or a folder that is not empty.
        PassphraseRefused: empty or over-long.
        InUse: another process creates the same vault.
        DiskFull: nothing was made.
    """
    path = path.absolute()
    normalise_passphrase(passphrase)
    finish_swap(path)
    _refuse_occupied(path)
    with disk_errors():
        path.parent.mkdir(parents=True, exist_ok=True)
    staging = path.with_name(f".{path.name}.creating")
    make_private_folder(staging)
    lock, is_done = VaultLock(staging), False
    try:
        _remove_vault_files(staging)
        _refuse_strangers(staging)
        data_key, header, code = _fill(staging, passphrase, clock, cost or calibrate())
        lock.release()  # an open file would keep the folder from being renamed on Windows
        _refuse_occupied(path)
        _move_into_place(staging, path)
        is_done = True
    finally:
        lock.release()
        if not is_done:
            _remove_vault_files(staging)
            (staging / LOCK).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # something of somebody else is in it
                staging.rmdir()
    lock = VaultLock(path)
    return open_with_data_key(path, header, data_key, lock=lock, clock=clock, action="vault.create"), code


def open_vault(
    path: Path,
    *,
    passphrase: Secret | None = None,
    recovery_code: str | None = None,
    keyring: SystemKeyring | None = None,
    clock: Clock = utc_now,
    wait: Callable[[float], None] = time.sleep,
) -> Vault:
    """The open vault; exactly one of the three is given. `wait` is called with the delay after failed attempts.

    Raises:
        VaultMissing, InUse, NewerFormat, HeaderDamaged, DatabaseDamaged, DiskFull, DiskFailed: as their names say.
        PassphraseRefused, RecoveryCodeInvalid: refused before any key derivation, not counted as an attempt.
        WrongPassphrase: the secret opens no slot.
        KeyringUnavailable: the keyring does not open it; not counted as an attempt, and nothing was written.
    """
    path = path.absolute()
    attempt = _attempt(passphrase, recovery_code, keyring)
    lock = hold(path)
    return open_held(path, attempt, lock, clock=clock, wait=wait, is_counted=keyring is None)


def hold(path: Path) -> VaultLock:
    """The lock of the vault at `path`, after a swap that was cut off there has been finished.

    Raises:
        VaultMissing: no vault in that folder.
        InUse: another process holds it.
    """
    finish_swap(path)
    if not is_vault(path):
        raise VaultMissing
    lock, is_ready = VaultLock(path), False
    try:
        put_back(path)
        is_ready = True
    finally:
        if not is_ready:
            lock.release()
    return lock


def open_held(
    path: Path,
    attempt: Attempt,
    lock: VaultLock,
    *,
    clock: Clock,
    wait: Callable[[float], None] = time.sleep,
    is_counted: bool = True,
) -> Vault:
    """Open a vault whose lock is held already; the vault owns it from here. Raises as `open_vault`."""
    is_unlocked = False
    try:
        pair = read_headers(path)
        if is_counted:
            stored, data_key, failed = _unlock(path, pair, attempt, clock, wait)
        else:
            stored, data_key, failed = *_try_candidates(path, pair, attempt, clock), 0
        is_unlocked = True
    finally:
        if not is_unlocked:
            lock.release()
    vault, is_whole = open_with_data_key(path, stored.header, data_key, lock=lock, clock=clock), False
    try:
        if failed:
            _audit(vault, "vault.failed_attempts", reason=str(failed))
        _mend_header(vault, pair)
        is_whole = True
    finally:
        if not is_whole:
            vault.close()
    return vault


def unlock_headers(
    path: Path, passphrase: Secret | None, recovery_code: str | None, clock: Clock
) -> tuple[Header, Secret]:
    """The authentic header of a vault that is held by the caller, and its data key; the database is not looked at.

    Raises:
        HeaderDamaged, NewerFormat, WrongPassphrase, PassphraseRefused, RecoveryCodeInvalid: as `open_vault`.
    """
    attempt = _attempt(passphrase, recovery_code, None)
    stored, data_key, _ = _unlock(path, read_headers(path), attempt, clock, time.sleep)
    return stored.header, data_key


def _attempt(passphrase: Secret | None, recovery_code: str | None, keyring: SystemKeyring | None) -> Attempt:
    """How a header is tried with the one secret that is given."""
    if sum(given is not None for given in (passphrase, recovery_code, keyring)) != 1:
        raise ValueError("a vault is opened with a passphrase or with a recovery code or with the keyring")
    if passphrase is not None:
        normal = normalise_passphrase(passphrase)
        return lambda header: try_passphrase(header, normal)
    if keyring is not None:
        return lambda header: try_keyring(header, keyring)
    code = parse_recovery_code(recovery_code or "")
    return lambda header: try_recovery(header, code)


def open_with_data_key(
    path: Path, header: Header, data_key: Secret, *, lock: VaultLock, clock: Clock, action: str = "vault.open"
) -> Vault:
    """The second half of opening, from the data key on; the vault owns `lock` from here.

    Raises:
        DatabaseDamaged, NewerFormat, DiskFull: as `open_vault`; what was opened is closed again, the lock released.
    """
    keys = SubKeys(data_key, header.vault_id)
    is_open = False
    try:
        anchor, notes = _inspect(path, header, keys)
        db = Database(path / DATABASE, keys.key("database"))
        try:
            _check_emptied(db, path / DATABASE, is_suspect=bool(notes))
            write_anchor(path, anchor, keys)
            former = db
            db = bring_up_to_date(db, path, keys, header.vault_id, clock, migrations=MIGRATIONS)
            if db is not former:
                notes.append("migrated")
            elif not notes and (path / OLD_DATABASE).exists() and check_fully(db).is_whole:
                forget_old_database(path)  # closed in order since, opened again, and checked
            _tidy(path)
            keys = db.read(lambda conn: with_carried(conn, SubKeys(data_key, header.vault_id)))
            vault = Vault(path, header, data_key, keys, db=db, lock=lock, clock=clock)
            vault.opening_notes = tuple(notes)
            _audit(vault, action, reason=" ".join(notes))
            is_open = True
        finally:
            if not is_open:
                db.close()
    finally:
        if not is_open:
            lock.release()
    return vault


def _inspect(path: Path, header: Header, keys: SubKeys) -> tuple[Anchor, list[str]]:
    """Sentinel, anchor and, after an unclean end, the structure, all through a connection that cannot write.

    Gives the anchor of what is there, and stable words for what was met.
    """
    wal = path / DATABASE_FILES[1]
    has_wal = wal.exists() and wal.stat().st_size > 0
    anchor = read_anchor(path, keys)
    notes = ["anchor_missing"] if anchor is None else []
    if has_wal or (anchor is not None and not anchor.is_closed):
        notes.append("unclean_exit")
    try:

        def look() -> Connection:
            return open_connection(path / DATABASE, keys.key("database"), "inspect")

        with (
            second_look(path / DATABASE, look),
            contextlib.closing(look()) as conn,
            database_errors(),
        ):
            check_sentinel(conn, keys, header.vault_id)
            if not has_wal:
                check_size(conn, path / DATABASE)
            if notes and not check_structure(conn, partial(look_again, path / DATABASE, look)).is_whole:
                raise DatabaseDamaged
            if anchor is not None:
                check_anchor(conn, anchor)
            return take_anchor(conn, is_closed=False), notes
    finally:
        if not has_wal:  # what the connection made for itself and cannot remove
            for name in DATABASE_FILES[1:]:
                (path / name).unlink(missing_ok=True)


def _check_emptied(db: Database, file: Path, *, is_suspect: bool) -> None:
    """With the write-ahead log emptied into the file: its length and, where asked, the MAC of every page."""
    db.checkpoint()
    db.read(lambda conn: check_size(conn, file))
    if is_suspect and db.read(check_pages):
        raise DatabaseDamaged


def _audit(vault: Vault, action: str, *, reason: str) -> None:
    vault.db.write(
        lambda conn: vault.audit.append(conn, "user", action, "vault", vault.vault_id, reason=reason)
    )


def _tidy(path: Path) -> None:
    """Take access to the database's files from others, and remove unfinished writes of an earlier run."""
    for name in DATABASE_FILES:
        make_private(path / name)
    for name in (HEADER, HEADER_COPY, ANCHOR, ATTEMPTS):
        leftover(path / name).unlink(missing_ok=True)


def _unlock(
    path: Path, pair: HeaderPair, attempt: Attempt, clock: Clock, wait: Callable[[float], None]
) -> tuple[StoredHeader, Secret, int]:
    """The authentic header that the secret opens, the data key, and how many attempts had failed before."""
    attempts = read_attempts(path)
    delay_s = attempts.delay_s(clock())
    if delay_s > 0:
        wait(delay_s)
    count_attempt(path, attempts, clock())
    return *_try_candidates(path, pair, attempt, clock), attempts.failed


def _try_candidates(
    path: Path, pair: HeaderPair, attempt: Attempt, clock: Clock
) -> tuple[StoredHeader, Secret]:
    is_forged = False
    for stored in pair.candidates:
        opened = attempt(stored.header)
        if opened is None:
            continue
        slot, data_key = opened
        if stored.is_authentic(SubKeys(data_key, stored.header.vault_id)):
            clear_attempts(path, read_attempts(path), slot.id, clock())
            return stored, data_key
        is_forged = True  # the secret is right, the rest of this file is not what was written
    if is_forged:
        raise HeaderDamaged
    raise WrongPassphrase


def _mend_header(vault: Vault, pair: HeaderPair) -> None:
    """Where the two files differ, write both from the one that was verified."""
    if pair.agrees:
        return
    newest = max(stored.header.generation for stored in pair.candidates)
    was_newest = vault.slots.header.generation == newest
    vault.slots.repair(newest if was_newest else newest + 1)
    vault.opening_notes = (*vault.opening_notes, "header_repaired")


def _fill(folder: Path, passphrase: Secret, clock: Clock, cost: Argon2Cost) -> tuple[Secret, Header, str]:
    """Make every file of a new vault in `folder` and close them again."""
    now, data_key, vault_id = clock(), new_data_key(), secrets.token_bytes(16)
    recovery, code = recovery_slot(data_key, vault_id, now)
    slots = (passphrase_slot(data_key, vault_id, passphrase, cost, now), recovery)
    header = Header(vault_id, 1, to_us(now), slots)
    keys = SubKeys(data_key, vault_id)
    write_headers(folder, header, keys, replaces=None)
    create_private_file(folder / DATABASE)
    try:
        with contextlib.closing(Database(folder / DATABASE, keys.key("database"))) as db:
            migrate(db, clock)
            db.write(lambda conn: put_sentinel(conn, keys, vault_id))
            anchor = db.read(lambda conn: take_anchor(conn, is_closed=True))
    except DatabaseDamaged as error:  # what is only being made was not damaged by anybody
        raise DiskFailed from error
    write_anchor(folder, anchor, keys)
    return data_key, header, code


def _refuse_occupied(path: Path) -> None:
    if is_occupied(path):
        raise VaultExists


def _refuse_strangers(staging: Path) -> None:
    if {entry.name for entry in staging.iterdir()} != {LOCK}:
        raise VaultExists


def _move_into_place(staging: Path, path: Path) -> None:
    with disk_errors():
        if path.exists():
            path.rmdir()
        os.rename(staging, path)
        sync_folder(path.parent)


def _remove_vault_files(folder: Path) -> None:
    """Remove what an interrupted creation left in its own folder; the lock file stays, it is held."""
    for name in (VAULT_FILES - {LOCK}) | {f"{DATABASE}-journal"}:
        (folder / name).unlink(missing_ok=True)
        leftover(folder / name).unlink(missing_ok=True)
