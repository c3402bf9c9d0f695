"""What a request held and what was sent of it, side by side, with the replaced places marked in both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.long_text import LongText
from desktop.chat.marks import REPLACED, Mark, Marker, places_of
from desktop.theme import SPACE, Theme
from desktop.words import Words

_WIDTH_PX, _HEIGHT_PX = 940, 600
_LINES_SHOWN = 14

Detail = Mapping[str, Any]


class RedactionDialog(QDialog):
    """`originals` are the texts of the messages before anything was replaced, `values` what each stand-in is."""

    def __init__(
        self,
        theme: Theme,
        words: Words,
        detail: Detail,
        *,
        originals: Sequence[str],
        values: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._words, self._detail = words, detail
        tokens = [str(token) for _, token in detail["replaced"]]
        self.pairs = [
            (_text(theme, original, values), _text(theme, str(message["content"]), tokens))
            for original, message in zip(originals, detail["messages"], strict=True)
        ]
        self.heads = (QLabel(), QLabel())
        self.roles = [QLabel() for _ in self.pairs]
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        column = QWidget()
        grid = QGridLayout(column)
        grid.setSpacing(SPACE)
        for place, head in enumerate(self.heads):
            head.setObjectName("heading")
            grid.addWidget(head, 0, place)
            grid.setColumnStretch(place, 1)
        for row, (role, pair) in enumerate(zip(self.roles, self.pairs, strict=True)):
            role.setProperty("role", "muted")
            grid.addWidget(role, 2 * row + 1, 0, 1, 2)
            for place, text in enumerate(pair):
                grid.addWidget(text, 2 * row + 2, place)
        grid.setRowStretch(2 * len(self.pairs) + 1, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(column)
        layout = QVBoxLayout(self)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.buttons)
        self._retranslate()
        self.resize(_WIDTH_PX, _HEIGHT_PX)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("What was replaced"))
        for head, text in zip(self.heads, (self.tr("Original, kept here"), self.tr("Sent")), strict=True):
            head.setText(text)
        for label, message, pair in zip(self.roles, self._detail["messages"], self.pairs, strict=True):
            role = self._words.role(str(message["role"]))
            label.setText(role)
            for box, head in zip(pair, self.heads, strict=True):
                box.setAccessibleName(f"{role}: {head.text()}")


class Redactions(QObject):
    """Reads what the stand-ins of a reply's request stand for, off the GUI thread, and opens the dialog."""

    def __init__(self, theme: Theme, words: Words, bridge: Bridge, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._words, self._bridge, self._session = theme, words, bridge, session
        self._window = parent

    def show_detail(self, detail: Detail) -> None:
        """Show one reply's request beside its original."""
        texts = [str(message["content"]) for message in detail["messages"]]
        tokens = [str(token) for _, token in detail["replaced"]]
        conversation, session = str(detail["conversation"]), self._session

        def read() -> tuple[Detail, list[str], list[str]]:
            restored = session.originals(conversation, [*texts, *tokens])
            return detail, restored[: len(texts)], restored[len(texts) :]

        self._bridge.run(read).succeeded.connect(self._on_read)

    def _on_read(self, result: tuple[Detail, list[str], list[str]]) -> None:
        detail, originals, values = result
        RedactionDialog(
            self._theme, self._words, detail, originals=originals, values=values, parent=self._window
        ).open()


def _text(theme: Theme, text: str, marked: Sequence[str]) -> QPlainTextEdit:
    box = LongText(text, most_lines=_LINES_SHOWN)
    box.setReadOnly(True)
    found: list[Mark] = []
    for words in marked:
        found += places_of(text, words, REPLACED)
    Marker(box.document(), theme).set_marks(text, found)
    return box
