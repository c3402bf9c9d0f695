"""Asks from time to time whether a scheduled backup is due, and has it made off the GUI thread.

When one is due is `vault.backup_schedule`'s. Nothing is asked of the user; what went wrong is told in a signal and kept
in the vault's record of its backups.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.bridge import Bridge, CancelToken, Job
from vault import BackupReport, Vault, run_due_backup

FIRST_AFTER_MS = 60_000  # not in the first minute, which is for whoever has just unlocked
EVERY_MS = 600_000


class BackupClock(QObject):
    """Runs while the vault is unlocked. GUI thread.

    Signals: `made(object)` the BackupReport of a scheduled backup; `failed(object)` its error.
    """

    made = Signal(object)
    failed = Signal(object)

    def __init__(self, bridge: Bridge, vault: Vault, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._vault = bridge, vault
        self._job: Job | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        self._timer.start(FIRST_AFTER_MS)

    def stop(self) -> None:
        """No further backup is begun; one under way is cancelled and leaves nothing behind."""
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()

    def look(self) -> None:
        """Make the backup that is due, if one is; a second one is not begun beside it."""
        if self._job is not None:
            return
        self._timer.start(EVERY_MS)
        vault = self._vault

        def work(_progress: object, cancelled: CancelToken) -> BackupReport | None:
            return run_due_backup(vault, cancelled=cancelled)

        self._job = self._bridge.run_slow(work)
        self._job.succeeded.connect(self._on_succeeded)
        self._job.failed.connect(self.failed)
        self._job.finished.connect(self._on_finished)

    def _on_succeeded(self, report: BackupReport | None) -> None:
        if report is not None and not report.was_cancelled:
            self.made.emit(report)

    def _on_finished(self) -> None:
        self._job = None
