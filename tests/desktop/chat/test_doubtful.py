"""A reply that says what its sources do not: marked in its text, on its chips and in the panel, in both languages."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.page import ChatPage
from desktop.chat.side_panel import SidePanel
from desktop.chat.source_card import SourceCard
from desktop.language import Language
from desktop.theme import Theme
from desktop.words import Words
from tests.assistant.tools.scripted import Scripted
from tests.desktop.chat.test_page import WAIT_MS, say
from tests.e2e.desk import server_in_a_thread
from vault.records import EndpointConfig


def ground(chip: QPushButton) -> int:
    """The colour behind a chip's words, where no word is."""
    image: QImage = chip.grab().toImage()
    return image.pixel(image.width() // 2, 4)


@pytest.mark.parametrize("code", ["en", "zh"])
def test_what_the_source_does_not_bear_is_marked_everywhere(
    qtbot: QtBot, page: ChatPage, session: Session, theme: Theme, words: Words, language: Language, code: str
) -> None:
    language.use(code)
    panel = SidePanel(theme, words)
    qtbot.addWidget(panel)
    page.reply_shown.connect(panel.show_reply)
    panel.show()
    say(qtbot, page, "My dentist is Ann Berg in Bergen")
    page.start_new()
    script = Scripted(["Your dentist is Ann Berg [1].", "Your dentist moved to Oslo in May [1]."])
    with server_in_a_thread(script) as server:
        session.vault.endpoints.put(
            EndpointConfig("model", "openai", server.origin, "m", "local", is_default=True)
        )
        held = say(qtbot, page, "Who is my dentist?")
        [good] = held.chips()
        good_ground = ground(good)
        doubtful = say(qtbot, page, "Where is my dentist?")
    [chip] = doubtful.chips()
    assert (good.property("supported"), chip.property("supported")) == (True, False)
    assert ground(chip) != good_ground  # it looks otherwise, and says so
    doubt = {"en": "does not clearly support", "zh": "不足以支持"}[code]
    assert doubt in chip.accessibleName()
    assert doubt not in good.accessibleName()
    qtbot.waitUntil(lambda: bool(panel.sources.findChildren(SourceCard)), timeout=WAIT_MS)
    shown = [label.text() for label in panel.sources.findChildren(QLabel)]
    marked = {"en": "Does not clearly support: “", "zh": "不足以支持："}[code]
    assert [text for text in shown if text.startswith(marked)], shown
    assert any("moved to Oslo" in text for text in shown)


def test_what_was_made_up_once_is_no_fact_the_next_time(
    qtbot: QtBot, page: ChatPage, session: Session, theme: Theme, words: Words
) -> None:
    panel = SidePanel(theme, words)
    qtbot.addWidget(panel)
    page.reply_shown.connect(panel.show_reply)
    panel.show()
    made_up = "Your rent is 4321 euros a month."
    script = Scripted([made_up, f"{made_up[:-1]} [1].", f"{made_up[:-1]} [1]."])
    with server_in_a_thread(script) as server:
        session.vault.endpoints.put(
            EndpointConfig("model", "openai", server.origin, "m", "local", is_default=True)
        )
        say(qtbot, page, "How much is the rent of my flat?")
        page.start_new()
        again = say(qtbot, page, "How many euros is my rent a month?")
        assert again._reply is not None
        assert [(c.mark, c.supported) for c in again._reply.citations] == [(1, True)]
        assert again._reply.confidence == "low"
        detail = session.vault.conversations.reply(again.turn_id)
        assert detail is not None
        assert made_up.rstrip(".") in str(
            detail["findings"]
        )  # still a number that nobody but the model has said
        assert any("Earlier reply" in label.text() for label in panel.sources.findChildren(QLabel))
        page.start_new()
        asked = say(qtbot, page, "What did you tell me my rent is, in euros a month?")
    assert asked._reply is not None
    assert "own_reply" not in asked._reply.parts
