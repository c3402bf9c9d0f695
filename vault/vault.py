"""The open vault: its stores side by side, who is told of changes, and its orderly end.

`vault.opening` makes it; nothing else may. Nothing here decides how a part works, only that the parts meet.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from vault.anchor import EVERY_ENTRIES, Anchor, take_anchor, write_anchor
from vault.attachments import Attachments
from vault.audit import AuditLog, AuditReport
from vault.changes import Change, Listener
from vault.clock import Clock
from vault.conversations import Conversations
from vault.database import Database
from vault.digests import Digests
from vault.documents import Documents
from vault.endpoints import EndpointConfigs
from vault.errors import DiskFailed, DiskFull
from vault.extraction_jobs import ExtractionJobs
from vault.files import DATABASE_FILES, make_private
from vault.header import Header, read_headers
from vault.integrity import BackgroundChecks, CheckReport, check_fully
from vault.key_slots import KeySlots
from vault.keys import SubKeys
from vault.lock import VaultLock
from vault.memories import Memories
from vault.pseudonym_maps import PseudonymMaps
from vault.receipts import Receipts, ReceiptsReport
from vault.secret import Secret
from vault.settings import Settings
from vault.tasks import TaskStore


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What a full verification found, part by part."""

    headers_agree: bool
    database: CheckReport
    audit: AuditReport
    receipts: ReceiptsReport

    @property
    def is_whole(self) -> bool:
        return (
            self.headers_agree
            and self.database.is_whole
            and self.audit.is_intact
            and not self.receipts.broken
        )


class Vault:
    """One open vault. Thread-safe; one process holds it until `close`, also as a context manager.

    `opening_notes` are stable words on what opening met and mended: unclean_exit, header_repaired, anchor_missing,
    migrated. `listeners` are called after each commit, on the writer thread; they must be quick and must not raise.
    """

    def __init__(
        self,
        path: Path,
        header: Header,
        data_key: Secret,
        keys: SubKeys,
        *,
        db: Database,
        lock: VaultLock,
        clock: Clock,
    ) -> None:
        self.path = path
        self.vault_id = header.vault_id.hex()
        self.clock = clock
        self.db = db
        self.keys = keys
        self.listeners: list[Listener] = []
        self.opening_notes: tuple[str, ...] = ()
        self._lock = lock
        self.one_backup = threading.Lock()  # held while a backup is made: two would share their scratch files
        self._closing = threading.Lock()
        self._is_closed = False
        self._anchored_at = 0
        self._checks: BackgroundChecks | None = None
        self.audit = AuditLog(self)
        self.settings = Settings(self)
        self.slots = KeySlots(self, header, data_key)
        self.conversations = Conversations(self)
        self.endpoints = EndpointConfigs(self)
        self.receipts = Receipts(self)
        self.pseudonyms = PseudonymMaps(self)
        self.memories = Memories(self)
        self.tasks = TaskStore(self)
        self.extraction_jobs = ExtractionJobs(self)
        self.digests = Digests(self)
        self.attachments = Attachments(self)
        self.documents = Documents(self)

    def announce(self, change: Change) -> None:
        """Within a write: tell the listeners once it is committed."""
        self.db.after_commit(lambda: self._tell(change))

    def audit_grew(self, sequence: int) -> None:
        """Within a write: note the audit's new length, and write the anchor after the commit where it is due."""
        if sequence - self._anchored_at >= EVERY_ENTRIES:
            self.db.after_commit(self._drop_anchor_if_it_can)

    def drop_anchor(self) -> None:
        """Write the anchor of the committed state. Until `close` writes the last one, the vault counts as open."""
        anchor = self.db.read(lambda conn: take_anchor(conn, is_closed=False))
        write_anchor(self.path, anchor, self.keys)
        self._anchored_at = anchor.sequence

    def verify(self) -> VerifyReport:
        """Check everything that can be checked: header files, database, audit, receipts. Writes nothing.

        Raises:
            DatabaseDamaged: so damaged that it cannot be read to the end.
        """
        return VerifyReport(
            read_headers(self.path).agrees,
            check_fully(self.db, self.keys),
            self.audit.verify(),
            self.receipts.verify(),
        )

    def start_checks(self, report: Callable[[CheckReport | None], None]) -> None:
        """Run the full checks on a thread of their own and hand over the result; None where closing cut them off."""
        if self._checks is not None:
            self._checks.stop()
        self._checks = BackgroundChecks(self.db, self.keys, report)

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def close(self) -> None:
        """Finish what runs, close the database, write the anchor, release the lock. May be called twice.

        Not from a listener or within a write or read: it waits for those.
        """
        with self._closing:
            if self._is_closed:
                return
            self._is_closed = True
            try:
                self._end()
            finally:
                self._lock.release()

    def __enter__(self) -> Vault:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _end(self) -> None:
        if self._checks is not None:
            self._checks.stop()
        taken: list[Anchor] = []
        self.db.close(last=lambda conn: taken.append(take_anchor(conn, is_closed=True)))
        for name in DATABASE_FILES:
            make_private(self.path / name)
        # After the database: its word is that everything arrived.
        write_anchor(self.path, taken[0], self.keys)

    def _drop_anchor_if_it_can(self) -> None:
        # The transaction is committed: a full or failing disk must not make it look failed. The next entry tries again.
        with contextlib.suppress(DiskFull, DiskFailed):
            self.drop_anchor()

    def _tell(self, change: Change) -> None:
        for listener in list(self.listeners):
            listener(change)
