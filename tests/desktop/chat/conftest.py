"""The page of conversations over a vault of its own, and a model server that says one word."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.page import ChatPage
from desktop.theme import Theme
from desktop.words import Words
from tests.assistant.servers import DONE, HostileServer, answering, event
from tests.e2e.desk import server_in_a_thread
from vault import Vault


@pytest.fixture
def session(vault: Vault) -> Iterator[Session]:
    """By words only: what the encoder adds is tested where recall is."""
    vault.settings.set("extraction.model", False)  # the one request that a test counts is the message's
    session = Session.over(vault)
    yield session
    session.close()


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with server_in_a_thread(answering(event("Done."), DONE)) as server:
        yield server


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, words: Words, bridge: Bridge, session: Session) -> ChatPage:
    page = ChatPage(theme, words, bridge, session)
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.show()
    page.start_new()
    return page
