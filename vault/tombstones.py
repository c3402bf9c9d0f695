"""What remains of a deleted memory: keyed hashes that keep it from being learnt again.

Bound to the evidence (the time it was said, to the second), or, after "never again", to none. A hash tells nothing
without the vault's key. Follows the design page "The vault, Deletion".
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from vault import fold, slots
from vault.codec import to_us
from vault.database import Connection
from vault.keys import SubKeys
from vault.records import Memory, Quantity

TOMBSTONE = "tombstone"
UNDONE = "undone"
_ANY_EVIDENCE = b""
_SECOND_US = 1_000_000


class Tombstones:
    """Reads and writes the tombstones of one vault, inside a caller's transaction."""

    def __init__(self, keys: SubKeys) -> None:
        self._keys = keys

    def add_undone(self, conn: Connection, memory: Memory, at: datetime) -> None:
        """Keep a memory whose making was taken back from coming again out of the same words, which stay as they are."""
        for found in self._undone_hashes(memory):
            for evidence_hash in self._evidence(memory):
                self._put(conn, found, evidence_hash, at, is_final=False)

    def add(self, conn: Connection, memory: Memory, at: datetime, *, is_final: bool) -> int:
        """Leave tombstones for a memory that is being deleted and give their number.

        `is_final` blocks its slot and value, and its sentence, from any evidence.
        """
        made = 0
        for subject_hash in self._hashes(memory):
            for evidence_hash in self._evidence(memory):
                made += self._put(conn, subject_hash, evidence_hash, at, is_final=False)
        if is_final:
            for subject_hash in self._lasting_hashes(memory):
                made += self._put(conn, subject_hash, _ANY_EVIDENCE, at, is_final=True)
        return made

    def blocks(self, conn: Connection, memory: Memory) -> str:
        """What stands against this memory, if anything.

        `tombstone`: what it says was deleted, with this evidence or for good. `undone`: its making was taken back.
        """
        if self._has(conn, self._hashes(memory), memory):
            return TOMBSTONE
        return UNDONE if self._has(conn, self._undone_hashes(memory), memory) else ""

    def _has(self, conn: Connection, hashes: Iterator[bytes], memory: Memory) -> bool:
        evidence = [*self._evidence(memory), _ANY_EVIDENCE]
        marks = ", ".join("?" for _ in evidence)
        sql = f"SELECT 1 FROM tombstones WHERE hash = ? AND evidence_hash IN ({marks}) LIMIT 1"
        return any(conn.execute(sql, (found, *evidence)).fetchone() for found in hashes)

    def lift(self, conn: Connection, memory: Memory) -> int:
        """Remove the tombstones that stand against a memory: the user typed it in again by hand."""
        hashes = (*self._hashes(memory), *self._undone_hashes(memory))
        return sum(
            conn.execute("DELETE FROM tombstones WHERE hash = ?", (found,)).rowcount for found in hashes
        )

    def _put(self, conn: Connection, found: bytes, evidence: bytes, at: datetime, *, is_final: bool) -> int:
        sql = (
            "INSERT OR IGNORE INTO tombstones (hash, evidence_hash, created_us, is_final) VALUES (?, ?, ?, ?)"
        )
        return conn.execute(sql, (found, evidence, to_us(at), int(is_final))).rowcount

    def _lasting_hashes(self, memory: Memory) -> Iterator[bytes]:
        slot = f"{memory.subject}\0{slots.normalise(memory.attribute)}"
        yield self._mac(f"slot\0{slot}\0{value_text(memory)}")
        yield self._mac(f"claim\0{memory.subject}\0{fold.canonical(memory.claim)}")

    def _undone_hashes(self, memory: Memory) -> Iterator[bytes]:
        slot = f"{memory.subject}\0{slots.normalise(memory.attribute)}"
        yield self._mac(f"undone\0{slot}\0{value_text(memory)}")

    def _hashes(self, memory: Memory) -> Iterator[bytes]:
        yield from self._lasting_hashes(memory)
        # The same words of the same moment under another attribute are the same thing learnt again. Only bound to
        # evidence: elsewhere the value alone may mean something else.
        yield self._mac(f"value\0{value_text(memory)}")

    def _evidence(self, memory: Memory) -> list[bytes]:
        times = {evidence.said_utc or memory.said_utc for evidence in memory.evidence} or {memory.said_utc}
        return [self._mac(f"evidence\0{to_us(said) // _SECOND_US}") for said in sorted(times)]

    def _mac(self, text: str) -> bytes:
        return self._keys.mac("tombstones", text.encode("utf-8"))


def value_text(memory: Memory) -> str:
    """One string for all spellings of a value, with its polarity."""
    if isinstance(memory.value, Quantity):
        value = memory.value
        return f"{value.low:g}|{value.high:g}|{value.unit}|{memory.negated:d}"
    return f"{fold.canonical(memory.value)}|{memory.negated:d}"
