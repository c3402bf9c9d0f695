"""The settings view over an open vault of the test's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.language import Language
from desktop.places import Places
from desktop.settings.view import SettingsView
from desktop.theme import Theme
from desktop.words import Words
from vault import Vault


@pytest.fixture
def session(vault: Vault) -> Iterator[Session]:
    session = Session.over(vault)
    yield session
    session.close()


@pytest.fixture
def view(
    qtbot: QtBot,
    theme: Theme,
    words: Words,
    bridge: Bridge,
    session: Session,
    language: Language,
    places: Places,
) -> SettingsView:
    view = SettingsView(theme, words, bridge, session, language=language, places=places)
    qtbot.addWidget(view)
    view.resize(960, 760)
    view.show()
    qtbot.waitUntil(lambda: view.endpoints.model.rowCount() == 1)
    return view
