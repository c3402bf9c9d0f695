"""Forgetting: the one path on which memories, and what a conversation said, leave the vault.

The list of what goes: the row with its evidence and history, what it superseded, other rows of the same
claim, proposals from the same words, the quoted spans and every occurrence of the value in turns of both
roles, titles, details of replies, drafts, tasks, bytes of receipts, pseudonyms, index rows of the memory,
of the cut turns and of their neighbours; then the write-ahead log is emptied. Tombstones stay. Follows the
design page "The vault, Deletion".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vault import redaction, slots
from vault.changes import Change
from vault.cutting import REASON, Cutter, Tally, drop_digests
from vault.database import Connection
from vault.document_cutting import drop_index
from vault.errors import NotFound
from vault.memory_rows import MemoryRows, Note
from vault.migrating import forget_old_database
from vault.records import DeletionReport, Evidence, Layer, Memory, State
from vault.redaction import Needles
from vault.still_held import still_held
from vault.tombstones import Tombstones

if TYPE_CHECKING:
    from vault.vault import Vault


class Deletion:
    """Deletes from one vault. Any thread; each call is one transaction followed by a checkpoint."""

    def __init__(self, vault: Vault, rows: MemoryRows, tombstones: Tombstones) -> None:
        self._vault = vault
        self._rows = rows
        self._tombstones = tombstones
        self._cutter = Cutter(vault, rows)

    def forget(self, ids: Sequence[str], *, never_again: bool, actor: str) -> DeletionReport:
        """Delete memories and every trace of what they say.

        Raises:
            NotFound: an id is unknown; then nothing is deleted.
        """
        tally = Tally()
        self._vault.db.write(
            lambda conn: self._forget(conn, ids, tally, never_again=never_again, actor=actor)
        )
        return self._finished(tally)

    def delete_conversation(self, conversation_id: str, *, with_memories: bool, actor: str) -> DeletionReport:
        """Delete a conversation and what was kept for its sake alone; `with_memories`: all that was learnt
        only in it.

        Raises:
            NotFound: there is none of that id.
        """
        tally = Tally()

        def remove(conn: Connection) -> None:
            ids = self._learnt_in(conn, conversation_id, only_session=not with_memories)
            self._forget(conn, ids, tally, never_again=False, actor=actor)
            turns = [
                row["id"]
                for row in conn.execute("SELECT id FROM turns WHERE conversation_id = ?", (conversation_id,))
            ]
            self._cutter.index(conn, [("turn", turn) for turn in turns], tally)
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
        return self._finished(tally)

    def delete_turn(self, turn_id: str, *, actor: str) -> DeletionReport:
        """Delete one message of a conversation, with its details, its files, and the bytes of what was sent in this
        conversation from it on, for requests hold what was said before. A title and details of other replies made of
        its words follow. What answered or followed it stays, and so do memories learnt from it.

        Raises:
            NotFound: there is none of that id.
        """
        tally = Tally()

        def remove(conn: Connection) -> None:
            row = conn.execute(
                "SELECT parent_id, conversation_id, position, text FROM turns WHERE id = ?",
                (turn_id,),
            ).fetchone()
            if row is None:
                raise NotFound(id=turn_id)
            self._cutter.neighbours_index(conn, [turn_id], tally)
            drop_digests(conn, [turn_id])
            self._cutter.words_of_turn(conn, turn_id, row, tally, actor)
            conn.execute("UPDATE turns SET parent_id = ? WHERE parent_id = ?", (row["parent_id"], turn_id))
            conn.execute("DELETE FROM turns WHERE id = ?", (turn_id,))
            self._vault.audit.append(conn, actor, "turn.delete", "turn", turn_id)
            self._vault.announce(Change("turn", turn_id, "turn.delete"))
            self._vault.announce(Change("conversation", row["conversation_id"], "turn.delete"))
            tally.turns_removed.append(turn_id)

        self._vault.db.write(remove)
        return self._finished(tally)

    def delete_document(self, document_id: str, *, actor: str) -> DeletionReport:
        """Delete a document with its file, passages and index, what replies quoted of it, and the bytes of what was
        sent in those conversations from then on. What replies say in their own words stays.

        Raises:
            NotFound: there is none of that id.
        """
        tally = Tally()

        def remove(conn: Connection) -> None:
            if conn.execute("SELECT 1 FROM documents WHERE id = ?", (document_id,)).fetchone() is None:
                raise NotFound(id=document_id)
            rows = conn.execute("SELECT id FROM passages WHERE document_id = ?", (document_id,)).fetchall()
            passages = [row["id"] for row in rows]
            tally.index_rows += drop_index(conn, document_id)
            self._cutter.uses_of_document(conn, document_id, passages, tally, actor)
            conn.execute("DELETE FROM documents WHERE id = ?", (document_id,))
            self._vault.audit.append(conn, actor, "document.delete", "document", document_id)
            self._vault.announce(Change("document", document_id, "document.delete"))
            tally.documents.append(document_id)
            tally.passages += len(passages)

        self._vault.db.write(remove)
        return self._finished(tally)

    def cut_again(self, conn: Connection, memory: Memory, actor: str) -> None:
        """Cut what was forgotten before out of turns that say it again, such as a chat that is read in once
        more."""
        words = redaction.needles([*redaction.value_texts(memory), *redaction.quote_texts(memory)])
        refs = list(dict.fromkeys(item.ref_id for item in memory.evidence if item.kind == "turn"))
        marks = ", ".join("?" * len(refs))
        rows = conn.execute(f"SELECT id, text, notes_json FROM turns WHERE id IN ({marks})", refs).fetchall()
        tally = Tally()
        self._cutter.turns(conn, rows, lambda _, text: words.cut(text), tally, actor)
        if tally.turns_cut:
            self._vault.db.checkpoint()  # joins this transaction: done after its commit

    def _finished(self, tally: Tally) -> DeletionReport:
        """Take what was deleted out of the log and out of the database from before a migration, and report."""
        self._vault.db.checkpoint()
        forget_old_database(self._vault.path)
        deleted = (*tally.memories, *tally.turns_cut, *tally.turns_removed, *tally.documents)
        return replace(tally.report(), backups=still_held(self._vault, deleted))

    # what belongs to it

    def _forget(
        self, conn: Connection, ids: Sequence[str], tally: Tally, *, never_again: bool, actor: str
    ) -> None:
        doomed = self._doomed(conn, ids)
        if not doomed:
            return
        for memory in doomed:
            tally.tombstones += self._tombstones.add(conn, memory, self._vault.clock(), is_final=never_again)
        gone = self._cut_everywhere(conn, doomed, tally, actor)
        self._cutter.index(conn, [("memory", memory_id) for memory_id in gone], tally)
        for memory in doomed:
            count = "SELECT count(*) FROM memory_history WHERE memory_id = ?"
            tally.history_rows += conn.execute(count, (memory.id,)).fetchone()[0]
            conn.execute("DELETE FROM memories WHERE id = ?", (memory.id,))
            self._vault.audit.append(conn, actor, "memory.delete", "memory", memory.id, reason=REASON)
            self._vault.announce(Change("memory", memory.id, "memory.delete"))
            tally.memories.append(memory.id)

    def cut_elsewhere(self, conn: Connection, memories: Sequence[Memory], *, actor: str) -> None:
        """Take what memories say out of every place but their own rows and history, inside a write."""
        tally = Tally()
        self._cut_everywhere(conn, memories, tally, actor, keeps_files=True)
        self._cutter.index(conn, [("memory", memory.id) for memory in memories], tally)

    def _cut_everywhere(
        self,
        conn: Connection,
        doomed: Sequence[Memory],
        tally: Tally,
        actor: str,
        *,
        keeps_files: bool = False,
    ) -> list[str]:
        """Cut the words; gives the ids of these memories and of the summaries that were made anew without them. The
        files of documents that held the words go, unless `keeps_files`.
        """
        gone = [memory.id for memory in doomed]
        # Before the words are cut: the history that this leaves is cut with the rest.
        note = Note(actor, self._vault.clock(), "memory.summarise", REASON)
        gone += self._rows.rebuild_summaries(conn, gone, note, without=set(gone))
        # A summary says nothing of its own: forgetting it takes nothing away from what its members say.
        told = [memory for memory in doomed if memory.layer is not Layer.SUMMARY]
        self._cut_turns(conn, told, tally, actor)
        words = redaction.needles(text for memory in told for text in self._told_by(conn, memory, told))
        self._cutter.replies(conn, told, words, tally)
        self._cutter.titles_and_drafts(conn, words, tally)
        self._cutter.working_memory(conn, words)
        self._cutter.other_memories(conn, doomed, words)
        self._cutter.receipts(conn, told, words, tally, actor)
        self._cutter.documents(conn, words, tally, keeps_files=keeps_files)
        self._cutter.pseudonyms(conn, words)
        return gone

    def _doomed(self, conn: Connection, ids: Sequence[str]) -> list[Memory]:
        """The memories asked for, their past values, others of the same claim, and proposals from the same
        words."""
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

    def _cut_turns(self, conn: Connection, doomed: Sequence[Memory], tally: Tally, actor: str) -> None:
        everywhere, at_evidence = self._needles_for_turns(conn, doomed)

        def cut(turn: str, text: str) -> str:
            text = everywhere.cut(text)
            local = at_evidence.get(turn)
            return text if local is None else local.cut(text)

        rows = conn.execute("SELECT id, text, notes_json FROM turns").fetchall()
        self._cutter.turns(conn, rows, cut, tally, actor)

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

    # what was sent, and what stands for it


def _is_told_apart(memory: Memory) -> bool:
    """Whether the value alone is distinct enough to be found and cut."""
    return isinstance(memory.value, str) and bool(redaction.needles([memory.value]).single)
