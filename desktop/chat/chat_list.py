"""The list of conversations at the left: newest first, filtered by a search field, paged from the vault."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QContextMenuEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.records import Conversation

_Index = QModelIndex | QPersistentModelIndex
_SEARCH_DELAY_MS = 150


class ConversationModel(QAbstractListModel):
    """Conversations in memory, in the order given, page by page.

    Signals: `more_wanted(int)` how many there are already, when the view has come to their end.
    """

    more_wanted = Signal(int)
    IdRole = Qt.ItemDataRole.UserRole + 1
    TimeRole = Qt.ItemDataRole.UserRole + 2

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: list[Conversation] = []
        self._has_more = False

    def canFetchMore(self, parent: _Index) -> bool:
        return self._has_more and not parent.isValid()

    def fetchMore(self, parent: _Index) -> None:
        if self.canFetchMore(parent):
            self._has_more = False  # until the next page is there
            self.more_wanted.emit(len(self._rows))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return row.title or self.tr("New conversation")
        if role == self.IdRole:
            return row.id
        if role == self.TimeRole:
            return self._words.when(row.updated_utc)
        return None

    def set_rows(self, rows: Sequence[Conversation], *, has_more: bool = False) -> None:
        """Replace all rows; `has_more` tells whether others follow that were not read."""
        self._has_more = has_more
        if [row.id for row in rows] == [row.id for row in self._rows]:
            self._rows = list(rows)
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def append_rows(self, rows: Sequence[Conversation], *, has_more: bool) -> None:
        """Put the next page below. A conversation that has moved up meanwhile is not shown twice."""
        self._has_more = has_more
        known = {row.id for row in self._rows}
        new = [row for row in rows if row.id not in known]
        if new:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(new) - 1)
            self._rows += new
            self.endInsertRows()

    def row_of(self, conversation_id: str) -> int:
        return next((row for row, item in enumerate(self._rows) if item.id == conversation_id), -1)

    def conversation(self, row: int) -> Conversation | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None


class ConversationDelegate(QStyledItemDelegate):
    """A title on the first line, the time of the last message below it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(120, option.fontMetrics.lineSpacing() * 2 + SPACE * 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        option.widget.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget
        )
        area = option.rect.adjusted(SPACE + 2, SPACE - 1, -SPACE, -SPACE + 1)
        line = option.fontMetrics.lineSpacing()
        painter.save()
        title = option.fontMetrics.elidedText(
            str(index.data(Qt.ItemDataRole.DisplayRole)).replace("\n", " "),
            Qt.TextElideMode.ElideRight,
            area.width(),
        )
        painter.setPen(self._theme.colour("text"))
        painter.drawText(area.x(), area.y(), area.width(), line, Qt.AlignmentFlag.AlignVCenter, title)
        painter.setPen(self._theme.colour("muted"))
        time = str(index.data(ConversationModel.TimeRole))
        painter.drawText(area.x(), area.y() + line, area.width(), line, Qt.AlignmentFlag.AlignVCenter, time)
        painter.restore()


class ChatList(QWidget):
    """Signals: `opened(str)`, `delete_wanted(str)`, `rename_wanted(str)` conversation id; `new_wanted()`;
    `temporary_wanted()` a conversation of which nothing is kept; `search_changed(str)`."""

    opened = Signal(str)
    new_wanted = Signal()
    temporary_wanted = Signal()
    search_changed = Signal(str)
    delete_wanted = Signal(str)
    rename_wanted = Signal(str)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.model = ConversationModel(words, self)
        self.new_button = QPushButton()
        self.new_button.setObjectName("newChat")
        self.new_button.clicked.connect(self.new_wanted)
        self.temporary = QToolButton()
        self.temporary.setObjectName("temporaryChat")
        self.temporary.setCheckable(True)
        self.temporary.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.temporary.clicked.connect(self._on_temporary_clicked)
        self.search = QLineEdit()
        self.search.setObjectName("chatSearch")
        self.search.setClearButtonEnabled(True)
        self.view = QListView()
        self.view.setObjectName("chatList")
        self.view.setModel(self.model)
        self.view.setItemDelegate(ConversationDelegate(theme, self.view))
        self.view.setUniformItemSizes(True)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.view.activated.connect(self._on_activated)
        self.view.clicked.connect(self._on_activated)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SEARCH_DELAY_MS)
        self._timer.timeout.connect(self._on_search_timeout)
        self.search.textChanged.connect(self._on_search_text_changed)
        self._build()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()

    def select(self, conversation_id: str) -> None:
        row = self.model.row_of(conversation_id)
        if row >= 0:
            self.view.setCurrentIndex(self.model.index(row))
        else:
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())

    def current_id(self) -> str:
        conversation = self.model.conversation(self.view.currentIndex().row())
        return conversation.id if conversation else ""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.view.indexAt(self.view.viewport().mapFromGlobal(event.globalPos()))
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.view.currentIndex()
        if not index.isValid():
            return
        self.view.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rename = QAction(self.tr("Rename…"), menu)
        rename.triggered.connect(self._on_rename_triggered)
        delete = QAction(self.tr("Delete…"), menu)
        delete.triggered.connect(self._on_delete_triggered)
        menu.addActions([rename, delete])
        menu.popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.new_button, 1)
        top.addWidget(self.temporary)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        layout.setSpacing(SPACE)
        layout.addLayout(top)
        layout.addWidget(self.search)
        layout.addWidget(self.view, 1)

    def _retranslate(self) -> None:
        self.new_button.setText(self.tr("New conversation"))
        self.temporary.setToolTip(self.tr("Temporary conversation: nothing of it is kept"))
        self.temporary.setAccessibleName(self.tr("Temporary conversation"))
        self.search.setPlaceholderText(self.tr("Search conversations"))
        self.search.setAccessibleName(self.tr("Search conversations"))
        self.view.setAccessibleName(self.tr("Conversations"))

    def _on_theme_changed(self) -> None:
        self.new_button.setIcon(icons.icon("plus", self._theme.colours.text))
        self.temporary.setIcon(icons.icon("temporary", self._theme.colours.text))
        self.view.viewport().update()

    def _on_temporary_clicked(self, is_on: bool) -> None:
        (self.temporary_wanted if is_on else self.new_wanted).emit()

    def _on_search_text_changed(self) -> None:
        self._timer.start()

    def _on_search_timeout(self) -> None:
        self.search_changed.emit(self.search.text())

    def _on_activated(self, index: QModelIndex) -> None:
        conversation = self.model.conversation(index.row())
        if conversation is not None:
            self.opened.emit(conversation.id)

    def _on_rename_triggered(self) -> None:
        self.rename_wanted.emit(self.current_id())

    def _on_delete_triggered(self) -> None:
        self.delete_wanted.emit(self.current_id())
