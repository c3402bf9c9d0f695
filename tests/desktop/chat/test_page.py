"""The conversation page with a real session: sending, citations, proposals, drafts, older messages, languages."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.message import MessageWidget
from desktop.chat.page import ChatPage
from desktop.chat.side_panel import SidePanel
from desktop.chat.transcript import MAX_SHOWN, PAGE
from desktop.language import Language
from desktop.theme import SPACE, Theme
from desktop.words import Words
from tests.assistant.servers import Received, event, head
from tests.e2e.desk import server_in_a_thread
from vault.records import EndpointConfig, Role, State

WAIT_MS = 15_000


def say(qtbot: QtBot, page: ChatPage, text: str) -> MessageWidget:
    """Type a message, press Enter, wait for the reply; returns the reply's widget."""
    page.composer.edit.setFocus()
    qtbot.keyClicks(page.composer.edit, text)
    with qtbot.waitSignal(page.reply_shown, timeout=WAIT_MS, check_params_cb=lambda detail, _c: bool(detail)):
        qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
    return list(page.transcript._messages.values())[-1]


def test_a_fact_from_one_conversation_answers_in_another_with_its_source(
    qtbot: QtBot, page: ChatPage
) -> None:
    say(qtbot, page, "My e-mail is ann@example.com")
    first = page.conversation_id
    page.start_new()
    reply = say(qtbot, page, "What is my e-mail?")
    assert page.conversation_id != first
    assert "ann@example.com" in reply.text()
    assert len(reply.chips()) >= 1
    assert "ann@example.com" in reply.chips()[0].accessibleName()


def test_a_chip_chooses_its_mark_for_the_panel(
    qtbot: QtBot, page: ChatPage, theme: Theme, words: Words
) -> None:
    panel = SidePanel(theme, words)
    qtbot.addWidget(panel)
    page.reply_shown.connect(panel.show_reply)
    page.citation_chosen.connect(panel.wait_for_mark)
    panel.show()
    say(qtbot, page, "My e-mail is ann@example.com")
    page.start_new()
    reply = say(qtbot, page, "What is my e-mail?")
    with qtbot.waitSignal(page.reply_shown, timeout=WAIT_MS):
        qtbot.mouseClick(reply.chips()[0], Qt.MouseButton.LeftButton)
    card = next(card for card in panel.cards() if card.mark == 1)
    with qtbot.waitSignal(panel.open_wanted) as opened:
        qtbot.mouseClick(card.open, Qt.MouseButton.LeftButton)
    assert opened.args[0] in ("memory", "turn")


def test_the_panel_stands_in_one_line_and_words_its_numbers_in_both_languages(
    qtbot: QtBot, page: ChatPage, theme: Theme, words: Words, language: Language
) -> None:
    panel = SidePanel(theme, words)
    qtbot.addWidget(panel)
    page.reply_shown.connect(panel.show_reply)
    panel.resize(340, 600)
    panel.show()
    say(qtbot, page, "My e-mail is ann@example.com")
    page.start_new()
    reply = say(qtbot, page, "What is my e-mail?")
    badge = next(label for label in panel.sources.findChildren(QLabel) if label.property("role") == "high")
    assert badge.toolTip() == reply._badge.toolTip()
    assert "Freshness: 1.00" in badge.toolTip().splitlines()
    link_padding_px = 4
    qtbot.waitUntil(
        lambda: (
            badge.mapTo(panel, QPoint(0, 0)).x()
            == panel.why.mapTo(panel, QPoint(link_padding_px, 0)).x()
            == SPACE + SPACE // 2
        )
    )
    language.use("zh")
    qtbot.waitUntil(lambda: "新近程度：1.00" in reply._badge.toolTip().splitlines())
    assert not any(character.isascii() and character.isalpha() for character in reply._badge.toolTip())
    language.use("en")


def test_a_proposal_is_kept_or_refused_below_the_reply(
    qtbot: QtBot, page: ChatPage, session: Session
) -> None:
    reply = say(qtbot, page, "My name is Ann Lee")
    keep = reply.findChild(QPushButton, "keepProposal")
    assert isinstance(keep, QPushButton)
    assert session.vault.memories.list(state=State.ACTIVE) == []
    with qtbot.waitSignal(page.memories_changed, timeout=WAIT_MS):
        qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
    kept = session.vault.memories.list(state=State.ACTIVE)
    assert [memory.attribute for memory in kept] == ["name"]
    assert keep.isHidden()


def test_what_only_tells_something_has_no_badge_and_its_proposals_are_listed_once(
    qtbot: QtBot, page: ChatPage
) -> None:
    told = say(qtbot, page, "My name is Ann Lee")
    assert told._badge.isHidden()
    assert "Ann Lee" not in told._state.text()
    asked = say(qtbot, page, "What is my name?")
    assert not asked._badge.isHidden()
    told_id = told.turn_id
    page.open(page.conversation_id)
    qtbot.waitUntil(
        lambda: (again := page.transcript.message(told_id)) is not None and again is not told, timeout=WAIT_MS
    )
    again = page.transcript.message(told_id)
    assert again is not None
    qtbot.waitUntil(lambda: again._reply is not None, timeout=WAIT_MS)
    assert again._badge.isHidden()
    assert "Ann Lee" not in again._state.text()


def test_a_draft_survives_leaving_the_conversation(qtbot: QtBot, page: ChatPage) -> None:
    say(qtbot, page, "My name is Ann Lee")
    first = page.conversation_id
    qtbot.keyClicks(page.composer.edit, "half a thou")
    page.start_new()
    assert page.composer.edit.toPlainText() == ""
    page.open(first)
    qtbot.waitUntil(lambda: page.composer.edit.toPlainText() == "half a thou", timeout=WAIT_MS)


def test_a_conversation_that_is_still_read_does_not_replace_a_new_one(qtbot: QtBot, page: ChatPage) -> None:
    say(qtbot, page, "My name is Ann Lee")
    page.open(page.conversation_id)
    page.start_new()
    settled = []
    page._bridge.run(lambda: None).succeeded.connect(
        settled.append
    )  # answered after what was asked before it
    qtbot.waitUntil(lambda: settled == [None], timeout=WAIT_MS)
    assert page.conversation_id == ""


def test_shift_enter_starts_a_line_and_enter_in_a_composition_never_sends(
    qtbot: QtBot, page: ChatPage
) -> None:
    edit = page.composer.edit
    edit.setFocus()
    qtbot.keyClicks(edit, "one")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert edit.toPlainText() == "one\n"
    QApplication.sendEvent(edit, QInputMethodEvent("ni hao", []))
    with qtbot.assertNotEmitted(page.composer.send_wanted, wait=50):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    commit = QInputMethodEvent("", [])
    commit.setCommitString("你好")
    QApplication.sendEvent(edit, commit)
    assert edit.toPlainText() == "one\n你好"
    with qtbot.waitSignal(page.composer.send_wanted):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)


def test_older_messages_are_fetched_at_the_top_and_the_place_is_kept(
    qtbot: QtBot, page: ChatPage, session: Session
) -> None:
    conversation = session.vault.conversations.create("long")
    for number in range(PAGE * 2 + 10):
        role = Role.USER if number % 2 == 0 else Role.ASSISTANT
        session.vault.conversations.add_turn(conversation.id, role, f"message {number}", zone="UTC")
    page.open(conversation.id)
    qtbot.waitUntil(lambda: page.transcript.count() == PAGE, timeout=WAIT_MS)
    bar = page.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    bar.setValue(0)
    qtbot.waitUntil(lambda: page.transcript.count() == PAGE * 2, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: bar.value() > 0)
    first = next(iter(page.transcript._messages.values()))
    assert first.text() == "message 10"
    assert page.transcript.count() <= MAX_SHOWN


def test_words_of_a_reply_follow_the_language(qtbot: QtBot, page: ChatPage, language, theme: Theme) -> None:  # type: ignore[no-untyped-def]
    say(qtbot, page, "My e-mail is ann@example.com")
    page.start_new()
    reply = say(qtbot, page, "What is my e-mail?")
    english = reply._badge.text()
    language.use("zh")
    QApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)
    qtbot.waitUntil(lambda: reply._badge.text() != english)
    assert "置信" in reply._badge.text() or "可信" in reply._badge.text()


@pytest.mark.parametrize("words_first", [False, True])
def test_a_stopped_reply_keeps_what_came_and_says_so(
    qtbot: QtBot, page: ChatPage, session: Session, words_first: bool
) -> None:
    async def slow(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head())
        if words_first:
            writer.write(event("Once upon a time"))
        await writer.drain()
        await asyncio.sleep(60)

    with server_in_a_thread(slow) as server:
        session.vault.endpoints.put(EndpointConfig("model", "openai", server.origin, "m", "local"))
        page._on_endpoint_chosen("model")
        page.composer.edit.setPlainText("Tell me a story")
        qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: len(server.requests) == 1, timeout=WAIT_MS)
        if words_first:
            qtbot.waitUntil(lambda: page.transcript.count() == 2, timeout=WAIT_MS)
        qtbot.mouseClick(page.composer.send, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
        qtbot.waitUntil(server.client_gone.is_set, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.transcript.count() == 2, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "stopped" in list(page.transcript._messages.values())[-1]._state.text())
    reply = list(page.transcript._messages.values())[-1]
    assert reply.text() == ("Once upon a time" if words_first else "")
    assert page.composer.status.text() == ""


def test_nothing_of_a_reply_is_wider_than_the_page(qtbot: QtBot, page: ChatPage) -> None:
    page.resize(420, 600)
    reply = say(qtbot, page, "My e-mail is ann@example.com and my very long project name is " + "word " * 40)
    qtbot.waitUntil(lambda: reply.width() <= page.transcript.viewport().width())
    right = reply.mapTo(page, QPoint(reply.width(), 0)).x()
    assert right <= page.width()


@pytest.mark.parametrize("silenced_by", ["", "switch", "hours", "temporary"])
def test_a_quote_over_the_remembered_limit_is_remarked_on_below_the_reply(
    qtbot: QtBot, page: ChatPage, session: Session, silenced_by: str
) -> None:
    settings = session.vault.settings
    settings.set("memory.mode", "auto")
    hour = session.vault.clock().hour
    settings.set("remarks.quiet_from", hour)
    settings.set("remarks.quiet_until", (hour + 1) % 24 if silenced_by == "hours" else hour)
    settings.set("remarks.show", silenced_by != "switch")
    say(qtbot, page, "My budget for the kitchen is $3,000 at most.")
    page.start_new()
    if silenced_by == "temporary":
        page.start_temporary()
    reply = say(qtbot, page, "The contractor quoted $3,400 for the kitchen.")
    said = [label.text() for label in reply.findChildren(QLabel) if "above what you gave" in label.text()]
    if silenced_by:
        assert said == []
    else:
        [remark] = said
        assert "13 %" in remark
        assert "My budget for the kitchen is $3,000 at most" in remark
