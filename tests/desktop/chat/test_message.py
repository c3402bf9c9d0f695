"""A message that grows shows the same as one that came whole."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pytestqt.qtbot import QtBot

from desktop.chat.code_block import CodeBlock
from desktop.chat.message import MarkdownBody, MessageWidget
from desktop.chat.text_view import MarkdownView
from desktop.theme import Theme
from desktop.words import Words
from vault.records import Role, Turn

_TEXT = (
    "Intro with **bold**.\n\n```python\nx = 1\n```\n\n"
    + "word " * 400
    + "\n\n- one\n- two\n\n~~~\nplain\n~~~\nend"
)


def shown(body: MarkdownBody) -> list[tuple[str, str]]:
    return [
        ("code", part._code) if isinstance(part, CodeBlock) else ("text", part.toPlainText())
        for part in body._parts
    ]


@pytest.mark.parametrize("step", [1, 7, 100])
def test_growing_and_whole_text_look_the_same(qtbot: QtBot, theme: Theme, step: int) -> None:
    whole, growing = MarkdownBody(theme), MarkdownBody(theme)
    for body in (whole, growing):
        qtbot.addWidget(body)
    whole.set_text(_TEXT)
    for end in range(0, len(_TEXT) + step, step):
        growing.set_text(_TEXT[:end])
    assert shown(growing) == shown(whole)
    growing.set_text("another")
    assert shown(growing) == [("text", "another")]


def test_html_is_shown_as_written_and_pictures_are_not_fetched(qtbot: QtBot, theme: Theme) -> None:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.set_markdown("<b>bold</b> <script>x()</script> ![pic](https://example.com/a.png)")
    assert "<b>bold</b>" in view.toPlainText()
    assert view.loadResource(2, "https://example.com/a.png") is None


def test_only_web_and_mail_links_are_reported(qtbot: QtBot, theme: Theme, words: Words) -> None:
    turn = Turn("t", "c", 0, Role.ASSISTANT, "[a](https://example.com)", datetime.now(UTC), "UTC")
    message = MessageWidget(theme, words, turn)
    qtbot.addWidget(message)
    view = message.findChild(MarkdownView)
    assert isinstance(view, MarkdownView)
    seen: list[str] = []
    message.link_activated.connect(seen.append)
    for address in ("https://example.com", "file:///etc/passwd", "javascript:alert(1)"):
        view.anchorClicked.emit(address)
    assert seen == ["https://example.com"]
