"""What rules read and write: a clause of the user's words with its place, and a finding that a rule makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from vault import times
from vault.records import USER, Layer, Quantity

_ANY_MOMENT = datetime(2000, 1, 3, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Field:
    """One labelled value of a sentence; offsets are into that sentence."""

    start: int
    end: int
    attribute: str
    value: str
    is_own: bool  # "my", 我的 stood before it
    is_weak: bool  # counts only beside a stronger one
    noun_en: str
    noun_zh: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of one message. `start` and `end` are offsets into the turn; `text` is exactly that stretch.

    `has_subject` is false where the subject is that of the clause before (养了两只乌龟 after 我…), and then `subject` names
    it. `is_strict` marks a clause beside a question or a task, where only unmistakable declarations count.
    """

    text: str
    start: int
    end: int
    language: str
    has_subject: bool = True
    is_continued: bool = False  # the clause before, in the same sentence, had the user as its subject
    subject: str = USER
    is_strict: bool = False
    is_requested: bool = False
    is_timed: bool = False  # a time phrase stood before the statement: on 9 July I have …
    corrects: bool = False
    is_listed: bool = False  # beside labelled values or the user's name, where a town or a job needs no verb
    field: Field | None = None  # the labelled value that this clause is


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a clause says. Offsets are into the turn; an empty `claim` stands for the quoted words themselves."""

    attribute: str
    value: str | Quantity
    layer: Layer
    start: int
    end: int
    claim: str = ""
    subject: str = USER
    confidence: float = 0.9
    is_negated: bool = False
    is_plan: bool = False
    is_ahead: bool = False  # an appointment or deadline: it expires when its time is over
    corrects: bool = False
    ends: str = ""  # words of what is over, where the sentence does not say so in one of the ways known
    changes: str = ""  # the thing that was moved or changed, in its own words
    wants_quantity: bool = False
    entities: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()  # what it is about, by which a question finds it too
    is_open: bool = True  # a following clause without a subject may belong to it


@dataclass(frozen=True, slots=True)
class Known:
    """What the vault knows already and rules may use: the user's names, and people told of before."""

    names: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


Rule = Callable[[Clause, Known], list[Finding]]


def mentions_time(text: str, language: str) -> bool:
    """Whether a text names any time at all; which one does not matter, so any moment serves to resolve it."""
    return bool(times.parse(text, _ANY_MOMENT, language))


def finding(clause: Clause, attribute: str, value: str, layer: Layer = Layer.FACT) -> Finding:
    """A finding over the whole clause, about the subject of the clause."""
    return Finding(
        attribute,
        value.strip(),
        layer,
        clause.start,
        clause.end,
        subject=clause.subject,
        corrects=clause.corrects,
    )
