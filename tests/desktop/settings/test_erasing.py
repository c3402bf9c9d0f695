"""Erasing everything from the settings, and the keyring's slot: a typed word, a report, words for what fails."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop.language import Language
from desktop.settings.erase_dialog import EraseDialog
from desktop.settings.passphrase_dialog import PassphraseDialog
from desktop.settings.view import SettingsView
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from tests.fixtures import PASSPHRASE
from vault import Vault, make_backup, open_vault
from vault.errors import KeyringUnavailable
from vault.keyring_slot import REAL_BACKENDS, SystemKeyring
from vault.records import Role

WAIT_MS = 20_000


class MemoryKeyring:
    """A backend that keeps keys in memory and passes for a real one."""

    priority = 5.0

    def __init__(self) -> None:
        self.items: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.items.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.items[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.items[service, username]


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    kind = f"{MemoryKeyring.__module__}.{MemoryKeyring.__qualname__}"
    monkeypatch.setitem(REAL_BACKENDS, kind, "Secret Service")  # type: ignore[arg-type]
    return MemoryKeyring()


@pytest.fixture
def security(qtbot: QtBot, view: SettingsView) -> SettingsView:
    view.resize(960, 1400)
    view.show_page(view.security)
    qtbot.waitUntil(lambda: view.security.slots.text() != "")
    return view


def test_everything_is_erased_only_after_the_word_is_typed(
    qtbot: QtBot, security: SettingsView, vault: Vault
) -> None:
    conversation = vault.conversations.create("Talk")
    vault.conversations.add_turn(conversation.id, Role.USER, "a secret place", zone="UTC")
    click(qtbot, security, "eraseEverything")
    form = dialog(qtbot, security, EraseDialog)
    button, word = child(form, QPushButton, "confirmErase"), child(form, QLineEdit, "eraseWord")
    assert not button.isEnabled()
    qtbot.keyClicks(word, "eras")
    assert not button.isEnabled()
    with qtbot.waitSignal(form.rejected):
        qtbot.keyClick(word, Qt.Key.Key_Return)  # the default is to cancel
    assert vault.conversations.list() != []
    click(qtbot, security, "eraseEverything")
    form = dialog(qtbot, security, EraseDialog)
    qtbot.keyClicks(child(form, QLineEdit, "eraseWord"), "erase")
    with qtbot.waitSignal(security.security.erased, timeout=WAIT_MS):
        click(qtbot, form, "confirmErase")
    assert vault.conversations.list() == []
    assert "Conversations deleted: 1" in child(form, QLabel, "eraseText").text()
    assert not child(form, QPushButton, "confirmErase").isVisible()
    qtbot.waitUntil(lambda: form._job is None)


def test_the_word_is_that_of_the_windows_language(
    qtbot: QtBot, security: SettingsView, language: Language
) -> None:
    click(qtbot, security, "eraseEverything")
    form = dialog(qtbot, security, EraseDialog)
    assert problems(form) == []
    language.use("zh")
    qtbot.waitUntil(lambda: form.windowTitle() == "清除全部内容")
    word = child(form, QLineEdit, "eraseWord")
    word.setText("ERASE")
    assert not child(form, QPushButton, "confirmErase").isEnabled()
    word.setText("清除")
    assert child(form, QPushButton, "confirmErase").isEnabled()
    assert problems(form) == []


def test_the_last_backup_is_named_because_it_still_holds_everything(
    qtbot: QtBot, security: SettingsView, vault: Vault
) -> None:
    for number in range(4):  # the report is then longer than the question
        make_backup(vault, vault.path.parent / f"{number}.keepsake-backup")
    path = make_backup(vault, vault.path.parent / "own.keepsake-backup").path
    click(qtbot, security, "eraseEverything")
    form = dialog(qtbot, security, EraseDialog)
    assert str(path) in child(form, QLabel, "eraseText").text()
    vault.conversations.create("Talk")
    qtbot.keyClicks(child(form, QLineEdit, "eraseWord"), "erase")
    with qtbot.waitSignal(security.security.erased, timeout=WAIT_MS):
        click(qtbot, form, "confirmErase")
    qtbot.waitUntil(lambda: form._job is None)
    text = child(form, QLabel, "eraseText")
    assert text.text().count(str(path)) == 1
    assert text.height() >= text.heightForWidth(text.width()), "cut off"


def let_keyring(qtbot: QtBot, view: SettingsView, passphrase: str = PASSPHRASE) -> None:
    click(qtbot, view, "switchKeyring")
    asked = dialog(qtbot, view, PassphraseDialog)
    child(asked, QLineEdit, "provenPassphrase").setText(passphrase)
    click(qtbot, asked, "provePassphrase")


def test_the_keyring_opens_the_vault_until_it_is_taken_away(
    qtbot: QtBot, security: SettingsView, vault: Vault, keyring: MemoryKeyring
) -> None:
    section = security.security.keyring
    section.look_up = lambda: SystemKeyring([keyring])
    with qtbot.waitSignal(section.changed, timeout=WAIT_MS):
        let_keyring(qtbot, security)
    state = child(security, QLabel, "keyringState")
    qtbot.waitUntil(lambda: "Secret Service opens" in state.text())
    assert len(keyring.items) == 1
    qtbot.waitUntil(section.switch.isEnabled)
    with qtbot.waitSignal(section.changed, timeout=WAIT_MS):
        click(qtbot, security, "switchKeyring")
    qtbot.waitUntil(lambda: "Secret Service opens" not in state.text())
    assert keyring.items == {}
    assert {slot.kind for slot in vault.slots.list()} == {"passphrase", "recovery"}


def test_a_keyring_that_is_not_there_is_said_and_nothing_changes(
    qtbot: QtBot, security: SettingsView, vault: Vault
) -> None:
    def absent() -> SystemKeyring:
        raise KeyringUnavailable(reason="absent")

    section = security.security.keyring
    section.look_up = absent
    generation = vault.slots.header.generation
    let_keyring(qtbot, security, "something else")
    asked = dialog(qtbot, security, PassphraseDialog)
    qtbot.waitUntil(lambda: "passphrase" in asked.notice.text(), timeout=WAIT_MS)
    qtbot.waitUntil(asked.go.isEnabled)
    child(asked, QLineEdit, "provenPassphrase").setText(PASSPHRASE)
    click(qtbot, asked, "provePassphrase")
    qtbot.waitUntil(lambda: "keyring" in asked.notice.text(), timeout=WAIT_MS)
    assert vault.slots.header.generation == generation


def test_a_vault_with_a_keyring_slot_opens_with_it(
    qtbot: QtBot, security: SettingsView, vault: Vault, keyring: MemoryKeyring
) -> None:
    section = security.security.keyring
    section.look_up = lambda: SystemKeyring([keyring])
    with qtbot.waitSignal(section.changed, timeout=WAIT_MS):
        let_keyring(qtbot, security)
    vault.close()
    open_vault(vault.path, keyring=SystemKeyring([keyring])).close()
