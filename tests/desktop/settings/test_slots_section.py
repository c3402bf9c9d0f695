"""What opens the vault, in the settings: listed, added after a passphrase, removed but never the last."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop.language import Language
from desktop.settings.slots_section import AddPassphraseDialog
from desktop.settings.view import SettingsView
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from tests.fixtures import PASSPHRASE
from vault import FLOOR_COST, Secret, Vault

WAIT_MS = 20_000
NEW = "another way in 第二"


@pytest.fixture
def security(qtbot: QtBot, view: SettingsView) -> SettingsView:
    view.resize(960, 1500)
    view.show_page(view.security)
    qtbot.waitUntil(lambda: view.security.slots.text() != "")
    return view


def fill(form: AddPassphraseDialog, current: str) -> None:
    for name, text in (("slotName", "Ana"), ("slotCurrent", current), ("slotNew", NEW), ("slotAgain", NEW)):
        child(form, QLineEdit, name).setText(text)


def test_a_passphrase_is_added_after_one_that_opens_the_vault(
    qtbot: QtBot, security: SettingsView, vault: Vault
) -> None:
    click(qtbot, security, "addPassphrase")
    form = dialog(qtbot, security, AddPassphraseDialog)
    assert problems(form) == []
    fill(form, "not the passphrase")
    qtbot.keyClick(child(form, QLineEdit, "slotAgain"), Qt.Key.Key_Return)
    qtbot.waitUntil(form.notice.isVisible, timeout=WAIT_MS)
    assert len(vault.slots.list()) == 2
    qtbot.waitUntil(form.add.isEnabled)
    fill(form, PASSPHRASE)
    with qtbot.waitSignal(form.added, timeout=WAIT_MS):
        qtbot.keyClick(child(form, QLineEdit, "slotAgain"), Qt.Key.Key_Return)
    assert vault.slots.opens(Secret(NEW))
    qtbot.waitUntil(lambda: "Ana" in security.security.slots.text())
    assert "never used" in security.security.slots.text()


def test_two_that_differ_are_not_added(qtbot: QtBot, security: SettingsView, vault: Vault) -> None:
    click(qtbot, security, "addPassphrase")
    form = dialog(qtbot, security, AddPassphraseDialog)
    fill(form, PASSPHRASE)
    child(form, QLineEdit, "slotAgain").setText("another")
    click(qtbot, form, "confirmAddPassphrase")
    assert "differ" in form.notice.text()
    assert len(vault.slots.list()) == 2


def test_a_way_in_is_removed_after_a_question_and_the_last_passphrase_cannot_be(
    qtbot: QtBot, security: SettingsView, vault: Vault
) -> None:
    section = security.security.slots
    first = next(slot for slot in vault.slots.list() if slot.kind == "passphrase")
    assert section.findChild(QPushButton, f"remove.{first.id}") is None
    added = vault.slots.add_passphrase(Secret(NEW), "Ana", cost=FLOOR_COST)
    security.security.refresh()
    qtbot.waitUntil(lambda: section.findChild(QPushButton, f"remove.{added.id}") is not None)
    assert section.findChild(QPushButton, f"remove.{first.id}") is not None  # not the last one now
    click(qtbot, section, f"remove.{added.id}")
    box = dialog(qtbot, section, QMessageBox)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert len(vault.slots.list()) == 3
    click(qtbot, section, f"remove.{added.id}")
    click(qtbot, dialog(qtbot, section, QMessageBox), "reallyRemoveSlot")
    qtbot.waitUntil(lambda: len(vault.slots.list()) == 2, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "Ana" not in section.text())
    assert section.findChild(QPushButton, f"remove.{first.id}") is None


def test_its_words_follow_the_language(qtbot: QtBot, security: SettingsView, language: Language) -> None:
    language.use("zh")
    qtbot.waitUntil(
        lambda: "从未使用" in security.security.slots.text() or "口令" in security.security.slots.text()
    )
    assert problems(security) == []
