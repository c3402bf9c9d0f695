"""Reads conversations for the page off the GUI thread, and drops what arrives after something else was wanted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from assistant.session import Session
from desktop.bridge import Bridge, Job
from desktop.chat import opened
from desktop.chat.opened import Opened, Versions


class Reading(QObject):
    """Signals: `opened(object)` an Opened to show; `version_opened(object)` the same, for another version of one
    message; `older_read(object)` an Opened with the page before; `versions_read(str, object)` conversation and its
    Versions; `attached_read(object)` ids and names of files, by message; `draft_read(object)` an Opened with what was
    written for a conversation that is not begun; `failed(object)` the error."""

    opened = Signal(object)
    version_opened = Signal(object)
    older_read = Signal(object)
    versions_read = Signal(str, object)
    attached_read = Signal(object)
    draft_read = Signal(object)
    failed = Signal(object)

    def __init__(self, bridge: Bridge, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge, self._session = bridge, session
        self._newest = 0

    def open(self, conversation_id: str, turn_id: str = "") -> None:
        """Read a conversation at its end, or around `turn_id`."""
        self._read(conversation_id, turn_id).succeeded.connect(self._on_opened)

    def choose_version(self, conversation_id: str, turn_id: str) -> None:
        """Make `turn_id` the version that is shown, and read what is shown then."""
        self._read(conversation_id, turn_id).succeeded.connect(self._on_version_opened)

    def draft_of_new(self) -> None:
        """Read what was written for a conversation that is not begun."""
        job = self._run(lambda: opened.draft_of_new(self._session))
        self._newest = job.number
        job.succeeded.connect(self._on_draft)

    def forget(self) -> None:
        """What is being read is not wanted any more."""
        self._newest = 0

    def older(self, conversation_id: str, before: int) -> None:
        """Read the page of turns before a position."""
        self._run(lambda: opened.older(self._session, conversation_id, before)).succeeded.connect(
            self.older_read
        )

    def versions(self, conversation_id: str) -> None:
        """Read which messages have other versions."""
        job = self._bridge.run(lambda: (conversation_id, self._session.turns_of(conversation_id).versions()))
        job.succeeded.connect(self._on_versions)

    def attached(self, conversation_id: str, turn_id: str) -> None:
        """Read which files are beside a message that was just kept."""
        job = self._bridge.run(lambda: self._session.turns_of(conversation_id).attached_names([turn_id]))
        job.succeeded.connect(self.attached_read)

    def _read(self, conversation_id: str, turn_id: str) -> Job:
        job = self._run(lambda: opened.read(self._session, conversation_id, turn_id))
        self._newest = job.number
        return job

    def _run(self, read: Callable[[], Opened]) -> Job:
        job = self._bridge.run(read)
        job.failed.connect(self.failed)
        return job

    def _is_newest(self) -> bool:
        job = self.sender()
        return not isinstance(job, Job) or job.number == self._newest

    def _on_opened(self, found: Opened) -> None:
        if self._is_newest():
            self.opened.emit(found)

    def _on_draft(self, found: Opened) -> None:
        if self._is_newest():
            self.draft_read.emit(found)

    def _on_version_opened(self, found: Opened) -> None:
        if self._is_newest():
            self.version_opened.emit(found)

    def _on_versions(self, found: tuple[str, Versions]) -> None:
        self.versions_read.emit(*found)
