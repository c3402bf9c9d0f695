"""Keys: how a passphrase or a recovery code becomes a slot key, how that wraps the data key, and the sub-keys below.

All primitives come from `cryptography`; nothing here is ours but the parameters. The data key itself encrypts nothing.
Follows the design page "The vault, Keys".
"""

from __future__ import annotations

import hmac
import os
import secrets
import time
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Final, Literal, get_args

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from vault.secret import Secret

KEY_BYTES: Final = 32
SALT_BYTES: Final = 16
NONCE_BYTES: Final = 12  # Source: NIST SP 800-38D, the recommended length

SubKeyName = Literal[
    "header", "database", "sentinel", "audit", "fingerprints", "anchor", "backup", "pseudonyms", "sealed", "tombstones",
    "receipts",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Argon2Cost:
    """What one guess at a passphrase costs: memory in KiB, passes over it, and lanes that may run at once."""

    memory_kib: int
    iterations: int
    lanes: int


FLOOR_COST: Final = Argon2Cost(memory_kib=64 * 1024, iterations=3, lanes=4)
# Read from a header, more than this is damage or an attempt to exhaust the machine.
_ABSURD: Final = Argon2Cost(memory_kib=2 * 1024 * 1024, iterations=32, lanes=16)
_CALIBRATED_MEMORY_KIB: Final = 512 * 1024
_CALIBRATED_ITERATIONS: Final = 12
_TARGET_S: Final = 1.0


def is_sane(cost: Argon2Cost) -> bool:
    """True between the floor and what no honest vault asks for."""
    return (
        FLOOR_COST.memory_kib <= cost.memory_kib <= _ABSURD.memory_kib
        and FLOOR_COST.iterations <= cost.iterations <= _ABSURD.iterations
        and FLOOR_COST.lanes <= cost.lanes <= _ABSURD.lanes
    )


def calibrate() -> Argon2Cost:
    """The cost that takes about a second on this machine: more memory first, then more passes; at least the floor."""
    started = time.perf_counter()
    derive_passphrase_key(b"calibration", bytes(SALT_BYTES), FLOOR_COST)
    factor = _TARGET_S / max(time.perf_counter() - started, 1e-3)
    memory = FLOOR_COST.memory_kib
    limit = min(_CALIBRATED_MEMORY_KIB, _machine_memory_kib() // 8)
    while factor >= 2 and memory * 2 <= limit:
        memory *= 2
        factor /= 2
    iterations = max(FLOOR_COST.iterations, min(_CALIBRATED_ITERATIONS, int(FLOOR_COST.iterations * factor)))
    return Argon2Cost(memory, iterations, FLOOR_COST.lanes)


def derive_passphrase_key(passphrase: bytes, salt: bytes, cost: Argon2Cost) -> Secret:
    """Argon2id over the normalised passphrase. Source: RFC 9106, version 19. Takes 0.25 s at the floor."""
    kdf = Argon2id(
        salt=salt, length=KEY_BYTES, iterations=cost.iterations, lanes=cost.lanes, memory_cost=cost.memory_kib
    )
    return Secret(kdf.derive(passphrase))


def derive_recovery_key(code: bytes, salt: bytes) -> Secret:
    """HKDF-SHA256 over the code's own bits: 160 random ones, so slowness would add nothing. Source: RFC 5869."""
    return Secret(HKDF(SHA256(), KEY_BYTES, salt, b"keepsake/1/slot/recovery").derive(code))


def derive_keyring_key(random: bytes, salt: bytes) -> Secret:
    """HKDF-SHA256 over the 32 random bytes that the system's keyring keeps. Source: RFC 5869."""
    return Secret(HKDF(SHA256(), KEY_BYTES, salt, b"keepsake/1/slot/keyring").derive(random))


def wrap(slot_key: Secret, data_key: Secret, associated: bytes) -> tuple[bytes, bytes]:
    """(nonce, wrapped key with its tag) under AES-256-GCM. A slot key wraps once: each new wrap has a new salt."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce, AESGCM(slot_key.reveal()).encrypt(nonce, data_key.reveal(), associated)


def unwrap(slot_key: Secret, nonce: bytes, wrapped: bytes, associated: bytes) -> Secret | None:
    """The data key, or None where key or associated data are not those it was wrapped with."""
    try:
        return Secret(AESGCM(slot_key.reveal()).decrypt(nonce, wrapped, associated))
    except InvalidTag:
        return None


def new_data_key() -> Secret:
    return Secret(secrets.token_bytes(KEY_BYTES))


class SubKeys:
    """The keys below one data key, one for each purpose, by HKDF-SHA256 with the vault id as salt. Source: RFC 5869."""

    def __init__(self, data_key: Secret, vault_id: bytes) -> None:
        self._keys: dict[SubKeyName, Secret] = {
            name: Secret(
                HKDF(SHA256(), KEY_BYTES, vault_id, b"keepsake/1/" + name.encode()).derive(data_key.reveal())
            )
            for name in get_args(SubKeyName)
        }

    def key(self, name: SubKeyName) -> Secret:
        return self._keys[name]

    def carrying(self, carried: Mapping[SubKeyName, Secret]) -> SubKeys:
        """The same keys but for those that are carried on from an earlier data key."""
        keys = copy(self)
        keys._keys = {**self._keys, **carried}
        return keys

    def mac(self, name: SubKeyName, data: bytes) -> bytes:
        """HMAC-SHA256 (32 bytes) of `data` under the named sub-key. Source: RFC 2104."""
        return hmac.digest(self._keys[name].reveal(), data, "sha256")


def _machine_memory_kib() -> int:
    """The machine's memory; where the system does not say, enough for the floor alone."""
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 1024)
    return 8 * FLOOR_COST.memory_kib
