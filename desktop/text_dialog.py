"""A dialog that shows a long text, read only, open at a place of it that is selected and in view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.theme import SPACE

_SIZE_PX = (720, 560)


class TextDialog(QDialog):
    """`about` stands above the text, `name` is its accessible name."""

    def __init__(self, title: str, about: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(name)
        self.about = QLabel(about)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setWordWrap(True)
        self.about.setProperty("role", "muted")
        self.buttons = QDialogButtonBox()
        close = self.buttons.addButton(QDialogButtonBox.StandardButton.Close)
        close.setText(self.tr("Close"))
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.addWidget(self.about)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.buttons)
        self.resize(*_SIZE_PX)
        self.text.setFocus()

    def show_text(self, text: str, start: int, end: int) -> None:
        """Show a text with `start` to `end` (characters) selected and in view; nothing where both are equal."""
        self.text.setPlainText(text)
        # Qt counts UTF-16 units: a character beyond the first plane is two.
        first, last = (_utf16_length(text[:place]) for place in (start, end))
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(last)
        cursor.setPosition(first, QTextCursor.MoveMode.KeepAnchor)
        self.text.setTextCursor(cursor)
        self.text.centerCursor()


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
