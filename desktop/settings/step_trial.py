"""A test in steps that is started and stopped by a button, its lines ticked off as they come. What is tested, and what
its steps are called, is for those who build on it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop.bridge import Job
from desktop.memory.bars import ErrorLine
from desktop.settings.page import Shared
from desktop.settings.step_lines import OK, StepLines
from desktop.theme import SPACE


class StepTrial(QWidget):
    """Signals: `finished(bool)` whether every step came out as one of `good`."""

    finished = Signal(bool)

    def __init__(
        self, shared: Shared, steps: Sequence[str], *below: QWidget, good: Collection[str] = (OK,)
    ) -> None:
        """`below` stand between the lines and the notice."""
        super().__init__()
        self._steps, self._good = steps, good
        self._shared = shared
        self._job: Job | None = None
        self._done: dict[str, Any] = {}
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._on_clicked)
        self.lines = StepLines(shared.theme, steps)
        self.lines.hide()
        self.notice = ErrorLine(shared.words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.lines, *below, self.notice):
            layout.addWidget(widget)
        self._retranslate()

    def steps_of(self) -> Callable[[], AsyncIterator[Any]] | None:
        """What makes the steps, None after saying what is missing. A step has a `name`."""
        raise NotImplementedError

    def words_of(self) -> tuple[str, Mapping[str, str]]:
        """What the button says, and what the steps are called."""
        raise NotImplementedError

    def show_step(self, step: Any) -> None:
        """Tick a step off; called again in another language."""
        raise NotImplementedError

    def state_of(self, step: str) -> str:
        """`ok`, `failed`, `missing` for what can be done without, or empty while a step has not been taken."""
        return self.lines.state_of(step)

    def take(self, step: Any) -> None:
        """A step has been done."""
        self._done[step.name] = step
        self.show_step(step)

    def cancel(self) -> None:
        """Stop a running test; what it opened or started ends."""
        if self._job is not None:
            self._job.cancel()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        text, names = self.words_of()
        self.button.setText(text if self._job is None else self.tr("Stop the test"))
        self.lines.set_names(names)
        for step in self._done.values():
            self.show_step(step)

    def _on_clicked(self) -> None:
        if self._job is not None:
            self._job.cancel()
            return
        steps = self.steps_of()
        if steps is None:
            return
        self._done.clear()
        self.notice.say()
        self.lines.show()
        self.lines.begin()
        self._job = self._shared.bridge.stream(steps)
        self._job.events.connect(self._on_steps)
        self._job.failed.connect(self.notice.show_error)
        self._job.finished.connect(self._on_finished)
        self._retranslate()

    def _on_steps(self, steps: list[Any]) -> None:
        for step in steps:
            self.take(step)

    def _on_finished(self) -> None:
        self._job = None
        self.lines.end()
        self._retranslate()
        self.finished.emit(all(self.state_of(step) in self._good for step in self._steps))
