"""The card of one source beside a reply: what it says, why it was found, and what it does not bear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout

from desktop import icons
from desktop.theme import SPACE, Theme
from desktop.words import Words

Detail = Mapping[str, Any]


class SourceCard(QFrame):
    """One source: its mark, kind and date, the words, why it was found, a button that opens it.

    Signals: `open_wanted(str, str)` kind and id.
    """

    open_wanted = Signal(str, str)

    def __init__(
        self, theme: Theme, words: Words, source: Detail, *, is_cited: bool, unsupported: str = ""
    ) -> None:
        """`unsupported`: a sentence that cites it and that it does not clearly support."""
        super().__init__()
        self.setObjectName("card")
        self.kind, self.id = str(source["kind"]), str(source["id"])
        self.mark = int(source["mark"])
        head = QHBoxLayout()
        mark = QLabel(f"{self.mark}")
        mark.setProperty("role", "high" if is_cited else "muted")
        date, page = str(source.get("date") or ""), source.get("page")
        if page:  # of a document, where the day on which it came in tells little
            date = self.tr("page {page}").format(page=page)
        about = (
            words.unit_kind("reply" if source.get("role") == "assistant" else self.kind),
            str(source.get("title") or ""),
            date,
        )
        kind = QLabel(" · ".join(part for part in about if part))
        kind.setProperty("role", "muted")
        # A long name of a file must not make the card wider than the panel.
        kind.setWordWrap(True)
        kind.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        kind.setToolTip(kind.text())
        self.open = QPushButton(self.tr("Open"))
        self.open.setProperty("role", "link")
        self.open.setAccessibleName(self.tr("Open source {mark}").format(mark=self.mark))
        self.open.setIcon(icons.icon("chevron-right", theme.colours.accent))
        self.open.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.open.clicked.connect(self._on_open_clicked)
        head.addWidget(mark)
        head.addWidget(kind, 1)
        head.addWidget(self.open)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE + 2, SPACE // 2, SPACE, SPACE)
        layout.setSpacing(SPACE // 2)
        layout.addLayout(head)
        text, quote = str(source.get("text") or ""), str(source.get("quote") or "")
        self._add_text(layout, text)
        if quote.strip() and quote.strip() not in text:
            self._add_text(layout, f"“{quote}”", role="muted")
        if unsupported:
            warning = self.tr("Does not clearly support: “{sentence}”")
            self._add_text(layout, warning.format(sentence=unsupported), role="low")
        reasons = words.why(source.get("why") or ())
        if source.get("past"):
            reasons = ", ".join(part for part in (self.tr("no longer current"), reasons) if part)
        self._add_text(layout, reasons, role="muted")

    def _add_text(self, layout: QVBoxLayout, text: str, *, role: str = "") -> None:
        if not text:
            return
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if role:
            label.setProperty("role", role)
        layout.addWidget(label)

    def _on_open_clicked(self) -> None:
        self.open_wanted.emit(self.kind, self.id)
