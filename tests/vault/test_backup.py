"""Backups: what is in the file, that it is whole before it gets its name, and that no failure costs an earlier one."""

from __future__ import annotations

import errno
import hashlib
import os
import random
import shutil
import stat
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures import SetClock, VaultTemplate
from vault import FLOOR_COST, Secret, Vault, inspect_vault
from vault.backup import make_backup, verify_backup
from vault.backup_format import StoredBackup, check_database_bytes, read_backup
from vault.backup_record import read_record
from vault.database import OperationalError, database_errors
from vault.errors import (
    BackupDamaged,
    BackupFailed,
    BackupRefused,
    DatabaseDamaged,
    DiskFailed,
    DiskFull,
    InUse,
    NewerFormat,
)
from vault.records import Role
from vault.restore import open_backup

MARKER = "planted 标记 in a turn"


def tell(vault: Vault, text: str = MARKER) -> None:
    conversation = vault.conversations.create("notes")
    vault.conversations.add_turn(conversation.id, Role.USER, text)


def opened_and_verified(made: Path, recovery_code: str, tmp_path: Path) -> StoredBackup:
    backup = read_backup(made)
    verify_backup(backup, open_backup(backup, recovery_code=recovery_code), tmp_path / "scratch")
    return backup


@pytest.fixture
def made(vault: Vault, tmp_path: Path) -> Path:
    tell(vault)
    return make_backup(vault, tmp_path / "b.keepsake-backup").path


def test_a_backup_is_one_private_file_that_shows_nothing(vault: Vault, made: Path, tmp_path: Path) -> None:
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.keepsake-backup", "vault"]
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    raw = made.read_bytes()
    assert MARKER.encode() not in raw
    assert b"SQLite format 3" not in raw
    assert vault.keys.key("database").reveal() not in raw


def test_a_backup_holds_what_is_still_in_the_log(
    vault: Vault, made: Path, tmp_path: Path, recovery_code: str
) -> None:
    assert (vault.path / "vault.db-wal").stat().st_size > 0
    backup = read_backup(made)
    verify_backup(backup, open_backup(backup, recovery_code=recovery_code), tmp_path / "scratch")
    assert (
        backup.manifest.rows > 3
    )  # the conversation, the turn and their audit rows, beside those of the opening


def test_the_report_the_record_and_the_audit_agree(vault: Vault, tmp_path: Path, clock: SetClock) -> None:
    tell(vault)
    head = vault.audit.entries(1)[0].sequence
    report = make_backup(vault, tmp_path)
    assert report.path == tmp_path / f"keepsake-{vault.vault_id[:8]}-20260302-090000Z.keepsake-backup"
    assert report.entries == head
    assert report.size_bytes == report.path.stat().st_size
    record = inspect_vault(vault.path).backups
    assert (record.path, record.verified_utc, record.failures) == (str(report.path), clock(), 0)
    entry = vault.audit.entries(1)[0]
    assert (entry.action, entry.reason) == ("backup.make", f"{head} {report.size_bytes}")


def test_a_second_backup_replaces_the_first_of_that_name_and_no_other_file(
    vault: Vault, made: Path, tmp_path: Path
) -> None:
    first = made.read_bytes()
    tell(vault, "later")
    make_backup(vault, made)
    assert made.read_bytes() != first
    (tmp_path / "letter").write_text("mine", encoding="ascii")
    with pytest.raises(BackupRefused):
        make_backup(vault, tmp_path / "letter")
    assert (tmp_path / "letter").read_text(encoding="ascii") == "mine"
    (tmp_path / "link").symlink_to(made)
    with pytest.raises(BackupRefused):
        make_backup(vault, tmp_path / "link")


@pytest.mark.parametrize("target", ["vault/b.keepsake-backup", "missing/b.keepsake-backup", "vault"])
def test_no_backup_goes_into_the_vault_or_a_folder_that_is_not_there(
    vault: Vault, tmp_path: Path, target: str
) -> None:
    before = sorted(entry.name for entry in vault.path.iterdir())
    with pytest.raises(BackupRefused):
        make_backup(vault, tmp_path / target)
    assert sorted(entry.name for entry in vault.path.iterdir()) == before


def test_the_slot_of_this_machine_alone_is_left_out_and_the_others_open_it(
    vault: Vault, tmp_path: Path, passphrase: Secret, recovery_code: str
) -> None:
    vault.slots.add_passphrase(Secret("second"), "other", cost=FLOOR_COST)
    backup = read_backup(make_backup(vault, tmp_path).path)
    assert {slot.kind for slot in backup.header.header.slots} == {"passphrase", "recovery"}
    keys = [open_backup(backup, passphrase=word) for word in (passphrase, Secret("second"))]
    assert keys[0] == keys[1] == open_backup(backup, recovery_code=recovery_code)


def test_every_backup_has_a_key_of_its_own(
    vault: Vault, made: Path, tmp_path: Path, recovery_code: str
) -> None:
    other = read_backup(make_backup(vault, tmp_path / "c").path)
    data_key = open_backup(other, recovery_code=recovery_code)
    keys = {backup.unlock(data_key).key("database").reveal() for backup in (read_backup(made), other)}
    assert len(keys) == 2
    assert vault.keys.key("database").reveal() not in keys


# damage


@pytest.mark.parametrize("share", [0.0, 0.001, 0.02, 0.2, 0.5, 0.999])
def test_a_flipped_byte_anywhere_is_found(
    made: Path, tmp_path: Path, recovery_code: str, share: float
) -> None:
    raw = bytearray(made.read_bytes())
    raw[int(len(raw) * share)] ^= 1
    made.write_bytes(raw)
    with pytest.raises(BackupDamaged):
        check_database_bytes(read_backup(made))
    with pytest.raises(BackupDamaged):
        opened_and_verified(made, recovery_code, tmp_path)


def test_the_beginning_is_covered_byte_by_byte(made: Path) -> None:
    beginning = read_backup(made).raw
    for place in range(0, len(beginning), 7):
        made.write_bytes(beginning[:place] + bytes([beginning[place] ^ 0x40]) + beginning[place + 1 :])
        with pytest.raises(BackupDamaged):
            read_backup(made)


@pytest.mark.parametrize("length", [0, 5, 17, 100, -1, -4096, -10_000])
def test_a_file_cut_short_is_found(made: Path, length: int) -> None:
    made.write_bytes(made.read_bytes()[:length])
    with pytest.raises(BackupDamaged):
        check_database_bytes(read_backup(made))


def test_a_later_format_is_told_from_damage(made: Path) -> None:
    beginning = read_backup(made).raw
    later = beginning[:8] + b"\x00\x02" + beginning[10:-32]
    made.write_bytes(later + hashlib.sha256(later).digest())
    with pytest.raises(NewerFormat):
        read_backup(made)


def test_a_damaged_vault_makes_no_backup_that_looks_whole(
    vault_template: VaultTemplate, vault: Vault, tmp_path: Path, clock: SetClock
) -> None:
    """The driver copies a page that fails its MAC, and all after it, as zeros and says nothing."""
    vault.db.write(lambda conn: conn.execute("CREATE TABLE big (b BLOB)").rowcount)
    vault.db.write(lambda conn: conn.execute("INSERT INTO big VALUES (randomblob(400000))").rowcount)
    vault.close()
    file = vault.path / "vault.db"
    opened = vault_template.open_copy(vault.path, clock)
    with file.open("r+b") as raw:
        raw.seek(file.stat().st_size - 20 * 4096 + 100)  # within the blob
        raw.write(b"damaged")
    try:
        with pytest.raises(DatabaseDamaged):
            make_backup(opened, tmp_path / "b")
        assert not (tmp_path / "b").exists()
        assert inspect_vault(vault.path).backups.failed_code == "database_damaged"
    finally:
        opened.close()


# failures of the target


def test_a_full_disk_leaves_the_earlier_backup(
    vault: Vault, made: Path, tmp_path: Path, full_disk: Callable[[str], None]
) -> None:
    before = made.read_bytes()
    full_disk(f".{made.name}.new")
    with pytest.raises(DiskFull):
        make_backup(vault, made)
    assert made.read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.keepsake-backup", "vault"]
    record = read_record(vault.path)
    assert (record.path, record.failures, record.failed_code) == (str(made), 1, "disk_full")
    assert vault.audit.entries(1)[0].action == "backup.fail"


def test_a_target_that_fails_is_told_as_that(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def failing(handle: int) -> None:
        if os.readlink(f"/proc/self/fd/{handle}").endswith("/.b.new"):
            raise OSError(errno.EIO, "no")
        real(handle)

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(BackupFailed):
        make_backup(vault, tmp_path / "b")
    assert [entry.name for entry in tmp_path.iterdir()] == ["vault"]


def test_what_was_written_wrongly_never_gets_the_name(
    vault: Vault, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row L103 of the reports: a corrupt archive was called a success."""
    before, real = made.read_bytes(), os.write
    lies = iter([True])  # once: what is written to be verified must not turn the bit back

    def lying(handle: int, data: bytes) -> int:
        if len(data) > 100_000 and next(lies, False):
            return real(handle, data[:-1] + bytes([data[-1] ^ 1]))
        return real(handle, data)

    monkeypatch.setattr(os, "write", lying)
    with pytest.raises(BackupFailed):
        make_backup(vault, made)
    assert made.read_bytes() == before


def test_the_memory_that_a_backup_takes_does_not_grow_with_the_vault(vault: Vault, tmp_path: Path) -> None:
    """Row L103 of the reports: out of memory at 80 %. Copying, writing and verifying pass the file in parts."""
    chat = vault.conversations.create("long")
    rng = random.Random(1)
    for _ in range(24):
        vault.conversations.add_turn(chat.id, Role.USER, rng.randbytes(500_000).hex())
    tracemalloc.start()
    try:
        report = make_backup(vault, tmp_path / "b")
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert report.size_bytes > 20 << 20
    assert peak_bytes < 8 << 20


@pytest.mark.parametrize("stage", ["copy", "write", "verify"])
def test_a_stopped_backup_leaves_nothing(vault: Vault, tmp_path: Path, stage: str) -> None:
    seen: list[str] = []
    report = make_backup(
        vault,
        tmp_path / "b",
        progress=lambda name, done, total: seen.append(name),
        cancelled=lambda: stage in seen,
    )
    assert report.was_cancelled
    assert [entry.name for entry in tmp_path.iterdir()] == ["vault"]
    assert read_record(vault.path).verified_us == 0


def test_leftovers_of_a_crash_do_not_stop_the_next(vault: Vault, tmp_path: Path) -> None:
    for ending in ("database", "database-wal", "new"):
        (tmp_path / f".b.{ending}").write_bytes(b"half")
    make_backup(vault, tmp_path / "b")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b", "vault"]


def test_the_vault_is_used_while_a_backup_is_made(vault: Vault, tmp_path: Path) -> None:
    vault.db.write(lambda conn: conn.execute("CREATE TABLE big (b BLOB)").rowcount)
    vault.db.write(lambda conn: conn.execute("INSERT INTO big VALUES (randomblob(3000000))").rowcount)
    copying, written = threading.Event(), threading.Event()

    def progress(stage: str, done: int, total: int) -> None:
        copying.set()
        if stage == "copy":
            assert written.wait(20)

    def write() -> None:
        assert copying.wait(20)
        tell(vault, "meanwhile")
        written.set()

    writer = threading.Thread(target=write)
    writer.start()
    report = make_backup(vault, tmp_path / "b", progress=progress)
    writer.join()
    assert vault.audit.entries(1)[0].sequence > report.entries  # written, and not in this backup
    assert vault.conversations.list()[0].title == "notes"


def test_a_copied_backup_file_is_as_good(made: Path, tmp_path: Path, recovery_code: str) -> None:
    copy = Path(shutil.copyfile(made, tmp_path / "elsewhere"))
    assert opened_and_verified(copy, recovery_code, tmp_path).path == copy


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("database or disk is full", DiskFull),
        ("disk I/O error", DiskFailed),
        ("unable to open database file", DiskFailed),
        ("database disk image is malformed", DatabaseDamaged),
        ("database is locked", InUse),
    ],
)
def test_an_error_of_a_copy_that_comes_without_its_code_is_known_by_its_words(
    message: str, kind: type[Exception]
) -> None:
    def fail() -> None:
        raise OperationalError(message)

    with pytest.raises(kind), database_errors():
        fail()
