"""Asks about one call of a tool before it is made: which tool, whose, with which arguments. The default is no."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from assistant.tool_step import BUILT_IN, ToolStep

_SHOWN_CHARACTERS = 2_000


class ToolConfirmation(QMessageBox):
    """Answers its step on every way out; what is closed is refused. GUI thread."""

    def __init__(self, step: ToolStep, parent: QWidget) -> None:
        super().__init__(parent)
        self._step = step
        call = step.call
        self.setObjectName("toolConfirmation")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Question)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWindowTitle(self.tr("A tool wants to act"))
        if call.server == BUILT_IN:
            self.setText(
                self.tr("The model wants to use “{tool}”, which changes something.").format(tool=call.name)
            )
        else:
            self.setText(
                self.tr("The model wants to call “{tool}” of the server “{server}”.").format(
                    tool=call.name, server=call.server
                )
            )
        shown = json.dumps(dict(call.arguments), ensure_ascii=False, indent=1)
        self.setInformativeText(shown[:_SHOWN_CHARACTERS])
        self.allow = self.addButton(self.tr("Allow once"), QMessageBox.ButtonRole.AcceptRole)
        refuse = self.addButton(self.tr("Do not allow"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(refuse)
        self.setEscapeButton(refuse)
        self.finished.connect(self._on_finished)

    def _on_finished(self, _result: int) -> None:
        if self.clickedButton() is self.allow:
            self._step.allow()
        else:
            self._step.refuse()
