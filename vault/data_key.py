"""Changing the data key: the whole vault is copied under a new one, checked, and put in the place of the old.

Changing a passphrase re-wraps the data key, so somebody who kept an old header can still use the old passphrase. After
this nothing of before opens what is in the place now. The old vault is kept beside it until the user removes it, and
old backups still open with what opened them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vault.anchor import Anchor, take_anchor, write_anchor
from vault.carried_keys import put_carried
from vault.clock import Clock, utc_now
from vault.database import Connection, Database, copy_database, database_errors
from vault.errors import DatabaseDamaged
from vault.files import DATABASE, create_private_file
from vault.header import PASSPHRASE, RECOVERY, Header, write_headers
from vault.integrity import check_source, put_sentinel
from vault.key_slots import SlotInfo, passphrase_slot, recovery_slot, try_passphrase
from vault.keys import Argon2Cost, SubKeys, new_data_key
from vault.lock import VaultLock
from vault.opening import hold, open_held, open_with_data_key
from vault.passphrase import normalise_passphrase
from vault.secret import Secret
from vault.staging import staged, swap_in
from vault.vault import Vault


@dataclass(frozen=True, slots=True)
class DataKeyReport:
    """The vault at `path` opens with the new passphrase and `recovery_code`, shown once, alone.

    `kept` is the old vault; `dropped` are slots that were not taken along, because what opens them was not there.
    """

    path: Path
    recovery_code: str
    kept: Path
    dropped: tuple[SlotInfo, ...]


def change_data_key(
    path: Path,
    current: Secret,
    *,
    new: Secret | None = None,
    cost: Argon2Cost | None = None,
    clock: Clock = utc_now,
) -> DataKeyReport:
    """Put the closed vault at `path` under a new data key; it then opens with `new`, or as before with `current`.

    Takes the database's size on the disk once more, and seconds for large ones. It is left as it was after any error.

    Raises:
        VaultMissing, InUse, HeaderDamaged, DatabaseDamaged, WrongPassphrase: as `open_vault`.
        PassphraseRefused: one of the two cannot be a passphrase.
        DiskFull: no room for a second one.
    """
    path = path.absolute()
    normal, wanted = normalise_passphrase(current), new if new is not None else current
    normalise_passphrase(wanted)
    lock = hold(path)
    with (
        lock.kept(),
        open_held(path, lambda header: try_passphrase(header, normal), lock, clock=clock) as vault,
    ):
        if not vault.verify().is_whole:
            raise DatabaseDamaged
        with staged(path, replace=True, is_held=True) as folder:
            code, dropped = _build(folder, vault, wanted, cost, clock)
            vault.close()
            kept = swap_in(folder, path, clock())
    if kept is None:
        raise RuntimeError("the vault that was copied was not in its place")
    return DataKeyReport(path, code, kept, dropped)


def _build(
    folder: Path, vault: Vault, passphrase: Secret, cost: Argon2Cost | None, clock: Clock
) -> tuple[str, tuple[SlotInfo, ...]]:
    """Make the new vault in `folder`, open it as any vault is opened, and compare it with the old one."""
    old, now, data_key = vault.slots.header, clock(), new_data_key()
    own = max((slot.cost for slot in old.slots if slot.kind == PASSPHRASE), key=lambda it: it.memory_kib)
    first = passphrase_slot(data_key, old.vault_id, passphrase, cost or own, now)
    recovery, code = recovery_slot(data_key, old.vault_id, now)
    header = Header(old.vault_id, old.generation + 1, old.created_us, (first, recovery))
    keys = SubKeys(data_key, old.vault_id)
    counts = _copy(vault, folder, keys, header)
    lock = VaultLock(folder)
    action = "vault.change_data_key"
    with open_with_data_key(folder, header, data_key, lock=lock, clock=clock, action=action) as made:
        found = made.db.read(_counts)
        # One entry of the audit was added by opening it, and one row of meta holds the keys that go on.
        expected = {**counts, "audit": counts["audit"] + 1, "meta": found["meta"]}
        if not made.verify().is_whole or found != expected:
            raise DatabaseDamaged("What was copied under the new key is not what was there.")
    return code, _dropped(vault.slots.list())


def _copy(vault: Vault, folder: Path, keys: SubKeys, header: Header) -> dict[str, int]:
    """The database under the new key, with a new sentinel and the keys that go on; gives the rows of each table."""
    file = folder / DATABASE
    create_private_file(file)
    with vault.db.errors(), contextlib.closing(vault.db.interruptible()) as conn:
        with database_errors():
            conn.execute("BEGIN")
            counts = _counts(conn)
        copy_database(conn, file, keys.key("database"))
    if check_source(vault.db):
        raise DatabaseDamaged
    write_headers(folder, header, keys, replaces=None)
    db = Database(file, keys.key("database"))
    taken: list[Anchor] = []
    try:

        def put(conn: Connection) -> None:
            conn.execute("DELETE FROM meta WHERE key = 'sentinel'")
            put_sentinel(conn, keys, header.vault_id)
            put_carried(conn, vault.keys)

        db.write(put)
    finally:
        db.close(last=lambda conn: taken.append(take_anchor(conn, is_closed=True)))
    write_anchor(folder, taken[0], keys)
    return counts


def _counts(conn: Connection) -> dict[str, int]:
    tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: int(conn.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]) for name in tables}


def _dropped(slots: Sequence[SlotInfo]) -> tuple[SlotInfo, ...]:
    """All but the first passphrase and the recovery code, which have successors."""
    passphrases = [slot for slot in slots if slot.kind == PASSPHRASE]
    others = [slot for slot in slots if slot.kind not in (PASSPHRASE, RECOVERY)]
    return (*passphrases[1:], *others)
