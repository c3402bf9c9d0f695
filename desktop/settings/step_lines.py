"""The steps of a test, one line each: ticked off as they are done, with the seconds of the one that is waited for."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from desktop import icons
from desktop.theme import SPACE, Theme

OK, FAILED, MISSING = "ok", "failed", "missing"
_ICON_PX = 16
_TICK_MS = 250


@dataclass(slots=True)
class _Line:
    mark: QLabel
    name: QLabel
    detail: QLabel
    state: str = ""  # ok, failed, missing (it can be done without), or empty while it has not been taken


class StepLines(QWidget):
    """The lines of `steps`, by their keys, in order. The details are found as `step_<key>`."""

    def __init__(self, theme: Theme, steps: Sequence[str]) -> None:
        super().__init__()
        self._theme = theme
        self._started = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._on_tick)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(2, 1)
        grid.setHorizontalSpacing(SPACE)
        grid.setVerticalSpacing(SPACE // 2)
        self._lines = {step: _Line(QLabel(), QLabel(), QLabel()) for step in steps}
        for row, (step, line) in enumerate(self._lines.items()):
            line.mark.setFixedWidth(_ICON_PX + 4)
            line.detail.setProperty("role", "muted")
            line.detail.setWordWrap(True)
            line.detail.setObjectName(f"step_{step}")
            for column, label in enumerate((line.mark, line.name, line.detail)):
                grid.addWidget(label, row, column)

    def begin(self) -> None:
        """Forget what was shown and count the seconds of the first step."""
        for line in self._lines.values():
            line.state = ""
            line.detail.clear()
            self._show_mark(line)
        self._started = time.monotonic()
        self._timer.start()
        self._on_tick()

    def set_done(self, step: str, state: str, detail: str) -> None:
        """Tick a step off; the seconds of the next one begin."""
        line = self._lines[step]
        line.state = state
        line.detail.setText(detail)
        self._show_mark(line)
        self._started = time.monotonic()
        if self._timer.isActive():
            self._on_tick()

    def end(self) -> None:
        """Nothing is waited for any more."""
        self._timer.stop()
        waited = self._waited()
        if waited is not None:
            waited.detail.clear()

    def state_of(self, step: str) -> str:
        return self._lines[step].state

    def set_names(self, names: Mapping[str, str]) -> None:
        """The words of the steps, in the language that is now shown."""
        for step, name in names.items():
            self._lines[step].name.setText(name)
            self._show_mark(self._lines[step])

    def _waited(self) -> _Line | None:
        return next((line for line in self._lines.values() if not line.state), None)

    def _on_tick(self) -> None:
        waited = self._waited()
        if waited is not None:
            seconds = int(time.monotonic() - self._started)
            waited.detail.setText(self.tr("waiting, {seconds} s…").format(seconds=seconds))

    def _show_mark(self, line: _Line) -> None:
        if not line.state:
            line.mark.clear()
            line.mark.setAccessibleName(self.tr("not yet"))
            return
        colours = self._theme.colours
        colour = {OK: colours.high, FAILED: colours.low}.get(line.state, colours.muted)
        icon = icons.icon("check" if line.state == OK else "warning", colour)
        line.mark.setPixmap(icon.pixmap(_ICON_PX, _ICON_PX))
        line.mark.setAccessibleName(self.tr("done") if line.state == OK else self.tr("failed"))
