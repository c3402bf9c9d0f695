"""What a person does to stored memories: edit, approve, restore, undo, merge. All inside a caller's transaction.

Follows the design page "Memory core, States" and "Duplicates, merge, summary".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from vault import fold, lifecycle, privacy, quantities, slots
from vault.arbitration import Decision, Verdict
from vault.changes import Change
from vault.codec import clean_text
from vault.database import Connection
from vault.errors import StaleVersion, TransitionRefused, WriteDenied
from vault.memory_apply import Applier, review
from vault.memory_rows import HistoryEntry, MemoryRows, Note
from vault.records import (
    SOURCE_WEIGHTS,
    Evidence,
    Layer,
    Memory,
    Outcome,
    Quantity,
    Sensitivity,
    SourceKind,
    State,
)
from vault.tombstones import Tombstones

if TYPE_CHECKING:
    from vault.vault import Vault

NEEDS_REVIEW = "needs_review"
_TAKES_OTHERS_DOWN = frozenset({"memory.add", "memory.approve", "memory.merge", "memory.restore"})


@dataclass(frozen=True, slots=True)
class Edit:
    """What to change; None leaves a field as it is. `clears_expiry` removes the date, which None cannot say."""

    claim: str | None = None
    value: str | Quantity | None = None
    attribute: str | None = None
    layer: Layer | None = None
    scope: str | None = None
    sensitivity: Sensitivity | None = None
    expires_utc: datetime | None = None
    clears_expiry: bool = False


class Changes:
    """Changes to memories of one vault by a person's hand."""

    def __init__(self, vault: Vault, rows: MemoryRows, applier: Applier, tombstones: Tombstones) -> None:
        self._vault = vault
        self._rows = rows
        self._applier = applier
        self._tombstones = tombstones

    def edit(
        self, conn: Connection, memory_id: str, edit: Edit, note: Note, *, version: int | None
    ) -> Memory:
        """Change fields; the words become the user's own, with the highest weight.

        Raises:
            StaleVersion: `version` is given and is not the present one.
            WriteDenied: the new text holds a secret, or another memory already says it.
        """
        old = self._rows.load(conn, memory_id)
        if version is not None and version != old.version:
            raise StaleVersion(id=memory_id)
        claim = old.claim if edit.claim is None else clean_text(edit.claim).strip()
        value = edit.value if edit.value is not None else _value_after(old, claim)
        if not claim or value == "":
            raise WriteDenied(reason="empty")
        for text in (claim, value if isinstance(value, str) else ""):
            if privacy.for_storage(text).had_secret:
                raise WriteDenied(reason="secret")
        new = replace(
            old,
            claim=privacy.for_storage(claim).text,
            value=privacy.for_storage(value).text if isinstance(value, str) else value,
            attribute=edit.attribute or old.attribute,
            layer=edit.layer or old.layer,
            scope=edit.scope or old.scope,
            sensitivity=edit.sensitivity or old.sensitivity,
            expires_utc=None if edit.clears_expiry else edit.expires_utc or old.expires_utc,
        )
        if new == old:
            return old
        if (new.claim, new.value) != (old.claim, old.value):
            new = _as_users_word(new, note.at)
        if new.state is State.ACTIVE:
            self._applier.yield_to(conn, new, note)
        return self._rows.change(conn, old, new, note)

    def approve(self, conn: Connection, memory_id: str, note: Note) -> Outcome | None:
        """Put a proposal into force. None where it has gone stale: it is then marked and must be looked at again."""
        memory = self._rows.load(conn, memory_id)
        lifecycle.transition(memory.state, State.ACTIVE)
        if memory.state is not State.PROPOSED:
            raise TransitionRefused(from_state=str(memory.state), to_state=str(State.ACTIVE))
        noted = self._rows.review_of(conn, memory_id)
        corrects = bool(noted.get("corrects"))
        replaces = str(noted.get("replaces", ""))
        decision = self._applier.decide(conn, memory, corrects=corrects, replaces=replaces)
        is_harmless = decision.verdict in (Verdict.ADD, Verdict.CONFIRM)
        if not is_harmless and (decision.verdict.value, list(decision.targets)) != (
            noted.get("verdict"),
            noted.get("targets"),
        ):
            stale = replace(memory, reason=NEEDS_REVIEW)
            self._rows.change(
                conn, memory, stale, replace(note, action="memory.stale", reason=NEEDS_REVIEW),
                review=review(decision, corrects=corrects, replaces=replaces),
            )  # fmt: skip
            return None
        if decision.verdict is Verdict.QUEUE:  # the user's approval outweighs any source
            decision = Decision(Verdict.SUPERSEDE, decision.targets, "user")
        return self._applier.settle(conn, memory, decision, note, corrects=corrects, is_stored=True)

    def restore(self, conn: Connection, memory_id: str, note: Note) -> Outcome:
        """Bring a memory out of history back into force; what stands against it goes there instead."""
        memory = self._rows.load(conn, memory_id)
        lifecycle.transition(memory.state, State.ACTIVE)
        back = replace(
            memory, superseded_by="", valid_until=None if memory.superseded_by else memory.valid_until,
            expires_utc=None if memory.state is State.EXPIRED else memory.expires_utc,
        )  # fmt: skip
        decision = self._applier.decide(conn, back, corrects=False)
        if decision.verdict not in (Verdict.ADD, Verdict.CONFIRM, Verdict.DISPUTE):
            decision = Decision(Verdict.SUPERSEDE, decision.targets, "user")
        return self._applier.settle(conn, back, decision, note, corrects=False, is_stored=True)

    def undo(self, conn: Connection, memory_id: str, note: Note) -> Memory | None:
        """Take back the last change of a memory and what it displaced. None where the change had made the memory.

        What is taken back at its birth leaves a tombstone, so that the same words do not bring it again.
        """
        memory = self._rows.load(conn, memory_id)
        last = self._rows.history(conn, memory_id)[-1]
        if last.before is None:
            self._tombstones.add_undone(conn, memory, note.at)
            for table in ("index_units", "index_vectors"):
                conn.execute(f"DELETE FROM {table} WHERE kind = 'memory' AND ref_id = ?", (memory_id,))
            conn.execute("DELETE FROM memories WHERE id = ?", (memory_id,))
            self._vault.audit.append(conn, note.actor, note.action, "memory", memory_id, reason="added")
            self._vault.announce(Change("memory", memory_id, note.action))
            self._bring_back(conn, memory_id, last, note)
            return None
        before = replace(last.before, uses=memory.uses, last_used_utc=memory.last_used_utc)
        restored = self._rows.change(conn, memory, before, note)
        if last.action in _TAKES_OTHERS_DOWN:
            self._bring_back(conn, memory_id, last, note)
        return restored

    def merge(self, conn: Connection, ids: Sequence[str], claim: str, note: Note) -> Memory:
        """Join memories into the oldest of them under one sentence that loses nothing.

        Raises:
            WriteDenied: a number, name, address or value of a source would be lost, the sentence would be shorter than
                the longest source, a source is pinned and not the one that stays, or fewer than two are given.
        """
        sources = sorted(
            (self._rows.load(conn, one) for one in dict.fromkeys(ids)), key=lambda m: m.recorded_utc
        )
        if len(sources) < 2 or any(source.state is not State.ACTIVE for source in sources):
            raise WriteDenied(reason="merge_needs_active")
        target = next((source for source in sources if source.pinned), sources[0])
        others = [source for source in sources if source is not target]
        if any(source.pinned for source in others) or len({source.scope for source in sources}) > 1:
            raise WriteDenied(reason="merge_refused")
        claim = clean_text(claim).strip()
        if privacy.for_storage(claim).had_secret:
            raise WriteDenied(reason="secret")
        if lost_tokens(sources, claim) or len(claim) < max(len(source.claim) for source in sources):
            raise WriteDenied(reason="merge_loses")
        for source in others:
            folded = replace(source, state=State.SUPERSEDED, superseded_by=target.id, reason="merged")
            self._rows.change(conn, source, folded, replace(note, reason="merged"))
        return self._rows.change(conn, target, _merged(target, others, claim), note)

    def _bring_back(self, conn: Connection, memory_id: str, cause: HistoryEntry, note: Note) -> None:
        for displaced in self._rows.select(conn, "superseded_by = ? AND state = 'superseded'", (memory_id,)):
            entry = self._rows.history(conn, displaced.id)[-1]
            if entry.before is None or entry.at_utc != cause.at_utc:
                continue
            before = replace(entry.before, uses=displaced.uses, last_used_utc=displaced.last_used_utc)
            self._rows.change(conn, displaced, before, replace(note, reason="undo"))


def lost_tokens(sources: Sequence[Memory], claim: str) -> tuple[str, ...]:
    """What of the sources does not survive in `claim`: numbers, addresses, names, entities and text values."""
    folded = fold.canonical(claim)
    lost = [token for source in sources for token in _tokens(source) if fold.canonical(token) not in folded]
    return tuple(dict.fromkeys(lost))


_TOKENS = re.compile(
    r"https?://\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d[\d,.:/-]*\w*|(?<!^)(?<![.!?]\s)\b[A-Z]\w+"
)


def _tokens(memory: Memory) -> list[str]:
    found = [match.group().rstrip(".,") for match in _TOKENS.finditer(memory.claim)]
    values = [memory.value] if isinstance(memory.value, str) and memory.value in memory.claim else []
    return [*found, *memory.entities, *values]


def _merged(target: Memory, others: Sequence[Memory], claim: str) -> Memory:
    known = list(target.evidence)
    for source in others:
        known += [item for item in source.evidence if item not in known]
    everything = (target, *others)
    return replace(
        target,
        claim=claim,
        value=claim if isinstance(target.value, str) else target.value,
        evidence=tuple(known),
        said_utc=max(memory.said_utc for memory in everything),
        recorded_utc=min(memory.recorded_utc for memory in everything),
        confirmations=sum(memory.confirmations for memory in everything),
        uses=max(memory.uses for memory in everything),
        topics=tuple(dict.fromkeys(topic for memory in everything for topic in memory.topics)),
        entities=tuple(dict.fromkeys(name for memory in everything for name in memory.entities)),
    )


def _as_users_word(memory: Memory, at: datetime) -> Memory:
    return replace(
        memory,
        source=SourceKind.EXPLICIT,
        weight=SOURCE_WEIGHTS[SourceKind.EXPLICIT],
        confidence=1.0,
        said_utc=max(memory.said_utc, at),
        evidence=(*memory.evidence, Evidence("manual", "", memory.claim, said_utc=at)),
    )


def _value_after(old: Memory, claim: str) -> str | Quantity:
    """The value that an edited sentence states: what now stands where the old value stood."""
    if claim == old.claim:
        return old.value
    if isinstance(old.value, Quantity):
        spans = quantities.parse(claim, old.language)
        if not spans:
            return old.value
        found = spans[0].quantity
        return replace(
            found, unit=found.unit or slots.default_unit(old.attribute, old.language) or old.value.unit
        )
    if fold.canonical(old.value) in fold.canonical(claim):
        return old.value
    before, value, after = old.claim.partition(old.value)
    if value and claim.startswith(before) and claim.endswith(after) and len(claim) > len(before) + len(after):
        return claim[len(before) : len(claim) - len(after)]
    return claim
