"""A list whose letters are commands: the view says which key was pressed and never searches by typing."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

_Index = QModelIndex | QPersistentModelIndex


class KeyedListView(QListView):
    """Extended selection; letters without modifiers, Return and Delete are told instead of handled.

    Signals: `key_pressed(int)` the Qt key; `current_changed(QModelIndex)` the row the arrows are on.
    """

    key_pressed = Signal(int)
    current_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def selected_numbers(self) -> list[int]:
        """The selected rows from the top; the current one where none is selected."""
        chosen = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        current = self.currentIndex()
        return chosen or ([current.row()] if current.isValid() else [])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        is_letter = Qt.Key.Key_A <= key <= Qt.Key.Key_Z
        if is_plain and (is_letter or key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete)):
            self.key_pressed.emit(key)
            event.accept()
            return
        super().keyPressEvent(event)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        self.current_changed.emit(current)
