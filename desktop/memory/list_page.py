"""All memories: filtered by words or found by meaning, narrowed by layer, scope and state, each with its details."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.memory.detail_pane import DetailPane
from desktop.memory.keyed_list import KeyedListView
from desktop.memory.memory_words import MemoryWords
from desktop.memory.models import MemoryDelegate, MemoryModel
from desktop.memory.rows import ALL, Filters, Snapshot, visible
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.records import Layer, Memory, State

_SEARCH_DELAY_MS = 180
_STATES = (State.ACTIVE, State.SUPERSEDED, State.EXPIRED, State.ARCHIVED, State.REJECTED)


class ListPage(QWidget):
    """Signals: `detail_wanted(str)` id of the row that is current now; `meaning_wanted(str)` a text to find by meaning;
    `act_wanted(str, list)` one of `acts_for` and memories; `add_wanted()`; `export_wanted()`; `open_turn(str, str)`."""

    detail_wanted = Signal(str)
    meaning_wanted = Signal(str)
    act_wanted = Signal(str, list)
    add_wanted = Signal()
    export_wanted = Signal()
    open_turn = Signal(str, str)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._words, self._own = theme, words, MemoryWords(self)
        self._snapshot, self.filters = Snapshot(), Filters()
        self._wanted_id = ""
        self.model = MemoryModel(words, self)
        self.search = QLineEdit()
        self.search.setObjectName("memorySearch")
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(200)
        self.meaning = QCheckBox()
        self.meaning.setObjectName("byMeaning")
        self.layer, self.scope, self.state = QComboBox(), QComboBox(), QComboBox()
        self.add, self.export = QPushButton(), QPushButton()
        self.view = KeyedListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(MemoryDelegate(theme, self.view))
        self.count, self.empty = QLabel(), QLabel()
        self.detail = DetailPane(theme, words)
        self.stack = QStackedWidget()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SEARCH_DELAY_MS)
        self._name_parts()
        self._build()
        self._connect()
        self._on_theme_changed()
        self._retranslate()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        if [self.scope.itemData(i) for i in range(1, self.scope.count())] != list(snapshot.scopes):
            self._fill_scopes()
        self._apply()

    def set_found(self, ids: tuple[str, ...]) -> None:
        """Show the answer of a search by meaning, unless it is no longer wanted."""
        if self.meaning.isChecked() and self.search.text().strip():
            self.filters = replace(self.filters, order=ids)
            self._apply()

    def show_memory(self, memory_id: str) -> None:
        """Make that memory current, widening the filters where they hide it."""
        row = self._snapshot.find(memory_id)
        self._wanted_id = memory_id
        if row is not None and not visible([row], self.filters):
            self._widen(row.memory.state)
        self._apply()

    def chosen(self) -> list[Memory]:
        rows = [self.model.row(number) for number in self.view.selected_numbers()]
        return [row.memory for row in rows if row is not None]

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _name_parts(self) -> None:
        for name, widget in (
            ("memoryList", self.view),
            ("layerFilter", self.layer),
            ("scopeFilter", self.scope),
            ("stateFilter", self.state),
            ("addMemory", self.add),
            ("exportMemories", self.export),
            ("memoryEmpty", self.empty),
        ):
            widget.setObjectName(name)
        self.count.setProperty("role", "muted")
        self.empty.setProperty("role", "muted")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def _build(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.search, 1)
        for widget in (self.meaning, self.add, self.export):
            first.addWidget(widget)
        for choice in (self.layer, self.scope, self.state):
            second.addWidget(choice)
        second.addStretch(1)
        second.addWidget(self.count)
        head = QVBoxLayout()
        head.setContentsMargins(SPACE * 2, SPACE + 4, SPACE * 2, 0)
        head.setSpacing(SPACE)
        for row in (first, second):
            row.setSpacing(SPACE)
            head.addLayout(row)
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.empty)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(SPACE, 0, SPACE, SPACE)
        column.addWidget(self.stack, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(self.detail)
        splitter.setSizes([500, 400])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addLayout(head)
        layout.addWidget(splitter, 1)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search_changed)
        self.meaning.toggled.connect(self._on_search_timeout)
        self._timer.timeout.connect(self._on_search_timeout)
        for choice in (self.layer, self.scope, self.state):
            choice.activated.connect(self._on_filter_activated)
        self.add.clicked.connect(self.add_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.view.current_changed.connect(self._on_current_changed)
        self.view.key_pressed.connect(self._on_key_pressed)
        self.detail.act_wanted.connect(self._on_act_wanted)
        self.detail.open_turn.connect(self.open_turn)
        self._theme.changed.connect(self._on_theme_changed)

    # words

    def _retranslate(self) -> None:
        self.search.setPlaceholderText(self.tr("Search memories"))
        self.search.setAccessibleName(self.tr("Search memories"))
        self.meaning.setText(self.tr("By &meaning"))
        self.meaning.setToolTip(self.tr("Find what is meant, also in other words and in the other language"))
        self.layer.setAccessibleName(self.tr("Kind of memory"))
        self.scope.setAccessibleName(self.tr("Scope"))
        self.state.setAccessibleName(self.tr("State"))
        self.add.setText(self.tr("Add…"))
        self.add.setToolTip(self.tr("Add a memory"))
        self.export.setText(self.tr("Export…"))
        self.view.setAccessibleName(self.tr("Memories"))
        layers = [
            (self.tr("All kinds"), ALL),
            *((self._words.layer(item.value), item.value) for item in Layer),
        ]
        states = [
            *((self._words.state(item.value), item.value) for item in _STATES),
            (self.tr("All states"), ALL),
        ]
        _refill(self.layer, layers)
        _refill(self.state, states)
        self._fill_scopes()
        self.model.retranslate()
        self._say_counts()

    def _fill_scopes(self) -> None:
        scopes = [(self._own.scope(scope), scope) for scope in self._snapshot.scopes]
        _refill(self.scope, [(self.tr("All scopes"), ALL), *scopes])

    def _say_counts(self) -> None:
        shown, of_all = self.model.rowCount(), len(self._snapshot.memories)
        self.count.setText(self.tr("{shown} of {all}").format(shown=shown, all=of_all))
        self.count.setVisible(bool(of_all))
        self.stack.setCurrentIndex(0 if shown else 1)
        self.empty.setText(
            self.tr("No memory fits. Clear the search, or choose other filters.")
            if of_all
            else self.tr(
                "Nothing is remembered yet.\nSay something lasting in a conversation, or add a memory yourself."
            )
        )

    # state

    def _apply(self) -> None:
        current = self._wanted_id or self._current_id()
        number = max(self.view.currentIndex().row(), 0)
        self.model.set_rows(visible(self._snapshot.memories, self.filters))
        found = self.model.number_of(current) if current else -1
        if found >= 0:
            self._wanted_id = ""
        target = found if found >= 0 else min(number, self.model.rowCount() - 1)
        index = self.model.index(target) if target >= 0 else QModelIndex()
        if index != self.view.currentIndex() or not self.view.selectionModel().hasSelection():
            # Alone, whatever keys are held: the view's own setting of it adds to the selection under Ctrl.
            self.view.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        self.view.scrollTo(index)
        self._on_current_changed(index)
        self._say_counts()

    def _widen(self, state: State) -> None:
        self.filters = Filters(state=state.value)
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)
        for choice, value in ((self.layer, ALL), (self.scope, ALL), (self.state, state.value)):
            choice.setCurrentIndex(max(choice.findData(value), 0))

    def _current_id(self) -> str:
        row = self.model.row(self.view.currentIndex().row())
        return row.id if row is not None else ""

    # slots

    def _on_theme_changed(self) -> None:
        self.add.setIcon(icons.icon("plus", self._theme.colours.text))
        self.export.setIcon(icons.icon("download", self._theme.colours.text))
        self.view.viewport().update()

    def _on_search_changed(self) -> None:
        self._timer.start()

    def _on_search_timeout(self) -> None:
        self._timer.stop()
        text = self.search.text().strip()
        if text and self.meaning.isChecked():
            self.filters = replace(self.filters, text=text)
            self.meaning_wanted.emit(text)
            return
        self.filters = replace(self.filters, text=text, order=None)
        self._apply()

    def _on_filter_activated(self) -> None:
        self.filters = replace(
            self.filters,
            layer=str(self.layer.currentData()),
            scope=str(self.scope.currentData()),
            state=str(self.state.currentData()),
        )
        self._apply()

    def _on_current_changed(self, index: QModelIndex) -> None:
        row = self.model.row(index.row()) if index.isValid() else None
        if row is None:
            self.detail.show_detail(None)
        else:
            self.detail_wanted.emit(row.id)

    def _on_key_pressed(self, key: int) -> None:
        chosen = self.chosen()
        if not chosen:
            return
        if key == Qt.Key.Key_Delete:
            self.act_wanted.emit("forget", chosen)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_E) and "edit" in self._open_acts():
            self.act_wanted.emit("edit", chosen[:1])
        elif key == Qt.Key.Key_P:
            self.act_wanted.emit("unpin" if chosen[0].pinned else "pin", chosen[:1])

    def _open_acts(self) -> set[str]:
        return {act for act, button in self.detail.acts.items() if not button.isHidden()}

    def _on_act_wanted(self, act: str, memory: Memory) -> None:
        # Archiving and forgetting mean all that are selected; the rest means the one that is shown.
        chosen = self.chosen()
        is_bulk = act in ("archive", "forget") and memory.id in {item.id for item in chosen}
        self.act_wanted.emit(act, chosen if is_bulk else [memory])


def _refill(choice: QComboBox, items: list[tuple[str, str]]) -> None:
    """Put in new items or words, and keep what was chosen where it is still there."""
    chosen = choice.currentData()
    choice.blockSignals(True)
    choice.clear()
    for text, value in items:
        choice.addItem(text, value)
    choice.setCurrentIndex(max(choice.findData(chosen), 0))
    choice.blockSignals(False)
