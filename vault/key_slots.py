"""The key slots of an open vault: list, add, change, replace and remove, each as one replacement of the header.

Making and trying slots is here too, so that creating, opening and changing follow the same rules.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from vault import header as header_file
from vault.attempts import Attempts, read_attempts
from vault.codec import from_us, to_us
from vault.database import Connection
from vault.errors import KeyringUnavailable, NotFound, TransitionRefused, WrongPassphrase
from vault.header import KEYRING, PASSPHRASE, RECOVERY, Header, KeySlot
from vault.ids import new_id
from vault.keyring_slot import SystemKeyring, account_of
from vault.keys import (
    SALT_BYTES,
    Argon2Cost,
    derive_keyring_key,
    derive_passphrase_key,
    derive_recovery_key,
    is_sane,
    new_data_key,
    unwrap,
    wrap,
)
from vault.passphrase import normalise_passphrase
from vault.recovery_code import new_recovery_code
from vault.secret import Secret

if TYPE_CHECKING:
    from vault.vault import Vault


@dataclass(frozen=True, slots=True)
class SlotInfo:
    """A slot as it may be shown: nothing in it helps to open the vault. `last_used_utc` is None where never used."""

    id: str
    kind: str
    name: str
    created_utc: datetime
    last_used_utc: datetime | None


def describe_slots(header: Header, attempts: Attempts) -> tuple[SlotInfo, ...]:
    used = attempts.last_used_us
    return tuple(
        SlotInfo(
            slot.id,
            slot.kind,
            slot.name,
            from_us(slot.created_us),
            from_us(used[slot.id]) if slot.id in used else None,
        )
        for slot in header.slots
    )


def passphrase_slot(
    data_key: Secret, vault_id: bytes, passphrase: Secret, cost: Argon2Cost, at: datetime, *, name: str = ""
) -> KeySlot:
    """A slot that the passphrase opens.

    Raises:
        PassphraseRefused: as `normalise_passphrase`.
        ValueError: the cost is below the floor or absurd.
    """
    if not is_sane(cost):
        raise ValueError("the Argon2 cost is below the floor or absurd")
    salt = secrets.token_bytes(SALT_BYTES)
    numbers: dict[str, str | int] = {
        "name": header_file.KDF_NAMES[PASSPHRASE],
        "salt": salt.hex(),
        "memory_kib": cost.memory_kib,
        "iterations": cost.iterations,
        "lanes": cost.lanes,
    }
    key = derive_passphrase_key(normalise_passphrase(passphrase), salt, cost)
    return _sealed(
        KeySlot(new_id("k_", at), PASSPHRASE, name, to_us(at), numbers, b"", b""), key, data_key, vault_id
    )


def recovery_slot(data_key: Secret, vault_id: bytes, at: datetime) -> tuple[KeySlot, str]:
    """A slot that a new recovery code opens, and the code to be shown once."""
    text, code = new_recovery_code()
    salt = secrets.token_bytes(SALT_BYTES)
    numbers: dict[str, str | int] = {"name": header_file.KDF_NAMES[RECOVERY], "salt": salt.hex()}
    slot = KeySlot(new_id("k_", at), RECOVERY, "", to_us(at), numbers, b"", b"")
    return _sealed(slot, derive_recovery_key(code, salt), data_key, vault_id), text


def try_passphrase(header: Header, passphrase: bytes) -> tuple[KeySlot, Secret] | None:
    """The slot that the normalised passphrase opens, with the data key; each slot tried costs a key derivation."""
    return _try(header, PASSPHRASE, lambda slot: derive_passphrase_key(passphrase, slot.salt, slot.cost))


def try_recovery(header: Header, code: bytes) -> tuple[KeySlot, Secret] | None:
    """The slot that the parsed recovery code opens, with the data key."""
    return _try(header, RECOVERY, lambda slot: derive_recovery_key(code, slot.salt))


def try_keyring(header: Header, keyring: SystemKeyring) -> tuple[KeySlot, Secret]:
    """The slot that the system's keyring opens, with the data key. Writes nothing.

    Raises:
        KeyringUnavailable: `details["reason"]` is no_slot, or as `SystemKeyring.read`, or `wrong` where what the
            keyring gave does not open the slot.
    """
    slot = next((slot for slot in header.slots if slot.kind == KEYRING), None)
    if slot is None:
        raise KeyringUnavailable(reason="no_slot")
    key = derive_keyring_key(keyring.read(account_of(header.vault_id, slot.id), slot.name), slot.salt)
    data_key = unwrap(key, slot.nonce, slot.wrapped, slot.associated(header.vault_id))
    if data_key is None:
        raise KeyringUnavailable(reason="wrong")
    return slot, data_key


class KeySlots:
    """The slots of an open vault. Every change is one new generation of the header and one audit entry. Any thread."""

    def __init__(self, vault: Vault, header: Header, data_key: Secret) -> None:
        self._vault, self._header, self._data_key = vault, header, data_key

    @property
    def header(self) -> Header:
        return self._header

    def for_backup(self) -> tuple[Header, Secret]:
        """The present header and the data key, for what copies the whole vault."""
        return self._header, self._data_key

    def list(self) -> tuple[SlotInfo, ...]:
        return describe_slots(self._header, read_attempts(self._vault.path))

    def opens(self, passphrase: Secret) -> bool:
        """Whether the passphrase opens a slot; costs a key derivation for each. Nothing is counted or changed.

        Raises:
            PassphraseRefused: as `normalise_passphrase`.
        """
        return try_passphrase(self._header, normalise_passphrase(passphrase)) is not None

    def change_passphrase(self, current: Secret, new: Secret, *, cost: Argon2Cost | None = None) -> None:
        """Replace the slot that `current` opens; the old passphrase opens the vault no longer.

        Raises:
            WrongPassphrase: `current` opens no slot; nothing was changed.
            PassphraseRefused: as `normalise_passphrase`.
        """
        opened = try_passphrase(self._header, normalise_passphrase(current))
        if opened is None:
            raise WrongPassphrase
        old = opened[0]
        made = self._passphrase(new, cost or old.cost, old.name)
        slots = tuple(made if slot.id == old.id else slot for slot in self._header.slots)
        self._change(slots, "slot.change", made.id)

    def reset_passphrases(self, new: Secret, *, cost: Argon2Cost | None = None) -> None:
        """Replace every passphrase slot by one: after the recovery code opened a vault whose passphrase is lost."""
        old = [slot for slot in self._header.slots if slot.kind == PASSPHRASE]
        made = self._passphrase(
            new, cost or max((slot.cost for slot in old), key=lambda it: it.memory_kib), ""
        )
        kept = tuple(slot for slot in self._header.slots if slot.kind != PASSPHRASE)
        self._change((made, *kept), "slot.reset", made.id)

    def add_passphrase(self, new: Secret, name: str, *, cost: Argon2Cost | None = None) -> SlotInfo:
        """A further passphrase beside those that are there."""
        own = next(slot for slot in self._header.slots if slot.kind == PASSPHRASE)
        made = self._passphrase(new, cost or own.cost, name)
        self._change((*self._header.slots, made), "slot.add", made.id)
        return next(slot for slot in self.list() if slot.id == made.id)

    def renew_recovery_code(self, current: Secret) -> str:
        """A new recovery code, shown once; the earlier one opens the vault no longer.

        Raises:
            WrongPassphrase: `current` opens no slot; nothing was changed.
            PassphraseRefused: as `normalise_passphrase`.
        """
        if not self.opens(current):
            raise WrongPassphrase
        made, text = recovery_slot(self._data_key, self._header.vault_id, self._vault.clock())
        kept = tuple(slot for slot in self._header.slots if slot.kind != RECOVERY)
        self._change((*kept, made), "slot.renew", made.id)
        return text

    def add_keyring(self, keyring: SystemKeyring) -> SlotInfo:
        """Let the system's keyring open this vault on this machine, beside what opens it already.

        Raises:
            KeyringUnavailable: it did not keep the key or did not give it back; the vault is as it was.
        """
        now, random = self._vault.clock(), new_data_key()
        salt = secrets.token_bytes(SALT_BYTES)
        numbers: dict[str, str | int] = {"name": header_file.KDF_NAMES[KEYRING], "salt": salt.hex()}
        slot = KeySlot(new_id("k_", now), KEYRING, keyring.backend, to_us(now), numbers, b"", b"")
        key = derive_keyring_key(random.reveal(), salt)
        made = _sealed(slot, key, self._data_key, self._header.vault_id)
        account, is_done = account_of(self._header.vault_id, made.id), False
        keyring.keep(account, random.reveal())
        try:
            kept = tuple(slot for slot in self._header.slots if slot.kind != KEYRING)
            self._change((*kept, made), "slot.add", made.id)
            is_done = True
        finally:
            if not is_done:
                keyring.forget(account)
        return next(slot for slot in self.list() if slot.id == made.id)

    def remove_keyring(self, keyring: SystemKeyring | None) -> None:
        """The keyring opens this vault no longer; where it can be reached, its entry is removed too.

        Raises:
            NotFound: there is no such slot.
        """
        slot = next((slot for slot in self._header.slots if slot.kind == KEYRING), None)
        if slot is None:
            raise NotFound
        self.remove(slot.id)
        if keyring is not None:
            keyring.forget(account_of(self._header.vault_id, slot.id))

    def remove(self, slot_id: str) -> None:
        """Remove a slot.

        Raises:
            NotFound: there is none of that id.
            TransitionRefused: it is the last passphrase.
        """
        kept = tuple(slot for slot in self._header.slots if slot.id != slot_id)
        if len(kept) == len(self._header.slots):
            raise NotFound(id=slot_id)
        if not any(slot.kind == PASSPHRASE for slot in kept):
            raise TransitionRefused("The last passphrase of a vault cannot be removed.")
        self._change(kept, "slot.remove", slot_id)

    def repair(self, generation: int) -> None:
        """Write both header files anew from the verified one, at least as generation `generation`."""
        header = replace(self._header, generation=max(generation, self._header.generation))

        def write(conn: Connection) -> None:
            self._vault.audit.append(conn, "system", "header.repair", "vault", self._vault.vault_id)
            self._header = header_file.write_headers(
                self._vault.path, header, self._vault.keys, replaces=None
            ).header

        self._vault.db.write(write)

    def _passphrase(self, new: Secret, cost: Argon2Cost, name: str) -> KeySlot:
        return passphrase_slot(
            self._data_key, self._header.vault_id, new, cost, self._vault.clock(), name=name
        )

    def _change(self, slots: tuple[KeySlot, ...], action: str, slot_id: str) -> None:
        before = self._header.generation
        changed = replace(self._header, slots=slots, generation=before + 1)

        def write(conn: Connection) -> None:
            self._vault.audit.append(conn, "user", action, "slot", slot_id)
            # Inside the transaction: where the header cannot be written, the entry is undone as well.
            header_file.write_headers(self._vault.path, changed, self._vault.keys, replaces=before)

        try:
            self._vault.db.write(write)
        finally:
            self._header = header_file.read_headers(self._vault.path).candidates[0].header


def _sealed(slot: KeySlot, key: Secret, data_key: Secret, vault_id: bytes) -> KeySlot:
    associated = slot.associated(vault_id)
    nonce, wrapped = wrap(key, data_key, associated)
    if unwrap(key, nonce, wrapped, associated) != data_key:
        raise RuntimeError("a key slot did not open right after it was made")
    return replace(slot, nonce=nonce, wrapped=wrapped)


def _try(header: Header, kind: str, derive: Callable[[KeySlot], Secret]) -> tuple[KeySlot, Secret] | None:
    for slot in header.slots:
        if slot.kind == kind:
            data_key = unwrap(derive(slot), slot.nonce, slot.wrapped, slot.associated(header.vault_id))
            if data_key is not None:
                return slot, data_key
    return None
