"""How exported memories look: JSON with everything that is known, Markdown to read, CSV for a table.

Pure: from records to bytes. Markdown shows a person's words as text and never as markup; CSV never holds a formula.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from vault.memory_rows import HistoryEntry
from vault.quantity_format import format_quantity
from vault.records import UNIVERSAL, Evidence, Layer, Memory, Quantity, SourceKind, State, TimePoint
from vault.times import zone_of

FORMAT_NAME: Final = "keepsake-memories"
FORMAT_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory with its changes; `titles` are the titles of conversations by id, shared by all entries."""

    memory: Memory
    history: tuple[HistoryEntry, ...]
    titles: Mapping[str, str]


def as_json(entries: Sequence[Entry], *, at: datetime, vault_id: str, scope: str | None) -> bytes:
    """One object: what this is, when it was made, and a list of memories with evidence and history."""
    body = {
        "format": FORMAT_NAME,
        "version": FORMAT_VERSION,
        "exported_at": _time(at),
        "vault": vault_id,
        "scope": scope or "all",
        "memories": [_memory(entry) for entry in entries],
    }
    return (json.dumps(body, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode("utf-8")


def _memory(entry: Entry) -> dict[str, object]:
    memory = entry.memory
    return {
        "id": memory.id,
        "claim": memory.claim,
        "value": _value(memory.value),
        "subject": memory.subject,
        "attribute": memory.attribute,
        "layer": memory.layer.value,
        "scope": memory.scope,
        "state": memory.state.value,
        "reason": memory.reason,
        "source": memory.source.value,
        "weight": memory.weight,
        "confidence": memory.confidence,
        "pinned": memory.pinned,
        "sensitivity": memory.sensitivity.value,
        "visibility": memory.visibility,
        "language": memory.language,
        "negated": memory.negated,
        "is_plan": memory.is_plan,
        "valid_from": _point(memory.valid_from),
        "valid_until": _point(memory.valid_until),
        "said_at": _time(memory.said_utc),
        "recorded_at": _time(memory.recorded_utc),
        "updated_at": _time(memory.updated_utc),
        "expires_at": _time(memory.expires_utc),
        "zone": memory.zone,
        "retention": memory.retention.value,
        "confirmations": memory.confirmations,
        "uses": memory.uses,
        "last_used_at": _time(memory.last_used_utc),
        "topics": list(memory.topics),
        "entities": list(memory.entities),
        "superseded_by": memory.superseded_by,
        "version": memory.version,
        "evidence": [_evidence(item, entry.titles) for item in memory.evidence],
        "history": [_change(change) for change in entry.history],
    }


def _value(value: str | Quantity) -> dict[str, object]:
    if isinstance(value, str):
        return {"text": value}
    return {
        "low": value.low,
        "high": value.high,
        "unit": value.unit,
        "qualifier": value.qualifier,
        "parts": [
            {
                "low": part.low,
                "high": part.high,
                "qualifier": part.qualifier,
                "said_at": _time(part.said_utc),
                "turn": part.turn_id,
                "quote": part.quote,
            }
            for part in value.parts
        ],
    }


def _evidence(item: Evidence, titles: Mapping[str, str]) -> dict[str, object]:
    return {
        "kind": item.kind,
        "quote": item.quote,
        "said_at": _time(item.said_utc),
        "conversation": item.conversation_id,
        "conversation_title": titles.get(item.conversation_id, ""),
        "ref": item.ref_id,
        "start": item.start,
        "end": item.end,
    }


def _change(change: HistoryEntry) -> dict[str, object]:
    return {
        "at": _time(change.at_utc),
        "actor": change.actor,
        "action": change.action,
        "reason": change.reason,
        "claim_before": None if change.before is None else change.before.claim,
        "claim_after": change.after.claim,
        "state_before": None if change.before is None else change.before.state.value,
        "state_after": change.after.state.value,
    }


def _point(point: TimePoint | None) -> dict[str, str] | None:
    if point is None:
        return None
    start = _time(point.start_utc)
    return {"start": start or "", "precision": point.precision.value, "zone": point.zone}


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat().replace("+00:00", "Z")


# Markdown

_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "title": "What Keepsake remembers",
        "made": "Exported on {date}, {count} memories, scope: {scope}. This file is not encrypted.",
        "all": "all",
        UNIVERSAL: "universal",
        "scope": "scope",
        "said": "said on {date}",
        "in": "in “{title}”",
        "quote": "“{quote}”",
        "nothing": "There are no memories here.",
        **{
            Layer.FACT: "Facts", Layer.PREFERENCE: "Preferences", Layer.EVENT: "Events",
            Layer.RELATIONSHIP: "Relationships", Layer.SUMMARY: "Summaries",
            SourceKind.EXPLICIT: "said by the user", SourceKind.FORM: "from a form", SourceKind.TOOL: "from a tool",
            SourceKind.DOCUMENT: "from a document", SourceKind.IMPORT: "imported", SourceKind.INFERRED: "inferred",
            SourceKind.TEMPLATE: "default", State.PROPOSED: "waiting for review", State.SUPERSEDED: "superseded",
            State.EXPIRED: "expired", State.ARCHIVED: "archived", State.REJECTED: "rejected",
        },
    },
    "zh": {
        "title": "忆匣记住的内容",
        "made": "导出于 {date}，共 {count} 条记忆，范围：{scope}。此文件未加密。",
        "all": "全部",
        UNIVERSAL: "通用",
        "scope": "范围",
        "said": "说于 {date}",
        "in": "见“{title}”",
        "quote": "“{quote}”",
        "nothing": "这里没有记忆。",
        **{
            Layer.FACT: "事实", Layer.PREFERENCE: "偏好", Layer.EVENT: "事件", Layer.RELATIONSHIP: "关系",
            Layer.SUMMARY: "摘要", SourceKind.EXPLICIT: "用户亲口所说", SourceKind.FORM: "来自表单",
            SourceKind.TOOL: "来自工具", SourceKind.DOCUMENT: "来自文档", SourceKind.IMPORT: "导入",
            SourceKind.INFERRED: "推断", SourceKind.TEMPLATE: "默认值", State.PROPOSED: "等待审阅",
            State.SUPERSEDED: "已被取代", State.EXPIRED: "已过期", State.ARCHIVED: "已归档", State.REJECTED: "已拒绝",
        },
    },
}  # fmt: skip
# A heading, list or number at the start of a line, and what marks text anywhere.
_MARKUP = re.compile(r"([\\`*_\[\]<>|~#!])")
_LINE_START = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")


def as_markdown(entries: Sequence[Entry], *, at: datetime, scope: str | None, language: str) -> bytes:
    """A page with one section for each layer; below each claim its source, date and quoted sentences."""
    words = _WORDS["zh" if language.startswith("zh") else "en"]
    where = words.get(scope, _plain(scope)) if scope else words["all"]
    made = words["made"].format(date=at.date().isoformat(), count=len(entries), scope=where)
    lines = [f"# {words['title']}", "", made, ""]
    for layer in Layer:
        chosen = [entry for entry in entries if entry.memory.layer is layer]
        if chosen:
            lines += [f"## {words[layer]}", ""]
            for entry in chosen:
                lines += _markdown_entry(entry, words)
            lines.append("")
    if not entries:
        lines += [words["nothing"], ""]
    return "\n".join(lines).encode("utf-8")


def _markdown_entry(entry: Entry, words: Mapping[str, str]) -> list[str]:
    memory = entry.memory
    facts = [words[memory.source], words["said"].format(date=_local_day(memory.said_utc, memory.zone))]
    if memory.state is not State.ACTIVE:
        facts.insert(0, words[memory.state])
    if memory.scope != UNIVERSAL:
        facts.append(f"{words['scope']}: {_plain(memory.scope)}")
    lines = [f"- {_plain(memory.claim)}", f"  ({', '.join(facts)})"]
    for item in memory.evidence:
        if item.kind == "manual" or not item.quote:
            continue
        title = entry.titles.get(item.conversation_id, "")
        source = f" {words['in'].format(title=_plain(title))}" if title else ""
        when = f" ({_local_day(item.said_utc, memory.zone)})" if item.said_utc else ""
        lines.append(f"  - {words['quote'].format(quote=_plain(item.quote))}{source}{when}")
    return lines


def _plain(text: str) -> str:
    """Text that shows as itself in Markdown, on one line."""
    flat = " ".join(text.split())
    return _LINE_START.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", flat))


def _local_day(at: datetime, zone: str) -> str:
    return at.astimezone(zone_of(zone)).date().isoformat()


# CSV

_COLUMNS: Final = (
    "id", "claim", "value", "low", "high", "unit", "layer", "scope", "state", "source", "weight", "confidence",
    "said_at", "updated_at", "quotes", "conversations",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def as_csv(entries: Sequence[Entry]) -> bytes:
    """One row for each memory; UTF-8 with the mark by which spreadsheets know it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for entry in entries:
        writer.writerow([_cell(value) for value in _row(entry)])
    return out.getvalue().encode("utf-8-sig")


def _row(entry: Entry) -> tuple[str | float, ...]:
    memory = entry.memory
    value = memory.value
    numbers: tuple[str | float, ...] = ("", "", "")
    if isinstance(value, Quantity):
        numbers = (value.low, value.high, value.unit)
    return (
        memory.id,
        memory.claim,
        format_quantity(value, memory.language) if isinstance(value, Quantity) else value,
        *numbers,
        memory.layer.value,
        memory.scope,
        memory.state.value,
        memory.source.value,
        memory.weight,
        memory.confidence,
        _time(memory.said_utc) or "",
        _time(memory.updated_utc) or "",
        " | ".join(item.quote for item in memory.evidence),
        " | ".join(dict.fromkeys(entry.titles.get(i.conversation_id, "") for i in memory.evidence)),
    )


def _cell(value: str | float) -> str | float:
    """Spreadsheets run a cell that begins like a formula; an apostrophe makes it text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
