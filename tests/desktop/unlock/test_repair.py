"""A vault that does not open is offered what helps it, in its own place; what was damaged is kept beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.application import SessionOpener
from desktop.bridge import Bridge
from desktop.language import Language
from desktop.places import Places
from desktop.restore_dialog import RestoreDialog
from desktop.theme import Theme
from desktop.unlock.repair_dialog import RepairDialog
from desktop.unlock.window import UnlockWindow
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from tests.fixtures import PASSPHRASE
from vault import Secret, Vault, make_backup, open_vault
from vault.records import Role
from vault.salvage import PARTS

WAIT_MS = 30_000
Key = Qt.Key


@pytest.fixture
def closed(vault: Vault, tmp_path: Path) -> Path:
    """A vault with a backup and a turn that came after it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    chat = vault.conversations.create("talk")
    vault.conversations.add_turn(chat.id, Role.USER, "before the backup", zone="UTC")
    make_backup(vault, folder)
    for number in range(40):
        vault.conversations.add_turn(chat.id, Role.USER, f"after it {number} " + "word " * 300, zone="UTC")
    vault.close()
    return vault.path


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, bridge: Bridge, places: Places, language: Language, closed: Path
) -> Iterator[UnlockWindow]:
    places.remember_vault(closed)
    window = UnlockWindow(theme, bridge, SessionOpener(), places, language)
    qtbot.addWidget(window)
    window.show()
    opened: list[Session] = []
    window.unlocked.connect(lambda session, _path: opened.append(session))
    yield window
    for session in opened:
        session.close()


def lose_the_header(folder: Path) -> None:
    for name in ("header", "header.copy"):
        (folder / name).write_bytes(b"not a header")


def damage_a_page(folder: Path) -> None:
    """One of the last pages."""
    raw = bytearray((folder / "vault.db").read_bytes())
    raw[-6 * 4096 + 100] ^= 1
    (folder / "vault.db").write_bytes(raw)
    (folder / "anchor").unlink()  # as after a crash: the checks run before use


def unlock(qtbot: QtBot, window: UnlockWindow) -> None:
    child(window, QLineEdit, "passphrase").setText(PASSPHRASE)
    click(qtbot, window, "unlockButton")


def guided(qtbot: QtBot, window: UnlockWindow) -> RepairDialog:
    """The dialog that a damaged vault leads to."""
    assert not child(window, QPushButton, "restoreDamaged").isVisible()
    unlock(qtbot, window)
    qtbot.waitUntil(child(window, QPushButton, "restoreDamaged").isVisible, timeout=WAIT_MS)
    click(qtbot, window, "restoreDamaged")
    return dialog(qtbot, window, RepairDialog)


def texts(folder: Path) -> int:
    with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
        return len(vault.conversations.turns(vault.conversations.list()[0].id))


def test_a_lost_header_comes_from_the_backup_and_nothing_since_is_lost(
    qtbot: QtBot, window: UnlockWindow, closed: Path
) -> None:
    lose_the_header(closed)
    form = guided(qtbot, window)
    assert [step for step, button in form.choices.items() if button.isChecked()] == ["header_from_backup"]
    assert list(form.choices) == ["header_from_backup", "restore_backup", "find_backup"]
    qtbot.keyClicks(child(form, QLineEdit, "repairSecret"), "wrong")
    qtbot.keyClick(child(form, QLineEdit, "repairSecret"), Key.Key_Return)
    qtbot.waitUntil(form.notice.isVisible, timeout=WAIT_MS)
    assert "does not open" in form.notice.text()
    qtbot.waitUntil(child(form, QLineEdit, "repairSecret").isEnabled)
    child(form, QLineEdit, "repairSecret").setText(PASSPHRASE)
    with qtbot.waitSignal(form.repaired, timeout=WAIT_MS):
        qtbot.keyClick(child(form, QLineEdit, "repairSecret"), Key.Key_Return)
    qtbot.waitUntil(form.cancel.hasFocus)
    assert "header again" in child(form, QLabel, "repairResult").text()
    qtbot.keyClick(form.cancel, Key.Key_Return)
    assert not form.isVisible()
    assert not child(window, QPushButton, "restoreDamaged").isVisible()
    assert texts(closed) == 41


def test_a_damaged_page_costs_its_rows_alone_and_the_report_says_so(
    qtbot: QtBot, window: UnlockWindow, closed: Path
) -> None:
    damage_a_page(closed)
    form = guided(qtbot, window)
    assert "salvage" in form.choices
    click(qtbot, form, "repair.salvage")
    child(form, QLineEdit, "repairSecret").setText(PASSPHRASE)
    with qtbot.waitSignal(form.repaired, timeout=WAIT_MS):
        click(qtbot, form, "repairGo")
    said = child(form, QLabel, "repairResult").text()
    assert "Saved:" in said
    assert "Damaged places passed over in the " in said
    assert ".before-" in said
    assert form._parts().keys() == set(PARTS)
    qtbot.waitUntil(lambda: form.cancel.text() == "Close")
    form.reject()
    assert 30 <= texts(closed) <= 41


def test_the_words_lead_on_in_the_window_and_say_when_only_a_backup_helps(
    qtbot: QtBot, window: UnlockWindow, closed: Path
) -> None:
    raw = bytearray((closed / "vault.db").read_bytes())
    raw[100] ^= 1  # the first page, which says what is in it
    (closed / "vault.db").write_bytes(raw)
    form = guided(qtbot, window)
    assert "“Repair…” in the unlock window" in window.unlock_page.notice.text()
    assert "keepsake vault" not in window.unlock_page.notice.text()
    click(qtbot, form, "repair.salvage")
    child(form, QLineEdit, "repairSecret").setText(PASSPHRASE)
    click(qtbot, form, "repairGo")
    qtbot.waitUntil(form.notice.isVisible, timeout=WAIT_MS)
    assert "Restore a backup of this vault" in form.notice.text()
    qtbot.waitUntil(form.go.isEnabled)


def test_saving_can_be_stopped(qtbot: QtBot, window: UnlockWindow, closed: Path) -> None:
    damage_a_page(closed)
    form = guided(qtbot, window)
    click(qtbot, form, "repair.salvage")
    child(form, QLineEdit, "repairSecret").setText(PASSPHRASE)
    click(qtbot, form, "repairGo")
    qtbot.keyClick(form, Key.Key_Escape)
    qtbot.waitUntil(lambda: form._job is None, timeout=WAIT_MS)
    assert form.isVisible()
    assert "Nothing was changed" in form.notice.text()
    assert not [*closed.parent.glob("*.before-*")]


def test_the_last_backup_takes_its_place(qtbot: QtBot, window: UnlockWindow, closed: Path) -> None:
    lose_the_header(closed)
    asked = guided(qtbot, window)
    first = child(asked, QRadioButton, "repair.header_from_backup")
    qtbot.waitUntil(first.hasFocus)
    qtbot.keyClick(first, Key.Key_Down)  # the next choice
    assert not child(asked, QLineEdit, "repairSecret").isEnabled()  # it is asked for in the next dialog
    qtbot.keyClick(asked, Key.Key_Return)
    form = dialog(qtbot, window, RestoreDialog)
    assert child(form, QLineEdit, "restoreFile").text().endswith(".keepsake-backup")
    assert child(form, QLineEdit, "restoreFolder").text() == str(closed)
    child(form, QLineEdit, "restoreSecret").setText(PASSPHRASE)
    with qtbot.waitSignal(form.restored, timeout=WAIT_MS) as restored:
        click(qtbot, form, "restoreButton")
    assert restored.args is not None
    assert (restored.args[0].kept / "header").read_bytes() == b"not a header"
    qtbot.waitUntil(lambda: form._job is None)
    form.reject()
    assert not child(window, QPushButton, "restoreDamaged").isVisible()
    with qtbot.waitSignal(window.unlocked, timeout=WAIT_MS):
        unlock(qtbot, window)


def test_a_restore_can_be_stopped(qtbot: QtBot, window: UnlockWindow, closed: Path) -> None:
    lose_the_header(closed)
    asked = guided(qtbot, window)
    click(qtbot, asked, "repair.restore_backup")
    click(qtbot, asked, "repairGo")
    form = dialog(qtbot, window, RestoreDialog)
    child(form, QLineEdit, "restoreSecret").setText(PASSPHRASE)
    click(qtbot, form, "restoreButton")
    assert form.cancel.isEnabled()
    qtbot.keyClick(form, Key.Key_Escape)
    qtbot.waitUntil(lambda: form._job is None, timeout=WAIT_MS)
    assert form.isVisible()
    assert "Nothing was changed" in form.notice.text()
    assert not [*closed.parent.glob("*.before-*")]
    assert (closed / "header").read_bytes() == b"not a header"


@pytest.mark.parametrize("code", ["en", "zh"])
def test_its_words_are_whole_and_reachable_in_both_languages(
    qtbot: QtBot, window: UnlockWindow, closed: Path, language: Language, code: str
) -> None:
    lose_the_header(closed)
    form = guided(qtbot, window)
    language.use(code)
    qtbot.waitUntil(lambda: form.windowTitle() == {"en": "Repair the vault", "zh": "修复保险库"}[code])
    assert problems(form) == []
    assert (
        child(form, QComboBox, "repairKind").itemText(1) == {"en": "the recovery code", "zh": "恢复码"}[code]
    )
