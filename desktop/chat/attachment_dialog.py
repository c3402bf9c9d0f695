"""The text of an attached file as it is kept in the vault, open at the passage that a reply cites."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.theme import SPACE
from vault.attachments import AttachedText

_SIZE_PX = (720, 560)


class AttachmentDialog(QDialog):
    """Read only. `start` to `end` (characters) is selected and in view; nothing where both are equal."""

    def __init__(self, file: AttachedText, start: int, end: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(file.name)
        self.text = QPlainTextEdit(file.text)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Text of the file {name}").format(name=file.name))
        about = QLabel(
            self.tr("The vault keeps the text, not the file. Secrets in it were cut out before it was kept.")
        )
        about.setWordWrap(True)
        about.setProperty("role", "muted")
        buttons = QDialogButtonBox()
        close = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        close.setText(self.tr("Close"))
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.addWidget(about)
        layout.addWidget(self.text, 1)
        layout.addWidget(buttons)
        self.resize(*_SIZE_PX)
        self._select(file.text, start, end)
        self.text.setFocus()

    def _select(self, text: str, start: int, end: int) -> None:
        # Qt counts UTF-16 units: a character beyond the first plane is two.
        first, last = (_utf16_length(text[:place]) for place in (start, end))
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(last)
        cursor.setPosition(first, QTextCursor.MoveMode.KeepAnchor)
        self.text.setTextCursor(cursor)
        self.text.centerCursor()


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
