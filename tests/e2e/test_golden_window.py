"""The golden cases through the real window: created, unlocked, typed, clicked and read as a person would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.assistant.servers import DONE, answering, event
from tests.e2e.desk import WAIT_MS, Desk, server_in_a_thread
from tests.vault.pages import plain_pages
from vault.records import EndpointConfig, State

ID_NUMBER = "11010519491231002X"


@pytest.fixture
def desk(qtbot: QtBot, qapp: QApplication, tmp_path: Path, models_dir: Path) -> Iterator[Desk]:
    desk = Desk(qtbot, qapp, tmp_path)
    desk.create()
    yield desk
    desk.close()


def test_a_name_and_address_answer_in_another_conversation_with_source_and_use(desk: Desk) -> None:
    told = desk.say("我叫李明，邮箱 li@example.com")
    desk.keep_all(told)
    first = desk.window.chat.conversation_id
    desk.new_chat()
    reply = desk.say("我的邮箱是什么？")
    assert "li@example.com" in reply.text()
    assert desk.window.chat.conversation_id != first
    kept = [m for m in desk.session.vault.memories.list(state=State.ACTIVE) if m.attribute == "email"]
    assert [memory.uses for memory in kept] == [1]
    chip = reply.chips()[0]
    assert "li@example.com" in chip.accessibleName()
    with desk.qtbot.waitSignal(desk.window.chat.reply_shown, timeout=WAIT_MS):
        desk.qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    card = next(card for card in desk.window.panel.cards() if card.mark == 1)
    desk.qtbot.mouseClick(card.open, Qt.MouseButton.LeftButton)
    desk.qtbot.waitUntil(
        lambda: (
            desk.window.stack.currentWidget() is desk.window.memory
            or desk.window.chat.conversation_id == first
        ),
        timeout=WAIT_MS,
    )


@pytest.mark.parametrize(
    ("first", "second", "question", "answer", "quotes"),
    [
        (
            "CRM 升级的预算 50 万",
            "CRM 升级的预算最多 30 万",
            "CRM 升级的预算是多少？",
            "30–50 万元",
            ("50 万", "最多 30 万"),
        ),
        (
            "The budget for the CRM upgrade is $500k.",
            "The budget for the CRM upgrade is $300k at most.",
            "What is the budget for the CRM upgrade?",
            "$300,000–500,000",
            ("$500k", "$300k"),
        ),
    ],
)  # fmt: skip
def test_two_budgets_are_shown_as_a_range_with_both_sources(
    desk: Desk, first: str, second: str, question: str, answer: str, quotes: tuple[str, str]
) -> None:
    for text in (first, second):
        desk.new_chat()
        desk.keep_all(desk.say(text))
    desk.new_chat()
    reply = desk.say(question)
    assert reply.text().startswith(answer)
    names = [chip.accessibleName() for chip in reply.chips()]
    assert all(any(quote in name for name in names) for quote in quotes), names


def test_an_identity_number_is_never_shown_or_kept_in_clear(desk: Desk, tmp_path: Path) -> None:
    desk.keep_all(desk.say(f"我的身份证号是{ID_NUMBER}，住在杭州"))
    desk.qtbot.waitUntil(lambda: desk.session.recall.wait_until_indexed(0.1), timeout=WAIT_MS)
    assert ID_NUMBER not in desk.shown_texts()
    assert "杭州" in desk.shown_texts()
    desk.window.show_memory()
    desk.qtbot.waitUntil(lambda: desk.window.stack.currentWidget() is desk.window.memory)
    tokens = desk.session.vault.db.read(
        lambda conn: "\n".join(str(tuple(row)) for row in conn.execute("SELECT * FROM index_units"))
    )
    assert ID_NUMBER.lower() not in tokens.lower()
    desk.session.vault.db.checkpoint()
    assert ID_NUMBER.encode() not in plain_pages(desk.session.vault)
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert ID_NUMBER.encode() not in file.read_bytes()
            assert "杭州".encode() not in file.read_bytes()


def test_what_is_forgotten_stays_forgotten_after_a_restart(desk: Desk) -> None:
    desk.keep_all(desk.say("My email is ada.quill@example.com"))
    desk.new_chat()
    assert "ada.quill@example.com" in desk.say("What is my email?").text()
    desk.new_chat()
    assert "ada.quill@example.com" in desk.say("Forget my email").text()
    desk.say("yes")
    desk.new_chat()
    assert "ada.quill@example.com" not in desk.say("What is my email?").text()
    desk.restart()
    assert "ada.quill@example.com" not in desk.say("What is my email?").text()
    desk.session.recall.index_now()
    desk.session.vault.db.checkpoint()
    assert b"ada.quill@example.com" not in plain_pages(desk.session.vault)


def test_a_standing_preference_goes_along_and_the_panel_shows_it(desk: Desk) -> None:
    said = "I like answers with code, and short"
    desk.keep_all(desk.say(said))
    desk.new_chat()
    with server_in_a_thread(answering(event("Learn Rust."), DONE)) as server:
        desk.session.vault.endpoints.put(EndpointConfig("model", "openai", server.origin, "m", "remote"))
        desk.window.chat.refresh_endpoints()
        endpoint = desk.window.chat.composer.endpoint
        desk.qtbot.waitUntil(lambda: endpoint.findData("model") >= 0, timeout=WAIT_MS)
        endpoint.setCurrentIndex(endpoint.findData("model"))
        endpoint.activated.emit(endpoint.currentIndex())
        reply = desk.say("recommend me something to learn")
        assert reply.text().startswith("Learn Rust.")
        assert said in server.requests[0].body.decode()
    panel = desk.window.panel
    desk.qtbot.waitUntil(lambda: any(said in _texts(card) for card in panel.cards()), timeout=WAIT_MS)
    sent = "\n".join(view.toPlainText() for view in panel.transparency.findChildren(QPlainTextEdit))
    assert said in sent


def test_locking_keeps_the_draft_and_ends_the_session(desk: Desk) -> None:
    desk.say("My name is Ann Lee")
    conversation = desk.window.chat.conversation_id
    desk.qtbot.keyClicks(desk.window.chat.composer.edit, "half a thought")
    desk.qtbot.mouseClick(desk.window.navigation.lock, Qt.MouseButton.LeftButton)
    desk.qtbot.waitUntil(lambda: desk.locked == 1, timeout=WAIT_MS)
    assert desk.application._session is None
    desk.restart()
    desk.window.chat.open(conversation)
    desk.qtbot.waitUntil(
        lambda: desk.window.chat.composer.edit.toPlainText() == "half a thought", timeout=WAIT_MS
    )


def _texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))
