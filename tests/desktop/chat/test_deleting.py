"""One message is deleted from its place in the conversation: asked once, reported, and the others stay."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.delete_dialog import DeleteMessage
from desktop.chat.page import ChatPage
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from vault.errors import NotFound
from vault.records import Role

WAIT_MS = 20_000


@pytest.fixture
def ids(qtbot: QtBot, page: ChatPage, session: Session) -> list[str]:
    """Three messages of a conversation that is shown."""
    store = session.vault.conversations
    chat = store.create("talk")
    turns = [store.add_turn(chat.id, Role.USER, text, zone="UTC") for text in ("first", "second", "third")]
    page.open(chat.id)
    qtbot.waitUntil(lambda: page.transcript.count() == 3, timeout=WAIT_MS)
    return [turn.id for turn in turns]


def ask(qtbot: QtBot, page: ChatPage, turn_id: str) -> DeleteMessage:
    message = page.transcript.message(turn_id)
    assert message is not None
    qtbot.waitUntil(message.delete.isVisible, timeout=WAIT_MS)
    click(qtbot, message, "deleteMessage")
    return dialog(qtbot, page, DeleteMessage)


def test_a_message_is_deleted_after_a_question_and_what_was_removed_is_said(
    qtbot: QtBot, page: ChatPage, session: Session, ids: list[str]
) -> None:
    form = ask(qtbot, page, ids[1])
    assert problems(form) == []
    assert "forget those in the memory view" in child(form, QLabel, "deletionText").text()
    page.composer.set_text("half written")
    with qtbot.waitSignal(form.deleted, timeout=WAIT_MS):
        click(qtbot, form, "deleteForGood")
    qtbot.waitUntil(lambda: "Messages deleted: 1" in child(form, QLabel, "deletionText").text())
    qtbot.waitUntil(lambda: page.transcript.message(ids[1]) is None, timeout=WAIT_MS)
    assert [page.transcript.message(one) is not None for one in ids] == [True, False, True]
    assert page.composer.edit.toPlainText() == "half written"
    with pytest.raises(NotFound):
        session.vault.conversations.turn(ids[1])
    qtbot.keyClick(form, Qt.Key.Key_Return)
    assert not form.isVisible()


def test_a_message_stays_where_the_question_is_answered_by_escape_or_return(
    qtbot: QtBot, page: ChatPage, session: Session, ids: list[str]
) -> None:
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        qtbot.keyClick(ask(qtbot, page, ids[0]), key)
    assert [turn.id for turn in session.vault.conversations.turns(page.conversation_id)] == ids


def test_the_only_message_leaves_an_empty_conversation(
    qtbot: QtBot, page: ChatPage, session: Session, ids: list[str]
) -> None:
    for number, turn_id in enumerate(reversed(ids)):
        form = ask(qtbot, page, turn_id)
        with qtbot.waitSignal(form.deleted, timeout=WAIT_MS):
            click(qtbot, form, "deleteForGood")
        qtbot.waitUntil(lambda left=2 - number: page.transcript.count() == left, timeout=WAIT_MS)
        qtbot.waitUntil(lambda shown=form: shown._job is None, timeout=WAIT_MS)
        form.reject()
    assert session.vault.conversations.turns(page.conversation_id) == []


def test_a_message_that_is_edited_and_deleted_is_edited_no_longer(
    qtbot: QtBot, page: ChatPage, ids: list[str]
) -> None:
    message = page.transcript.message(ids[2])
    assert message is not None
    click(qtbot, message, "editMessage")
    assert page._replaces == ids[2]
    form = ask(qtbot, page, ids[2])
    with qtbot.waitSignal(form.deleted, timeout=WAIT_MS):
        click(qtbot, form, "deleteForGood")
    qtbot.waitUntil(lambda: page.transcript.count() == 2, timeout=WAIT_MS)
    assert page._replaces == ""


def test_a_message_that_is_gone_already_is_said(
    qtbot: QtBot, page: ChatPage, session: Session, ids: list[str]
) -> None:
    form = ask(qtbot, page, ids[0])
    session.vault.memories.delete_turn(ids[0])
    click(qtbot, form, "deleteForGood")
    qtbot.waitUntil(form.notice.isVisible, timeout=WAIT_MS)
    qtbot.waitUntil(form.message.isEnabled, timeout=WAIT_MS)


def test_nothing_is_deleted_alone_from_a_temporary_conversation(
    qtbot: QtBot, page: ChatPage, session: Session
) -> None:
    page.start_temporary()
    with qtbot.waitSignal(page.reply_shown, timeout=WAIT_MS, check_params_cb=lambda detail, _: bool(detail)):
        page.send("What do I keep bees in?")
    qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
    buttons = page.transcript.findChildren(QToolButton, "deleteMessage")
    assert len(buttons) >= 2
    assert not any(button.isVisible() for button in buttons)
    assert session.vault.conversations.list() == []
