"""Receipts: what left this machine, recorded before it is sent and completed afterwards.

Metadata and a keyed hash of the bytes form a chain like the audit's; the bytes lie in a row of their own that deletion
can purge, after which the receipt still verifies. The outcome is bound by an audit entry, since it comes later.
"""

from __future__ import annotations

import builtins
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vault.changes import Change
from vault.codec import canonical_bytes, canonical_json, from_us, to_us
from vault.database import Connection, Row
from vault.errors import NotFound
from vault.ids import new_id
from vault.records import Receipt

if TYPE_CHECKING:
    from vault.vault import Vault

_CHAINED: Final = (
    "sequence", "id", "sent_us", "purpose", "endpoint", "url", "method", "size_bytes", "digest", "replaced_json",
    "memory_ids_json", "conversation_id", "turn_id",
)  # fmt: skip
_OUTCOME: Final = ("outcome", "status", "duration_us", "received_bytes")
_SELECT: Final = (
    "SELECT receipts.*, receipt_bodies.body FROM receipts"
    " LEFT JOIN receipt_bodies ON receipt_id = receipts.id"
)
PENDING: Final = "pending"


@dataclass(frozen=True, slots=True)
class ReceiptDraft:
    """A request as it is about to be sent. `body` is exactly what goes over the wire, without the key.

    `replaced` holds (type, token) of what was masked; `keeps_body` is False for a temporary chat.
    """

    purpose: str
    endpoint: str
    url: str
    method: str
    body: bytes
    replaced: tuple[tuple[str, str], ...] = ()
    memory_ids: tuple[str, ...] = ()
    conversation_id: str = ""
    turn_id: str = ""
    keeps_body: bool = True


@dataclass(frozen=True, slots=True)
class ReceiptsReport:
    """`broken` lists ids whose chain, bytes or outcome do not fit; `purged` counts those without their bytes."""

    receipts: int
    purged: int
    broken: tuple[str, ...]


class Receipts:
    """The store of receipts. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def record(self, draft: ReceiptDraft) -> Receipt:
        """Keep a request as pending; durable when this returns, so nothing is sent without its receipt."""
        now = self._vault.clock()
        receipt_id = new_id("r_", now)

        def insert(conn: Connection) -> Receipt:
            head = conn.execute(
                "SELECT sequence, chain FROM receipts ORDER BY sequence DESC LIMIT 1"
            ).fetchone()
            sequence, previous = (head["sequence"] + 1, head["chain"]) if head else (1, b"")
            chained = (
                sequence, receipt_id, to_us(now), draft.purpose, draft.endpoint, draft.url, draft.method,
                len(draft.body), self._vault.keys.mac("receipts", draft.body),
                canonical_json([list(pair) for pair in draft.replaced]), canonical_json(list(draft.memory_ids)),
                draft.conversation_id, draft.turn_id,
            )  # fmt: skip
            names = ", ".join((*_CHAINED, *_OUTCOME, "chain"))
            marks = ", ".join("?" * (len(_CHAINED) + len(_OUTCOME) + 1))
            values = (*chained, PENDING, 0, 0, 0, self._link(previous, chained))
            conn.execute(f"INSERT INTO receipts ({names}) VALUES ({marks})", values)
            if draft.keeps_body:
                conn.execute("INSERT INTO receipt_bodies VALUES (?, ?)", (receipt_id, draft.body))
            self._vault.audit.append(
                conn, "assistant", "receipt.record", "receipt", receipt_id, reason=draft.purpose
            )
            self._vault.announce(Change("receipt", receipt_id, "receipt.record"))
            return _get(conn, receipt_id)

        return self._vault.db.write(insert)

    def finish(
        self, receipt_id: str, outcome: str, *, status: int = 0, seconds: float = 0.0, received_bytes: int = 0
    ) -> Receipt:
        """Complete a pending receipt with its outcome: ok, failed, stopped or refused.

        Raises:
            NotFound: no pending receipt of that id.
        """
        values = (outcome, status, round(seconds * 1e6), received_bytes)

        def update(conn: Connection) -> Receipt:
            columns = ", ".join(f"{name} = ?" for name in _OUTCOME)
            sql = f"UPDATE receipts SET {columns} WHERE id = ? AND outcome = ?"
            if not conn.execute(sql, (*values, receipt_id, PENDING)).rowcount:
                raise NotFound(id=receipt_id)
            self._vault.audit.append(
                conn,
                "assistant",
                "receipt.finish",
                "receipt",
                receipt_id,
                reason=outcome,
                new=canonical_bytes(values),
            )
            self._vault.announce(Change("receipt", receipt_id, "receipt.finish"))
            return _get(conn, receipt_id)

        return self._vault.db.write(update)

    def get(self, receipt_id: str) -> Receipt:
        """Raises NotFound where there is none of that id."""
        return self._vault.db.read(lambda conn: _get(conn, receipt_id))

    def list(self, limit: int = 100, before: int | None = None) -> list[Receipt]:
        """The newest first; `before` continues below that sequence."""
        sql = f"{_SELECT} WHERE sequence < ? ORDER BY sequence DESC LIMIT ?"
        values = (before if before is not None else 1 << 62, max(0, limit))
        return self._vault.db.read(lambda conn: [_receipt(row) for row in conn.execute(sql, values)])

    def of_turn(self, turn_id: str) -> builtins.list[Receipt]:
        """The receipts of one reply, in the order of sending."""
        sql = f"{_SELECT} WHERE turn_id = ? ORDER BY sequence"
        return self._vault.db.read(lambda conn: [_receipt(row) for row in conn.execute(sql, (turn_id,))])

    def purge(
        self, conn: Connection, receipt_ids: Sequence[str], *, actor: str, reason: str
    ) -> builtins.list[str]:
        """Remove the bytes of receipts inside a write; gives the ids that still had some."""
        purged = []
        for receipt_id in receipt_ids:
            if conn.execute("DELETE FROM receipt_bodies WHERE receipt_id = ?", (receipt_id,)).rowcount:
                purged.append(receipt_id)
                self._vault.audit.append(conn, actor, "receipt.purge", "receipt", receipt_id, reason=reason)
        return purged

    def verify(self) -> ReceiptsReport:
        """Walk the chain, and compare bytes that are still there and every outcome. Linear in what is stored."""
        return self._vault.db.read(self._walk)

    def rechain(self, conn: Connection) -> None:
        """Number and chain the receipts anew and state their outcomes again, inside a write: for what was salvaged."""
        chain = b""
        for sequence, row in enumerate(conn.execute(f"{_SELECT} ORDER BY sequence").fetchall(), start=1):
            chain = self._link(chain, (sequence, *(row[name] for name in _CHAINED[1:])))
            conn.execute(
                "UPDATE receipts SET sequence = ?, chain = ? WHERE id = ?", (sequence, chain, row["id"])
            )
            if row["outcome"] != PENDING:
                self._vault.audit.append(
                    conn, "system", "receipt.finish", "receipt", row["id"], reason="salvage",
                    new=canonical_bytes(tuple(row[name] for name in _OUTCOME)),
                )  # fmt: skip

    def _walk(self, conn: Connection) -> ReceiptsReport:
        outcomes = {
            row["object_id"]: row["new_fingerprint"]
            for row in conn.execute(
                "SELECT object_id, new_fingerprint FROM audit WHERE action = 'receipt.finish'"
            )
        }
        chain, count, purged, broken = b"", 0, 0, []
        for row in conn.execute(f"{_SELECT} ORDER BY sequence"):
            count += 1
            expected = self._link(chain, tuple(row[name] for name in _CHAINED))
            chain = row["chain"]
            is_whole = row["sequence"] == count and hmac.compare_digest(expected, chain)
            purged += row["body"] is None
            if row["body"] is not None:
                is_whole &= hmac.compare_digest(self._vault.keys.mac("receipts", row["body"]), row["digest"])
            if row["outcome"] != PENDING or row["id"] in outcomes:
                stated = self._vault.audit.fingerprint(canonical_bytes(tuple(row[name] for name in _OUTCOME)))
                is_whole &= hmac.compare_digest(stated, outcomes.get(row["id"], b""))
            if not is_whole:
                broken.append(row["id"])
        return ReceiptsReport(count, purged, tuple(broken))

    def _link(self, previous: bytes, chained: tuple[object, ...]) -> bytes:
        plain = [value.hex() if isinstance(value, bytes) else value for value in chained]
        return self._vault.keys.mac("receipts", previous + canonical_bytes(plain))  # type: ignore[arg-type]


def _get(conn: Connection, receipt_id: str) -> Receipt:
    row = conn.execute(f"{_SELECT} WHERE id = ?", (receipt_id,)).fetchone()
    if row is None:
        raise NotFound(id=receipt_id)
    return _receipt(row)


def _receipt(row: Row) -> Receipt:
    return Receipt(
        id=row["id"],
        sequence=row["sequence"],
        sent_utc=from_us(row["sent_us"]),
        purpose=row["purpose"],
        endpoint=row["endpoint"],
        url=row["url"],
        method=row["method"],
        size_bytes=row["size_bytes"],
        digest=row["digest"].hex(),
        replaced=tuple((str(kind), str(token)) for kind, token in json.loads(row["replaced_json"])),
        memory_ids=tuple(json.loads(row["memory_ids_json"])),
        conversation_id=row["conversation_id"],
        turn_id=row["turn_id"],
        outcome=row["outcome"],
        status=row["status"],
        seconds=row["duration_us"] / 1e6,
        body=row["body"],
        received_bytes=row["received_bytes"],
    )
