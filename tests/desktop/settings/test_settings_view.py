"""The other pages of the settings: what is chosen is applied at once and kept, secrets are cleared, receipts shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.language import Language
from desktop.memory.export_dialog import ExportDialog
from desktop.places import Places
from desktop.receipt_dialog import ReceiptDialog
from desktop.settings.passphrase_dialog import PassphraseDialog
from desktop.settings.security_page import RecoveryDialog
from desktop.settings.view import SettingsView
from desktop.theme import DARK, Theme
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from tests.fixtures import PASSPHRASE
from vault import FLOOR_COST, Secret, Vault, open_vault
from vault.errors import WrongPassphrase
from vault.receipts import ReceiptDraft

NEW = "seven quiet lanterns drifting"
BODY = '{"messages":[{"role":"user","content":"你好"}]}'.encode()


def choose(box: QComboBox, value: object) -> None:
    index = box.findData(value)
    assert index >= 0, f"no choice {value!r}"
    box.setCurrentIndex(index)
    box.activated.emit(index)


# appearance


def test_the_language_changes_every_visible_word_at_once(
    qtbot: QtBot, view: SettingsView, vault: Vault, places: Places, language: Language
) -> None:
    view.show_page(view.appearance)
    choose(child(view, QComboBox, "languageChoice"), "zh")
    qtbot.waitUntil(lambda: view.sections.item(3).text() == "外观")
    for page in view.pages():
        untranslated = [text for text in _texts(page) if text in ENGLISH]
        assert untranslated == []
    qtbot.waitUntil(lambda: vault.settings.text("language") == "zh")
    assert places.text("language") == "zh"
    choose(child(view, QComboBox, "languageChoice"), "en")
    qtbot.waitUntil(lambda: view.title.text() == "Settings")


ENGLISH = frozenset(
    {
        "Endpoints", "Memory", "Appearance", "Privacy", "Security", "Data", "About", "Settings", "Add…", "Edit…",
        "Remove", "&Theme", "Text &size", "&Language", "&Off", "Lock now", "Change the passphrase", "Export",
        "Everything that was sent", "Licences and notices",
    }
)  # fmt: skip


def _texts(page: QWidget) -> list[str]:
    labels = [label.text() for label in page.findChildren(QLabel)]
    return labels + [button.text() for button in page.findChildren(QAbstractButton)]


def test_the_theme_and_text_size_apply_at_once_and_are_kept(
    qtbot: QtBot, view: SettingsView, vault: Vault, places: Places, theme: Theme
) -> None:
    view.show_page(view.appearance)
    before = view.font().pointSizeF()
    choose(child(view, QComboBox, "themeChoice"), "dark")
    assert theme.colours is DARK
    choose(child(view, QComboBox, "textSize"), 150)
    assert view.font().pointSizeF() == pytest.approx(before * 1.5)
    qtbot.waitUntil(lambda: vault.settings.number("appearance.text_size") == 150)
    assert vault.settings.text("appearance.theme") == "dark"
    assert places.text("theme") == "dark"


# memory


def test_the_unasked_remark_is_switched_off_and_its_quiet_hours_are_kept(
    qtbot: QtBot, view: SettingsView, vault: Vault
) -> None:
    view.show_page(view.memory)
    page = view.memory
    start, end = page.quiet["remarks.quiet_from"], page.quiet["remarks.quiet_until"]
    qtbot.waitUntil(lambda: (start.value(), end.value()) == (22, 8))
    assert page.remarks.isChecked()
    end.setFocus()
    qtbot.keyClick(end, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: vault.settings.number("remarks.quiet_until") == 9)
    start.setValue(20)
    qtbot.waitUntil(lambda: vault.settings.number("remarks.quiet_from") == 20)
    qtbot.mouseClick(page.remarks, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: vault.settings.get("remarks.show") is False)
    assert not start.isEnabled()
    assert not end.isEnabled()


def test_the_memory_mode_is_kept(qtbot: QtBot, view: SettingsView, vault: Vault) -> None:
    view.show_page(view.memory)
    qtbot.waitUntil(view.memory.modes["ask"].isChecked)
    qtbot.mouseClick(view.memory.modes["auto"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: vault.settings.text("memory.mode") == "auto")
    qtbot.keyClick(view.memory.modes["auto"], Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: vault.settings.text("memory.mode") == "off")


# security


def change_passphrase(qtbot: QtBot, view: SettingsView, current: str, new: str, again: str) -> None:
    view.show_page(view.security)
    for name, text in (("currentPassphrase", current), ("newPassphrase", new), ("newPassphraseAgain", again)):
        child(view.security, QLineEdit, name).setText(text)
    click(qtbot, view.security, "changePassphrase")


def test_the_new_passphrase_opens_the_vault_and_the_old_one_no_longer(
    qtbot: QtBot, view: SettingsView, vault: Vault
) -> None:
    change_passphrase(qtbot, view, PASSPHRASE, NEW, NEW)
    qtbot.waitUntil(view.security.done.isVisible, timeout=20_000)
    for name in ("currentPassphrase", "newPassphrase", "newPassphraseAgain"):
        assert child(view.security, QLineEdit, name).text() == ""
    vault.close()
    with pytest.raises(WrongPassphrase):
        open_vault(vault.path, passphrase=Secret(PASSPHRASE))
    open_vault(vault.path, passphrase=Secret(NEW), wait=lambda _delay_s: None).close()


def test_a_wrong_current_passphrase_changes_nothing(qtbot: QtBot, view: SettingsView, vault: Vault) -> None:
    generation = vault.slots.header.generation
    change_passphrase(qtbot, view, "something else", NEW, NEW)
    qtbot.waitUntil(view.security.notice.isVisible, timeout=20_000)
    assert vault.slots.header.generation == generation
    assert not view.security.done.isVisible()


def test_two_different_new_passphrases_are_refused(qtbot: QtBot, view: SettingsView, vault: Vault) -> None:
    generation = vault.slots.header.generation
    change_passphrase(qtbot, view, PASSPHRASE, NEW, NEW + "x")
    assert "differ" in view.security.notice.text()
    assert vault.slots.header.generation == generation


def test_a_new_recovery_code_is_shown_once_until_its_last_group_is_typed(
    qtbot: QtBot, view: SettingsView, vault: Vault
) -> None:
    view.show_page(view.security)
    click(qtbot, view.security, "renewRecovery")
    asked = dialog(qtbot, view, PassphraseDialog)
    child(asked, QLineEdit, "provenPassphrase").setText(PASSPHRASE)
    with qtbot.waitSignal(asked.succeeded, timeout=20_000):
        qtbot.keyClick(child(asked, QLineEdit, "provenPassphrase"), Qt.Key.Key_Return)
    shown = dialog(qtbot, view, RecoveryDialog)
    code = shown.page.code.accessibleName()
    qtbot.keyClick(shown, Qt.Key.Key_Escape)
    assert shown.isVisible()
    typed = child(shown, QLineEdit, "recoveryConfirm")
    qtbot.keyClicks(typed, code.rsplit("-", 1)[-1])
    with qtbot.waitSignal(shown.accepted):
        qtbot.keyClick(typed, Qt.Key.Key_Return)
    vault.close()
    open_vault(vault.path, recovery_code=code).close()


def test_no_recovery_code_is_shown_for_a_wrong_passphrase(
    qtbot: QtBot, view: SettingsView, vault: Vault
) -> None:
    generation = vault.slots.header.generation
    view.show_page(view.security)
    click(qtbot, view.security, "renewRecovery")
    asked = dialog(qtbot, view, PassphraseDialog)
    field = child(asked, QLineEdit, "provenPassphrase")
    click(qtbot, asked, "provePassphrase")  # nothing typed: it stays
    assert asked.isVisible()
    qtbot.keyClicks(field, "something else")
    click(qtbot, asked, "provePassphrase")
    qtbot.waitUntil(asked.notice.isVisible, timeout=20_000)
    qtbot.waitUntil(asked.go.isEnabled)
    assert (field.text(), problems(asked)) == ("", [])
    assert asked.notice.height() >= asked.notice.heightForWidth(asked.notice.width()), "cut off"
    assert view.findChildren(RecoveryDialog) == []
    assert vault.slots.header.generation == generation
    with qtbot.waitSignal(asked.rejected):
        qtbot.keyClick(asked, Qt.Key.Key_Escape)


def test_what_opens_the_vault_is_listed(qtbot: QtBot, view: SettingsView, vault: Vault) -> None:
    vault.slots.add_passphrase(Secret(NEW), "spare", cost=FLOOR_COST)
    view.show_page(view.security)
    qtbot.waitUntil(lambda: view.security.slots.text().count("\n") == 2)
    assert "spare" in view.security.slots.text()
    assert "never used" in view.security.slots.text()


def test_locking_is_asked_for_and_the_idle_time_kept(qtbot: QtBot, view: SettingsView, vault: Vault) -> None:
    view.show_page(view.security)
    with qtbot.waitSignal(view.idle_minutes_changed) as told:
        choose(child(view, QComboBox, "idleMinutes"), 5)
    assert told.args == [5]
    qtbot.waitUntil(lambda: vault.settings.number("lock.idle_minutes") == 5)
    with qtbot.waitSignal(view.lock_wanted):
        click(qtbot, view, "lockNow")


# privacy, data, about


def send(vault: Vault, count: int) -> None:
    for _ in range(count):
        draft = ReceiptDraft("chat", "Home", "http://127.0.0.1:9/v1/chat/completions", "POST", BODY)
        vault.receipts.finish(vault.receipts.record(draft).id, "ok", status=200)


def test_receipts_are_listed_and_show_their_exact_bytes(
    qtbot: QtBot, view: SettingsView, vault: Vault
) -> None:
    view.show_page(view.privacy)
    assert view.privacy.empty.isVisible()
    send(vault, 2)
    view.privacy.refresh()
    qtbot.waitUntil(lambda: view.privacy.model.rowCount() == 2)
    row = [str(view.privacy.model.index(0, column).data()) for column in range(5)]
    assert row[1:] == ["Conversation", "Home", str(len(BODY)), "Answered"]
    click(qtbot, view, "openReceipt")
    shown = dialog(qtbot, view, ReceiptDialog)
    assert child(shown, QPlainTextEdit, "receiptBody").toPlainText() == BODY.decode()
    shown.reject()


def test_older_receipts_come_on_demand(
    qtbot: QtBot, view: SettingsView, vault: Vault, qtmodeltester: object
) -> None:
    send(vault, 105)
    view.show_page(view.privacy)
    qtbot.waitUntil(lambda: view.privacy.model.rowCount() == 100)
    click(qtbot, view, "olderReceipts")
    qtbot.waitUntil(lambda: view.privacy.model.rowCount() == 105)
    assert not child(view, QPushButton, "olderReceipts").isVisible()
    assert len({view.privacy.model.index(n, 0).data(view.privacy.model.IdRole) for n in range(105)}) == 105
    qtmodeltester.check(view.privacy.model)  # type: ignore[attr-defined]


def test_the_vaults_place_is_shown_and_the_export_opens(
    qtbot: QtBot, view: SettingsView, vault: Vault
) -> None:
    view.show_page(view.data)
    assert child(view, QLineEdit, "vaultPath").text() == str(vault.path)
    qtbot.waitUntil(lambda: "MB" in view.data.size_text.text())
    click(qtbot, view, "exportData")
    dialog(qtbot, view, ExportDialog).reject()


def test_about_shows_version_and_notices(view: SettingsView) -> None:
    view.show_page(view.about)
    assert any(character.isdigit() for character in view.about.version.text())
    assert "Apache License" in child(view, QPlainTextEdit, "noticeText").toPlainText()


def test_every_page_has_names_in_both_languages(qtbot: QtBot, view: SettingsView, language: Language) -> None:
    for name, title in (("en", "Settings"), ("zh", "设置")):
        language.use(name)
        qtbot.waitUntil(lambda title=title: view.title.text() == title)
        assert problems(view) == []


def test_the_sections_are_walked_by_key(qtbot: QtBot, view: SettingsView) -> None:
    view.sections.setFocus()
    for _ in range(4):
        qtbot.keyClick(view.sections, Qt.Key.Key_Down)
    assert view.stack.currentWidget() is view.privacy
