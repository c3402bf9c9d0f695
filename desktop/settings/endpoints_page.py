"""The endpoints that may answer: a list, and adding, editing, removing and choosing the default."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QListView, QPushButton, QWidget

from desktop.flow_layout import FlowLayout
from desktop.settings.endpoint_dialog import EndpointDialog
from desktop.settings.page import SettingsPage, Shared
from desktop.theme import SPACE
from desktop.words import Words
from vault import Vault
from vault.endpoints import RECALL_ONLY
from vault.records import EndpointConfig

_Index = QModelIndex | QPersistentModelIndex
_ROWS_SHOWN = 6


class EndpointModel(QAbstractListModel):
    """Endpoints in memory, the built-in one first."""

    NameRole = Qt.ItemDataRole.UserRole + 1

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: list[EndpointConfig] = []

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.config(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.url
        return row.name if role == self.NameRole else None

    def config(self, number: int) -> EndpointConfig | None:
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def number_of(self, name: str) -> int:
        return next((number for number, row in enumerate(self._rows) if row.name == name), -1)

    def set_rows(self, rows: Sequence[EndpointConfig]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def retranslate(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def _text(self, row: EndpointConfig) -> str:
        is_builtin = row.kind == RECALL_ONLY.kind
        name = self.tr("Recall only (built in)") if is_builtin else row.name
        parts = [name, row.model, self._words.trust(row.trust), self.tr("default") if row.is_default else ""]
        return " · ".join(part for part in parts if part)


class EndpointsPage(SettingsPage):
    """Signals: `endpoints_changed()`."""

    endpoints_changed = Signal()

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(shared, parent)
        self.model = EndpointModel(shared.words, self)
        self._wanted = ""
        self._intro = self.paragraph(is_muted=True)
        self.view = QListView()
        self.view.setObjectName("framed")
        self.view.setModel(self.model)
        self.view.setSpacing(SPACE // 4)
        self.view.setFixedHeight((self.fontMetrics().lineSpacing() + SPACE * 2) * _ROWS_SHOWN)
        self.view.activated.connect(self._on_edit)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.add, self.edit, self.remove, self.default = (QPushButton() for _ in range(4))
        buttons = QWidget()
        flow = FlowLayout(buttons, gap=SPACE)
        for name, button, slot in (
            ("addEndpoint", self.add, self._on_add),
            ("editEndpoint", self.edit, self._on_edit),
            ("defaultEndpoint", self.default, self._on_default),
            ("removeEndpoint", self.remove, self._on_remove),
        ):
            button.setObjectName(name)
            button.clicked.connect(slot)
            flow.addWidget(button)
        self.background = QComboBox()
        self.background.setObjectName("backgroundEndpoint")
        self.background.activated.connect(self._on_background_activated)
        self._background_label = QLabel()
        self._background_label.setBuddy(self.background)
        self._background_text = QLabel()
        self._background_text.setWordWrap(True)
        self._background_text.setProperty("role", "muted")
        for widget in (
            self._intro,
            self.view,
            buttons,
            self._background_label,
            self.background,
            self._background_text,
        ):
            self.body.addWidget(widget)
        self.retranslate()
        self._on_current_changed()

    def refresh(self) -> None:
        endpoints = self.shared.session.vault.endpoints
        self.run(lambda: (endpoints.list(), endpoints.background()), self._on_read)

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Endpoints"))
        self._intro.setText(
            self.tr(
                "An endpoint is a language model that may answer. Without one, Keepsake answers by quoting "
                "your vault. What is sent to an endpoint is listed under Privacy, with its exact bytes."
            )
        )
        self.view.setAccessibleName(self.tr("Endpoints"))
        self._background_label.setText(self.tr("&Background work"))
        self.background.setAccessibleName(self.tr("Background work"))
        if self.background.count():
            self.background.setItemText(0, self.tr("None"))
        self._background_text.setText(
            self.tr(
                "Learning from conversations and summing up older turns may ask a model while you do other things. "
                "One on this machine is best; without one, rules do this work."
            )
        )
        self.add.setText(self.tr("Add…"))
        self.edit.setText(self.tr("Edit…"))
        self.default.setText(self.tr("Make the default"))
        self.remove.setText(self.tr("Remove"))
        self.model.retranslate()

    def current(self) -> EndpointConfig | None:
        return self.model.config(self.view.currentIndex().row())

    # slots

    def _on_read(self, read: tuple[list[EndpointConfig], EndpointConfig | None]) -> None:
        rows, background = read
        self._offer_background(rows, background.name if background is not None else "")
        current = self.current()
        wanted = self._wanted or (current.name if current is not None else "")
        self._wanted = ""
        self.model.set_rows(rows)
        self.view.setCurrentIndex(self.model.index(max(self.model.number_of(wanted), 0)))
        self._on_current_changed()

    def _offer_background(self, rows: Sequence[EndpointConfig], chosen: str) -> None:
        self.background.clear()
        self.background.addItem(self.tr("None"), "")
        for row in rows:
            if row.kind != RECALL_ONLY.kind:
                self.background.addItem(row.name, row.name)
        self.background.setCurrentIndex(max(self.background.findData(chosen), 0))

    def _on_background_activated(self) -> None:
        endpoints, name = self.shared.session.vault.endpoints, str(self.background.currentData())
        self.run(lambda: endpoints.set_background(name), self._on_changed)

    def _on_current_changed(self) -> None:
        current = self.current()
        is_own = current is not None and current.kind != RECALL_ONLY.kind
        self.edit.setEnabled(is_own)
        self.remove.setEnabled(is_own)
        self.default.setEnabled(current is not None and not current.is_default)

    def _on_add(self) -> None:
        self._open(None)

    def _on_edit(self) -> None:
        current = self.current()
        if current is not None and current.kind != RECALL_ONLY.kind:
            self._open(current)

    def _open(self, config: EndpointConfig | None) -> None:
        rows = (self.model.config(number) for number in range(self.model.rowCount()))
        taken = frozenset(row.name for row in rows if row is not None)
        dialog = EndpointDialog(self.shared, taken, config, parent=self)
        dialog.configured.connect(self._on_configured)
        dialog.open()

    def _on_configured(self, config: EndpointConfig, before: str) -> None:
        self._wanted = config.name
        vault = self.shared.session.vault
        self.run(lambda: _put(vault, config, before), self._on_changed)

    def _on_default(self) -> None:
        current = self.current()
        if current is not None:
            endpoints, name = self.shared.session.vault.endpoints, current.name
            self.run(lambda: endpoints.set_default(name), self._on_changed)

    def _on_remove(self) -> None:
        current = self.current()
        if current is not None:
            endpoints, name = self.shared.session.vault.endpoints, current.name
            self.run(lambda: endpoints.remove(name), self._on_changed)

    def _on_changed(self, _result: object) -> None:
        self.notice.say()
        self.endpoints_changed.emit()
        self.refresh()


def _put(vault: Vault, config: EndpointConfig, before: str) -> None:
    """Keep a configuration; one that was renamed takes the place of the old one, in one transaction."""

    def replace(_connection: object) -> None:
        vault.endpoints.put(config)
        if before and before != config.name:
            vault.endpoints.remove(before)

    vault.db.write(replace)
