"""The recall inspector: what would be given to an answer, with reasons, and what was left out, with reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.memory.actions import Draft
from desktop.memory.inspector import Inspector
from desktop.memory.view import MemoryView
from tests.desktop.finding import child
from vault import Vault
from vault.records import UNIVERSAL, Layer, MemoryMode, Outcome, Role, Sensitivity


@pytest.fixture
def view(
    make_view: Callable[[], MemoryView], tell: Callable[..., Sequence[Outcome]], session: Session
) -> MemoryView:
    tell("My budget for the CRM upgrade is 300k.", mode=MemoryMode.AUTO, scope="work")
    tell("I am allergic to peanuts.", mode=MemoryMode.AUTO)
    session.recall.index_now()
    view = make_view()
    view.tabs.setCurrentWidget(view.inspector)
    return view


def ask(qtbot: QtBot, inspector: Inspector, text: str) -> str:
    """Ask by typing; gives everything that is shown then."""
    field = child(inspector, QLineEdit, "inspectText")
    field.clear()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(inspector.ask.isEnabled)
    qtbot.waitUntil(lambda: bool(_visible(inspector)))  # new labels come up with the next layout
    return "\n".join(_visible(inspector))


def _visible(inspector: Inspector) -> list[str]:
    body = inspector.column.widget()
    in_order = sorted(
        body.findChildren(QLabel), key=lambda label: label.mapTo(body, label.rect().topLeft()).y()
    )
    return [label.text() for label in in_order if label.isVisible()]


def test_what_would_be_recalled_is_shown_with_scores_and_reasons(qtbot: QtBot, view: MemoryView) -> None:
    shown = ask(qtbot, view.inspector, "am I allergic to peanuts?")
    given = shown[shown.index("Would be given") :].partition("Left out")[0]
    assert "I am allergic to peanuts" in given
    assert "score" in given
    assert "it names what was asked about" in given


def test_what_lies_in_another_scope_is_named_as_left_out(qtbot: QtBot, view: MemoryView) -> None:
    shown = ask(qtbot, view.inspector, "what is my CRM upgrade budget?")
    left_out = shown[shown.index("Left out") :]
    assert "300k" in left_out
    assert "another scope" in left_out
    scope = child(view.inspector, QComboBox, "inspectScope")
    scope.setCurrentIndex(scope.findData("work"))
    shown = ask(qtbot, view.inspector, "what is my CRM upgrade budget?")
    assert "300k" in shown[shown.index("Would be given") :].partition("Left out")[0]


def links(view: MemoryView, kind: str) -> list[QPushButton]:
    found = view.inspector.column.findChildren(QPushButton)
    return [link for link in found if link.property("unit")[0] == kind and link.isVisible()]


def test_a_found_message_opens_in_its_conversation(
    qtbot: QtBot, view: MemoryView, vault: Vault, session: Session
) -> None:
    conversation = vault.conversations.create("Errands")
    said = vault.conversations.add_turn(
        conversation.id, Role.USER, "The dentist's waiting room was full of old magazines.", zone="UTC"
    )
    session.recall.index_now()
    ask(qtbot, view.inspector, "what was in the dentist's waiting room?")
    with qtbot.waitSignal(view.open_turn) as opened:
        qtbot.mouseClick(links(view, "turn")[0], Qt.MouseButton.LeftButton)
    assert opened.args == [conversation.id, said.id]


def test_a_found_memory_opens_in_the_list(
    qtbot: QtBot, view: MemoryView, vault: Vault, session: Session
) -> None:
    view.store.add(Draft("My cat is called Mimi", Layer.FACT, UNIVERSAL, Sensitivity.NORMAL))
    qtbot.waitUntil(lambda: len(vault.memories.list()) == 3)
    qtbot.waitUntil(lambda: view.tabs.currentWidget() is view.memories)  # what was added is shown
    session.recall.index_now()
    view.tabs.setCurrentWidget(view.inspector)
    ask(qtbot, view.inspector, "what is my cat called?")
    qtbot.mouseClick(links(view, "memory")[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.tabs.currentWidget() is view.memories)
    qtbot.waitUntil(lambda: [item.claim for item in view.memories.chosen()] == ["My cat is called Mimi"])


def test_nothing_typed_asks_nothing(qtbot: QtBot, view: MemoryView) -> None:
    assert "Type a question" in ask(qtbot, view.inspector, "")
