"""A conversation turn, from text to checked reply: recall, request, endpoint, citations, badge. No Qt.

The way in is `assistant.session.Session`. It is not imported here: with recall and the network behind it, it costs a
quarter of a second that a window does not need before it is unlocked. The other names are loaded at first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.catalogue import error_texts, say
    from assistant.errors import AssistantError, EndpointError, SendRefused, TurnRefused
    from assistant.events import (
        CitationMark,
        Event,
        Failed,
        MessageSaved,
        ModelLoading,
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
        Waiting,
    )
else:
    from vault.lazy import lazily

    __getattr__ = lazily(
        __name__,
        {
            "catalogue": ("error_texts", "say"),
            "errors": ("AssistantError", "EndpointError", "SendRefused", "TurnRefused"),
            "events": (
                "CitationMark",
                "Event",
                "Failed",
                "MessageSaved",
                "ModelLoading",
                "Note",
                "Proposed",
                "Recalled",
                "Reply",
                "ReplyNote",
                "ReplyResult",
                "Sending",
                "TextDelta",
                "TextReplaced",
                "Thinking",
                "Waiting",
            ),
        },
    )

__all__ = [
    "AssistantError",
    "CitationMark",
    "EndpointError",
    "Event",
    "Failed",
    "MessageSaved",
    "ModelLoading",
    "Note",
    "Proposed",
    "Recalled",
    "Reply",
    "ReplyNote",
    "ReplyResult",
    "SendRefused",
    "Sending",
    "TextDelta",
    "TextReplaced",
    "Thinking",
    "TurnRefused",
    "Waiting",
    "error_texts",
    "say",
]
