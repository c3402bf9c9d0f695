"""Row L98 of the reports: a full disk in the middle of writing wiped all chats. What the window does then.

The database refuses to grow by its own limit of pages, which is the same error as a disk without room; operations on a
disk that is really full are in tests/crash.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.page import ChatPage
from tests.assistant.servers import DONE, Received, event, head
from tests.crash.small_disk import small_disk
from tests.desktop.chat.test_page import WAIT_MS, say
from tests.e2e.desk import server_in_a_thread
from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.integrity import check_fully
from vault.records import EndpointConfig

_LONG = "The lease of the workshop ends in June. " * 200


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "mounted") as mounted:
        if mounted is None:
            pytest.skip("this system or user cannot mount a small disk")
        yield mounted


@pytest.fixture
def vault(disk: Path) -> Iterator[Vault]:
    made, _ = create_vault(disk / "v.keepsake", Secret("a passphrase of five words"), cost=FLOOR_COST)
    yield made
    made.close()


def fill(disk: Path) -> None:
    usage = os.statvfs(disk)
    (disk / "filler").write_bytes(b"\0" * (usage.f_bavail * usage.f_frsize))


def empty(disk: Path) -> None:
    (disk / "filler").unlink()


def last_words(page: ChatPage) -> str:
    return page.composer.status.text()


def test_a_message_that_a_full_disk_refuses_goes_back_and_the_window_says_so(
    qtbot: QtBot, page: ChatPage, session: Session, disk: Path
) -> None:
    say(qtbot, page, "My e-mail is ann@example.com")
    fill(disk)
    page.composer.set_text(_LONG)
    qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
    assert last_words(page) == (
        "The disk is full. Everything saved before is still there. Free some space and try again."
    )
    assert page.composer.edit.toPlainText() == _LONG
    assert next(iter(page.transcript._messages.values())).text() == "My e-mail is ann@example.com"
    assert page.transcript.count() == 2
    empty(disk)
    qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.transcript.count() == 4 and not page.is_busy, timeout=WAIT_MS)
    assert last_words(page) == ""
    kept = [turn.text for turn in session.vault.conversations.turns(page.conversation_id)]
    assert [kept[0], kept[2]] == ["My e-mail is ann@example.com", _LONG]
    # What the disk refused to index meanwhile is found without a new start.
    qtbot.waitUntil(lambda: session.recall.status().pending == 0, timeout=WAIT_MS)
    page.start_new()
    assert "June" in say(qtbot, page, "When does the lease of the workshop end?").text()


def test_a_draft_that_cannot_be_kept_is_told(qtbot: QtBot, page: ChatPage, disk: Path) -> None:
    say(qtbot, page, "My e-mail is ann@example.com")
    fill(disk)
    page.composer.edit.setPlainText(_LONG * 20)
    page.composer.flush_draft()
    qtbot.waitUntil(lambda: last_words(page).startswith("The disk is full."), timeout=WAIT_MS)
    assert page.composer.edit.toPlainText() == _LONG * 20
    empty(disk)


def test_a_disk_that_fills_while_a_reply_streams_costs_nothing_that_was_there(
    qtbot: QtBot, page: ChatPage, session: Session, disk: Path
) -> None:
    is_full = threading.Event()

    async def long(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head() + event("Here it begins. "))
        await writer.drain()
        await asyncio.to_thread(is_full.wait, WAIT_MS / 1000)
        for _part in range(40):
            writer.write(event("More of it, and more of it, and more of it. " * 40))
        writer.write(DONE)
        await writer.drain()

    say(qtbot, page, "My e-mail is ann@example.com")
    with server_in_a_thread(long) as server:
        session.vault.endpoints.put(EndpointConfig("model", "openai", server.origin, "m", "local"))
        page._on_endpoint_chosen("model")
        page.composer.edit.setPlainText("Tell me a story")
        qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: page.transcript.count() == 4, timeout=WAIT_MS)
        fill(disk)
        is_full.set()
        qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
    assert last_words(page).startswith("The disk is full.")
    shown = [message.text() for message in page.transcript._messages.values()]
    assert (shown[0], shown[2]) == ("My e-mail is ann@example.com", "Tell me a story")
    assert shown[3].startswith("Here it begins. More of it")
    empty(disk)
    kept = session.vault.conversations.turns(page.conversation_id)
    assert [turn.text for turn in kept][:3] == shown[:3]
    assert kept[3].text.startswith("Here it begins.")
    assert check_fully(session.vault.db).is_whole
