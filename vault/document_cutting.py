"""What is taken out of documents: all of one, its passages for those of a newer version, or forgotten words.

Inside a caller's write. The index rows of passages that go or change are dropped here and made anew from what is left.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from vault.database import Connection
from vault.ids import new_id
from vault.redaction import CUT_MARK, Needles

_QUOTED = frozenset({"quote", "text", "words", "title"})
_INDEX = ("index_units", "index_vectors")


@dataclass(frozen=True, slots=True)
class CutDocument:
    """A document that lost words, with how many rows of the index went for it."""

    id: str
    index_rows: int


def drop_index(conn: Connection, document_id: str) -> int:
    """Drop all that was derived from a document's passages; gives the number of rows."""
    of = "SELECT id FROM passages WHERE document_id = ?"
    return sum(
        conn.execute(
            f"DELETE FROM {table} WHERE kind = 'passage' AND ref_id IN ({of})", (document_id,)
        ).rowcount
        for table in _INDEX
    )


def replace_passages(
    conn: Connection, document_id: str, texts: Sequence[tuple[str, int, str]], at: datetime
) -> None:
    """Put (text, page, heading) in order in the place of what passages a document has."""
    conn.execute("DELETE FROM passages WHERE document_id = ?", (document_id,))
    start = 0
    for ordinal, (text, page, heading) in enumerate(texts):
        end = start + len(text)
        conn.execute(
            "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (new_id("p_", at), document_id, ordinal, text, page, heading, start, end),
        )
        start = end


def cut_words(conn: Connection, words: Needles, *, keeps_files: bool) -> list[CutDocument]:
    """Take forgotten words out of every document. One that held them loses its file, which still has them, unless the
    words are sealed and not forgotten (`keeps_files`).
    """
    found: list[CutDocument] = []
    for row in conn.execute("SELECT id, name, title FROM documents").fetchall():
        name, title = words.cut(row["name"]), words.cut(row["title"])
        is_named = (name, title) != (row["name"], row["title"])
        if is_named:
            conn.execute("UPDATE documents SET name = ?, title = ? WHERE id = ?", (name, title, row["id"]))
        if _cut_passages(conn, row["id"], words) or is_named:
            if not keeps_files:
                conn.execute("DELETE FROM document_bodies WHERE document_id = ?", (row["id"],))
            # Neighbours and titles are in the index of the others too: the whole document's is made anew.
            found.append(CutDocument(row["id"], drop_index(conn, row["id"])))
    return found


def _cut_passages(conn: Connection, document_id: str, words: Needles) -> bool:
    """Whether any passage held the words, which are then cut and the places after them moved up."""
    sql = "SELECT id, text, heading FROM passages WHERE document_id = ? ORDER BY ordinal"
    rows = [tuple(row) for row in conn.execute(sql, (document_id,)).fetchall()]
    cut = [(key, words.cut(text), words.cut(heading)) for key, text, heading in rows]
    if cut == rows:
        return False
    start = 0
    for key, text, heading in cut:
        end = start + len(text)
        conn.execute(
            'UPDATE passages SET text = ?, heading = ?, start = ?, "end" = ? WHERE id = ?',
            (text, heading, start, end, key),
        )
        start = end
    return True


def cut_reply(details: dict[str, Any], passages: Collection[str]) -> bool:
    """Take what the details of a reply quote of passages out of them, with the request and the results of tools, which
    hold it in other words; whether there was anything.
    """
    if not _cut_quotes(details, passages):
        return False
    for message in details.get("messages", ()):
        if message.get("role") in ("system", "tool"):
            message["content"] = CUT_MARK
    for call in details.get("tools", ()):
        call["result"] = CUT_MARK
    return True


def _cut_quotes(body: Any, passages: Collection[str]) -> bool:
    items = body.values() if isinstance(body, dict) else body if isinstance(body, list) else ()
    is_one = isinstance(body, dict) and body.get("id") in passages
    if is_one:
        body.update({key: CUT_MARK for key in _QUOTED & body.keys()})
    return any([is_one, *(_cut_quotes(item, passages) for item in items)])
