"""How values are written into the database and read back: canonical JSON, microseconds, and records to and from rows.

Times are UTC microseconds since the epoch; JSON is canonical (sorted keys, no spaces, no NaN), so equal values are
equal bytes and can be fingerprinted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from vault.database import Row
from vault.records import (
    Conversation,
    Evidence,
    Layer,
    Memory,
    Precision,
    Quantity,
    QuantityPart,
    Retention,
    Role,
    Sensitivity,
    SourceKind,
    State,
    TimePoint,
    Turn,
)

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def canonical_json(value: Json) -> str:
    """The one JSON text of a value: keys sorted, no spaces, characters as they are.

    Raises:
        ValueError: NaN or infinity, which JSON does not have.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical_bytes(value: Json) -> bytes:
    return canonical_json(value).encode("utf-8")


def to_us(at: datetime) -> int:
    """Microseconds since the epoch of an aware instant, exact.

    Raises:
        ValueError: the datetime is naive.
    """
    if at.tzinfo is None:
        raise ValueError("a time without its zone is not an instant")
    return (at - _EPOCH) // _MICROSECOND


def from_us(microseconds: int) -> datetime:
    """The aware UTC instant."""
    return _EPOCH + timedelta(microseconds=microseconds)


def optional_us(at: datetime | None) -> int | None:
    return None if at is None else to_us(at)


def optional_time(microseconds: int | None) -> datetime | None:
    return None if microseconds is None else from_us(microseconds)


def clean_text(text: str) -> str:
    """The text with lone surrogates, which UTF-8 cannot hold, replaced by U+FFFD; everything else as it is."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8") if _has_surrogate(text) else text


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


# conversations and turns


def conversation_from_row(row: Row) -> Conversation:
    """From `SELECT conversations.*, <count> AS turns`."""
    return Conversation(
        id=row["id"],
        title=row["title"],
        scope=row["scope"],
        created_utc=from_us(row["created_us"]),
        updated_utc=from_us(row["updated_us"]),
        endpoint=row["endpoint"],
        turns=row["turns"],
        name=row["name"],
    )


def turn_from_row(row: Row) -> Turn:
    return Turn(
        id=row["id"],
        conversation_id=row["conversation_id"],
        position=row["position"],
        role=Role(row["role"]),
        text=row["text"],
        said_utc=from_us(row["said_us"]),
        zone=row["zone"],
        speaker=row["speaker"],
        state=row["state"],
        origin=row["origin"],
        notes=tuple(json.loads(row["notes_json"])),
        parent_id=row["parent_id"],
        is_shown=bool(row["is_shown"]),
    )


# the parts of a memory


def time_point_to_json(point: TimePoint | None) -> str | None:
    if point is None:
        return None
    return canonical_json(
        {"start_us": to_us(point.start_utc), "precision": point.precision.value, "zone": point.zone}
    )


def time_point_from_json(text: str | None) -> TimePoint | None:
    if text is None:
        return None
    body = json.loads(text)
    return TimePoint(from_us(body["start_us"]), Precision(body["precision"]), body["zone"])


def value_to_json(value: str | Quantity) -> str:
    """Text as `{"text": …}`, a quantity as its fields."""
    if isinstance(value, str):
        return canonical_json({"text": value})
    parts: list[Json] = [
        {
            "low": part.low,
            "high": part.high,
            "qualifier": part.qualifier,
            "said_us": to_us(part.said_utc),
            "turn_id": part.turn_id,
            "quote": part.quote,
        }
        for part in value.parts
    ]
    return canonical_json(
        {
            "low": value.low,
            "high": value.high,
            "unit": value.unit,
            "qualifier": value.qualifier,
            "parts": parts,
        }
    )


def value_from_json(text: str) -> str | Quantity:
    body = json.loads(text)
    if "text" in body:
        return str(body["text"])
    parts = tuple(
        QuantityPart(
            low=part["low"],
            high=part["high"],
            qualifier=part["qualifier"],
            said_utc=from_us(part["said_us"]),
            turn_id=part["turn_id"],
            quote=part["quote"],
        )
        for part in body["parts"]
    )
    return Quantity(body["low"], body["high"], body["unit"], body["qualifier"], parts)


def evidence_from_row(row: Row | Mapping[str, Any]) -> Evidence:
    return Evidence(
        kind=row["kind"],
        ref_id=row["ref_id"],
        quote=row["quote"],
        start=row["start"],
        end=row["end"],
        said_utc=optional_time(row["said_us"]),
        conversation_id=row["conversation_id"],
    )


def evidence_to_row(evidence: Evidence, memory_id: str, ordinal: int) -> dict[str, Any]:
    """Column values of `memory_evidence`."""
    return {
        "memory_id": memory_id,
        "ordinal": ordinal,
        "kind": evidence.kind,
        "ref_id": evidence.ref_id,
        "quote": evidence.quote,
        "start": evidence.start,
        "end": evidence.end,
        "said_us": optional_us(evidence.said_utc),
        "conversation_id": evidence.conversation_id,
    }


def memory_from_row(row: Row | Mapping[str, Any], evidence: Sequence[Evidence]) -> Memory:
    return Memory(
        id=row["id"],
        subject=row["subject"],
        attribute=row["attribute"],
        value=value_from_json(row["value_json"]),
        claim=row["claim"],
        layer=Layer(row["layer"]),
        scope=row["scope"],
        source=SourceKind(row["source"]),
        weight=row["weight"],
        confidence=row["confidence"],
        state=State(row["state"]),
        pinned=bool(row["pinned"]),
        sensitivity=Sensitivity(row["sensitivity"]),
        visibility=row["visibility"],
        language=row["language"],
        evidence=tuple(evidence),
        valid_from=time_point_from_json(row["valid_from_json"]),
        valid_until=time_point_from_json(row["valid_until_json"]),
        said_utc=from_us(row["said_us"]),
        recorded_utc=from_us(row["recorded_us"]),
        updated_utc=from_us(row["updated_us"]),
        zone=row["zone"],
        expires_utc=optional_time(row["expires_us"]),
        retention=Retention(row["retention"]),
        confirmations=row["confirmations"],
        uses=row["uses"],
        last_used_utc=optional_time(row["last_used_us"]),
        topics=tuple(json.loads(row["topics_json"])),
        entities=tuple(json.loads(row["entities_json"])),
        negated=bool(row["negated"]),
        is_plan=bool(row["is_plan"]),
        superseded_by=row["superseded_by"],
        reason=row["reason"],
        version=row["version"],
    )


def memory_to_row(memory: Memory) -> dict[str, Any]:
    """Column values of `memories`, but `identity`, which the memory store computes."""
    return {
        "id": memory.id,
        "subject": memory.subject,
        "attribute": memory.attribute,
        "scope": memory.scope,
        "value_json": value_to_json(memory.value),
        "claim": memory.claim,
        "layer": memory.layer.value,
        "source": memory.source.value,
        "weight": memory.weight,
        "confidence": memory.confidence,
        "state": memory.state.value,
        "pinned": int(memory.pinned),
        "sensitivity": memory.sensitivity.value,
        "visibility": memory.visibility,
        "language": memory.language,
        "valid_from_json": time_point_to_json(memory.valid_from),
        "valid_until_json": time_point_to_json(memory.valid_until),
        "said_us": to_us(memory.said_utc),
        "recorded_us": to_us(memory.recorded_utc),
        "updated_us": to_us(memory.updated_utc),
        "zone": memory.zone,
        "expires_us": optional_us(memory.expires_utc),
        "retention": memory.retention.value,
        "confirmations": memory.confirmations,
        "uses": memory.uses,
        "last_used_us": optional_us(memory.last_used_utc),
        "topics_json": canonical_json(list(memory.topics)),
        "entities_json": canonical_json(list(memory.entities)),
        "negated": int(memory.negated),
        "is_plan": int(memory.is_plan),
        "superseded_by": memory.superseded_by,
        "reason": memory.reason,
        "version": memory.version,
    }
