"""Where a message is written: grows with its text, sends on Enter, never inside an input method's composition."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.chat.attachment_strip import AttachmentStrip
from desktop.chat.found_strip import FoundStrip
from desktop.chat.message_edit import MessageEdit
from desktop.theme import SPACE, Theme

_DRAFT_DELAY_MS = 600


class Composer(QFrame):
    """Signals: `send_wanted(str)`; `stop_wanted()`; `draft_changed(str)` after a pause in typing;
    `endpoint_chosen(str)` name; `edit_left()` the wish to edit an earlier message was given up."""

    send_wanted = Signal(str)
    stop_wanted = Signal()
    draft_changed = Signal(str)
    endpoint_chosen = Signal(str)
    edit_left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_busy = False
        self._default_endpoint = ""
        self._kept_text = ""
        self.setObjectName("composer")
        self.edit = MessageEdit()
        self.edit.setObjectName("messageEdit")
        self.edit.submitted.connect(self._on_submitted)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.left.connect(self.leave_edit)
        self.found = FoundStrip(theme)
        self.editing = QWidget()
        self.editing.setObjectName("editingNotice")
        self._editing_text = QLabel()
        self._editing_text.setProperty("role", "medium")
        self._editing_text.setWordWrap(True)
        self._cancel = QToolButton()
        self._cancel.setObjectName("leaveEdit")
        self._cancel.clicked.connect(self.leave_edit)
        self.editing.hide()
        self.attached = AttachmentStrip(theme)
        self.attach = QToolButton()
        self.attach.setObjectName("attachButton")
        self.attach.setIconSize(QSize(20, 20))
        self.send = QToolButton()
        self.send.setObjectName("sendButton")
        self.send.setProperty("role", "send")
        self.send.setIconSize(QSize(22, 22))
        self.send.clicked.connect(self._on_send_clicked)
        self.endpoint = QComboBox()
        self.endpoint.setObjectName("endpointChoice")
        self.endpoint.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.endpoint.activated.connect(self._on_endpoint_activated)
        self.status = QLabel()
        self.status.setProperty("role", "muted")
        self._draft_timer = QTimer(self)
        self._draft_timer.setSingleShot(True)
        self._draft_timer.setInterval(_DRAFT_DELAY_MS)
        self._draft_timer.timeout.connect(self._on_draft_timeout)
        self._build()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()
        self._on_text_changed()

    def set_text(self, text: str) -> None:
        """Put a draft into the field without reporting it back."""
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self._draft_timer.stop()

    def start_edit(self, text: str) -> None:
        """Put an earlier message into the field to be changed; what was being written comes back afterwards."""
        if self.editing.isHidden():
            self.flush_draft()
            self._kept_text = self.edit.toPlainText()
        self.editing.show()
        self.set_text(text)
        self.edit.setFocus()

    def leave_edit(self) -> None:
        """Give the edit up."""
        if self._end_edit():
            self.edit_left.emit()

    def set_busy(self, is_busy: bool) -> None:
        """While a reply streams, the button stops it; writing goes on."""
        self._is_busy = is_busy
        self._on_theme_changed()
        self._retranslate()
        self._on_text_changed()

    def set_status(self, text: str) -> None:
        self.status.setText(text)

    def set_endpoints(self, names: list[tuple[str, str]], current: str) -> None:
        """Offer endpoints as (name, label), `current` chosen."""
        self._default_endpoint = current
        self.endpoint.clear()
        for name, label in names:
            self.endpoint.addItem(label, name)
        self.endpoint.setCurrentIndex(max(self.endpoint.findData(current), 0))

    def select_endpoint(self, name: str) -> None:
        """Choose an endpoint by name; an empty name means the default one, which comes as it was offered."""
        index = self.endpoint.findData(name or self._default_endpoint)
        self.endpoint.setCurrentIndex(max(index, 0))

    def draft(self) -> str:
        """What is written for the next message, also while an earlier one is being changed."""
        return self.edit.toPlainText() if self.editing.isHidden() else self._kept_text

    def flush_draft(self) -> None:
        """Report a draft at once, before the conversation changes or the window closes."""
        if self._draft_timer.isActive():
            self._draft_timer.stop()
            self._on_draft_timeout()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.attach, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.edit, 1)
        row.addWidget(self.send, 0, Qt.AlignmentFlag.AlignBottom)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE)
        foot.addWidget(self.endpoint)
        foot.addWidget(self.status, 1)
        notice = QHBoxLayout(self.editing)
        notice.setContentsMargins(0, 0, 0, 0)
        notice.addWidget(self._editing_text, 1)
        notice.addWidget(self._cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self.editing)
        layout.addWidget(self.found)
        layout.addWidget(self.attached)
        layout.addLayout(row)
        layout.addLayout(foot)

    def _retranslate(self) -> None:
        self.edit.setPlaceholderText(self.tr("Write a message. Enter sends, Shift+Enter starts a new line."))
        self.edit.setAccessibleName(self.tr("Message"))
        self._editing_text.setText(
            self.tr("You edit an earlier message. Sending it starts another version; Esc leaves it as it is.")
        )
        leave = self.tr("Do not edit")
        self._cancel.setToolTip(leave)
        self._cancel.setAccessibleName(leave)
        text = self.tr("Stop the reply") if self._is_busy else self.tr("Send the message")
        self.send.setToolTip(text)
        self.send.setAccessibleName(text)
        attach = self.tr("Attach a text file (Ctrl+Shift+A)")
        self.attach.setToolTip(attach)
        self.attach.setAccessibleName(attach)
        self.attach.setShortcut("Ctrl+Shift+A")
        self.endpoint.setAccessibleName(self.tr("Endpoint that answers"))
        self.endpoint.setToolTip(self.tr("Endpoint that answers"))

    def _on_theme_changed(self) -> None:
        self.send.setIcon(icons.icon("stop" if self._is_busy else "send", self._theme.colours.accent_text))
        self.attach.setIcon(icons.icon("attach", self._theme.colours.muted))
        self._cancel.setIcon(icons.icon("close", self._theme.colours.muted))

    def _end_edit(self) -> bool:
        """Leave the edit; False where there was none."""
        if self.editing.isHidden():
            return False
        self.editing.hide()
        self.set_text(self._kept_text)
        self._kept_text = ""
        return True

    def _on_text_changed(self) -> None:
        self.send.setEnabled(self._is_busy or bool(self.edit.toPlainText().strip()))
        if self.editing.isHidden():  # an earlier message that is being changed is no draft
            self._draft_timer.start()

    def _on_draft_timeout(self) -> None:
        self.draft_changed.emit(self.edit.toPlainText())

    def _on_submitted(self) -> None:
        text = self.edit.toPlainText()
        if text.strip() and not self._is_busy:
            self._draft_timer.stop()
            if not self._end_edit():
                self.edit.clear()
                self._draft_timer.stop()
            self.send_wanted.emit(text)

    def _on_send_clicked(self) -> None:
        if self._is_busy:
            self.stop_wanted.emit()
        else:
            self._on_submitted()

    def _on_endpoint_activated(self, index: int) -> None:
        self.endpoint_chosen.emit(str(self.endpoint.itemData(index)))
