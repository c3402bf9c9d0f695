"""The table of receipts: when, for what, to whom, how much, with what outcome. Older ones are fetched on demand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.words import Words
from vault.records import Receipt

_Index = QModelIndex | QPersistentModelIndex


class ReceiptsModel(QAbstractTableModel):
    """Receipts in memory, the newest first."""

    IdRole = Qt.ItemDataRole.UserRole + 1
    COLUMNS = 5

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: list[Receipt] = []

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self.COLUMNS

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.receipt(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.method} {row.url}"
        return row.id if role == self.IdRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        names = (
            self.tr("Sent"),
            self.tr("Purpose"),
            self.tr("Endpoint"),
            self.tr("Bytes"),
            self.tr("Outcome"),
        )
        return names[section] if 0 <= section < len(names) else None

    def receipt(self, number: int) -> Receipt | None:
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def set_rows(self, rows: Sequence[Receipt]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def append(self, rows: Sequence[Receipt]) -> None:
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    def last_sequence(self) -> int | None:
        return self._rows[-1].sequence if self._rows else None

    def retranslate(self) -> None:
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.COLUMNS - 1)
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, self.COLUMNS - 1))

    def _text(self, row: Receipt, column: int) -> str:
        return (
            self._words.moment(row.sent_utc),
            self._words.purpose(row.purpose),
            row.endpoint,
            f"{row.size_bytes:,}",
            self._words.receipt_outcome(row.outcome),
        )[column]
