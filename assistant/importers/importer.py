"""Puts the messages of a file into the vault, in batches that hold or do not, and hands what they declare to the gate.

Importing a file again adds nothing, so an import that was stopped goes on where it was. Everything passes
`vault.privacy.for_storage` first; what was forgotten for good is cut before it is stored. The user's own words count as
explicit; they become proposals, with `auto` memories. Follows the design pages "Memory core" and "Product".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from assistant.extraction import extract
from assistant.importers.chatgpt import is_chatgpt, read_chatgpt
from assistant.importers.conversation_file import FileMessages, Message, SkippedLine, read_messages
from assistant.importers.errors import ImportUnreadable
from vault import Vault
from vault.codec import canonical_bytes, to_us
from vault.errors import KeepsakeError
from vault.privacy import for_storage
from vault.privacy.spans import IDENTITY, NEVER_STORED
from vault.recall import Recall
from vault.records import Candidate, Conversation, Evidence, MemoryMode, Outcome, Role, Turn

Progress = Callable[[str, int, int], None]
Cancelled = Callable[[], bool]

ACTOR: Final = "import"
_BATCH = 25  # the writer is held for some hundredths of a second
_PREVIOUS = 4
_LOOK_S = 0.25
_FORGOTTEN = "[…]"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did. `turns_known` were there before; `proposed` wait for review, `kept` are in force at once.

    `statements_failed` counts turns that are kept but whose statements could not be proposed. `ids` maps the file's ids
    to turns, known ones included. `is_indexed` False: the rest is indexed in the background from the next opening on.
    """

    turns_added: int = 0
    turns_known: int = 0
    conversations: tuple[str, ...] = ()
    skipped: tuple[SkippedLine, ...] = ()
    proposed: int = 0
    kept: int = 0
    denied: int = 0
    statements_failed: int = 0
    secrets_cut: int = 0
    identity_masked: int = 0
    has_several_speakers: bool = False
    was_cancelled: bool = False
    is_indexed: bool = False
    ids: dict[str, str] = field(default_factory=dict)


def import_conversations(
    vault: Vault,
    recall: Recall | None,
    file: Path,
    *,
    zone: str,
    kind: str = "",
    auto: bool = False,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> ImportReport:
    """Import a plain conversation file or an export of ChatGPT. Runs for minutes on large files; not on the GUI thread.

    `kind` is jsonl or chatgpt; without it the file's beginning tells. `zone` is the IANA zone of times without one.
    `progress` gets the stage (turns, index), how much is done and of how much; `cancelled` is looked at between
    batches, after which the import stops with what it has.

    Raises:
        ImportRefused: the file cannot be read, or nothing in it can be imported; the subclass says why.
        VaultError: the vault could not be written; what was imported before is kept.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ImportUnreadable from error
    found = (read_chatgpt if kind == "chatgpt" or (not kind and is_chatgpt(data)) else read_messages)(
        data, zone
    )
    run = _Import(vault, found, file.stem, auto=auto)
    tell = progress or (lambda stage, done, total: None)
    stop = cancelled or (lambda: False)
    run.turns(tell, stop)
    if recall is not None and not run.was_cancelled:
        run.index(recall, tell, stop)
    return run.report()


class _Import:
    """One import under way."""

    def __init__(self, vault: Vault, found: FileMessages, stem: str, *, auto: bool) -> None:
        self._vault, self._found, self._stem = vault, found, stem
        speakers = {message.speaker for message in found.messages if message.role is Role.USER}
        self._has_several_speakers = len(speakers) > 1
        mode = MemoryMode(vault.settings.text("memory.mode"))
        self._mode = mode if mode is MemoryMode.OFF else (MemoryMode.AUTO if auto else MemoryMode.ASK)
        self._counts: Counter[str] = Counter()
        self._ids: dict[str, str] = {}
        self._conversations: dict[str, None] = {}
        self.was_cancelled = False
        self._is_indexed = False

    def report(self) -> ImportReport:
        counts = self._counts
        return ImportReport(
            turns_added=counts["added"],
            turns_known=counts["known"],
            conversations=tuple(self._conversations),
            skipped=self._found.skipped,
            proposed=counts["proposed"],
            kept=counts["kept"],
            denied=counts["denied"],
            statements_failed=counts["failed"],
            secrets_cut=counts["secrets"],
            identity_masked=counts["identity"],
            has_several_speakers=self._has_several_speakers,
            was_cancelled=self.was_cancelled,
            is_indexed=self._is_indexed,
            ids=self._ids,
        )

    def turns(self, progress: Progress, cancelled: Cancelled) -> None:
        """Store what is not there yet, session by session in the order in which they begin."""
        done, total = 0, len(self._found.messages)
        for messages in _by_session(self._found.messages):
            conversation = self._conversation(messages[0])
            self._conversations[conversation.id] = None
            stored = self._vault.conversations.turns(conversation.id)
            new = self._new(messages, stored)
            done += len(messages) - len(new)
            previous = list(stored)
            for start in range(0, len(new), _BATCH):
                if cancelled():
                    self.was_cancelled = True
                    return
                batch = new[start : start + _BATCH]
                previous = [*previous, *self._store(conversation, batch, previous)][-_PREVIOUS:]
                done += len(batch)
                progress("turns", done, total)
        progress("turns", done, total)

    def index(self, recall: Recall, progress: Progress, cancelled: Cancelled) -> None:
        """Wait until recall has words and vectors of everything, or the caller has had enough."""
        total = 0
        while not recall.wait_until_indexed(_LOOK_S):
            pending = recall.status().pending
            total = max(total, pending)
            progress("index", total - pending, total)
            if cancelled():
                self.was_cancelled = True
                return
        recall.index_now()  # the last turns of conversations, which otherwise wait for a next one
        if total:
            progress("index", total, total)
        self._is_indexed = True

    def _conversation(self, first: Message) -> Conversation:
        """The conversation that an earlier import of this session made, else a new one."""
        start: list[str | int] = [
            first.session,
            first.origin,
            to_us(first.said_utc),
            first.role.value,
            first.speaker,
            first.text,
        ]
        origin = f"import:{self._vault.keys.mac('fingerprints', canonical_bytes(start)).hex()[:32]}"
        known = self._vault.conversations.by_origin(origin)
        if known is not None:
            return known
        title = first.title or (f"{self._stem} · {first.session}" if first.session else self._stem)
        return self._vault.conversations.create(title, at=first.said_utc, origin=origin, actor=ACTOR)

    def _new(self, messages: Sequence[Message], stored: Sequence[Turn]) -> list[Message]:
        """Messages that are not there yet; of equal ones as many as are missing."""
        there: dict[tuple[object, ...], list[str]] = {}
        for turn in stored:
            there.setdefault((turn.origin, turn.said_utc, turn.role, turn.speaker), []).append(turn.id)
        new = []
        for message in messages:
            known = there.get((message.origin, message.said_utc, message.role, message.speaker))
            if not known:
                new.append(message)
                continue
            turn_id = known.pop(0)
            self._counts["known"] += 1
            if message.origin:
                self._ids[message.origin] = turn_id
        return new

    def _store(
        self, conversation: Conversation, batch: Sequence[Message], previous: Sequence[Turn]
    ) -> list[Turn]:
        """One batch in one transaction: its turns and what they declare."""
        drafts: list[_Draft] = []
        for message in batch:
            before = [*previous, *(draft.turn for draft in drafts)][-_PREVIOUS:]
            drafts.append(self._draft(conversation, message, before))
        try:
            written = self._vault.db.write(lambda _: self._write(drafts, with_statements=True))
        except KeepsakeError:
            # The words themselves must not be lost because of a statement drawn from them.
            written = self._vault.db.write(lambda _: self._write(drafts, with_statements=False))
            self._counts["failed"] += sum(bool(draft.candidates) for draft in drafts)
        for draft, turn in zip(drafts, written.turns, strict=True):
            self._counts["added"] += 1
            self._counts["secrets"] += draft.had_secret
            self._counts["identity"] += draft.had_identity
            if turn.origin:
                self._ids[turn.origin] = turn.id
        for outcome in written.outcomes:
            self._counts[_COUNTED.get(outcome.action, "kept")] += 1
        return written.turns

    def _draft(self, conversation: Conversation, message: Message, previous: Sequence[Turn]) -> _Draft:
        """The turn as it will be stored, under the number of its line until it has an id, and what it declares."""
        cut = for_storage(message.text)
        types = {span.type for span in cut.cuts}
        turn = Turn(
            f"line {message.line}", conversation.id, 0, message.role, cut.text, message.said_utc, message.zone,
            speaker=message.speaker, origin=message.origin,
        )  # fmt: skip
        candidates = self._candidates(turn, conversation, previous)
        forgotten = [candidate for candidate in candidates if self._vault.memories.is_forgotten(candidate)]
        if forgotten:
            turn = replace(turn, text=_without(turn, forgotten))
            candidates = self._candidates(turn, conversation, previous)
        return _Draft(turn, tuple(candidates), bool(types & NEVER_STORED), bool(types & IDENTITY))

    def _candidates(
        self, turn: Turn, conversation: Conversation, previous: Sequence[Turn]
    ) -> list[Candidate]:
        # Where several people speak as the user, nobody knows which of them owns this vault.
        if turn.role is not Role.USER or self._has_several_speakers or self._mode is MemoryMode.OFF:
            return []
        return extract(turn, previous=previous, now=turn.said_utc, scope=conversation.scope)

    def _write(self, drafts: Sequence[_Draft], *, with_statements: bool) -> _Written:
        """Within a write: the turns, then their statements with the ids that the turns were given."""
        turns: list[Turn] = []
        outcomes: list[Outcome] = []
        ids: dict[str, str] = {}
        for draft in drafts:
            made = draft.turn
            turn = self._vault.conversations.add_turn(
                made.conversation_id, made.role, made.text, at=made.said_utc, zone=made.zone,
                speaker=made.speaker, origin=made.origin, actor=ACTOR,
            )  # fmt: skip
            ids[made.id] = turn.id
            turns.append(turn)
            if with_statements and draft.candidates:
                rebound = [_rebound(candidate, ids) for candidate in draft.candidates]
                outcomes += self._vault.memories.apply(rebound, mode=self._mode, actor=ACTOR)
        return _Written(turns, outcomes)


@dataclass(frozen=True, slots=True)
class _Draft:
    turn: Turn
    candidates: tuple[Candidate, ...]
    had_secret: bool
    had_identity: bool


@dataclass(frozen=True, slots=True)
class _Written:
    turns: list[Turn]
    outcomes: list[Outcome]


_COUNTED: Final = {"proposed": "proposed", "queued": "proposed", "denied": "denied"}


def _by_session(messages: Sequence[Message]) -> list[list[Message]]:
    sessions: dict[str, list[Message]] = {}
    for message in messages:
        sessions.setdefault(message.session, []).append(message)
    return list(sessions.values())


def _without(turn: Turn, forgotten: Sequence[Candidate]) -> str:
    """The turn's text without the words that the forgotten claims rest on."""
    text = turn.text
    for candidate in forgotten:
        for item in candidate.evidence:
            if item.ref_id == turn.id and item.quote:
                text = text.replace(item.quote, _FORGOTTEN)
    return text


def _rebound(candidate: Candidate, ids: dict[str, str]) -> Candidate:
    def one(item: Evidence) -> Evidence:
        return replace(item, ref_id=ids.get(item.ref_id, item.ref_id))

    return replace(candidate, evidence=tuple(one(item) for item in candidate.evidence))
