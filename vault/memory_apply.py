"""What becomes of a candidate: gate, duplicates, arbitration, state, all inside one transaction.

Modes: `auto` keeps at once, `ask` proposes, `off` keeps nothing by itself. What the user asks for in so many words
("remember that …"), fills into a form or types into the list is kept at once in every mode. What a tool or a document
claims is never more than a proposal, unless the user asked for it. Follows the design page "Memory core".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from vault import arbitration, gate, newcomers, privacy, range_claims, strength
from vault.arbitration import CORRECTION, Decision, Verdict
from vault.codec import canonical_json
from vault.database import Connection
from vault.ended import changed_by, ended_by
from vault.memory_rows import MemoryRows, Note
from vault.records import (
    Candidate,
    Evidence,
    Memory,
    MemoryMode,
    Outcome,
    Precision,
    Role,
    SourceKind,
    State,
    TimePoint,
)
from vault.tombstones import TOMBSTONE, Tombstones

if TYPE_CHECKING:
    from vault.vault import Vault

CutAgain = Callable[[Connection, Memory, str], None]
_REVIEWED = frozenset({SourceKind.TOOL, SourceKind.DOCUMENT, SourceKind.TEMPLATE})


@dataclass(frozen=True, slots=True)
class _Case:
    """One candidate on its way, with what decides its state."""

    candidate: Candidate
    newcomer: Memory
    at: datetime
    actor: str
    goes_active: bool
    question: str

    def note(self, action: str, reason: str = "") -> Note:
        return Note(self.actor, self.at, action, reason)


class Applier:
    """Applies candidates and settles approvals, inside a caller's transaction."""

    def __init__(self, vault: Vault, rows: MemoryRows, tombstones: Tombstones, cut_again: CutAgain) -> None:
        """`cut_again` cuts what was forgotten out of a turn that brings it back."""
        self._vault = vault
        self._rows = rows
        self._tombstones = tombstones
        self._cut_again = cut_again

    def apply(
        self, conn: Connection, candidate: Candidate, *, mode: MemoryMode, actor: str, at: datetime
    ) -> Outcome:
        """Judge one candidate and store what it leads to."""
        candidate = newcomers.normalised(candidate)
        candidate = replace(
            candidate, subject=self._rows.same_person(conn, candidate.subject, candidate.scope)
        )
        is_wanted = _is_users_act(candidate)
        if mode is MemoryMode.OFF and not is_wanted:
            return self._denied(conn, actor, "mode_off")
        zone = self._zone(conn, candidate)
        judgement = gate.judge(
            candidate, screen=privacy.for_storage, heard=lambda item: self._heard(conn, item), zone=zone
        )
        if judgement.denied:
            return self._denied(conn, actor, judgement.denied)
        candidate = judgement.candidate
        newcomer = newcomers.newcomer(candidate, at, zone)
        blocked = self._tombstones.blocks(conn, newcomer)
        if blocked and not _is_typed_in(candidate):
            if blocked == TOMBSTONE:
                self._cut_again(conn, newcomer, actor)
            return self._denied(conn, actor, blocked)
        if blocked:
            self._tombstones.lift(conn, newcomer)
        goes_active = not judgement.question and (
            is_wanted or (mode is MemoryMode.AUTO and candidate.source not in _REVIEWED)
        )
        return self._place(conn, _Case(candidate, newcomer, at, actor, goes_active, judgement.question))

    def is_forgotten(self, conn: Connection, candidate: Candidate, at: datetime) -> bool:
        """Whether a deleted memory's tombstone stands against a candidate."""
        candidate = newcomers.normalised(candidate)
        memory = newcomers.newcomer(candidate, at, self._zone(conn, candidate))
        return self._tombstones.blocks(conn, memory) == TOMBSTONE

    def settle(
        self,
        conn: Connection,
        memory: Memory,
        decision: Decision,
        note: Note,
        *,
        corrects: bool,
        is_stored: bool,
    ) -> Outcome:
        """Put `memory` into force (or where else it belongs) as decided; `is_stored` where it was a proposal."""
        targets = [self._rows.load(conn, target) for target in decision.targets]
        if decision.verdict is Verdict.RANGE:
            return self._range(conn, memory, targets[0], note, is_stored=is_stored)
        if decision.verdict is Verdict.CONFIRM:
            confirmed = self._confirm(conn, targets[0], memory, note)
            if is_stored:
                self._fold_into(conn, memory, confirmed, note, "same")
            return Outcome("confirmed", confirmed, decision.reason)
        if decision.verdict is Verdict.OUTDATED:
            old = replace(
                memory, state=State.SUPERSEDED, superseded_by=targets[0].id, reason=decision.reason,
                valid_until=memory.valid_until or _day_of(targets[0]),
            )  # fmt: skip
            return Outcome(
                "outdated", self._write(conn, memory, old, note, is_stored=is_stored), decision.reason
            )
        is_correction = corrects and decision.verdict is not Verdict.DISPUTE
        reason = CORRECTION if is_correction else decision.reason
        active = replace(memory, state=State.ACTIVE, reason=reason)
        if decision.verdict is Verdict.SUPERSEDE:
            for target in targets:
                self.end(conn, target, active, replace(note, reason=decision.reason))
        elif decision.verdict is Verdict.DISPUTE:
            for target in targets:
                disputed = replace(target, reason=decision.reason)
                self._rows.change(
                    conn, target, disputed, replace(note, action="memory.dispute", reason=decision.reason)
                )
        stored = self._write(conn, memory, active, note, is_stored=is_stored)
        replaced = decision.targets if decision.verdict is Verdict.SUPERSEDE else ()
        return Outcome("superseded" if replaced else "added", stored, decision.reason, replaced)

    def decide(self, conn: Connection, memory: Memory, *, corrects: bool, replaces: str = "") -> Decision:
        """What arbitration says of a memory against those in force now, or against the one that it is said to end."""
        rivals = self._rows.in_force(conn, memory, corrects=corrects)
        decision = arbitration.arbitrate(memory, rivals, corrects=corrects)
        if not replaces or decision.verdict is not Verdict.ADD:
            return decision
        [*ended] = self._rows.select(conn, "id = ? AND state = 'active'", (replaces,))
        if not ended or (ended[0].subject, ended[0].scope) != (memory.subject, memory.scope):
            return decision
        if memory.weight < ended[0].weight:
            return Decision(Verdict.QUEUE, (replaces,), "outweighed")
        return Decision(Verdict.SUPERSEDE, (replaces,), CORRECTION)

    def yield_to(self, conn: Connection, memory: Memory, note: Note) -> None:
        """Take out of force whatever cannot stand beside a memory that a person has put there by hand."""
        decision = self.decide(conn, memory, corrects=True)
        if decision.verdict in (Verdict.SUPERSEDE, Verdict.OUTDATED, Verdict.QUEUE, Verdict.RANGE):
            for target in decision.targets:
                self.end(conn, self._rows.load(conn, target), memory, replace(note, reason="user"))

    # one candidate

    def _place(self, conn: Connection, case: _Case) -> Outcome:
        newcomer = case.newcomer
        for twin in self._rows.twins(conn, newcomer, (State.PROPOSED, State.REJECTED, State.ARCHIVED)):
            if twin.state is State.PROPOSED:
                return self._on_proposed_twin(conn, twin, case)
            if twin.state is State.ARCHIVED and case.goes_active:
                restored = self._rows.change(
                    conn,
                    twin,
                    replace(twin, state=State.ACTIVE, reason="same"),
                    case.note("memory.restore", "same"),
                )
                return Outcome(
                    "confirmed", self._confirm(conn, restored, newcomer, case.note("memory.confirm")), "same"
                )
            if twin.state is State.REJECTED and not case.goes_active and _share_evidence(twin, newcomer):
                return self._denied(conn, case.actor, "rejected_before")
        corrects = case.candidate.corrects
        candidate = case.candidate
        replaces = candidate.replaces or self._ended(conn, newcomer, candidate.ends, candidate.changes)
        case = replace(case, candidate=replace(case.candidate, replaces=replaces))
        decision = self.decide(conn, newcomer, corrects=corrects, replaces=replaces)
        if decision.verdict is Verdict.CONFIRM:
            return self.settle(
                conn, newcomer, decision, case.note("memory.confirm"), corrects=False, is_stored=False
            )
        if decision.verdict is Verdict.QUEUE or not case.goes_active:
            return self._propose(conn, case, decision)
        return self.settle(
            conn,
            newcomer,
            decision,
            case.note("memory.add", decision.reason),
            corrects=corrects,
            is_stored=False,
        )

    def _ended(self, conn: Connection, newcomer: Memory, words: str, thing: str) -> str:
        """The memory that a statement ends by its words or by the thing it changes, where one alone can be meant."""
        if not words and not thing:
            return ""
        where = "subject = ? AND scope = ? AND state = 'active' AND id <> ?"
        rivals = list(self._rows.select(conn, where, (newcomer.subject, newcomer.scope, newcomer.id)))
        return ended_by(newcomer, words, rivals) or changed_by(newcomer, thing, rivals)

    def _on_proposed_twin(self, conn: Connection, twin: Memory, case: _Case) -> Outcome:
        note = case.note("memory.confirm", "same")
        confirmed = self._confirm(conn, twin, case.newcomer, note)
        if not case.goes_active:
            return Outcome("confirmed", confirmed, "same")
        decision = self.decide(conn, confirmed, corrects=case.candidate.corrects)
        if decision.verdict is Verdict.QUEUE:
            return Outcome("confirmed", confirmed, decision.reason)
        return self.settle(
            conn, confirmed, decision, case.note("memory.approve", decision.reason),
            corrects=case.candidate.corrects, is_stored=True,
        )  # fmt: skip

    def _propose(self, conn: Connection, case: _Case, decision: Decision) -> Outcome:
        is_queued = decision.verdict is Verdict.QUEUE
        if is_queued:
            for target in decision.targets:
                self._weaken(conn, self._rows.load(conn, target), case)
        reason = case.question or decision.reason or "review"
        proposal = replace(case.newcomer, state=State.PROPOSED, reason=reason)
        stored = self._rows.insert(
            conn,
            proposal,
            case.note("memory.propose", reason),
            review=review(decision, corrects=case.candidate.corrects, replaces=case.candidate.replaces),
        )
        return Outcome("queued" if is_queued else "proposed", stored, reason)

    def _weaken(self, conn: Connection, target: Memory, case: _Case) -> None:
        confidence = strength.contradicted(target.confidence, case.newcomer.weight)
        self._rows.change(
            conn, target, replace(target, confidence=confidence), case.note("memory.contradict", "outweighed")
        )

    def _denied(self, conn: Connection, actor: str, reason: str) -> Outcome:
        self._vault.audit.append(conn, actor, "memory.deny", "memory", "", reason=reason)
        return Outcome("denied", None, reason)

    # what happens to those in force

    def _confirm(self, conn: Connection, target: Memory, newcomer: Memory, note: Note) -> Memory:
        """A second telling: counted, dated, surer; a stronger source lifts the weight."""
        is_stronger = newcomer.weight > target.weight
        is_again = set(newcomer.evidence) <= set(target.evidence)
        if is_again and newcomer.evidence and not is_stronger:
            return target  # the very same words of the very same moment
        told = replace(
            target,
            confirmations=target.confirmations + 1,
            said_utc=max(target.said_utc, newcomer.said_utc),
            confidence=strength.confirmed(max(target.confidence, 0.0), newcomer.weight),
            weight=max(target.weight, newcomer.weight),
            source=newcomer.source if is_stronger else target.source,
            evidence=_joined_evidence(target, newcomer),
            pinned=target.pinned or newcomer.pinned,
        )
        return self._rows.change(conn, target, told, replace(note, action="memory.confirm", reason="same"))

    def end(self, conn: Connection, target: Memory, winner: Memory, note: Note) -> None:
        """Put one memory out of force for another."""
        old = replace(
            target,
            state=State.SUPERSEDED,
            superseded_by=winner.id,
            reason=note.reason,
            confidence=strength.contradicted(target.confidence, winner.weight),
            valid_until=target.valid_until or winner.valid_from or _day_of(winner),
        )
        self._rows.change(conn, target, old, note)

    def _range(
        self, conn: Connection, memory: Memory, target: Memory, note: Note, *, is_stored: bool
    ) -> Outcome:
        value = arbitration.joined(target, memory)
        grown = replace(
            target,
            value=value,
            claim=range_claims.compose(target, memory, value),
            evidence=_joined_evidence(target, memory),
            said_utc=max(target.said_utc, memory.said_utc),
            reason=target.reason if target.reason == CORRECTION else "range",
        )
        if is_stored:
            self._fold_into(conn, memory, target, note, "range")
        stored = self._rows.change(conn, target, grown, replace(note, action="memory.range", reason="range"))
        return Outcome("ranged", stored, "range")

    def _fold_into(self, conn: Connection, proposal: Memory, target: Memory, note: Note, reason: str) -> None:
        folded = replace(proposal, state=State.SUPERSEDED, superseded_by=target.id, reason=reason)
        self._rows.change(conn, proposal, folded, replace(note, reason=reason))

    def _write(self, conn: Connection, old: Memory, new: Memory, note: Note, *, is_stored: bool) -> Memory:
        if is_stored:
            return self._rows.change(conn, old, new, note, review="")
        return self._rows.insert(conn, new, note)

    # what the database knows of the evidence

    def _heard(self, conn: Connection, evidence: Evidence) -> gate.Heard | None:
        if evidence.kind != "turn":
            return None
        row = conn.execute("SELECT role, text FROM turns WHERE id = ?", (evidence.ref_id,)).fetchone()
        return None if row is None else gate.Heard(Role(row["role"]), row["text"])

    def _zone(self, conn: Connection, candidate: Candidate) -> str:
        for item in candidate.evidence:
            row = conn.execute("SELECT zone FROM turns WHERE id = ?", (item.ref_id,)).fetchone()
            if row is not None:
                return str(row["zone"])
        if candidate.valid_from is not None:
            return candidate.valid_from.zone
        return str(self._vault.settings.get("zone") or "UTC")


def review(decision: Decision, *, corrects: bool, replaces: str = "") -> str:
    """What an approval must find unchanged: how the proposal stood to those in force when it was made."""
    noted = {"verdict": decision.verdict.value, "targets": list(decision.targets), "corrects": corrects}
    return canonical_json({**noted, "replaces": replaces} if replaces else noted)


def _is_typed_in(candidate: Candidate) -> bool:
    return any(item.kind == "manual" for item in candidate.evidence)


def _is_users_act(candidate: Candidate) -> bool:
    return candidate.requested or candidate.source is SourceKind.FORM or _is_typed_in(candidate)


def _share_evidence(first: Memory, second: Memory) -> bool:
    return bool({item.ref_id for item in first.evidence} & {item.ref_id for item in second.evidence})


def _day_of(memory: Memory) -> TimePoint:
    return TimePoint(memory.said_utc, Precision.DAY, memory.zone)


def _joined_evidence(target: Memory, newcomer: Memory) -> tuple[Evidence, ...]:
    known: Sequence[Evidence] = target.evidence
    return (*known, *(item for item in newcomer.evidence if item not in known))
