"""The connection test of an endpoint: six steps that are ticked off as they happen, with the seconds that each is
waited for, and can be stopped.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from assistant.endpoints import TestStep
from assistant.endpoints.connection_test import OTHER, STEPS
from assistant.session import Session
from desktop.bridge import Bridge, Job
from desktop.memory.bars import ErrorLine
from desktop.settings.step_lines import FAILED, MISSING, OK, StepLines
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.records import EndpointConfig


class ConnectionTest(QWidget):
    """Signals: `models_found(list)` the ids that the server listed; `finished(bool)` whether the endpoint works."""

    models_found = Signal(list)
    finished = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        bridge: Bridge,
        session: Session,
        *,
        config: Callable[[], EndpointConfig | None],
        parent: QWidget | None = None,
    ) -> None:
        """`config` gives what is to be tested, None where the form is not complete enough."""
        super().__init__(parent)
        self._theme, self._words, self._bridge, self._session = theme, words, bridge, session
        self._config = config
        self._job: Job | None = None
        self._done: dict[str, TestStep] = {}
        self.button = QPushButton()
        self.button.setObjectName("testConnection")
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._on_clicked)
        self.notice = ErrorLine(words)
        self.lines = StepLines(theme, STEPS)
        self.lines.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.lines)
        layout.addWidget(self.notice)
        self._retranslate()

    def state_of(self, step: str) -> str:
        """`ok`, `failed`, `missing` for what the endpoint can do without, or empty while a step has not been taken."""
        return self.lines.state_of(step)

    def cancel(self) -> None:
        """Stop a running test; its socket closes at once."""
        if self._job is not None:
            self._job.cancel()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        is_running = self._job is not None
        self.button.setText(self.tr("Stop the test") if is_running else self.tr("&Test the connection"))
        self.lines.set_names(
            {
                "name": self.tr("Address found"),
                "tls": self.tr("Connected"),
                "key": self.tr("Key"),
                "models": self.tr("List of models"),
                "chat": self.tr("Answer"),
                "stream": self.tr("Streamed answer"),
            }
        )
        for done in self._done.values():
            self._fill(done)

    def _fill(self, done: TestStep) -> None:
        state = OK if done.is_ok else FAILED if done.is_needed else MISSING
        self.lines.set_done(done.name, state, self._detail(done))

    def _detail(self, step: TestStep) -> str:
        seconds = self.tr("{seconds} s").format(seconds=f"{step.seconds:.2f}")
        if step.error is not None:
            what, _kept, next_step = self._words.error(step.error)
            return (
                f"{what} {next_step}" if step.is_needed else self.tr("none; type the model's name yourself")
            )
        if step.name == "key":
            detail = (
                self.tr("accepted") if step.detail == "set" else self.tr("none is set, none was asked for")
            )
        else:
            detail = self._words.trust(step.detail) if step.name == "name" else step.detail
        return " · ".join(part for part in (detail, seconds) if part)

    def _on_clicked(self) -> None:
        if self._job is not None:
            self._job.cancel()
            return
        config = self._config()
        if config is None:
            return
        self._done.clear()
        self.notice.say()
        self.lines.show()
        self.lines.begin()
        session = self._session
        self._job = self._bridge.stream(lambda: session.test_endpoint(config))
        self._job.events.connect(self._on_steps)
        self._job.failed.connect(self._on_failed)
        self._job.finished.connect(self._on_finished)
        self._retranslate()

    def _on_steps(self, steps: list[TestStep]) -> None:
        for step in steps:
            if step.name == OTHER:
                self._say_other(step)
                continue
            self._done[step.name] = step
            self._fill(step)
            if step.name == "models" and step.is_ok:
                self.models_found.emit([name for name in step.detail.split(", ") if name])

    def _say_other(self, step: TestStep) -> None:
        kind, _, names = step.detail.partition(": ")
        name = {"ollama": self.tr("Ollama"), "openai": self.tr("OpenAI-compatible")}.get(kind, kind)
        if step.is_ok:
            text = self.tr("The server answers as “{kind}” and lists {names}: choose that kind above.")
        else:
            text = self.tr("The server was tried as “{kind}”, too, and lists nothing.")
        self.notice.say(text.format(kind=name, names=names))

    def _on_failed(self, error: Exception) -> None:
        self.notice.show_error(error)

    def _on_finished(self) -> None:
        self._job = None
        self.lines.end()
        self._retranslate()
        self.finished.emit(all(self.state_of(step) in ("ok", "missing") for step in STEPS))
