"""The daily upkeep of an open vault, on a thread of its own: once at the start, then on every new day while it is open.

What the work is belongs to `vault.upkeep`; here is only when it runs and how it ends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from vault import Vault
from vault.errors import KeepsakeError

UPKEEP_THREAD: Final = "keepsake-upkeep"
_LOOK_EVERY_S: Final = 600.0  # a machine that slept over midnight is caught up with after that long


class DailyUpkeep:
    """Runs the upkeep of one vault until `stop`. `zone` gives the user's IANA zone, in which a day begins."""

    def __init__(
        self, vault: Vault, zone: Callable[[], str], *, afterwards: Callable[[], None] | None = None
    ) -> None:
        """`afterwards` is called on this thread when the day's work is done."""
        self._vault = vault
        self._zone = zone
        self._afterwards = afterwards
        self.last_error: KeepsakeError | None = None
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=UPKEEP_THREAD, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End after the batch that is being written, and wait for that. May be called twice, or before `start`."""
        self._is_over.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._is_over.is_set():
            try:
                if self._vault.memories.upkeep.is_due(self._zone()):
                    self._vault.memories.upkeep.run(is_stopped=self._is_over.is_set)
                    if self._afterwards is not None and not self._is_over.is_set():
                        self._afterwards()
            except KeepsakeError as error:
                # A full disk or a damaged page is told where the user works; the next look tries again.
                self.last_error = error
            self._is_over.wait(_LOOK_EVERY_S)
