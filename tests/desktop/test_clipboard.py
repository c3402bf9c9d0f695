"""What was copied is cleared after a while and at lock, unless it is no longer ours; secrets carry the hint."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from desktop.chat.code_block import CodeBlock
from desktop.clipboard import OwnClipboard, own_clipboard
from desktop.theme import Theme
from desktop.unlock.recovery_pages import RecoveryCodePage
from tests.desktop.finding import click

CODE = "ABCDE-FGHJK-MNPQR"


@pytest.fixture
def board(qapp: QApplication) -> QClipboard:
    return QGuiApplication.clipboard()


@pytest.fixture
def own(qapp: QApplication, board: QClipboard) -> Iterator[OwnClipboard]:
    own = own_clipboard()
    yield own
    own.set_clear_after(60)
    own.clear()
    board.clear()


def test_what_was_copied_is_cleared_after_the_set_time(
    qtbot: QtBot, own: OwnClipboard, board: QClipboard
) -> None:
    own.set_clear_after(1)
    own.copy("a reply")
    assert (board.text(), own.holds_ours) == ("a reply", True)
    assert own._timer.interval() == 1000
    own._timer.setInterval(1)
    qtbot.waitUntil(lambda: board.text() == "")
    assert not own.holds_ours


def test_what_somebody_else_copied_stays(own: OwnClipboard, board: QClipboard) -> None:
    own.copy("ours")
    board.setText("theirs")
    assert not own.holds_ours
    own.clear()
    assert board.text() == "theirs"


def test_a_second_copy_begins_the_time_anew(own: OwnClipboard, board: QClipboard) -> None:
    own.copy("one")
    own._timer.start(1)
    own.copy("two")
    assert own._timer.remainingTime() > 50_000
    own.clear()
    assert board.text() == ""


def test_set_to_never_only_a_secret_is_cleared(own: OwnClipboard) -> None:
    own.set_clear_after(0)
    own.copy("a reply")
    assert not own._timer.isActive()
    own.copy(CODE, is_secret=True)
    assert own._timer.isActive()


def test_only_a_secret_carries_the_hint(own: OwnClipboard, board: QClipboard) -> None:
    own.copy("a reply")
    assert not board.mimeData().hasFormat("x-kde-passwordManagerHint")
    own.copy(CODE, is_secret=True)
    assert board.mimeData().data("x-kde-passwordManagerHint").data() == b"secret"
    assert board.text() == CODE


def test_the_recovery_code_is_copied_as_a_secret(qtbot: QtBot, own: OwnClipboard, board: QClipboard) -> None:
    page = RecoveryCodePage()
    qtbot.addWidget(page)
    page.show()
    page.show_code(CODE)
    click(qtbot, page, "copyRecoveryCode")
    assert board.text() == CODE
    assert board.mimeData().hasFormat("x-kde-passwordManagerHint")
    assert not page.code.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse


def test_code_of_a_reply_is_copied_as_ours(
    qtbot: QtBot, theme: Theme, own: OwnClipboard, board: QClipboard
) -> None:
    block = CodeBlock(theme)
    qtbot.addWidget(block)
    block.set_code("print(1)", "python", is_closed=True)
    block.show()
    qtbot.mouseClick(block.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert board.text() == "print(1)"
    assert own.holds_ours


def test_there_is_one_for_the_program(own: OwnClipboard) -> None:
    assert own_clipboard() is own
