"""The panel beside the conversation: the sources of the selected reply, and everything that its request held.

Shows what `assistant.finishing.detail` kept of a reply, as it was kept; nothing is looked up again, so what is shown
is what happened.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from assistant.tool_step import BUILT_IN
from desktop.chat.source_card import SourceCard
from desktop.theme import SPACE, Theme
from desktop.words import Words

Detail = Mapping[str, Any]
_SENT_LINES = 12
_MARGIN_PX = SPACE + SPACE // 2


class Column(QScrollArea):
    """A scrolled column of cards and section labels, emptied and filled anew."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = QWidget()
        self._layout = QVBoxLayout(self._body)
        self._layout.setContentsMargins(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, _MARGIN_PX)
        self._layout.setSpacing(SPACE)
        self._layout.addStretch(1)
        self.setWidget(self._body)

    def clear(self) -> None:
        while self._layout.count() > 1:
            item = self._layout.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def add(self, widget: QWidget) -> None:
        self._layout.insertWidget(self._layout.count() - 1, widget)

    def section(self, text: str) -> None:
        label = QLabel(text)
        label.setObjectName("section")
        label.setContentsMargins(0, SPACE, 0, 0)
        self.add(label)

    def line(self, text: str, *, is_muted: bool = False) -> QLabel:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if is_muted:
            label.setProperty("role", "muted")
        self.add(label)
        return label


class SidePanel(QFrame):
    """Signals: `open_wanted(str, str)` kind and id of a source; `receipt_wanted(str)` id;
    `why_wanted()`; `redaction_wanted(object)` the detail whose texts are to be seen beside what they were."""

    open_wanted = Signal(str, str)
    receipt_wanted = Signal(str)
    redaction_wanted = Signal(object)
    why_wanted = Signal()

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._words = theme, words
        self.why = QPushButton()
        self.why.setObjectName("whyReplyButton")
        self.why.setProperty("role", "link")
        self.why.clicked.connect(self.why_wanted)
        self._detail: Detail | None = None
        self._confidence = "none"
        self._wanted_mark = 0
        self.setObjectName("sidePanel")
        self.sources, self.transparency = Column(), Column()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self.sources, "")
        self.tabs.addTab(self.transparency, "")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)
        below = QHBoxLayout()  # a link has half a space of its own
        below.setContentsMargins(_MARGIN_PX - SPACE // 2, 0, _MARGIN_PX - SPACE // 2, SPACE // 2)
        below.addWidget(self.why)
        layout.addLayout(below)
        theme.changed.connect(self._fill)
        self._retranslate()

    def show_reply(self, detail: Detail | None, confidence: str = "none") -> None:
        """Show one reply's detail; None shows what the panel is for."""
        self._detail, self._confidence = detail, confidence
        self._fill()
        if self._wanted_mark:
            wanted, self._wanted_mark = self._wanted_mark, 0
            self.focus_mark(wanted)
            # Of a document the card holds a stretch; the place in it is what the chip is for.
            shown = [card for card in self.cards() if card.mark == wanted][
                -1:
            ]  # older ones are on their way out
            if shown and shown[0].kind == "passage":
                self.open_wanted.emit(shown[0].kind, shown[0].id)

    def cards(self) -> list[SourceCard]:
        return self.sources.findChildren(SourceCard)

    def focus_mark(self, mark: int) -> None:
        """Bring the source with that mark into view and put the focus on it."""
        self.tabs.setCurrentWidget(self.sources)
        for card in self.cards():
            if card.mark == mark:
                self.sources.ensureWidgetVisible(card)
                card.open.setFocus(Qt.FocusReason.OtherFocusReason)

    def wait_for_mark(self, mark: int) -> None:
        """As `focus_mark`, for the reply whose detail is about to be shown."""
        self._wanted_mark = mark

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.tabs.setTabText(0, self.tr("Sources"))
        self.tabs.setTabText(1, self.tr("Transparency"))
        self.sources.setAccessibleName(self.tr("Sources"))
        self.transparency.setAccessibleName(self.tr("Transparency"))
        self.tabs.setAccessibleName(self.tr("About the selected reply"))
        self.why.setText(self.tr("&Why this reply?"))
        self._fill()

    def _fill(self) -> None:
        self.sources.clear()
        self.transparency.clear()
        self.why.setVisible(self._detail is not None)
        if self._detail is None:
            empty = self.tr("Choose a reply to see what it rests on and what was sent for it.")
            for column in (self.sources, self.transparency):
                column.line(empty, is_muted=True)
            return
        self._fill_sources(self._detail)
        self._fill_transparency(self._detail)

    # sources

    def _fill_sources(self, detail: Detail) -> None:
        column = self.sources
        if not detail.get("is_acknowledgement"):  # there was nothing to answer, and nothing to be sure of
            badge = column.line(self._words.confidence(self._confidence))
            badge.setProperty("role", self._confidence)
            badge.setToolTip(self._words.confidence_parts(detail["confidence_parts"]))
        cited = set(detail.get("used_ids") or ())
        every = [*detail["retrieved"], *detail["profile"]]
        used = [source for source in every if source["id"] in cited]
        others = [source for source in detail["retrieved"] if source["id"] not in cited]
        if used:
            column.section(self.tr("Cited"))
            unsupported = {
                int(one["mark"]): str(one["sentence"]) for one in detail["citations"] if not one["supported"]
            }
            self._cards(used, is_cited=True, unsupported=unsupported)
        else:
            column.line(self.tr("This reply cites nothing from your vault."), is_muted=True)
        if others:
            column.section(self.tr("Also given to the reply"))
            self._cards(others, is_cited=False)
        if detail["profile"]:
            column.section(self.tr("Standing profile"))
            self._cards([s for s in detail["profile"] if s["id"] not in cited], is_cited=False)

    def _cards(
        self,
        sources: Sequence[Detail],
        *,
        is_cited: bool,
        unsupported: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        for source in sources:
            doubt = unsupported.get(int(source["mark"]), "")
            card = SourceCard(self._theme, self._words, source, is_cited=is_cited, unsupported=doubt)
            card.open_wanted.connect(self.open_wanted)
            self.sources.add(card)

    # transparency

    def _fill_transparency(self, detail: Detail) -> None:
        column = self.transparency
        column.section(self.tr("Answered by"))
        where = self._words.trust(str(detail["trust"]))
        name = self.tr("Recall only (built in)") if detail["is_builtin"] else str(detail["endpoint"])
        column.line(f"{name} · {where}")
        self._fill_sent(column, detail)
        self._fill_recalled(column, detail)
        self._fill_tools(column, detail)
        self._fill_earlier(column, detail)
        self._fill_written(column, detail)
        self._fill_cost(column, detail)

    def _fill_sent(self, column: Column, detail: Detail) -> None:
        column.section(self.tr("Sent"))
        if not detail["receipts"]:
            column.line(self.tr("Nothing left this machine for this reply."))
        for message in detail["messages"]:
            column.line(self._words.role(str(message["role"])), is_muted=True)
            column.add(_sent_text(_said(message), self.tr("Text that was sent")))
        for receipt in detail["receipts"]:
            whole = self.tr("Exact bytes: receipt {id}")
            # The whole id would be wider than the panel; its end tells the receipts of one reply apart.
            button = QPushButton(whole.format(id=f"…{str(receipt)[-6:]}"))
            button.setToolTip(whole.format(id=receipt))
            button.setAccessibleName(whole.format(id=receipt))
            button.setProperty("role", "link")
            button.setProperty("receipt", receipt)
            button.clicked.connect(self._on_receipt_clicked)
            column.add(button)
        column.section(self.tr("Replaced before sending"))
        if detail["replaced"]:
            for kind, token in detail["replaced"]:
                column.line(f"{token} · {self._words.personal_data(str(kind))}")
            if detail.get("conversation"):
                beside = QPushButton(self.tr("Original and sent, side by side"))
                beside.setObjectName("showRedaction")
                beside.setProperty("role", "link")
                beside.clicked.connect(self._on_redaction_clicked)
                column.add(beside)
        else:
            column.line(self.tr("Nothing was replaced."), is_muted=True)

    def _fill_recalled(self, column: Column, detail: Detail) -> None:
        column.section(self.tr("Recalled"))
        if detail["verdict"]:
            column.line(
                self.tr("{verdict} ({score})").format(
                    verdict=self._words.verdict(detail["verdict"]), score=f"{detail['verdict_score']:.2f}"
                )
            )
        for source in (*detail["retrieved"], *detail["profile"]):
            score = "" if source["score"] is None else f"{source['score']:.2f} · "
            column.line(f"[{source['mark']}] {score}{self._words.why(source['why'])}", is_muted=True)
        if detail["left_out"]:
            column.section(self.tr("Left out"))
            counts: dict[str, int] = {}
            for item in detail["left_out"]:
                reason = self._words.left_out(str(item["reason"]))
                counts[reason] = counts.get(reason, 0) + 1
            for reason, count in counts.items():
                column.line(f"{count} × {reason}", is_muted=True)

    def _fill_tools(self, column: Column, detail: Detail) -> None:
        calls = detail.get("tools", ())
        if not calls:
            return
        column.section(self.tr("Tools"))
        for call in calls:
            server = "" if call["server"] in ("", BUILT_IN) else f"{call['server']} · "
            state = self._words.tool_state(str(call["state"]))
            column.line(f"{call['number']}. {server}{call['name']} · {state} · {call['seconds']:.2f} s")
            column.line(json.dumps(call["arguments"], ensure_ascii=False), is_muted=True)
            if call["result"]:
                column.add(_sent_text(str(call["result"]), self.tr("Result of the tool")))

    def _fill_earlier(self, column: Column, detail: Detail) -> None:
        digests = detail.get("earlier", ())
        if not digests:
            return
        column.section(self.tr("Earlier messages, told in short"))
        for digest in digests:
            for _, words in digest["lines"]:
                column.line(str(words), is_muted=True)

    def _fill_written(self, column: Column, detail: Detail) -> None:
        column.section(self.tr("Written to memory"))
        if not detail["outcomes"]:
            column.line(self.tr("Nothing new was kept."), is_muted=True)
        for outcome in detail["outcomes"]:
            word = self._words.outcome(str(outcome["action"]))
            if outcome["action"] == "denied":
                column.line(f"{word}: {self._words.denied(str(outcome['reason']))}")
            else:
                column.line(f"{word}: {outcome['claim']}")

    def _fill_cost(self, column: Column, detail: Detail) -> None:
        column.section(self.tr("Time and size"))
        seconds = detail["seconds"]
        column.line(self.tr("{seconds} s in all").format(seconds=f"{seconds.get('total', 0):.2f}"))
        for name, text in (
            ("recall", self.tr("recall {value} s")),
            ("first_token", self.tr("first words after {value} s")),
        ):
            if name in seconds:
                column.line(text.format(value=f"{seconds[name]:.2f}"), is_muted=True)
        if detail["tokens"].get("counted"):
            column.line(
                self.tr("{count} tokens sent, counted by the model's tokenizer").format(
                    count=detail["tokens"]["counted"]
                ),
                is_muted=True,
            )
        elif detail["tokens"].get("estimated"):
            column.line(
                self.tr("about {count} tokens sent").format(count=detail["tokens"]["estimated"]),
                is_muted=True,
            )

    def _on_redaction_clicked(self) -> None:
        self.redaction_wanted.emit(self._detail)

    def _on_receipt_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.receipt_wanted.emit(str(button.property("receipt")))


def _said(message: Mapping[str, Any]) -> str:
    """The text of a message that was sent, and the calls that it carries, a line each: name and arguments."""
    calls = (call["function"] for call in message.get("tool_calls", ()))
    return "\n".join(
        [str(message["content"]), *(f"{call['name']} {call['arguments']}" for call in calls)]
    ).strip("\n")


def _sent_text(text: str, name: str) -> QPlainTextEdit:
    view = QPlainTextEdit(text)
    view.setReadOnly(True)
    view.setAccessibleName(name)
    lines = min(text.count("\n") + len(text) // 40 + 1, _SENT_LINES)
    view.setFixedHeight(view.fontMetrics().lineSpacing() * lines + 24)
    return view
