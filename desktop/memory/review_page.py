"""The review queue: each proposal with its sentence; accept, edit, reject or never again, by key or button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.flow_layout import FlowLayout
from desktop.memory.keyed_list import KeyedListView
from desktop.memory.memory_words import MemoryWords
from desktop.memory.models import MemoryDelegate, MemoryModel
from desktop.memory.rows import Row
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.records import Memory


class ProposalCard(QFrame):
    """One proposal in full: what would be kept, the quoted sentence, why it waits, where it was said.

    Signals: `open_turn(str, str)`.
    """

    open_turn = Signal(str, str)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._own = words, MemoryWords(self)
        self._row: Row | None = None
        self.setObjectName("card")
        self._labels = [QLabel() for _ in range(5)]
        self.claim, self.facts, self.quote, self.reason, self.source = self._labels
        self._heads = [QLabel(), QLabel()]
        self.link = QPushButton()
        self.link.setObjectName("openTurn")
        self.link.setProperty("role", "link")
        self.link.clicked.connect(self._on_link_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE)
        for label in self._labels:
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for head in self._heads:
            head.setObjectName("section")
        self.claim.setObjectName("heading")
        for label in (self.facts, self.reason, self.source):
            label.setProperty("role", "muted")
        order = (self._heads[0], self.claim, self.facts, self._heads[1], self.quote, self.source, self.reason)
        for widget in order:
            layout.addWidget(widget)
        layout.addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)
        self._retranslate()

    def show_row(self, row: Row | None) -> None:
        self._row = row
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._heads[0].setText(self.tr("Keep this?"))
        self._heads[1].setText(self.tr("Because you said"))
        self.link.setText(self.tr("Open the conversation"))
        self._fill()

    def _fill(self) -> None:
        self.setVisible(self._row is not None)
        if self._row is None:
            return
        memory = self._row.memory
        said = [item for item in memory.evidence if item.quote and item.kind != "manual"]
        scope = self.tr("seen in: {scope}").format(scope=self._own.scope(memory.scope))
        self.claim.setText(memory.claim)
        self.facts.setText(
            " · ".join((self._words.layer(memory.layer.value), self._own.value(memory), scope))
        )
        self.quote.setText("\n".join(f"“{item.quote}”" for item in said))
        self._heads[1].setVisible(bool(said))
        self.quote.setVisible(bool(said))
        source = self._words.source(memory.source.value)
        self.source.setText(f"{source} · {self._words.when(memory.said_utc)}")
        self.reason.setText(self._own.reason(memory.reason))
        self.link.setVisible(any(item.conversation_id for item in said))

    def _on_link_clicked(self) -> None:
        row = self._row
        if row is None:
            return
        item = next(item for item in reversed(row.memory.evidence) if item.conversation_id)
        self.open_turn.emit(item.conversation_id, item.ref_id)


class ReviewPage(QWidget):
    """Signals: `accept_wanted(list)` ids; `reject_wanted(list)` ids; `edit_wanted(object)` Memory; `never_wanted(list)`
    memories; `open_turn(str, str)`."""

    accept_wanted = Signal(list)
    reject_wanted = Signal(list)
    edit_wanted = Signal(object)
    never_wanted = Signal(list)
    open_turn = Signal(str, str)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = MemoryModel(words, self)
        self.view = KeyedListView()
        self.view.setObjectName("reviewList")
        self.view.setModel(self.model)
        self.view.setItemDelegate(MemoryDelegate(theme, self.view, shows_quote=True))
        self.view.key_pressed.connect(self._on_key_pressed)
        self.view.current_changed.connect(self._on_current_changed)
        self.card = ProposalCard(words)
        self.card.open_turn.connect(self.open_turn)
        self.accept, self.edit, self.reject, self.never = (QPushButton() for _ in range(4))
        self.select_all = QPushButton()
        self.select_all.setProperty("role", "link")
        self.select_all.setObjectName("selectAll")
        self.select_all.clicked.connect(self.view.selectAll)
        self.accept.setProperty("role", "primary")
        self.hint = QLabel()
        self.hint.setProperty("role", "muted")
        self.hint.setWordWrap(True)
        self.empty = QLabel()
        self.empty.setObjectName("reviewEmpty")
        self.empty.setProperty("role", "muted")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget()
        self._build()
        for name, button, slot in (
            ("acceptProposal", self.accept, self._on_accept),
            ("editProposal", self.edit, self._on_edit),
            ("rejectProposal", self.reject, self._on_reject),
            ("neverProposal", self.never, self._on_never),
        ):
            button.setObjectName(name)
            button.clicked.connect(slot)
        self._retranslate()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these proposals; the current row stays, or goes on to the next where it is gone."""
        number = max(self.view.currentIndex().row(), 0)
        current = self.model.row(number)
        self.model.set_rows(rows)
        found = self.model.number_of(current.id) if current is not None else -1
        self._go_to(found if found >= 0 else min(number, len(rows) - 1))
        self.stack.setCurrentIndex(0 if rows else 1)

    def show_memory(self, memory_id: str) -> None:
        self._go_to(self.model.number_of(memory_id))

    def chosen(self) -> list[Memory]:
        rows = [self.model.row(number) for number in self.view.selected_numbers()]
        return [row.memory for row in rows if row is not None]

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        column.addWidget(self.view, 1)
        column.addWidget(self.select_all, 0, Qt.AlignmentFlag.AlignLeft)
        right = QWidget()
        side = QVBoxLayout(right)
        side.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        side.setSpacing(SPACE + 4)
        side.addWidget(self.card)
        buttons = QWidget()
        flow = FlowLayout(buttons, gap=SPACE)
        for button in (self.accept, self.edit, self.reject, self.never):
            flow.addWidget(button)
        side.addWidget(buttons)
        side.addWidget(self.hint)
        side.addStretch(1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setSizes([420, 460])
        self.stack.addWidget(splitter)
        self.stack.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack)

    def _retranslate(self) -> None:
        self.view.setAccessibleName(self.tr("Proposals waiting for review"))
        self.select_all.setText(self.tr("Select all"))
        self.hint.setText(
            self.tr(
                "Keys: arrows to move, A accept, E edit, R reject, N never again; Shift or Ctrl to choose several."
            )
        )
        self.accept.setText(self.tr("Accept"))
        self.edit.setText(self.tr("Edit…"))
        self.reject.setText(self.tr("Reject"))
        self.never.setText(self.tr("Never again…"))
        self.never.setToolTip(
            self.tr("Delete the proposal and the words it came from, and never learn it again")
        )
        self.empty.setText(
            self.tr(
                "Nothing waits for review.\nWhen you say something lasting in a conversation, Keepsake proposes to "
                "keep it, and the proposal appears here."
            )
        )
        self.model.retranslate()

    def _go_to(self, number: int) -> None:
        index = self.model.index(number) if number >= 0 else QModelIndex()
        if (
            index.isValid()
            and self.view.currentIndex() == index
            and self.view.selectionModel().hasSelection()
        ):
            self._on_current_changed(index)
            return
        self.view.setCurrentIndex(index)
        self._on_current_changed(index)

    def _on_current_changed(self, index: QModelIndex) -> None:
        self.card.show_row(self.model.row(index.row()) if index.isValid() else None)

    def _on_key_pressed(self, key: int) -> None:
        act = {
            Qt.Key.Key_A: self._on_accept,
            Qt.Key.Key_E: self._on_edit,
            Qt.Key.Key_Return: self._on_edit,
            Qt.Key.Key_Enter: self._on_edit,
            Qt.Key.Key_R: self._on_reject,
            Qt.Key.Key_N: self._on_never,
            Qt.Key.Key_Delete: self._on_reject,
        }.get(Qt.Key(key))
        if act is not None:
            act()

    def _on_accept(self) -> None:
        self._tell(self.accept_wanted)

    def _on_reject(self) -> None:
        self._tell(self.reject_wanted)

    def _tell(self, signal: object) -> None:
        chosen = [memory.id for memory in self.chosen()]
        if chosen:
            signal.emit(chosen)  # type: ignore[attr-defined]  # a bound signal has no public type

    def _on_edit(self) -> None:
        chosen = self.chosen()
        if chosen:
            self.edit_wanted.emit(chosen[0])

    def _on_never(self) -> None:
        chosen = self.chosen()
        if chosen:
            self.never_wanted.emit(chosen)
