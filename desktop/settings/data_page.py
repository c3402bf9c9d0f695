"""Where the vault lies and how large it is, its backups, and the way out: exporting memories."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from desktop.memory.export_dialog import ExportDialog
from desktop.restore_dialog import RestoreDialog
from desktop.settings.backup_section import BackupSection
from desktop.settings.page import SettingsPage, Shared
from desktop.theme import SPACE
from vault import CheckReport, VaultInfo, inspect_vault
from vault.records import UNIVERSAL, Memory

_MIB = 1024 * 1024


class DataPage(SettingsPage):
    """The vault's folder, the backups and the export.

    Signals: `backup_made(object)` the BackupReport of one made here; `backup_failed(object)` its error;
    `vault_restored(object)` the RestoreReport.
    """

    backup_made = Signal(object)
    backup_failed = Signal(object)
    vault_restored = Signal(object)

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(shared, parent)
        self._info: VaultInfo | None = None
        self._sections = (self.section(), self.section(), self.section())
        self.folder = QLineEdit(str(shared.session.vault.path))
        self.folder.setObjectName("vaultPath")
        self.folder.setReadOnly(True)
        self.open = QPushButton()
        self.open.clicked.connect(self._on_open_clicked)
        self.size_text, self._where, self._export_text = (self.paragraph(is_muted=True) for _ in range(3))
        self.watched, self.checked = self.paragraph(), self.paragraph()
        self.watched.setObjectName("syncWarning")
        self.checked.setObjectName("checkResult")
        self._check: tuple[CheckReport, datetime] | None = None
        for label in (self.watched, self.checked):
            label.hide()
        self.export = QPushButton()
        self.export.setObjectName("exportData")
        self.export.clicked.connect(self._on_export_clicked)
        self.backups = BackupSection(shared)
        self.backups.made.connect(self._on_backup_made)
        self.backups.failed.connect(self._on_backup_failed)
        self.backups.restore_wanted.connect(self._on_restore_wanted)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.folder, 1)
        row.addWidget(self.open)
        self.body.addWidget(self._sections[0])
        self.body.addLayout(row)
        for widget in (
            self.size_text, self.checked, self.watched, self._where, self._sections[1], self.backups,
            self._sections[2],
        ):  # fmt: skip
            self.body.addWidget(widget)
        self.body.addWidget(self._export_text)
        self.body.addWidget(self.export, 0, Qt.AlignmentFlag.AlignLeft)
        self.retranslate()

    def show_check(self, report: CheckReport) -> None:
        """What the full checks found that run once after the vault was unlocked."""
        self._check = (report, datetime.now(UTC))
        self._say_check()

    def refresh(self) -> None:
        path = self.shared.session.vault.path
        self.run(lambda: inspect_vault(path), self._on_inspected)
        self.backups.refresh()

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Data"))
        self._sections[0].setText(self.tr("Your vault"))
        self._sections[1].setText(self.tr("Backups"))
        self._sections[2].setText(self.tr("Export"))
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
        self._say_check()

    def _say_check(self) -> None:
        if self._check is None:
            return
        report, at = self._check
        when = self.shared.words.when(at)
        if report.is_whole:
            text = self.tr("Checked in full {date}: every page and the structure are whole.").format(
                date=when
            )
        elif report.has_disk_failed:
            text = self.tr(
                "Checked {date}: the disk does not give all of the vault. Make a backup elsewhere."
            )
            text = text.format(date=when)
        else:
            text = self.tr(
                "Checked {date}: the vault is damaged (pages: {pages}, structure: {faults}). Lock it, unlock it again "
                "and choose Repair."
            )
            faults = report.bad_structures + report.bad_references + report.bad_turns
            text = text.format(date=when, pages=report.bad_pages, faults=faults)
        self.checked.setText(text)
        self.checked.setProperty("role", "muted" if report.is_whole else "error")
        self.checked.style().polish(self.checked)
        self.checked.show()

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
            self.watched.setText(
                self.tr(
                    "This folder seems to be watched by {program}. A database and its log that are uploaded at "
                    "different moments do not fit: keep the vault elsewhere and put backups there instead."
                ).format(program=info.sync_program)
            )
            self.watched.setVisible(bool(info.sync_program))

    def _on_inspected(self, info: VaultInfo) -> None:
        self._info = info
        self._say_size()
        self.backups.show_record(info.backups)

    def _on_backup_made(self, report: object) -> None:
        self.refresh()
        self.backup_made.emit(report)

    def _on_backup_failed(self, error: object) -> None:
        self.refresh()
        self.backup_failed.emit(error)

    def _on_restore_wanted(self) -> None:
        shared, info = self.shared, self._info
        last = Path(info.backups.path) if info is not None and info.backups.path else None
        dialog = RestoreDialog(
            shared.theme,
            shared.words,
            shared.bridge,
            target=_free_beside(shared.session.vault.path),
            source=last,
            parent=self,
        )
        dialog.restored.connect(self.vault_restored)
        dialog.open()

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


def _free_beside(vault: Path) -> Path:
    """A name beside the vault that nothing has yet."""
    number, found = 1, vault.with_name(f"{vault.stem}-restored{vault.suffix}")
    while found.exists():
        number += 1
        found = vault.with_name(f"{vault.stem}-restored-{number}{vault.suffix}")
    return found


def _scopes(memories: list[Memory]) -> list[str]:
    return [UNIVERSAL, *sorted({memory.scope for memory in memories} - {UNIVERSAL})]
