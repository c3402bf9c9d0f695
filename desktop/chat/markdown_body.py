"""The text of one message: Markdown in segments, of which only the last is drawn again while it grows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.chat.code_block import CodeBlock
from desktop.chat.markdown import Segment, segments
from desktop.chat.text_view import MarkdownView
from desktop.theme import SPACE, Theme


class MarkdownBody(QWidget):
    """Markdown as a column of segments; appending redraws only the last one. Formulas are drawn if `has_formulas`.

    Signals: `link_activated(str)` an address that was clicked.
    """

    link_activated = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, has_formulas: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_formulas = has_formulas
        self._parts: list[MarkdownView | CodeBlock] = []
        self._segments: list[Segment] = []
        self._markdown = ""
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE)
        if has_formulas:
            theme.changed.connect(self._on_theme_changed)

    def text(self) -> str:
        return self._markdown

    def set_text(self, markdown: str) -> None:
        # Appending changes only the last segment, so what stands before it is neither parsed nor laid out again.
        kept = self._segments[:-1] if markdown.startswith(self._markdown) else []
        start = self._segments[-1].start if kept else 0
        fresh = [replace(part, start=part.start + start) for part in segments(markdown[start:])]
        self._markdown, self._segments = markdown, [*kept, *fresh]
        for index, segment in enumerate(fresh, len(kept)):
            part = self._part(index, CodeBlock if segment.kind == "code" else MarkdownView)
            if isinstance(part, CodeBlock):
                part.set_code(segment.text, segment.language, is_closed=segment.is_closed)
            else:
                part.set_markdown(segment.text)
        while len(self._parts) > len(self._segments):
            self._remove(self._parts.pop())

    def _part(self, index: int, kind: type[MarkdownView] | type[CodeBlock]) -> MarkdownView | CodeBlock:
        if index < len(self._parts) and isinstance(self._parts[index], kind):
            return self._parts[index]
        part: MarkdownView | CodeBlock
        if kind is CodeBlock:
            part = CodeBlock(self._theme)
        else:
            part = MarkdownView()
            if self._has_formulas:
                part.show_formulas(self._theme.colours.text)
            part.setAccessibleName(self.tr("Text of the message"))
            part.link_activated.connect(self.link_activated)
        if index < len(self._parts):
            self._remove(self._parts[index])
            self._parts[index] = part
        else:
            self._parts.append(part)
        self._layout.insertWidget(index, part)
        return part

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            for part in self.findChildren(MarkdownView):
                part.setAccessibleName(self.tr("Text of the message"))
        super().changeEvent(event)

    def _on_theme_changed(self) -> None:
        for part in self.findChildren(MarkdownView):
            part.show_formulas(self._theme.colours.text)

    def _remove(self, part: QWidget) -> None:
        self._layout.removeWidget(part)
        part.hide()
        part.deleteLater()
