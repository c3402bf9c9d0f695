"""Where forgotten words stand in a vault, and how they are taken out: turns, titles, replies, drafts, quotes of other
memories, receipts, pseudonyms, index.

What is to go is decided by `vault.deletion`, the words are found by `vault.redaction`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from vault import fold, redaction
from vault.changes import Change
from vault.codec import canonical_json, evidence_to_row, value_to_json
from vault.database import Connection, Row
from vault.document_cutting import cut_reply, cut_words
from vault.memory_rows import MemoryRows
from vault.records import DeletionReport, Evidence, Memory, Quantity
from vault.redaction import Needles

if TYPE_CHECKING:
    from vault.vault import Vault

REASON = "forget"
# A turn's index holds two turns before it and one after (recall.md): a cut one is in those of its neighbours.
_NEIGHBOURS_BEFORE, _NEIGHBOURS_AFTER = 1, 2
_LONG = 20  # characters
_QUOTED = frozenset({"quote", "text", "words"})
_WORKING = (
    ("tasks", "id", ("goal", "outcome")),
    ("task_steps", "id", ("title", "observation")),
    ("task_findings", "id", ("text",)),
    ("extraction_jobs", "turn_id", ("output",)),
    ("attachments", "id", ("name", "text")),
    ("draft_files", "id", ("name", "text")),
)


@dataclass(slots=True)
class Tally:
    """What one deletion has removed so far."""

    memories: list[str] = field(default_factory=list)
    turns_cut: list[str] = field(default_factory=list)
    turns_removed: list[str] = field(default_factory=list)
    receipts: list[str] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    drafts: int = 0
    index_rows: int = 0
    tombstones: int = 0
    history_rows: int = 0
    documents: list[str] = field(default_factory=list)
    documents_cut: list[str] = field(default_factory=list)
    passages: int = 0

    def report(self) -> DeletionReport:
        return DeletionReport(
            memories=tuple(self.memories),
            turns_cut=tuple(self.turns_cut),
            turns_removed=tuple(self.turns_removed),
            receipts_purged=tuple(self.receipts),
            replies_cut=tuple(self.replies),
            drafts_cut=self.drafts,
            index_rows=self.index_rows,
            tombstones=self.tombstones,
            history_rows=self.history_rows,
            documents=tuple(self.documents),
            documents_cut=tuple(self.documents_cut),
            passages=self.passages,
        )


class Cutter:
    """Takes words out of every place of one vault, inside a caller's transaction, and counts what it did."""

    def __init__(self, vault: Vault, rows: MemoryRows) -> None:
        self._vault = vault
        self._rows = rows

    def turns(
        self, conn: Connection, rows: Iterable[Row], cut: Callable[[str, str], str], tally: Tally, actor: str
    ) -> None:
        """Cut turns by `cut(id, text)`, and drop the index of those that changed and of their neighbours."""
        changed: list[str] = []
        for row in rows:
            text, notes = cut(row["id"], row["text"]), row["notes_json"]
            notes = notes if notes == "[]" else cut(row["id"], notes)
            if (text, notes) != (row["text"], row["notes_json"]):
                conn.execute(
                    "UPDATE turns SET text = ?, notes_json = ? WHERE id = ?", (text, notes, row["id"])
                )
                self._vault.audit.append(
                    conn, actor, "turn.cut", "turn", row["id"], reason=REASON, new=text.encode()
                )
                changed.append(row["id"])
                self._retitle(conn, row["id"], row["text"], text)
        drop_digests(conn, changed)
        self.neighbours_index(conn, changed, tally)
        tally.turns_cut += changed

    def neighbours_index(self, conn: Connection, turns: Sequence[str], tally: Tally) -> None:
        """Drop the index of turns and of those that are indexed with their words; it is made anew."""
        neighbours = self._neighbours(conn, turns)
        self.index(conn, [("turn", turn) for turn in neighbours], tally)
        for turn in neighbours:
            self._vault.announce(Change("turn", turn, "turn.update"))

    def _retitle(self, conn: Connection, turn: str, old: str, new: str) -> None:
        """A title made of a turn's first words follows the turn; cut short, it may hold half of what is to go."""
        sql = "SELECT c.id, c.title FROM conversations c JOIN turns t ON t.conversation_id = c.id WHERE t.id = ?"
        row = conn.execute(sql, (turn,)).fetchone()
        begun = fold.canonical(row["title"].rstrip("….")) if row["title"] else ""
        if begun and fold.canonical(old).startswith(begun):
            title = new[: len(row["title"])].strip()
            conn.execute("UPDATE conversations SET title = ? WHERE id = ?", (title, row["id"]))
            self._vault.announce(Change("conversation", row["id"], "conversation.rename"))

    def _neighbours(self, conn: Connection, turns: Sequence[str]) -> list[str]:
        """The turns themselves and those whose index holds them as context."""
        sql = """SELECT n.id FROM turns t JOIN turns n ON n.conversation_id = t.conversation_id
            AND n.position BETWEEN t.position - ? AND t.position + ? WHERE t.id = ?"""
        found: dict[str, None] = {}
        for turn in turns:
            rows = conn.execute(sql, (_NEIGHBOURS_BEFORE, _NEIGHBOURS_AFTER, turn))
            found |= dict.fromkeys(row["id"] for row in rows)
        return list(found)

    def replies(self, conn: Connection, doomed: Sequence[Memory], words: Needles, tally: Tally) -> None:
        quotes = redaction.needles(text for memory in doomed for text in redaction.quote_texts(memory))
        for row in conn.execute("SELECT turn_id, detail_json FROM replies").fetchall():
            body = json.loads(row["detail_json"])
            uses_it = any(memory.id in row["detail_json"] for memory in doomed)
            cut = words.cut_json(body)
            cut = quotes.cut_json(cut) if uses_it else cut
            if cut != body:
                conn.execute(
                    "UPDATE replies SET detail_json = ? WHERE turn_id = ?",
                    (canonical_json(cut), row["turn_id"]),
                )
                tally.replies.append(row["turn_id"])

    def titles_and_drafts(self, conn: Connection, words: Needles, tally: Tally) -> None:
        for table, key, column in (("conversations", "id", "title"), ("drafts", "conversation_id", "text")):
            for row in conn.execute(f"SELECT {key} AS key, {column} AS text FROM {table}").fetchall():
                cut = words.cut(row["text"])
                if cut != row["text"]:
                    conn.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (cut, row["key"]))
                    tally.drafts += table == "drafts"

    def working_memory(self, conn: Connection, words: Needles) -> None:
        """Tasks, attached files and outputs that wait for another try lose the words; they go on without them."""
        for table, key, columns in _WORKING:
            for row in conn.execute(f"SELECT {key} AS key, {', '.join(columns)} FROM {table}").fetchall():
                for column in columns:
                    cut = words.cut(row[column])
                    if cut != row[column]:
                        conn.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (cut, row["key"]))

    def other_memories(self, conn: Connection, doomed: Sequence[Memory], words: Needles) -> None:
        """Quotes of other memories, now and in their history, lose the words; what those memories say stays."""
        gone = {memory.id for memory in doomed}
        for memory in self._rows.select(conn, "1", ()):
            if memory.id in gone:
                continue
            cleaned = _with_cut_quotes(memory, words)
            if cleaned != memory:
                self._rewrite_quotes(conn, cleaned)
        for row in conn.execute(
            "SELECT sequence, memory_id, before_json, after_json FROM memory_history"
        ).fetchall():
            if row["memory_id"] in gone or not words.is_in(f"{row['before_json']}\n{row['after_json']}"):
                continue
            before, after = (_cut_snapshot(row[name], words) for name in ("before_json", "after_json"))
            sql = "UPDATE memory_history SET before_json = ?, after_json = ? WHERE sequence = ?"
            conn.execute(sql, (before, after, row["sequence"]))

    def _rewrite_quotes(self, conn: Connection, memory: Memory) -> None:
        sql = "UPDATE memories SET value_json = ?, version = version + 1 WHERE id = ?"
        conn.execute(sql, (value_to_json(memory.value), memory.id))
        for ordinal, item in enumerate(memory.evidence):
            row = evidence_to_row(item, memory.id, ordinal)
            conn.execute(
                'UPDATE memory_evidence SET quote = :quote, start = :start, "end" = :end'
                " WHERE memory_id = :memory_id AND ordinal = :ordinal",
                row,
            )
        self._vault.announce(Change("memory", memory.id, "memory.update"))

    def receipts(
        self, conn: Connection, doomed: Sequence[Memory], words: Needles, tally: Tally, actor: str
    ) -> None:
        quotes = redaction.needles(text for memory in doomed for text in redaction.quote_texts(memory))
        found: list[str] = []
        sql = "SELECT r.id, r.memory_ids_json, b.body FROM receipts r JOIN receipt_bodies b ON b.receipt_id = r.id"
        for row in conn.execute(sql):
            text = redaction.searchable(row["body"])
            is_named = any(memory.id in row["memory_ids_json"] for memory in doomed)
            if is_named or words.is_in(text) or quotes.is_in(text):
                found.append(row["id"])
        tally.receipts += self._vault.receipts.purge(conn, found, actor=actor, reason=REASON)

    def words_of_turn(self, conn: Connection, turn: str, row: Row, tally: Tally, actor: str) -> None:
        """What holds the words of a turn that is about to go: requests, details of other replies, a title."""
        words = redaction.needles([row["text"]])
        is_long = (
            len(row["text"]) >= _LONG
        )  # a short one stands in many requests that have nothing to do with it
        found: list[str] = []
        later = "SELECT id FROM turns WHERE conversation_id = ? AND position >= ?"
        sql = f"""SELECT r.id, b.body,
            r.turn_id IN ({later}) OR (r.turn_id = '' AND r.conversation_id = ?) AS is_its
            FROM receipts r JOIN receipt_bodies b ON b.receipt_id = r.id"""
        chat = row["conversation_id"]
        for sent in conn.execute(sql, (chat, row["position"], chat)):
            if sent["is_its"] or (is_long and words.is_in(redaction.searchable(sent["body"]))):
                found.append(sent["id"])
        tally.receipts += self._vault.receipts.purge(conn, found, actor=actor, reason="turn")
        sql = """SELECT r.turn_id, r.detail_json, t.conversation_id FROM replies r JOIN turns t ON t.id = r.turn_id
            WHERE r.turn_id <> ?"""
        for reply in conn.execute(sql, (turn,)).fetchall():
            if turn in reply["detail_json"] or reply["conversation_id"] == chat:
                self._cut_quotes_of(conn, turn, reply, words, tally)
        sql = "SELECT text FROM turns WHERE conversation_id = ? AND id <> ? ORDER BY position LIMIT 1"
        first = conn.execute(sql, (chat, turn)).fetchone()
        self._retitle(conn, turn, row["text"], first["text"] if first else "")

    def _cut_quotes_of(self, conn: Connection, turn: str, reply: Row, words: Needles, tally: Tally) -> None:
        """A source of a reply that was this turn loses what it quoted, in whichever list of its details it stands."""
        body = json.loads(reply["detail_json"])
        cut = words.cut_json(body)
        for items in cut.values() if isinstance(cut, dict) else ():
            for item in items if isinstance(items, list) else ():
                if isinstance(item, dict):
                    _cut_source(item, turn)
        if cut != body:
            sql = "UPDATE replies SET detail_json = ? WHERE turn_id = ?"
            conn.execute(sql, (canonical_json(cut), reply["turn_id"]))
            tally.replies.append(reply["turn_id"])

    def documents(self, conn: Connection, words: Needles, tally: Tally, *, keeps_files: bool) -> None:
        """Documents lose the words, and the files they came in go."""
        for cut in cut_words(conn, words, keeps_files=keeps_files):
            tally.documents_cut.append(cut.id)
            tally.index_rows += cut.index_rows
            self._vault.audit.append(conn, "system", "document.cut", "document", cut.id, reason=REASON)
            self._vault.announce(Change("document", cut.id, "document.update"))

    def uses_of_document(
        self, conn: Connection, document_id: str, passages: Sequence[str], tally: Tally, actor: str
    ) -> None:
        """What replies quoted of a document, and the bytes of what was sent in those conversations from then on."""
        found: dict[str, None] = {}
        wanted = frozenset(passages)
        sql = """SELECT r.turn_id, r.detail_json, t.conversation_id, t.position FROM replies r
            JOIN turns t ON t.id = r.turn_id WHERE instr(r.detail_json, '"p_')"""
        for row in conn.execute(sql).fetchall():
            body = json.loads(row["detail_json"])
            if not cut_reply(body, wanted):
                continue
            conn.execute(
                "UPDATE replies SET detail_json = ? WHERE turn_id = ?", (canonical_json(body), row["turn_id"])
            )
            tally.replies.append(row["turn_id"])
            later = """SELECT r.id FROM receipts r LEFT JOIN turns t ON t.id = r.turn_id
                WHERE r.conversation_id = ? AND (t.position >= ? - 1 OR t.position IS NULL)"""
            sent = conn.execute(later, (row["conversation_id"], row["position"]))
            found |= dict.fromkeys(one["id"] for one in sent)
        tally.receipts += self._vault.receipts.purge(conn, list(found), actor=actor, reason="document")

    def pseudonyms(self, conn: Connection, words: Needles) -> None:
        for row in conn.execute("SELECT conversation_id, token, value FROM pseudonyms").fetchall():
            if words.is_in(row["value"]):
                sql = "DELETE FROM pseudonyms WHERE conversation_id = ? AND token = ?"
                conn.execute(sql, (row["conversation_id"], row["token"]))

    def index(self, conn: Connection, units: Iterable[tuple[str, str]], tally: Tally) -> None:
        for unit in units:
            for table in ("index_units", "index_vectors"):
                sql = f"DELETE FROM {table} WHERE kind = ? AND ref_id = ?"
                tally.index_rows += conn.execute(sql, unit).rowcount


def drop_digests(conn: Connection, turns: Iterable[str]) -> None:
    """A digest that covers one of these turns is made anew of what is left."""
    for turn in turns:
        conn.execute("DELETE FROM digests WHERE instr(turns, ?)", (turn,))


def _cut_source(item: dict[str, Any], turn: str) -> None:
    """Take what a source, or a line of a digest, says of a turn out of it."""
    if item.get("id") == turn:
        item.update({key: redaction.CUT_MARK for key in _QUOTED & item.keys()})
    if "lines" in item:
        item["lines"] = [[of, redaction.CUT_MARK if of == turn else said] for of, said in item["lines"]]


def _with_cut_quotes(memory: Memory, words: Needles) -> Memory:
    evidence = tuple(_cut_evidence(item, words) for item in memory.evidence)
    value = memory.value
    if isinstance(value, Quantity):
        value = replace(
            value, parts=tuple(replace(part, quote=words.cut(part.quote)) for part in value.parts)
        )
    return replace(memory, evidence=evidence, value=value)


def _cut_evidence(item: Evidence, words: Needles) -> Evidence:
    quote = words.cut(item.quote)
    # The turn was cut as well: its offsets no longer hold.
    return item if quote == item.quote else replace(item, quote=quote, start=-1, end=-1)


def _cut_snapshot(text: str, words: Needles) -> str:
    return canonical_json(words.cut_json(json.loads(text))) if text else text
