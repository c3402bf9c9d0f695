"""The field in which a message is written: grows with its text, sends on Enter, takes files."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

_MAX_LINES = 10


class MessageEdit(QPlainTextEdit):
    """Signals: `submitted()` on Enter without Shift and without a composition under way; `left()` on Escape;
    `files_given(list)` paths of files that were dropped or pasted."""

    files_given = Signal(list)
    submitted = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_composing = False
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)
        self._on_size_changed()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        super().inputMethodEvent(event)
        # Enter that confirms a candidate comes with or right after the commit; it must not send.
        self._is_composing = bool(event.preeditString())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and self._is_composing:
            event.accept()
            return
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.accept()
            self.submitted.emit()
            return
        if event.key() == Qt.Key.Key_Escape and not self._is_composing:
            self.left.emit()
        super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(_files_in(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = _files_in(source)
        if files:
            self.files_given.emit(files)
        else:
            super().insertFromMimeData(source)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._is_composing = False
        super().focusOutEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(300, self.height())

    def _on_size_changed(self) -> None:
        lines = min(max(int(self.document().size().height()), 1), _MAX_LINES)
        margins = self.contentsMargins().top() + self.contentsMargins().bottom()
        frame = int(2 * self.document().documentMargin()) + margins + 16
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + frame)


def _files_in(source: QMimeData) -> list[str]:
    """The paths of files on this machine that are dropped or pasted; empty for anything else."""
    return [url.toLocalFile() for url in source.urls() if url.isLocalFile()] if source.hasUrls() else []
