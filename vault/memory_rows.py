"""Memories in the database: reading them, and the one way in which a row is written.

Every write here leaves a history row, an audit entry and a notice to the listeners in the caller's transaction. What is
written, and why, is decided elsewhere. Functions take the connection of a read or write of `vault.database`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from vault import arbitration, lifecycle, polarity, slots, summaries
from vault.batches import rows_in_batches
from vault.changes import Change
from vault.codec import (
    canonical_json,
    evidence_from_row,
    evidence_to_row,
    from_us,
    memory_from_row,
    memory_to_row,
    to_us,
    value_to_json,
)
from vault.database import Connection
from vault.errors import NotFound, WriteDenied
from vault.records import USER, Evidence, Memory, Precision, State
from vault.tombstones import value_text

if TYPE_CHECKING:
    from vault.vault import Vault


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change of a memory. `before` is None for the first; both are whole memories as they were."""

    memory_id: str
    at_utc: datetime
    actor: str
    action: str
    reason: str
    before: Memory | None
    after: Memory


@dataclass(frozen=True, slots=True)
class Note:
    """Who makes a change, when, under which audit action, and why."""

    actor: str
    at: datetime
    action: str
    reason: str = ""


class MemoryRows:
    """The rows of memories, their evidence and their history in one vault."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def load(self, conn: Connection, memory_id: str) -> Memory:
        """Raises NotFound where there is none of that id."""
        row = conn.execute("SELECT * FROM memories WHERE id = ?", (memory_id,)).fetchone()
        if row is None:
            raise NotFound(id=memory_id)
        return memory_from_row(row, self._evidence(conn, [memory_id]).get(memory_id, ()))

    def select(self, conn: Connection, where: str, values: Sequence[Any], *, tail: str = "") -> list[Memory]:
        """Memories that fit a condition on their columns, the latest said first."""
        sql = f"SELECT * FROM memories WHERE {where} ORDER BY said_us DESC, id DESC {tail}"
        order = "said_us DESC, id DESC"
        rows = list(rows_in_batches(conn, sql, values, order=order, without=("identity",)))
        evidence = self._evidence(conn, [row["id"] for row in rows])
        return [memory_from_row(row, evidence.get(row["id"], ())) for row in rows]

    def same_person(self, conn: Connection, subject: str, scope: str) -> str:
        """The subject that a person is known under already: "sister Nell" for Nell, where no other is so named."""
        if subject == USER or not subject:
            return subject
        rows = conn.execute(
            "SELECT DISTINCT subject FROM memories WHERE scope = ? AND state = 'active' AND subject <> ?",
            (scope, USER),
        ).fetchall()
        known = [str(row[0]) for row in rows]
        if subject in known:
            return subject
        same = [one for one in known if _ends_in_name(one, subject) or _ends_in_name(subject, one)]
        return same[0] if len(same) == 1 else subject

    def in_force(self, conn: Connection, memory: Memory, *, corrects: bool) -> list[Memory]:
        """The active memories that could stand against this one, in its subject and scope.

        Of a set that may hold thousands, only those are read that deny what it says, that say the same, or are plans.
        """
        if slots.rules_of(memory.attribute).kind is not slots.Kind.SET or corrects:
            bases = list(polarity.opposing(memory.attribute, negated=memory.negated))
            where = " OR ".join("attribute = ? OR attribute GLOB ?" for _ in bases)
            values: list[Any] = [part for base in bases for part in (base, f"{base}:*")]
        else:
            opposing = polarity.opposing(memory.attribute, negated=memory.negated)
            where = " OR ".join("((attribute = ? OR attribute GLOB ?) AND negated = ?)" for _ in opposing)
            values = [part for base, sign in opposing.items() for part in (base, f"{base}:*", int(sign))]
            # An event may have been told with another precision of its date: its identity is then another one.
            where += " OR is_plan = 1 OR identity = ? OR value_json = ?"
            values += [self.identity(memory), value_to_json(memory.value)]
        return self.select(
            conn,
            f"subject = ? AND scope = ? AND state = 'active' AND id <> ? AND ({where})",
            (memory.subject, memory.scope, memory.id, *values),
        )

    def twins(self, conn: Connection, memory: Memory, states: Iterable[State]) -> list[Memory]:
        """Memories with the same identity in one of these states."""
        wanted = ", ".join(f"'{state.value}'" for state in states)
        return self.select(
            conn, f"identity = ? AND id <> ? AND state IN ({wanted})", (self.identity(memory), memory.id)
        )

    def insert(self, conn: Connection, memory: Memory, note: Note, *, review: str = "") -> Memory:
        """Store a new memory in its state. `review` is what an approval must find unchanged."""
        self._make_room(conn, memory, note)
        row = {**memory_to_row(memory), "identity": self.identity(memory), "review_json": review}
        names = ", ".join(row)
        marks = ", ".join(f":{name}" for name in row)
        conn.execute(f"INSERT INTO memories ({names}) VALUES ({marks})", row)
        self._write_evidence(conn, memory)
        self._record(conn, None, memory, note)
        return memory

    def change(
        self, conn: Connection, old: Memory, new: Memory, note: Note, *, review: str | None = None
    ) -> Memory:
        """Write a changed memory under the next version; a change of state goes through the table of transitions."""
        if new.state is not old.state:
            note = replace(note, action=lifecycle.transition(old.state, new.state))
        new = replace(new, version=old.version + 1, updated_utc=note.at)
        self._make_room(conn, new, note)
        row = {**memory_to_row(new), "identity": self.identity(new)}
        if review is not None:
            row["review_json"] = review
        assignments = ", ".join(f"{name} = :{name}" for name in row if name != "id")
        conn.execute(f"UPDATE memories SET {assignments} WHERE id = :id", row)
        if new.evidence != old.evidence:
            conn.execute("DELETE FROM memory_evidence WHERE memory_id = ?", (new.id,))
            self._write_evidence(conn, new)
        self._record(conn, old, new, note)
        if summaries.is_member(old) and (new.claim, new.state, new.sensitivity) != (
            old.claim, old.state, old.sensitivity,
        ):  # fmt: skip
            self.rebuild_summaries(conn, [new.id], note)
        return new

    def rebuild_summaries(
        self, conn: Connection, members: Sequence[str], note: Note, *, without: Collection[str] = ()
    ) -> list[str]:
        """Tell the summaries that link to these members anew, from what is in force and not in `without`. Their ids."""
        marks = ", ".join("?" * len(members))
        where = f"""layer = 'summary' AND state NOT IN ('deleted', 'rejected') AND id IN (
            SELECT memory_id FROM memory_evidence WHERE kind = ? AND ref_id IN ({marks}))"""
        rebuilt = []
        for summary in self.select(conn, where, (summaries.LINK, *members)):
            linked = [item.ref_id for item in summary.evidence if item.ref_id not in without]
            standing = self.select(conn, f"id IN ({', '.join('?' * len(linked))})", linked)
            new = summaries.rebuilt(summary, standing)
            if new != summary:
                self.change(conn, summary, new, replace(note, action="memory.summarise", reason="members"))
                rebuilt.append(summary.id)
        return rebuilt

    def review_of(self, conn: Connection, memory_id: str) -> dict[str, Any]:
        """What was noted when a proposal was made: the decision at that time, and whether it was a correction."""
        row = conn.execute("SELECT review_json FROM memories WHERE id = ?", (memory_id,)).fetchone()
        found: dict[str, Any] = (
            json.loads(row["review_json"]) if row is not None and row["review_json"] else {}
        )
        return found

    def history(self, conn: Connection, memory_id: str) -> list[HistoryEntry]:
        """The changes of a memory, the first one first."""
        sql = "SELECT * FROM memory_history WHERE memory_id = ? ORDER BY sequence"
        return [
            HistoryEntry(
                memory_id=memory_id,
                at_utc=from_us(row["at_us"]),
                actor=row["actor"],
                action=row["action"],
                reason=row["reason"],
                before=_snapshot_to_memory(row["before_json"]),
                after=_known(_snapshot_to_memory(row["after_json"])),
            )
            for row in conn.execute(sql, (memory_id,))
        ]

    def star_history(self, conn: Connection, memory: Memory) -> None:
        """Have the history of a sealed memory say no more than the memory itself; who did what and when stays."""
        snapshot = _memory_to_snapshot(memory)
        sql = """UPDATE memory_history SET after_json = ?1, before_json = iif(before_json = '', '', ?1)
            WHERE memory_id = ?2"""
        conn.execute(sql, (snapshot, memory.id))

    def identity(self, memory: Memory) -> bytes:
        """The keyed hash by which the same claim is known again; unique among what is active or proposed."""
        slot = f"{memory.subject}\0{slots.normalise(memory.attribute)}\0{memory.scope}"
        date = ""
        if arbitration.is_dated(memory):
            point = memory.valid_from
            date = f"{to_us(point.start_utc)}/{point.precision}" if point else self._day(memory)
        text = f"{slot}\0{value_text(memory)}\0{memory.is_plan:d}\0{date}"
        return self._vault.keys.mac("fingerprints", b"identity\0" + text.encode("utf-8"))

    @staticmethod
    def _day(memory: Memory) -> str:
        return f"{arbitration.local(memory.said_utc, memory.zone):%Y-%m-%d}/{Precision.DAY}"

    def _make_room(self, conn: Connection, memory: Memory, note: Note) -> None:
        """Only one of a kind may live: a proposal that says what becomes active is taken up by it."""
        if memory.state not in (State.ACTIVE, State.PROPOSED):
            return
        for twin in self.twins(conn, memory, (State.ACTIVE, State.PROPOSED)):
            if memory.state is State.PROPOSED or twin.state is State.ACTIVE:
                raise WriteDenied(reason="duplicate")
            taken = replace(twin, state=State.SUPERSEDED, superseded_by=memory.id, reason="same")
            self.change(conn, twin, taken, note)

    def _evidence(self, conn: Connection, ids: Sequence[str]) -> dict[str, list[Evidence]]:
        found: dict[str, list[Evidence]] = {}
        for start in range(0, len(ids), 400):  # below SQLite's limit of bound values in every build
            part = ids[start : start + 400]
            sql = f"SELECT * FROM memory_evidence WHERE memory_id IN ({', '.join('?' * len(part))})"
            for row in rows_in_batches(conn, sql, part, order="memory_id, ordinal"):
                found.setdefault(row["memory_id"], []).append(evidence_from_row(row))
        return found

    def _write_evidence(self, conn: Connection, memory: Memory) -> None:
        for ordinal, evidence in enumerate(memory.evidence):
            row = evidence_to_row(evidence, memory.id, ordinal)
            names = ", ".join(f'"{name}"' for name in row)
            marks = ", ".join(f":{name}" for name in row)
            conn.execute(f"INSERT INTO memory_evidence ({names}) VALUES ({marks})", row)

    def _record(self, conn: Connection, old: Memory | None, new: Memory, note: Note) -> None:
        before, after = _memory_to_snapshot(old), _memory_to_snapshot(new)
        conn.execute(
            "INSERT INTO memory_history (memory_id, at_us, actor, action, reason, before_json, after_json)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (new.id, to_us(note.at), note.actor, note.action, note.reason, before, after),
        )
        self._vault.audit.append(
            conn, note.actor, note.action, "memory", new.id, reason=note.reason,
            old=before.encode() if before else None, new=after.encode(),
        )  # fmt: skip
        self._vault.announce(Change("memory", new.id, note.action))


def _memory_to_snapshot(memory: Memory | None) -> str:
    if memory is None:
        return ""
    evidence = [evidence_to_row(item, memory.id, ordinal) for ordinal, item in enumerate(memory.evidence)]
    return canonical_json({**memory_to_row(memory), "evidence": evidence})


def _snapshot_to_memory(text: str) -> Memory | None:
    if not text:
        return None
    body = json.loads(text)
    return memory_from_row(body, [evidence_from_row(item) for item in body["evidence"]])


def _known(memory: Memory | None) -> Memory:
    if memory is None:
        raise TypeError("a history row without its state afterwards")
    return memory


def _ends_in_name(longer: str, name: str) -> bool:
    return name[:1].isupper() and longer.endswith(f" {name}")
