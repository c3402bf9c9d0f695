"""The redaction view: a reply's request as it was and as it was sent, side by side."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.redaction_dialog import RedactionDialog, Redactions
from desktop.chat.side_panel import SidePanel
from desktop.theme import Theme
from desktop.words import Words
from tests.assistant.servers import HostileServer
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, dialog
from vault.records import EndpointConfig

WAIT_MS = 15_000


@pytest.mark.parametrize("is_temporary", [False, True])
def test_original_and_sent_stand_side_by_side_with_their_places_marked(
    qtbot: QtBot,
    theme: Theme,
    words: Words,
    bridge: Bridge,
    session: Session,
    server: HostileServer,
    is_temporary: bool,
) -> None:
    session.vault.endpoints.put(EndpointConfig("far", "openai", server.origin, "m", "remote"))
    conversation = session.temporary_chat() if is_temporary else session.conversation().id
    job = bridge.stream(lambda: session.ask("Mail anna@example.com today.", conversation, endpoint="far"))
    with qtbot.waitSignal(job.succeeded, timeout=WAIT_MS) as ended:
        pass
    temporary = session.temporary_turns(conversation)
    reply_id = ended.args[0].result.turn_id
    detail = temporary.reply(reply_id) if temporary else session.vault.conversations.reply(reply_id)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    redactions = Redactions(theme, words, bridge, session, window)
    panel = SidePanel(theme, words, window)
    panel.redaction_wanted.connect(redactions.show_detail)
    panel.show_reply(detail)
    child(panel.transparency, QPushButton, "showRedaction").click()
    shown = dialog(qtbot, window, RedactionDialog)
    original, sent = shown.pairs[-1]
    assert original.toPlainText() == "Mail anna@example.com today."
    assert sent.toPlainText() == "Mail ‹email 1› today."
    marks = [
        [(one.start, one.length) for one in box.document().firstBlock().layout().formats()]
        for box in (original, sent)
    ]
    assert marks == [[(5, 16)], [(5, 9)]]
    assert problems(shown) == []


def test_a_short_message_is_shown_whole_also_where_its_letters_are_wide(
    qtbot: QtBot, theme: Theme, words: Words
) -> None:
    text = "给他写信：我的新手机号换了，住在浙江省杭州市西湖区文三路的一个小区里，下周二要去厦门见一位客户，帮我改酒店"
    detail = {"replaced": [], "messages": [{"role": "user", "content": text}]}
    shown = RedactionDialog(theme, words, detail, originals=[text], values=[])
    qtbot.addWidget(shown)
    shown.open()
    qtbot.waitUntil(shown.isVisible)
    for box in shown.pairs[0]:
        qtbot.waitUntil(lambda box=box: box.viewport().width() > 300)
        assert box.verticalScrollBar().maximum() == 0


def test_a_receipt_with_its_long_id_is_not_wider_than_the_panel(
    qtbot: QtBot, theme: Theme, words: Words
) -> None:
    receipt = "r_" + "w" * 26
    detail = {
        "is_acknowledgement": True, "confidence_parts": {}, "retrieved": [], "profile": [], "trust": "remote",
        "is_builtin": False, "endpoint": "far", "receipts": [receipt], "messages": [], "conversation": "c_1",
        "replaced": [["EMAIL", "‹email 1›"]], "verdict": "", "left_out": [], "outcomes": [], "seconds": {},
        "tokens": {},
    }  # fmt: skip
    panel = SidePanel(theme, words)
    qtbot.addWidget(panel)
    panel.resize(260, 700)
    panel.tabs.setCurrentWidget(panel.transparency)
    panel.show()
    panel.show_reply(detail)
    assert panel.transparency.widget().minimumSizeHint().width() <= panel.transparency.viewport().width()
    [button] = [b for b in panel.transparency.findChildren(QPushButton) if b.property("receipt") == receipt]
    assert receipt in button.accessibleName()
    assert any("e-mail address" in label.text() for label in panel.transparency.findChildren(QLabel))


def test_without_anything_replaced_there_is_nothing_to_compare(
    qtbot: QtBot, theme: Theme, words: Words
) -> None:
    panel = SidePanel(theme, words)
    qtbot.addWidget(panel)
    panel.show_reply(None)
    assert panel.findChildren(QPushButton, "showRedaction") == []
