"""A header of format 1 that was made once: today's code and a reader written from the note alone must both open it."""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from vault import Secret
from vault.header import decode_header
from vault.key_slots import try_passphrase, try_recovery
from vault.keys import SubKeys
from vault.passphrase import normalise_passphrase
from vault.recovery_code import parse_recovery_code

PASSPHRASE = "frozen 冰 passphrase"
RECOVERY_CODE = "AADE-RVSJ-G4S3-FEXH-0TXR-79B4-TCQQ-SBHD-R4HP"
DATA_KEY = hashlib.sha256(b"keepsake frozen data key").digest()


@pytest.fixture(scope="module")
def raw() -> bytes:
    return bytes.fromhex((Path(__file__).parent / "data" / "header_format_1.hex").read_text(encoding="ascii"))


def test_the_frozen_header_opens_with_both_secrets(raw: bytes) -> None:
    stored = decode_header(raw)
    assert stored.header.generation == 3
    assert [slot.name for slot in stored.header.slots] == ["first", ""]
    for opened in (
        try_passphrase(stored.header, normalise_passphrase(Secret(PASSPHRASE))),
        try_recovery(stored.header, parse_recovery_code(RECOVERY_CODE)),
    ):
        assert opened is not None
        assert opened[1] == Secret(DATA_KEY)
    assert stored.is_authentic(SubKeys(Secret(DATA_KEY), stored.header.vault_id))


def test_a_reader_written_from_the_note_opens_it(raw: bytes) -> None:
    """Uses nothing of this project: docs/decisions/0002 is enough."""
    assert hashlib.sha256(raw[:-32]).digest() == raw[-32:]
    assert raw[:10] == b"KEEPSAKE\x00\x01"
    length = int.from_bytes(raw[10:14], "big")
    assert len(raw) == 14 + length + 64
    body = json.loads(raw[14 : 14 + length])
    vault_id = bytes.fromhex(body["vault_id"])
    for slot in body["slots"]:
        kdf = slot["kdf"]
        salt = bytes.fromhex(kdf["salt"])
        if slot["kind"] == "passphrase":
            cost = {"iterations": kdf["iterations"], "lanes": kdf["lanes"], "memory_cost": kdf["memory_kib"]}
            normal = unicodedata.normalize("NFKC", PASSPHRASE).encode()
            key = Argon2id(salt=salt, length=32, **cost).derive(normal)
        else:
            digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
            number = 0
            for character in RECOVERY_CODE.replace("-", "")[:32]:
                number = number * 32 + digits.index(character)
            key = HKDF(SHA256(), 32, salt, b"keepsake/1/slot/recovery").derive(number.to_bytes(20, "big"))
        own = json.dumps([slot["id"], slot["kind"], kdf], sort_keys=True, separators=(",", ":")).encode()
        associated = raw[:10] + vault_id + own
        data_key = AESGCM(key).decrypt(
            bytes.fromhex(slot["nonce"]), bytes.fromhex(slot["wrapped"]), associated
        )
        assert data_key == DATA_KEY
    header_key = HKDF(SHA256(), 32, vault_id, b"keepsake/1/header").derive(DATA_KEY)
    assert hmac.digest(header_key, raw[: 14 + length], "sha256") == raw[14 + length : 46 + length]
