"""The memories of a vault: the only way in, and everything that can be done with one; `memory_reading` reads.

Facade over the write gate, arbitration and the rows; each call is one transaction in which history and audit are
written too, and after which the vault's listeners are told. Follows the design page "Memory core".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from vault import lifecycle, worth
from vault.codec import to_us
from vault.consolidation import summarise
from vault.database import Connection
from vault.deletion import Deletion
from vault.errors import KeepsakeError, StaleVersion, WriteDenied
from vault.memory_apply import Applier
from vault.memory_changes import NEEDS_REVIEW, Changes, Edit
from vault.memory_reading import MemoryReading
from vault.memory_rows import Note
from vault.records import (
    Candidate,
    DeletionReport,
    Evidence,
    Layer,
    Memory,
    MemoryMode,
    Outcome,
    Quantity,
    Sensitivity,
    State,
)
from vault.sealing import Sealing
from vault.tombstones import Tombstones
from vault.upkeep import Upkeep
from vault.worth import CleanUp

if TYPE_CHECKING:
    from vault.vault import Vault


class Memories(MemoryReading):
    """Memories of one open vault. Any thread. `actor` is who acts: user, assistant, import, or a tool's name."""

    def __init__(self, vault: Vault) -> None:
        super().__init__(vault)
        self._tombstones = Tombstones(vault.keys)
        self._deletion = Deletion(vault, self._rows, self._tombstones)
        self._applier = Applier(vault, self._rows, self._tombstones, self._deletion.cut_again)
        self._changes = Changes(vault, self._rows, self._applier, self._tombstones)
        self.sealing = Sealing(vault, self._rows, self._deletion)
        self.upkeep = Upkeep(vault)

    # the way in

    def apply(
        self, candidates: Sequence[Candidate], *, mode: MemoryMode, actor: str, at: datetime | None = None
    ) -> list[Outcome]:
        """Put candidates through the gate, each in a transaction of its own, in the order given."""
        now = at or self._vault.clock()

        def one(conn: Connection, candidate: Candidate) -> Outcome:
            outcome = self._applier.apply(conn, candidate, mode=mode, actor=actor, at=now)
            if outcome.memory is None or outcome.memory.sensitivity is not Sensitivity.SEALED:
                return outcome
            value = candidate.value if isinstance(candidate.value, str) else ""
            sealed = self.sealing.seal_within(
                conn, outcome.memory, claim=candidate.claim, value=value, actor=actor
            )
            return replace(outcome, memory=sealed)

        return [
            self._vault.db.write(lambda conn, candidate=candidate: one(conn, candidate))  # type: ignore[misc]
            for candidate in candidates
        ]

    def add(self, candidate: Candidate, *, actor: str = "user", at: datetime | None = None) -> Outcome:
        """Keep what a person typed into the list; it counts as the user's own word, whatever the mode.

        A candidate without evidence gets its own claim as such.
        """
        now = at or self._vault.clock()
        if not candidate.evidence:
            said = candidate.said_utc or now
            candidate = replace(candidate, evidence=(Evidence("manual", "", candidate.claim, said_utc=said),))
        asked = replace(candidate, requested=True)
        return self.apply([asked], mode=MemoryMode.AUTO, actor=actor, at=now)[0]

    def is_forgotten(self, candidate: Candidate) -> bool:
        """Whether this was deleted and must not be learnt again; its span is to be cut before its turn is stored."""
        return self._vault.db.read(
            lambda conn: self._applier.is_forgotten(conn, candidate, self._vault.clock())
        )

    # a person's changes

    def edit(
        self,
        memory_id: str,
        *,
        claim: str | None = None,
        value: str | Quantity | None = None,
        attribute: str | None = None,
        layer: Layer | None = None,
        scope: str | None = None,
        sensitivity: Sensitivity | None = None,
        expires_utc: datetime | None = None,
        clears_expiry: bool = False,
        version: int | None = None,
        actor: str = "user",
    ) -> Memory:
        """Change a memory; None leaves a field as it is. A new sentence brings the value that it states.

        Raises:
            StaleVersion: `version` is given and is not the present one.
            WriteDenied: the new text is empty or holds a secret, or another memory already says it; or the words of a
                sealed memory were to be changed, which is opened first.
        """
        note = self._note(actor, "memory.edit")
        edit = Edit(claim, value, attribute, layer, scope, sensitivity, expires_utc, clears_expiry)

        def change(conn: Connection) -> Memory:
            is_sealed = self.sealing.is_sealed(conn, memory_id)
            if is_sealed and (claim or value or sensitivity not in (None, Sensitivity.SEALED)):
                raise WriteDenied(reason="sealed")
            changed = self._changes.edit(conn, memory_id, edit, note, version=version)
            if is_sealed or changed.sensitivity is not Sensitivity.SEALED:
                return changed
            said = value if isinstance(value, str) else ""
            return self.sealing.seal(memory_id, claim=claim or "", value=said, actor=actor)

        return self._vault.db.write(change)

    def approve(self, memory_id: str, *, actor: str = "user") -> Outcome:
        """Put a proposal into force, judged again against what is in force now.

        Raises:
            StaleVersion: what it stands against has changed since it was made; it now says `needs_review`, and
                approving once more applies it.
        """
        note = self._note(actor, "memory.approve")
        outcome = self._vault.db.write(lambda conn: self._changes.approve(conn, memory_id, note))
        if outcome is None:
            raise StaleVersion(id=memory_id, reason=NEEDS_REVIEW)
        return outcome

    def approve_all(self, ids: Sequence[str], *, actor: str = "user") -> tuple[list[Outcome], dict[str, str]]:
        """Approve many; those that cannot be are left, with the code of their error by id."""
        done: list[Outcome] = []
        left: dict[str, str] = {}
        for memory_id in ids:
            try:
                done.append(self.approve(memory_id, actor=actor))
            except KeepsakeError as error:
                left[memory_id] = error.code
        return done, left

    def supersede(self, memory_id: str, by: str, *, actor: str = "user") -> bool:
        """Let one memory end another of the same subject and scope that does not outweigh it; whether it did."""
        note = self._note(actor, "memory.supersede", "correction")

        def change(conn: Connection) -> bool:
            old, new = self._rows.load(conn, memory_id), self._rows.load(conn, by)
            are_in_force = old.state is new.state is State.ACTIVE
            belongs = (old.subject, old.scope) == (new.subject, new.scope) and old.weight <= new.weight
            if not are_in_force or not belongs or old.id == new.id:
                return False
            self._applier.end(conn, old, new, note)
            return True

        return self._vault.db.write(change)

    def reject(self, memory_id: str, *, actor: str = "user") -> Memory:
        """Refuse a proposal; the same words do not propose it again."""
        return self._move(memory_id, State.REJECTED, "memory.reject", actor, "user")

    def archive(self, memory_id: str, *, actor: str = "user", reason: str = "user") -> Memory:
        """Put an active memory away: out of default recall, still shown."""
        return self._move(memory_id, State.ARCHIVED, "memory.archive", actor, reason)

    def restore(self, memory_id: str, *, actor: str = "user") -> Outcome:
        """Bring an archived, superseded, expired or rejected memory back into force."""
        note = self._note(actor, "memory.restore")
        return self._vault.db.write(lambda conn: self._changes.restore(conn, memory_id, note))

    def pin(self, memory_id: str, is_pinned: bool, *, actor: str = "user") -> Memory:
        """Pin or unpin: pinned is exempt from fading and archiving."""
        note = self._note(actor, "memory.pin" if is_pinned else "memory.unpin")

        def change(conn: Connection) -> Memory:
            old = self._rows.load(conn, memory_id)
            if old.pinned == is_pinned:
                return old
            return self._rows.change(conn, old, replace(old, pinned=is_pinned), note)

        return self._vault.db.write(change)

    def undo(self, memory_id: str, *, actor: str = "user") -> Memory | None:
        """Take back the last change and what it displaced; None where that change had made the memory."""
        note = self._note(actor, "memory.undo")
        return self._vault.db.write(lambda conn: self._changes.undo(conn, memory_id, note))

    def take_back(self, turn_id: str, *, actor: str = "user") -> Sequence[Memory]:
        """Undo the memories that rest on this message alone and were not touched since it made them: another wording
        took its place. What the user has approved, edited or confirmed stays. Those that were undone."""
        note = self._note(actor, "memory.undo", "edited")
        where = """id IN (SELECT memory_id FROM memory_evidence WHERE ref_id = ?1) AND NOT EXISTS (
            SELECT 1 FROM memory_evidence o WHERE o.memory_id = memories.id AND o.ref_id <> ?1)"""

        def undo(conn: Connection) -> Sequence[Memory]:
            found = self._rows.select(conn, where, (turn_id,))
            fresh = [memory for memory in found if len(self._rows.history(conn, memory.id)) == 1]
            return [m for m in fresh if self._changes.undo(conn, m.id, note) is None]

        return self._vault.db.write(undo)

    def merge(self, ids: Sequence[str], claim: str, *, actor: str = "user") -> Memory:
        """Join memories under one sentence. Raises WriteDenied where the sentence would lose anything of them."""
        note = self._note(actor, "memory.merge")
        return self._vault.db.write(lambda conn: self._changes.merge(conn, ids, claim, note))

    # deletion

    def forget(self, ids: Sequence[str], *, never_again: bool = False, actor: str = "user") -> DeletionReport:
        """Delete memories and every trace of what they say. Raises NotFound for an unknown id; then nothing is done."""
        return self._deletion.forget(ids, never_again=never_again, actor=actor)

    def forget_scope(self, scope: str, *, never_again: bool = False, actor: str = "user") -> DeletionReport:
        """Delete every memory of one scope, and nothing of any other."""
        ids = [memory.id for memory in self.list(None, scope=scope)]
        return self._deletion.forget(ids, never_again=never_again, actor=actor)

    def delete_conversation(
        self, conversation_id: str, *, with_memories: bool = False, actor: str = "user"
    ) -> DeletionReport:
        """Delete a conversation; its memories stay, with the quoted evidence, unless `with_memories`."""
        return self._deletion.delete_conversation(conversation_id, with_memories=with_memories, actor=actor)

    def delete_turn(self, turn_id: str, *, actor: str = "user") -> DeletionReport:
        """Delete one message; what followed it and what was learnt from it stay. Raises NotFound."""
        return self._deletion.delete_turn(turn_id, actor=actor)

    def delete_document(self, document_id: str, *, actor: str = "user") -> DeletionReport:
        """Delete a document and every trace of its text but what replies say in their own words. Raises NotFound."""
        return self._deletion.delete_document(document_id, actor=actor)

    # jobs

    def record_use(
        self,
        ids: Sequence[str],
        at: datetime | None = None,
        *,
        off_topic: Collection[str] = (),
        actor: str = "assistant",
    ) -> None:
        """Note that a reply used these memories; unknown ids are passed over.

        Each use is audited. It is counted, and keeps an adaptive memory alive, only where the talk was about it:
        not for those in `off_topic`.
        """
        now = at or self._vault.clock()

        def count(conn: Connection) -> None:
            for memory_id in dict.fromkeys(ids):
                sql = _KNOWN if memory_id in off_topic else _COUNT_USE
                values = (memory_id,) if memory_id in off_topic else (to_us(now), memory_id)
                if conn.execute(sql, values).rowcount:
                    self._vault.audit.append(conn, actor, "memory.read", "memory", memory_id)

        self._vault.db.write(count)

    def summarise(self, at: datetime | None = None, *, actor: str = "assistant") -> Sequence[str]:
        """Join topics with twenty memories or more under a summary each, and bring the ones that there are up to date.

        What the user put away or refused is left so; in mode `off` nothing is made. The ids of new or changed ones.
        """
        return summarise(self._vault, self._rows, at or self._vault.clock(), actor=actor)

    def clean_up(self, at: datetime | None = None) -> Sequence[CleanUp]:
        """What is proposed for archiving, the least worth first. It stays in force until somebody archives it."""
        return worth.clean_up(self.list(), at or self._vault.clock())

    def archive_all(self, ids: Sequence[str], *, actor: str = "user", reason: str = "clean_up") -> None:
        """Put many away at once, each of which `undo` or `restore` brings back.

        Raises:
            NotFound, TransitionRefused: one is unknown or not in force; then none is archived.
        """
        note = self._note(actor, "memory.archive", reason)

        def change(conn: Connection) -> None:
            for memory_id in dict.fromkeys(ids):
                old = self._rows.load(conn, memory_id)
                lifecycle.transition(old.state, State.ARCHIVED)
                self._rows.change(conn, old, replace(old, state=State.ARCHIVED, reason=reason), note)

        self._vault.db.write(change)

    def keep(self, ids: Sequence[str], at: datetime | None = None, *, actor: str = "user") -> None:
        """Answer a proposal to archive with no: their lives begin anew."""
        now = to_us(at or self._vault.clock())

        def change(conn: Connection) -> None:
            for memory_id in dict.fromkeys(ids):
                self._rows.load(conn, memory_id)
                conn.execute("UPDATE memories SET last_used_us = ? WHERE id = ?", (now, memory_id))
                self._vault.audit.append(conn, actor, "memory.keep", "memory", memory_id)

        self._vault.db.write(change)

    def expire(self, at: datetime | None = None, *, actor: str = "assistant") -> list[str]:
        """Move what is past its date out of force, and archive what belonged to a closed conversation. Ids it moved."""
        now = at or self._vault.clock()
        return [*self.upkeep.expire(now, actor=actor), *self.upkeep.end_sessions(now, actor=actor)]

    def _move(self, memory_id: str, target: State, action: str, actor: str, reason: str) -> Memory:
        note = self._note(actor, action, reason)

        def change(conn: Connection) -> Memory:
            old = self._rows.load(conn, memory_id)
            return self._rows.change(conn, old, replace(old, state=target, reason=reason), note)

        return self._vault.db.write(change)

    def _note(self, actor: str, action: str, reason: str = "") -> Note:
        return Note(actor, self._vault.clock(), action, reason)


_COUNT_USE = (
    "UPDATE memories SET uses = uses + 1, last_used_us = max(coalesce(last_used_us, 0), ?) WHERE id = ?"
)
_KNOWN = "UPDATE memories SET id = id WHERE id = ?"
