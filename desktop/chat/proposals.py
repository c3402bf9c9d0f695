"""What a reply proposes to remember, shown below it with the quoted words: keep it, or not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop import icons
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.records import Memory, Outcome

_WAITING = ("proposed", "queued")


class ProposalRow(QWidget):
    """One proposal or announcement.

    Signals: `accepted(str)`, `rejected(str)`, `undone(str)` memory id.
    """

    accepted = Signal(str)
    rejected = Signal(str)
    undone = Signal(str)

    def __init__(self, theme: Theme, words: Words, outcome: Outcome, memory: Memory) -> None:
        super().__init__()
        self._words = words
        self.memory_id = memory.id
        self._action = outcome.action
        self._claim = memory.claim
        self._quote = memory.evidence[0].quote if memory.evidence else ""
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self.keep, self.drop = QPushButton(), QPushButton()
        self.keep.setObjectName("keepProposal")
        self.drop.setObjectName("dropProposal")
        self.keep.setIcon(icons.icon("check", theme.colours.high))
        self.keep.clicked.connect(self._on_keep_clicked)
        self.drop.clicked.connect(self._on_drop_clicked)
        self.keep.setVisible(self.is_waiting)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.keep)
        layout.addWidget(self.drop)
        self._retranslate()

    @property
    def is_waiting(self) -> bool:
        return self._action in _WAITING

    def settle(self, action: str) -> None:
        """Say what became of it; the buttons go."""
        self._action = action
        self.keep.hide()
        self.drop.hide()
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        words = {
            "kept": self.tr("Kept: {claim}"),
            "dropped": self.tr("Not kept: {claim}"),
            "undone": self.tr("Undone: {claim}"),
        }
        if self.is_waiting:
            text = self.tr("Keep this? {claim}")
        else:
            text = words.get(self._action, self._words.outcome(self._action) + ": {claim}")
        lines = [text.format(claim=self._claim)]
        if self._quote and self._quote != self._claim:
            lines.append(f"“{self._quote}”")
        self._text.setText("\n".join(lines))
        self.keep.setText(self.tr("Keep"))
        self.drop.setText(self.tr("No") if self.is_waiting else self.tr("Undo"))
        self.keep.setAccessibleName(self.tr("Keep: {claim}").format(claim=self._claim))
        self.drop.setAccessibleName(f"{self.drop.text()}: {self._claim}")

    def _on_keep_clicked(self) -> None:
        self.accepted.emit(self.memory_id)

    def _on_drop_clicked(self) -> None:
        (self.rejected if self.is_waiting else self.undone).emit(self.memory_id)


class ProposalStrip(QFrame):
    """The proposals of one reply. Signals: those of `ProposalRow`."""

    accepted = Signal(str)
    rejected = Signal(str)
    undone = Signal(str)

    def __init__(self, theme: Theme, words: Words, outcomes: Sequence[Outcome]) -> None:
        super().__init__()
        self.setObjectName("card")
        self.rows: list[ProposalRow] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE + 2, SPACE, SPACE, SPACE)
        layout.setSpacing(SPACE)
        for outcome in outcomes:
            if outcome.memory is None or outcome.action == "denied":
                continue
            row = ProposalRow(theme, words, outcome, outcome.memory)
            row.accepted.connect(self.accepted)
            row.rejected.connect(self.rejected)
            row.undone.connect(self.undone)
            self.rows.append(row)
            layout.addWidget(row)

    def row(self, memory_id: str) -> ProposalRow | None:
        return next((row for row in self.rows if row.memory_id == memory_id), None)
