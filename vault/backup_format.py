"""The backup file, byte by byte: a header as the vault has it, a manifest, two digests, and then the database.

Layout (docs/FORMAT.md): magic (8) | format, u16 | length of the header, u32 | length of the manifest, u32 | header |
manifest, canonical JSON in ASCII | HMAC-SHA256 under the backup's sub-key `header` (32) | SHA-256 of everything before
it (32) | the database, a SQLCipher file under the backup's sub-key `database`. Numbers are big-endian.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vault.codec import canonical_bytes
from vault.errors import BackupDamaged, HeaderDamaged, NewerFormat
from vault.files import disk_errors, hash_of
from vault.header import StoredHeader, decode_header
from vault.keys import SubKeys, new_data_key, unwrap, wrap
from vault.secret import Secret

MAGIC: Final = b"KEEPBKUP"
FORMAT: Final = 1
SUFFIX: Final = ".keepsake-backup"
_PREFIX: Final = 18
_DIGEST: Final = 32
_MAXIMUM_PART: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself: whose it is, how far the audit had come, and how its database is found and opened.

    `sequence` and `chain` are the head of the audit, `rows` the number of rows as the anchor counts them.
    """

    vault_id: bytes
    created_us: int
    sequence: int
    chain: bytes
    rows: int
    migrations: tuple[str, ...]
    database_bytes: int
    database_sha256: bytes
    nonce: bytes
    wrapped: bytes


@dataclass(frozen=True, slots=True)
class StoredBackup:
    """A backup file whose beginning fits its SHA-256; nothing is proved before `unlock` and a check of the database."""

    path: Path
    header: StoredHeader
    manifest: Manifest
    raw: bytes

    @property
    def database_offset(self) -> int:
        return len(self.raw)

    def unlock(self, data_key: Secret) -> SubKeys:
        """The keys below the backup's own key.

        Raises:
            BackupDamaged: header or manifest are not what the holder of the data key wrote.
        """
        keys = SubKeys(data_key, self.manifest.vault_id)
        if self.header.header.vault_id != self.manifest.vault_id or not self.header.is_authentic(keys):
            raise BackupDamaged
        own = unwrap(
            keys.key("backup"),
            self.manifest.nonce,
            self.manifest.wrapped,
            _associated(self.manifest.vault_id),
        )
        if own is None:
            raise BackupDamaged
        backup_keys = SubKeys(own, self.manifest.vault_id)
        covered = self.raw[: -2 * _DIGEST]
        if not hmac.compare_digest(backup_keys.mac("header", covered), self.raw[-2 * _DIGEST : -_DIGEST]):
            raise BackupDamaged
        return backup_keys


def new_backup_key(keys: SubKeys, vault_id: bytes) -> tuple[SubKeys, bytes, bytes]:
    """The keys below a new random backup key, and (nonce, wrap) of that key under the vault's sub-key `backup`."""
    own = new_data_key()
    nonce, wrapped = wrap(keys.key("backup"), own, _associated(vault_id))
    return SubKeys(own, vault_id), nonce, wrapped


def encode_beginning(header: bytes, manifest: Manifest, backup_keys: SubKeys) -> bytes:
    """Everything of a backup file before its database; `header` is a whole header file."""
    body = _encode_manifest(manifest)
    covered = b"".join(
        (
            MAGIC,
            FORMAT.to_bytes(2, "big"),
            len(header).to_bytes(4, "big"),
            len(body).to_bytes(4, "big"),
            header,
            body,
        )
    )
    sealed = covered + backup_keys.mac("header", covered)
    return sealed + hashlib.sha256(sealed).digest()


def read_backup(path: Path) -> StoredBackup:
    """The beginning of a backup file, checked as far as that goes without a secret. The database is not read.

    Raises:
        BackupDamaged: missing, not a backup, or damaged at its beginning.
        DiskFailed: the disk does not give it, or access is refused.
        NewerFormat: undamaged, of a later version.
    """
    try:
        with disk_errors(), path.open("rb") as file:
            raw = file.read(_PREFIX)
            sizes = int.from_bytes(raw[10:14], "big"), int.from_bytes(raw[14:18], "big")
            if len(raw) < _PREFIX or raw[:8] != MAGIC or max(sizes) > _MAXIMUM_PART:
                raise BackupDamaged
            raw += file.read(sum(sizes) + 2 * _DIGEST)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise BackupDamaged from error
    if len(raw) != _PREFIX + sum(sizes) + 2 * _DIGEST:
        raise BackupDamaged
    if not hmac.compare_digest(hashlib.sha256(raw[:-_DIGEST]).digest(), raw[-_DIGEST:]):
        raise BackupDamaged
    if int.from_bytes(raw[8:10], "big") > FORMAT:
        raise NewerFormat
    try:
        header = decode_header(raw[_PREFIX : _PREFIX + sizes[0]])
        manifest = _decode_manifest(raw[_PREFIX + sizes[0] : -2 * _DIGEST])
    except (HeaderDamaged, ValueError, KeyError, TypeError) as error:
        raise BackupDamaged from error
    return StoredBackup(path, header, manifest, raw)


def is_backup(path: Path) -> bool:
    """Whether the file begins as a backup does, whole or not."""
    if not path.is_file():
        return False
    with disk_errors(), path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def check_database_bytes(backup: StoredBackup) -> None:
    """Read the whole file and compare its database with the manifest.

    Raises:
        BackupDamaged: shorter, longer or different.
    """
    size_bytes, digest = hash_of(backup.path, offset=backup.database_offset)
    if size_bytes != backup.manifest.database_bytes:
        raise BackupDamaged("The backup is not as long as it says.")
    if not hmac.compare_digest(digest, backup.manifest.database_sha256):
        raise BackupDamaged


def _associated(vault_id: bytes) -> bytes:
    return MAGIC + FORMAT.to_bytes(2, "big") + vault_id


def _encode_manifest(manifest: Manifest) -> bytes:
    return canonical_bytes(
        {
            "vault_id": manifest.vault_id.hex(),
            "created_us": manifest.created_us,
            "audit_sequence": manifest.sequence,
            "audit_chain": manifest.chain.hex(),
            "rows": manifest.rows,
            "migrations": list(manifest.migrations),
            "database_bytes": manifest.database_bytes,
            "database_sha256": manifest.database_sha256.hex(),
            "nonce": manifest.nonce.hex(),
            "wrapped": manifest.wrapped.hex(),
        }
    )


def _decode_manifest(raw: bytes) -> Manifest:
    body: Any = json.loads(raw)
    numbers = [body[name] for name in ("created_us", "audit_sequence", "rows", "database_bytes")]
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise ValueError("a number of the manifest is none")
    manifest = Manifest(
        vault_id=bytes.fromhex(body["vault_id"]),
        created_us=numbers[0],
        sequence=numbers[1],
        chain=bytes.fromhex(body["audit_chain"]),
        rows=numbers[2],
        migrations=tuple(str(name) for name in body["migrations"]),
        database_bytes=numbers[3],
        database_sha256=bytes.fromhex(body["database_sha256"]),
        nonce=bytes.fromhex(body["nonce"]),
        wrapped=bytes.fromhex(body["wrapped"]),
    )
    if len(manifest.vault_id) != 16 or _encode_manifest(manifest) != raw:  # one content, one encoding
        raise ValueError("not a manifest that this format writes")
    return manifest
