"""A read-only Markdown text that is as tall as its content, fetches nothing and opens nothing by itself.

Signals of `MarkdownView`: `link_activated(str)` with the address a person clicked; whoever listens asks first.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QResizeEvent, QTextDocument, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_ALLOWED_SCHEMES = frozenset({"http", "https", "mailto", "keepsake"})


class MarkdownView(QTextBrowser):
    """Shows Markdown; never loads a resource, never interprets HTML, never follows a link."""

    link_activated = Signal(str)

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

    def set_markdown(self, markdown: str) -> None:
        """Replace the text; unchanged text costs nothing."""
        if markdown == self._markdown:
            return
        self._markdown = markdown
        self.document().setMarkdown(markdown, _FEATURES)
        self._fit()

    def markdown(self) -> str:
        return self._markdown

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever fetched or read for a text: pictures stay empty."""
        return None

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the transcript scrolls, not a message

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        height = int(self.document().size().height()) + 2
        if height != self.height():
            self.setFixedHeight(height)

    def _on_anchor_clicked(self, url: QUrl) -> None:
        if url.scheme() in _ALLOWED_SCHEMES:
            self.link_activated.emit(url.toString())
