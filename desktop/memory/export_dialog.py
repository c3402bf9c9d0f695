"""Exporting memories: choice of scope and format, a plain word about clear text, progress with cancel, a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import (
    QCheckBox,
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
from desktop.memory.memory_words import MemoryWords
from desktop.theme import SPACE, Theme
from desktop.unlock.fields import PassphraseField
from desktop.words import Words, language_of_locale
from vault import Vault
from vault.export import EVERYTHING, IN_FORCE, SUFFIXES, ExportFormat, ExportReport, export_memories

_TEXT_PX = 520  # on the text, since a minimum of the dialog would go before what larger fields need
_PROGRESS_EVERY = 50  # memories between two reports of progress


class ExportDialog(JobDialog):
    """Exports from `vault` into a file that the user names."""

    def __init__(
        self,
        theme: Theme,
        words: Words,
        bridge: Bridge,
        vault: Vault,
        *,
        scopes: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._bridge, self._vault = theme, bridge, vault
        self._own = MemoryWords(self)
        self._report: ExportReport | None = None
        self.warning = QLabel()
        self.warning.setWordWrap(True)
        self.scope, self.format = QComboBox(), QComboBox()
        self.scope.setObjectName("exportScope")
        self.format.setObjectName("exportFormat")
        self.past = QCheckBox()
        self.past.setObjectName("exportPast")
        self.past.setChecked(True)
        self.sealed = QCheckBox()
        self.sealed.setObjectName("exportSealed")
        self.sealed.toggled.connect(self._on_sealed_toggled)
        self.passphrase = PassphraseField(theme)
        self.passphrase.setObjectName("exportPassphrase")
        self.passphrase.hide()
        self.file = QLineEdit(str(_first_target()))
        self.file.setObjectName("exportFile")
        self.browse = QToolButton()
        self.browse.clicked.connect(self._on_browse_clicked)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.hide()
        self.outcome = QLabel()
        self.outcome.setObjectName("exportResult")
        self.outcome.setWordWrap(True)
        self.outcome.setTextFormat(Qt.TextFormat.PlainText)
        self.outcome.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.outcome.hide()
        self.notice = ErrorLine(words)
        self.buttons = QDialogButtonBox()
        self.export: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.export.setObjectName("exportButton")
        self.export.setProperty("role", "primary")
        self.export.setDefault(True)
        self.export.clicked.connect(self._on_export_clicked)
        self.cancel.clicked.connect(self._on_cancel_clicked)
        self._labels = (QLabel(), QLabel(), QLabel())
        for scope in ("", *scopes):
            self.scope.addItem(self._own.scope(scope), scope)
        for choice in ExportFormat:
            self.format.addItem("", choice.value)
        self.format.activated.connect(self._on_format_activated)
        self._build()
        self.browse.setIcon(icons.icon("more", theme.colours.muted))
        self._retranslate()

    def _build(self) -> None:
        target = QHBoxLayout()
        target.addWidget(self.file, 1)
        target.addWidget(self.browse)
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.addRow(self._labels[0], self.scope)
        form.addRow(self._labels[1], self.format)
        form.addRow("", self.past)
        form.addRow("", self.sealed)
        form.addRow("", self.passphrase)
        form.addRow(self._labels[2], target)
        for label, field in zip(self._labels, (self.scope, self.format, self.file), strict=True):
            label.setBuddy(field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        layout.addWidget(self.warning)
        layout.addLayout(form)
        for widget in (self.progress, self.outcome, self.notice, self.buttons):
            layout.addWidget(widget)
        self.warning.setMinimumWidth(_TEXT_PX)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Export memories"))
        self.warning.setText(
            self.tr(
                "The file is written in clear text: anyone who can read it can read your memories. Keepsake makes it "
                "readable for you alone on this machine; where it goes from there is up to you."
            )
        )
        texts = (self.tr("&Scope"), self.tr("&Format"), self.tr("Fi&le"))
        for label, text, field in zip(self._labels, texts, (self.scope, self.format, self.file), strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.scope.setItemText(0, self.tr("All scopes"))
        formats = (
            self.tr("JSON: everything, with sources and history"),
            self.tr("Markdown: to read, with sources"),
            self.tr("CSV: a table"),
        )
        for index, text in enumerate(formats):
            self.format.setItemText(index, text)
        self.past.setText(self.tr("Also &proposals and what is no longer in force"))
        self.sealed.setText(self.tr("Also what is s&ealed, in clear"))
        self.passphrase.setPlaceholderText(self.tr("The passphrase, for what is sealed"))
        self.passphrase.setAccessibleName(self.tr("The passphrase, for what is sealed"))
        self.browse.setToolTip(self.tr("Choose the file"))
        self.browse.setAccessibleName(self.tr("Choose the file"))
        self.progress.setAccessibleName(self.tr("Progress of the export"))
        self.export.setText(self.tr("Export"))
        self.cancel.setText(self.tr("Close") if self._report else self.tr("Cancel"))
        self._say_result()

    def _say_result(self) -> None:
        report = self._report
        if report is None:
            return
        lines = [
            self.tr("Written to {file}").format(file=report.path),
            self.tr("Memories: {count}, quoted sentences: {quotes}, size: {size} bytes").format(
                count=report.memories, quotes=report.evidence, size=report.size_bytes
            ),
        ]
        if report.sealed_left_out:
            lines.append(self.tr("Sealed and left out: {count}").format(count=report.sealed_left_out))
        self.outcome.setText("\n".join(lines))
        self.outcome.show()

    def _set_busy(self, is_busy: bool) -> None:
        for widget in (
            self.scope, self.format, self.past, self.sealed, self.passphrase, self.file, self.browse, self.export,
        ):  # fmt: skip
            widget.setEnabled(not is_busy)
        self.progress.setVisible(is_busy)

    def _on_sealed_toggled(self, is_wanted: bool) -> None:
        self.passphrase.setVisible(is_wanted)
        self.adjustSize()
        if is_wanted:
            self.passphrase.setFocus()

    def _on_browse_clicked(self) -> None:
        dialog = QFileDialog(self, self.tr("Export memories"), self.file.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.file.setText)
        dialog.open()

    def _on_format_activated(self) -> None:
        path = Path(self.file.text())
        if path.suffix in SUFFIXES.values():
            suffix = SUFFIXES[ExportFormat(str(self.format.currentData()))]
            self.file.setText(str(path.with_suffix(suffix)))

    def _on_export_clicked(self) -> None:
        if not self.file.text().strip():
            self.notice.say(self.tr("Choose a file first."))
            return
        self.notice.say()
        self.outcome.hide()
        self._report = None
        self._set_busy(True)
        target, chosen = Path(self.file.text().strip()), str(self.format.currentData())
        scope = str(self.scope.currentData()) or None
        states = EVERYTHING if self.past.isChecked() else IN_FORCE
        vault, language = self._vault, language_of_locale()
        secret = self.passphrase.take() if self.sealed.isChecked() else None

        def work(progress: object, cancelled: CancelToken) -> ExportReport:
            def tell(step: tuple[int, int]) -> None:
                if step[0] % _PROGRESS_EVERY == 0 or step[0] == step[1]:
                    progress(step)  # type: ignore[operator]  # the bridge hands in a signal's emit

            return export_memories(
                vault, target, format=chosen, scope=scope, states=states, language=language,
                sealed_passphrase=secret, progress=tell, cancelled=cancelled,
            )  # fmt: skip

        self._job = self._bridge.run_slow(work)
        self._job.progressed.connect(self._on_progressed)
        self._job.succeeded.connect(self._on_exported)
        self._job.failed.connect(self._on_failed)
        self._job.was_cancelled.connect(self._on_cancelled)

    def _on_cancel_clicked(self) -> None:
        self.reject()

    def _on_progressed(self, step: tuple[int, int]) -> None:
        self.progress.setMaximum(step[1])
        self.progress.setValue(step[0])

    def _on_exported(self, report: ExportReport) -> None:
        self._end()
        if report.was_cancelled:
            self._on_cancelled()
            return
        self._report = report
        self._retranslate()
        self.cancel.setFocus()

    def _on_failed(self, error: Exception) -> None:
        self._end()
        self.notice.show_error(error)

    def _on_cancelled(self) -> None:
        self._end()
        self.notice.say(self.tr("Cancelled. Nothing was written."))

    def _end(self) -> None:
        self._job = None
        self._set_busy(False)


def _first_target() -> Path:
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    base = Path(folder) if folder and Path(folder).is_dir() else Path.home()
    return base / "keepsake-memories.json"
