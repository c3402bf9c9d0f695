"""Versions of a message: which turns a conversation shows, and what else stands in the same place.

A conversation is a tree of turns. The shown ones are a path from its first turn to one without children; a turn that
comes later on the path has a higher position. Functions work inside a caller's write and announce what changed: what is
not shown is neither sent nor recalled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vault.changes import Change
from vault.database import Connection
from vault.errors import NotFound

if TYPE_CHECKING:
    from vault.vault import Vault

_PATH_UP: Final = """WITH RECURSIVE up (id, parent_id) AS (
    SELECT id, parent_id FROM turns WHERE id = ?1
    UNION ALL SELECT t.id, t.parent_id FROM turns t JOIN up ON t.id = up.parent_id) SELECT id FROM up"""
_PATH_DOWN: Final = """WITH RECURSIVE down (id) AS (
    SELECT ?2 UNION ALL SELECT (SELECT t.id FROM turns t WHERE t.conversation_id = ?1 AND t.parent_id = down.id
        ORDER BY t.position DESC LIMIT 1) FROM down WHERE down.id IS NOT NULL)
    SELECT id FROM down WHERE id IS NOT NULL"""


def last_shown(conn: Connection, conversation_id: str) -> str:
    """The turn that a new one follows; empty in an empty conversation."""
    row = conn.execute(
        "SELECT id FROM turns WHERE conversation_id = ? AND is_shown = 1 ORDER BY position DESC LIMIT 1",
        (conversation_id,),
    ).fetchone()
    return "" if row is None else str(row["id"])


def hide_after(conn: Connection, vault: Vault, conversation_id: str, parent_id: str) -> None:
    """Take what follows `parent_id` on the shown path out of it, to make room for another version.

    Raises:
        NotFound: that turn is not one of this conversation.
    """
    show_path_to(conn, vault, conversation_id, parent_id)
    position = -1 if not parent_id else _position(conn, conversation_id, parent_id)
    rows = conn.execute(
        "SELECT id FROM turns WHERE conversation_id = ? AND is_shown = 1 AND position > ?",
        (conversation_id, position),
    ).fetchall()
    _set_shown(conn, vault, [row["id"] for row in rows], is_shown=False)


def show_path_to(conn: Connection, vault: Vault, conversation_id: str, turn_id: str) -> None:
    """Make the path that leads through a turn the shown one; below it the latest version of each place.

    Raises:
        NotFound: that turn is not one of this conversation.
    """
    if not turn_id:
        return
    row = conn.execute(
        "SELECT is_shown FROM turns WHERE id = ? AND conversation_id = ?", (turn_id, conversation_id)
    ).fetchone()
    if row is None:
        raise NotFound(id=turn_id)
    if row["is_shown"]:
        return
    path = {str(found["id"]) for found in conn.execute(_PATH_UP, (turn_id,))}
    path |= {str(found["id"]) for found in conn.execute(_PATH_DOWN, (conversation_id, turn_id))}
    rows = conn.execute(
        "SELECT id, is_shown FROM turns WHERE conversation_id = ?", (conversation_id,)
    ).fetchall()
    _set_shown(conn, vault, [r["id"] for r in rows if r["is_shown"] and r["id"] not in path], is_shown=False)
    _set_shown(conn, vault, [r["id"] for r in rows if not r["is_shown"] and r["id"] in path], is_shown=True)


def versions(conn: Connection, conversation_id: str) -> dict[str, tuple[str, ...]]:
    """For each shown turn of which there are several versions: the ids of all of them, oldest first."""
    rows = conn.execute(
        """SELECT id, parent_id, is_shown FROM turns WHERE conversation_id = ?1 AND parent_id IN (
            SELECT parent_id FROM turns WHERE conversation_id = ?1 GROUP BY parent_id HAVING count(*) > 1)
        ORDER BY position""",
        (conversation_id,),
    ).fetchall()
    places: dict[str, list[str]] = {}
    for row in rows:
        places.setdefault(row["parent_id"], []).append(row["id"])
    return {row["id"]: tuple(places[row["parent_id"]]) for row in rows if row["is_shown"]}


def _position(conn: Connection, conversation_id: str, turn_id: str) -> int:
    row = conn.execute(
        "SELECT position FROM turns WHERE id = ? AND conversation_id = ?", (turn_id, conversation_id)
    ).fetchone()
    if row is None:
        raise NotFound(id=turn_id)
    return int(row["position"])


def _set_shown(conn: Connection, vault: Vault, ids: Sequence[str], *, is_shown: bool) -> None:
    for turn_id in ids:
        conn.execute("UPDATE turns SET is_shown = ? WHERE id = ?", (int(is_shown), turn_id))
        vault.announce(Change("turn", turn_id, "turn.update"))
