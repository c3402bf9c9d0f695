"""Asks the user about requests that wait to be sent, one dialog at a time, and takes it away when the turn ends."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from assistant.preview_step import PreviewStep
from desktop.chat.preview_dialog import PreviewDialog
from desktop.theme import Theme
from desktop.words import Words


class Previews:
    """Shows previews over `parent`. GUI thread."""

    def __init__(self, theme: Theme, words: Words, parent: QWidget) -> None:
        self._theme, self._words, self._parent = theme, words, parent
        self._step: PreviewStep | None = None
        self.dialog: PreviewDialog | None = None

    def ask(self, step: PreviewStep) -> None:
        """Show the request; the step is answered when the dialog closes."""
        self.close()
        self._step = step
        self.dialog = PreviewDialog(self._theme, self._words, step.preview, self._parent)
        self.dialog.send_wanted.connect(self._on_send_wanted)
        self.dialog.finished.connect(self._on_finished)
        self.dialog.open()

    def close(self) -> None:
        """The turn has ended some other way: nothing is asked any more, and nothing is sent."""
        if self.dialog is not None:
            self.dialog.reject()

    def _on_send_wanted(self, messages: object) -> None:
        if self._step is not None and isinstance(messages, tuple):
            self._step.send(messages)

    def _on_finished(self, _result: int) -> None:
        step, self._step, self.dialog = self._step, None, None
        if step is not None:
            step.cancel()  # only the first answer counts
