"""A vault that does not open is offered its last backup, in its own place; the damaged one is kept beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.application import SessionOpener
from desktop.bridge import Bridge
from desktop.language import Language
from desktop.places import Places
from desktop.restore_dialog import RestoreDialog
from desktop.theme import Theme
from desktop.unlock.window import UnlockWindow
from tests.desktop.finding import child, click, dialog
from tests.fixtures import PASSPHRASE
from vault import Vault, make_backup

WAIT_MS = 30_000


@pytest.fixture
def damaged(vault: Vault, tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    make_backup(vault, folder)
    vault.close()
    for name in ("header", "header.copy"):
        (vault.path / name).write_bytes(b"not a header")
    return vault.path


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, bridge: Bridge, places: Places, language: Language, damaged: Path
) -> Iterator[UnlockWindow]:
    places.remember_vault(damaged)
    window = UnlockWindow(theme, bridge, SessionOpener(), places, language)
    qtbot.addWidget(window)
    window.show()
    opened: list[Session] = []
    window.unlocked.connect(lambda session, _path: opened.append(session))
    yield window
    for session in opened:
        session.close()


def unlock(qtbot: QtBot, window: UnlockWindow) -> None:
    child(window, QLineEdit, "passphrase").setText(PASSPHRASE)
    click(qtbot, window, "unlockButton")


def test_a_damaged_vault_is_restored_from_its_last_backup_and_opens(
    qtbot: QtBot, window: UnlockWindow, damaged: Path
) -> None:
    assert not child(window, QPushButton, "restoreDamaged").isVisible()
    unlock(qtbot, window)
    qtbot.waitUntil(child(window, QPushButton, "restoreDamaged").isVisible, timeout=WAIT_MS)
    click(qtbot, window, "restoreDamaged")
    form = dialog(qtbot, window, RestoreDialog)
    assert child(form, QLineEdit, "restoreFile").text().endswith(".keepsake-backup")
    assert child(form, QLineEdit, "restoreFolder").text() == str(damaged)
    child(form, QLineEdit, "restoreSecret").setText(PASSPHRASE)
    with qtbot.waitSignal(form.restored, timeout=WAIT_MS) as restored:
        click(qtbot, form, "restoreButton")
    assert restored.args is not None
    assert (restored.args[0].kept / "header").read_bytes() == b"not a header"
    qtbot.waitUntil(form.cancel.isEnabled)
    form.reject()
    assert not child(window, QPushButton, "restoreDamaged").isVisible()
    with qtbot.waitSignal(window.unlocked, timeout=WAIT_MS):
        unlock(qtbot, window)
