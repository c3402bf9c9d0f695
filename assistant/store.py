"""Where a turn's messages are kept: in the vault, or for a temporary chat in memory, where nothing outlives
the session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from vault import Vault
from vault.ids import new_id
from vault.privacy import mask_for_list
from vault.records import Role, Turn

TITLE_CHARACTERS = 48


class TurnStore(Protocol):
    """The turns of one conversation. Any thread."""

    @property
    def conversation_id(self) -> str: ...

    @property
    def is_temporary(self) -> bool: ...

    def turns(self, limit: int) -> Sequence[Turn]: ...

    def add(
        self, role: Role, text: str, *, at: datetime, zone: str, state: str, is_indexed: bool
    ) -> Turn: ...

    def update(
        self, turn_id: str, *, text: str, state: str, notes: Sequence[str], is_indexed: bool
    ) -> Turn: ...

    def save_reply(self, turn_id: str, confidence: str, detail: Mapping[str, Any]) -> None: ...

    def reply(self, turn_id: str) -> Mapping[str, Any] | None: ...

    def suggest_title(self, text: str) -> None: ...


class VaultTurns:
    """A conversation of the vault."""

    is_temporary = False

    def __init__(self, vault: Vault, conversation_id: str) -> None:
        self._conversations = vault.conversations
        self.conversation_id = conversation_id

    def turns(self, limit: int) -> Sequence[Turn]:
        return self._conversations.turns(self.conversation_id, limit=limit)

    def add(self, role: Role, text: str, *, at: datetime, zone: str, state: str, is_indexed: bool) -> Turn:
        return self._conversations.add_turn(
            self.conversation_id, role, text, at=at, zone=zone, state=state, is_indexed=is_indexed
        )

    def update(self, turn_id: str, *, text: str, state: str, notes: Sequence[str], is_indexed: bool) -> Turn:
        return self._conversations.update_turn(
            turn_id, text=text, state=state, notes=notes, is_indexed=is_indexed
        )

    def save_reply(self, turn_id: str, confidence: str, detail: Mapping[str, Any]) -> None:
        self._conversations.save_reply(turn_id, confidence, detail)

    def reply(self, turn_id: str) -> Mapping[str, Any] | None:
        return self._conversations.reply(turn_id)

    def suggest_title(self, text: str) -> None:
        """Name a conversation that has no title after the first words said in it; identity numbers become stars."""
        if not self._conversations.get(self.conversation_id).title:
            self._conversations.rename(self.conversation_id, short_title(text), actor="assistant")


class TemporaryTurns:
    """A temporary chat: turns and details live in this object and nowhere else."""

    is_temporary = True

    def __init__(self, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        self._turns: list[Turn] = []
        self._replies: dict[str, Mapping[str, Any]] = {}

    def turns(self, limit: int) -> Sequence[Turn]:
        return self._turns[-limit:] if limit else []

    def add(self, role: Role, text: str, *, at: datetime, zone: str, state: str, is_indexed: bool) -> Turn:
        turn = Turn(
            new_id("t_", at), self.conversation_id, len(self._turns), role, text, at, zone, state=state
        )
        self._turns.append(turn)
        return turn

    def update(self, turn_id: str, *, text: str, state: str, notes: Sequence[str], is_indexed: bool) -> Turn:
        position = next(i for i, turn in enumerate(self._turns) if turn.id == turn_id)
        self._turns[position] = replace(self._turns[position], text=text, state=state, notes=tuple(notes))
        return self._turns[position]

    def save_reply(self, turn_id: str, confidence: str, detail: Mapping[str, Any]) -> None:
        self._replies[turn_id] = {**detail, "confidence": confidence}

    def reply(self, turn_id: str) -> Mapping[str, Any] | None:
        return self._replies.get(turn_id)

    def suggest_title(self, text: str) -> None:
        """A temporary chat is in no list and needs no title."""


def short_title(text: str) -> str:
    """The first line of a message, cut at a word where it is long."""
    line = mask_for_list(text.strip().split("\n")[0])
    if len(line) <= TITLE_CHARACTERS:
        return line
    cut = line[:TITLE_CHARACTERS]
    space = cut.rfind(" ", TITLE_CHARACTERS // 2)
    return (cut[:space] if space > 0 else cut).rstrip() + "…"
