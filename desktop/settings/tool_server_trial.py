"""The test of a server of tools: three steps that are ticked off, and below them the tools that it offers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QListWidget, QPushButton, QVBoxLayout, QWidget

from assistant.tools import Tool
from assistant.tools.server_trial import STEPS, ServerStep, try_server
from assistant.tools.servers import ToolServer
from desktop.bridge import Job
from desktop.memory.bars import ErrorLine
from desktop.settings.page import Shared
from desktop.settings.step_lines import FAILED, OK, StepLines
from desktop.theme import SPACE

_ROWS_SHOWN = 5


class ToolServerTrial(QWidget):
    """Signals: `finished(bool)` whether the server can be used."""

    finished = Signal(bool)

    def __init__(self, shared: Shared, server: Callable[[], ToolServer | None]) -> None:
        """`server` gives what is to be tested, None after saying what is missing."""
        super().__init__()
        self._shared, self._server = shared, server
        self._job: Job | None = None
        self._done: dict[str, ServerStep] = {}
        self.button = QPushButton()
        self.button.setObjectName("testToolServer")
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._on_clicked)
        self.lines = StepLines(shared.theme, STEPS)
        self.tools = QListWidget()
        self.tools.setObjectName("framed")
        self.tools.setWordWrap(True)
        self.tools.setFixedHeight((self.fontMetrics().lineSpacing() + SPACE) * _ROWS_SHOWN)
        self.notice = ErrorLine(shared.words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.lines, self.tools, self.notice):
            layout.addWidget(widget)
        self.lines.hide()
        self.tools.hide()
        self._retranslate()

    def cancel(self) -> None:
        """Stop a running test; the program it started ends."""
        if self._job is not None:
            self._job.cancel()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        is_running = self._job is not None
        self.button.setText(self.tr("Stop the test") if is_running else self.tr("&Test the server"))
        self.tools.setAccessibleName(self.tr("Tools that the server offers"))
        self.lines.set_names(
            {
                "place": self.tr("Found"),
                "talk": self.tr("Speaks the protocol"),
                "tools": self.tr("Tools"),
            }
        )
        for step in self._done.values():
            self._fill(step)

    def _fill(self, step: ServerStep) -> None:
        self.lines.set_done(step.name, OK if step.is_ok else FAILED, self._detail(step))
        if step.name == "tools" and step.is_ok:
            self._list(step.tools)

    def _detail(self, step: ServerStep) -> str:
        if not step.is_ok:
            return self._failure(step.reason)
        seconds = self.tr("{seconds} s").format(seconds=f"{step.seconds:.2f}")
        if step.name == "tools":
            return " · ".join((self.tr("{count} offered").format(count=len(step.tools)), seconds))
        return " · ".join(part for part in (step.detail, seconds) if part)

    def _failure(self, reason: str) -> str:
        known = {
            "no_program": self.tr("There is no such program. Give its full path, or install it."),
            "no_answer": self.tr("Nothing answers. Start the server, or look at its command and address."),
            "not_loopback": self.tr("The address is not on this machine."),
            "air_gap": self.tr("Air-gap mode is on: no server is started."),
        }
        return known.get(reason) or self.tr(
            "It does not speak the Model Context Protocol as expected ({reason})."
        ).format(reason=reason)

    def _list(self, tools: tuple[Tool, ...]) -> None:
        self.tools.clear()
        for tool in tools:
            name = tool.name.split("__", 1)[-1]
            described = tool.spec.description
            self.tools.addItem(f"{name} — {described}" if described else name)
        self.tools.setVisible(bool(tools))

    def _on_clicked(self) -> None:
        if self._job is not None:
            self._job.cancel()
            return
        server = self._server()
        if server is None:
            return
        self._done.clear()
        self.notice.say()
        self.tools.hide()
        self.lines.show()
        self.lines.begin()
        is_air_gapped = self._shared.session.air_gap.is_on
        self._job = self._shared.bridge.stream(lambda: try_server(server, is_air_gapped=is_air_gapped))
        self._job.events.connect(self._on_steps)
        self._job.failed.connect(self.notice.show_error)
        self._job.finished.connect(self._on_finished)
        self._retranslate()

    def _on_steps(self, steps: list[ServerStep]) -> None:
        for step in steps:
            self._done[step.name] = step
            self._fill(step)

    def _on_finished(self) -> None:
        self._job = None
        self.lines.end()
        self._retranslate()
        self.finished.emit(all(self.lines.state_of(step) == OK for step in STEPS))
