"""A temporary conversation: it answers from the vault, nothing of it gets there, and it ends when it is left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.language import Language
from desktop.main_window import MainWindow
from desktop.places import Places
from desktop.theme import Theme
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click
from tests.vault.pages import plain_pages
from vault import Vault

WAIT_MS = 15_000
CANARY = "zanzibarquay"


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, bridge: Bridge, vault: Vault, language: Language, places: Places
) -> Iterator[MainWindow]:
    session = Session.over(vault)
    window = MainWindow(theme, bridge, session, language=language, places=places)
    qtbot.addWidget(window)
    window.show()
    yield window
    session.close()


def say(qtbot: QtBot, window: MainWindow, text: str) -> str:
    """Type a message, press Enter; the text of the finished reply."""
    page = window.chat
    page.composer.edit.setPlainText(text)
    with qtbot.waitSignal(page.reply_shown, timeout=WAIT_MS, check_params_cb=lambda detail, _c: bool(detail)):
        qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
    return list(page.transcript._messages.values())[-1].text()


def test_nothing_of_it_is_in_the_vault(qtbot: QtBot, window: MainWindow, vault: Vault) -> None:
    click(qtbot, window, "temporaryChat")
    assert window.chat.notice.isVisible()
    say(qtbot, window, f"My e-mail is ann@{CANARY}.com")
    window.chat.composer.edit.setPlainText(f"a draft about {CANARY}")
    window.chat.flush()
    qtbot.waitUntil(lambda: vault.conversations.draft("") == "")
    assert vault.conversations.list() == []
    assert vault.memories.list(None) == []
    click(qtbot, window, "newChat")
    folder = vault.path
    window._session.close()
    window._bridge.close()
    pages = plain_pages(vault)
    assert CANARY.encode() not in pages
    assert all(CANARY.encode() not in file.read_bytes() for file in folder.iterdir() if file.is_file())


def test_it_answers_from_the_vault_and_remembers_its_own_turns(qtbot: QtBot, window: MainWindow) -> None:
    say(qtbot, window, "My e-mail is ann@example.com")
    click(qtbot, window, "temporaryChat")
    assert "ann@example.com" in say(qtbot, window, "What is my e-mail?")
    assert window.chat.transcript.count() == 2
    assert len(window.panel.cards()) >= 1


def test_leaving_it_ends_it(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, window, "temporaryChat")
    toggle = child(window, QToolButton, "temporaryChat")
    assert toggle.isChecked()
    say(qtbot, window, "hello there")
    first = window.chat.conversation_id
    assert window._session.temporary_turns(first) is not None
    click(qtbot, window, "temporaryChat")
    assert not toggle.isChecked()
    assert not window.chat.notice.isVisible()
    assert window._session.temporary_turns(first) is None
    assert window.chat.transcript.count() == 0


def test_opening_another_conversation_ends_it(qtbot: QtBot, window: MainWindow) -> None:
    say(qtbot, window, "hello there")
    kept = window.chat.conversation_id
    click(qtbot, window, "temporaryChat")
    first = window.chat.conversation_id
    window.chats.opened.emit(kept)
    qtbot.waitUntil(lambda: window.chat.conversation_id == kept, timeout=WAIT_MS)
    assert window._session.temporary_turns(first) is None
    assert not child(window, QToolButton, "temporaryChat").isChecked()
    assert not window.chat.notice.isVisible()


def test_the_toggle_has_a_name_in_both_languages(
    qtbot: QtBot, window: MainWindow, language: Language
) -> None:
    click(qtbot, window, "temporaryChat")
    for name, text in (("en", "Temporary conversation"), ("zh", "临时对话")):
        language.use(name)
        toggle = child(window, QToolButton, "temporaryChat")
        qtbot.waitUntil(lambda toggle=toggle, text=text: toggle.accessibleName() == text)
        assert problems(window.chats) == []
