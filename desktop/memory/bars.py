"""Two strips below the lists: what was just done, with its undo, and what could not be done."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from desktop import icons
from desktop.memory.actions import Done
from desktop.memory.memory_words import MemoryWords
from desktop.theme import SPACE, Theme
from desktop.unlock.fields import Notice
from desktop.words import Words


class UndoBar(QFrame):
    """Says what was done and offers to take it back; stays until the next act or until it is closed.

    Signals: `undo_wanted(object)` the Done to take back.
    """

    undo_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._own = theme, MemoryWords(self)
        self._done: Done | None = None
        self.setObjectName("card")
        self.label = QLabel()
        self.undo = QPushButton()
        self.undo.setObjectName("undoButton")
        self.undo.setProperty("role", "link")
        self.undo.clicked.connect(self.take_back)
        self._close = QToolButton()
        self._close.clicked.connect(self.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE + 4, SPACE // 2, SPACE // 2, SPACE // 2)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.undo)
        layout.addWidget(self._close)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()
        self.hide()

    def offer(self, done: Done) -> None:
        """Show what was done; nothing for an act that changed nothing."""
        self._done = done
        self._retranslate()
        self.setVisible(bool(done.ids))

    def take_back(self) -> None:
        """Ask for the undo of what is shown, if there is one."""
        done = self._done
        if done is not None and done.undo and self.isVisible():
            self.clear()
            self.undo_wanted.emit(done)

    def clear(self) -> None:
        self._done = None
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.undo.setText(self.tr("Undo"))
        self.undo.setToolTip(self.tr("Undo (Ctrl+Z)"))
        self._close.setToolTip(self.tr("Close"))
        self._close.setAccessibleName(self.tr("Close"))
        done = self._done
        if done is not None and done.ids:
            text = self._own.done(done.action, len(done.ids))
            self.label.setText(text)
            self.label.setAccessibleName(text)
            self.undo.setVisible(bool(done.undo))

    def _on_theme_changed(self) -> None:
        self._close.setIcon(icons.icon("close", self._theme.colours.muted))


class ErrorLine(Notice):
    """A notice that words an error of the core."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words

    def show_error(self, error: Exception) -> None:
        self.say(*self._words.error(error))
