"""Backups in the settings: folder and numbers are kept, one is made and verified, a failure shows, one comes back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from desktop.language import Language
from desktop.places import Places
from desktop.restore_dialog import RestoreDialog
from desktop.settings.view import SettingsView
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from tests.fixtures import PASSPHRASE
from vault import Secret, Vault, inspect_vault, make_backup, open_vault, run_due_backup
from vault.errors import BackupRefused

WAIT_MS = 30_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


@pytest.fixture
def shown(qtbot: QtBot, view: SettingsView, folder: Path) -> SettingsView:
    view.show_page(view.data)
    qtbot.waitUntil(lambda: "MB" in view.data.size_text.text())
    view.data.backups.use_folder(str(folder))
    return view


def test_folder_and_numbers_are_shown_and_kept(qtbot: QtBot, shown: SettingsView, vault: Vault) -> None:
    counts = [child(shown, QSpinBox, f"backup.{name}") for name in ("daily", "weekly", "monthly")]
    assert [box.value() for box in counts] == [7, 4, 6]
    counts[0].setValue(3)
    qtbot.waitUntil(lambda: vault.settings.number("backup.daily") == 3)
    assert vault.settings.text("backup.folder") == child(shown, QLineEdit, "backupFolder").text()
    click(qtbot, shown, "stopBackups")
    qtbot.waitUntil(lambda: vault.settings.text("backup.folder") == "")
    assert not child(shown, QPushButton, "backUpNow").isEnabled()


def test_the_numbers_kept_are_wide_enough_to_be_read(qtbot: QtBot, shown: SettingsView) -> None:
    boxes = shown.data.findChildren(QSpinBox)
    assert len(boxes) == 3
    for box in boxes:
        line = box.lineEdit()
        qtbot.waitUntil(lambda line=line: line.width() >= line.fontMetrics().horizontalAdvance("365"))


def test_a_backup_made_now_is_verified_and_its_date_shown(
    qtbot: QtBot, shown: SettingsView, vault: Vault, folder: Path
) -> None:
    state = child(shown, QLabel, "backupState")
    assert "No backup" in state.text()
    with qtbot.waitSignal(shown.data.backup_made, timeout=WAIT_MS):
        click(qtbot, shown, "backUpNow")
    made = list(folder.iterdir())
    assert len(made) == 1
    qtbot.waitUntil(lambda: str(made[0]) in state.text(), timeout=WAIT_MS)
    assert "opened and checked" in state.text()
    assert not child(shown, QLabel, "backupFailure").isVisible()
    qtbot.waitUntil(lambda: not child(shown, QPushButton, "cancelBackup").isVisible())


def test_a_backup_is_cancelled_and_leaves_nothing(qtbot: QtBot, shown: SettingsView, folder: Path) -> None:
    click(qtbot, shown, "backUpNow")
    click(qtbot, shown, "cancelBackup")
    qtbot.waitUntil(child(shown, QPushButton, "backUpNow").isEnabled, timeout=WAIT_MS)
    assert list(folder.iterdir()) == []


def test_a_failure_is_said_and_stays_until_one_succeeds(
    qtbot: QtBot, shown: SettingsView, folder: Path
) -> None:
    folder.rename(folder.with_name("elsewhere"))
    with qtbot.waitSignal(shown.data.backup_failed, timeout=WAIT_MS):
        click(qtbot, shown, "backUpNow")
    assert "No backup can be put there." in shown.data.backups.notice.text()
    assert not folder.exists()
    folder.mkdir()
    qtbot.waitUntil(child(shown, QPushButton, "backUpNow").isEnabled, timeout=WAIT_MS)
    with qtbot.waitSignal(shown.data.backup_made, timeout=WAIT_MS):
        click(qtbot, shown, "backUpNow")
    assert not shown.data.backups.notice.isVisible()


def test_a_backup_that_does_not_verify_is_never_called_made(
    qtbot: QtBot, shown: SettingsView, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row L103 of the reports: "backup succeeded" over a corrupt archive. Here the disk turns one bit over."""
    real, lies = os.write, iter([True])
    made: list[object] = []

    def lying(handle: int, data: bytes) -> int:
        if len(data) > 100_000 and next(lies, False):
            return real(handle, data[:-1] + bytes([data[-1] ^ 1]))
        return real(handle, data)

    shown.data.backup_made.connect(made.append)
    monkeypatch.setattr(os, "write", lying)
    with qtbot.waitSignal(shown.data.backup_failed, timeout=WAIT_MS):
        click(qtbot, shown, "backUpNow")
    qtbot.waitUntil(child(shown, QPushButton, "backUpNow").isEnabled, timeout=WAIT_MS)
    assert shown.data.backups.notice.text()
    assert "opened and checked" not in child(shown, QLabel, "backupState").text()
    assert (made, list(folder.iterdir())) == ([], [])


def test_a_noted_failure_is_worded_by_its_code(
    qtbot: QtBot, shown: SettingsView, vault: Vault, folder: Path
) -> None:
    folder.rmdir()
    vault.settings.set("backup.folder", str(folder))
    with pytest.raises(BackupRefused):
        run_due_backup(vault)
    shown.data.refresh()
    failure = child(shown, QLabel, "backupFailure")
    qtbot.waitUntil(failure.isVisible)
    assert "No backup can be put there." in failure.text()
    assert "1" in failure.text()


def test_a_backup_is_restored_into_a_new_folder_and_offered_when_unlocking(
    qtbot: QtBot, shown: SettingsView, vault: Vault, folder: Path, places: Places
) -> None:
    backup = make_backup(vault, folder).path
    shown.data.refresh()
    qtbot.waitUntil(lambda: str(backup) in child(shown, QLabel, "backupState").text())
    click(qtbot, shown, "restoreBackup")
    form = dialog(qtbot, shown, RestoreDialog)
    assert child(form, QLineEdit, "restoreFile").text() == str(backup)
    target = Path(child(form, QLineEdit, "restoreFolder").text())
    secret = child(form, QLineEdit, "restoreSecret")
    qtbot.keyClicks(secret, "not this one")
    click(qtbot, form, "restoreButton")
    qtbot.waitUntil(form.notice.isVisible, timeout=WAIT_MS)
    assert not target.exists()
    qtbot.waitUntil(child(form, QPushButton, "restoreButton").isEnabled)
    secret.setText(PASSPHRASE)
    with qtbot.waitSignal(form.restored, timeout=WAIT_MS):
        qtbot.keyClick(secret, Qt.Key.Key_Return)
    assert secret.text() == ""
    assert str(target) in child(form, QLabel, "restoreResult").text()
    assert places.vaults() == [vault.path, target]
    assert inspect_vault(target).vault_id == vault.vault_id
    qtbot.waitUntil(form.cancel.isEnabled)
    assert not child(form, QPushButton, "restoreButton").isEnabled()
    open_vault(target, passphrase=Secret(PASSPHRASE)).close()


def test_a_backup_is_restored_with_the_recovery_code(
    qtbot: QtBot, shown: SettingsView, vault: Vault, folder: Path
) -> None:
    code = vault.slots.renew_recovery_code(Secret(PASSPHRASE))
    backup = make_backup(vault, folder).path
    click(qtbot, shown, "restoreBackup")
    form = dialog(qtbot, shown, RestoreDialog)
    click(qtbot, form, "restoreButton")
    assert "Choose a backup" in form.notice.text()
    child(form, QLineEdit, "restoreFile").setText(str(backup))
    box = child(form, QComboBox, "restoreKind")
    box.setCurrentIndex(box.findData("recovery"))
    child(form, QLineEdit, "restoreSecret").setText(code)
    with qtbot.waitSignal(form.restored, timeout=WAIT_MS):
        click(qtbot, form, "restoreButton")
    qtbot.waitUntil(form.cancel.hasFocus)
    qtbot.keyClick(form.cancel, Qt.Key.Key_Return)
    assert not form.isVisible()


def test_the_dialog_names_everything_in_both_languages(
    qtbot: QtBot, shown: SettingsView, language: Language
) -> None:
    click(qtbot, shown, "restoreBackup")
    form = dialog(qtbot, shown, RestoreDialog)
    for name, title in (("en", "Restore a backup"), ("zh", "恢复备份")):
        language.use(name)
        qtbot.waitUntil(lambda title=title: form.windowTitle() == title)
        assert problems(form) == []
        assert problems(shown.data) == []
