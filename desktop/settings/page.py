"""What every page of the settings shares: a scrolled column with a heading, and the way to the vault and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from assistant.session import Session
from desktop.bridge import Bridge, Job
from desktop.memory.bars import ErrorLine
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.settings import SettingValue

_COLUMN_PX = 680


@dataclass(frozen=True, slots=True)
class Shared:
    """What the pages are given."""

    theme: Theme
    words: Words
    bridge: Bridge
    session: Session


class SettingsPage(QWidget):
    """A page; subclasses fill `body` and word themselves in `retranslate`. `refresh` reads what is shown anew."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shared = shared
        self.heading = QLabel()
        self.heading.setObjectName("heading")
        self.notice = ErrorLine(shared.words)
        self.body = QVBoxLayout()
        self.body.setSpacing(SPACE + 4)
        column = QWidget()
        column.setMaximumWidth(_COLUMN_PX)
        inner = QVBoxLayout(column)
        inner.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 3)
        inner.setSpacing(SPACE * 2)
        inner.addWidget(self.heading)
        inner.addLayout(self.body)
        inner.addWidget(self.notice)
        inner.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(
            Qt.FocusPolicy.NoFocus
        )  # its contents take the focus and bring themselves into view
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(column)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)

    def refresh(self) -> None:
        """Read what the page shows; called each time it comes up."""

    def retranslate(self) -> None:
        """Put all words in again."""

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def run(self, work: Callable[[], object], then: Callable[..., None] | None = None) -> Job:
        """Work on the vault; a failure is worded in the notice. `then` is a bound method of a widget."""
        job = self.shared.bridge.run(work)
        if then is not None:
            job.succeeded.connect(then)
        job.failed.connect(self.notice.show_error)
        return job

    def keep(self, key: str, value: SettingValue) -> None:
        """Keep a setting in the vault."""
        settings = self.shared.session.vault.settings
        self.run(lambda: settings.set(key, value))

    def paragraph(self, *, is_muted: bool = False) -> QLabel:
        """A label of plain, wrapped text, not yet in a layout."""
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if is_muted:
            label.setProperty("role", "muted")
        return label

    def section(self) -> QLabel:
        """A label that begins a part of the page, not yet in a layout."""
        label = QLabel()
        label.setObjectName("section")
        label.setContentsMargins(0, SPACE, 0, 0)
        return label
