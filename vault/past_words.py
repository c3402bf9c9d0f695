"""What the user said before, read back for what only shows over time: a topic or a form of answer asked for again.

Reads turns of the user that are kept and indexed, in one scope; never the assistant's, and never what was imported from
somebody else. Follows the design page "Memory core, What is learnt from repetition".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from vault.codec import from_us, to_us
from vault.database import Connection
from vault.records import Role, Turn

if TYPE_CHECKING:
    from vault.vault import Vault

_MOST_TURNS = 2_000
_MOST_FRAGMENTS = 12
_LONGEST = 600  # characters; a longer message is a pasted text, not a question


def said_before(
    vault: Vault,
    turn: Turn,
    *,
    scope: str,
    since: datetime,
    fragments: Sequence[str],
    most: int = _MOST_TURNS,
) -> list[Turn]:
    """The user's turns before `turn`, since that time, that hold any of the fragments; the oldest of the
    latest `most` first.

    Fragments are compared as written but for the case of ASCII letters. No fragments: all turns. Any thread.
    """
    wanted = list(dict.fromkeys(fragments))[:_MOST_FRAGMENTS]
    likes = " OR ".join("t.text LIKE ? ESCAPE '\\'" for _ in wanted)
    sql = f"""SELECT t.* FROM turns t JOIN conversations c ON c.id = t.conversation_id
        WHERE t.role = 'user' AND t.speaker = '' AND t.is_indexed = 1 AND t.is_shown = 1 AND c.scope = ? AND t.id <> ?
        AND t.said_us BETWEEN ? AND ? AND length(t.text) <= {_LONGEST} {f"AND ({likes})" if wanted else ""}
        ORDER BY t.said_us DESC LIMIT {int(most)}"""
    values = (scope, turn.id, to_us(since), to_us(turn.said_utc), *(f"%{_escaped(part)}%" for part in wanted))

    def read(conn: Connection) -> list[Turn]:
        return [
            Turn(
                id=row["id"],
                conversation_id=row["conversation_id"],
                position=row["position"],
                role=Role.USER,
                text=row["text"],
                said_utc=from_us(row["said_us"]),
                zone=row["zone"],
            )
            for row in conn.execute(sql, values)
        ]

    return list(reversed(vault.db.read(read)))


def was_noted(vault: Vault, *marks: str, conversation: str = "", since: datetime | None = None) -> bool:
    """Whether the kept detail of a reply holds all these marks, in one conversation or since a time. Any thread."""
    conditions = " AND ".join("instr(r.detail_json, ?)" for _ in marks)
    sql = f"""SELECT 1 FROM replies r JOIN turns t ON t.id = r.turn_id WHERE {conditions}
        AND (? = '' OR t.conversation_id = ?) AND t.said_us >= ? LIMIT 1"""
    values = (*marks, conversation, conversation, 0 if since is None else to_us(since))
    return vault.db.read(lambda conn: conn.execute(sql, values).fetchone()) is not None


def _escaped(part: str) -> str:
    return part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
