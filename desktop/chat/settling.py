"""Keeps, refuses or undoes what a reply proposes to remember, and says so in every row that shows it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.message import MessageWidget
from desktop.chat.proposals import ProposalStrip
from desktop.theme import Theme
from desktop.words import Words


class Settling(QObject):
    """The proposals of the conversation that `parent` shows.

    Signals: `memories_changed()`; `failed(object)` the error.
    """

    memories_changed = Signal()
    failed = Signal(object)

    def __init__(self, theme: Theme, words: Words, bridge: Bridge, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._words, self._bridge, self._session = theme, words, bridge, session
        self._parent = parent

    def show_below(self, message: MessageWidget, outcomes: tuple[Any, ...]) -> None:
        """Put the proposals under a reply; nothing where there is none."""
        strip = ProposalStrip(self._theme, self._words, outcomes)
        if not strip.rows:
            strip.deleteLater()
            return
        strip.accepted.connect(self._on_accepted)
        strip.rejected.connect(self._on_rejected)
        strip.undone.connect(self._on_undone)
        message.add_below(strip)
        self.memories_changed.emit()

    def _on_accepted(self, memory_id: str) -> None:
        self._settle(memory_id, "kept", lambda: self._session.vault.memories.approve(memory_id))

    def _on_rejected(self, memory_id: str) -> None:
        self._settle(memory_id, "dropped", lambda: self._session.vault.memories.reject(memory_id))

    def _on_undone(self, memory_id: str) -> None:
        self._settle(memory_id, "undone", lambda: self._session.vault.memories.undo(memory_id))

    def _settle(self, memory_id: str, word: str, work: Any) -> None:
        rows = [row for strip in self._parent.findChildren(ProposalStrip) for row in strip.rows]

        def settle(_result: object) -> None:
            for row in rows:
                if row.memory_id == memory_id:
                    row.settle(word)
            self.memories_changed.emit()

        job = self._bridge.run(work)
        job.succeeded.connect(settle)
        job.failed.connect(self.failed)
