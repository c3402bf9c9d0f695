"""Deleting a conversation or one message: says what goes and what stays, asks once, and ends with the report."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.bridge import Bridge
from desktop.job_dialog import JobDialog, make_room
from desktop.memory.bars import ErrorLine
from desktop.memory.memory_words import MemoryWords
from desktop.theme import SPACE
from desktop.words import Words
from vault import Vault
from vault.records import DeletionReport

_TEXT_PX = 420


class DeletionDialog(JobDialog):
    """Deletes for good in one of the ways that a subclass offers. Cancel is the default button.

    Signals: `deleted()` it is gone; the dialog stays and shows the report.
    """

    deleted = Signal()

    def __init__(self, words: Words, bridge: Bridge, vault: Vault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._memories, self._own = bridge, vault.memories, MemoryWords(self)
        self._report: DeletionReport | None = None
        self.heading, self.explanation = QLabel(), QLabel()
        self.heading.setObjectName("heading")
        self.explanation.setObjectName("deletionText")
        self.explanation.setWordWrap(True)
        self.explanation.setTextFormat(Qt.TextFormat.PlainText)
        self.explanation.setMinimumWidth(_TEXT_PX)
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.notice = ErrorLine(words)
        self.buttons = QDialogButtonBox()
        self.ways: list[QPushButton] = []
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.cancel.setDefault(True)
        self.cancel.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        for widget in (self.heading, self.explanation, self.notice, self.buttons):
            layout.addWidget(widget)

    def _offer(self, name: str, delete: Callable[[], DeletionReport]) -> QPushButton:
        """A further way to delete, as a button."""
        button = QPushButton()
        button.setObjectName(name)
        button.setProperty("role", "danger")  # before the style sheet looks at it
        button.setAutoDefault(False)
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.DestructiveRole)
        button.clicked.connect(lambda: self._delete(delete))
        self.ways.append(button)
        return button

    def _retranslate(self) -> None:
        is_done = self._report is not None
        self.cancel.setText(self.tr("Close") if is_done else self.tr("Cancel"))
        if self._report is not None:
            self.heading.setText(self.tr("It is gone"))
            self.explanation.setText("\n".join(self._own.deletion(self._report)))

    def _delete(self, delete: Callable[[], DeletionReport]) -> None:
        self.notice.say()
        self._set_enabled(False)
        self._job = self._bridge.run(delete)
        self._job.succeeded.connect(self._on_deleted)
        self._job.failed.connect(self.notice.show_error)
        self._job.finished.connect(self._on_finished)

    def _on_deleted(self, report: DeletionReport) -> None:
        self._report = report
        for button in self.ways:
            button.hide()
        self.deleted.emit()

    def _on_finished(self) -> None:
        self._job = None
        self._set_enabled(True)
        self._retranslate()
        make_room(self)
        self.cancel.setFocus()

    def _set_enabled(self, is_enabled: bool) -> None:
        for button in (*self.ways, self.cancel):
            button.setEnabled(is_enabled)


class DeleteConversation(DeletionDialog):
    """Asks whether a conversation goes, and its memories with it."""

    def __init__(
        self, words: Words, bridge: Bridge, vault: Vault, conversation_id: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, bridge, vault, parent)
        delete = self._memories.delete_conversation
        self.keep = self._offer("deleteKeeping", lambda: delete(conversation_id, with_memories=False))
        self.both = self._offer("deleteWithMemories", lambda: delete(conversation_id, with_memories=True))
        self._retranslate()
        self.cancel.setFocus()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Delete the conversation"))
        self.heading.setText(self.tr("This conversation will be deleted for good"))
        self.explanation.setText(
            self.tr(
                "Its messages go, and what was sent for them. Memories learnt from it stay, unless you also "
                "delete them."
            )
        )
        self.keep.setText(self.tr("Delete, keep memories"))
        self.both.setText(self.tr("Delete with its memories"))
        super()._retranslate()


class DeleteMessage(DeletionDialog):
    """Asks whether one message goes."""

    def __init__(
        self, words: Words, bridge: Bridge, vault: Vault, turn_id: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, bridge, vault, parent)
        self.message = self._offer("deleteForGood", lambda: self._memories.delete_turn(turn_id))
        self._retranslate()
        self.cancel.setFocus()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Delete the message"))
        self.heading.setText(self.tr("This message will be deleted for good"))
        self.explanation.setText(
            self.tr(
                "It goes with its details and files, and with the bytes of what was sent from it on, which hold it "
                "too. What answered or followed it stays, and so do memories learnt from it: forget those in the "
                "memory view."
            )
        )
        self.message.setText(self.tr("Delete for good"))
        super()._retranslate()
