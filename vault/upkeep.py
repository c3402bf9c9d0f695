"""The daily job over the memories: what is past its date expires, what belonged to a closed conversation is put away,
and what has outlived its use is proposed for archiving. Nothing is dropped by it.

Works in batches of a few hundred rows, each a transaction of its own, so that no writer waits for long; a run that is
cut short leaves nothing half done, and the next one goes on. Follows the design page "Memory core, Life".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from vault import strength
from vault.changes import Change
from vault.codec import canonical_json, from_us, to_us
from vault.database import Connection
from vault.memory_rows import MemoryRows, Note
from vault.records import State
from vault.times import zone_of
from vault.worth import PAST_LIFE

if TYPE_CHECKING:
    from vault.vault import Vault

ACTOR: Final = "upkeep"
BATCH: Final = 200
SESSION_ENDS_AFTER: Final = timedelta(days=1)

Stopped = Callable[[], bool]
_LAST_RUN: Final = "upkeep.finished_us"
_FADED: Final = canonical_json({"fade": PAST_LIFE})
_CLOSED_SESSION: Final = """state = 'active' AND retention = 'session' AND pinned = 0 AND EXISTS (
    SELECT 1 FROM memory_evidence e WHERE e.memory_id = memories.id AND e.conversation_id <> '')
    AND NOT EXISTS (SELECT 1 FROM memory_evidence e JOIN conversations c ON c.id = e.conversation_id
    WHERE e.memory_id = memories.id AND c.updated_us > ?)"""
_LIVES: Final = " ".join(
    f"WHEN {uses} THEN {strength.life(uses) // timedelta(microseconds=1)}"
    for uses in range(strength.MOST_COUNTED_USES + 1)
)
# The same arithmetic as `strength.is_past_life`, in the database, so that only what has faded is read.
_PAST_LIFE: Final = f"""state = 'active' AND retention = 'adaptive' AND pinned = 0
    AND max(coalesce(last_used_us, said_us), said_us)
    + CASE min(uses, {strength.MOST_COUNTED_USES}) {_LIVES} END <= ?"""


@dataclass(frozen=True, slots=True)
class UpkeepReport:
    """The ids that one run moved or marked. `is_complete` is false where it was stopped before its end."""

    expired: tuple[str, ...] = ()
    archived: tuple[str, ...] = ()
    faded: tuple[str, ...] = ()  # newly proposed for archiving; they stay in force
    summaries: tuple[str, ...] = ()  # made or brought up to date
    is_complete: bool = True


class Upkeep:
    """The daily job of one vault. Any thread; two runs at once do no harm."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._rows = MemoryRows(vault)

    def is_due(self, zone: str, at: datetime | None = None) -> bool:
        """Whether no run was finished on this day of the user's zone. A clock that was set back makes one due."""
        now = at or self._vault.clock()
        row = self._vault.db.read(
            lambda conn: conn.execute("SELECT value FROM meta WHERE key = ?", (_LAST_RUN,)).fetchone()
        )
        if row is None:
            return True
        last, here = from_us(int(row["value"])), zone_of(zone)
        return bool(last.astimezone(here).date() != now.astimezone(here).date())

    def run(
        self, at: datetime | None = None, *, is_stopped: Stopped = lambda: False, actor: str = ACTOR
    ) -> UpkeepReport:
        """Do the day's work; `is_stopped` is asked between batches.

        Raises:
            DiskFull, DatabaseDamaged, VaultClosed: what was committed before stands.
        """
        now = at or self._vault.clock()
        expired = self.expire(now, actor=actor, is_stopped=is_stopped)
        archived = self.end_sessions(now, actor=actor, is_stopped=is_stopped)
        faded = self.mark_faded(now, actor=actor, is_stopped=is_stopped)
        summaries = () if is_stopped() else self._vault.memories.summarise(now, actor=actor)
        is_complete = not is_stopped()
        if is_complete:
            self._vault.db.write(
                lambda conn: conn.execute(
                    "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_LAST_RUN, str(to_us(now)))
                )
            )
        return UpkeepReport(tuple(expired), tuple(archived), tuple(faded), tuple(summaries), is_complete)

    def expire(self, at: datetime, *, actor: str = ACTOR, is_stopped: Stopped = lambda: False) -> list[str]:
        """Move what is past its date out of force, pinned or not. The ids it moved."""
        where = "state = 'active' AND expires_us IS NOT NULL AND expires_us <= ?"
        return self._move(State.EXPIRED, where, to_us(at), Note(actor, at, "", "expired"), is_stopped)

    def end_sessions(
        self, at: datetime, *, actor: str = ACTOR, is_stopped: Stopped = lambda: False
    ) -> list[str]:
        """Archive what was kept for conversations that have been closed for a day. The ids it moved."""
        closed_before = to_us(at - SESSION_ENDS_AFTER)
        note = Note(actor, at, "", "archived")
        return self._move(State.ARCHIVED, _CLOSED_SESSION, closed_before, note, is_stopped)

    def mark_faded(
        self, at: datetime, *, actor: str = ACTOR, is_stopped: Stopped = lambda: False
    ) -> list[str]:
        """Propose for archiving what has outlived its use, and take that back where it was used again.

        Such a memory stays in force: it ranks lower and is listed by `Memories.clean_up`. The ids newly marked.
        """
        self._vault.db.write(
            lambda conn: conn.execute(
                f"UPDATE memories SET review_json = '' WHERE review_json = ? AND NOT ({_PAST_LIFE})",
                (_FADED, to_us(at)),
            )
        )
        marked: list[str] = []
        while not is_stopped() and (batch := self._vault.db.write(lambda conn: self._mark(conn, at, actor))):
            marked += batch
        return marked

    def _mark(self, conn: Connection, at: datetime, actor: str) -> Sequence[str]:
        sql = f"SELECT id FROM memories WHERE {_PAST_LIFE} AND review_json = '' LIMIT {BATCH}"
        ids = [str(row["id"]) for row in conn.execute(sql, (to_us(at),))]
        for memory_id in ids:
            conn.execute("UPDATE memories SET review_json = ? WHERE id = ?", (_FADED, memory_id))
            self._vault.audit.append(conn, actor, "memory.fade", "memory", memory_id, reason=PAST_LIFE)
            self._vault.announce(Change("memory", memory_id, "memory.fade"))
        return ids

    def _move(self, target: State, where: str, bound_us: int, note: Note, is_stopped: Stopped) -> list[str]:
        def move(conn: Connection) -> Sequence[str]:
            found = self._rows.select(conn, where, (bound_us,), tail=f"LIMIT {BATCH}")
            for memory in found:
                self._rows.change(conn, memory, replace(memory, state=target, reason=note.reason), note)
            return [memory.id for memory in found]

        moved: list[str] = []
        while not is_stopped() and (batch := self._vault.db.write(move)):
            moved += batch
        return moved
