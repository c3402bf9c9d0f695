"""Versions of messages in the window: answer again, edit, and the way between them by mouse and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.message import MessageWidget
from desktop.chat.page import ChatPage
from tests.desktop.accessibility import problems
from tests.desktop.chat.test_page import WAIT_MS, say


@pytest.fixture(params=[False, True], ids=["kept", "temporary"])
def page(request: pytest.FixtureRequest, page: ChatPage) -> ChatPage:
    if request.param:
        page.start_temporary()
    return page


def messages(page: ChatPage) -> list[MessageWidget]:
    return list(page.transcript._messages.values())


def texts(page: ChatPage) -> list[str]:
    return [message.text() for message in messages(page)]


def wait(qtbot: QtBot, page: ChatPage, count: int, versions: str, place: int) -> MessageWidget:
    """The message at `place` once the page is at rest with so many messages and shows these versions there."""

    def is_there() -> bool:
        shown = messages(page)
        return not page.is_busy and len(shown) == count and shown[place].versions.text() == versions

    qtbot.waitUntil(is_there, timeout=WAIT_MS)
    return messages(page)[place]


def test_answer_again_keeps_the_first_reply_a_key_away(qtbot: QtBot, page: ChatPage) -> None:
    say(qtbot, page, "What is my shoe size?")
    say(qtbot, page, "And my hat size?")
    first = messages(page)[1]
    assert first.versions.isHidden()
    first_id = first.turn_id
    qtbot.mouseClick(first.change, Qt.MouseButton.LeftButton)
    second = wait(qtbot, page, 2, "2/2", 1)
    assert second.turn_id != first_id
    assert not second.versions.isHidden()
    second.versions.setFocus()
    qtbot.keyClick(second.versions, Qt.Key.Key_Left)
    shown = wait(qtbot, page, 4, "1/2", 1)
    assert shown.turn_id == first_id
    assert texts(page)[2] == "And my hat size?"
    assert not shown.versions.back.isEnabled()
    qtbot.mouseClick(shown.versions.forward, Qt.MouseButton.LeftButton)
    wait(qtbot, page, 2, "2/2", 1)
    assert problems(page) == []


def test_an_edited_message_is_another_version_and_the_draft_comes_back(qtbot: QtBot, page: ChatPage) -> None:
    say(qtbot, page, "What is my shoe size?")
    qtbot.keyClicks(page.composer.edit, "half a thou")
    question = messages(page)[0]
    qtbot.mouseClick(question.change, Qt.MouseButton.LeftButton)
    assert page.composer.edit.toPlainText() == "What is my shoe size?"
    assert not page.composer.editing.isHidden()
    qtbot.keyClick(page.composer.edit, Qt.Key.Key_Escape)
    assert page.composer.edit.toPlainText() == "half a thou"
    assert page.composer.editing.isHidden()
    qtbot.mouseClick(question.change, Qt.MouseButton.LeftButton)
    page.composer.edit.setPlainText("What is my hat size?")
    qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
    wait(qtbot, page, 2, "2/2", 0)
    assert texts(page)[0] == "What is my hat size?"
    assert page.composer.edit.toPlainText() == "half a thou"
    qtbot.mouseClick(messages(page)[0].versions.back, Qt.MouseButton.LeftButton)
    wait(qtbot, page, 2, "1/2", 0)
    assert texts(page)[0] == "What is my shoe size?"
    assert page.composer.edit.toPlainText() == "half a thou"


def test_a_kept_message_of_a_hidden_version_is_shown_when_it_is_opened(
    qtbot: QtBot, page: ChatPage, session: Session
) -> None:
    say(qtbot, page, "What is my shoe size?")
    if page.is_temporary:
        return
    first = messages(page)[1].turn_id
    qtbot.mouseClick(messages(page)[1].change, Qt.MouseButton.LeftButton)
    wait(qtbot, page, 2, "2/2", 1)
    page.open(page.conversation_id, first)
    assert wait(qtbot, page, 2, "1/2", 1).turn_id == first


def test_what_was_told_has_no_other_answer(qtbot: QtBot, page: ChatPage) -> None:
    if page.is_temporary:
        return
    reply = say(qtbot, page, "My name is Ann Lee")
    assert reply.change.isHidden()
