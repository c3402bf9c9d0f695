"""The scheduled backup: made off the GUI thread where one is due, not twice a day, and a failure is heard."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.backup_clock import BackupClock
from desktop.bridge import Bridge
from tests.fixtures import SetClock
from vault import Vault, inspect_vault
from vault.backup_schedule import scheduled_backups


@pytest.fixture
def folder(tmp_path: Path, vault: Vault) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    vault.settings.set("backup.folder", str(folder))
    return folder


@pytest.fixture
def backups(bridge: Bridge, vault: Vault) -> BackupClock:
    return BackupClock(bridge, vault, bridge)


def finish(qtbot: QtBot, backups: BackupClock) -> None:
    qtbot.waitUntil(lambda: backups._job is None, timeout=20_000)


def test_a_due_backup_is_made_once_a_day(
    qtbot: QtBot, backups: BackupClock, folder: Path, vault: Vault, clock: SetClock
) -> None:
    with qtbot.waitSignal(backups.made, timeout=20_000):
        backups.look()
    finish(qtbot, backups)
    with qtbot.assertNotEmitted(backups.made):
        backups.look()
        finish(qtbot, backups)
    clock.advance(days=1)
    with qtbot.waitSignal(backups.made, timeout=20_000):
        backups.look()
    finish(qtbot, backups)
    assert len(scheduled_backups(folder, vault.vault_id)) == 2


def test_the_gui_thread_does_not_make_it(
    qtbot: QtBot, backups: BackupClock, folder: Path, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    for_backup = vault.slots.for_backup

    def seen() -> object:
        threads.append(threading.current_thread().name)
        return for_backup()

    monkeypatch.setattr(vault.slots, "for_backup", seen)
    with qtbot.waitSignal(backups.made, timeout=20_000):
        backups.look()
    assert len(threads) == 1
    assert threads[0].startswith("keepsake-slow")


def test_a_failure_is_heard_and_kept(qtbot: QtBot, backups: BackupClock, folder: Path, vault: Vault) -> None:
    folder.rmdir()
    with qtbot.waitSignal(backups.failed, timeout=20_000) as failed:
        backups.look()
    assert failed.args is not None
    assert failed.args[0].code == "backup_refused"
    record = inspect_vault(vault.path).backups
    assert (record.failures, record.failed_code) == (1, "backup_refused")


def test_without_a_folder_none_is_made(qtbot: QtBot, backups: BackupClock, vault: Vault) -> None:
    with qtbot.assertNotEmitted(backups.made), qtbot.assertNotEmitted(backups.failed):
        backups.look()
        finish(qtbot, backups)
    assert inspect_vault(vault.path).backups.verified_utc is None


def test_stopping_cancels_what_is_under_way_and_leaves_nothing(
    qtbot: QtBot, backups: BackupClock, folder: Path
) -> None:
    with qtbot.assertNotEmitted(backups.made):
        backups.look()
        backups.stop()
        finish(qtbot, backups)
    assert list(folder.iterdir()) == []
    assert not any(timer.isActive() for timer in backups.findChildren(QObject) if hasattr(timer, "isActive"))
