"""Tools in the window: a call is asked about, made or not, and shown in the transparency panel."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.page import ChatPage
from desktop.chat.side_panel import SidePanel
from desktop.chat.tool_confirmation import ToolConfirmation
from desktop.theme import Theme
from desktop.words import Words
from tests.assistant.servers import Received
from tests.assistant.tools.scripted import Answer, Scripted
from tests.desktop.chat.test_page import WAIT_MS
from tests.e2e.desk import server_in_a_thread
from vault.records import EndpointConfig


@pytest.mark.parametrize("allow", [True, False])
def test_a_call_is_asked_about_and_shown(
    qtbot: QtBot, theme: Theme, words: Words, bridge: Bridge, session: Session, allow: bool
) -> None:
    answers: list[Answer] = [[("update_task", {"goal": "Paint the fence"})], "So be it."]
    script = Scripted(answers)

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        await script(request, writer)

    with server_in_a_thread(behave) as server:
        session.vault.endpoints.put(
            EndpointConfig("model", "openai", server.origin, "m", "local", is_default=True)
        )
        page, panel = ChatPage(theme, words, bridge, session), SidePanel(theme, words)
        for widget in (page, panel):
            qtbot.addWidget(widget)
            widget.show()
        page.reply_shown.connect(panel.show_reply)
        page.start_new()
        page.composer.edit.setPlainText("Add a task: paint the fence")
        qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(page.findChildren(ToolConfirmation)), timeout=WAIT_MS)
        [dialog] = page.findChildren(ToolConfirmation)
        assert "update_task" in dialog.text()
        assert "Paint the fence" in dialog.informativeText()
        assert page.composer.status.text() == "Waiting for you to allow a tool…"
        if allow:
            qtbot.mouseClick(dialog.allow, Qt.MouseButton.LeftButton)
        else:
            qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: bool(panel.transparency.findChildren(QPlainTextEdit)), timeout=WAIT_MS)
        qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
    assert [task.goal for task in session.vault.tasks.list()] == (["Paint the fence"] if allow else [])
    sent = [view.toPlainText() for view in panel.transparency.findChildren(QPlainTextEdit)]
    assert any(text.startswith("update_task {") and "Paint the fence" in text for text in sent)
    assert all(sent)  # a call without words is no empty box
    shown = "\n".join(label.text() for label in panel.transparency.findChildren(QLabel))
    assert "update_task" in shown
    assert ("done" if allow else "not allowed") in shown
