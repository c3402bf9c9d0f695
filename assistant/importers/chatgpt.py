"""The export of ChatGPT: `conversations.json`, alone or in the archive that its data export sends.

Each conversation is a tree of messages by id; what is imported is the branch that was shown last, from its
`current_node` up. Source: the format as exports of 2023 to 2026 have it; nothing of it is documented. What the program
said to itself (system, tools, thoughts, hidden messages) is left out, and so are pictures and files.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any, Final

from assistant.importers.conversation_file import (
    FileMessages,
    Message,
    SkippedLine,
    Unreadable,
    time_of,
)
from assistant.importers.errors import ImportEmpty, ImportForeign, ImportNotText
from vault.records import Role

_ROLES: Final[Mapping[str, Role]] = {"user": Role.USER, "assistant": Role.ASSISTANT}
_SPOKEN: Final = frozenset({"text", "multimodal_text"})
_NAME = re.compile(r"(?:^|/)conversations(?:-\d+)?\.json$")
_LARGEST_BYTES: Final = 2 << 30  # of one file in the archive, unpacked
# Marks of sources on the web in a reply, between characters of private use.
_WEB_MARK = re.compile("\ue200[^\ue201]*\ue201")


def is_chatgpt(data: bytes) -> bool:
    """Whether it is an archive, or a JSON list, as no plain conversation file is."""
    return data.startswith(b"PK\x03\x04") or data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")


def read_chatgpt(data: bytes, zone: str) -> FileMessages:
    """The messages of an export, conversations in the order in which they began; `zone` is where its user was.

    A skipped line is the number of the conversation, or 0, and why.

    Raises:
        ImportNotText: not UTF-8, or an archive that does not unpack.
        ImportEmpty: no conversation in it.
        ImportForeign: no conversations of the expected form.
    """
    messages: list[Message] = []
    skipped: list[SkippedLine] = []
    conversations = [one for text in _texts(data) for one in _conversations(text)]
    if not conversations:
        raise ImportEmpty
    conversations.sort(key=_began)
    for number, conversation in enumerate(conversations, start=1):
        try:
            messages += _branch(conversation, number, zone)
        except Unreadable as error:
            skipped.append(SkippedLine(number, str(error)))
    if not messages:
        raise ImportForeign
    return FileMessages(tuple(messages), tuple(skipped))


def _texts(data: bytes) -> Iterator[bytes]:
    if not data.startswith(b"PK\x03\x04"):
        yield data
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in sorted(archive.infolist(), key=lambda one: one.filename):
                if _NAME.search(info.filename) and info.file_size <= _LARGEST_BYTES:
                    yield archive.read(info)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise ImportNotText from error


def _conversations(text: bytes) -> list[Mapping[str, Any]]:
    try:
        read = json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ImportNotText from error
    except (ValueError, RecursionError) as error:
        raise ImportForeign from error
    if not isinstance(read, list):
        raise ImportForeign
    return [one for one in read if isinstance(one, dict)]


def _began(conversation: Mapping[str, Any]) -> float:
    began = conversation.get("create_time")
    return float(began) if isinstance(began, int | float) else 0.0


def _branch(conversation: Mapping[str, Any], number: int, zone: str) -> list[Message]:
    mapping = conversation.get("mapping")
    if not isinstance(mapping, dict):
        raise Unreadable("field")
    session = str(conversation.get("conversation_id") or conversation.get("id") or number)
    title = str(conversation.get("title") or "")
    latest = _began(conversation)
    found: list[Message] = []
    for node in _path(mapping, conversation.get("current_node")):
        told = node.get("message")
        if not isinstance(told, dict):
            continue
        own = told.get("create_time")
        latest = max(latest, own) if isinstance(own, int | float) else latest
        role, text = _role(told), _text(told.get("content"))
        if role is None or not text:
            continue
        said_utc, own_zone = time_of(own or latest, zone)  # some have no time of their own
        origin = f"chatgpt:{told.get('id') or node.get('id')}"
        found.append(
            Message(number, role, text, said_utc, own_zone, origin=origin, session=session, title=title)
        )
    return found


def _path(mapping: Mapping[str, Any], current: object) -> list[Mapping[str, Any]]:
    """The nodes from the first to the one that was shown last, or to the last one where that is not told."""
    at = current if isinstance(current, str) and current in mapping else next(reversed(list(mapping)), None)
    path: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at not in seen and isinstance(node := mapping.get(at), dict):
        seen.add(at)
        path.append(node)
        at = node.get("parent")
    return path[::-1]


def _role(told: Mapping[str, Any]) -> Role | None:
    """Whose it is; None for what was not said between the two."""
    author, metadata = told.get("author"), told.get("metadata")
    is_hidden = isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation") is True
    is_for_all = told.get("recipient", "all") in ("all", None)  # else a call of a tool
    if is_hidden or not is_for_all or not isinstance(author, dict):
        return None
    return _ROLES.get(str(author.get("role", "")))


def _text(content: object) -> str:
    if not isinstance(content, dict) or content.get("content_type") not in _SPOKEN:
        return ""
    parts = content.get("parts")
    texts = [part for part in parts if isinstance(part, str)] if isinstance(parts, list) else []
    return _WEB_MARK.sub("", "\n".join(texts)).strip()
