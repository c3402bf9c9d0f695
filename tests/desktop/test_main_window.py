"""The main window: navigation by keyboard, renaming and deleting conversations, following changes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.delete_dialog import DeleteConversation
from desktop.chat.dialogs import LinkDialog, RenameDialog
from desktop.language import Language
from desktop.main_window import MainWindow
from desktop.places import Places
from desktop.theme import Theme
from tests.desktop.accessibility import problems
from vault import Vault
from vault.records import Role

WAIT_MS = 15_000


@pytest.fixture
def session(vault: Vault) -> Iterator[Session]:
    session = Session.over(vault)
    yield session
    session.close()


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, bridge: Bridge, session: Session, language: Language, places: Places
) -> MainWindow:
    conversation = session.vault.conversations.create("First talk")
    session.vault.conversations.add_turn(conversation.id, Role.USER, "hello there", zone="UTC")
    window = MainWindow(theme, bridge, session, language=language, places=places)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: window.chats.model.rowCount() == 1, timeout=WAIT_MS)
    return window


def test_every_view_is_reached_by_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    for key, page in (
        (Qt.Key.Key_2, window.memory),
        (Qt.Key.Key_3, window.settings),
        (Qt.Key.Key_5, window.documents),
        (Qt.Key.Key_1, window._chat_area),
    ):
        qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        assert window.stack.currentWidget() is page


def test_the_list_of_conversations_is_read_in_pages_down_to_the_oldest(
    qtbot: QtBot, window: MainWindow, session: Session, qtmodeltester: ModelTester
) -> None:
    """Row L106 of the reports: a long history took long to start. None of it is out of reach either."""
    begun = datetime(2025, 1, 1, tzinfo=UTC)

    def write(_: object) -> None:
        for number in range(449):
            session.vault.conversations.create(f"Talk {number}", at=begun + timedelta(hours=number))

    session.vault.db.write(write)
    model, view = window.chats.model, window.chats.view
    window.refresh_chats()
    qtbot.waitUntil(lambda: model.rowCount() == 200, timeout=WAIT_MS)
    for shown in (400, 450):
        view.scrollToBottom()
        qtbot.waitUntil(lambda shown=shown: model.rowCount() == shown, timeout=WAIT_MS)
    assert not model.canFetchMore(QModelIndex())
    ids = [model.conversation(row).id for row in range(450)]
    assert len(set(ids)) == 450
    assert model.conversation(449).title == "Talk 0"
    # What changes meanwhile does not throw the reader back to the first page.
    with qtbot.waitSignal(model.dataChanged, timeout=WAIT_MS):
        window.refresh_chats()
    assert model.rowCount() == 450
    window.chats.search.setText("Talk 7")
    qtbot.waitUntil(lambda: model.rowCount() == 11, timeout=WAIT_MS)  # 7 and 70 to 79
    qtmodeltester.check(model)


def test_nothing_that_takes_the_focus_lacks_a_name(window: MainWindow) -> None:
    assert problems(window) == []


def test_a_conversation_is_opened_from_the_list_and_renamed(
    qtbot: QtBot, window: MainWindow, session: Session
) -> None:
    window.chats.view.setCurrentIndex(window.chats.model.index(0))
    qtbot.keyClick(window.chats.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.chat.transcript.count() == 1, timeout=WAIT_MS)
    window.chats.rename_wanted.emit(window.chat.conversation_id)
    dialog = window.findChild(RenameDialog)
    assert isinstance(dialog, RenameDialog)
    assert dialog.textValue() == "First talk"
    dialog.setTextValue("Second name")
    dialog.accept()
    qtbot.waitUntil(
        lambda: window.chats.model.index(0).data(Qt.ItemDataRole.DisplayRole) == "Second name",
        timeout=WAIT_MS,
    )


def test_deleting_asks_first_and_then_removes(qtbot: QtBot, window: MainWindow, session: Session) -> None:
    conversation = window.chats.model.conversation(0)
    assert conversation is not None
    window.chats.delete_wanted.emit(conversation.id)
    dialog = window.findChild(DeleteConversation)
    assert isinstance(dialog, DeleteConversation)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert session.vault.conversations.list() != []
    window.chats.delete_wanted.emit(conversation.id)
    dialog = window.findChildren(DeleteConversation)[-1]
    qtbot.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.vault.conversations.list() == [], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.chats.model.rowCount() == 0, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "Messages deleted: 1" in dialog.explanation.text(), timeout=WAIT_MS)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert not dialog.isVisible()


def test_what_another_command_writes_appears(qtbot: QtBot, window: MainWindow, session: Session) -> None:
    session.vault.conversations.create("From a command")
    qtbot.waitUntil(lambda: window.chats.model.rowCount() == 2, timeout=WAIT_MS)


def test_a_link_is_shown_before_it_is_opened(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "desktop.chat.dialogs.QDesktopServices.openUrl", lambda url: opened.append(url.toString())
    )
    window.chat.link_activated.emit("https://example.com/a")
    dialog = window.findChild(LinkDialog)
    assert isinstance(dialog, LinkDialog)
    assert "https://example.com/a" in dialog.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)  # the default is to cancel
    assert opened == []
    window.chat.link_activated.emit("https://example.com/b")
    button = next(
        button
        for button in window.findChildren(LinkDialog)[-1].buttons()
        if window.findChildren(LinkDialog)[-1].buttonRole(button) is QMessageBox.ButtonRole.AcceptRole
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert opened == ["https://example.com/b"]
