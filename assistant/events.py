"""What a turn tells its caller while it runs: frozen values only, in the order of the design page
"Endpoints and turns, a turn".

A turn that is not stopped ends with exactly one `Reply`. `Failed` may come before it when the endpoint gave
no whole answer; a `Reply` is still given, with whatever part arrived.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.preview_step import PreviewStep
from assistant.tool_step import ToolCallView, ToolStep
from vault.errors import KeepsakeError
from vault.records import Outcome, RecallResult, Turn


@dataclass(frozen=True, slots=True)
class CitationMark:
    """One citation of a reply: the mark shown to the user, the unit it opens, the words it rests on, and
    whether they support it.
    """

    mark: int
    kind: str  # "memory", "turn" or "passage"
    id: str
    quote: str
    supported: bool
    sentence: str = ""
    aligned: bool = False  # found by comparing words, the model gave no mark
    title: str = ""  # of the document that a passage is of, with its page, 0 where it has none
    page: int = 0


@dataclass(frozen=True, slots=True)
class ReplyNote:
    """Something the user must see beside a reply; `key` names a text of the catalogue and `values` fills it."""

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReplyResult:
    """A finished reply. `confidence` is high, medium, low or none (not from the vault); `notes` are worded
    in the reply's language.
    """

    answer: str
    confidence: str
    confidence_parts: Mapping[str, float]
    citations: tuple[CitationMark, ...]
    used_ids: tuple[str, ...]
    needs_user_confirm: bool
    proposals: tuple[str, ...]
    receipts: tuple[str, ...]
    conversation: str
    notes: tuple[str, ...]
    turn_id: str = ""
    state: str = "complete"  # complete, stopped, failed
    # The message only told something, or was a command: the reply answers nothing and a badge says nothing of it.
    is_acknowledgement: bool = False
    # Those of `notes` that only list `proposals`; where these are shown themselves, the notes are left out.
    listing_notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The object that `keepsake ask --json` prints: exactly the keys of the design page "Commands"."""
        return {
            "answer": self.answer,
            "confidence": self.confidence,
            "confidence_parts": dict(self.confidence_parts),
            "citations": [
                {"mark": c.mark, "kind": c.kind, "id": c.id, "quote": c.quote, "supported": c.supported}
                for c in self.citations
            ],
            "used_ids": list(self.used_ids),
            "needs_user_confirm": self.needs_user_confirm,
            "proposals": list(self.proposals),
            "receipts": list(self.receipts),
            "conversation": self.conversation,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class MessageSaved:
    """The user's message is in the vault (or, in a temporary chat, in memory). From here on no failure can lose it.
    Not `is_new`: it was kept before and is answered once more."""

    turn: Turn
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class Recalled:
    result: RecallResult


@dataclass(frozen=True, slots=True)
class PreviewWanted:
    """The request waits to be looked at; the turn goes on when `step` is answered. Only for who takes previews."""

    step: PreviewStep


@dataclass(frozen=True, slots=True)
class Sending:
    """A request is about to leave. The receipt with its exact bytes is written before the first byte goes."""

    endpoint: str
    trust: str
    size_bytes: int
    replaced: tuple[tuple[str, str], ...]
    receipt_id: str


@dataclass(frozen=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, slots=True)
class TextReplaced:
    """All text of the reply so far is to be shown as `text` instead: folded thinking, or checked citation marks."""

    text: str


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """The endpoint's model is being loaded, which may take a while; the request leaves when it is there."""

    endpoint: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The endpoint asked to wait; the request is sent again in `seconds`. One a second, the last with 0."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Thinking:
    """The model's own reasoning, never part of the answer and never sent back to it."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    note: ReplyNote
    text: str  # in the language of the turn


@dataclass(frozen=True, slots=True)
class Failed:
    error: KeepsakeError


@dataclass(frozen=True, slots=True)
class Proposed:
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    result: ReplyResult


@dataclass(frozen=True, slots=True)
class ToolUsed:
    """A call of a tool as it stands: once when it begins, once when it has ended."""

    call: ToolCallView


@dataclass(frozen=True, slots=True)
class ConfirmationWanted:
    """A call waits for the user's word. Only where the caller has said that it can give it."""

    step: ToolStep


Event = (
    MessageSaved | Recalled | PreviewWanted | Sending | TextDelta | TextReplaced | Waiting
    | ModelLoading | Thinking | ToolUsed | ConfirmationWanted | Note | Failed | Proposed | Reply
)  # fmt: skip
