"""A conversation turn, from text to checked reply: recall, request, endpoint, citations, badge. No Qt.

`Session` is the way in. It is loaded on first use: with recall and the network behind it, it costs a
quarter of a second that a window does not need before it is unlocked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.catalogue import error_texts, say
from assistant.errors import AssistantError, EndpointError, SendRefused, TurnRefused
from assistant.events import (
    CitationMark,
    Event,
    Failed,
    MessageSaved,
    Note,
    Proposed,
    Recalled,
    Reply,
    ReplyNote,
    ReplyResult,
    Sending,
    TextDelta,
    TextReplaced,
    Thinking,
)

if TYPE_CHECKING:
    from assistant.session import Session

__all__ = [
    "AssistantError",
    "CitationMark",
    "EndpointError",
    "Event",
    "Failed",
    "MessageSaved",
    "Note",
    "Proposed",
    "Recalled",
    "Reply",
    "ReplyNote",
    "ReplyResult",
    "SendRefused",
    "Sending",
    "Session",
    "TextDelta",
    "TextReplaced",
    "Thinking",
    "TurnRefused",
    "error_texts",
    "say",
]


def __getattr__(name: str) -> object:
    if name == "Session":
        from assistant.session import Session  # start-up time

        return Session
    raise AttributeError(name)
