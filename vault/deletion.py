"""Forgetting: the one path on which memories, and what a conversation said, leave the vault.

The list of what goes: the row with its evidence and history, what it superseded, other rows of the same claim,
proposals from the same words, the quoted spans and every occurrence of the value in turns of both roles, titles,
details of replies, drafts, bytes of receipts, pseudonyms, index rows of the memory, of the cut turns and of their
neighbours; then the write-ahead log is emptied. Tombstones stay. Follows the design page "The vault, Deletion".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from vault import fold, redaction, slots
from vault.changes import Change
from vault.codec import canonical_json, evidence_to_row, value_to_json
from vault.database import Connection, Row
from vault.memory_rows import MemoryRows
from vault.records import DeletionReport, Evidence, Memory, Quantity, State
from vault.redaction import Needles
from vault.tombstones import Tombstones

if TYPE_CHECKING:
    from vault.vault import Vault

_REASON = "forget"
# A turn's index holds two turns before it and one after (recall.md): a cut one is in those of its neighbours.
_NEIGHBOURS_BEFORE, _NEIGHBOURS_AFTER = 1, 2


@dataclass(slots=True)
class _Tally:
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
        )


class Deletion:
    """Deletes from one vault. Any thread; each call is one transaction followed by a checkpoint."""

    def __init__(self, vault: Vault, rows: MemoryRows, tombstones: Tombstones) -> None:
        self._vault = vault
        self._rows = rows
        self._tombstones = tombstones

    def forget(self, ids: Sequence[str], *, never_again: bool, actor: str) -> DeletionReport:
        """Delete memories and every trace of what they say.

        Raises:
            NotFound: an id is unknown; then nothing is deleted.
        """
        tally = _Tally()
        self._vault.db.write(
            lambda conn: self._forget(conn, ids, tally, never_again=never_again, actor=actor)
        )
        self._vault.db.checkpoint()
        return tally.report()

    def delete_conversation(self, conversation_id: str, *, with_memories: bool, actor: str) -> DeletionReport:
        """Delete a conversation and what was kept for its sake alone; `with_memories`: all that was learnt only in it.

        Raises:
            NotFound: there is none of that id.
        """
        tally = _Tally()

        def remove(conn: Connection) -> None:
            ids = self._learnt_in(conn, conversation_id, only_session=not with_memories)
            self._forget(conn, ids, tally, never_again=False, actor=actor)
            turns = [
                row["id"]
                for row in conn.execute("SELECT id FROM turns WHERE conversation_id = ?", (conversation_id,))
            ]
            self._purge_index(conn, [("turn", turn) for turn in turns], tally)
            sent = conn.execute(
                "SELECT id FROM receipts WHERE conversation_id = ?", (conversation_id,)
            ).fetchall()
            tally.receipts += self._vault.receipts.purge(
                conn, [row["id"] for row in sent], actor=actor, reason="conversation"
            )
            self._vault.conversations.delete(conversation_id, actor=actor)
            for turn in turns:
                self._vault.announce(Change("turn", turn, "turn.delete"))
            tally.turns_removed += turns
            gone = set(turns)
            tally.turns_cut = [turn for turn in tally.turns_cut if turn not in gone]

        self._vault.db.write(remove)
        self._vault.db.checkpoint()
        return tally.report()

    def cut_again(self, conn: Connection, memory: Memory, actor: str) -> None:
        """Cut what was forgotten before out of turns that say it again, such as a chat that is read in once more."""
        words = redaction.needles([*redaction.value_texts(memory), *redaction.quote_texts(memory)])
        refs = list(dict.fromkeys(item.ref_id for item in memory.evidence if item.kind == "turn"))
        marks = ", ".join("?" * len(refs))
        rows = conn.execute(f"SELECT id, text, notes_json FROM turns WHERE id IN ({marks})", refs).fetchall()
        tally = _Tally()
        self._cut_rows(conn, rows, lambda _, text: words.cut(text), tally, actor)
        if tally.turns_cut:
            self._vault.db.checkpoint()  # joins this transaction: done after its commit

    # what belongs to it

    def _forget(
        self, conn: Connection, ids: Sequence[str], tally: _Tally, *, never_again: bool, actor: str
    ) -> None:
        doomed = self._doomed(conn, ids)
        if not doomed:
            return
        for memory in doomed:
            tally.tombstones += self._tombstones.add(conn, memory, self._vault.clock(), is_final=never_again)
        self._cut_turns(conn, doomed, tally, actor)
        words = redaction.needles(text for memory in doomed for text in self._told_by(conn, memory, doomed))
        self._cut_replies(conn, doomed, words, tally)
        self._cut_titles_and_drafts(conn, words, tally)
        self._cut_other_memories(conn, doomed, words)
        self._purge_receipts(conn, doomed, words, tally, actor)
        self._purge_pseudonyms(conn, words)
        self._purge_index(conn, [("memory", memory.id) for memory in doomed], tally)
        for memory in doomed:
            count = "SELECT count(*) FROM memory_history WHERE memory_id = ?"
            tally.history_rows += conn.execute(count, (memory.id,)).fetchone()[0]
            conn.execute("DELETE FROM memories WHERE id = ?", (memory.id,))
            self._vault.audit.append(conn, actor, "memory.delete", "memory", memory.id, reason=_REASON)
            self._vault.announce(Change("memory", memory.id, "memory.delete"))
            tally.memories.append(memory.id)

    def _doomed(self, conn: Connection, ids: Sequence[str]) -> list[Memory]:
        """The memories asked for, their past values, others of the same claim, and proposals from the same words."""
        found: dict[str, Memory] = {}
        waiting = [self._rows.load(conn, memory_id) for memory_id in dict.fromkeys(ids)]
        while waiting:
            memory = waiting.pop()
            if memory.id in found:
                continue
            found[memory.id] = memory
            waiting += self._rows.select(conn, "superseded_by = ?", (memory.id,))
            waiting += self._rows.twins(conn, memory, State)
            waiting += self._proposals_like(conn, memory)
        return list(found.values())

    def _proposals_like(self, conn: Connection, memory: Memory) -> list[Memory]:
        refs = [item.ref_id for item in memory.evidence if item.ref_id]
        if not refs:
            return []
        marks = ", ".join("?" * len(refs))
        where = (
            f"state = 'proposed' AND id IN (SELECT memory_id FROM memory_evidence WHERE ref_id IN ({marks}))"
        )
        slot = slots.normalise(memory.attribute)
        return [
            other
            for other in self._rows.select(conn, where, refs)
            if other.value == memory.value
            or (slots.normalise(other.attribute), other.subject) == (slot, memory.subject)
        ]

    def _learnt_in(self, conn: Connection, conversation_id: str, *, only_session: bool) -> list[str]:
        """Memories all of whose evidence lies in that conversation."""
        sql = """SELECT DISTINCT m.id FROM memories m JOIN memory_evidence e ON e.memory_id = m.id
            WHERE e.conversation_id = ?1 AND (m.retention = 'session' OR ?2 = 0) AND NOT EXISTS (
            SELECT 1 FROM memory_evidence o WHERE o.memory_id = m.id AND o.conversation_id <> ?1)"""
        return [row["id"] for row in conn.execute(sql, (conversation_id, int(only_session)))]

    # where it was said

    def _cut_turns(self, conn: Connection, doomed: Sequence[Memory], tally: _Tally, actor: str) -> None:
        everywhere, at_evidence = self._needles_for_turns(conn, doomed)

        def cut(turn: str, text: str) -> str:
            text = everywhere.cut(text)
            local = at_evidence.get(turn)
            return text if local is None else local.cut(text)

        rows = conn.execute("SELECT id, text, notes_json FROM turns").fetchall()
        self._cut_rows(conn, rows, cut, tally, actor)

    def _cut_rows(
        self, conn: Connection, rows: Iterable[Row], cut: Callable[[str, str], str], tally: _Tally, actor: str
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
                    conn, actor, "turn.cut", "turn", row["id"], reason=_REASON, new=text.encode()
                )
                changed.append(row["id"])
                self._retitle(conn, row["id"], row["text"], text)
        neighbours = self._neighbours(conn, changed)
        self._purge_index(conn, [("turn", turn) for turn in neighbours], tally)
        for turn in neighbours:
            self._vault.announce(Change("turn", turn, "turn.update"))
        tally.turns_cut += changed

    def _retitle(self, conn: Connection, turn: str, old: str, new: str) -> None:
        """A title made of a turn's first words follows the turn; cut short, it may hold half of what is to go."""
        sql = "SELECT c.id, c.title FROM conversations c JOIN turns t ON t.conversation_id = c.id WHERE t.id = ?"
        row = conn.execute(sql, (turn,)).fetchone()
        begun = fold.canonical(row["title"].rstrip("….")) if row["title"] else ""
        if begun and fold.canonical(old).startswith(begun):
            title = new[: len(row["title"])].strip()
            conn.execute("UPDATE conversations SET title = ? WHERE id = ?", (title, row["id"]))
            self._vault.announce(Change("conversation", row["id"], "conversation.rename"))

    def _needles_for_turns(
        self, conn: Connection, doomed: Sequence[Memory]
    ) -> tuple[Needles, dict[str, Needles]]:
        """What to cut from every turn, and what more from the turns that are the evidence."""
        gone = {memory.id for memory in doomed}
        everywhere: list[str] = []
        local: dict[str, list[str]] = {}
        for memory in doomed:
            everywhere += self._told_by(conn, memory, doomed)
            for item in memory.evidence:
                if _is_told_apart(memory) and self._is_shared(conn, item, gone):
                    local.setdefault(item.ref_id, []).append(str(memory.value))
                    continue
                everywhere.append(item.quote)
                local.setdefault(item.ref_id, []).append(item.quote)
        return redaction.needles(everywhere), {ref: redaction.needles(texts) for ref, texts in local.items()}

    def _told_by(self, conn: Connection, memory: Memory, doomed: Sequence[Memory]) -> list[str]:
        """The words that give a memory away, now and as it was before it was edited.

        A sentence that another memory rests on loses only the value, otherwise the whole sentence goes.
        """
        gone = {one.id for one in doomed}
        texts = redaction.value_texts(memory)
        for entry in self._rows.history(conn, memory.id):
            texts += redaction.value_texts(entry.after)
        if not _is_told_apart(memory):
            return texts
        shared = [item.quote for item in memory.evidence if self._is_shared(conn, item, gone)]
        return [text for text in texts if text == memory.value or text not in shared]

    def _is_shared(self, conn: Connection, item: Evidence, gone: Iterable[str]) -> bool:
        if not item.ref_id:
            return False
        sql = """SELECT e.memory_id, e.quote FROM memory_evidence e JOIN memories m ON m.id = e.memory_id
            WHERE e.ref_id = ? AND m.state NOT IN ('rejected', 'deleted')"""
        theirs = [row["quote"] for row in conn.execute(sql, (item.ref_id,)) if row["memory_id"] not in gone]
        return any(item.quote in quote or quote in item.quote for quote in theirs)

    def _neighbours(self, conn: Connection, turns: Sequence[str]) -> list[str]:
        """The turns themselves and those whose index holds them as context."""
        sql = """SELECT n.id FROM turns t JOIN turns n ON n.conversation_id = t.conversation_id
            AND n.position BETWEEN t.position - ? AND t.position + ? WHERE t.id = ?"""
        found: dict[str, None] = {}
        for turn in turns:
            rows = conn.execute(sql, (_NEIGHBOURS_BEFORE, _NEIGHBOURS_AFTER, turn))
            found |= dict.fromkeys(row["id"] for row in rows)
        return list(found)

    def _cut_replies(self, conn: Connection, doomed: Sequence[Memory], words: Needles, tally: _Tally) -> None:
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

    def _cut_titles_and_drafts(self, conn: Connection, words: Needles, tally: _Tally) -> None:
        for table, key, column in (("conversations", "id", "title"), ("drafts", "conversation_id", "text")):
            for row in conn.execute(f"SELECT {key} AS key, {column} AS text FROM {table}").fetchall():
                cut = words.cut(row["text"])
                if cut != row["text"]:
                    conn.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (cut, row["key"]))
                    tally.drafts += table == "drafts"

    def _cut_other_memories(self, conn: Connection, doomed: Sequence[Memory], words: Needles) -> None:
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

    # what was sent, and what stands for it

    def _purge_receipts(
        self, conn: Connection, doomed: Sequence[Memory], words: Needles, tally: _Tally, actor: str
    ) -> None:
        quotes = redaction.needles(text for memory in doomed for text in redaction.quote_texts(memory))
        found: list[str] = []
        sql = "SELECT r.id, r.memory_ids_json, b.body FROM receipts r JOIN receipt_bodies b ON b.receipt_id = r.id"
        for row in conn.execute(sql):
            text = redaction.searchable(row["body"])
            is_named = any(memory.id in row["memory_ids_json"] for memory in doomed)
            if is_named or words.is_in(text) or quotes.is_in(text):
                found.append(row["id"])
        tally.receipts += self._vault.receipts.purge(conn, found, actor=actor, reason=_REASON)

    def _purge_pseudonyms(self, conn: Connection, words: Needles) -> None:
        for row in conn.execute("SELECT conversation_id, token, value FROM pseudonyms").fetchall():
            if words.is_in(row["value"]):
                sql = "DELETE FROM pseudonyms WHERE conversation_id = ? AND token = ?"
                conn.execute(sql, (row["conversation_id"], row["token"]))

    def _purge_index(self, conn: Connection, units: Iterable[tuple[str, str]], tally: _Tally) -> None:
        for unit in units:
            for table in ("index_units", "index_vectors"):
                sql = f"DELETE FROM {table} WHERE kind = ? AND ref_id = ?"
                tally.index_rows += conn.execute(sql, unit).rowcount


def _is_told_apart(memory: Memory) -> bool:
    """Whether the value alone is distinct enough to be found and cut."""
    return isinstance(memory.value, str) and bool(redaction.needles([memory.value]).single)


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
