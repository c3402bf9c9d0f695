"""What was found in the message that is being written, each with what becomes of it and one click to change that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from desktop import icons
from desktop.flow_layout import FlowLayout
from desktop.theme import SPACE, Theme

_MOST = 8
_WIDEST = 28  # characters of a value
_ICON_PX = 14


@dataclass(frozen=True, slots=True)
class Found:
    """One value. `fate` is cut, replaced, or clear (it goes as it is, by the user's word); `can_pass`: it may."""

    value: str
    fate: str
    can_pass: bool


class FoundStrip(QWidget):
    """Signals: `strike_wanted(str)` take a value out of the message; `pass_wanted(str, bool)` let it go, or not."""

    strike_wanted = Signal(str)
    pass_wanted = Signal(str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._found: tuple[Found, ...] = ()
        self.setObjectName("foundStrip")
        self._row = QWidget()
        self._flow = FlowLayout(self._row, gap=SPACE // 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._row)
        theme.changed.connect(self._fill)
        self.hide()

    def show_found(self, found: Sequence[Found]) -> None:
        """Show these values; nothing hides the strip."""
        if tuple(found) != self._found:
            self._found = tuple(found)
            self._fill()
        self.setVisible(bool(found))

    def found(self) -> tuple[Found, ...]:
        return self._found

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()
        super().changeEvent(event)

    def _fill(self) -> None:
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for found in self._found[:_MOST]:
            self._flow.addWidget(self._chip(found))
        if len(self._found) > _MOST:
            more = QLabel(self.tr("and {count} more").format(count=len(self._found) - _MOST))
            more.setProperty("role", "muted")
            self._flow.addWidget(more)
        self._row.updateGeometry()

    def _chip(self, found: Found) -> QFrame:
        chip = QFrame()
        chip.setObjectName("card")
        value = found.value if len(found.value) <= _WIDEST else f"{found.value[: _WIDEST - 1]}…"
        fate = {
            "cut": self.tr("is cut out, not kept"),
            "replaced": self.tr("is replaced"),
            "clear": self.tr("goes as it is"),
        }[found.fate]
        text = QLabel(f"{value} · {fate}")
        text.setProperty("role", "low" if found.fate == "clear" else "muted")
        row = QHBoxLayout(chip)
        row.setContentsMargins(SPACE, 0, SPACE // 2, 0)
        row.setSpacing(SPACE // 2)
        row.addWidget(text)
        if found.can_pass:
            row.addWidget(self._pass_button(found))
        strike = self._button("close", self.tr("Take it out of the message: {value}").format(value=value))
        strike.clicked.connect(partial(self.strike_wanted.emit, found.value))
        row.addWidget(strike)
        return chip

    def _pass_button(self, found: Found) -> QToolButton:
        is_clear = found.fate == "clear"
        name, text = (
            ("eye-off", self.tr("Replace it again: {value}"))
            if is_clear
            else ("eye", self.tr("Send it as it is, this once: {value}"))
        )
        button = self._button(name, text.format(value=found.value))
        button.clicked.connect(partial(self.pass_wanted.emit, found.value, not is_clear))
        return button

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon, self._theme.colours.muted))
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        button.setToolTip(text)
        button.setAccessibleName(text)
        return button
