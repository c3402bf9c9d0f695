"""Deleting one message of the shown conversation: the question, and what is shown after it is gone."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.delete_dialog import DeleteMessage
from desktop.chat.transcript import Transcript
from desktop.words import Words


class MessageDeletion(QObject):
    """Signals: `deleted(str, str)` the id of a message that is gone, and of one beside it, or none."""

    deleted = Signal(str, str)

    def __init__(
        self, words: Words, bridge: Bridge, session: Session, transcript: Transcript, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._words, self._bridge, self._session = words, bridge, session
        self._transcript, self._window = transcript, parent

    def ask(self, turn_id: str) -> None:
        """Delete the message where the user still wants it after the question."""
        beside = self._transcript.beside(turn_id)
        dialog = DeleteMessage(self._words, self._bridge, self._session.vault, turn_id, self._window)
        dialog.deleted.connect(lambda: self.deleted.emit(turn_id, beside))
        dialog.open()
