"""Reads a file that the user puts into the vault: its kind by its first bytes, its text, its passages without secrets.

Nothing is fetched and nothing in it is run. What cannot be read whole is refused with the reason, never kept in part.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.documents.blocks import MAX_CHARACTERS, Block, Extracted
from assistant.documents.chunking import part
from assistant.documents.html import read_html
from assistant.documents.pdf import read_pdf
from assistant.documents.plain import read_markdown, read_text
from assistant.documents.word import read_word
from assistant.errors import (
    DocumentDamaged,
    DocumentHasNoText,
    DocumentKindUnknown,
    DocumentLocked,
    DocumentOldWord,
    DocumentTooLarge,
    DocumentUnreadable,
)
from vault.documents import DocumentKind, NewDocument
from vault.privacy import for_storage

MAX_FILE_BYTES: Final = 64 << 20
MAX_TEXT_BYTES: Final = 12 << 20
SUFFIXES: Final = (
    ".pdf",
    ".docx",
    ".html",
    ".htm",
    ".xhtml",
    ".md",
    ".markdown",
    ".txt",
    ".text",
    ".csv",
    ".log",
    ".rst",
)
_NAME_CHARACTERS = 120
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_MARKDOWN = frozenset({".md", ".markdown"})
_HTML = frozenset({".html", ".htm", ".xhtml"})
# Source: the formats' own specifications. An OLE container is an old Word file or one with a password.
_OLE, _ZIP, _PDF = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04", b"%PDF-"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_OTHER = (_OLE, b"PK", b"{\\rtf", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"MZ", b"\x1f\x8b")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Reading:
    """A file ready to be kept. `blank_pages` hold no text; `secrets` were cut out of its text, and then it is the text
    alone that is kept.
    """

    document: NewDocument
    blank_pages: int = 0
    secrets: int = 0


def read_document(path: Path, *, progress: Progress | None = None) -> Reading:
    """Slow for a large file: any thread but the GUI's. `progress` gets steps done, of all; what it raises ends it.

    Raises:
        DocumentRefused: why it cannot be kept; each way has its own class.
        DetectionFailed: it could not be checked for secrets.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise DocumentTooLarge
        raw = path.read_bytes()
    except OSError as error:
        raise DocumentUnreadable from error
    return read_bytes(path.name, raw, progress=progress)


def read_bytes(name: str, raw: bytes, *, progress: Progress | None = None) -> Reading:
    """As `read_document`, of what is in memory."""
    name = for_storage(_CONTROL.sub("", name)[-_NAME_CHARACTERS:]).text
    kind = _kind(Path(name).suffix.casefold(), raw)
    found = _extracted(kind, raw, progress)
    if sum(len(block.text) for block in found.blocks) > MAX_CHARACTERS:
        raise DocumentTooLarge
    cleaner = _Cleaner(len(found.blocks), progress)
    passages = tuple(part(found.blocks, cleaner))
    if not any(map(str.isalnum, "".join(one.text for one in passages[:50]))):
        raise DocumentHasNoText
    title = for_storage(found.title).text[:_NAME_CHARACTERS]
    new = NewDocument(
        name, kind, raw, passages, "" if title == name else title, found.pages, keeps_file=not cleaner.secrets
    )
    return Reading(new, found.blank_pages, cleaner.secrets)


class _Cleaner:
    """Cuts secrets and identity numbers out of one block after the other, and counts them."""

    def __init__(self, blocks: int, progress: Progress | None) -> None:
        self.secrets = self._done = 0
        self._blocks, self._progress = blocks, progress

    def __call__(self, text: str) -> str:
        stored = for_storage(text)
        self.secrets += len(stored.cuts)
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._blocks)
        return stored.text


def _kind(suffix: str, raw: bytes) -> DocumentKind:
    """By the first bytes; plain text by the ending of its name."""
    if not raw.strip():
        raise DocumentHasNoText
    # Some writers put a line or two before the mark; readers look for it in the first kilobyte.
    if raw.startswith(_PDF) or (suffix == ".pdf" and _PDF in raw[:1024]):
        return DocumentKind.PDF
    if raw.startswith(_ZIP):
        if suffix == ".docx" or b"word/" in raw[:4096] or b"word/document.xml" in raw[-65536:]:
            return DocumentKind.WORD
        raise DocumentKindUnknown
    if raw.startswith(_OLE):
        raise DocumentLocked if _ENCRYPTED_PACKAGE in raw else DocumentOldWord
    if suffix in (".pdf", ".docx"):
        raise DocumentDamaged
    if raw.startswith(_OTHER):
        raise DocumentKindUnknown
    if suffix in _MARKDOWN:
        return DocumentKind.MARKDOWN
    head = raw[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if suffix in _HTML or head.startswith((b"<!doctype html", b"<html")):
        return DocumentKind.HTML
    return DocumentKind.TEXT


def _extracted(kind: DocumentKind, raw: bytes, progress: Progress | None) -> Extracted:
    if kind is DocumentKind.PDF:
        return read_pdf(raw, progress=progress)
    if kind is DocumentKind.WORD:
        return _with_text(read_word(raw))
    if len(raw) > MAX_TEXT_BYTES:
        raise DocumentTooLarge
    readers = {DocumentKind.MARKDOWN: read_markdown, DocumentKind.HTML: read_html}
    return _with_text(readers.get(kind, read_text)(raw))


def _with_text(found: Extracted) -> Extracted:
    if not any(_says(block) for block in found.blocks):
        raise DocumentHasNoText
    return found


def _says(block: Block) -> bool:
    return any(map(str.isalnum, block.text))
