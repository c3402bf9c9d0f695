"""The recall inspector: any text, what would be recalled for it and why, and what was left out and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.session import Session
from desktop.bridge import Bridge, Job
from desktop.chat.side_panel import Column
from desktop.memory.bars import ErrorLine
from desktop.memory.memory_words import MemoryWords
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.errors import NotFound
from vault.privacy import mask_for_list
from vault.records import UNIVERSAL, LeftOut, RecallItem, RecallResult

_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Inspection:
    """A result with the masked texts of its units by id; a unit that has none is gone."""

    result: RecallResult
    texts: dict[str, str]


def inspect(session: Session, text: str, scope: str) -> Inspection:
    """Recall for `text` as a conversation in `scope` would, and read what was left out. Worker thread."""
    result = session.recall_text(text, limit=_LIMIT, scope=scope)
    texts = {item.id: mask_for_list(item.text).strip() for item in result.items}
    for unit in result.left_out:
        if unit.id not in texts:
            texts[unit.id] = mask_for_list(_text_of(session, unit))
    return Inspection(result, texts)


def _text_of(session: Session, unit: LeftOut) -> str:
    read: Callable[[str], str]
    if unit.kind == "memory":
        read = lambda unit_id: session.vault.memories.get(unit_id).claim  # noqa: E731  one of two
    elif unit.kind == "turn":
        read = lambda unit_id: session.vault.conversations.turn(unit_id).text  # noqa: E731
    else:
        read = lambda unit_id: session.vault.documents.passage(unit_id).text  # noqa: E731
    try:
        return read(unit.id)
    except NotFound:
        return ""  # deleted meanwhile


class Inspector(QWidget):
    """Signals: `memory_wanted(str)` id; `turn_wanted(str, str)` conversation and turn; `passage_wanted(str)` id."""

    memory_wanted = Signal(str)
    passage_wanted = Signal(str)
    turn_wanted = Signal(str, str)

    def __init__(
        self, theme: Theme, words: Words, bridge: Bridge, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words, self._bridge, self._session = words, bridge, session
        self._own = MemoryWords(self)
        self._shown: Inspection | None = None
        self._number = 0
        self.text = QLineEdit()
        self.text.setObjectName("inspectText")
        self.text.returnPressed.connect(self._on_asked)
        self.scope = QComboBox()
        self.scope.setObjectName("inspectScope")
        self.ask = QPushButton()
        self.ask.setObjectName("inspectButton")
        self.ask.setProperty("role", "primary")
        self.ask.clicked.connect(self._on_asked)
        self.column = Column()
        self.notice = ErrorLine(words)
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        top.addWidget(self.text, 1)
        top.addWidget(self.scope)
        top.addWidget(self.ask)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE)
        layout.setSpacing(SPACE)
        layout.addLayout(top)
        layout.addWidget(self.notice)
        layout.addWidget(self.column, 1)
        self.set_scopes((UNIVERSAL,))
        self._retranslate()

    def set_scopes(self, scopes: Sequence[str]) -> None:
        """The scopes in which a conversation may be."""
        if [self.scope.itemData(index) for index in range(self.scope.count())] == list(scopes):
            return
        chosen = self.scope.currentData()
        self.scope.clear()
        for scope in scopes:
            self.scope.addItem(self._own.scope(scope), scope)
        self.scope.setCurrentIndex(max(self.scope.findData(chosen), 0))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.text.setPlaceholderText(self.tr("A question or any text"))
        self.text.setAccessibleName(self.tr("Text to recall for"))
        self.ask.setText(self.tr("Show what would be recalled"))
        self.scope.setAccessibleName(self.tr("Asked in"))
        self.scope.setToolTip(self.tr("The scope of the conversation in which it would be asked"))
        for index in range(self.scope.count()):
            self.scope.setItemText(index, self._own.scope(str(self.scope.itemData(index))))
        self.column.setAccessibleName(self.tr("What would be recalled"))
        self._fill()

    def _fill(self) -> None:
        self.column.clear()
        if self._shown is None:
            self.column.line(
                self.tr(
                    "Type a question to see which memories and messages an answer would rest on, how near each "
                    "is, and which were left out. No model is asked and nothing leaves this machine."
                ),
                is_muted=True,
            )
            return
        result = self._shown.result
        self.column.line(
            self.tr("{verdict}: certainty {score} of 1, found in {seconds} s").format(
                verdict=self._words.verdict(result.verdict),
                score=f"{result.verdict_score:.2f}",
                seconds=f"{result.seconds:.2f}",
            )
        )
        selected = [item for item in result.items if item.selected]
        self.column.section(self.tr("Would be given to the answer"))
        if not selected:
            self.column.line(self.tr("Nothing: the vault does not know this."), is_muted=True)
        for item in selected:
            self.column.add(self._card(item))
        if result.left_out:
            self.column.section(self.tr("Left out"))
        for unit in result.left_out:
            self._add_left_out(unit)

    def _card(self, item: RecallItem) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        layout = QVBoxLayout(card)
        layout.setContentsMargins(SPACE + 4, SPACE, SPACE + 4, SPACE)
        layout.setSpacing(SPACE // 2)
        facts = [self._words.unit_kind(item.kind), self._words.when(item.time_utc)]
        if item.kind == "passage":
            facts[1] = mask_for_list(item.title)
        if item.page:
            facts.append(self.tr("page {page}").format(page=item.page))
        if item.past:
            facts.append(self.tr("no longer current"))
        why = self._words.why(item.why)
        nearness = self.tr("score {score}: {why}").format(score=f"{item.score:.2f}", why=why)
        assert self._shown is not None
        for text, is_muted in (
            (self._shown.texts[item.id], False),
            (" · ".join(part for part in facts if part), True),
            (nearness if why else self.tr("score {score}").format(score=f"{item.score:.2f}"), True),
        ):
            label = QLabel(text)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setProperty("role", "muted" if is_muted else "")
            layout.addWidget(label)
        button = QPushButton(self.tr("Open"))
        button.setProperty("role", "link")
        button.setProperty("unit", (item.kind, item.source, item.id))
        button.setAccessibleName(self.tr("Open: {text}").format(text=self._shown.texts[item.id][:80]))
        button.clicked.connect(self._on_open_clicked)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def _add_left_out(self, unit: LeftOut) -> None:
        assert self._shown is not None
        text = " ".join(self._shown.texts.get(unit.id, "").split())
        if text:
            kind, reason = self._words.unit_kind(unit.kind), self._words.left_out(unit.reason)
            self.column.line(text if len(text) <= 160 else f"{text[:160]}…")
            self.column.line(f"{kind} · {reason}", is_muted=True)

    def _on_asked(self) -> None:
        text = self.text.text().strip()
        if not text:
            return
        self.ask.setEnabled(False)
        self.notice.say()
        scope = str(self.scope.currentData())
        job = self._bridge.run(lambda: inspect(self._session, text, scope))
        self._number = job.number
        job.succeeded.connect(self._on_inspected)
        job.failed.connect(self._on_failed)

    def _on_inspected(self, shown: Inspection) -> None:
        job = self.sender()
        if isinstance(job, Job) and job.number == self._number:
            self.ask.setEnabled(True)
            self._shown = shown
            self._fill()

    def _on_failed(self, error: Exception) -> None:
        self.ask.setEnabled(True)
        self.notice.show_error(error)

    def _on_open_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            kind, source, unit_id = button.property("unit")
            if kind == "memory":
                self.memory_wanted.emit(unit_id)
            elif kind == "passage":
                self.passage_wanted.emit(unit_id)
            else:
                self.turn_wanted.emit(source, unit_id)
