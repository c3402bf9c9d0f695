"""What one turn works on: the question as asked, the parts of the session it may use, and what it gathers
on its way.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from assistant.asked import is_question
from assistant.catalogue import say
from assistant.citations import SameWord, Similarity, Source
from assistant.confidence import SURE_FROM, recall_strength
from assistant.endpoints.protocol import Endpoint, Message
from assistant.events import Note, ReplyNote
from assistant.names import NameFinders
from assistant.store import TurnStore
from assistant.tool_step import ToolCallView
from vault import Vault
from vault.asking import only_tells
from vault.attachments import AttachedText, Attachment
from vault.digests import Digest
from vault.privacy import KnownNames
from vault.recall.units import KINDS
from vault.records import Candidate, LeftOut, Memory, MemoryMode, RecallItem, RecallResult, Turn

if TYPE_CHECKING:  # a tool is told of its turn, which is told of the tools
    from assistant.tools.tool import Tool


class Recaller(Protocol):
    """What a turn needs of recall: `vault.recall.Recall`."""

    def recall(
        self,
        text: str,
        *,
        context: Sequence[str] = (),
        limit: int = 20,
        at: datetime | None = None,
        scope: str | Sequence[str] | None = None,
        exclude: Collection[str] = (),
        kinds: Collection[str] = KINDS,
    ) -> RecallResult: ...

    def expect(self, text: str, *, context: Sequence[str] = (), at: datetime) -> None: ...

    def catch_up(self, timeout_s: float, without: Collection[str] = ()) -> bool: ...


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a session that a turn uses; all of them are shared and thread-safe. No recall: answers say so."""

    vault: Vault
    recall: Recaller | None
    endpoint: Callable[[str], Endpoint]
    similarity: Similarity | None = None
    same_word: Callable[[], SameWord | None] = lambda: None
    partial_save_s: float = 1.0
    names: Callable[[], NameFinders] = NameFinders
    known_names: Callable[[], KnownNames] = KnownNames
    background_endpoint: Callable[[], Endpoint | None] = lambda: None
    # The tools of the servers that the user has added, and why others of them do not answer.
    external_tools: Callable[[], Awaitable[tuple[Sequence[Tool], Mapping[str, str]]]] | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """One message to be answered. `at` is aware UTC; `zone` the user's IANA zone; `language` that of the question.

    `replaces` is the message that this one is another version of; `answers` a kept message that is answered once more.
    """

    text: str
    at: datetime
    zone: str
    scope: str
    language: str
    endpoint: str
    store: TurnStore
    mode: MemoryMode = MemoryMode.ASK
    replaces: str = ""
    answers: str = ""
    can_preview: bool = False  # whoever takes the events answers `PreviewWanted`
    can_confirm: bool = False  # and `ConfirmationWanted`
    attachments: tuple[AttachedText, ...] | None = None  # None: those of the message that this one replaces
    exceptions: tuple[str, ...] = ()  # values that this one request sends as they are


@dataclass(slots=True)
class Gathered:
    """What a turn has found out so far; the reply's detail is made of it."""

    ask: Ask
    question: Turn
    notes: list[ReplyNote] = field(default_factory=list)
    recalled: RecallResult | None = None
    items: Mapping[str, RecallItem] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    profile: tuple[Source, ...] = ()
    memories: dict[str, Memory] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)
    path: Sequence[str] = ()  # the ids of all shown turns before the question
    digests: tuple[Digest, ...] = ()  # what the request tells of older turns in short
    asked_ids: set[str] = field(default_factory=set)  # memories whose words in turns must be asked about
    contested: frozenset[str] = frozenset()  # memories that an open question to the user concerns
    own_levels: Mapping[str, str] = field(
        default_factory=dict
    )  # badges of earlier replies that are sources now
    attachments: tuple[Attachment, ...] = ()  # of this message, then of those before it, the newest first
    passages: tuple[
        Source, ...
    ] = ()  # of attachments, as far as they are in the request or a tool has read them
    candidates: tuple[Candidate, ...] = ()
    hidden: frozenset[str] = frozenset()  # turns that this reply takes off the shown path
    messages: tuple[Message, ...] = ()
    tool_calls: list[ToolCallView] = field(default_factory=list)
    tool_tokens: int = 0  # what the offer of tools takes of the request
    tool_proposals: tuple[str, ...] = ()  # memories that wait, made of what tools found
    has_acting_call: bool = False
    is_form: bool = False  # the reply is asked for as JSON of a fixed form
    task_id: str = ""  # the task in working memory that the calls belong to
    replaced: tuple[tuple[str, str], ...] = ()
    receipts: list[str] = field(default_factory=list)
    trust: str = "local"
    tokens: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    thinking: str = ""
    started: float = field(default_factory=time.monotonic)

    @property
    def is_statement(self) -> bool:
        """Whether the message only tells something, may it be kept or not, and asks nothing; what calls up something
        that is surely near is answered with that.
        """
        text = self.question.text
        if is_question(text):
            return False
        return bool(self.candidates) or (only_tells(text) and not self._calls_something_up())

    def _calls_something_up(self) -> bool:
        """Whether what is near to a statement is surely what it calls up; in a conversation its badge tells."""
        if self.recalled is None:
            return False
        is_sure = bool(self.path) and recall_strength(self.recalled, self.question.text) >= SURE_FROM
        return self.recalled.verdict == "known" or is_sure

    @property
    def has_files(self) -> bool:
        """Whether files are beside this very message: an answer may rest on them, whatever recall found."""
        return any(one.turn_id == self.question.id for one in self.attachments)

    @property
    def all_sources(self) -> tuple[Source, ...]:
        return (*self.sources, *self.profile, *self.passages)

    def note(self, key: str, **values: str | int) -> Note:
        """Keep a note for the reply and give the event that shows it now."""
        kept = ReplyNote(key, values)
        self.notes.append(kept)
        return Note(kept, say(key, self.ask.language, **values))
