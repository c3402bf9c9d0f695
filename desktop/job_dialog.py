"""A dialog with a job: closing it while the job runs stops the job and keeps the dialog, which then says what became
of it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QDialog, QWidget

from desktop.bridge import Job


def make_room(dialog: QDialog) -> None:
    """Let a dialog grow for lines that came later; by itself it keeps its height and cuts them off."""
    layout = dialog.layout()
    if layout is None or not layout.hasHeightForWidth():
        return
    layout.activate()
    height = layout.totalHeightForWidth(dialog.width())
    if height > dialog.height():
        dialog.resize(dialog.width(), height)


class JobDialog(QDialog):
    """Keeps the running job in `_job`, None while nothing runs; goes away for good when it is closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._job: Job | None = None

    def reject(self) -> None:
        """Escape, the button and the window's own close, which Qt brings here: a running job is stopped first."""
        if self._job is not None:
            self._job.cancel()
            return
        super().reject()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        """Put all words in again."""
