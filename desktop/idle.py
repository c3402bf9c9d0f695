"""Notices when nobody has touched the window for a while.

Signals of `IdleWatch`: `idled()` once, when no key, click, wheel or touch reached the program for the set minutes.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

_INPUT = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.InputMethod,
    }
)
_MINUTE_MS = 60_000


class IdleWatch(QObject):
    """Watches the whole application from when minutes are set; 0 minutes: never."""

    idled = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.idled)
        app.installEventFilter(self)

    def set_minutes(self, minutes: int) -> None:
        self.set_interval(minutes * _MINUTE_MS)

    def set_interval(self, interval_ms: int) -> None:
        """Begin anew with another interval in milliseconds."""
        self._timer.stop()
        self._timer.setInterval(interval_ms)
        if interval_ms > 0:
            self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _INPUT and self._timer.isActive():
            self._timer.start()
        return False
