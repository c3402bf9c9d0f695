"""Restoring a backup: which file, where to, with which secret of its day; ends with the report.

The same dialog serves the settings (into a new folder) and the unlock window (in the place of a vault that no longer
opens, which is then kept beside it).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.bridge import Bridge, CancelToken
from desktop.job_dialog import JobDialog
from desktop.memory.bars import ErrorLine
from desktop.per_cent import per_cent
from desktop.theme import SPACE, Theme
from desktop.unlock.fields import PassphraseField
from desktop.words import Words
from vault import RestoreReport, restore_backup
from vault.backup_format import SUFFIX

_TEXT_PX = 520


class RestoreDialog(JobDialog):
    """Restores into `target`. `replaces`: a vault is there and is moved aside; the folder is then not to be chosen.

    Signals: `restored(object)` the RestoreReport.
    """

    restored = Signal(object)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        bridge: Bridge,
        *,
        target: Path,
        source: Path | None = None,
        replaces: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._bridge, self._replaces = words, bridge, replaces
        self._report: RestoreReport | None = None
        self.explanation, self.outcome = QLabel(), QLabel()
        self.file, self.folder = QLineEdit(str(source or "")), QLineEdit(str(target))
        self.browse = QToolButton()
        self.kind = QComboBox()
        self.kind.addItem("", "passphrase")
        self.kind.addItem("", "recovery")
        self.secret = PassphraseField(theme)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.hide()
        self.notice = ErrorLine(words)
        self.buttons = QDialogButtonBox()
        self.restore: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._labels = tuple(QLabel() for _ in range(4))
        self._build()
        self.browse.setIcon(icons.icon("more", theme.colours.muted))
        self.browse.clicked.connect(self._on_browse_clicked)
        self.restore.clicked.connect(self._on_restore_clicked)
        self.cancel.clicked.connect(self.reject)
        self._retranslate()
        (self.secret if source is not None else self.file).setFocus()

    # building

    def _build(self) -> None:
        for name, widget in (
            ("restoreFile", self.file),
            ("restoreFolder", self.folder),
            ("restoreKind", self.kind),
            ("restoreSecret", self.secret),
            ("restoreButton", self.restore),
            ("restoreResult", self.outcome),
        ):
            widget.setObjectName(name)
        self.folder.setReadOnly(self._replaces)
        self.restore.setProperty("role", "primary")
        self.restore.setDefault(True)
        self.cancel.setAutoDefault(False)  # it gets the focus while the others are disabled
        for label in (self.explanation, self.outcome):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.outcome.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.outcome.hide()
        self.explanation.setMinimumWidth(_TEXT_PX)
        file = QHBoxLayout()
        file.addWidget(self.file, 1)
        file.addWidget(self.browse)
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self._labels[0], file)
        form.addRow(self._labels[1], self.folder)
        form.addRow(self._labels[2], self.kind)
        form.addRow(self._labels[3], self.secret)
        for label, field in zip(self._labels, self._fields(), strict=True):
            label.setBuddy(field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        layout.addWidget(self.explanation)
        layout.addLayout(form)
        for part in (self.progress, self.outcome, self.notice, self.buttons):
            layout.addWidget(part)

    def _fields(self) -> tuple[QWidget, ...]:
        return (self.file, self.folder, self.kind, self.secret)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Restore a backup"))
        self.explanation.setText(
            self.tr(
                "The backup takes the place of the vault that does not open. That one is moved aside and kept; "
                "nothing of it is changed."
            )
            if self._replaces
            else self.tr(
                "The backup becomes a vault of its own in a new folder. Your other vaults stay as they are."
            )
        )
        texts = (
            self.tr("Backup &file"),
            self.tr("Fol&der of the vault"),
            self.tr("Open &with"),
            self.tr("&Secret"),
        )
        for label, text, field in zip(self._labels, texts, self._fields(), strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.kind.setItemText(0, self.tr("the passphrase of that day"))
        self.kind.setItemText(1, self.tr("the recovery code of that day"))
        self.browse.setToolTip(self.tr("Choose the backup"))
        self.browse.setAccessibleName(self.tr("Choose the backup"))
        self.progress.setAccessibleName(self.tr("The backup is being checked and restored"))
        self.restore.setText(self.tr("Restore"))
        self.cancel.setText(self.tr("Close") if self._report else self.tr("Cancel"))
        self._say_result()

    def _say_result(self) -> None:
        report = self._report
        if report is None:
            return
        lines = [
            self.tr("Restored to {folder}").format(folder=report.path),
            self.tr("The backup of {date}: {rows} rows, {entries} entries of the audit, all checked.").format(
                date=self._words.moment(report.created_utc), rows=report.rows, entries=report.entries
            ),
        ]
        if report.kept is not None:
            lines.append(self.tr("The vault that was there is kept in {folder}").format(folder=report.kept))
        lines.append(self.tr("It opens with the secret that you have just typed."))
        self.outcome.setText("\n".join(lines))
        self.outcome.show()

    # slots

    def _on_browse_clicked(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose the backup"), str(Path(self.file.text()).parent))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Backups of Keepsake ({pattern})").format(pattern=f"*{SUFFIX}"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.file.setText)
        dialog.open()

    def _on_restore_clicked(self) -> None:
        if self._job is not None:
            return
        if not self.file.text().strip():
            self.notice.say(self.tr("Choose a backup first."))
            self.file.setFocus()
            return
        if not self.folder.text().strip():
            self.notice.say(self.tr("Choose a folder first."))
            self.folder.setFocus()
            return
        self.notice.say()
        source, target = Path(self.file.text().strip()), Path(self.folder.text().strip())
        secret, replaces = self.secret.take(), self._replaces
        is_code = self.kind.currentData() == "recovery"

        def work(progress: Callable[[object], None], cancelled: CancelToken) -> RestoreReport:
            return restore_backup(
                source, target, replace=replaces, progress=per_cent(progress), cancelled=cancelled,
                passphrase=None if is_code else secret,
                recovery_code=secret.reveal().decode("utf-8", "replace") if is_code else None,
            )  # fmt: skip

        self.progress.setRange(0, 0)
        self._job = self._bridge.run_slow(work)
        self._job.progressed.connect(self._on_progressed)
        self._job.succeeded.connect(self._on_restored)
        self._job.failed.connect(self._on_failed)
        self._job.finished.connect(self._on_finished)
        self._set_busy(True)

    def _set_busy(self, is_busy: bool) -> None:
        is_done = self._report is not None
        for widget in (*self._fields(), self.browse, self.restore):
            widget.setEnabled(not is_busy and not is_done)
        self.progress.setVisible(is_busy)

    def _on_progressed(self, done: int) -> None:
        self.progress.setRange(0, 100)
        self.progress.setValue(done)

    def _on_restored(self, report: RestoreReport) -> None:
        if report.was_cancelled:
            self.notice.say(self.tr("Stopped. Nothing was changed."))
            return
        self._report = report
        self._retranslate()
        self.restored.emit(report)

    def _on_failed(self, error: Exception) -> None:
        self.notice.show_error(error)
        self.secret.setFocus()

    def _on_finished(self) -> None:
        self._job = None
        self._set_busy(False)
        if self._report is not None:
            self.cancel.setFocus()
            self.cancel.setDefault(True)
