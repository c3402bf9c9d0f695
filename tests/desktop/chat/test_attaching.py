"""Files in the window: chosen, dropped, taken away, refused with words, sent, and open at the cited passage."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.attachment_dialog import AttachmentDialog
from desktop.chat.page import ChatPage
from desktop.chat.side_panel import SourceCard
from desktop.language import Language
from desktop.theme import Theme
from desktop.words import Words
from tests.assistant.servers import Received
from tests.assistant.tools.scripted import Scripted
from tests.desktop.accessibility import problems
from tests.desktop.chat.test_page import WAIT_MS, say
from tests.e2e.desk import server_in_a_thread
from vault.records import EndpointConfig

TEXT = "Bees 🐝 first.\n\n" + "Nothing much. " * 90 + "\n\nThe vote was 7 to 2."


@pytest.fixture
def minutes(tmp_path: Path) -> Path:
    path = tmp_path / "minutes.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def attach(qtbot: QtBot, page: ChatPage, *paths: Path) -> None:
    """Drop files on the field and wait for their chips."""
    before = len(page.composer.attached.chips())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    assert page.composer.edit.canInsertFromMimeData(data)
    page.composer.edit.insertFromMimeData(data)
    qtbot.waitUntil(lambda: len(page.composer.attached.chips()) == before + len(paths), timeout=WAIT_MS)


def test_a_file_is_sent_cited_and_open_at_its_passage(
    qtbot: QtBot, page: ChatPage, session: Session, minutes: Path
) -> None:
    script = Scripted(["The vote was 7 to 2 [2]."])

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        await script(request, writer)

    with server_in_a_thread(behave) as server:
        session.vault.endpoints.put(
            EndpointConfig("model", "openai", server.origin, "m", "local", is_default=True)
        )
        attach(qtbot, page, minutes)
        assert "minutes.md" in page.composer.attached.chips()[0].text()
        reply = say(qtbot, page, "What was the vote?")
        assert page.composer.attached.isHidden()
    assert "7 to 2" in json.dumps(script.requests[0].json)
    message = next(iter(page.transcript._messages.values()))
    qtbot.waitUntil(lambda: [chip.text() for chip in message.chips()] == ["minutes.md"], timeout=WAIT_MS)
    assert problems(message) == []
    source = next(source for source in page_sources(session, reply.turn_id) if source["mark"] == 2)
    page.open_attachment(source["id"])
    qtbot.waitUntil(lambda: bool(page.findChildren(AttachmentDialog)), timeout=WAIT_MS)
    [dialog] = page.findChildren(AttachmentDialog)
    assert dialog.text.textCursor().selectedText().replace("\u2029", "\n") == source["quote"]
    assert "7 to 2" in source["quote"]
    assert problems(dialog) == []
    dialog.reject()
    # Opened again, the message still has its file.
    page.open(page.conversation_id)
    qtbot.waitUntil(
        lambda: bool(page.transcript.message(message.turn_id)) and shown_files(page, message.turn_id) == 1,
        timeout=WAIT_MS,
    )


def page_sources(session: Session, reply_id: str) -> list[dict[str, object]]:
    detail = session.vault.conversations.reply(reply_id)
    assert detail is not None
    return list(detail["retrieved"])


def shown_files(page: ChatPage, turn_id: str) -> int:
    message = page.transcript.message(turn_id)
    return len(message.chips()) if message is not None else 0


def test_a_chip_is_taken_away_with_the_keyboard(qtbot: QtBot, page: ChatPage, minutes: Path) -> None:
    attach(qtbot, page, minutes, minutes)
    first, second = page.composer.attached.chips()
    assert "minutes (2).md" in second.text()
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Space)
    assert ["(2)" in chip.text() for chip in page.composer.attached.chips()] == [True]
    assert [file.name for file in page.attaching.files] == ["minutes (2).md"]
    assert problems(page.composer) == []
    page.start_new()
    assert page.composer.attached.isHidden()


def test_what_cannot_be_attached_is_said(qtbot: QtBot, page: ChatPage, tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(b"%PDF-1.7 rest")
    page.attaching.add([str(path)])
    qtbot.waitUntil(lambda: "PDF" in page.composer.status.text(), timeout=WAIT_MS)
    assert page.composer.attached.isHidden()


def test_the_button_and_its_shortcut_choose_files(qtbot: QtBot, page: ChatPage, language: Language) -> None:
    qtbot.mouseClick(page.composer.attach, Qt.MouseButton.LeftButton)
    [dialog] = page.findChildren(QFileDialog)
    assert dialog.fileMode() is QFileDialog.FileMode.ExistingFiles
    dialog.reject()
    assert page.composer.attach.shortcut().toString() == "Ctrl+Shift+A"
    language.use("zh")
    qtbot.waitUntil(lambda: page.composer.attach.toolTip().startswith("附上文本文件"))


def test_an_edited_message_has_its_files_and_the_draft_gets_its_own_back(
    qtbot: QtBot, page: ChatPage, session: Session, minutes: Path, tmp_path: Path
) -> None:
    attach(qtbot, page, minutes)
    say(qtbot, page, "What was the vote?")
    draft = tmp_path / "draft.txt"
    draft.write_text("of the draft", encoding="utf-8")
    attach(qtbot, page, draft)
    message = next(iter(page.transcript._messages.values()))
    page._on_edit_wanted(message.turn_id)
    qtbot.waitUntil(lambda: [file.name for file in page.attaching.files] == ["minutes.md"], timeout=WAIT_MS)
    page.composer.leave_edit()
    assert [file.name for file in page.attaching.files] == ["draft.txt"]
    page._on_edit_wanted(message.turn_id)
    qtbot.waitUntil(lambda: [file.name for file in page.attaching.files] == ["minutes.md"], timeout=WAIT_MS)
    say(qtbot, page, " Say it again.")
    assert [file.name for file in page.attaching.files] == ["draft.txt"]
    question = session.turns_of(page.conversation_id).turns(2)[0]
    assert [name for _, name in session.vault.attachments.names([question.id])[question.id]] == ["minutes.md"]


def test_a_long_name_of_a_file_does_not_widen_the_panel(qtbot: QtBot, theme: Theme, words: Words) -> None:
    source = {
        "kind": "passage", "id": "a_1:0:3", "mark": 1, "title": "x" * 200 + ".md", "text": "abc", "quote": "abc",
        "date": "2026-11-30", "why": ["attached"],
    }  # fmt: skip
    card = SourceCard(theme, words, source, is_cited=True)
    qtbot.addWidget(card)
    assert card.minimumSizeHint().width() < 250
