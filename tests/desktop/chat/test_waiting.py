"""While an endpoint keeps the user waiting: what is said, what can still be done, and what is asked only once."""

from __future__ import annotations

import asyncio
import threading

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.page import ChatPage
from tests.assistant.servers import DONE, Received, answering, event, head, refusing
from tests.desktop.chat.test_page import WAIT_MS, say
from tests.e2e.desk import server_in_a_thread
from vault.records import EndpointConfig


def put(session: Session, origin: str, name: str = "model", *, is_default: bool = True) -> None:
    session.vault.endpoints.put(EndpointConfig(name, "openai", origin, "m", "local", is_default=is_default))


def test_a_full_server_is_waited_for_before_the_users_eyes_and_asked_twice(
    qtbot: QtBot, page: ChatPage, session: Session
) -> None:
    asked: list[Received] = []
    said: list[str] = []

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        asked.append(request)
        full = refusing("429 Too Many Requests", "slow down", "Retry-After: 2")
        await (full if len(asked) == 1 else answering(event("Done."), DONE))(request, writer)

    with server_in_a_thread(behave) as server:
        put(session, server.origin)
        page.composer.edit.setPlainText("Good morning, how are things?")
        qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)

        def look() -> bool:
            said.append(page.composer.status.text())
            return not page.is_busy and len(asked) == 2

        qtbot.waitUntil(look, timeout=WAIT_MS)
    seconds = [text.rsplit(" ", 2)[-2] for text in dict.fromkeys(said) if "asks to wait" in text]
    assert seconds == ["2", "1"]  # it counts down
    assert len(asked) == 2
    assert list(page.transcript._messages.values())[-1].text() == "Done."


@pytest.mark.timeout(60)
def test_what_a_model_learns_in_the_background_never_holds_the_button(
    qtbot: QtBot, page: ChatPage, session: Session
) -> None:
    let_go, background = threading.Event(), threading.Event()

    async def hang(_request: Received, writer: asyncio.StreamWriter) -> None:
        background.set()
        writer.write(head())
        await writer.drain()
        while not let_go.is_set():
            await asyncio.sleep(0.02)

    with server_in_a_thread(answering(event("Done."), DONE)) as server, server_in_a_thread(hang) as slow:
        put(session, server.origin)
        put(session, slow.origin, "slow", is_default=False)
        session.vault.endpoints.set_background("slow")
        session.vault.settings.set("extraction.model", True)
        say(qtbot, page, "Last week I moved my studio to the old harbour, next to the fish market")
        qtbot.waitUntil(background.is_set, timeout=WAIT_MS)
        assert page.composer.edit.isEnabled()
        second = say(qtbot, page, "And a third floor it is, with a view of the ferries")
        assert second.text() == "Done."
        assert not page.is_busy
        let_go.set()
