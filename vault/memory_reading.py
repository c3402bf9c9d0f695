"""What can be read of the memories of a vault: one by id or slot, lists, history, people, the profile, what is coming.

Reads only; what changes a memory is in `vault.memories`, which is built on this. Follows the design page "Memory core".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from vault import fold, profile, slots
from vault.codec import to_us
from vault.entities import Graph, graph_of
from vault.memory_rows import HistoryEntry, MemoryRows
from vault.questions import Question, open_questions
from vault.records import UNIVERSAL, USER, Layer, Memory, State
from vault.upcoming import Upcoming, upcoming

if TYPE_CHECKING:
    from vault.vault import Vault


class MemoryReading:
    """Reading the memories of one open vault. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._rows = MemoryRows(vault)

    def get(self, memory_id: str) -> Memory:
        """Raises NotFound where there is none of that id."""
        return self._vault.db.read(lambda conn: self._rows.load(conn, memory_id))

    def slot(self, subject: str, attribute: str, scope: str = UNIVERSAL) -> list[Memory]:
        """The active memories of one slot: one for a single value, any number for a set or a series."""
        base, wanted = slots.base_of(attribute), slots.normalise(attribute)
        where = "subject = ? AND scope = ? AND state = 'active' AND (attribute = ? OR attribute GLOB ?)"
        found = self._vault.db.read(
            lambda conn: self._rows.select(conn, where, (subject, scope, base, f"{base}:*"))
        )
        return [memory for memory in found if slots.normalise(memory.attribute) == wanted]

    def learnt_from(self, turn_id: str) -> Sequence[Memory]:
        """Memories of any state that rest on something said in this turn."""
        where = "id IN (SELECT memory_id FROM memory_evidence WHERE kind = 'turn' AND ref_id = ?)"
        return self._vault.db.read(lambda conn: self._rows.select(conn, where, (turn_id,)))

    def history(self, memory_id: str) -> list[HistoryEntry]:
        """The changes of a memory, the first one first."""
        return self._vault.db.read(lambda conn: self._rows.history(conn, memory_id))

    def own_names(self) -> tuple[str, ...]:
        """What the user is called, in force now."""
        found = [*self.slot(USER, "name"), *self.slot(USER, "nickname")]
        return tuple(str(memory.value) for memory in found)

    def people(self) -> tuple[str, ...]:
        """The proper names that relations in force, and what is known of others, speak of."""
        where = "state = 'active' AND (layer = 'relationship' OR subject <> ?) AND entities_json <> '[]'"
        found = self._vault.db.read(lambda conn: self._rows.select(conn, where, (USER,)))
        return tuple(dict.fromkeys(name for memory in found for name in memory.entities))

    def graph(self, scope: str | None = None) -> Graph:
        """Who and what the memories in force speak of, and how these are related; None: in every scope."""
        return graph_of(self.list(), scope=scope)

    def profile(
        self, scope: str = UNIVERSAL, at: datetime | None = None, endpoint_trust: str = "local"
    ) -> list[Memory]:
        """The standing profile for a request in `scope` to an endpoint of that trust (local, private, remote)."""
        known = profile.bases()
        where = f"subject = ? AND state = 'active' AND attribute IN ({', '.join('?' * len(known))})"
        found = self._vault.db.read(lambda conn: self._rows.select(conn, where, (USER, *known)))
        return profile.standing(
            found, scope=scope, at=at or self._vault.clock(), endpoint_trust=endpoint_trust
        )

    def questions(self) -> Sequence[Question]:
        """What the user is to be asked: differing observations, hardly possible values, overtaken proposals."""
        return open_questions(self._vault)

    def upcoming(self, at: datetime, horizon: timedelta) -> Sequence[Upcoming]:
        """Appointments, trips and deadlines that are not over and come within `horizon`, the next one first."""
        where = """state = 'active' AND layer = 'event' AND (
            json_extract(valid_from_json, '$.start_us') BETWEEN ? AND ?
            OR valid_from_json IS NULL AND expires_us > ?)"""
        begun_us, end_us = to_us(at - timedelta(days=2)), to_us(at + horizon)  # a day may last 25 hours
        found = self._vault.db.read(
            lambda conn: self._rows.select(conn, where, (begun_us, end_us, to_us(at)))
        )
        return upcoming(found, at, horizon)

    def plans(self, overdue_since: datetime) -> Sequence[Memory]:
        """Plans and promises in force, and those whose day passed since then without their having come true."""
        where = """layer = 'event' AND is_plan = 1
            AND (state = 'active' OR state = 'expired' AND expires_us >= ?)"""
        return self._vault.db.read(lambda conn: self._rows.select(conn, where, (to_us(overdue_since),)))

    # Last, because below it `list` in an annotation means this method.
    def list(
        self,
        state: State | None = State.ACTIVE,
        *,
        layer: Layer | None = None,
        scope: str | None = None,
        text: str | None = None,
        subject: str | None = None,
        limit: int | None = None,
    ) -> list[Memory]:
        """Memories, the latest said first. `state` None means all; `text` is looked for, folded, in claim and value."""
        wanted = {"state": state, "layer": layer, "scope": scope, "subject": subject}
        chosen = {name: str(value) for name, value in wanted.items() if value is not None}
        where = " AND ".join(f"{name} = ?" for name in chosen) or "1"
        found = self._vault.db.read(lambda conn: self._rows.select(conn, where, tuple(chosen.values())))
        if text:
            needle = fold.fold(text)
            found = [memory for memory in found if needle in fold.fold(f"{memory.claim}\n{memory.value}")]
        return found if limit is None else found[:limit]
