"""The preview of a request: every message as it would leave, to be looked at, edited, sent or not."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assistant.endpoints import Message
from assistant.preview_step import Preview, Replaced
from desktop.chat.long_text import LongText
from desktop.chat.marks import CLEAR, REPLACED, Mark, Marker, places_of
from desktop.theme import SPACE, Theme
from desktop.words import Words

_LINES_SHOWN = 9
_WIDTH_PX, _HEIGHT_PX = 780, 640


class MessageBox(LongText):
    """One message of the request, with its stand-ins marked."""

    def __init__(self, theme: Theme, message: Message) -> None:
        super().__init__(message.content)
        self.message = message
        self.marker = Marker(self.document(), theme)
        lines = min(message.content.count("\n") + len(message.content) // 80 + 1, _LINES_SHOWN)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + 28)

    def edited(self) -> Message:
        return replace(self.message, content=self.toPlainText())

    def strike_line(self) -> None:
        """Leave out the line that the cursor is in, or every line of the selection."""
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        cursor.setPosition(start)
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()


class PreviewDialog(QDialog):
    """Signals: `send_wanted(object)` the messages to send; `rejected()`, as of every dialog, where nothing is sent."""

    send_wanted = Signal(object)

    def __init__(self, theme: Theme, words: Words, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._words, self._preview = words, preview
        self.boxes = [MessageBox(theme, message) for message in preview.messages]
        self.roles = [QLabel() for _ in self.boxes]
        self.masks = [QCheckBox() for _ in preview.replaced]
        self.head, self.reason, self.replaced_label = QLabel(), QLabel(), QLabel()
        self.raw = QPlainTextEdit()
        self.raw.setObjectName("previewBytes")
        self.raw.setReadOnly(True)
        self.raw.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.strike, self.show_bytes = QPushButton(), QPushButton()
        self.stack = QStackedWidget()
        self.buttons = QDialogButtonBox()
        self.send: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.RejectRole)
        self._last_box = self.boxes[-1] if self.boxes else None
        self._build()
        self._connect()
        self._retranslate()
        self._on_text_changed()
        self.resize(_WIDTH_PX, _HEIGHT_PX)
        self.send.setFocus()

    def messages(self) -> tuple[Message, ...]:
        """The messages as they stand now."""
        return tuple(box.edited() for box in self.boxes)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _build(self) -> None:
        self.head.setObjectName("heading")
        self.reason.setProperty("role", "muted")
        self.replaced_label.setObjectName("section")
        for label in (self.head, self.reason):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        for name, widget in (
            ("sendRequest", self.send),
            ("strikeLine", self.strike),
            ("showBytes", self.show_bytes),
        ):
            widget.setObjectName(name)
        self.send.setProperty("role", "primary")
        self.show_bytes.setCheckable(True)
        for button in (self.strike, self.show_bytes):
            button.setAutoDefault(False)
        column = QWidget()
        inside = QVBoxLayout(column)
        inside.setSpacing(SPACE // 2)
        for role, box in zip(self.roles, self.boxes, strict=True):
            role.setProperty("role", "muted")
            inside.addWidget(role)
            inside.addWidget(box)
        inside.addWidget(self.replaced_label)
        for check in self.masks:
            inside.addWidget(check)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(column)
        self.stack.addWidget(scroll)
        self.stack.addWidget(self.raw)
        tools = QHBoxLayout()
        tools.addWidget(self.strike)
        tools.addWidget(self.show_bytes)
        tools.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE)
        layout.addWidget(self.head)
        layout.addWidget(self.reason)
        layout.addWidget(self.stack, 1)
        layout.addLayout(tools)
        layout.addWidget(self.buttons)

    def _connect(self) -> None:
        for box in self.boxes:
            box.textChanged.connect(self._on_text_changed)
            box.cursorPositionChanged.connect(self._on_cursor_moved)
        for check in self.masks:
            check.setChecked(True)
            check.toggled.connect(self._on_mask_toggled)
        self.strike.clicked.connect(self._on_strike_clicked)
        self.show_bytes.toggled.connect(self._on_bytes_toggled)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)

    def _retranslate(self) -> None:
        preview = self._preview
        self.setWindowTitle(self.tr("Before it is sent"))
        self.head.setText(
            self.tr("This would leave for {endpoint} ({where}).").format(
                endpoint=preview.endpoint, where=self._words.trust(preview.trust)
            )
        )
        self.reason.setText(
            self.tr(
                "The rules of this endpoint show every request first. You can change it or leave parts out."
            )
            if preview.reason == "always"
            else self.tr("It holds a sensitive memory. You can change the request or leave parts out.")
        )
        for label, box in zip(self.roles, self.boxes, strict=True):
            label.setText(self._words.role(box.message.role))
            box.setAccessibleName(self.tr("Message: {role}").format(role=label.text()))
        self.replaced_label.setText(
            self.tr("Replaced by stand-ins (untick one to send it as it is, this once)")
        )
        self.replaced_label.setVisible(bool(self.masks))
        for check, replaced in zip(self.masks, preview.replaced, strict=True):
            check.setText(f"{replaced.token} ← {replaced.value}".replace("&", "&&"))
        self.strike.setText(self.tr("&Leave out this line"))
        self.show_bytes.setText(self.tr("Show the exact &bytes"))
        self.raw.setAccessibleName(self.tr("Exact bytes"))
        self.send.setText(self.tr("&Send"))
        self.cancel.setText(self.tr("&Do not send"))

    # what happens

    def _on_text_changed(self) -> None:
        for box in self.boxes:
            text = box.toPlainText()
            marks: list[Mark] = []
            for replaced in self._preview.replaced:
                marks += places_of(text, replaced.token, REPLACED)
                marks += places_of(text, replaced.value, CLEAR)
            box.marker.set_marks(text, marks)
        self.send.setEnabled(any(box.toPlainText().strip() for box in self.boxes))
        if self.show_bytes.isChecked():
            self._fill_bytes()

    def _on_cursor_moved(self) -> None:
        box = self.sender()
        if isinstance(box, MessageBox) and box.hasFocus():
            self._last_box = box

    def _on_mask_toggled(self) -> None:
        for check, replaced in zip(self.masks, self._preview.replaced, strict=True):
            if check is self.sender():
                self._swap(replaced, is_masked=check.isChecked())

    def _swap(self, replaced: Replaced, *, is_masked: bool) -> None:
        old, new = replaced.token, replaced.value
        if is_masked:
            old, new = new, old
        for box in self.boxes:
            text = box.toPlainText()
            if old in text:
                box.setPlainText(text.replace(old, new))

    def _on_strike_clicked(self) -> None:
        if self._last_box is not None:
            self._last_box.strike_line()

    def _on_bytes_toggled(self, is_shown: bool) -> None:
        if is_shown:
            self._fill_bytes()
        self.stack.setCurrentIndex(int(is_shown))
        self.strike.setEnabled(not is_shown)

    def _fill_bytes(self) -> None:
        self.raw.setPlainText(self._preview.wire(self.messages()).decode("utf-8", "replace"))

    def _on_accepted(self) -> None:
        self.send_wanted.emit(self.messages())
        self.accept()
