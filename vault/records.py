"""The plain values that cross the vault's border: memories, turns, units of recall, and the words for them.

Frozen dataclasses only; no database handle or clock is in here. Follows the design page "Memory core, the record".
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

UNIVERSAL = "universal"
USER = "user"


class Layer(enum.StrEnum):
    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    RELATIONSHIP = "relationship"
    SUMMARY = "summary"


class State(enum.StrEnum):
    PROPOSED = "proposed"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    ARCHIVED = "archived"
    REJECTED = "rejected"
    DELETED = "deleted"


class SourceKind(enum.StrEnum):
    EXPLICIT = "explicit"
    FORM = "form"
    TOOL = "tool"
    DOCUMENT = "document"
    IMPORT = "import"
    INFERRED = "inferred"
    TEMPLATE = "template"


SOURCE_WEIGHTS: Mapping[SourceKind, float] = {
    SourceKind.EXPLICIT: 1.0,
    SourceKind.FORM: 0.9,
    SourceKind.TOOL: 0.6,
    SourceKind.DOCUMENT: 0.6,
    SourceKind.IMPORT: 0.6,
    SourceKind.INFERRED: 0.3,
    SourceKind.TEMPLATE: 0.2,
}


class Retention(enum.StrEnum):
    PERMANENT = "permanent"
    ADAPTIVE = "adaptive"
    SESSION = "session"


class Sensitivity(enum.StrEnum):
    NORMAL = "normal"
    PERSONAL = "personal"
    SENSITIVE = "sensitive"
    SEALED = "sealed"


class Role(enum.StrEnum):
    USER = "user"
    ASSISTANT = "assistant"


class MemoryMode(enum.StrEnum):
    ASK = "ask"
    AUTO = "auto"
    OFF = "off"


class Precision(enum.StrEnum):
    """How exactly a point in time was given; what is finer than this was not said."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    MINUTE = "minute"


@dataclass(frozen=True, slots=True)
class TimePoint:
    """A point of event time: the aware UTC instant of its beginning, the precision given, and the user's zone."""

    start_utc: datetime
    precision: Precision
    zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number or range in base units (30万 CNY is 300000); `qualifier` is `at_most`, `at_least`, `about` or empty.

    `parts` lists the single statements that a range was made of.
    """

    low: float
    high: float
    unit: str
    qualifier: str = ""
    parts: tuple[QuantityPart, ...] = ()


@dataclass(frozen=True, slots=True)
class QuantityPart:
    """One statement inside a range: its number, how it was qualified, when, and the memory evidence it came from."""

    low: float
    high: float
    qualifier: str
    said_utc: datetime
    turn_id: str
    quote: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a claim comes from. `start` and `end` are character offsets into the stored turn; -1 where it has none."""

    kind: str  # "turn", "passage", "form", "manual"
    ref_id: str
    quote: str
    start: int = -1
    end: int = -1
    said_utc: datetime | None = None
    conversation_id: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that somebody proposes: what extraction, a form, a command or a person hands to the write gate."""

    attribute: str
    claim: str
    layer: Layer
    value: str | Quantity
    evidence: tuple[Evidence, ...]
    subject: str = USER
    scope: str = UNIVERSAL
    source: SourceKind = SourceKind.EXPLICIT
    confidence: float = 1.0
    language: str = "en"
    sensitivity: Sensitivity = Sensitivity.NORMAL
    retention: Retention | None = None  # None: the default of the layer
    valid_from: TimePoint | None = None
    valid_until: TimePoint | None = None
    expires_utc: datetime | None = None
    topics: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    corrects: bool = False  # a correcting word was said: replace instead of making a range
    replaces: str = ""  # id of the memory that this statement ends; checked by subject, scope and weight
    ends: str = ""  # words of what this statement says is over; the memory that holds them is looked for
    changes: str = (
        ""  # the thing that this statement gives a new time, number or name; its old one is looked for
    )
    negated: bool = False
    is_plan: bool = False
    requested: bool = False  # "remember that …": the user asked for it
    pinned: bool = False
    said_utc: datetime | None = None  # event time of the statement; None: now


@dataclass(frozen=True, slots=True)
class Memory:
    """One claim with everything that is known about it. `value` is text or a quantity; `version` counts changes."""

    id: str
    subject: str
    attribute: str
    value: str | Quantity
    claim: str
    layer: Layer
    scope: str
    source: SourceKind
    weight: float
    confidence: float
    state: State
    pinned: bool
    sensitivity: Sensitivity
    visibility: str
    language: str
    evidence: tuple[Evidence, ...]
    valid_from: TimePoint | None
    valid_until: TimePoint | None
    said_utc: datetime
    recorded_utc: datetime
    updated_utc: datetime
    zone: str
    expires_utc: datetime | None
    retention: Retention
    confirmations: int
    uses: int
    last_used_utc: datetime | None
    topics: tuple[str, ...]
    entities: tuple[str, ...]
    negated: bool
    is_plan: bool
    superseded_by: str
    reason: str  # why it is in this state: "conflict", "user", "correction", …
    version: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one candidate: the memory it made or changed, and why.

    `action` is proposed, added, confirmed, ranged, superseded (it replaced `replaced`), outdated (kept as history: a
    later word is in force), denied or queued (kept as a proposal because it lost to a stronger source); `reason` is a
    stable word, never the value.
    """

    action: str
    memory: Memory | None
    reason: str = ""
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    id: str
    title: str
    scope: str
    created_utc: datetime
    updated_utc: datetime
    endpoint: str  # name of the endpoint; empty: the default one
    turns: int = 0
    name: str = ""  # the name given on the command line, unique where not empty


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation. `state` is complete, partial (still streaming or cut off), stopped or failed.

    `origin` is the id that the turn had where it was imported from; `speaker` a name where there were several people.
    `parent_id` is the turn that it follows, empty for the first; turns of one parent are versions of the same place, of
    which one `is_shown`.
    """

    id: str
    conversation_id: str
    position: int
    role: Role
    text: str
    said_utc: datetime
    zone: str
    speaker: str = ""
    state: str = "complete"
    origin: str = ""
    notes: tuple[str, ...] = ()
    parent_id: str = ""
    is_shown: bool = True


@dataclass(frozen=True, slots=True)
class RecallItem:
    """A unit of recall in its ranked place.

    `kind` is memory, turn or passage; `score` is comparable within one result only; `parts` are its summands by
    name; `why` are stable keys that the catalogue turns into words; `time_utc` is event time where known, else when
    it was said; `source` is the conversation or document id, `origin` the imported id.
    """

    kind: str
    id: str
    text: str
    score: float
    selected: bool
    parts: Mapping[str, float]
    why: tuple[str, ...]
    time_utc: datetime | None
    source: str
    origin: str = ""
    role: str = ""
    speaker: str = ""
    past: bool = False  # superseded or expired, given because the question is about the past
    memory: Memory | None = None
    title: str = ""  # of a passage's document, with the page (0 where it has none) and the headings above it
    page: int = 0
    heading: str = ""
    sensitivity: Sensitivity = Sensitivity.NORMAL


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A unit that was near but not selected, and the stable word for the reason, such as state or score."""

    id: str
    reason: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class RecallResult:
    """Ranked items up to the limit, the verdict (known, uncertain, unknown; score 0 to 1), and what was left out."""

    query: str
    verdict: str
    verdict_score: float
    items: tuple[RecallItem, ...]
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def selected(self) -> tuple[RecallItem, ...]:
        return tuple(item for item in self.items if item.selected)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What left the machine in one request: metadata always, the exact bytes until a deletion purges them."""

    id: str
    sequence: int
    sent_utc: datetime
    purpose: str  # chat, title, extraction, compression, models, test
    endpoint: str
    url: str
    method: str
    size_bytes: int
    digest: str  # keyed hash of the bytes, hex
    replaced: tuple[tuple[str, str], ...]  # (type, token), never the value
    memory_ids: tuple[str, ...]
    conversation_id: str
    turn_id: str
    outcome: str  # pending, ok, failed, stopped, refused
    status: int
    seconds: float
    body: bytes | None  # None: purged or never kept (temporary chat)
    received_bytes: int = 0


@dataclass(frozen=True, slots=True)
class EndpointConfig:
    """An endpoint as the user set it up. `kind` is recall_only, openai, ollama, anthropic or gguf; `trust`
    local, private or remote.

    `key` is the API key and has no place in any repr or log.
    """

    name: str
    kind: str
    url: str = ""
    model: str = ""
    trust: str = "remote"
    key: str = field(default="", repr=False)
    options: Mapping[str, str] = field(default_factory=dict)
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class AuditEntry:
    sequence: int
    at_utc: datetime
    actor: str
    action: str
    object_kind: str
    object_id: str
    reason: str
    old_fingerprint: str
    new_fingerprint: str


@dataclass(frozen=True, slots=True)
class DeletionReport:
    """What one deletion removed, by kind, and what still holds it elsewhere."""

    memories: tuple[str, ...]
    turns_cut: tuple[str, ...]
    turns_removed: tuple[str, ...] = ()
    receipts_purged: tuple[str, ...] = ()
    replies_cut: tuple[str, ...] = ()
    drafts_cut: int = 0
    index_rows: int = 0
    tombstones: int = 0
    history_rows: int = 0
    documents: tuple[str, ...] = ()
    documents_cut: tuple[str, ...] = ()
    passages: int = 0
    backups: tuple[str, ...] = ()
