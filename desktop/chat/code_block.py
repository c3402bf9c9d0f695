"""One fenced block of code: its language, a copy button, colours once it is complete."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontDatabase, QTextCharFormat, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from desktop import icons
from desktop.clipboard import own_clipboard
from desktop.theme import SPACE, Theme

_TOKEN_ROLES = (
    ("Token.Keyword", "accent"),
    ("Token.Literal.String", "high"),
    ("Token.Literal.Number", "medium"),
    ("Token.Comment", "muted"),
    ("Token.Name.Function", "accent"),
    ("Token.Name.Class", "accent"),
)
_MAX_COLOURED_CHARS = 40_000


class CodeBlock(QFrame):
    """Shows code as typed, scrolls sideways, never wraps."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._code = ""
        self._language = ""
        self._is_closed = False
        self.setObjectName("codeBlock")
        self._label = QLabel()
        self._label.setProperty("role", "muted")
        self._copy = QToolButton()
        self._copy.clicked.connect(self._on_copy_clicked)
        self._text = _CodeText()
        top = QHBoxLayout()
        top.setContentsMargins(SPACE, SPACE // 2, SPACE // 2, 0)
        top.addWidget(self._label)
        top.addStretch(1)
        top.addWidget(self._copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, SPACE // 2)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self._text)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()

    def set_code(self, code: str, language: str, *, is_closed: bool) -> None:
        """Show `code`; colours come when the block `is_closed`."""
        if (code, language, is_closed) == (self._code, self._language, self._is_closed):
            return
        self._code, self._language, self._is_closed = code, language, is_closed
        self._label.setText(language)
        self._text.set_code(code)
        if is_closed:
            self._colour()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._copy.setToolTip(self.tr("Copy code"))
        self._copy.setAccessibleName(self.tr("Copy code"))
        self._text.setAccessibleName(self.tr("Code"))

    def _on_copy_clicked(self) -> None:
        own_clipboard().copy(self._code)

    def _on_theme_changed(self) -> None:
        self._copy.setIcon(icons.icon("copy", self._theme.colours.muted))
        if self._is_closed:
            self._colour()

    def _colour(self) -> None:
        if len(self._code) > _MAX_COLOURED_CHARS:
            return
        from pygments import lex  # start-up time
        from pygments.lexers import TextLexer, get_lexer_by_name  # start-up time
        from pygments.util import ClassNotFound  # start-up time

        try:
            lexer = (
                get_lexer_by_name(self._language, stripnl=False)
                if self._language
                else TextLexer(stripnl=False)
            )
        except ClassNotFound:
            return
        cursor = QTextCursor(self._text.document())
        position, length = 0, _utf16_length(self._code)
        for token, value in lex(self._code, lexer):
            role = next((role for prefix, role in _TOKEN_ROLES if str(token).startswith(prefix)), None)
            end = min(position + _utf16_length(value), length)
            if role is not None and end > position:
                style = QTextCharFormat()
                style.setForeground(self._theme.colour(role))
                cursor.setPosition(position)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(style)
            position = end


def _utf16_length(text: str) -> int:
    """Qt counts UTF-16 units, Python code points."""
    return len(text) + sum(character > "\uffff" for character in text)


class _CodeText(QPlainTextEdit):
    """The text itself, as tall as its lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("codeText")
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)

    def set_code(self, code: str) -> None:
        self.setPlainText(code)
        lines = code.count("\n") + 1
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + bar + 10)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().x() != 0:
            super().wheelEvent(event)
        else:
            event.ignore()
