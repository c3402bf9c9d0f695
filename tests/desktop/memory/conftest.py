"""A vault with things said in it, a session over it, and the memory view on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from pytestqt.qtbot import QtBot

from assistant.extraction import extract
from assistant.session import Session
from desktop.bridge import Bridge
from desktop.memory.view import MemoryView
from desktop.theme import Theme
from desktop.words import Words
from vault import Vault
from vault.records import MemoryMode, Outcome, Role

ZONE = "Asia/Shanghai"
Tell = Callable[..., Sequence[Outcome]]


@pytest.fixture
def session(vault: Vault) -> Iterator[Session]:
    session = Session.over(vault, zone=ZONE)
    yield session
    session.close()


@pytest.fixture
def tell(vault: Vault) -> Tell:
    """Say a sentence in a conversation and hand what it declares to the vault, in mode ask unless told otherwise."""

    def tell(
        text: str, *, mode: MemoryMode = MemoryMode.ASK, title: str = "Lunch", scope: str = "universal"
    ) -> list[Outcome]:
        conversation = vault.conversations.create(title, scope=scope)
        turn = vault.conversations.add_turn(conversation.id, Role.USER, text, zone=ZONE)
        found = extract(turn, now=vault.clock(), scope=scope)
        assert found, f"the rules find nothing in {text!r}"
        return vault.memories.apply(found, mode=mode, actor="user")

    return tell


@pytest.fixture
def make_view(
    qtbot: QtBot, theme: Theme, words: Words, bridge: Bridge, session: Session
) -> Callable[[], MemoryView]:
    """Build the view over what is in the vault by then, shown and read."""

    def make() -> MemoryView:
        view = MemoryView(theme, words, bridge, session)
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        with qtbot.waitSignal(view.store.loaded):
            view.refresh()
        return view

    return make
