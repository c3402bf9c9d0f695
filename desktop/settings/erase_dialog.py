"""Erasing everything: says what goes and what stays, wants a word typed, shows progress, ends with the report."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.erasing import ErasureReport, erase_everything
from desktop.bridge import CancelToken
from desktop.job_dialog import JobDialog, make_room
from desktop.memory.bars import ErrorLine
from desktop.memory.memory_words import MemoryWords
from desktop.settings.page import Shared
from desktop.theme import SPACE
from vault import BackupRecord

_TEXT_PX = 480


class EraseDialog(JobDialog):
    """Erases what the vault holds. The button works only while the word stands in the field; Cancel is the default.

    Signals: `begun()` before anything is erased; `erased(object)` the ErasureReport.
    """

    begun = Signal()
    erased = Signal(object)

    def __init__(self, shared: Shared, backups: BackupRecord, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shared, self._backups, self._own = shared, backups, MemoryWords(self)
        self._report: ErasureReport | None = None
        self.heading, self.explanation, self._label = QLabel(), QLabel(), QLabel()
        self.heading.setObjectName("heading")
        self.word = QLineEdit()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.hide()
        self.notice = ErrorLine(shared.words)
        self.buttons = QDialogButtonBox()
        self.erase: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.DestructiveRole)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        self.word.textChanged.connect(self._on_word_changed)
        self.erase.clicked.connect(self._on_erase_clicked)
        self.cancel.clicked.connect(self.reject)
        self._retranslate()
        self.word.setFocus()

    def _build(self) -> None:
        self.word.setObjectName("eraseWord")
        self.erase.setObjectName("confirmErase")
        self.erase.setProperty("role", "danger")
        self.erase.setAutoDefault(False)
        self.erase.setEnabled(False)
        self.cancel.setDefault(True)
        self.explanation.setObjectName("eraseText")
        self.explanation.setWordWrap(True)
        self.explanation.setTextFormat(Qt.TextFormat.PlainText)
        self.explanation.setMinimumWidth(_TEXT_PX)
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setBuddy(self.word)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        for widget in (self.heading, self.explanation, self._label, self.word, self.progress, self.notice):
            layout.addWidget(widget)
        layout.addWidget(self.buttons)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Erase everything"))
        self.erase.setText(self.tr("Erase for good"))
        self._label.setText(self.tr("Type &{word} to go on").format(word=self._wanted()))
        self.word.setAccessibleName(self.tr("Type {word} to go on").format(word=self._wanted()))
        self.progress.setAccessibleName(self.tr("Progress of the erasing"))
        is_done = self._report is not None
        self.cancel.setText(self.tr("Close") if is_done else self.tr("Cancel"))
        self.heading.setText(self._heading())
        self.explanation.setText("\n".join(self._lines()))
        self._on_word_changed()

    def _wanted(self) -> str:
        return self.tr("ERASE", "the word to be typed before everything is erased")

    def _heading(self) -> str:
        if self._report is None:
            return self.tr("Everything will be erased for good")
        return self.tr("Stopped on the way") if self._report.was_cancelled else self.tr("It is gone")

    def _lines(self) -> list[str]:
        if self._report is None:
            lines = [
                self.tr("All conversations, all memories with their history and sources, drafts, and the bytes of "
                        "what was sent are removed. This cannot be undone."),
                self.tr("Endpoints, settings and the vault itself stay. Marks that hold no words stay in the audit."),
            ]  # fmt: skip
        else:
            lines = [
                self.tr("Conversations deleted: {count}").format(count=self._report.conversations),
                *self._own.deletion(self._report.removed),
            ]
        if self._backups.path and self._report is None:  # afterwards the report names them all
            lines.append(
                self.tr(
                    "Backups made before still hold it, the last one being {file}. Delete them yourself."
                ).format(file=self._backups.path)
            )
        return lines

    def _on_word_changed(self) -> None:
        is_right = self.word.text().strip().casefold() == self._wanted().casefold()
        self.erase.setEnabled(is_right and self._job is None and self._report is None)

    def _on_erase_clicked(self) -> None:
        vault = self._shared.session.vault

        def work(progress: Callable[[object], None], cancelled: CancelToken) -> ErasureReport:
            return erase_everything(
                vault, progress=lambda done, total: progress((done, total)), cancelled=cancelled
            )

        self.notice.say()
        self.begun.emit()
        self.progress.setRange(0, 0)
        self.progress.show()
        self._job = self._shared.bridge.run_slow(work)
        self._job.progressed.connect(self._on_progressed)
        self._job.succeeded.connect(self._on_erased)
        self._job.failed.connect(self.notice.show_error)
        self._job.finished.connect(self._on_finished)
        self.word.setEnabled(False)
        self._on_word_changed()

    def _on_progressed(self, step: tuple[int, int]) -> None:
        self.progress.setRange(0, step[1])
        self.progress.setValue(step[0])

    def _on_erased(self, report: ErasureReport) -> None:
        self._report = report
        self.erase.hide()
        self.word.hide()
        self._label.hide()
        self.erased.emit(report)

    def _on_finished(self) -> None:
        self._job = None
        self.word.setEnabled(True)
        self.progress.hide()
        self._retranslate()
        make_room(self)
        self.cancel.setFocus()
