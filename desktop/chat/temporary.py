"""The strip above a temporary conversation that says what is not kept, and what of it is all the same."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop.theme import SPACE


class TemporaryNotice(QLabel):
    """Hidden while the conversation is an ordinary one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("temporaryNotice")
        self.setProperty("role", "medium")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        self._retranslate()
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setText(
            self.tr(
                "Temporary conversation: it is in no list, nothing is learnt from it, and it is gone when you leave it "
                "or lock. Your memories are used. Of a request to an endpoint only that it was made is noted."
            )
        )
        self.setAccessibleName(self.text())
