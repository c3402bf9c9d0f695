"""The anchor: a small MACed file that says how far the audit had come and how many rows there were.

An older copy of the database put in place, or a file cut short, does not reach it. While a vault is open the anchor
lags by at most 100 audit entries; then the audit itself must continue it. Somebody who puts back database and anchor
together is not seen by it.
"""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vault.codec import canonical_bytes
from vault.database import Connection
from vault.errors import DatabaseDamaged
from vault.files import ANCHOR, write_atomic
from vault.keys import SubKeys

EVERY_ENTRIES: Final = 100
_COUNTED: Final = ("conversations", "turns", "memories", "receipts", "audit")


@dataclass(frozen=True, slots=True)
class Anchor:
    """Head of the audit (`sequence`, `chain`), the number of rows, and whether the vault was closed in order."""

    sequence: int
    chain: bytes
    rows: int
    is_closed: bool


def take_anchor(conn: Connection, *, is_closed: bool) -> Anchor:
    """The anchor of the database as it is now. Rows are counted at closing only: it reads an index of each table."""
    row = conn.execute("SELECT sequence, chain FROM audit ORDER BY sequence DESC LIMIT 1").fetchone()
    rows = _count_rows(conn) if is_closed else -1
    return Anchor(row["sequence"], row["chain"], rows, is_closed) if row else Anchor(0, b"", rows, is_closed)


def write_anchor(folder: Path, anchor: Anchor, keys: SubKeys) -> None:
    body = canonical_bytes(
        {
            "sequence": anchor.sequence,
            "chain": anchor.chain.hex(),
            "rows": anchor.rows,
            "is_closed": anchor.is_closed,
        }
    )
    write_atomic(folder / ANCHOR, keys.mac("anchor", body).hex().encode("ascii") + b"\n" + body)


def read_anchor(folder: Path, keys: SubKeys) -> Anchor | None:
    """The stored anchor; None where it is missing, damaged or not of this vault."""
    try:
        mac, _, body = (folder / ANCHOR).read_bytes().partition(b"\n")
        if not hmac.compare_digest(mac, keys.mac("anchor", body).hex().encode("ascii")):
            return None
        content: Any = json.loads(body)
        return Anchor(
            content["sequence"], bytes.fromhex(content["chain"]), content["rows"], content["is_closed"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def check_anchor(conn: Connection, anchor: Anchor) -> None:
    """Check that the database has reached the anchor.

    Raises:
        DatabaseDamaged: the audit ends before the anchor or differs there, or rows are missing after an orderly close.
    """
    if anchor.sequence:
        row = conn.execute("SELECT chain FROM audit WHERE sequence = ?", (anchor.sequence,)).fetchone()
        if row is None or not hmac.compare_digest(row["chain"], anchor.chain):
            raise DatabaseDamaged("The database is older than the vault's anchor, or was replaced.")
    last = conn.execute("SELECT max(sequence) AS last FROM audit").fetchone()["last"] or 0
    if anchor.is_closed and last == anchor.sequence and _count_rows(conn) != anchor.rows:
        raise DatabaseDamaged("The database does not have the rows that it had when it was closed.")


def _count_rows(conn: Connection) -> int:
    return sum(int(conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in _COUNTED)
