"""A backup that was opened with the program becomes a vault of its own, and is then the one to unlock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.application import Application
from desktop.places import Places
from desktop.restore_dialog import RestoreDialog
from tests.desktop.finding import child, click, dialog
from tests.fixtures import PASSPHRASE
from vault import Vault, make_backup

WAIT_MS = 30_000


@pytest.fixture
def backup(vault: Vault, tmp_path: Path) -> Path:
    folder = tmp_path / "备份"
    folder.mkdir()
    made = make_backup(vault, folder).path
    vault.close()
    return made


@pytest.fixture
def application(
    qtbot: QtBot, qapp: QApplication, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Application]:
    monkeypatch.setattr(Places, "default_vault", staticmethod(lambda: tmp_path / "my.keepsake"))
    font = qapp.font()
    application = Application(qapp, places, lambda: None)
    application.unlock.choose_vault(tmp_path / "none")
    yield application
    application._close()
    application.unlock.deleteLater()
    for watcher in (application.idle, application):
        qapp.removeEventFilter(watcher)
    application.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")
    qapp.setFont(font)


def restore(qtbot: QtBot, application: Application, backup: Path, folder: Path) -> None:
    form = dialog(qtbot, application.unlock, RestoreDialog)
    assert child(form, QLineEdit, "restoreFile").text() == str(backup)
    assert child(form, QLineEdit, "restoreFolder").text() == str(folder)
    child(form, QLineEdit, "restoreSecret").setText(PASSPHRASE)
    with qtbot.waitSignal(form.restored, timeout=WAIT_MS):
        click(qtbot, form, "restoreButton")
    qtbot.waitUntil(form.cancel.isEnabled)
    form.reject()


def test_a_backup_from_the_command_line_is_restored_and_opens(
    qtbot: QtBot, application: Application, backup: Path, tmp_path: Path
) -> None:
    application.start(None, backup)
    restore(qtbot, application, backup, tmp_path / "my.keepsake")
    unlock = application.unlock
    assert unlock.unlock_page.vaults.path() == tmp_path / "my.keepsake"
    opened: list[Session] = []
    unlock.unlocked.disconnect(application._on_unlocked)
    unlock.unlocked.connect(lambda session, _path: opened.append(session))
    child(unlock, QLineEdit, "passphrase").setText(PASSPHRASE)
    with qtbot.waitSignal(unlock.unlocked, timeout=WAIT_MS):
        click(qtbot, unlock, "unlockButton")
    opened[0].close()


def test_a_backup_that_the_finder_opens_gets_the_same_dialog(
    qtbot: QtBot, qapp: QApplication, application: Application, backup: Path, tmp_path: Path
) -> None:
    (tmp_path / "my.keepsake").mkdir()  # the name is taken, so the next is proposed
    application.start(None)
    qapp.installEventFilter(application)  # as the program does on macOS
    QApplication.sendEvent(qapp, QFileOpenEvent(str(backup)))
    form = dialog(qtbot, application.unlock, RestoreDialog)
    assert child(form, QLineEdit, "restoreFolder").text() == str(tmp_path / "my-2.keepsake")
    assert child(form, QPushButton, "restoreButton").isEnabled()
    form.reject()
