"""Everything that is known about one memory, with the acts that its state allows."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.chat.side_panel import Column
from desktop.flow_layout import FlowLayout
from desktop.memory.actions import Detail
from desktop.memory.memory_words import MemoryWords
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.lifecycle import targets
from vault.memory_rows import HistoryEntry
from vault.records import Evidence, Memory, Sensitivity, State

_ACTS = ("approve", "reveal", "edit", "seal", "pin", "unpin", "archive", "restore", "reject", "why", "forget")


def acts_for(memory: Memory) -> tuple[str, ...]:
    """The acts that make sense for a memory, in the order of their buttons."""
    after = targets(memory.state)
    is_proposal = memory.state is State.PROPOSED
    is_sealed = memory.sensitivity is Sensitivity.SEALED
    allowed = {
        "approve": is_proposal,
        "reveal": is_sealed,
        "edit": memory.state in (State.PROPOSED, State.ACTIVE) and not is_sealed,
        "seal": memory.state is State.ACTIVE and not is_sealed,
        "pin": memory.state is State.ACTIVE and not memory.pinned,
        "unpin": memory.pinned,
        "archive": State.ARCHIVED in after,
        "restore": State.ACTIVE in after and not is_proposal,
        "reject": State.REJECTED in after and is_proposal,
        "why": True,
        "forget": True,
    }
    return tuple(act for act in _ACTS if allowed[act])


class DetailPane(QWidget):
    """Signals: `act_wanted(str, object)` one of `acts_for`, the Memory; `open_turn(str, str)` conversation, turn."""

    act_wanted = Signal(str, object)
    open_turn = Signal(str, str)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._own = words, MemoryWords(self)
        self._detail: Detail | None = None
        self.setObjectName("sidePanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.buttons = QWidget()
        self._flow = FlowLayout(self.buttons, gap=SPACE)
        self.acts: dict[str, QPushButton] = {}
        for act in _ACTS:
            button = QPushButton()
            button.setObjectName(f"{act}Button")
            button.clicked.connect(partial(self._on_act_clicked, act))
            self.acts[act] = button
            self._flow.addWidget(button)
        self.acts["approve"].setProperty("role", "primary")
        self.acts["forget"].setProperty("role", "danger")
        self.column = Column()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE + 4, SPACE + 4, SPACE + 4, 0)
        top.addWidget(self.buttons)
        layout.addLayout(top)
        layout.addWidget(self.column, 1)
        self._retranslate()

    @property
    def memory(self) -> Memory | None:
        return None if self._detail is None else self._detail.memory

    def show_detail(self, detail: Detail | None) -> None:
        self._detail = detail
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        for act, text in (
            ("approve", self.tr("Accept")),
            ("reveal", self.tr("Show…")),
            ("edit", self.tr("Edit…")),
            ("seal", self.tr("Seal")),
            ("pin", self.tr("Pin")),
            ("unpin", self.tr("Unpin")),
            ("archive", self.tr("Archive")),
            ("restore", self.tr("Bring back")),
            ("reject", self.tr("Reject")),
            ("why", self.tr("Why?…")),
            ("forget", self.tr("Forget…")),
        ):
            self.acts[act].setText(text)
        self.acts["seal"].setToolTip(
            self.tr(
                "Keeps the words under the passphrase: *** everywhere, and cut out of messages and replies"
            )
        )
        self.acts["why"].setToolTip(self.tr("Why it was not recalled for a question, step by step"))
        self.column.setAccessibleName(self.tr("About the selected memory"))
        self._fill()

    def _fill(self) -> None:
        self.column.clear()
        detail = self._detail
        self.buttons.setVisible(detail is not None)
        if detail is None:
            self.column.line(
                self.tr("Choose a memory to see where it comes from and what became of it."), is_muted=True
            )
            return
        allowed = acts_for(detail.memory)
        for act, button in self.acts.items():
            button.setVisible(act in allowed)
        self._fill_head(detail.memory)
        self._fill_evidence(detail)
        self._fill_times(detail.memory)
        self._fill_history(detail.history)

    def _fill_head(self, memory: Memory) -> None:
        column = self.column
        claim = column.line(memory.claim)
        claim.setObjectName("heading")
        facts = [self._words.layer(memory.layer.value), self._words.state(memory.state.value)]
        if memory.pinned:
            facts.append(self.tr("Pinned"))
        column.line(" · ".join(facts), is_muted=True)
        if memory.reason and memory.reason != "review":
            column.line(self._own.reason(memory.reason), is_muted=True)
        if memory.sensitivity is Sensitivity.SEALED:
            self._pair(self.tr("What it is"), self._own.sealed_kind(memory.attribute))
        else:
            self._pair(self.tr("Value"), self._own.value(memory))
        self._pair(self.tr("Seen in"), self._own.scope(memory.scope))
        source = self.tr("{source}, weight {weight}").format(
            source=self._words.source(memory.source.value), weight=f"{memory.weight:.1f}"
        )
        self._pair(self.tr("Source"), source)
        self._pair(self.tr("Confidence"), f"{memory.confidence:.0%}")
        self._pair(self.tr("Sensitivity"), self._own.sensitivity(memory.sensitivity.value))

    def _fill_evidence(self, detail: Detail) -> None:
        self.column.section(self.tr("Where it comes from"))
        if not detail.memory.evidence:
            self.column.line(self.tr("No sentence is kept for it."), is_muted=True)
        for item in detail.memory.evidence:
            if item.kind == "manual":
                self.column.line(self.tr("Typed in by you"), is_muted=True)
            elif item.quote:
                self.column.line(f"“{item.quote}”")
            title = detail.titles.get(item.conversation_id)
            facts = [self._words.when(item.said_utc), title or ""]
            self.column.line(" · ".join(part for part in facts if part), is_muted=True)
            if title is not None and item.kind == "turn":
                self.column.add(self._link(item))

    def _link(self, item: Evidence) -> QPushButton:
        button = QPushButton(self.tr("Open the conversation"))
        button.setProperty("role", "link")
        button.clicked.connect(partial(self._on_link_clicked, item.conversation_id, item.ref_id))
        return button

    def _fill_times(self, memory: Memory) -> None:
        self.column.section(self.tr("Time and use"))
        self._pair(self.tr("Valid from"), self._own.point(memory.valid_from))
        self._pair(self.tr("Valid until"), self._own.point(memory.valid_until))
        self._pair(self.tr("Expires"), self._words.when(memory.expires_utc))
        self._pair(self.tr("Retention"), self._own.retention(memory.retention.value))
        self._pair(self.tr("Times said"), str(memory.confirmations))
        self._pair(self.tr("Used in replies"), str(memory.uses))
        self._pair(self.tr("Last used"), self._words.when(memory.last_used_utc))

    def _fill_history(self, history: tuple[HistoryEntry, ...]) -> None:
        self.column.section(self.tr("History"))
        for entry in reversed(history):
            facts = [
                self._words.when(entry.at_utc),
                self._own.action(entry.action),
                self._own.actor(entry.actor),
            ]
            self.column.line(" · ".join(facts), is_muted=True)
            if entry.before is not None and entry.before.claim != entry.after.claim:
                self.column.line(self.tr("Before: {claim}").format(claim=entry.before.claim), is_muted=True)

    def _pair(self, name: str, value: str) -> None:
        if value:
            label = QLabel(self.tr("{name}: {value}").format(name=name, value=value))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.column.add(label)

    def _on_act_clicked(self, act: str, _is_checked: bool = False) -> None:
        if self._detail is not None:
            self.act_wanted.emit(act, self._detail.memory)

    def _on_link_clicked(self, conversation_id: str, turn_id: str, _is_checked: bool = False) -> None:
        self.open_turn.emit(conversation_id, turn_id)
