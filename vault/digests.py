"""What older turns of a conversation said, in short: kept once, used by every later request that has no room for them.

A digest covers exactly the turns it names. It goes with any of them: `vault.cutting` drops it when one is cut or
deleted, and another path through the conversation has other turns.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vault.codec import canonical_json, to_us
from vault.database import Connection

if TYPE_CHECKING:
    from vault.vault import Vault

BY_RULES: Final = "rules"


@dataclass(frozen=True, slots=True)
class Digest:
    """`turns` in order; `lines` are (turn id, words), fewer than the turns where some say nothing; `maker` is "rules"
    or the endpoint whose model wrote them."""

    turns: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    maker: str = BY_RULES


class Digests:
    """The digests of one vault. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def of(self, conversation_id: str) -> dict[tuple[str, ...], Digest]:
        """The digests of a conversation by the turns that they cover."""
        rows = self._vault.db.read(
            lambda conn: conn.execute(
                "SELECT turns, lines_json, maker FROM digests WHERE conversation_id = ?", (conversation_id,)
            ).fetchall()
        )
        found = [
            Digest(
                tuple(row["turns"].split(" ")),
                tuple((str(turn), str(words)) for turn, words in json.loads(row["lines_json"])),
                row["maker"],
            )
            for row in rows
        ]
        return {digest.turns: digest for digest in found}

    def put(self, conversation_id: str, digest: Digest) -> bool:
        """Keep a digest, in place of an older one of the same turns. False where one of the turns is gone meanwhile."""

        def insert(conn: Connection) -> bool:
            if not _are_there(conn, conversation_id, digest.turns):
                return False
            conn.execute(
                "INSERT OR REPLACE INTO digests VALUES (?, ?, ?, ?, ?)",
                (" ".join(digest.turns), conversation_id, canonical_json([list(line) for line in digest.lines]),
                 digest.maker, to_us(self._vault.clock())),
            )  # fmt: skip
            return True

        return self._vault.db.write(insert)


def _are_there(conn: Connection, conversation_id: str, turns: Sequence[str]) -> bool:
    marks = ", ".join("?" * len(turns))
    sql = f"SELECT count(*) FROM turns WHERE conversation_id = ? AND id IN ({marks})"
    return int(conn.execute(sql, (conversation_id, *turns)).fetchone()[0]) == len(turns)
