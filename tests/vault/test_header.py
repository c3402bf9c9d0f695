"""The header file: every damaged byte, forged content, newer versions, and the two copies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fixtures import VaultTemplate
from vault.errors import DiskFull, HeaderDamaged, NewerFormat, StaleVersion
from vault.header import Header, decode_header, encode_header, read_headers, write_headers
from vault.keys import SubKeys


@pytest.fixture
def raw(vault_template: VaultTemplate) -> bytes:
    return (vault_template.folder / "header").read_bytes()


@pytest.fixture
def keys(vault_template: VaultTemplate) -> SubKeys:
    return SubKeys(vault_template.data_key, vault_template.header.vault_id)


def mend(raw: bytes, body: bytes, version: int = 1) -> bytes:
    """The file with another body and a hash that fits it, as somebody without the key can make it."""
    covered = raw[:8] + version.to_bytes(2, "big") + len(body).to_bytes(4, "big") + body + raw[-64:-32]
    return covered + hashlib.sha256(covered).digest()


def changed(raw: bytes, change: Callable[[dict], None]) -> bytes:  # type: ignore[type-arg]
    body = json.loads(raw[14:-64])
    change(body)
    return mend(raw, json.dumps(body, sort_keys=True, separators=(",", ":")).encode())


def test_a_header_is_read_back_as_written(raw: bytes, vault_template: VaultTemplate, keys: SubKeys) -> None:
    stored = decode_header(raw)
    assert stored.header == vault_template.header
    assert stored.is_authentic(keys)
    assert encode_header(stored.header, keys) == raw


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_every_flipped_byte_is_found(raw: bytes, mask: int) -> None:
    for place in range(len(raw)):
        with pytest.raises(HeaderDamaged):
            decode_header(raw[:place] + bytes([raw[place] ^ mask]) + raw[place + 1 :])


def test_every_shorter_and_some_longer_files_are_found(raw: bytes) -> None:
    for end in range(len(raw)):
        with pytest.raises(HeaderDamaged):
            decode_header(raw[:end])
    for extra in (b"\0", raw, b"x" * 300_000):
        with pytest.raises(HeaderDamaged):
            decode_header(raw + extra)


def test_damage_is_told_before_a_version_is_believed(raw: bytes) -> None:
    with pytest.raises(HeaderDamaged):
        decode_header(raw[:8] + b"\x00\x09" + raw[10:])


def test_a_whole_file_of_a_later_version_is_newer(raw: bytes) -> None:
    with pytest.raises(NewerFormat):
        decode_header(mend(raw, b"whatever a later version writes", version=2))


def cost(**numbers: int) -> Callable[[dict], None]:  # type: ignore[type-arg]
    return lambda body: body["slots"][0]["kdf"].update(numbers)


@pytest.mark.parametrize(
    "change",
    [
        cost(memory_kib=1024),
        cost(memory_kib=1 << 40),
        cost(iterations=1 << 30),
        cost(lanes=1),
        lambda body: body["slots"][0]["kdf"].update(memory_kib="65536"),
        lambda body: body["slots"][0]["kdf"].update(memory_kib=True),
        lambda body: body["slots"][0]["kdf"].update(name="none"),
        lambda body: body["slots"][0].update(kind="unknown"),
        lambda body: body["slots"][0].update(name=7),
        lambda body: body.update(slots=[]),
        lambda body: body.update(slots=body["slots"] * 2),
        lambda body: body.update(vault_id="00"),
        lambda body: body.update(generation=0),
        lambda body: body.update(more=1),
        lambda body: body.pop("generation"),
    ],
)
def test_forged_content_is_refused_before_any_derivation(raw: bytes, change: Callable[[dict], None]) -> None:  # type: ignore[type-arg]
    with pytest.raises(HeaderDamaged):
        decode_header(changed(raw, change))


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"{", b"\xff", b'{"slots": 1}'])
def test_a_body_that_is_no_header_is_refused(raw: bytes, body: bytes) -> None:
    with pytest.raises(HeaderDamaged):
        decode_header(mend(raw, body))


def test_another_spelling_of_the_same_content_is_refused(raw: bytes) -> None:
    spaced = json.dumps(json.loads(raw[14:-64]), sort_keys=True).encode()
    with pytest.raises(HeaderDamaged):
        decode_header(mend(raw, spaced))


def test_a_mended_hash_does_not_make_a_forgery_authentic(raw: bytes, keys: SubKeys) -> None:
    forged = decode_header(changed(raw, lambda body: body["slots"][0].update(name="mine")))
    assert not forged.is_authentic(keys)


def test_a_write_on_top_of_another_generation_is_refused(
    vault_folder: Path, vault_template: VaultTemplate, keys: SubKeys
) -> None:
    newer = replace(vault_template.header, generation=2)
    write_headers(vault_folder, newer, keys, replaces=1)
    with pytest.raises(StaleVersion):
        write_headers(vault_folder, replace(newer, generation=3), keys, replaces=1)
    assert read_headers(vault_folder).candidates[0].header == newer
    assert read_headers(vault_folder).agrees


def test_the_copy_keeps_its_content_where_writing_the_header_fails(
    vault_folder: Path, vault_template: VaultTemplate, keys: SubKeys, full_disk: Callable[[str], None]
) -> None:
    before: Header = read_headers(vault_folder).candidates[0].header
    full_disk("header.new")
    with pytest.raises(DiskFull):
        write_headers(vault_folder, replace(before, generation=2), keys, replaces=1)
    assert read_headers(vault_folder).candidates[0].header == before
    assert read_headers(vault_folder).agrees
    assert not (vault_folder / "header.new").exists()


def test_the_new_header_counts_where_writing_the_copy_fails(
    vault_folder: Path, vault_template: VaultTemplate, keys: SubKeys, full_disk: Callable[[str], None]
) -> None:
    full_disk("header.copy.new")
    with pytest.raises(DiskFull):
        write_headers(vault_folder, replace(vault_template.header, generation=2), keys, replaces=1)
    assert read_headers(vault_folder).candidates[0].header.generation == 2
