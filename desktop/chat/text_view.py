"""A read-only Markdown text that is as tall as its content, fetches nothing and opens nothing by itself.

Formulas are drawn where `show_formulas` was called: desktop.chat.formula_text puts them in. What is copied, and what a
screen reader is told, is their source.

Signals of `MarkdownView`: `link_activated(str)` with the address a person clicked; whoever listens asks first.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QResizeEvent, QTextDocument, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from desktop.chat.formula import image
from desktop.chat.formula_text import FormulaText, Room, source_of

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_ALLOWED_SCHEMES = frozenset({"http", "https", "mailto", "keepsake"})


class MarkdownView(QTextBrowser):
    """Shows Markdown; never loads a resource, never interprets HTML, never follows a link."""

    link_activated = Signal(str)
    _formulas = FormulaText("")  # events come while Qt builds the widget

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.setObjectName("markdown")
        self.anchorClicked.connect(self._on_anchor_clicked)
        self._markdown = ""
        self._colour = ""
        self._room_px: int | None = None

    def show_formulas(self, colour: str) -> None:
        """Draw formulas, from now on, in this colour (`#rrggbb`): that of the text."""
        if colour != self._colour:
            self._colour = colour
            self._show(self._markdown)

    def set_markdown(self, markdown: str) -> None:
        """Replace the text; unchanged text costs nothing."""
        if markdown == self._markdown:
            return
        self._markdown = markdown
        self._show(markdown)

    def markdown(self) -> str:
        return self._markdown

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever fetched or read for a text: pictures stay empty. Only formulas are drawn, when painted."""
        placed = self._formulas.images.get(name.toString() if isinstance(name, QUrl) else name)
        return image(placed, self._colour, self.devicePixelRatioF()) if placed is not None else None

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied: formulas as they were written."""
        if not self._formulas:
            return super().createMimeDataFromSelection()
        cursor, data = self.textCursor(), QMimeData()
        data.setText(source_of(self.document(), cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def event(self, event: QEvent) -> bool:
        result = super().event(event)
        # Formulas are images in the size of the text and of the screen's pixels.
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.DevicePixelRatioChange) and self._formulas:
            self._show(self._markdown)
        return result

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, before = self.viewport().width(), self._room_px
        narrower = min(width, before) if before is not None else width
        if self._formulas and width != before and self._formulas.widest_px > narrower:
            self._show(self._markdown)
        else:
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the transcript scrolls, not a message

    def _show(self, markdown: str) -> None:
        self._formulas = FormulaText(markdown if self._colour else "")
        self.document().setMarkdown(self._formulas.markdown if self._formulas else markdown, _FEATURES)
        if self._formulas:
            # Before it is shown its width is Qt's guess.
            self._room_px = self.viewport().width() if self.isVisible() else None
            self._formulas.place(self.document(), Room(self._room_px, self._colour, self.devicePixelRatioF()))
        description = source_of(self.document(), 0, self._end()) if self._formulas else ""
        if description != self.accessibleDescription():
            self.setAccessibleDescription(description)
        self._fit()

    def _end(self) -> int:
        return self.document().characterCount() - 1

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        height = int(self.document().size().height()) + 2
        if height != self.height():
            self.setFixedHeight(height)

    def _on_anchor_clicked(self, url: QUrl) -> None:
        if url.scheme() in _ALLOWED_SCHEMES:
            self.link_activated.emit(url.toString())
