"""Marks places of a text in an editor: what is replaced before sending, and what goes out as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from desktop.theme import Theme

REPLACED, CLEAR, CUT = "replaced", "clear", "cut"


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters `start:end` of a text, as Python counts them, and what becomes of them: REPLACED, CLEAR or CUT."""

    start: int
    end: int
    role: str


class Marker(QSyntaxHighlighter):
    """Shows the marks of one document. Marks of a text that has changed since are taken away by `set_marks`."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._places: list[tuple[int, int, str]] = []
        theme.changed.connect(self.rehighlight)

    def set_marks(self, text: str, marks: Sequence[Mark]) -> None:
        """Show these marks, whose places are counted in `text`."""
        places = [(_units(text[: m.start]), _units(text[: m.end]), m.role) for m in marks]
        if places != self._places:
            self._places = places
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        begin = self.currentBlock().position()
        for start, end, role in self._places:
            first, last = max(start - begin, 0), min(end - begin, _units(text))
            if first < last:
                self.setFormat(first, last - first, self._format(role))

    def _format(self, role: str) -> QTextCharFormat:
        look = QTextCharFormat()
        if role == REPLACED:
            look.setBackground(QColor(self._theme.colours.selection))
        elif role == CUT:
            look.setFontStrikeOut(True)
            look.setForeground(QColor(self._theme.colours.danger))
        else:
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            look.setUnderlineColor(QColor(self._theme.colours.danger))
        return look


def _units(text: str) -> int:
    """The length as Qt counts it, in UTF-16 units: a character beyond the basic plane is two."""
    return len(text) + sum(character > "\uffff" for character in text)


def places_of(text: str, wanted: str, role: str) -> list[Mark]:
    """Every place of some words in a text."""
    found: list[Mark] = []
    start = text.find(wanted) if wanted else -1
    while start >= 0:
        found.append(Mark(start, start + len(wanted), role))
        start = text.find(wanted, start + len(wanted))
    return found
