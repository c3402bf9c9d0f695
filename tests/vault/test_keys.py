"""Known answers of the primitives as this project calls them, and the limits of what a slot may cost."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from vault.keys import (
    FLOOR_COST,
    Argon2Cost,
    SubKeys,
    calibrate,
    derive_recovery_key,
    is_sane,
    new_data_key,
    unwrap,
    wrap,
)
from vault.secret import Secret


def hkdf_by_hand(key: bytes, salt: bytes, info: bytes) -> bytes:
    """One block of RFC 5869, written from its text."""
    extracted = hmac.digest(salt, key, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def test_argon2id_gives_the_answer_of_rfc_9106() -> None:
    kdf = Argon2id(
        salt=b"\x02" * 16,
        length=32,
        iterations=3,
        lanes=4,
        memory_cost=32,
        ad=b"\x04" * 12,
        secret=b"\x03" * 8,
    )
    assert (
        kdf.derive(b"\x01" * 32).hex() == "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"
    )


def test_hkdf_gives_the_answer_of_rfc_5869() -> None:
    kdf = HKDF(SHA256(), 42, bytes(range(13)), bytes(range(0xF0, 0xFA)))
    assert kdf.derive(b"\x0b" * 22).hex() == (
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )


def test_a_wrap_is_plain_aes_256_gcm() -> None:
    """Test case 16 of the GCM specification."""
    key = Secret(bytes.fromhex("feffe9928665731c6d6a8f9467308308" * 2))
    wrapped = bytes.fromhex(
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
        "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"
    )
    associated = bytes.fromhex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    found = unwrap(key, bytes.fromhex("cafebabefacedbaddecaf888"), wrapped, associated)
    assert found == Secret(
        bytes.fromhex(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
            "b16aedf5aa0de657ba637b39"
        )
    )


def test_a_wrap_opens_with_its_key_and_associated_data_only() -> None:
    key, data_key = new_data_key(), new_data_key()
    nonce, wrapped = wrap(key, data_key, b"slot 1")
    assert unwrap(key, nonce, wrapped, b"slot 1") == data_key
    assert unwrap(key, nonce, wrapped, b"slot 2") is None
    assert unwrap(new_data_key(), nonce, wrapped, b"slot 1") is None
    assert unwrap(key, nonce, wrapped[:-1] + bytes([wrapped[-1] ^ 1]), b"slot 1") is None


def test_sub_keys_are_hkdf_of_the_data_key_under_their_names() -> None:
    keys = SubKeys(Secret(b"k" * 32), b"v" * 16)
    assert keys.key("database").reveal() == hkdf_by_hand(b"k" * 32, b"v" * 16, b"keepsake/1/database")
    assert keys.mac("audit", b"x") == hmac.new(keys.key("audit").reveal(), b"x", hashlib.sha256).digest()


def test_sub_keys_differ_by_name_and_by_vault() -> None:
    one, other = SubKeys(Secret(b"k" * 32), b"v" * 16), SubKeys(Secret(b"k" * 32), b"w" * 16)
    assert len({one.mac("audit", b""), one.mac("anchor", b""), other.mac("audit", b"")}) == 3


def test_the_recovery_key_is_hkdf_of_the_code() -> None:
    expected = hkdf_by_hand(b"c" * 20, b"s" * 16, b"keepsake/1/slot/recovery")
    assert derive_recovery_key(b"c" * 20, b"s" * 16).reveal() == expected


@pytest.mark.parametrize(
    "cost",
    [
        Argon2Cost(64 * 1024 - 1, 3, 4),
        Argon2Cost(64 * 1024, 2, 4),
        Argon2Cost(64 * 1024, 3, 3),
        Argon2Cost(1 << 31, 3, 4),
        Argon2Cost(64 * 1024, 1000, 4),
        Argon2Cost(64 * 1024, 3, 255),
        Argon2Cost(-1, -1, -1),
    ],
)
def test_a_cost_below_the_floor_or_absurd_is_not_sane(cost: Argon2Cost) -> None:
    assert not is_sane(cost)


def test_the_calibrated_cost_is_within_the_limits() -> None:
    cost = calibrate()
    assert is_sane(cost)
    assert cost.memory_kib <= 512 * 1024
    assert cost.iterations <= 12
    assert cost.memory_kib * cost.iterations >= FLOOR_COST.memory_kib * FLOOR_COST.iterations
