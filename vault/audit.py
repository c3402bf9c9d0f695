"""The audit: what happened, who did it and to what, as a chain in which a changed or missing entry shows.

Entries hold ids, stable words and keyed fingerprints, never values. Follows the design page "The vault, Audit".
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault.codec import canonical_bytes, from_us, to_us
from vault.database import Connection, Row
from vault.keys import SubKeys
from vault.records import AuditEntry

if TYPE_CHECKING:
    from vault.vault import Vault

# The last word of the audit on each turn's text. Beside max() the other columns are those of the same row (SQLite).
_LAST_WORDS = """SELECT t.id, t.text, a.action, a.new_fingerprint FROM turns t JOIN
    (SELECT object_id, action, new_fingerprint, max(sequence) FROM audit WHERE action IN
    ('turn.add', 'turn.update', 'turn.cut', 'turn.delete', 'turn.salvage') GROUP BY object_id) a
    ON a.object_id = t.id"""
_FIELDS = (
    "sequence, at_us, actor, action, object_kind, object_id, reason, old_fingerprint, new_fingerprint, chain"
)


@dataclass(frozen=True, slots=True)
class AuditReport:
    """`first_bad` is the sequence at which the chain breaks, 0 where it holds.

    An intact chain proves that no entry up to the head was changed, removed or inserted without the vault's key. It
    cannot prove that entries were not cut from the end together with the anchor, nor anything of a holder of the key.
    """

    entries: int
    first_bad: int
    head: str

    @property
    def is_intact(self) -> bool:
        return self.first_bad == 0


class AuditLog:
    """Appends to and reads the audit table of one vault. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def append(
        self,
        conn: Connection,
        actor: str,
        action: str,
        object_kind: str,
        object_id: str,
        *,
        reason: str = "",
        old: bytes | None = None,
        new: bytes | None = None,
    ) -> int:
        """Add an entry inside a write and give its sequence. `old` and `new` are values: only keyed hashes are kept."""
        head = conn.execute("SELECT sequence, chain FROM audit ORDER BY sequence DESC LIMIT 1").fetchone()
        sequence, previous = (head["sequence"] + 1, head["chain"]) if head else (1, b"")
        row = (
            sequence,
            to_us(self._vault.clock()),
            actor,
            action,
            object_kind,
            object_id,
            reason,
            self.fingerprint(old),
            self.fingerprint(new),
        )
        chain = _link(self._vault.keys, previous, row)
        conn.execute(f"INSERT INTO audit ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, chain))
        self._vault.audit_grew(sequence)
        return sequence

    def fingerprint(self, value: bytes | None) -> bytes:
        """The keyed hash under which a value appears in the audit; empty for none."""
        return b"" if value is None else _fingerprint(self._vault.keys, value)

    def entries(self, limit: int = 100, before: int | None = None) -> list[AuditEntry]:
        """The newest entries first; `before` continues below that sequence."""
        sql = f"SELECT {_FIELDS} FROM audit WHERE sequence < ? ORDER BY sequence DESC LIMIT ?"
        bound = before if before is not None else 1 << 62
        return self._vault.db.read(
            lambda conn: [_entry(row) for row in conn.execute(sql, (bound, max(0, limit)))]
        )

    def verify(self) -> AuditReport:
        """Walk the whole chain; linear in its length."""
        return self._vault.db.read(lambda conn: walk_audit(conn, self._vault.keys))

    def rechain(self, conn: Connection) -> None:
        """Number and chain the entries anew, inside a write: for what was salvaged, where some could not be read."""
        chain = b""
        rows = conn.execute(f"SELECT {_FIELDS} FROM audit ORDER BY sequence").fetchall()
        for sequence, row in enumerate(rows, start=1):
            chain = _link(self._vault.keys, chain, (sequence, *tuple(row)[1:-1]))
            conn.execute(
                "UPDATE audit SET sequence = ?, chain = ? WHERE sequence = ?",
                (sequence, chain, row["sequence"]),
            )


def walk_audit(conn: Connection, keys: SubKeys) -> AuditReport:
    """Check every link of the chain in a database; linear in its length."""
    chain, count = b"", 0
    for row in conn.execute(f"SELECT {_FIELDS} FROM audit ORDER BY sequence"):
        count += 1
        values = tuple(row)
        chain = _link(keys, chain, values[:-1])
        if row["sequence"] != count or not hmac.compare_digest(chain, row["chain"]):
            return AuditReport(count, int(row["sequence"]), "")
    return AuditReport(count, 0, chain.hex())


def turns_unlike_audit(conn: Connection, keys: SubKeys) -> list[str]:
    """The turns whose text is not what their last entry says, as an old page put back leaves them; `keys` with the
    carried ones. Linear in turns and audit, in one statement: what is written meanwhile is not seen."""
    return [
        str(row["id"])
        for row in conn.execute(_LAST_WORDS)
        if row["action"] == "turn.delete"
        or not hmac.compare_digest(_fingerprint(keys, row["text"].encode()), row["new_fingerprint"])
    ]


def _fingerprint(keys: SubKeys, value: bytes) -> bytes:
    return keys.mac("fingerprints", value)[:16]


def _link(keys: SubKeys, previous: bytes, row: Sequence[str | int | bytes]) -> bytes:
    plain = [value.hex() if isinstance(value, bytes) else value for value in row]
    return keys.mac("audit", previous + canonical_bytes(plain))


def _entry(row: Row) -> AuditEntry:
    return AuditEntry(
        sequence=row["sequence"],
        at_utc=from_us(row["at_us"]),
        actor=row["actor"],
        action=row["action"],
        object_kind=row["object_kind"],
        object_id=row["object_id"],
        reason=row["reason"],
        old_fingerprint=row["old_fingerprint"].hex(),
        new_fingerprint=row["new_fingerprint"].hex(),
    )
