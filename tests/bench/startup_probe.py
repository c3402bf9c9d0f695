"""Run in a process of its own by tests.bench.window: shows a window, prints the seconds from the given start to its
first paint, ends. `bare` is an empty Qt window, `unlock` the program's own first window."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget


class FirstPaint(QObject):
    """Prints the time of the first paint of a window and ends the program."""

    def __init__(self, window: QWidget, started: float) -> None:
        super().__init__(window)
        self._started = started
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._started:
            print(time.time() - self._started, flush=True)
            self._started = 0.0
            QTimer.singleShot(0, QApplication.instance(), QApplication.quit)
        return False


def main() -> int:
    kind, started = sys.argv[1], float(sys.argv[2])
    app = QApplication(sys.argv[:1])
    if kind == "bare":
        window = QWidget()
        FirstPaint(window, started)
        window.show()
        return app.exec()
    from desktop.application import Application  # start-up time: part of what is measured
    from desktop.places import Places  # start-up time

    with tempfile.TemporaryDirectory() as folder:
        application = Application(app, Places(Path(folder)), lambda: None)
        FirstPaint(application.unlock, started)
        application.start(None)
        status = app.exec()
        application.bridge.close()
    return status


if __name__ == "__main__":
    sys.exit(main())
