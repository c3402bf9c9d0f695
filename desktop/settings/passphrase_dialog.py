"""Asks for the passphrase before an open vault gets a further way in: who sits at it may not be whose it is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.job_dialog import JobDialog
from desktop.memory.bars import ErrorLine
from desktop.settings.page import Shared
from desktop.theme import SPACE
from desktop.unlock.fields import PassphraseField
from vault import Secret

_TEXT_PX = 400


class PassphraseDialog(JobDialog):
    """Hands the passphrase to `work`, off the window's thread; what `work` raises is said, and may be tried again.

    Signals: `succeeded(object)` what `work` gave; the dialog is then closed.
    """

    succeeded = Signal(object)

    def __init__(
        self,
        shared: Shared,
        title: str,
        explanation: str,
        work: Callable[[Secret], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._shared, self._work = shared, work
        self.setWindowTitle(title)
        self.explanation, self._label = QLabel(explanation), QLabel()
        self.explanation.setWordWrap(True)
        self.explanation.setTextFormat(Qt.TextFormat.PlainText)
        self.explanation.setMinimumWidth(_TEXT_PX)
        self.passphrase = PassphraseField(shared.theme)
        self.passphrase.setObjectName("provenPassphrase")
        self._label.setBuddy(self.passphrase)
        self.notice = ErrorLine(shared.words)
        self.buttons = QDialogButtonBox()
        self.go: QPushButton = self.buttons.addButton(title, QDialogButtonBox.ButtonRole.ActionRole)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.go.setObjectName("provePassphrase")
        self.go.setProperty("role", "primary")
        self.go.setDefault(True)
        self.cancel.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        for widget in (self.explanation, self._label, self.passphrase, self.notice, self.buttons):
            layout.addWidget(widget)
        self.go.clicked.connect(self._on_go_clicked)
        self.cancel.clicked.connect(self.reject)
        self._retranslate()
        self.passphrase.setFocus()

    def _retranslate(self) -> None:
        text = self.tr("&Current passphrase")
        self._label.setText(text)
        self.passphrase.setAccessibleName(text.replace("&", ""))
        self.cancel.setText(self.tr("Cancel"))

    def _on_go_clicked(self) -> None:
        if self._job is not None:
            return
        self.notice.say()
        if not self.passphrase.text():
            self.passphrase.setFocus()
            return
        secret, work = self.passphrase.take(), self._work
        self.go.setEnabled(False)
        # Not among the quick jobs: the system may first ask the user to unlock its keyring.
        self._job = self._shared.bridge.run_slow(lambda _progress, _cancelled: work(secret))
        self._job.succeeded.connect(self._on_succeeded)
        self._job.failed.connect(self.notice.show_error)
        self._job.finished.connect(self._on_finished)

    def _on_succeeded(self, result: object) -> None:
        self.succeeded.emit(result)
        self.accept()

    def _on_finished(self) -> None:
        self._job = None
        self.go.setEnabled(True)
        self.passphrase.setFocus()
