"""Files that the user puts beside a message: read as text, parted into passages that can be cited, and chosen for a
request.

Plain text is read here: text, Markdown, tables, code, JSON, in UTF-8, UTF-16 with its mark, or GB18030. A reader for
another kind of file is one more entry of `READERS`. The file itself is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.errors import (
    AttachmentEmpty,
    AttachmentEncodingUnknown,
    AttachmentIsBinary,
    AttachmentIsDocument,
    AttachmentsTooMany,
    AttachmentTooLarge,
    AttachmentUnreadable,
)
from assistant.language import content_words
from vault.attachments import AttachedText, Attachment

MAX_FILE_BYTES: Final = 2 << 20
MAX_FILES: Final = 8
PASSAGE_CHARACTERS: Final = 1_200
_NAME_CHARACTERS = 120
# Source: the magic numbers of the formats' own specifications; a zip may be a Word file.
_DOCUMENTS = (b"%PDF-", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_COMMON_HAN = re.compile(r"[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]")
_LEAST_COMMON = 0.85
Reader = Callable[[bytes], tuple[str, str]]


def read_file(path: Path) -> AttachedText:
    """The text of a file. Slow for a large one; any thread but the GUI's.

    Raises:
        AttachmentRefused: it cannot be read, is too large, is empty, is a document of a kind that is not read yet,
            is no text, or its encoding cannot be told.
    """
    name = _CONTROL.sub("", path.name)[-_NAME_CHARACTERS:]
    try:
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise AttachmentTooLarge
        raw = path.read_bytes()
    except OSError as error:
        raise AttachmentUnreadable from error
    text, encoding = READERS.get(path.suffix.casefold(), read_plain)(raw)
    if not text.strip():
        raise AttachmentEmpty
    return AttachedText(name, text, size, encoding)


def read_files(paths: Sequence[Path]) -> list[AttachedText]:
    """Several files; two of one name are told apart by a number. Raises: AttachmentRefused."""
    if len(paths) > MAX_FILES:
        raise AttachmentsTooMany
    found: list[AttachedText] = []
    for path in paths:
        found.append(named_apart(read_file(path), [one.name for one in found]))
    return found


def named_apart(file: AttachedText, taken: Sequence[str]) -> AttachedText:
    """The file under a name that is not taken."""
    name, number = file.name, 2
    while name in taken:
        stem, dot, suffix = file.name.rpartition(".")
        name = f"{stem or suffix} ({number}){dot if stem else ''}{suffix if stem else ''}"
        number += 1
    return AttachedText(name, file.text, file.size_bytes, file.encoding)


def read_plain(raw: bytes) -> tuple[str, str]:
    """The text of a plain file, with ends of lines as line feeds, and the name of its encoding.

    Raises:
        AttachmentRefused: it is none.
    """
    if raw.startswith(_DOCUMENTS):
        raise AttachmentIsDocument
    marked = next((encoding for mark, encoding in _BOMS if raw.startswith(mark)), "")
    for encoding in (marked,) if marked else ("utf-8", "gb18030"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" in text or len(_CONTROL.findall(text)) * 50 > len(text):
            raise AttachmentIsBinary
        if encoding != "gb18030" or _reads_as_chinese(text):
            return text.replace("\r\n", "\n").replace("\r", "\n"), encoding.removesuffix("-sig")
    raise AttachmentIsBinary if b"\x00" in raw else AttachmentEncodingUnknown


def _reads_as_chinese(text: str) -> bool:
    """GB18030 decodes nearly any bytes: what it makes of another encoding is rare characters."""
    wide = [char for char in text if char > "\x7f"]
    common = sum(_COMMON_HAN.match(char) is not None for char in wide)
    return bool(wide) and common >= _LEAST_COMMON * len(wide)


READERS: Mapping[str, Reader] = {}


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of an attachment, from `start` to `end` in its text."""

    attachment: Attachment
    start: int
    end: int

    @property
    def id(self) -> str:
        return f"{self.attachment.id}:{self.start}:{self.end}"

    @property
    def text(self) -> str:
        return self.attachment.file.text[self.start : self.end]


def place_of(passage_id: str) -> tuple[str, int, int]:
    """The attachment, start and end that the id of a passage names. Raises: ValueError."""
    attachment, start, end = passage_id.split(":")
    return attachment, int(start), int(end)


def passages(attachment: Attachment) -> list[Passage]:
    """The whole text in order, parted at empty lines, ends of lines or sentences, none above PASSAGE_CHARACTERS."""
    text, found, start = attachment.file.text, [], 0
    while start < len(text):
        end = min(start + PASSAGE_CHARACTERS, len(text))
        if end < len(text):
            end = _cut(text, start, end)
        if text[start:end].strip():
            found.append(Passage(attachment, start, end))
        start = end
    return found


def _cut(text: str, start: int, end: int) -> int:
    """The last good place to part in the second half of a stretch."""
    half = start + PASSAGE_CHARACTERS // 2
    for joint in ("\n\n", "\n", "。", ". ", "；", "; ", " "):
        place = text.rfind(joint, half, end)
        if place >= 0:
            return place + len(joint)
    return end


def by_relevance(question: str, found: Sequence[Passage]) -> list[Passage]:
    """The passages with the rarest words of the question first; where none has any, and among equals, as they stand."""
    asked = content_words(question)
    words = [content_words(passage.text) & asked for passage in found]
    spread = {word: sum(word in one for one in words) for word in asked}
    scores = [sum(1 / spread[word] for word in one) for one in words]
    order = sorted(range(len(found)), key=lambda place: (-scores[place], place))
    return [found[place] for place in order]
