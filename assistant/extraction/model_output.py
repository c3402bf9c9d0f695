"""Reads what a model proposes to remember, and trusts none of it.

Every item must quote the user's own words of the one message exactly; digits and names of its claim must
stand in that quote; an id it names must be one that it was shown. What does not hold is dropped with its
reason, what is not JSON of the form is no output at all. Numbers and dates are read again from the quote by
the rules; the model's own are never used. Pure. Follows the design page "Memory core, Extraction".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from assistant.extraction import guards
from assistant.extraction.candidates import Setting, build
from assistant.extraction.clauses import language_of, own_words, sentences
from assistant.extraction.findings import Clause, Finding
from assistant.extraction.foreign import own_part
from assistant.language import content_words, names, numbers
from vault import fold, slots
from vault.records import USER, Candidate, Layer, Memory, Quantity, Role, SourceKind, Turn

MAX_ITEMS: Final = 8
MAX_CLAIM: Final = 300
INFERRED_CONFIDENCE: Final = 0.75
SAID_SHARE: Final = (
    0.8  # of a claim's content words in the quote: then the user said it, else it is a conclusion
)
LAYERS: Final = tuple(layer.value for layer in Layer if layer is not Layer.SUMMARY)
_SAME_SHARE: Final = 0.6
_NUMERIC = frozenset(
    {"budget", "price", "income", "count", "headcount", "team_size", "number", "measure", "weight", "height"}
)
_BASE = re.compile(r"[a-z][a-z_]{1,30}")

SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["memories"],
    "properties": {
        "memories": {
            "type": "array",
            "maxItems": MAX_ITEMS,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": [
                    "claim", "quote", "layer", "attribute", "value", "subject", "negated", "plan", "replaces",
                ],
                "properties": {
                    "claim": {"type": "string"},
                    "quote": {"type": "string"},
                    "layer": {"type": "string", "enum": list(LAYERS)},
                    "attribute": {"type": "string"},
                    "value": {"type": "string"},
                    "subject": {"type": "string"},
                    "negated": {"type": "boolean"},
                    "plan": {"type": "boolean"},
                    "replaces": {"type": "string"},
                },
            },
        }
    },
}  # fmt: skip


class OutputMalformed(ValueError):
    """The text is not JSON of the form that was asked for; `reason` is a stable word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Context:
    """What an output is checked against: the message, the memories that the model was shown, and what is
    known of it.

    `known` are the claims that this message gave already; `restore` turns stand-ins back.
    """

    turn: Turn
    now: datetime
    scope: str
    shown: Mapping[str, Memory] = field(default_factory=dict)
    known: Sequence[str] = ()
    restore: Callable[[str], str] = str


@dataclass(frozen=True, slots=True)
class ModelRead:
    """The candidates that hold, and how many items were dropped for which reason. `ended` are ids of shown memories that
    something known already brings to an end, each with the known claim.
    """

    candidates: tuple[Candidate, ...]
    dropped: Mapping[str, int]
    ended: tuple[tuple[str, str], ...] = ()


def read_output(text: str, context: Context) -> ModelRead:
    """The candidates of an output.

    Raises:
        OutputMalformed: it is not the JSON that was asked for, however generously read.
    """
    items = _items(text)
    found: list[Candidate] = []
    ended: list[tuple[str, str]] = []
    dropped: dict[str, int] = {}
    for item in items[:MAX_ITEMS]:
        made, reason = _candidate(item, context, [*context.known, *(one.claim for one in found)])
        if made is not None:
            found.append(made)
            continue
        dropped[reason] = dropped.get(reason, 0) + 1
        replaced = _text(item, "replaces", context)
        if reason == "known" and replaced in context.shown:
            told = _told_already(_text(item, "claim", context), context.known)
            ended += [(replaced, told)] if told else []
    if len(items) > MAX_ITEMS:
        dropped["too_many"] = len(items) - MAX_ITEMS
    return ModelRead(tuple(found), dropped, tuple(ended))


# from text to items


def _items(text: str) -> list[Mapping[str, Any]]:
    data = _json_of(text)
    if isinstance(data, Mapping):
        data = data.get("memories")
    if not isinstance(data, list):
        raise OutputMalformed("no_list")
    if not all(isinstance(item, Mapping) for item in data):
        raise OutputMalformed("no_objects")
    return data


def _json_of(text: str) -> Any:
    """The one JSON value of a text; a code fence or a sentence around it is passed over, half a value is
    not guessed."""
    stripped = text.strip().removeprefix("\ufeff")
    fence = re.search(r"```(?:json)?\s*\n(.*?)\n?\s*```", stripped, re.DOTALL)
    body = fence.group(1).strip() if fence else stripped
    if not body:
        raise OutputMalformed("empty")
    brace, bracket = body.find("{"), body.find("[")
    # A list inside an object that cannot be read is not the list that was asked for.
    starts = [brace] if bracket < 0 or 0 <= brace < bracket else [bracket, brace]
    for start in (place for place in starts if place >= 0):
        try:
            value, _ = _DECODER.raw_decode(body, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict | list):
            return value
    raise OutputMalformed("not_json")


def _no_constant(name: str) -> float:
    raise ValueError(name)  # NaN and Infinity are no JSON


_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant)


# from an item to a candidate


def _candidate(
    item: Mapping[str, Any], context: Context, known: Sequence[str]
) -> tuple[Candidate | None, str]:
    """The candidate of one item, or the stable word for why there is none."""
    claim, quote = (_text(item, name, context) for name in ("claim", "quote"))
    if not claim or not quote:
        return None, "incomplete"
    if len(claim) > MAX_CLAIM:
        return None, "too_long"
    span = _span(quote, context.turn)
    if span is None:
        return None, "quote_not_found"
    quote = context.turn.text[span[0] : span[1]]
    reason = _fault(claim, quote, context, known)
    if reason:
        return None, reason
    replaced = _text(item, "replaces", context)
    if replaced and replaced not in context.shown:
        return None, "unknown_id"
    subject = _subject(item, quote, context)
    if subject is None:
        return None, "unknown_subject"
    found = _finding(item, claim, span, subject, context)
    clause = Clause(quote, *span, language_of(claim), is_requested=False)
    made = build(found, clause, quote, Setting(context.turn, context.now, context.scope))
    if made is None:
        return None, "no_number"
    return _finished(made, claim, quote, context.shown.get(replaced)), ""


def _text(item: Mapping[str, Any], name: str, context: Context) -> str:
    value = item.get(name)
    return context.restore(value).strip() if isinstance(value, str) else ""


def _span(quote: str, turn: Turn) -> tuple[int, int] | None:
    """Where the quote stands in what the user said themselves; spelling, width, case and spaces may
    differ."""
    if turn.role is not Role.USER:
        return None
    own = own_words(own_part(turn.text))
    folded, offsets = fold.fold_with_offsets(own)
    wanted = re.escape(fold.fold(quote).strip(" \"'“”「」.。…")).replace(r"\ ", r"\s+")
    found = re.search(wanted, folded) if wanted else None
    if found is None or found.end() == found.start():
        return None
    return offsets[found.start()], offsets[found.end() - 1] + 1


def _fault(claim: str, quote: str, context: Context, known: Sequence[str]) -> str:
    """Why a claim with a true quote is not kept; empty where it is."""
    text = context.turn.text
    if (
        guards.is_cancelled(text)
        or guards.is_secret(quote)
        or guards.is_injection(quote)
        or guards.is_injection(claim)
    ):
        return "guarded"
    language = language_of(quote)
    if language != language_of(claim):
        return "other_language"
    whole = next((one for one in sentences(text) if quote in one.text), None)
    mark = whole.mark if whole is not None and whole.text.endswith(quote) else ""
    said = whole.text if whole is not None else quote
    if guards.is_hypothetical(said, language):
        return "hypothetical"
    if guards.is_question(quote, mark, language):
        return "question"
    if guards.is_task(quote, language):
        return "one_off"
    if numbers(claim) - numbers(quote):
        return "number_not_said"
    if any(fold.fold(name) not in fold.fold(quote) for name in names(claim)):
        return "name_not_said"
    return "known" if _told_already(claim, known) else ""


def _told_already(claim: str, known: Sequence[str]) -> str:
    """The known claim that says the same by its words, empty where none does."""
    words = content_words(claim)
    same = (one for one in known if len(words & content_words(one)) >= _SAME_SHARE * max(1, len(words)))
    return next(same, "")


def _subject(item: Mapping[str, Any], quote: str, context: Context) -> str | None:
    """Whom a claim is about: the user, or somebody whom the quote names; None for anybody else."""
    subject = _text(item, "subject", context)
    if fold.fold(subject) in ("", "user", "the user", "i", "me", "用户", "我", "本人"):
        return USER
    return subject if len(subject) <= 40 and fold.fold(subject) in fold.fold(quote) else None


def _finding(
    item: Mapping[str, Any], claim: str, span: tuple[int, int], subject: str, context: Context
) -> Finding:
    attribute = _attribute(item, context)
    base = slots.base_of(attribute)
    stated = item.get("layer")
    layer = Layer(stated) if stated in LAYERS else Layer.FACT
    layer = slots.rules_of(attribute).layer if base in slots.RULES else layer
    value = _text(item, "value", context)
    quote = context.turn.text[span[0] : span[1]]
    is_said = bool(value) and fold.fold(value) in fold.fold(quote)
    is_plan = item.get("plan") is True
    return Finding(
        attribute, value if is_said else claim, layer, *span, claim=claim, subject=subject,
        is_negated=item.get("negated") is True, is_plan=is_plan, is_ahead=is_plan and layer is Layer.EVENT,
        wants_quantity=base in _NUMERIC, is_open=False,
    )  # fmt: skip


def _attribute(item: Mapping[str, Any], context: Context) -> str:
    """The attribute as it was named where it can be one, else that of a note."""
    named = _text(item, "attribute", context)
    base, _, detail = named.partition(":")
    base = base.strip().casefold().replace(" ", "_")
    if not _BASE.fullmatch(base) or len(detail) > 60:
        return "note"
    return f"{base}:{detail.strip()}" if detail.strip() else base


def _finished(made: Candidate, claim: str, quote: str, replaced: Memory | None) -> Candidate:
    """What the user said in these words counts as said; what was concluded from them as inferred."""
    words = content_words(claim)
    is_said = len(words & content_words(quote)) >= SAID_SHARE * max(1, len(words))
    source = SourceKind.EXPLICIT if is_said else SourceKind.INFERRED
    value = made.value if isinstance(made.value, Quantity) or made.value else claim
    made = replace(made, source=source, value=value, confidence=0.9 if is_said else INFERRED_CONFIDENCE)
    if replaced is None:
        return made
    return replace(made, subject=replaced.subject, corrects=True, replaces=replaced.id)
