"""The list model of memories, used for the review queue and for the list of all, and the delegate that paints a row."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop import icons
from desktop.memory.memory_words import MemoryWords
from desktop.memory.rows import Row
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.records import UNIVERSAL, State

_Index = QModelIndex | QPersistentModelIndex
_PIN_PX = 14
_MOST_SINGLE_REMOVALS = 50


class MemoryModel(QAbstractListModel):
    """Rows in memory, in the order given. `facts` are layer, state where it is not in force, source, scope and date."""

    IdRole = Qt.ItemDataRole.UserRole + 1
    QuoteRole = Qt.ItemDataRole.UserRole + 2
    FactsRole = Qt.ItemDataRole.UserRole + 3
    PinnedRole = Qt.ItemDataRole.UserRole + 4
    StateRole = Qt.ItemDataRole.UserRole + 5

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words, self._own = words, MemoryWords(self)
        self._rows: list[Row] = []

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return row.claim
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join(part for part in (row.claim, self._facts(row), row.quote) if part)
        if role == self.IdRole:
            return row.id
        if role == self.QuoteRole:
            return row.quote
        if role == self.FactsRole:
            return self._facts(row)
        if role == self.PinnedRole:
            return row.memory.pinned
        if role == self.StateRole:
            return row.memory.state.value
        return None

    def row(self, number: int) -> Row | None:
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def rows(self) -> Sequence[Row]:
        return self._rows

    def number_of(self, memory_id: str) -> int:
        return next((number for number, row in enumerate(self._rows) if row.id == memory_id), -1)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows: changed in place, taken out one by one, or all anew, whichever disturbs least."""
        if len(rows) == len(self._rows) and all(map(operator.is_, rows, self._rows)):
            return
        wanted = {row.memory.id for row in rows}
        stays = [row.memory.id for row in self._rows if row.memory.id in wanted]
        is_far = len(self._rows) - len(stays) > _MOST_SINGLE_REMOVALS
        if is_far or stays != [row.memory.id for row in rows]:
            self.beginResetModel()
            self._rows = list(rows)
            self.endResetModel()
            return
        for number in range(len(self._rows) - 1, -1, -1):
            if self._rows[number].id not in wanted:
                self.beginRemoveRows(QModelIndex(), number, number)
                del self._rows[number]
                self.endRemoveRows()
        for number, row in enumerate(rows):
            if self._rows[number] is not row:
                self._rows[number] = row
                self.dataChanged.emit(self.index(number), self.index(number))

    def retranslate(self) -> None:
        """Ask every view to take the words of the rows anew."""
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def _facts(self, row: Row) -> str:
        memory = row.memory
        parts = [self._words.layer(memory.layer.value)]
        if memory.state not in (State.ACTIVE, State.PROPOSED):
            parts.append(self._words.state(memory.state.value))
        parts.append(self._words.source(memory.source.value))
        if memory.scope != UNIVERSAL:
            parts.append(self._own.scope(memory.scope))
        parts.append(self._words.when(memory.said_utc))
        return " · ".join(parts)


class MemoryDelegate(QStyledItemDelegate):
    """The claim on the first line; below it the quoted sentence, in the queue, and what is known about it."""

    def __init__(self, theme: Theme, parent: QObject | None = None, *, shows_quote: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._shows_quote = theme, shows_quote

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        lines = 3 if self._shows_quote else 2
        return QSize(160, option.fontMetrics.lineSpacing() * lines + SPACE * 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        area = option.rect.adjusted(SPACE + 2, SPACE - 1, -SPACE, -SPACE + 1)
        line = option.fontMetrics.lineSpacing()
        first = QRect(area.x(), area.y(), area.width(), line)
        painter.save()
        if index.data(MemoryModel.PinnedRole):
            pin = icons.icon("pin", self._theme.colours.accent)
            pin.paint(painter, first.right() - _PIN_PX, first.y(), _PIN_PX, line)
            first.setRight(first.right() - _PIN_PX - SPACE)
        is_current = index.data(MemoryModel.StateRole) in (State.ACTIVE.value, State.PROPOSED.value)
        self._line(painter, option, first, str(index.data()), "text" if is_current else "muted")
        below = QRect(area.x(), area.y() + line, area.width(), line)
        if self._shows_quote:
            quote = str(index.data(MemoryModel.QuoteRole))
            self._line(painter, option, below, f"“{quote}”" if quote else "", "muted")
            below.translate(0, line)
        self._line(painter, option, below, str(index.data(MemoryModel.FactsRole)), "muted")
        painter.restore()

    def _line(
        self, painter: QPainter, option: QStyleOptionViewItem, place: QRect, text: str, role: str
    ) -> None:
        painter.setPen(self._theme.colour(role))
        short = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, short)
