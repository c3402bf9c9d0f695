"""Takes files into the vault one after the other, off the GUI thread, and says what became of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from assistant.documents import Kept, keep_file
from desktop.bridge import Bridge, CancelToken, Job
from vault import Vault
from vault.errors import KeepsakeError


@dataclass(frozen=True, slots=True)
class Step:
    """How far it is: the file at hand of all, and the share of that file, 0 to 1."""

    name: str
    number: int
    count: int
    share: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: `kept`, or the error with its name."""

    name: str
    kept: Kept | None = None
    error: KeepsakeError | None = None


class Adding(QObject):
    """Signals: `stepped(object)` a Step; `ended(object)` the outcomes, those before a cancel too; `failed(object)`."""

    stepped = Signal(object)
    ended = Signal(object)
    failed = Signal(object)

    def __init__(self, bridge: Bridge, vault: Vault, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._vault = bridge, vault
        self._waiting: list[tuple[Path, str]] = []
        self._job: Job | None = None
        self._outcomes: list[Outcome] = []

    @property
    def is_running(self) -> bool:
        return self._job is not None

    def add(self, paths: Sequence[str], scope: str) -> None:
        """Take these after those that are under way."""
        self._waiting += [(Path(path), scope) for path in paths]
        if self._job is None and self._waiting:
            self._outcomes = []
            self._start()

    def cancel(self) -> None:
        """Stop with the file at hand; what was kept stays."""
        self._waiting.clear()
        if self._job is not None:
            self._job.cancel()

    def _start(self) -> None:
        path, scope = self._waiting.pop(0)
        vault, outcomes = self._vault, self._outcomes
        number, count = len(outcomes) + 1, len(outcomes) + 1 + len(self._waiting)

        def work(progress: Callable[[object], None], cancelled: CancelToken) -> None:
            told = -1

            def step(done: int, of: int) -> None:
                nonlocal told
                cancelled.check()
                per_cent = 100 * done // max(1, of)
                if per_cent != told:
                    told = per_cent
                    progress(Step(path.name, number, count, per_cent / 100))

            step(0, 1)
            try:
                outcomes.append(Outcome(path.name, keep_file(vault, path, scope=scope, progress=step)))
            except KeepsakeError as error:
                outcomes.append(Outcome(path.name, error=error))

        self._job = self._bridge.run_slow(work)
        self._job.progressed.connect(self.stepped)
        self._job.failed.connect(self.failed)
        self._job.finished.connect(self._on_finished)

    def _on_finished(self) -> None:
        self._job = None
        if self._waiting:
            self._start()
        else:
            self.ended.emit(tuple(self._outcomes))
