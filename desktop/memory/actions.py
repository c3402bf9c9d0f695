"""What a person does to memories in the window, and how it is taken back: rules over the vault, no Qt. Any thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assistant.extraction import extract
from vault import Vault
from vault.errors import KeepsakeError, NotFound, StaleVersion
from vault.memory_rows import HistoryEntry
from vault.records import (
    Candidate,
    DeletionReport,
    Layer,
    Memory,
    Outcome,
    Role,
    Sensitivity,
    SourceKind,
    Turn,
)

_GREW = frozenset({"memory.range", "memory.confirm"})


@dataclass(frozen=True, slots=True)
class Done:
    """What was done to which memories. `undo` are the memories whose last change takes it back, in that order; `left`
    maps the ids that could not be done to their errors."""

    action: str
    ids: tuple[str, ...]
    undo: tuple[str, ...] = ()
    left: tuple[tuple[str, KeepsakeError], ...] = ()
    report: DeletionReport | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What the dialog for adding or editing holds."""

    claim: str
    layer: Layer
    scope: str
    sensitivity: Sensitivity


@dataclass(frozen=True, slots=True)
class Detail:
    """One memory with its changes and the titles of the conversations it came from."""

    memory: Memory
    history: tuple[HistoryEntry, ...]
    titles: dict[str, str]


class MemoryActions:
    """Acts on one vault as the user."""

    def __init__(self, vault: Vault, zone: str = "UTC") -> None:
        """`zone` is the user's, in which dates in a typed sentence are understood."""
        self._vault, self._zone = vault, zone
        self._memories = vault.memories

    def detail(self, memory_id: str) -> Detail:
        """Raises NotFound where there is none of that id."""
        memory = self._memories.get(memory_id)
        titles: dict[str, str] = {}
        for conversation_id in {item.conversation_id for item in memory.evidence if item.conversation_id}:
            try:
                titles[conversation_id] = self._vault.conversations.get(conversation_id).title
            except NotFound:
                continue  # deleted; the memory stayed, and its evidence leads nowhere
        return Detail(memory, tuple(self._memories.history(memory_id)), titles)

    # review

    def approve(self, ids: Sequence[str]) -> Done:
        """Put proposals into force. One that stands against something newer is asked about again by staying."""
        undo: list[str] = []

        def one(memory_id: str) -> None:
            outcome = self._memories.approve(memory_id)
            undo[:0] = self._undo_of(memory_id, outcome)

        done, left = self._each(ids, one)
        return Done("approved", done, tuple(undo), left)

    def reject(self, ids: Sequence[str]) -> Done:
        """Refuse proposals; the same words do not propose them again."""
        done, left = self._each(ids, self._memories.reject)
        return Done("rejected", done, done[::-1], left)

    def edit_and_approve(self, memory_id: str, draft: Draft, version: int) -> Done:
        """Change a proposal and put it into force."""
        self._edit(memory_id, draft, version)
        return self.approve([memory_id])

    # the list

    def edit(self, memory_id: str, draft: Draft, version: int) -> Done:
        """Raises StaleVersion where it changed since it was shown; WriteDenied for a text that may not be kept."""
        changed = self._edit(memory_id, draft, version)
        return Done("edited", (memory_id,), (memory_id,) if changed.version != version else ())

    def add(self, draft: Draft, language: str) -> Done:
        """Keep what was typed in as the user's own word. A refusal is in `outcome`."""
        outcome = self._memories.add(self._typed(draft, language))
        if outcome.memory is None:
            return Done("denied", (), outcome=outcome)
        made = outcome.memory.id
        return Done("added", (made,), (made,) if outcome.action == "added" else (), outcome=outcome)

    def seal(self, memory_id: str) -> Done:
        """Put what a memory says under the passphrase; there is no undo but opening it."""
        self._memories.edit(memory_id, sensitivity=Sensitivity.SEALED)
        return Done("sealed", (memory_id,))

    def pin(self, memory_id: str, is_pinned: bool) -> Done:
        self._memories.pin(memory_id, is_pinned)
        return Done("pinned" if is_pinned else "unpinned", (memory_id,), (memory_id,))

    def archive(self, ids: Sequence[str]) -> Done:
        done, left = self._each(ids, self._memories.archive)
        return Done("archived", done, done[::-1], left)

    def restore(self, memory_id: str) -> Done:
        outcome = self._memories.restore(memory_id)
        return Done("restored", (memory_id,), tuple(self._undo_of(memory_id, outcome)))

    def forget(self, ids: Sequence[str], *, never_again: bool) -> Done:
        """Delete for good; the report says what went."""
        report = self._memories.forget(list(ids), never_again=never_again)
        return Done("forgotten", tuple(ids), report=report)

    def undo(self, done: Done) -> Done:
        """Take `done` back; what was changed again meanwhile is left as it is."""
        _, left = self._each(done.undo, self._memories.undo)
        return Done("undone", done.ids, left=left)

    # inside

    def _typed(self, draft: Draft, language: str) -> Candidate:
        """The sentence as a candidate: with the attribute and value that the rules read in it, else as a note."""
        claim, now = draft.claim.strip(), self._vault.clock()
        turn = Turn("", "", 0, Role.USER, claim, now, self._zone)
        read = extract(turn, now=now, scope=draft.scope)
        note = Candidate("note", claim, draft.layer, claim, (), language=language)
        base = read[0] if len(read) == 1 else note
        return replace(
            base,
            claim=claim,
            layer=draft.layer,
            scope=draft.scope,
            source=SourceKind.EXPLICIT,
            sensitivity=draft.sensitivity,
            evidence=(),
        )

    def _edit(self, memory_id: str, draft: Draft, version: int) -> Memory:
        old = self._memories.get(memory_id)
        if old.version != version:
            raise StaleVersion(id=memory_id)
        return self._memories.edit(
            memory_id,
            claim=draft.claim if draft.claim.strip() != old.claim else None,
            layer=draft.layer,
            scope=draft.scope,
            sensitivity=draft.sensitivity,
            version=version,
        )

    def _undo_of(self, memory_id: str, outcome: Outcome) -> list[str]:
        """The memory itself, and first the one it was folded into where that one grew by it in the same moment."""
        other = outcome.memory
        if other is None or other.id == memory_id:
            return [memory_id]
        own, its = self._memories.history(memory_id)[-1], self._memories.history(other.id)[-1]
        grew = its.action in _GREW and its.at_utc == own.at_utc
        return [other.id, memory_id] if grew else [memory_id]

    def _each(
        self, ids: Sequence[str], act: Callable[[str], object]
    ) -> tuple[tuple[str, ...], tuple[tuple[str, KeepsakeError], ...]]:
        done: list[str] = []
        left: list[tuple[str, KeepsakeError]] = []
        for memory_id in ids:
            try:
                act(memory_id)
            except KeepsakeError as error:
                left.append((memory_id, error))
            else:
                done.append(memory_id)
        return tuple(done), tuple(left)
