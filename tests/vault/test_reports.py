"""What users of other encrypted stores report and no other test holds; docs/SECURITY.md lists where the rest is."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from vault import Secret, Vault, make_backup
from vault.backup import verify_backup
from vault.backup_format import check_database_bytes, read_backup
from vault.errors import WrongPassphrase
from vault.export import export_memories
from vault.files import remove_database
from vault.records import Candidate, Layer, Role
from vault.restore import open_backup

PROJECT = Path(__file__).resolve().parents[2]


def prints(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith("-shm")  # readers mark themselves there
    }


def test_verifying_writes_nothing(vault: Vault, tmp_path: Path, recovery_code: str) -> None:
    chat = vault.conversations.create("talk")
    vault.conversations.add_turn(chat.id, Role.USER, "something to verify")
    backup = make_backup(vault, tmp_path / "b").path
    vault.db.checkpoint()
    before = prints(tmp_path)
    assert vault.verify().is_whole
    check_database_bytes(read_backup(backup))
    stored = read_backup(backup)
    verify_backup(stored, open_backup(stored, recovery_code=recovery_code), tmp_path / "scratch")
    remove_database(tmp_path / "scratch")
    assert prints(tmp_path) == before


def test_a_wrong_secret_for_a_backup_changes_nothing(vault: Vault, tmp_path: Path) -> None:
    backup = make_backup(vault, tmp_path / "b").path
    vault.db.checkpoint()
    before = prints(tmp_path)
    with pytest.raises(WrongPassphrase):
        open_backup(read_backup(backup), passphrase=Secret("not this one"))
    assert prints(tmp_path) == before


QUIET = """
import sys
from pathlib import Path
from vault import open_vault
from vault.errors import DatabaseDamaged
from vault.database import open_connection
folder, code = Path(sys.argv[1]), sys.stdin.readline().strip()
with open_vault(folder, recovery_code=code) as vault:
    found = vault.db.read(lambda conn: conn.execute("PRAGMA cipher_memory_security").fetchone()[0])
    print(found)
raw = bytearray((folder / "vault.db").read_bytes())
raw[4096 * 3 + 50] ^= 1
(folder / "vault.db").write_bytes(raw)
(folder / "anchor").unlink()
try:
    open_vault(folder, recovery_code=code)
except DatabaseDamaged:
    print("damaged")
"""


def test_the_driver_says_nothing_on_its_own_and_memory_locking_is_not_claimed(
    vault_folder: Path, recovery_code: str
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", QUIET, str(vault_folder)], input=recovery_code + "\n", text=True,
        capture_output=True, cwd=PROJECT, env={**os.environ, "PYTHONPATH": str(PROJECT)}, check=True,
    )  # fmt: skip
    assert ran.stdout == "0\ndamaged\n"
    assert ran.stderr == ""


def test_an_export_is_where_its_report_says_also_through_a_link(vault: Vault, tmp_path: Path) -> None:
    vault.memories.add(Candidate("tree", "The oak by the gate", Layer.FACT, "oak", ()))
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    report = export_memories(vault, tmp_path / "link" / "memories.json")
    assert report.path == (tmp_path / "real" / "memories.json").resolve()
    assert "The oak by the gate" in report.path.read_text(encoding="utf-8")
    assert report.size_bytes == report.path.stat().st_size
