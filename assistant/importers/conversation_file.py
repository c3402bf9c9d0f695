"""The plain conversation file: one JSON object per line with time, role and text, and perhaps id, speaker and session.

A time is ISO 8601, or seconds since 1970 as a number. One without an offset is meant in the reader's zone. What is
wrong with a line is told by its number and a stable word, never by its text.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from assistant.importers.errors import ImportEmpty, ImportForeign, ImportNotText
from vault.records import Role
from vault.times import zone_of

_ROLES: Mapping[str, Role] = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
}
_EARLIEST, _LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
_MILLISECONDS_FROM = 1e11  # as seconds this is the year 5138; such numbers are milliseconds


@dataclass(frozen=True, slots=True)
class Message:
    """One message as the file has it. `zone` is an IANA name or an offset such as +08:00; `line` counts from 1."""

    line: int
    role: Role
    text: str
    said_utc: datetime
    zone: str
    origin: str = ""
    speaker: str = ""
    session: str = ""
    title: str = ""  # of the session, where the file names it


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """`reason` is not_json, not_an_object, role, text, time or field."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class FileMessages:
    """Everything that could be read, in the file's order, and the lines that could not."""

    messages: tuple[Message, ...]
    skipped: tuple[SkippedLine, ...]


class Unreadable(ValueError):
    """A line holds no message; its text is the stable word for why."""


def read_messages(data: bytes, zone: str) -> FileMessages:
    """The messages of a file; `zone` is the IANA zone of times that name none.

    Raises:
        ImportNotText: not UTF-8.
        ImportEmpty: nothing but white space.
        ImportForeign: not one line could be read.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ImportNotText from error
    if not text.strip():
        raise ImportEmpty
    messages: list[Message] = []
    skipped: list[SkippedLine] = []
    # On line feeds alone: the separators U+2028 and U+0085 may stand inside a string of JSON.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            messages.append(_message(number, line, zone))
        except Unreadable as error:
            skipped.append(SkippedLine(number, str(error)))
    if not messages:
        raise ImportForeign
    return FileMessages(tuple(messages), tuple(skipped))


def _message(number: int, line: str, zone: str) -> Message:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Unreadable("not_json") from error
    if not isinstance(row, dict):
        raise Unreadable("not_an_object")
    role = _ROLES.get(str(row.get("role", "")).strip().lower())
    if role is None:
        raise Unreadable("role")
    text = row.get("text")
    if not isinstance(text, str) or not text.strip():
        raise Unreadable("text")
    said, own_zone = time_of(row.get("time"), zone)
    return Message(
        number,
        role,
        text,
        said,
        own_zone,
        origin=_field(row, "id"),
        speaker=_field(row, "speaker"),
        session=_field(row, "session"),
    )


def _field(row: Mapping[str, object], name: str) -> str:
    value = row.get(name)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Unreadable("field")
    return str(value)


def time_of(value: object, zone: str) -> tuple[datetime, str]:
    """The instant, and the zone it was said in. Raises: Unreadable."""
    try:
        if isinstance(value, str):
            read = datetime.fromisoformat(value.strip())
            said = (read if read.tzinfo is not None else read.replace(tzinfo=zone_of(zone))).astimezone(UTC)
            own = zone if read.tzinfo is None else _offset_name(read)
        elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            seconds = value / 1000 if abs(value) >= _MILLISECONDS_FROM else value
            said, own = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds), zone
        else:
            raise Unreadable("time")
    except (ValueError, OverflowError) as error:
        raise Unreadable("time") from error
    if not _EARLIEST <= said < _LATEST:
        raise Unreadable("time")
    return said, own


def _offset_name(read: datetime) -> str:
    """An offset by name: +08:00; zero is UTC. Seconds of an offset do not exist in use and are dropped."""
    text = re.sub(r"(?<=\d\d)(?=\d\d)", ":", read.strftime("%z")[:5])
    return "UTC" if text in ("+00:00", "-00:00") else text
