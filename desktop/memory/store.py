"""The state of the memory view and its way to the vault: reads and acts off the GUI thread, tells in signals.

The view's parts share one store. It reads everything anew after a change, but never twice at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from assistant.session import Session
from desktop.bridge import Bridge, Job
from desktop.memory.actions import Detail, Done, Draft, MemoryActions
from desktop.memory.rows import Row, Snapshot, snapshot
from desktop.vault_changes import VaultChanges

_BURST_MS = 120  # one reading for a burst of changes
_PREPARED = 300  # rows whose text is masked before they are shown; the rest when they come into view
_BY_MEANING = 50


class MemoryStore(QObject):
    """Signals: `loaded()` a new snapshot is there; `acted(object)` a Done; `failed(object)` an error;
    `detail_read(object)` a Detail; `found(object)` the ids of a search by meaning, best first."""

    loaded = Signal()
    acted = Signal(object)
    failed = Signal(object)
    detail_read = Signal(object)
    found = Signal(object)

    def __init__(self, bridge: Bridge, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._session = bridge, session
        self.actions = MemoryActions(session.vault, session.zone)
        self.state = Snapshot()
        self._known: dict[tuple[str, int], Row] = {}
        self._is_reading = self._is_stale = False
        self._detail_number = self._search_number = 0
        self._changes = VaultChanges(session.vault, _BURST_MS, self)
        self._changes.changed.connect(self._on_vault_changed)

    # reading

    def refresh(self) -> None:
        """Read all memories again."""
        if self._is_reading:
            self._is_stale = True
            return
        self._is_reading, self._is_stale = True, False
        job = self._bridge.run(self._read)
        job.succeeded.connect(self._on_read)
        job.failed.connect(self._on_read_failed)
        job.was_cancelled.connect(self._on_read_cancelled)

    def read_detail(self, memory_id: str) -> None:
        """Read one memory with its history; only the answer to the last call is told."""
        job = self._bridge.run(lambda: self.actions.detail(memory_id))
        self._detail_number = job.number
        job.succeeded.connect(self._on_detail_read)
        job.failed.connect(self.failed)

    def search(self, text: str) -> None:
        """Find memories by meaning, in every scope."""
        scopes = self.state.scopes
        recall = self._session.recall

        def find() -> tuple[str, ...]:
            result = recall.recall(text, limit=_BY_MEANING, scope=scopes, kinds=("memory",))
            return tuple(item.id for item in result.items)

        job = self._bridge.run(find)
        self._search_number = job.number
        job.succeeded.connect(self._on_found)
        job.failed.connect(self.failed)

    # acting

    def approve(self, ids: Sequence[str]) -> None:
        self._act(lambda: self.actions.approve(ids))

    def reject(self, ids: Sequence[str]) -> None:
        self._act(lambda: self.actions.reject(ids))

    def seal(self, memory_id: str) -> None:
        self._act(lambda: self.actions.seal(memory_id))

    def edit(self, memory_id: str, draft: Draft, version: int) -> None:
        self._act(lambda: self.actions.edit(memory_id, draft, version))

    def edit_and_approve(self, memory_id: str, draft: Draft, version: int) -> None:
        self._act(lambda: self.actions.edit_and_approve(memory_id, draft, version))

    def add(self, draft: Draft) -> None:
        language = self._session.language(draft.claim)
        self._act(lambda: self.actions.add(draft, language))

    def pin(self, memory_id: str, is_pinned: bool) -> None:
        self._act(lambda: self.actions.pin(memory_id, is_pinned))

    def archive(self, ids: Sequence[str]) -> None:
        self._act(lambda: self.actions.archive(ids))

    def restore(self, memory_id: str) -> None:
        self._act(lambda: self.actions.restore(memory_id))

    def forget(self, ids: Sequence[str], *, never_again: bool) -> Job:
        """The job is given too, since a dialog waits for its report."""
        return self._act(lambda: self.actions.forget(ids, never_again=never_again))

    def undo(self, done: Done) -> None:
        self._act(lambda: self.actions.undo(done))

    def _act(self, work: Callable[[], Done]) -> Job:
        job = self._bridge.run(work)
        job.succeeded.connect(self._on_acted)
        job.failed.connect(self._on_act_failed)
        return job

    # worker thread

    def _read(self) -> tuple[Snapshot, dict[tuple[str, int], Row]]:
        state = snapshot(self._session.vault.memories.list(None), self._known)
        rows = (*state.proposals, *state.memories)
        for group in (state.proposals, state.memories):
            for number, row in enumerate(group):
                row.prepare(is_shown=number < _PREPARED)
        return state, {(row.id, row.memory.version): row for row in rows}

    # slots

    def _on_read(self, read: tuple[Snapshot, dict[tuple[str, int], Row]]) -> None:
        self.state, self._known = read
        self._is_reading = False
        self.loaded.emit()
        if self._is_stale:
            self.refresh()

    def _on_read_failed(self, error: object) -> None:
        self._is_reading = False
        self.failed.emit(error)

    def _on_read_cancelled(self) -> None:
        self._is_reading = False

    def _on_detail_read(self, detail: Detail) -> None:
        job = self.sender()
        if isinstance(job, Job) and job.number == self._detail_number:
            self.detail_read.emit(detail)

    def _on_found(self, ids: tuple[str, ...]) -> None:
        job = self.sender()
        if isinstance(job, Job) and job.number == self._search_number:
            self.found.emit(ids)

    def _on_acted(self, done: Done) -> None:
        self.acted.emit(done)
        self.refresh()

    def _on_act_failed(self, error: object) -> None:
        self.failed.emit(error)
        self.refresh()

    def _on_vault_changed(self, kinds: frozenset[str]) -> None:
        if "memory" in kinds:
            self.refresh()
