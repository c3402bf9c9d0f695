"""Formulas in replies: on the line, in the text's size and colour, and everywhere else what was written.

Row L107 of the reports: long LaTeX freezes the window. The stall itself is measured by tests/bench/window.py.
"""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QAccessible, QImage, QTextCursor, QTextDocument, QTextImageFormat
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.chat.formula import Placed, drawing, image
from desktop.chat.message import MarkdownBody, MessageWidget
from desktop.chat.page import ChatPage
from desktop.chat.text_view import MarkdownView
from desktop.theme import DARK, LIGHT, Theme
from desktop.words import Words
from tests.assistant.servers import Received, event, head
from tests.desktop.chat.test_page import WAIT_MS
from tests.e2e.desk import server_in_a_thread
from vault.records import EndpointConfig, Role, Turn

_OBJECT = "\ufffc"
_REPLY = (
    "## The roots of $ax^2$\n\n"
    "With $\\Delta = b^2-4ac$ and \\(\\alpha\\) it is $\\frac{a}{b}$ [1]. It costs $5 or $10.\n\n"
    "1. so\n   $$\n   \\sum_{i=1}^n i\n   $$\n   it is\n2. $x$\n\n"
    "| a | b |\n|---|---|\n| $|x|$ | 𝒳 $y$ |\n\n"
    "\\[ \\text{总价} = \\begin{cases} 1 & x>0 \\\\ 0 & \\text{otherwise} \\end{cases} \\]\n\n"
    "Bad $\\frac{a$ and $\\foo{x_1} * y_2$, `code $x$`, ends \\[ x ="
)


def shown(view: MarkdownView) -> list[str]:
    """The sources of the formulas that are drawn, in order."""
    found = []
    cursor = QTextCursor(view.document())
    for position in range(view.document().characterCount()):
        if view.document().characterAt(position) == _OBJECT:
            cursor.setPosition(position + 1)
            found.append(image_at(cursor).property(int(QTextImageFormat.Property.UserProperty) + 1))
    return found


def image_at(cursor: QTextCursor) -> QTextImageFormat:
    return cursor.charFormat().toImageFormat()


def formats(view: MarkdownView) -> list[QTextImageFormat]:
    cursor = QTextCursor(view.document())
    found = []
    for position in range(view.document().characterCount()):
        if view.document().characterAt(position) == _OBJECT:
            cursor.setPosition(position + 1)
            found.append(image_at(cursor))
    return found


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> MarkdownView:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(700, 100)
    view.show_formulas(LIGHT.text)
    view.show()
    return view


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{a}{b}", r"\sum_{i=1}^n i", r"\int_0^\infty e^{-x^2}\,dx", r"\sqrt[3]{x}", r"\hat{x}\bar{y}\vec{v}",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", r"\begin{aligned} a &= b \\ &= c \end{aligned}",
        r"f=\begin{cases} 1 & x>0 \\ 0 & \text{否则} \end{cases}", r"\alpha\Omega\mathbb{R}\mathcal{L}",
        r"\lim_{x\to0}\frac{\sin x}{x}", r"\left(\frac{a}{b}\right)^2", r"\binom{n}{k}", r"\underbrace{a}_{n}",
        r"\operatorname{argmax}_\theta", r"P(A\mid B)", r"\ce{2H2 + O2 -> 2H2O}", r"x \in (0,1]",
    ],
)  # fmt: skip
def test_what_replies_are_written_in_is_drawn(tex: str, qapp: QApplication) -> None:
    drawn = drawing(tex, is_display=True)
    assert drawn is not None
    assert drawn.width > 0.3
    assert drawn.ascent + drawn.descent > 0.3


@pytest.mark.parametrize(
    "tex",
    ["\\frac{a", "\\foo{x}", "}{", "x^", "a^b^c", "\\begin{matrix}", "\\begin{foo}x\\end{foo}", "",
     "\\def\\a{\\a\\a}\\a",
     "{" * 500 + "x", "\\left(" * 200, "x" * 2001, "\\href{http://a.b}{x}", "\\includegraphics{/etc/passwd}"],
)  # fmt: skip
def test_what_is_not_all_understood_is_not_drawn(tex: str) -> None:
    assert drawing(tex, is_display=False) is None


def test_chinese_is_painted_in_place_whatever_the_order(qapp: QApplication) -> None:
    drawn = drawing(r"\overset{上}{下}+x^{右}_{左}", is_display=False)
    assert drawn is not None
    where = {one.character: one for one in drawn.written}
    assert set(where) == set("上下左右")
    assert where["上"].down < where["下"].down == 0
    assert where["右"].down < 0 < where["左"].down
    assert where["上"].size < where["下"].size


def test_a_formula_stands_on_the_line_in_the_colour_of_the_text(qapp: QApplication) -> None:
    drawn = drawing("x", is_display=False)
    assert drawn is not None
    placed = Placed(drawn, 40.0, 30, 60, 45.0)
    painted = image(placed, "#ff0000", 2.0)
    assert painted.size() == QSize(60, 120)
    inked = [(x, y) for y in range(120) for x in range(60) if painted.pixelColor(x, y).alpha() > 128]
    assert max(y for _, y in inked) == pytest.approx(2 * 45, abs=2)  # an x ends on its baseline
    assert all(
        painted.pixelColor(x, y).red() > 200 and not painted.pixelColor(x, y).green() for x, y in inked
    )


def test_a_reply_shows_its_formulas_and_leaves_money_code_and_faults_as_they_are(view: MarkdownView) -> None:
    view.set_markdown(_REPLY)
    sources = shown(view)
    assert sources[:4] == ["$ax^2$", "$\\Delta = b^2-4ac$", "\\(\\alpha\\)", "$\\frac{a}{b}$"]
    assert [source.split("\n")[0] for source in sources[4:8]] == ["$$", "$x$", "$|x|$", "$y$"]
    assert sources[8].startswith("\\[ \\text{总价}")
    text = view.toPlainText()
    assert "It costs $5 or $10." in text
    assert "Bad $\\frac{a$ and $\\foo{x_1} * y_2$, code $x$, ends \\[ x =" in text
    assert not any(ord(character) >= 0xF0000 for character in text)
    assert f"so\u2028{_OBJECT}\u2028it is" in text.replace("\n", "\u2028")


def test_the_line_is_as_deep_as_its_formula_and_no_higher(view: MarkdownView) -> None:
    view.set_markdown("$\\frac{a}{b}$")
    line = view.document().firstBlock().layout().lineAt(0)
    (shape,) = formats(view)
    (placed,) = view._formulas.images.values()
    below = placed.height_px - placed.baseline_px
    assert line.descent() == pytest.approx(below, abs=0.5)
    assert line.ascent() == pytest.approx(placed.baseline_px, abs=0.5)
    assert (shape.width(), shape.height()) == (placed.width_px, placed.height_px)
    assert below >= placed.drawing.descent * placed.em_px - 0.1


def test_a_formula_in_a_heading_is_larger_and_a_line_of_its_own_is_in_the_middle(view: MarkdownView) -> None:
    view.set_markdown("# $x$\n\n$x$\n\n$$x$$")
    heading, inline, display = formats(view)
    assert heading.height() > 1.5 * inline.height()
    assert display.height() > inline.height()
    rectangle = view.document().documentLayout().blockBoundingRect(view.document().lastBlock())
    assert view.document().lastBlock().layout().lineAt(0).naturalTextRect().center().x() == pytest.approx(
        rectangle.center().x(), abs=12
    )


def test_what_is_copied_is_the_source(view: MarkdownView) -> None:
    view.set_markdown("Here 𝒳 is $x^2$, and\n\n$$\n\\alpha\n$$\n\nend")
    view.selectAll()
    copied = view.createMimeDataFromSelection()
    assert copied.text() == "Here 𝒳 is $x^2$, and\n$$\n\\alpha\n$$\nend"
    assert copied.formats() == ["text/plain"]
    cursor = view.textCursor()
    cursor.setPosition(5)
    cursor.setPosition(12, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    assert view.createMimeDataFromSelection().text() == "𝒳 is $x^2$"


def test_a_screen_reader_is_told_the_source(view: MarkdownView) -> None:
    view.set_markdown("It is $x^2$.")
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.text(QAccessible.Text.Description) == "It is $x^2$."
    view.set_markdown("It is five.")
    assert interface.text(QAccessible.Text.Description) == ""


def test_a_formula_appears_when_its_end_arrives(view: MarkdownView) -> None:
    for text in ("so \\[", "so \\[ x_1 * y", "so \\[ x_1 * y_1 \\"):
        view.set_markdown(text)
        assert shown(view) == []
        assert view.toPlainText() == text
    view.set_markdown("so \\[ x_1 * y_1 \\]")
    assert shown(view) == ["\\[ x_1 * y_1 \\]"]


@pytest.mark.parametrize("step", [1, 9])
def test_growing_and_whole_replies_look_the_same(qtbot: QtBot, theme: Theme, step: int) -> None:
    whole, growing = (MarkdownBody(theme, has_formulas=True) for _ in range(2))
    for body in (whole, growing):
        qtbot.addWidget(body)
    whole.set_text(_REPLY)
    for end in range(0, len(_REPLY) + step, step):
        growing.set_text(_REPLY[:end])
    assert [part.toPlainText() for part in growing.findChildren(MarkdownView)] == [
        part.toPlainText() for part in whole.findChildren(MarkdownView)
    ]


def test_formulas_follow_colours_and_size_of_the_text(qtbot: QtBot, theme: Theme) -> None:
    body = MarkdownBody(theme, has_formulas=True)
    qtbot.addWidget(body)
    body.resize(600, 200)
    body.show()
    body.set_text("It is $\\frac{a}{b}$.")
    (view,) = body.findChildren(MarkdownView)
    (before,) = formats(view)
    theme.apply("dark", text_scale=1.5)
    qtbot.waitUntil(lambda: formats(view)[0].height() > 1.3 * before.height())
    (after,) = formats(view)
    assert DARK.text[1:] in after.name()
    painted = view.document().resource(QTextDocument.ResourceType.ImageResource, QUrl(after.name()))
    assert isinstance(painted, QImage)
    colours = {
        painted.pixelColor(x, y).name() for x in range(painted.width()) for y in range(painted.height())
    }
    assert DARK.text in colours


def test_a_formula_too_wide_for_its_column_becomes_smaller_and_then_its_source(view: MarkdownView) -> None:
    long = "$$" + "+".join(f"a_{{{n}}}" for n in range(20)) + "$$"
    view.set_markdown(long)
    (wide,) = formats(view)
    view.resize(int(wide.width() * 0.8), 100)
    (smaller,) = formats(view)
    assert smaller.width() <= view.viewport().width()
    view.resize(int(wide.width() * 0.3), 100)
    assert shown(view) == []
    assert long in view.toPlainText()
    view.resize(700, 100)
    assert formats(view)[0].width() == wide.width()


def test_other_pictures_still_stay_empty(view: MarkdownView) -> None:
    view.set_markdown("$x$ ![p](formula:1) ![q](/etc/passwd)")
    assert view.loadResource(2, QUrl("formula:1")) is None
    assert view.loadResource(2, QUrl("/etc/passwd")) is None


@pytest.mark.parametrize(("role", "count"), [(Role.ASSISTANT, 1), (Role.USER, 0)])
def test_only_replies_are_set(qtbot: QtBot, theme: Theme, words: Words, role: Role, count: int) -> None:
    turn = Turn("t", "c", 0, role, "It is $x^2$.", datetime(2026, 11, 30, tzinfo=UTC), "UTC")
    message = MessageWidget(theme, words, turn)
    qtbot.addWidget(message)
    assert len(shown(message.findChild(MarkdownView))) == count
    assert message.text() == "It is $x^2$."


def test_a_reply_of_formulas_is_stopped_while_it_streams(
    qtbot: QtBot, page: ChatPage, session: Session
) -> None:
    """Row L107 of the reports: stop works. As fast as the socket gives it, formula after formula."""

    async def proof(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head())
        with contextlib.suppress(ConnectionError):
            for number in range(100_000):
                writer.write(event(f"Let $x_{{{number}}} = \\frac{{{number}}}{{2}}$ be.\n\n"))
                await writer.drain()
                await asyncio.sleep(0.002)

    with server_in_a_thread(proof) as server:
        session.vault.endpoints.put(EndpointConfig("model", "openai", server.origin, "m", "local"))
        page._on_endpoint_chosen("model")
        page.composer.edit.setPlainText("Prove it")
        qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: len(drawn_in(page)) > 40, timeout=WAIT_MS)
        qtbot.mouseClick(page.composer.send, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
        qtbot.waitUntil(server.client_gone.is_set, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "stopped" in [turn.state for turn in kept(page, session)], timeout=WAIT_MS)
    assert kept(page, session)[-1].text.startswith("Let $x_{0} = \\frac{0}{2}$ be.")


def drawn_in(page: ChatPage) -> list[str]:
    """The sources of all formulas on the page."""
    return [source for view in page.transcript.findChildren(MarkdownView) for source in shown(view)]


def kept(page: ChatPage, session: Session) -> list[Turn]:
    return session.vault.conversations.turns(page.conversation_id)
