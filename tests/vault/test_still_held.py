"""A report of a deletion names every backup, and every vault kept from before, that still holds what was deleted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from tests.vault.telling import tell
from vault import Vault, make_backup
from vault.backup_record import read_record, record_success
from vault.backup_schedule import scheduled_backup
from vault.codec import to_us
from vault.ids import new_id, time_of
from vault.records import Role


@pytest.fixture
def folder(tmp_path: Path, vault: Vault) -> Path:
    (tmp_path / "nightly").mkdir()
    vault.settings.set("backup.folder", str(tmp_path / "nightly"))
    return tmp_path / "nightly"


def remember(vault: Vault, clock: SetClock, text: str = "My desk is by the north window.") -> str:
    memory = tell(vault, text, "desk", text, day=f"{clock():%Y-%m-%d}").memory
    assert memory is not None
    return memory.id


def test_backups_made_since_are_named_and_those_from_before_are_not(
    vault: Vault, clock: SetClock, folder: Path, tmp_path: Path
) -> None:
    clock.advance(days=10)
    before = scheduled_backup(vault).path
    clock.advance(days=2)
    memory = remember(vault, clock)
    clock.advance(days=1)
    nightly = scheduled_backup(vault).path
    clock.advance(hours=1)
    (tmp_path / "stick").mkdir()
    by_hand = make_backup(vault, tmp_path / "stick" / "by hand.keepsake-backup").path
    report = vault.memories.forget([memory])
    assert report.backups == (str(by_hand), str(nightly))
    assert str(before) not in report.backups


def test_a_removed_backup_is_not_named_and_one_on_a_missing_disk_is(
    vault: Vault, clock: SetClock, tmp_path: Path
) -> None:
    memory = remember(vault, clock)
    clock.advance(days=20)
    (tmp_path / "stick").mkdir()
    removed = make_backup(vault, tmp_path / "removed.keepsake-backup").path
    away = make_backup(vault, tmp_path / "stick" / "away.keepsake-backup").path
    removed.unlink()
    shutil.rmtree(tmp_path / "stick")
    assert vault.memories.forget([memory]).backups == (str(away),)


def test_scheduled_ones_are_found_where_the_record_was_lost(
    vault: Vault, clock: SetClock, folder: Path
) -> None:
    memory = remember(vault, clock)
    clock.advance(days=20)
    path = scheduled_backup(vault).path
    (vault.path / "backups").unlink()
    assert vault.memories.forget([memory]).backups == (str(path),)


def test_a_record_of_the_first_version_names_its_last_one(
    vault: Vault, clock: SetClock, tmp_path: Path
) -> None:
    memory = remember(vault, clock)
    (tmp_path / "b").write_bytes(b"KEEPBKUP")
    at_us = to_us(clock.advance(days=20))
    body = f'{{"failed_code":"","failed_us":0,"failures":0,"path":"{tmp_path / "b"}","verified_us":{at_us}}}'
    (vault.path / "backups").write_text(body, encoding="utf-8")
    assert read_record(vault.path).failures == 0
    assert vault.memories.forget([memory]).backups == (str(tmp_path / "b"),)


def test_a_vault_kept_from_before_is_named(vault: Vault, clock: SetClock, vault_folder: Path) -> None:
    kept = vault_folder.with_name(f"{vault_folder.name}.before-20260302-090000")
    shutil.copytree(vault_folder, kept, ignore=shutil.ignore_patterns("lock"))
    chat = vault.conversations.create("talk")
    vault.conversations.add_turn(chat.id, Role.USER, "Tuesday")
    assert vault.memories.delete_conversation(chat.id, with_memories=True).backups == (str(kept),)


def test_the_list_of_backups_is_bounded(vault: Vault, tmp_path: Path) -> None:
    for number in range(320):
        record_success(vault.path, tmp_path / str(number), number)
    made = read_record(vault.path).made
    assert len(made) == 300
    assert str(tmp_path / "319") in made


def test_an_id_tells_its_time(clock: SetClock) -> None:
    assert time_of(new_id("m_", clock())) == to_us(clock())
    with pytest.raises(ValueError, match="identifier"):
        time_of("m_1")
