"""The test of a server of tools: three steps that are ticked off, and below them the tools that it offers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping

from PySide6.QtWidgets import QListWidget

from assistant.tools import Tool
from assistant.tools.server_trial import STEPS, ServerStep, try_server
from assistant.tools.servers import ToolServer
from desktop.settings.page import Shared
from desktop.settings.step_lines import FAILED, OK
from desktop.settings.step_trial import StepTrial
from desktop.theme import SPACE

_ROWS_SHOWN = 5


class ToolServerTrial(StepTrial):
    """Finds a server, speaks with it and lists its tools."""

    def __init__(self, shared: Shared, server: Callable[[], ToolServer | None]) -> None:
        """`server` gives what is to be tested, None after saying what is missing."""
        self._server = server
        self.tools = QListWidget()
        self.tools.setObjectName("framed")
        self.tools.setWordWrap(True)
        self.tools.setFixedHeight((self.tools.fontMetrics().lineSpacing() + SPACE) * _ROWS_SHOWN)
        super().__init__(shared, STEPS, self.tools)
        self.button.setObjectName("testToolServer")
        self.tools.hide()

    def steps_of(self) -> Callable[[], AsyncIterator[ServerStep]] | None:
        server = self._server()
        if server is None:
            return None
        self.tools.hide()
        is_air_gapped = self._shared.session.air_gap.is_on
        return lambda: try_server(server, is_air_gapped=is_air_gapped)

    def words_of(self) -> tuple[str, Mapping[str, str]]:
        self.tools.setAccessibleName(self.tr("Tools that the server offers"))
        names = {
            "place": self.tr("Found"),
            "talk": self.tr("Speaks the protocol"),
            "tools": self.tr("Tools"),
        }
        return self.tr("&Test the server"), names

    def show_step(self, step: ServerStep) -> None:
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
        self._make_room()

    def _make_room(self) -> None:
        """Let the dialog grow: Qt keeps its height where a line of text wraps, and cuts the list off instead."""
        dialog, layout = self.window(), self.window().layout()
        if layout is None:
            return
        layout.activate()
        wanted = layout.totalHeightForWidth(dialog.width()) if layout.hasHeightForWidth() else 0
        dialog.resize(dialog.width(), max(dialog.height(), wanted, layout.totalSizeHint().height()))
