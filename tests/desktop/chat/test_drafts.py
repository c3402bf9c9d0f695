"""Drafts: text and files that are not sent yet stay with their conversation, also of one that is not begun."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.page import ChatPage
from tests.desktop.chat.test_attaching import attach
from tests.desktop.chat.test_page import WAIT_MS, say

TEXT = "The vote was 7 to 2."


@pytest.fixture
def minutes(tmp_path: Path) -> Path:
    path = tmp_path / "minutes.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def settle(qtbot: QtBot, page: ChatPage) -> None:
    """Wait until the vault has done what was asked of it."""
    done: list[None] = []
    page._bridge.run(lambda: None).succeeded.connect(done.append)
    qtbot.waitUntil(lambda: done == [None], timeout=WAIT_MS)


def names(page: ChatPage) -> list[str]:
    return [file.name for file in page.attaching.files]


def test_the_files_of_a_draft_come_back_with_their_conversation(
    qtbot: QtBot, page: ChatPage, session: Session, minutes: Path
) -> None:
    say(qtbot, page, "My name is Ann Lee")
    first = page.conversation_id
    attach(qtbot, page, minutes)
    page.start_new()
    settle(qtbot, page)
    assert names(page) == []
    page.open(first)
    qtbot.waitUntil(lambda: names(page) == ["minutes.md"], timeout=WAIT_MS)
    assert page.attaching.files[0].text == TEXT
    [_chip] = page.composer.attached.chips()
    page.composer.attached.remove_wanted.emit(0)
    page.start_new()
    page.open(first)
    qtbot.waitUntil(lambda: page.conversation_id == first, timeout=WAIT_MS)
    assert names(page) == []
    with pytest.raises(sqlite3.DatabaseError):  # and all of it is in the encrypted database alone
        sqlite3.connect(session.vault.path / "vault.db").execute("SELECT * FROM draft_files")


def test_what_is_written_before_the_first_message_comes_back(
    qtbot: QtBot, page: ChatPage, minutes: Path
) -> None:
    say(qtbot, page, "My name is Ann Lee")
    first = page.conversation_id
    page.start_new()
    settle(qtbot, page)
    qtbot.keyClicks(page.composer.edit, "half a thou")
    attach(qtbot, page, minutes)
    page.open(first)
    qtbot.waitUntil(lambda: page.conversation_id == first, timeout=WAIT_MS)
    assert (page.composer.edit.toPlainText(), names(page)) == ("", [])
    page.start_new()
    qtbot.waitUntil(lambda: page.composer.edit.toPlainText() == "half a thou", timeout=WAIT_MS)
    assert names(page) == ["minutes.md"]
    page.start_new()
    qtbot.keyClicks(page.composer.edit, "new words")  # before the draft is read
    settle(qtbot, page)
    assert page.composer.edit.toPlainText() == "new words"


def test_what_was_sent_is_no_draft_any_more(
    qtbot: QtBot, page: ChatPage, session: Session, minutes: Path
) -> None:
    say(qtbot, page, "My name is Ann Lee")
    first = page.conversation_id
    attach(qtbot, page, minutes)
    qtbot.keyClicks(page.composer.edit, "My dog is called Rex")
    page.composer.flush_draft()
    settle(qtbot, page)
    assert session.vault.conversations.draft(first) == "My dog is called Rex"
    assert session.vault.attachments.draft(first)
    say(qtbot, page, "My dog is called Rex")
    settle(qtbot, page)
    assert session.vault.conversations.draft(first) == ""
    assert session.vault.attachments.draft(first) == ()


def test_a_temporary_conversation_keeps_no_draft(
    qtbot: QtBot, page: ChatPage, session: Session, minutes: Path
) -> None:
    page.start_temporary()
    attach(qtbot, page, minutes)
    qtbot.keyClicks(page.composer.edit, "secret thoughts")
    page.start_new()
    settle(qtbot, page)
    rows = session.vault.db.read(
        lambda conn: [
            conn.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("drafts", "draft_files")
        ]
    )
    assert rows == [0, 0]
