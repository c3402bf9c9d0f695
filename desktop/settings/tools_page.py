"""What a model may call: whether tools are used at all, and the servers of tools that the user has added."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QListWidget, QListWidgetItem, QPushButton, QWidget

from assistant.tools.offer import TOOLS_SETTING
from assistant.tools.servers import ToolServer, add, remove, servers, trust, written
from desktop.flow_layout import FlowLayout
from desktop.settings.page import SettingsPage, Shared
from desktop.settings.tool_server_dialog import ToolServerDialog
from desktop.theme import SPACE

_ROWS_SHOWN = 6


class ToolsPage(SettingsPage):
    """Adds, edits, trusts and removes servers; each can be tested in its form."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(shared, parent)
        self._servers: list[ToolServer] = []
        self._wanted = ""
        self._intro = self.paragraph(is_muted=True)
        self.use = QCheckBox()
        self.use.setObjectName("useTools")
        self.use.clicked.connect(self._on_use_clicked)
        self._section = self.section()
        self._servers_text = self.paragraph(is_muted=True)
        self.view = QListWidget()
        self.view.setObjectName("framed")
        self.view.setFixedHeight((self.fontMetrics().lineSpacing() + SPACE * 2) * _ROWS_SHOWN)
        self.view.itemActivated.connect(self._on_edit)
        self.view.currentRowChanged.connect(self._on_row_changed)
        self.add, self.edit, self.trusted, self.remove = (QPushButton() for _ in range(4))
        buttons = QWidget()
        flow = FlowLayout(buttons, gap=SPACE)
        for name, button, slot in (
            ("addToolServer", self.add, self._on_add),
            ("editToolServer", self.edit, self._on_edit),
            ("trustToolServer", self.trusted, self._on_trust),
            ("removeToolServer", self.remove, self._on_remove),
        ):
            button.setObjectName(name)
            button.clicked.connect(slot)
            flow.addWidget(button)
        for widget in (self._intro, self.use, self._section, self._servers_text, self.view, buttons):
            self.body.addWidget(widget)
        self.retranslate()
        self._on_row_changed()

    def refresh(self) -> None:
        settings = self.shared.session.vault.settings
        self.run(lambda: (bool(settings.get(TOOLS_SETTING)), servers(settings)), self._on_read)

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Tools"))
        self._intro.setText(
            self.tr(
                "While it answers, a model may search the vault, work out numbers and dates, read what you attached, "
                "and look at tasks and reminders. What changes something is asked about each time, and every call is "
                "shown beside the reply."
            )
        )
        self.use.setText(self.tr("&Let models call tools where a message needs them"))
        self._section.setText(self.tr("Servers of tools"))
        self._servers_text.setText(
            self.tr(
                "Programs on this machine that speak the Model Context Protocol. What they answer is treated as a "
                "stranger's word. A program may do with the network what it likes, so none is started in air-gap mode."
            )
        )
        self.view.setAccessibleName(self.tr("Servers of tools"))
        self.add.setText(self.tr("&Add…"))
        self.edit.setText(self.tr("&Edit and test…"))
        self.remove.setText(self.tr("Re&move"))
        self._show()

    def current(self) -> ToolServer | None:
        row = self.view.currentRow()
        return self._servers[row] if 0 <= row < len(self._servers) else None

    def _show(self) -> None:
        current = self.current()
        wanted = self._wanted or (current.name if current is not None else "")
        self._wanted = ""
        self.view.clear()
        for server in self._servers:
            word = self.tr("trusted") if server.is_trusted else self.tr("asks before each call")
            item = QListWidgetItem(f"{server.name} · {word}")
            item.setToolTip(server.url or written(server.command))
            self.view.addItem(item)
        if not self._servers:
            empty = QListWidgetItem(self.tr("None yet. “Add…” takes a command or an address."))
            empty.setFlags(Qt.ItemFlag.NoItemFlags)
            self.view.addItem(empty)
        rows = [number for number, server in enumerate(self._servers) if server.name == wanted]
        self.view.setCurrentRow(rows[0] if rows else 0 if self._servers else -1)
        self._on_row_changed()

    # slots

    def _on_read(self, read: tuple[bool, Sequence[ToolServer]]) -> None:
        is_used, found = read
        self.use.setChecked(is_used)
        self._servers = list(found)
        self._show()

    def _on_use_clicked(self, is_wanted: bool) -> None:
        self.keep(TOOLS_SETTING, is_wanted)

    def _on_row_changed(self) -> None:
        current = self.current()
        for button in (self.edit, self.trusted, self.remove):
            button.setEnabled(current is not None)
        is_trusted = current is not None and current.is_trusted
        self.trusted.setText(self.tr("As&k before its calls") if is_trusted else self.tr("T&rust"))

    def _on_add(self) -> None:
        self._open(None)

    def _on_edit(self) -> None:
        if self.current() is not None:
            self._open(self.current())

    def _open(self, server: ToolServer | None) -> None:
        taken = frozenset(one.name for one in self._servers if one != server)
        dialog = ToolServerDialog(self.shared, taken, server, parent=self)
        dialog.configured.connect(self._on_configured)
        dialog.open()

    def _on_configured(self, server: ToolServer, before: str) -> None:
        self._wanted = server.name
        settings = self.shared.session.vault.settings
        self.run(lambda: add(settings, server, before=before), self._on_changed)

    def _on_trust(self) -> None:
        current = self.current()
        if current is not None:
            settings, name, is_wanted = (
                self.shared.session.vault.settings,
                current.name,
                not current.is_trusted,
            )
            self.run(lambda: trust(settings, name, is_trusted=is_wanted), self._on_changed)

    def _on_remove(self) -> None:
        current = self.current()
        if current is not None:
            settings, name = self.shared.session.vault.settings, current.name
            self.run(lambda: remove(settings, name), self._on_changed)

    def _on_changed(self, _result: object) -> None:
        self.notice.say()
        self.refresh()
