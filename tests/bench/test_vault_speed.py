"""The measurement of the vault's speed measures what it says: many memories there, and a plain vault that is plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import vault_speed
from vault import database


def test_it_compares_an_encrypted_vault_with_a_plain_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_TURNS", "_MEMORIES", "_EDITS", "_READS"):
        monkeypatch.setattr(vault_speed, name, 3)
    configure = database._configure
    row = vault_speed.encryption(tmp_path, 1)
    assert {"write_ratio", "read_ratio", "verify_ratio", "open_ratio"} <= set(row)
    assert all(value >= 0 for value in row.values())
    assert not (tmp_path / "encrypted-0" / "vault.db").read_bytes().startswith(b"SQLite format 3")
    assert database._configure is configure  # afterwards everything is encrypted again


def test_it_unlocks_as_many_memories_as_it_says(tmp_path: Path) -> None:
    row = vault_speed.unlocking(tmp_path, 40, 1)
    assert row["memories"] == 40
    assert row["unlock_beside_kdf_s"] > 0
    assert row["kdf_floor_s"] > 0
