"""The header file: which slots open the vault, in a form where damage and tampering show before anything depends on it.

Layout (docs/decisions/0002): magic (8) | format, u16 | length of the body, u32 | body, canonical JSON in ASCII |
HMAC-SHA256 under the sub-key `header` (32) | SHA-256 of everything before it (32). Numbers are big-endian. The last
32 bytes being a SHA-256 of the rest holds for every future format, so damage is told from a newer version.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vault.errors import DiskFailed, HeaderDamaged, NewerFormat, StaleVersion
from vault.files import HEADER, HEADER_COPY, disk_errors, write_atomic
from vault.keys import Argon2Cost, SubKeys, is_sane

MAGIC: Final = b"KEEPSAKE"
FORMAT: Final = 1
_PREFIX: Final = 14
_DIGEST: Final = 32
_MAXIMUM_BYTES: Final = 256 * 1024
_SLOT_TEXT: Final = ("id", "kind", "name")
_KDF_TEXT: Final = ("name", "salt")

PASSPHRASE: Final = "passphrase"
RECOVERY: Final = "recovery"
KEYRING: Final = "keyring"  # such a slot's `name` is the class of the backend that keeps its key
KDF_NAMES: Final[Mapping[str, str]] = {
    PASSPHRASE: "argon2id",
    RECOVERY: "hkdf-sha256",
    KEYRING: "hkdf-sha256",
}


@dataclass(frozen=True, slots=True)
class KeySlot:
    """One wrap of the data key. `kdf` holds the slot's own numbers and its salt (hex); `name` is the user's label."""

    id: str
    kind: str
    name: str
    created_us: int
    kdf: Mapping[str, str | int]
    nonce: bytes
    wrapped: bytes

    def associated(self, vault_id: bytes) -> bytes:
        """What the wrap is bound to: magic, format, vault, this slot's id, kind and numbers; nothing of other slots."""
        own = json.dumps([self.id, self.kind, dict(self.kdf)], sort_keys=True, separators=(",", ":"))
        return MAGIC + FORMAT.to_bytes(2, "big") + vault_id + own.encode("ascii")

    @property
    def salt(self) -> bytes:
        return bytes.fromhex(str(self.kdf["salt"]))

    @property
    def cost(self) -> Argon2Cost:
        """The Argon2id numbers of a passphrase slot."""
        return Argon2Cost(int(self.kdf["memory_kib"]), int(self.kdf["iterations"]), int(self.kdf["lanes"]))


@dataclass(frozen=True, slots=True)
class Header:
    """The content of a header file; `generation` grows by one with every change."""

    vault_id: bytes
    generation: int
    created_us: int
    slots: tuple[KeySlot, ...]


@dataclass(frozen=True, slots=True)
class StoredHeader:
    """A header whose unkeyed hash fits, with its bytes: its HMAC is checked once the keys are known."""

    header: Header
    raw: bytes

    def is_authentic(self, keys: SubKeys) -> bool:
        covered = self.raw[: -2 * _DIGEST]
        return hmac.compare_digest(keys.mac("header", covered), self.raw[-2 * _DIGEST : -_DIGEST])


@dataclass(frozen=True, slots=True)
class HeaderPair:
    """What the two files hold; None where one is missing or damaged. `best` is of the higher generation."""

    main: StoredHeader | None
    copy: StoredHeader | None

    @property
    def candidates(self) -> tuple[StoredHeader, ...]:
        """The readable ones, best first; a copy that equals the first is left out."""
        found = [stored for stored in (self.main, self.copy) if stored is not None]
        found.sort(key=lambda stored: -stored.header.generation)
        return tuple(found[:1]) if len({stored.raw for stored in found}) == 1 else tuple(found)

    @property
    def agrees(self) -> bool:
        return self.main is not None and self.copy is not None and self.main.raw == self.copy.raw


def encode_header(header: Header, keys: SubKeys) -> bytes:
    """The bytes of a header file, sealed with both digests."""
    body = _encode_body(header)
    covered = MAGIC + FORMAT.to_bytes(2, "big") + len(body).to_bytes(4, "big") + body
    sealed = covered + keys.mac("header", covered)
    return sealed + hashlib.sha256(sealed).digest()


def decode_header(raw: bytes) -> StoredHeader:
    """Check hash, magic, version and form, in this order.

    Raises:
        HeaderDamaged: any byte differs from what was written, or the content is not one this version writes.
        NewerFormat: undamaged, of a later version.
    """
    if len(raw) < _PREFIX + 2 * _DIGEST or len(raw) > _MAXIMUM_BYTES:
        raise HeaderDamaged
    if not hmac.compare_digest(hashlib.sha256(raw[:-_DIGEST]).digest(), raw[-_DIGEST:]) or raw[:8] != MAGIC:
        raise HeaderDamaged
    if int.from_bytes(raw[8:10], "big") > FORMAT:
        raise NewerFormat
    body = raw[_PREFIX : -2 * _DIGEST]
    if int.from_bytes(raw[8:10], "big") != FORMAT or int.from_bytes(raw[10:14], "big") != len(body):
        raise HeaderDamaged
    try:
        header = _decode_body(json.loads(body))
    except (ValueError, KeyError, TypeError) as error:
        raise HeaderDamaged from error
    if _encode_body(header) != body:  # one content, one encoding
        raise HeaderDamaged
    return StoredHeader(header, raw)


def read_headers(folder: Path) -> HeaderPair:
    """Both header files of a vault.

    Raises:
        HeaderDamaged: neither can be used.
        DiskFailed: neither can be used, and the disk did not give one of them.
        NewerFormat: one of them is undamaged and of a later version.
    """
    failures: list[DiskFailed] = []
    pair = HeaderPair(_read(folder / HEADER, failures), _read(folder / HEADER_COPY, failures))
    if pair.candidates:
        return pair
    if failures:
        raise failures[0]
    raise HeaderDamaged


def write_headers(folder: Path, header: Header, keys: SubKeys, *, replaces: int | None) -> StoredHeader:
    """Write the header, read it back, and only then its copy.

    `replaces` is the generation that the change was made from; None writes whatever is there (creation and repair).

    Raises:
        StaleVersion: another generation is on the disk.
        DiskFull: no room; the old header or the new one is complete.
    """
    if replaces is not None and read_headers(folder).candidates[0].header.generation != replaces:
        raise StaleVersion
    raw = encode_header(header, keys)
    for name in (HEADER, HEADER_COPY):
        write_atomic(folder / name, raw)
        stored = decode_header((folder / name).read_bytes())
        if not stored.is_authentic(keys):
            raise HeaderDamaged
    return stored


def _read(path: Path, failures: list[DiskFailed]) -> StoredHeader | None:
    try:
        with disk_errors(), path.open("rb") as file:
            return decode_header(file.read(_MAXIMUM_BYTES + 1))
    except DiskFailed as error:
        failures.append(error)
    except (HeaderDamaged, FileNotFoundError, IsADirectoryError):
        pass
    return None


def _encode_body(header: Header) -> bytes:
    body = {
        "vault_id": header.vault_id.hex(),
        "generation": header.generation,
        "created_us": header.created_us,
        "slots": [
            {
                "id": slot.id,
                "kind": slot.kind,
                "name": slot.name,
                "created_us": slot.created_us,
                "kdf": dict(slot.kdf),
                "nonce": slot.nonce.hex(),
                "wrapped": slot.wrapped.hex(),
            }
            for slot in header.slots
        ],
    }
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode(
        "ascii"
    )


def _decode_body(body: Any) -> Header:
    header = Header(
        vault_id=bytes.fromhex(body["vault_id"]),
        generation=_integer(body["generation"]),
        created_us=_integer(body["created_us"]),
        slots=tuple(_decode_slot(slot) for slot in body["slots"]),
    )
    if len(header.vault_id) != 16 or header.generation < 1 or not header.slots:
        raise ValueError("a header without identity or slots")
    if len({slot.id for slot in header.slots}) != len(header.slots):
        raise ValueError("two slots of one id")
    return header


def _decode_slot(body: Any) -> KeySlot:
    slot_id, kind, name = (_text(body[key]) for key in _SLOT_TEXT)
    kdf = {key: _text(value) if key in _KDF_TEXT else _integer(value) for key, value in body["kdf"].items()}
    slot = KeySlot(
        id=slot_id,
        kind=kind,
        name=name,
        created_us=_integer(body["created_us"]),
        kdf=kdf,
        nonce=bytes.fromhex(body["nonce"]),
        wrapped=bytes.fromhex(body["wrapped"]),
    )
    if kdf.get("name") != KDF_NAMES.get(kind) or len(slot.salt) < 16:
        raise ValueError("a slot of an unknown kind")
    if kind == PASSPHRASE and not is_sane(slot.cost):
        raise ValueError("an Argon2 cost below the floor or absurd")
    return slot


def _integer(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not an integer")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value
