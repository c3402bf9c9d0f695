"""A page of entries with what is known of the chosen one beside them, and buttons for what can be done with
those selected.

Questions, the clean-up, people and things, and tasks are such pages: each reads its entries off the GUI
thread and says what is wanted; this part lays out and connects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from desktop.bridge import Bridge, Job
from desktop.chat.side_panel import Column
from desktop.flow_layout import FlowLayout
from desktop.memory.keyed_list import KeyedListView
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault import Vault

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
ID_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_ROW_HEIGHT = 44


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: `title` and the muted line below it, the lines beside the list (a line that begins with "# "
    is a heading), and the acts that it allows. `ids` are the memories or tasks that an act is about.
    """

    id: str
    title: str
    subtitle: str = ""
    lines: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


class EntryModel(QAbstractListModel):
    """Entries in their order; the whole list is replaced at once."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: tuple[Entry, ...] = ()

    def set_entries(self, entries: Sequence[Entry]) -> None:
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{entry.title}\n{entry.subtitle}" if entry.subtitle else entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.title}. {entry.subtitle}".strip()
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.title
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, _ROW_HEIGHT)
        return entry.id if role == ID_ROLE else None


class ListingPage(QWidget):
    """Signals: `act_wanted(str, object)` an act and the entries it is wanted for; `failed(object)` reading
    failed; `counted(int)` how many entries there are.
    """

    act_wanted = Signal(str, object)
    failed = Signal(object)
    counted = Signal(int)
    ACTS: tuple[str, ...] = ()
    DANGER: frozenset[str] = frozenset()

    def __init__(
        self, theme: Theme, words: Words, bridge: Bridge, vault: Vault, *, picture: QWidget | None = None
    ) -> None:
        """`picture` stands above what is known of the chosen entry."""
        super().__init__()
        self._words, self._bridge, self._vault, self._picture = words, bridge, vault, picture
        self._reading = 0
        self._is_read = False
        self.model = EntryModel()
        self.intro = QLabel()
        self.intro.setWordWrap(True)
        self.intro.setProperty("role", "muted")
        self.list = KeyedListView()
        self.list.setModel(self.model)
        self.list.setWordWrap(False)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.column = Column()
        self.column.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.acts: dict[str, QPushButton] = {}
        self._build(theme)
        self.list.current_changed.connect(self._on_current_changed)
        self.list.selectionModel().selectionChanged.connect(self._on_current_changed)
        self.list.key_pressed.connect(self._on_key_pressed)
        self.retranslate()

    # what a page says and reads

    def words(self) -> tuple[str, str, str]:
        """The introduction, the accessible name of the list, and what stands there while it is empty."""
        raise NotImplementedError

    def act_words(self) -> dict[str, str]:
        """The text of each act's button."""
        raise NotImplementedError

    def read(self) -> Sequence[Entry]:
        """The entries; called off the GUI thread."""
        raise NotImplementedError

    # for the view

    def refresh(self) -> None:
        """Read the entries again in the background."""
        job = self._bridge.run(self.read)
        self._reading = job.number
        job.succeeded.connect(self._on_read)
        job.failed.connect(self.failed)

    def act(self, work: Callable[[], object]) -> Job:
        """Do something off the GUI thread and read again."""
        job = self._bridge.run(work)
        job.succeeded.connect(self._on_acted)
        job.failed.connect(self.failed)
        return job

    def selected(self) -> tuple[Entry, ...]:
        return tuple(self.model.entries[number] for number in self.list.selected_numbers())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.refresh()
        super().changeEvent(event)

    def retranslate(self) -> None:
        intro, name, _ = self.words()
        self.intro.setText(intro)
        self.list.setAccessibleName(name)
        self.column.setAccessibleName(self.tr("About the selected entry"))
        for act, text in self.act_words().items():
            self.acts[act].setText(text)
        self._fill()

    def _build(self, theme: Theme) -> None:
        buttons = QWidget()
        flow = FlowLayout(buttons, gap=SPACE)
        for act in self.ACTS:
            button = QPushButton()
            button.setObjectName(f"{act}Button")
            if act in self.DANGER:
                button.setProperty("role", "danger")
            button.clicked.connect(partial(self._on_act_clicked, act))
            self.acts[act] = button
            flow.addWidget(button)
        side = QWidget()
        side.setObjectName("sidePanel")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, SPACE, 0, 0)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE + 4, 0, SPACE + 4, 0)
        top.addWidget(buttons)
        column.addLayout(top)
        if self._picture is not None:
            column.addWidget(self._picture, 3)
        column.addWidget(self.column, 2)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(side)
        splitter.setSizes([420, 420])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.intro)
        layout.addWidget(splitter, 1)

    def _fill(self) -> None:
        self.column.clear()
        chosen = self.selected()
        for act, button in self.acts.items():
            button.setVisible(any(act in entry.acts for entry in chosen))
        if self._is_read and not self.model.entries:
            self.column.line(self.words()[2], is_muted=True)
        for entry in chosen[:1]:
            heading = self.column.line(entry.title)
            heading.setObjectName("heading")
            for line in entry.lines:
                if line.startswith("# "):
                    self.column.section(line[2:])
                else:
                    self.column.line(line)

    # slots

    def _on_read(self, entries: Sequence[Entry]) -> None:
        job = self.sender()
        if not isinstance(job, Job) or job.number != self._reading:
            return
        self._is_read = True
        kept = {entry.id for entry in self.selected()}
        self.model.set_entries(entries)
        rows = [number for number, entry in enumerate(entries) if entry.id in kept]
        if entries:
            self.list.setCurrentIndex(self.model.index(rows[0] if rows else 0))
        self._fill()
        self.counted.emit(len(entries))

    def _on_acted(self, _result: object) -> None:
        self.refresh()

    def _on_current_changed(self, *_: object) -> None:
        self._fill()

    def _on_key_pressed(self, key: int) -> None:
        if key == Qt.Key.Key_Delete and self.DANGER:
            self._on_act_clicked(next(iter(self.DANGER)))

    def _on_act_clicked(self, act: str, _is_checked: bool = False) -> None:
        chosen = [entry for entry in self.selected() if act in entry.acts]
        if chosen:
            self.act_wanted.emit(act, chosen)
