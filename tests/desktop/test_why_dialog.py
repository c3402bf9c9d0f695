"""Why, in the window: for a memory with a question, and for a reply."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.why_dialog import WhyDialog
from desktop.words import Words
from tests.vault.telling import tell
from vault import Vault


@pytest.fixture
def session(vault: Vault) -> Iterator[Session]:
    vault.settings.set("memory.mode", "auto")
    with Session.over(vault, zone="UTC") as session:
        yield session


def walked(qtbot: QtBot, dialog: WhyDialog) -> str:
    qtbot.waitUntil(lambda: bool(dialog.told.toPlainText()))
    return dialog.told.toPlainText()


def test_a_memory_with_a_question_is_walked_on_return(
    qtbot: QtBot, words: Words, bridge: Bridge, session: Session
) -> None:
    memory = tell(session.vault, "The office printer is called Gustav", "note", "Gustav").memory
    assert memory is not None
    dialog = WhyDialog(words, bridge, session, memory=memory)
    qtbot.addWidget(dialog)
    dialog.open()
    assert dialog.told.toPlainText() == ""
    dialog.walk()  # without a question nothing is asked
    qtbot.keyClicks(dialog.question, "Which wine goes with fish?")
    qtbot.keyClick(dialog.question, Qt.Key.Key_Return)
    text = walked(qtbot, dialog)
    assert "It went no further than: recall." in text
    assert text.startswith("+ store")
    assert "Gustav" in dialog.intro.text()
    assert dialog.told.accessibleName()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_reply_is_walked_at_once(qtbot: QtBot, words: Words, bridge: Bridge, session: Session) -> None:
    asyncio.run(session.reply("The office printer is called Gustav.", "office"))
    reply = asyncio.run(session.reply("What is the office printer called?", "office"))
    dialog = WhyDialog(words, bridge, session, reply_id=reply.turn_id)
    qtbot.addWidget(dialog)
    dialog.open()
    assert not dialog.question.isVisible()
    assert "recall" in walked(qtbot, dialog)


def test_what_is_gone_is_said(qtbot: QtBot, words: Words, bridge: Bridge, session: Session) -> None:
    dialog = WhyDialog(words, bridge, session, reply_id="t_gone")
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: dialog.notice.isVisible())
