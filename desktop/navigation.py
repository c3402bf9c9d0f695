"""The buttons under the chat list that lead to the views: they show where one is and what waits there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from assistant.air_gap import AirGap
from desktop import icons
from desktop.air_gap_badge import AirGapBadge
from desktop.theme import Theme


class Navigation(QWidget):
    """Signals: `chat_wanted()`, `memory_wanted()`, `documents_wanted()`, `settings_wanted()`, `lock_wanted()`;
    `air_gap_wanted()` for its switch.
    """

    chat_wanted = Signal()
    memory_wanted = Signal()
    documents_wanted = Signal()
    settings_wanted = Signal()
    lock_wanted = Signal()
    air_gap_wanted = Signal()

    def __init__(self, theme: Theme, air_gap: AirGap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pending, self._has_failed_backup = 0, False
        self.air_gap = AirGapBadge(air_gap)
        self.chat, self.memory = _button("chat"), _button("memory")
        self.documents = _button("documents")
        self.settings, self.lock = _button("settings"), _button("lock")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.air_gap)
        self.air_gap.refresh()
        for button in self._buttons:
            column.addWidget(button)
        self.air_gap.clicked.connect(self.air_gap_wanted)
        self.chat.clicked.connect(self.chat_wanted)
        self.memory.clicked.connect(self.memory_wanted)
        self.documents.clicked.connect(self.documents_wanted)
        self.settings.clicked.connect(self.settings_wanted)
        self.lock.clicked.connect(self.lock_wanted)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()

    @property
    def _buttons(self) -> tuple[QToolButton, ...]:
        return self.chat, self.memory, self.documents, self.settings, self.lock

    def mark(self, shown: QToolButton) -> None:
        """Show as pressed the button of the view that is seen."""
        for button in (self.chat, self.memory, self.documents, self.settings):
            button.setChecked(button is shown)

    def set_pending(self, count: int) -> None:
        """How many memories wait for review."""
        self._pending = count
        self._retranslate()

    def set_backup_failed(self, has_failed: bool) -> None:
        """A backup that nobody watched failed: the way to the settings shows it until one succeeds."""
        self._has_failed_backup = has_failed
        self._on_theme_changed()
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        memory = self.tr("Memory")
        _name(self.chat, self.tr("Conversation"), "Ctrl+1")
        _name(self.memory, memory, "Ctrl+2")
        _name(self.documents, self.tr("Documents"), "Ctrl+5")
        _name(self.settings, self.tr("Settings"), "Ctrl+3")
        _name(self.lock, self.tr("Lock"), "Ctrl+L")
        if self._pending:
            name = self.tr("Memory, {count} waiting for review").format(count=self._pending)
            _name(self.memory, name, "Ctrl+2", shown=f"{memory} ({self._pending})")
        if self._has_failed_backup:
            self.settings.setAccessibleName(self.tr("Settings: the last backup failed"))
            self.settings.setToolTip(self.tr("The last backup failed. Settings, Data says why. (Ctrl+3)"))

    def _on_theme_changed(self) -> None:
        for button in self._buttons:
            button.setIcon(icons.icon(str(button.property("icon_name")), self._theme.colours.text))
        if self._has_failed_backup:
            self.settings.setIcon(icons.icon("warning", self._theme.colours.low))


def _button(name: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(f"{name}Button")
    button.setProperty("icon_name", name)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setIconSize(QSize(18, 18))
    button.setCheckable(name != "lock")
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Fixed)
    return button


def _name(button: QToolButton, name: str, keys: str, *, shown: str = "") -> None:
    button.setText(shown or name)
    button.setAccessibleName(name)
    button.setToolTip(f"{name} ({keys})")
