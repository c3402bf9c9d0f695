"""While a message is written: what was found is marked and listed, and one click takes it out or lets it pass."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.found_strip import Found, FoundStrip
from desktop.chat.page import ChatPage
from desktop.theme import Theme
from tests.assistant.servers import HostileServer
from tests.desktop.accessibility import problems
from vault.records import EndpointConfig

WAIT_MS = 15_000
TEXT = "Mail anna@example.com, my password is Tr0ub4dor&3"


@pytest.fixture
def page(page: ChatPage, session: Session, server: HostileServer) -> ChatPage:
    session.vault.endpoints.put(EndpointConfig("far", "openai", server.origin, "m", "remote"))
    page._on_endpoint_chosen("far")
    return page


def fates(page: ChatPage) -> dict[str, str]:
    return {found.value: found.fate for found in page.composer.found.found()}


def write(qtbot: QtBot, page: ChatPage, text: str, expected: dict[str, str]) -> None:
    page.composer.edit.setPlainText(text)
    qtbot.waitUntil(lambda: fates(page) == expected, timeout=WAIT_MS)


def press(page: ChatPage, begin: str) -> None:
    """Click the button of the strip whose name begins so."""
    [button] = [
        b
        for b in page.composer.found.findChildren(QToolButton)
        if b.isVisible() and b.toolTip().startswith(begin)
    ]
    button.click()


def test_what_is_found_is_listed_and_marked_and_goes_with_the_text(qtbot: QtBot, page: ChatPage) -> None:
    write(qtbot, page, TEXT, {"anna@example.com": "replaced", "Tr0ub4dor&3": "cut"})
    block = page.composer.edit.document().firstBlock()
    assert {(one.start, one.length) for one in block.layout().formats()} == {(5, 16), (38, 11)}
    assert problems(page.composer) == []
    write(qtbot, page, "", {})
    assert page.composer.found.isHidden()


def test_one_click_takes_a_value_out_and_undo_brings_it_back(qtbot: QtBot, page: ChatPage) -> None:
    write(qtbot, page, "Mail anna@example.com", {"anna@example.com": "replaced"})
    press(page, "Take it out")
    assert page.composer.edit.toPlainText() == "Mail "
    page.composer.edit.undo()
    assert page.composer.edit.toPlainText() == "Mail anna@example.com"


def test_one_click_lets_a_value_pass_for_one_message(
    qtbot: QtBot, page: ChatPage, server: HostileServer
) -> None:
    write(qtbot, page, "Mail anna@example.com", {"anna@example.com": "replaced"})
    press(page, "Send it as it is")
    qtbot.waitUntil(lambda: fates(page) == {"anna@example.com": "clear"}, timeout=WAIT_MS)
    page.composer.send.click()
    qtbot.waitUntil(lambda: len(server.requests) == 1 and not page.is_busy, timeout=WAIT_MS)
    assert b"anna@example.com" in server.requests[0].body
    write(qtbot, page, "Mail anna@example.com", {"anna@example.com": "replaced"})
    page.composer.send.click()
    qtbot.waitUntil(lambda: len(server.requests) == 2 and not page.is_busy, timeout=WAIT_MS)
    assert b"anna@example.com" not in server.requests[1].body


def test_a_secret_cannot_be_let_pass(qtbot: QtBot, page: ChatPage) -> None:
    write(qtbot, page, "my password is Tr0ub4dor&3", {"Tr0ub4dor&3": "cut"})
    tips = [b.toolTip() for b in page.composer.found.findChildren(QToolButton) if b.isVisible()]
    assert [tip[:11] for tip in tips] == ["Take it out"]


def test_for_an_endpoint_on_this_machine_nothing_is_replaced(qtbot: QtBot, page: ChatPage) -> None:
    write(qtbot, page, "Mail anna@example.com", {"anna@example.com": "replaced"})
    page._on_endpoint_chosen("recall-only")
    qtbot.waitUntil(lambda: fates(page) == {}, timeout=WAIT_MS)


def test_a_long_list_ends_with_how_many_more(qtbot: QtBot, theme: Theme) -> None:
    strip = FoundStrip(theme)
    qtbot.addWidget(strip)
    strip.show_found([Found(f"mail{n}@example.com", "replaced", can_pass=True) for n in range(11)])
    assert len(strip.findChildren(QToolButton)) == 16
