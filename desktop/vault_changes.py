"""What changes in the vault, told to the GUI thread in bursts, whoever changed it: the window, a command, a job."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from vault import Change, Vault


class _Relay(QObject):
    """A listener of the vault that speaks to the GUI thread. It has no parent: the vault may outlive the window.

    Signals: `heard(str)` the kind of what changed.
    """

    heard = Signal(str)

    def __call__(self, change: Change) -> None:
        self.heard.emit(change.kind)


class VaultChanges(QObject):
    """Follows a vault until `stop` or its own end. Signals: `changed(object)` the frozenset of kinds of one burst."""

    changed = Signal(object)

    def __init__(self, vault: Vault, burst_ms: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kinds: set[str] = set()
        self._burst = QTimer(self)
        self._burst.setSingleShot(True)
        self._burst.setInterval(burst_ms)
        self._burst.timeout.connect(self._on_burst_timeout)
        self._vault, self._relay = vault, _Relay()
        self._relay.heard.connect(self._on_relay_heard, Qt.ConnectionType.QueuedConnection)
        vault.listeners.append(self._relay)
        self.destroyed.connect(partial(_stop_listening, vault, self._relay))

    def stop(self) -> None:
        """Follow no longer; a burst that has begun is not told."""
        self._burst.stop()
        _stop_listening(self._vault, self._relay)

    def _on_relay_heard(self, kind: str) -> None:
        if self._relay not in self._vault.listeners:
            return  # it was on its way when `stop` was called
        self._kinds.add(kind)
        if not self._burst.isActive():
            self._burst.start()

    def _on_burst_timeout(self) -> None:
        kinds, self._kinds = frozenset(self._kinds), set()
        self.changed.emit(kinds)


def _stop_listening(vault: Vault, relay: _Relay, *_destroyed: object) -> None:
    if relay in vault.listeners:
        vault.listeners.remove(relay)
