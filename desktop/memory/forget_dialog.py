"""Forgetting: shows what will be removed, asks once because it cannot be undone, and ends with the report."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.chat.side_panel import Column
from desktop.memory.actions import Done
from desktop.memory.bars import ErrorLine
from desktop.memory.memory_words import MemoryWords
from desktop.memory.store import MemoryStore
from desktop.theme import SPACE
from desktop.words import Words
from vault.records import DeletionReport, Memory


class ForgetDialog(QDialog):
    """Forgets `memories` when told to. Cancel is the default button."""

    def __init__(
        self,
        words: Words,
        store: MemoryStore,
        memories: Sequence[Memory],
        *,
        never_again: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._words, self._own, self._store, self._memories = words, MemoryWords(self), store, memories
        self._report: DeletionReport | None = None
        self.heading = QLabel()
        self.heading.setObjectName("heading")
        self.column = Column()
        self.never = QCheckBox()
        self.never.setObjectName("neverAgain")
        self.never.setChecked(never_again)
        self.notice = ErrorLine(words)
        self.buttons = QDialogButtonBox()
        self.forget: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.DestructiveRole)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.forget.setObjectName("confirmForget")
        self.forget.setProperty("role", "danger")
        self.forget.setAutoDefault(False)
        self.cancel.setDefault(True)
        self.forget.clicked.connect(self._on_forget_clicked)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE)
        for widget in (self.heading, self.column, self.never, self.notice, self.buttons):
            layout.addWidget(widget)
        self.resize(520, 440)
        self._retranslate()
        self.cancel.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.never.setText(self.tr("&Never learn this again"))
        self.forget.setText(self.tr("Delete for good"))
        is_done = self._report is not None
        self.cancel.setText(self.tr("Close") if is_done else self.tr("Cancel"))
        self.column.setAccessibleName(
            self.tr("What was removed") if is_done else self.tr("What will be removed")
        )
        self._fill()

    def _fill(self) -> None:
        self.column.clear()
        if self._report is not None:
            self._fill_report(self._report)
            return
        self.setWindowTitle(self.tr("Forget"))
        self.heading.setText(self.tr("This will be deleted for good"))
        for memory in self._memories:
            self.column.line(memory.claim)
            for item in memory.evidence:
                if item.quote and item.kind != "manual":
                    self.column.line(f"“{item.quote}” · {self._words.when(item.said_utc)}", is_muted=True)
        self.column.section(self.tr("Also removed"))
        for text in (
            self.tr("these words from the messages in which you said them and from replies that quote them"),
            self.tr("its history, and older values that it replaced"),
            self.tr("the bytes of requests in which it was sent"),
            self.tr("its entries in the search index"),
        ):
            self.column.line(f"– {text}", is_muted=True)
        self.column.line(self.tr("This cannot be undone."))

    def _fill_report(self, report: DeletionReport) -> None:
        self.setWindowTitle(self.tr("Forgotten"))
        self.heading.setText(self.tr("It is gone"))
        for line in self._own.deletion(report):
            self.column.line(line)

    def _on_forget_clicked(self) -> None:
        self.forget.setEnabled(False)
        self.never.setEnabled(False)
        self.cancel.setEnabled(False)
        ids = [memory.id for memory in self._memories]
        job = self._store.forget(ids, never_again=self.never.isChecked())
        job.succeeded.connect(self._on_forgotten)
        job.failed.connect(self._on_failed)

    def _on_forgotten(self, done: Done) -> None:
        self._report = done.report
        self.forget.hide()
        self.never.hide()
        self.cancel.setEnabled(True)
        self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        self._retranslate()

    def _on_failed(self, error: Exception) -> None:
        self.cancel.setEnabled(True)
        self.forget.setEnabled(True)
        self.never.setEnabled(True)
        self.notice.show_error(error)
