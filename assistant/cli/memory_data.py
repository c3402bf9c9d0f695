"""How a memory, a change and a deletion look, as JSON and as a line. Identity numbers and sealed values are `***`."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime

from vault.memory_rows import HistoryEntry
from vault.privacy import mask_for_list
from vault.quantity_format import format_quantity
from vault.records import DeletionReport, Evidence, Memory, Outcome, Quantity, Sensitivity, TimePoint

_HIDDEN = "***"


def memory_data(memory: Memory) -> dict[str, object]:
    """One item of `memory list`. Numbers are in base units."""
    return {
        "id": memory.id,
        "claim": shown(memory, memory.claim),
        "state": memory.state.value,
        "layer": memory.layer.value,
        "scope": memory.scope,
        "weight": memory.weight,
        "confidence": memory.confidence,
        "value": _value(memory),
        "subject": memory.subject,
        "attribute": memory.attribute,
        "source": memory.source.value,
        "pinned": memory.pinned,
        "sensitivity": memory.sensitivity.value,
        "negated": memory.negated,
        "is_plan": memory.is_plan,
        "valid_from": _point(memory.valid_from),
        "valid_until": _point(memory.valid_until),
        "said": memory.said_utc.isoformat(),
        "recorded": memory.recorded_utc.isoformat(),
        "updated": memory.updated_utc.isoformat(),
        "expires": _time(memory.expires_utc),
        "retention": memory.retention.value,
        "confirmations": memory.confirmations,
        "uses": memory.uses,
        "last_used": _time(memory.last_used_utc),
        "topics": list(memory.topics),
        "language": memory.language,
        "reason": memory.reason,
        "superseded_by": memory.superseded_by,
        "version": memory.version,
    }


def with_evidence(memory: Memory) -> dict[str, object]:
    """One memory with the words it rests on."""
    return {**memory_data(memory), "evidence": [_evidence(memory, item) for item in memory.evidence]}


def outcome_data(outcome: Outcome) -> dict[str, object]:
    """What became of a memory that was added or approved."""
    return {
        "action": outcome.action,
        "reason": outcome.reason,
        "id": outcome.memory.id if outcome.memory is not None else None,
        "replaced": list(outcome.replaced),
    }


def change_data(entry: HistoryEntry) -> dict[str, object]:
    """One change of a memory: what it was before and after."""
    return {
        "at": entry.at_utc.isoformat(),
        "actor": entry.actor,
        "action": entry.action,
        "reason": entry.reason,
        "before": memory_data(entry.before) if entry.before is not None else None,
        "after": memory_data(entry.after),
    }


def sealed(entry: HistoryEntry) -> HistoryEntry:
    """A change of a memory that is sealed by now, with what it was hidden as well."""
    before = replace(entry.before, sensitivity=Sensitivity.SEALED) if entry.before is not None else None
    return replace(entry, before=before, after=replace(entry.after, sensitivity=Sensitivity.SEALED))


def deletion_data(report: DeletionReport) -> dict[str, object]:
    """The deletion report."""
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in asdict(report).items()
    }


def memory_line(memory: Memory, language: str) -> str:
    """One line of a list: id, state, layer, scope, sentence and, for a number, its value."""
    pin = "*" if memory.pinned else " "
    value = ""
    if isinstance(memory.value, Quantity) and memory.sensitivity is not Sensitivity.SEALED:
        value = f"  = {format_quantity(memory.value, language)}"
    where = f"{memory.state.value}/{memory.layer.value}/{memory.scope}"
    return f"{pin} {memory.id}  {where}  {shown(memory, memory.claim)}{value}"


def shown(memory: Memory, text: str) -> str:
    """The text as a list may show it."""
    return _HIDDEN if memory.sensitivity is Sensitivity.SEALED else mask_for_list(text)


def _value(memory: Memory) -> object:
    if memory.sensitivity is Sensitivity.SEALED:
        return _HIDDEN
    if isinstance(memory.value, str):
        return mask_for_list(memory.value)
    parts = tuple(replace(part, quote=mask_for_list(part.quote)) for part in memory.value.parts)
    return plain_value(replace(memory.value, parts=parts))


def plain_value(value: str | Quantity) -> object:
    """A value as JSON, nothing hidden."""
    if isinstance(value, str):
        return value
    return {
        "low": value.low,
        "high": value.high,
        "unit": value.unit,
        "qualifier": value.qualifier,
        "parts": [
            {"low": part.low, "high": part.high, "qualifier": part.qualifier, "said": part.said_utc.isoformat(),
             "turn": part.turn_id, "quote": part.quote}
            for part in value.parts
        ],
    }  # fmt: skip


def _evidence(memory: Memory, item: Evidence) -> dict[str, object]:
    return {
        "kind": item.kind,
        "id": item.ref_id,
        "quote": shown(memory, item.quote),
        "start": item.start,
        "end": item.end,
        "said": _time(item.said_utc),
        "conversation": item.conversation_id,
    }


def _point(point: TimePoint | None) -> dict[str, str] | None:
    if point is None:
        return None
    return {"start": point.start_utc.isoformat(), "precision": point.precision.value, "zone": point.zone}


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None
