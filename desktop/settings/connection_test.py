"""The connection test of an endpoint: six steps that are ticked off as they happen, with the seconds that each is
waited for, and can be stopped.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping

from PySide6.QtCore import Signal

from assistant.endpoints import TestStep
from assistant.endpoints.connection_test import OTHER, STEPS
from desktop.settings.page import Shared
from desktop.settings.step_lines import FAILED, MISSING, OK
from desktop.settings.step_trial import StepTrial
from vault.records import EndpointConfig


class ConnectionTest(StepTrial):
    """Signals: `models_found(list)` the ids that the server listed."""

    models_found = Signal(list)

    def __init__(self, shared: Shared, config: Callable[[], EndpointConfig | None]) -> None:
        """`config` gives what is to be tested, None where the form is not complete enough."""
        self._config = config
        super().__init__(shared, STEPS, good=(OK, MISSING))
        self.button.setObjectName("testConnection")

    def steps_of(self) -> Callable[[], AsyncIterator[TestStep]] | None:
        config, session = self._config(), self._shared.session
        return None if config is None else lambda: session.test_endpoint(config)

    def words_of(self) -> tuple[str, Mapping[str, str]]:
        names = {
            "name": self.tr("Address found"),
            "tls": self.tr("Connected"),
            "key": self.tr("Key"),
            "models": self.tr("List of models"),
            "chat": self.tr("Answer"),
            "stream": self.tr("Streamed answer"),
        }
        return self.tr("&Test the connection"), names

    def take(self, step: TestStep) -> None:
        if step.name == OTHER:
            self._say_other(step)
            return
        super().take(step)
        if step.name == "models" and step.is_ok:
            self.models_found.emit([name for name in step.detail.split(", ") if name])

    def show_step(self, step: TestStep) -> None:
        state = OK if step.is_ok else FAILED if step.is_needed else MISSING
        self.lines.set_done(step.name, state, self._detail(step))

    def _detail(self, step: TestStep) -> str:
        seconds = self.tr("{seconds} s").format(seconds=f"{step.seconds:.2f}")
        if step.error is not None:
            what, _kept, next_step = self._shared.words.error(step.error)
            return (
                f"{what} {next_step}" if step.is_needed else self.tr("none; type the model's name yourself")
            )
        if step.name == "key":
            detail = (
                self.tr("accepted") if step.detail == "set" else self.tr("none is set, none was asked for")
            )
        else:
            detail = self._shared.words.trust(step.detail) if step.name == "name" else step.detail
        return " · ".join(part for part in (detail, seconds) if part)

    def _say_other(self, step: TestStep) -> None:
        kind, _, names = step.detail.partition(": ")
        name = {"ollama": self.tr("Ollama"), "openai": self.tr("OpenAI-compatible")}.get(kind, kind)
        if step.is_ok:
            text = self.tr("The server answers as “{kind}” and lists {names}: choose that kind above.")
        else:
            text = self.tr("The server was tried as “{kind}”, too, and lists nothing.")
        self.notice.say(text.format(kind=name, names=names))
