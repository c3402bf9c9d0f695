"""The small control of a message that has several versions: which one is shown, and the way to the others."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from desktop import icons
from desktop.theme import Theme


class VersionBar(QWidget):
    """Hidden while there is one version only. The arrow keys go through the versions while the focus is in it.

    Signals: `chosen(str)` the turn id of another version.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ids: Sequence[str] = ()
        self._place = 0
        self.back, self.forward, self._label = QToolButton(), QToolButton(), QLabel()
        self.setObjectName("versions")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # or its focus ring is not drawn
        # One stop for the keyboard: a button would take the arrow keys to move the focus.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for button in (self.back, self.forward):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.back.setObjectName("olderVersion")
        self.forward.setObjectName("newerVersion")
        self._label.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self.back, self._label, self.forward):
            row.addWidget(part)
        self.back.clicked.connect(self._on_back_clicked)
        self.forward.clicked.connect(self._on_forward_clicked)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.hide()

    def show_versions(self, ids: Sequence[str], current: str) -> None:
        """Offer these versions, oldest first; `current` is the one that is shown."""
        self._ids = ids
        self._place = ids.index(current) if current in ids else 0
        self.back.setEnabled(self._place > 0)
        self.forward.setEnabled(self._place < len(ids) - 1)
        self.setVisible(len(ids) > 1)
        self._retranslate()

    def text(self) -> str:
        return self._label.text()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._go(step)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _go(self, step: int) -> None:
        if 0 <= self._place + step < len(self._ids):
            self.chosen.emit(self._ids[self._place + step])

    def _retranslate(self) -> None:
        place, count = self._place + 1, len(self._ids)
        self._label.setText(f"{place}/{count}")
        where = self.tr("version {place} of {count}").format(place=place, count=count)
        self.setAccessibleName(where)
        self.setAccessibleDescription(self.tr("The left and right arrow keys show the other versions."))
        for button, text in (
            (self.back, self.tr("Older version ({where})").format(where=where)),
            (self.forward, self.tr("Newer version ({where})").format(where=where)),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)

    def _on_theme_changed(self) -> None:
        self.back.setIcon(icons.icon("chevron-left", self._theme.colours.muted))
        self.forward.setIcon(icons.icon("chevron-right", self._theme.colours.muted))

    def _on_back_clicked(self) -> None:
        self._go(-1)

    def _on_forward_clicked(self) -> None:
        self._go(1)
