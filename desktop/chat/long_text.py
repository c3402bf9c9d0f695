"""A text field that begins at its end: of a request's long messages the last part is about the user."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit


class LongText(QPlainTextEdit):
    """Shows the end of its text when it comes up. Tab leaves it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTabChangesFocus(True)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.ensureCursorVisible()  # before there is a layout it does nothing
