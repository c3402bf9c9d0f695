"""Where a turn's messages are kept: in the vault, or for a temporary chat in memory, where nothing outlives
the session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from vault import Vault
from vault.attachments import AttachedText, Attachment
from vault.digests import Digest
from vault.errors import NotFound
from vault.ids import new_id
from vault.privacy import MemoryPseudonyms, mask_for_list
from vault.records import Role, Turn

TITLE_CHARACTERS = 48


class TurnStore(Protocol):
    """The turns of one conversation: `turns` and `path` are the shown ones, `add` with a `parent_id` makes another
    version of what follows that turn; a turn that `names_conversation` gives its first words to one that is kept and
    has no title. Any thread. Raises: NotFound for a turn that is not there.
    """

    @property
    def conversation_id(self) -> str: ...

    @property
    def is_temporary(self) -> bool: ...

    def turns(self, limit: int, before: int | None = None) -> Sequence[Turn]: ...

    def path(self, before: int | None = None) -> Sequence[str]: ...

    def digests(self) -> Mapping[tuple[str, ...], Digest]: ...

    def keep_digest(self, digest: Digest) -> bool: ...

    def turn(self, turn_id: str) -> Turn: ...

    def show(self, turn_id: str) -> Turn: ...

    def versions(self) -> Mapping[str, Sequence[str]]: ...

    def add(
        self,
        role: Role,
        text: str,
        *,
        at: datetime,
        zone: str,
        state: str,
        is_indexed: bool,
        parent_id: str | None = None,
        names_conversation: bool = False,
    ) -> Turn: ...

    def update(
        self, turn_id: str, *, text: str, state: str, notes: Sequence[str], is_indexed: bool
    ) -> Turn: ...

    def save_reply(self, turn_id: str, confidence: str, detail: Mapping[str, Any]) -> None: ...

    def reply(self, turn_id: str) -> Mapping[str, Any] | None: ...

    def attach(self, turn_id: str, files: Sequence[AttachedText]) -> Sequence[Attachment]: ...

    def attachments(self, turn_ids: Sequence[str]) -> Mapping[str, Sequence[Attachment]]: ...

    def attachment(self, attachment_id: str) -> Attachment: ...

    def attached_names(self, turn_ids: Sequence[str]) -> Mapping[str, Sequence[tuple[str, str]]]: ...


class VaultTurns:
    """A conversation of the vault."""

    is_temporary = False

    def __init__(self, vault: Vault, conversation_id: str) -> None:
        self._conversations = vault.conversations
        self._digests = vault.digests
        self._attachments = vault.attachments
        self.conversation_id = conversation_id

    def turns(self, limit: int, before: int | None = None) -> Sequence[Turn]:
        return self._conversations.turns(self.conversation_id, before=before, limit=limit)

    def path(self, before: int | None = None) -> Sequence[str]:
        return self._conversations.path(self.conversation_id, before)

    def digests(self) -> Mapping[tuple[str, ...], Digest]:
        return self._digests.of(self.conversation_id)

    def keep_digest(self, digest: Digest) -> bool:
        return self._digests.put(self.conversation_id, digest)

    def turn(self, turn_id: str) -> Turn:
        turn = self._conversations.turn(turn_id)
        if turn.conversation_id != self.conversation_id:
            raise NotFound(id=turn_id)
        return turn

    def show(self, turn_id: str) -> Turn:
        return self._conversations.show(turn_id)

    def versions(self) -> Mapping[str, Sequence[str]]:
        return self._conversations.versions(self.conversation_id)

    def add(
        self,
        role: Role,
        text: str,
        *,
        at: datetime,
        zone: str,
        state: str,
        is_indexed: bool,
        parent_id: str | None = None,
        names_conversation: bool = False,
    ) -> Turn:
        return self._conversations.add_turn(
            self.conversation_id, role, text, at=at, zone=zone, state=state, is_indexed=is_indexed, parent_id=parent_id,
            title=short_title(text) if names_conversation else "",
        )  # fmt: skip

    def update(self, turn_id: str, *, text: str, state: str, notes: Sequence[str], is_indexed: bool) -> Turn:
        return self._conversations.update_turn(
            turn_id, text=text, state=state, notes=notes, is_indexed=is_indexed
        )

    def save_reply(self, turn_id: str, confidence: str, detail: Mapping[str, Any]) -> None:
        self._conversations.save_reply(turn_id, confidence, detail)

    def reply(self, turn_id: str) -> Mapping[str, Any] | None:
        return self._conversations.reply(turn_id)

    def attach(self, turn_id: str, files: Sequence[AttachedText]) -> Sequence[Attachment]:
        return self._attachments.add(turn_id, files)

    def attachments(self, turn_ids: Sequence[str]) -> Mapping[str, Sequence[Attachment]]:
        return self._attachments.of(turn_ids)

    def attachment(self, attachment_id: str) -> Attachment:
        return self._attachments.get(attachment_id)

    def attached_names(self, turn_ids: Sequence[str]) -> Mapping[str, Sequence[tuple[str, str]]]:
        return self._attachments.names(turn_ids)


class TemporaryTurns:
    """A temporary chat: turns and details live in this object and nowhere else."""

    is_temporary = True

    def __init__(self, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        self._turns: list[Turn] = []
        self._replies: dict[str, Mapping[str, Any]] = {}
        self._digests: dict[tuple[str, ...], Digest] = {}
        self._attachments: dict[str, list[Attachment]] = {}
        self.pseudonyms = MemoryPseudonyms()

    def turns(self, limit: int, before: int | None = None) -> Sequence[Turn]:
        shown = [turn for turn in self._turns[:before] if turn.is_shown]
        return shown[-limit:] if limit else []

    def path(self, before: int | None = None) -> Sequence[str]:
        return [turn.id for turn in self._turns[:before] if turn.is_shown]

    def digests(self) -> Mapping[tuple[str, ...], Digest]:
        return self._digests

    def keep_digest(self, digest: Digest) -> bool:
        self._digests[digest.turns] = digest
        return True

    def turn(self, turn_id: str) -> Turn:
        return self._turns[self._place(turn_id)]

    def show(self, turn_id: str) -> Turn:
        if not self.turn(turn_id).is_shown:
            path, above = {turn_id}, self.turn(turn_id).parent_id
            while above:
                path.add(above)
                above = self.turn(above).parent_id
            below: str | None = turn_id
            while below is not None:
                path.add(below)
                below = next((t.id for t in reversed(self._turns) if t.parent_id == below), None)
            self._turns = [replace(turn, is_shown=turn.id in path) for turn in self._turns]
        return self.turn(turn_id)

    def versions(self) -> Mapping[str, Sequence[str]]:
        places: dict[str, list[str]] = {}
        for turn in self._turns:
            places.setdefault(turn.parent_id, []).append(turn.id)
        return {
            turn.id: tuple(places[turn.parent_id])
            for turn in self._turns
            if turn.is_shown and len(places[turn.parent_id]) > 1
        }

    def add(
        self,
        role: Role,
        text: str,
        *,
        at: datetime,
        zone: str,
        state: str,
        is_indexed: bool,
        parent_id: str | None = None,
        names_conversation: bool = False,
    ) -> Turn:
        if parent_id is not None:
            after = self.show(parent_id).position if parent_id else -1
            self._turns = [replace(t, is_shown=t.is_shown and t.position <= after) for t in self._turns]
        last = self.turns(1)
        parent = parent_id if parent_id is not None else last[0].id if last else ""
        place = len(self._turns)
        turn = Turn(
            new_id("t_", at), self.conversation_id, place, role, text, at, zone, state=state, parent_id=parent
        )
        self._turns.append(turn)
        return turn

    def update(self, turn_id: str, *, text: str, state: str, notes: Sequence[str], is_indexed: bool) -> Turn:
        place = self._place(turn_id)
        self._turns[place] = replace(self._turns[place], text=text, state=state, notes=tuple(notes))
        return self._turns[place]

    def _place(self, turn_id: str) -> int:
        found = next((i for i, turn in enumerate(self._turns) if turn.id == turn_id), None)
        if found is None:
            raise NotFound(id=turn_id)
        return found

    def save_reply(self, turn_id: str, confidence: str, detail: Mapping[str, Any]) -> None:
        self._replies[turn_id] = {**detail, "confidence": confidence}

    def reply(self, turn_id: str) -> Mapping[str, Any] | None:
        return self._replies.get(turn_id)

    def attach(self, turn_id: str, files: Sequence[AttachedText]) -> Sequence[Attachment]:
        at = self.turn(turn_id).said_utc
        kept = [Attachment(new_id("a_", at), turn_id, file) for file in files]
        self._attachments.setdefault(turn_id, []).extend(kept)
        return kept

    def attachments(self, turn_ids: Sequence[str]) -> Mapping[str, Sequence[Attachment]]:
        return {turn: self._attachments[turn] for turn in turn_ids if turn in self._attachments}

    def attachment(self, attachment_id: str) -> Attachment:
        kept = (one for files in self._attachments.values() for one in files)
        found = next((one for one in kept if one.id == attachment_id), None)
        if found is None:
            raise NotFound(id=attachment_id)
        return found

    def attached_names(self, turn_ids: Sequence[str]) -> Mapping[str, Sequence[tuple[str, str]]]:
        found = self.attachments(turn_ids)
        return {turn: [(one.id, one.file.name) for one in files] for turn, files in found.items()}


def short_title(text: str) -> str:
    """The first line of a message, cut at a word where it is long; identity numbers become stars."""
    line = mask_for_list(text.strip().split("\n")[0])
    if len(line) <= TITLE_CHARACTERS:
        return line
    cut = line[:TITLE_CHARACTERS]
    space = cut.rfind(" ", TITLE_CHARACTERS // 2)
    return (cut[:space] if space > 0 else cut).rstrip() + "…"
