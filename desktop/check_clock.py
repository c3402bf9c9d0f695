"""Has an open vault checked in full, once, a while after it was unlocked, and hands over what was found.

The checks are `vault.integrity`'s and run on a thread of the vault; locking cuts them short.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop.bridge import Bridge
from vault import CheckReport, Vault

AFTER_MS = 20_000  # when the index is loaded and whoever unlocked has begun


class CheckClock(QObject):
    """Runs while the vault is unlocked. GUI thread.

    Signals: `checked(object)` the CheckReport, once.
    """

    checked = Signal(object)
    _heard = Signal(object)

    def __init__(self, bridge: Bridge, vault: Vault, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._vault = bridge, vault
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.look)
        self._heard.connect(self._on_heard, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        self._timer.start(AFTER_MS)

    def stop(self) -> None:
        self._timer.stop()

    def look(self) -> None:
        """Begin the checks, off the GUI thread, for the log is emptied before."""
        vault, heard = self._vault, self._heard.emit
        self._bridge.run(lambda: vault.start_checks(heard))

    def _on_heard(self, report: CheckReport | None) -> None:
        if report is not None:
            self.checked.emit(report)
