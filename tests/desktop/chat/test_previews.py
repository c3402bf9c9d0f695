"""The preview in the window: a request waits for its dialog, and what the dialog says is what a server gets."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.marks import CLEAR, REPLACED, Mark, Marker, places_of
from desktop.chat.page import ChatPage
from desktop.chat.preview_dialog import PreviewDialog
from desktop.theme import Theme
from tests.assistant.servers import HostileServer
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from vault.records import EndpointConfig

WAIT_MS = 15_000
TEXT = "Mail anna@example.com about the 😀 rent."


@pytest.fixture
def page(page: ChatPage, session: Session, server: HostileServer) -> ChatPage:
    config = EndpointConfig("far", "openai", server.origin, "m", "remote", options={"preview": "always"})
    session.vault.endpoints.put(config)
    page._on_endpoint_chosen("far")
    return page


@pytest.fixture
def shown(qtbot: QtBot, page: ChatPage) -> PreviewDialog:
    page.composer.edit.setPlainText(TEXT)
    qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.previews.dialog is not None, timeout=WAIT_MS)
    return dialog(qtbot, page, PreviewDialog)


def finish(qtbot: QtBot, page: ChatPage) -> str:
    """Wait for the end of the turn; gives the reply's text."""
    qtbot.waitUntil(lambda: not page.is_busy and page.transcript.count() == 2, timeout=WAIT_MS)
    return list(page.transcript._messages.values())[-1].text()


def sent_text(server: HostileServer) -> str:
    [request] = server.requests
    return request.body.decode("utf-8")


def test_the_request_waits_and_goes_as_it_was_shown(
    qtbot: QtBot, page: ChatPage, shown: PreviewDialog, server: HostileServer
) -> None:
    assert server.requests == []
    assert "anna@example.com" not in "".join(box.toPlainText() for box in shown.boxes)
    assert "anna@example.com" in shown.masks[0].text()
    click(qtbot, shown, "showBytes")
    bytes_shown = child(shown, QPlainTextEdit, "previewBytes").toPlainText()
    click(qtbot, shown, "sendRequest")
    assert finish(qtbot, page) == "Done."
    assert sent_text(server) == bytes_shown


def test_an_edit_and_an_unmasked_value_are_what_is_sent(
    qtbot: QtBot, page: ChatPage, shown: PreviewDialog, server: HostileServer
) -> None:
    last = shown.boxes[-1]
    last.setPlainText(last.toPlainText().replace("rent", "garden"))
    shown.masks[0].setChecked(False)
    click(qtbot, shown, "sendRequest")
    finish(qtbot, page)
    assert "Mail anna@example.com about the 😀 garden." in sent_text(server)


def test_a_tick_put_back_masks_again(shown: PreviewDialog) -> None:
    shown.masks[0].setChecked(False)
    shown.masks[0].setChecked(True)
    assert shown.messages() == shown._preview.messages


def test_a_line_is_left_out_at_once(qtbot: QtBot, shown: PreviewDialog) -> None:
    box = shown.boxes[-1]
    box.setPlainText("first\nsecond\nthird")
    cursor = box.textCursor()
    cursor.setPosition(8)
    box.setTextCursor(cursor)
    shown._last_box = box
    click(qtbot, shown, "strikeLine")
    assert box.toPlainText() == "first\nthird"


@pytest.mark.parametrize("way", ["button", "escape"])
def test_not_sending_keeps_the_message_and_says_so(
    qtbot: QtBot, page: ChatPage, shown: PreviewDialog, server: HostileServer, way: str
) -> None:
    if way == "button":
        qtbot.mouseClick(shown.cancel, Qt.MouseButton.LeftButton)
    else:
        qtbot.keyClick(shown, Qt.Key.Key_Escape)
    finish(qtbot, page)
    assert server.requests == []
    [question, reply] = page.transcript._messages.values()
    assert question.text() == TEXT
    assert any("You did not send this request" in label.text() for label in reply.findChildren(QLabel))


def test_leaving_the_conversation_takes_the_dialog_away_and_sends_nothing(
    qtbot: QtBot, page: ChatPage, shown: PreviewDialog, server: HostileServer
) -> None:
    assert shown.isVisible()
    page.start_new()
    assert page.previews.dialog is None
    assert server.requests == []


def test_nothing_in_it_lacks_a_name(shown: PreviewDialog) -> None:
    assert problems(shown) == []


def test_marks_stand_where_python_counts_them(theme: Theme) -> None:
    document = QTextDocument("😀 one\ntwo ‹person 1›")
    marker = Marker(document, theme)
    text = document.toPlainText()
    marker.set_marks(text, [*places_of(text, "‹person 1›", REPLACED), Mark(2, 5, CLEAR)])
    blocks = [document.findBlockByNumber(number) for number in (0, 1)]
    marked = [[(one.start, one.length) for one in block.layout().formats()] for block in blocks]
    assert marked == [[(3, 3)], [(4, 10)]]
    assert places_of(text, "", CLEAR) == []
