"""What the conversation page reads of a conversation: its shown turns, their replies' details and versions.

Runs on the bridge's executor, never on the GUI thread; a temporary conversation is read the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.events import CitationMark
from assistant.session import Session
from desktop.chat.message import ReplyView
from desktop.chat.transcript import MAX_SHOWN, PAGE
from vault.attachments import AttachedText
from vault.records import Role, Turn

Versions = Mapping[str, Sequence[str]]
Attached = Mapping[str, Sequence[tuple[str, str]]]  # ids and names of files, by turn


@dataclass(frozen=True, slots=True)
class Opened:
    """A conversation as it was read. `scroll_to` is the turn to bring into view."""

    conversation_id: str
    endpoint: str
    turns: Sequence[Turn]
    replies: Mapping[str, Mapping[str, Any]]
    draft: str
    scroll_to: str = ""
    versions: Versions = field(default_factory=dict)
    attached: Attached = field(default_factory=dict)
    files: Sequence[AttachedText] = ()


def read(session: Session, conversation_id: str, turn_id: str = "") -> Opened:
    """A conversation at its end, or around `turn_id`; where that turn is in a version that is not shown, it is now."""
    if session.temporary_turns(conversation_id) is not None:
        return _read_temporary(session, conversation_id, turn_id)
    store = session.vault.conversations
    conversation = store.get(conversation_id)
    wanted = store.show(turn_id) if turn_id else None
    turns: Sequence[Turn] = store.turns(conversation_id, limit=PAGE)
    if wanted is not None and turn_id not in {turn.id for turn in turns}:
        turns = store.turns(conversation_id, before=wanted.position + MAX_SHOWN // 2, limit=MAX_SHOWN)
    return Opened(
        conversation_id,
        conversation.endpoint,
        turns,
        _details(session, conversation_id, turns),
        store.draft(conversation_id),
        turn_id,
        store.versions(conversation_id),
        _attached(session, conversation_id, turns),
        session.vault.attachments.draft(conversation_id),
    )


def draft_of_new(session: Session) -> Opened:
    """A conversation that is not begun, with what was written for it."""
    vault = session.vault
    return Opened("", "", (), {}, vault.conversations.draft(""), files=vault.attachments.draft(""))


def _read_temporary(session: Session, conversation_id: str, turn_id: str) -> Opened:
    store = session.turns_of(conversation_id)
    if turn_id:
        store.show(turn_id)
    turns = store.turns(MAX_SHOWN)
    details = _details(session, conversation_id, turns)
    attached = _attached(session, conversation_id, turns)
    return Opened(conversation_id, "", turns, details, "", turn_id, store.versions(), attached)


def older(session: Session, conversation_id: str, before: int) -> Opened:
    """The page of turns before a position."""
    store = session.vault.conversations
    turns = store.turns(conversation_id, before=before, limit=PAGE)
    details = _details(session, conversation_id, turns)
    attached = _attached(session, conversation_id, turns)
    return Opened(
        conversation_id, "", turns, details, "", versions=store.versions(conversation_id), attached=attached
    )


def _attached(session: Session, conversation_id: str, turns: Sequence[Turn]) -> Attached:
    asked = [turn.id for turn in turns if turn.role is Role.USER]
    return session.turns_of(conversation_id).attached_names(asked)


def _details(session: Session, conversation_id: str, turns: Sequence[Turn]) -> dict[str, Mapping[str, Any]]:
    store = session.turns_of(conversation_id)
    found = {turn.id: store.reply(turn.id) for turn in turns if turn.role is Role.ASSISTANT}
    return {key: value for key, value in found.items() if value is not None}


def reply_view(turn: Turn, detail: Mapping[str, Any], words: Sequence[str]) -> ReplyView:
    """What is shown under a reply, from its kept detail."""
    marks = tuple(
        CitationMark(
            item["mark"],
            item["kind"],
            item["id"],
            item["quote"],
            item["supported"],
            item.get("sentence", ""),
            title=item.get("title", ""),
            page=item.get("page", 0),
        )
        for item in detail["citations"]
    )
    return ReplyView(
        turn.id,
        str(detail["confidence"]),
        dict(detail["confidence_parts"]),
        marks,
        tuple(words),
        is_acknowledgement=bool(detail.get("is_acknowledgement")),
    )
