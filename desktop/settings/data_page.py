"""Where the vault lies and how large it is, and the way out: exporting memories."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from desktop.memory.export_dialog import ExportDialog
from desktop.settings.page import SettingsPage, Shared
from desktop.theme import SPACE
from vault import VaultInfo, inspect_vault
from vault.records import UNIVERSAL, Memory

_MIB = 1024 * 1024


class DataPage(SettingsPage):
    """The vault's folder and the export."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(shared, parent)
        self._info: VaultInfo | None = None
        self._sections = (self.section(), self.section())
        self.folder = QLineEdit(str(shared.session.vault.path))
        self.folder.setObjectName("vaultPath")
        self.folder.setReadOnly(True)
        self.open = QPushButton()
        self.open.clicked.connect(self._on_open_clicked)
        self.size_text, self._where, self._export_text = (self.paragraph(is_muted=True) for _ in range(3))
        self.export = QPushButton()
        self.export.setObjectName("exportData")
        self.export.clicked.connect(self._on_export_clicked)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.folder, 1)
        row.addWidget(self.open)
        self.body.addWidget(self._sections[0])
        self.body.addLayout(row)
        for widget in (self.size_text, self._where, self._sections[1], self._export_text):
            self.body.addWidget(widget)
        self.body.addWidget(self.export, 0, Qt.AlignmentFlag.AlignLeft)
        self.retranslate()

    def refresh(self) -> None:
        path = self.shared.session.vault.path
        self.run(lambda: inspect_vault(path), self._on_inspected)

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Data"))
        self._sections[0].setText(self.tr("Your vault"))
        self._sections[1].setText(self.tr("Export"))
        self.folder.setAccessibleName(self.tr("Folder of the vault"))
        self.open.setText(self.tr("Show in the file manager"))
        self._where.setText(
            self.tr(
                "Everything is in this folder, encrypted: conversations, memories, the search index, endpoint "
                "keys and settings. Outside it lie only the window's place, its language and theme, and the "
                "list of vaults."
            )
        )
        self._export_text.setText(
            self.tr("Write your memories, with their sources, into a file that other programs can read.")
        )
        self.export.setText(self.tr("Export memories…"))
        self._say_size()

    def _say_size(self) -> None:
        info = self._info
        if info is not None:
            self.size_text.setText(
                self.tr("Created {date}, {size} MB, format {format}").format(
                    date=self.shared.words.when(info.created_utc),
                    size=f"{info.size_bytes / _MIB:.1f}",
                    format=info.format,
                )
            )

    def _on_inspected(self, info: VaultInfo) -> None:
        self._info = info
        self._say_size()

    def _on_open_clicked(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(self.folder.text()))

    def _on_export_clicked(self) -> None:
        memories = self.shared.session.vault.memories
        self.run(lambda: _scopes(memories.list(None)), self._on_scopes_read)

    def _on_scopes_read(self, scopes: list[str]) -> None:
        shared = self.shared
        dialog = ExportDialog(
            shared.theme, shared.words, shared.bridge, shared.session.vault, scopes=scopes, parent=self
        )
        dialog.open()


def _scopes(memories: list[Memory]) -> list[str]:
    return [UNIVERSAL, *sorted({memory.scope for memory in memories} - {UNIVERSAL})]
