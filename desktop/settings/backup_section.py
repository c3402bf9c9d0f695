"""The backups in the settings: where they go, how many are kept, the last verified one, failures, and one made now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.bridge import CancelToken, Job
from desktop.memory.bars import ErrorLine
from desktop.per_cent import per_cent
from desktop.settings.page import Shared
from desktop.theme import SPACE
from vault import BackupRecord, BackupReport, Vault, make_backup
from vault.backup import default_name
from vault.backup_schedule import prune
from vault.settings import DECLARED, SettingValue

_KEPT = ("backup.daily", "backup.weekly", "backup.monthly")
_MIB = 1024 * 1024


class BackupSection(QWidget):
    """Part of the page "Data".

    Signals: `made(object)` the BackupReport; `failed(object)` the error; `restore_wanted()`.
    """

    made = Signal(object)
    failed = Signal(object)
    restore_wanted = Signal()

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shared = shared
        self._job: Job | None = None
        self._record = BackupRecord()
        self._report: BackupReport | None = None
        self._folder_label, self._kept_label = QLabel(), QLabel()
        self.folder = QLineEdit()
        self.folder.setObjectName("backupFolder")
        self.folder.setReadOnly(True)
        self.choose, self.stop_schedule, self.now = QPushButton(), QPushButton(), QPushButton()
        self.cancel, self.restore = QPushButton(), QPushButton()
        self.counts = tuple(QSpinBox() for _ in _KEPT)
        self._count_labels = tuple(QLabel() for _ in _KEPT)
        self.state, self.failure, self._explanation = (_paragraph() for _ in range(3))
        self.state.setObjectName("backupState")
        self.failure.setObjectName("backupFailure")
        self.failure.setProperty("role", "error")
        self._explanation.setProperty("role", "muted")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.notice = ErrorLine(shared.words)
        self._name_parts()
        self._build()
        self._connect()
        self._set_busy(False)
        self.retranslate()

    def show_record(self, record: BackupRecord) -> None:
        """Say when the last backup was verified and what failed since."""
        self._record = record
        self._say_state()

    def refresh(self) -> None:
        settings = self._shared.session.vault.settings

        def read() -> tuple[str, tuple[int, ...]]:
            return settings.text("backup.folder"), tuple(settings.number(key) for key in _KEPT)

        self._run(read, self._on_read)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # building

    def _name_parts(self) -> None:
        for name, button in (
            ("chooseBackupFolder", self.choose),
            ("stopBackups", self.stop_schedule),
            ("backUpNow", self.now),
            ("cancelBackup", self.cancel),
            ("restoreBackup", self.restore),
        ):
            button.setObjectName(name)
        declared = {declaration.key: declaration for declaration in DECLARED}
        for key, box in zip(_KEPT, self.counts, strict=True):
            box.setObjectName(key)
            box.setRange(declared[key].minimum, declared[key].maximum)
            box.setProperty("key", key)
            box.setKeyboardTracking(False)

    def _build(self) -> None:
        self._folder_label.setBuddy(self.folder)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        for widget, stretch in ((self.folder, 1), (self.choose, 0), (self.stop_schedule, 0)):
            row.addWidget(widget, stretch)
        kept = QGridLayout()
        kept.setHorizontalSpacing(SPACE * 2)
        kept.setVerticalSpacing(SPACE // 2)
        for column, (label, box) in enumerate(zip(self._count_labels, self.counts, strict=True)):
            label.setBuddy(box)
            kept.addWidget(label, 0, column)
            kept.addWidget(box, 1, column)
        kept.setColumnStretch(len(self.counts), 1)
        acts = QHBoxLayout()
        acts.setSpacing(SPACE)
        for button in (self.now, self.cancel, self.restore):
            acts.addWidget(button)
        acts.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self._explanation)
        layout.addWidget(self._folder_label)
        layout.addLayout(row)
        layout.addWidget(self._kept_label)
        layout.addLayout(kept)
        layout.addWidget(self.state)
        layout.addWidget(self.failure)
        layout.addLayout(acts)
        layout.addWidget(self.progress)
        layout.addWidget(self.notice)

    def _connect(self) -> None:
        self.choose.clicked.connect(self._on_choose_clicked)
        self.stop_schedule.clicked.connect(self._on_stop_clicked)
        self.now.clicked.connect(self._on_now_clicked)
        self.cancel.clicked.connect(self._on_cancel_clicked)
        self.restore.clicked.connect(self.restore_wanted)
        for box in self.counts:
            box.valueChanged.connect(self._on_count_changed)

    def retranslate(self) -> None:
        self._explanation.setText(
            self.tr(
                "While the vault is unlocked, a backup is made each day, encrypted and checked by opening it. "
                "It opens with the passphrase or the recovery code of its day."
            )
        )
        self._folder_label.setText(self.tr("Folder of the &backups"))
        self.folder.setAccessibleName(self.tr("Folder of the backups"))
        self.folder.setPlaceholderText(self.tr("None: no backups are made"))
        self.choose.setText(self.tr("Choose…"))
        self.stop_schedule.setText(self.tr("Make none"))
        self._kept_label.setText(self.tr("How many are kept"))
        texts = (self.tr("Dail&y"), self.tr("&Weekly"), self.tr("&Monthly"))
        for label, text, box in zip(self._count_labels, texts, self.counts, strict=True):
            label.setText(text)
            box.setAccessibleName(self.tr("Kept: {period}").format(period=text.replace("&", "")))
        self.now.setText(self.tr("Back up now"))
        self.cancel.setText(self.tr("Cancel"))
        self.restore.setText(self.tr("Restore a backup…"))
        self.progress.setAccessibleName(self.tr("Progress of the backup"))
        self._say_state()

    def _say_state(self) -> None:
        record, words = self._record, self._shared.words
        if record.verified_utc is None:
            text = self.tr("No backup has been verified yet.")
        else:
            text = self.tr("Last verified backup: {date}, {file}").format(
                date=words.moment(record.verified_utc), file=record.path
            )
        report = self._report
        if report is not None:
            text += "\n" + self.tr("{size} MB, {rows} rows, opened and checked after writing.").format(
                size=f"{report.size_bytes / _MIB:.1f}", rows=report.rows
            )
        self.state.setText(text)
        self.failure.setVisible(record.failed_utc is not None)
        if record.failed_utc is not None:
            self.failure.setText(
                self.tr("Backups failed since then: {count}, the last one {date}. {reason}").format(
                    count=record.failures,
                    date=words.moment(record.failed_utc),
                    reason=" ".join(words.error_of_code(record.failed_code)),
                )
            )

    def _set_busy(self, is_busy: bool) -> None:
        for widget in (self.choose, self.stop_schedule, self.now, self.restore):
            widget.setEnabled(not is_busy)
        self.cancel.setVisible(is_busy)
        self.progress.setVisible(is_busy)
        if not is_busy:
            self.now.setEnabled(bool(self.folder.text()))
            self.stop_schedule.setEnabled(bool(self.folder.text()))

    # slots

    def _run(self, work: Callable[[], object], then: Callable[..., None]) -> None:
        job = self._shared.bridge.run(work)
        job.succeeded.connect(then)
        job.failed.connect(self.notice.show_error)

    def _keep(self, key: str, value: SettingValue) -> None:
        settings = self._shared.session.vault.settings
        self.notice.say()  # now, not when it is kept: by then there may be an error of something else
        job = self._shared.bridge.run(lambda: settings.set(key, value))
        job.failed.connect(self.notice.show_error)

    def _on_read(self, read: tuple[str, tuple[int, ...]]) -> None:
        folder, counts = read
        self.folder.setText(folder)
        for box, count in zip(self.counts, counts, strict=True):
            box.blockSignals(True)
            box.setValue(count)
            box.blockSignals(False)
        self._set_busy(self._job is not None)

    def _on_choose_clicked(self) -> None:
        dialog = QFileDialog(self, self.tr("Folder of the backups"), self.folder.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.use_folder)
        dialog.open()

    def use_folder(self, folder: str) -> None:
        """Keep the folder to which scheduled backups go; an empty one ends them."""
        self.folder.setText(folder)
        self._keep("backup.folder", folder)
        self._set_busy(self._job is not None)

    def _on_stop_clicked(self) -> None:
        self.use_folder("")

    def _on_count_changed(self, value: int) -> None:
        box = self.sender()
        if isinstance(box, QSpinBox):
            self._keep(str(box.property("key")), value)

    def _on_now_clicked(self) -> None:
        self.notice.say()
        self._report = None
        vault, folder = self._shared.session.vault, Path(self.folder.text())

        def work(progress: Callable[[object], None], cancelled: CancelToken) -> BackupReport:
            return _back_up(vault, folder, progress, cancelled)

        self.progress.setRange(0, 0)
        self._job = self._shared.bridge.run_slow(work)
        self._job.progressed.connect(self._on_progressed)
        self._job.succeeded.connect(self._on_made)
        self._job.failed.connect(self._on_failed)
        self._job.finished.connect(self._on_finished)
        self._set_busy(True)

    def _on_cancel_clicked(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _on_progressed(self, per_cent: int) -> None:
        self.progress.setRange(0, 100)
        self.progress.setValue(per_cent)

    def _on_made(self, report: BackupReport) -> None:
        if report.was_cancelled:
            self.notice.say(self.tr("Cancelled. No backup was written."))
            return
        self._report = report
        self.made.emit(report)

    def _on_failed(self, error: Exception) -> None:
        self.notice.show_error(error)
        self.failed.emit(error)

    def _on_finished(self) -> None:
        self._job = None
        self._set_busy(False)


def _back_up(
    vault: Vault, folder: Path, progress: Callable[[object], None], cancelled: CancelToken
) -> BackupReport:
    """Make a backup in the folder, then remove those no longer kept. Reports whole per cent of each stage."""
    # Named in full: a folder that has gone must not become a file of its name.
    target = folder / default_name(vault.vault_id, vault.clock())
    report = make_backup(vault, target, progress=per_cent(progress), cancelled=cancelled)
    if not report.was_cancelled:
        prune(vault, folder)
    return report


def _paragraph() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
