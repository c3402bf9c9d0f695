"""A text field that begins at its end: of a request's long messages the last part is about the user."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit


class LongText(QPlainTextEdit):
    """Shows the end of its text when it comes up. Tab leaves it. With `most_lines` it is as high as its text needs in
    the width that it has, up to so many lines."""

    def __init__(self, text: str, *, most_lines: int = 0) -> None:
        super().__init__(text)
        self._most_lines = most_lines
        self.setTabChangesFocus(True)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._most_lines:
            # Blocks are measured: characters of another font than the widget's may be higher than its line spacing.
            block, needed = self.document().begin(), 0.0
            while block.isValid():
                needed += self.blockBoundingRect(block).height()
                block = block.next()
            most = self.fontMetrics().lineSpacing() * self._most_lines
            policy = (
                Qt.ScrollBarPolicy.ScrollBarAlwaysOff
                if needed <= most
                else Qt.ScrollBarPolicy.ScrollBarAsNeeded
            )
            self.setVerticalScrollBarPolicy(policy)
            around = self.height() - self.viewport().height() + 2 * round(self.document().documentMargin())
            self.setFixedHeight(min(ceil(needed), most) + around)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.ensureCursorVisible()  # before there is a layout it does nothing
