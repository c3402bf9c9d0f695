"""Shows what a sealed memory says, for the passphrase and for a short while."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.bridge import Bridge, Job
from desktop.job_dialog import make_room
from desktop.memory.bars import ErrorLine
from desktop.theme import SPACE, Theme
from desktop.unlock.fields import PassphraseField
from desktop.words import Words
from vault import Vault
from vault.records import Memory
from vault.sealing import Sealed

SHOWN_MS = 60_000
_TEXT_PX = 440
_LINES = 4


class RevealDialog(QDialog):
    """Asks for the passphrase, then shows the words until it is closed or a minute has passed."""

    def __init__(
        self,
        theme: Theme,
        words: Words,
        bridge: Bridge,
        vault: Vault,
        *,
        memory: Memory,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._bridge, self._vault, self._memory = bridge, vault, memory
        self._job: Job | None = None
        self._is_opening = False
        self.hint = QLabel()
        self.hint.setWordWrap(True)
        self.hint.setMinimumWidth(_TEXT_PX)
        self._label = QLabel()
        self.passphrase = PassphraseField(theme)
        self.passphrase.setObjectName("revealPassphrase")
        self._label.setBuddy(self.passphrase)
        self.told = QPlainTextEdit()
        self.told.setObjectName("revealed")
        self.told.setReadOnly(True)
        self.told.setTabChangesFocus(True)
        self.told.setFixedHeight(self.fontMetrics().lineSpacing() * _LINES + 24)
        self.told.hide()
        self.notice = ErrorLine(words)
        self.buttons = QDialogButtonBox()
        self.show_it: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.unseal: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.close_it: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.RejectRole)
        self.show_it.setObjectName("revealButton")
        self.unseal.setObjectName("unsealButton")
        self.show_it.setProperty("role", "primary")
        self.show_it.setDefault(True)
        for button in (self.unseal, self.close_it):
            button.setAutoDefault(False)  # Return shows, also after the focus had to move to another button
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self.reject)
        self._build()
        self.show_it.clicked.connect(self._on_show_clicked)
        self.unseal.clicked.connect(self._on_unseal_clicked)
        self.buttons.rejected.connect(self.reject)
        self._retranslate()
        self.passphrase.setFocus()

    def done(self, result: int) -> None:
        self.passphrase.clear()
        self.told.clear()
        self._timer.stop()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.addRow(self._label, self.passphrase)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        layout.addWidget(self.hint)
        layout.addLayout(form)
        for widget in (self.told, self.notice, self.buttons):
            layout.addWidget(widget)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Sealed memory"))
        self.hint.setText(
            self.tr(
                "Give the passphrase again to see what this memory says. It is hidden again after a minute."
            )
        )
        self._label.setText(self.tr("&Passphrase"))
        self.passphrase.setAccessibleName(self.tr("Passphrase"))
        self.told.setAccessibleName(self.tr("What the memory says"))
        self.show_it.setText(self.tr("Show"))
        self.unseal.setText(self.tr("Make it an ordinary memory"))
        self.close_it.setText(self.tr("Close"))

    def _run(self, *, is_opening: bool) -> None:
        if self._job is not None:
            return
        self._is_opening = is_opening
        secret, sealing, memory_id = self.passphrase.take(), self._vault.memories.sealing, self._memory.id
        self.notice.say()
        self._set_busy(True)
        if is_opening:
            self._job = self._bridge.run(lambda: sealing.unseal(memory_id, secret))
        else:
            self._job = self._bridge.run(lambda: sealing.reveal(memory_id, secret))
        self._job.succeeded.connect(self._on_done)
        self._job.failed.connect(self._on_failed)
        self._job.finished.connect(self._on_finished)

    def _set_busy(self, is_busy: bool) -> None:
        for widget in (self.passphrase, self.show_it, self.unseal):
            widget.setEnabled(not is_busy)

    def _on_show_clicked(self) -> None:
        self._run(is_opening=False)

    def _on_unseal_clicked(self) -> None:
        self._run(is_opening=True)

    def _on_done(self, told: object) -> None:
        if isinstance(told, Sealed):
            self.told.setPlainText(told.claim)
            self.told.show()
            make_room(self)
            self._timer.start()
        else:
            self.accept()

    def _on_failed(self, error: Exception) -> None:
        self.notice.show_error(error)
        make_room(self)

    def _on_finished(self) -> None:
        self._job = None
        self._set_busy(False)
        (self.told if self.told.isVisible() else self.passphrase).setFocus()
