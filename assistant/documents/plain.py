"""Text and Markdown in blocks: paragraphs are parted by empty lines, headings of Markdown are known by their marks."""

from __future__ import annotations

import re

from assistant.attachments import read_plain
from assistant.documents.blocks import Block, Extracted
from assistant.errors import (
    AttachmentEncodingUnknown,
    AttachmentRefused,
    DocumentEncodingUnknown,
    DocumentNotText,
)
from assistant.tools.quoting import without_hidden

_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.+?)[ \t#]*")
_FENCE = re.compile(r"\s*(```|~~~)")


def decoded(raw: bytes) -> str:
    """The text of a plain file. Raises: DocumentEncodingUnknown, DocumentNotText."""
    try:
        return without_hidden(read_plain(raw)[0])
    except AttachmentEncodingUnknown as error:
        raise DocumentEncodingUnknown from error
    except AttachmentRefused as error:
        raise DocumentNotText from error


def read_text(raw: bytes) -> Extracted:
    """Raises: DocumentRefused."""
    found = (part.strip("\n").rstrip() for part in _PARAGRAPHS.split(decoded(raw)))
    return Extracted(tuple(Block(part) for part in found if part.strip()))


def read_markdown(raw: bytes) -> Extracted:
    """Raises: DocumentRefused."""
    blocks: list[Block] = []
    lines: list[str] = []
    in_code = False

    def end() -> None:
        text = "\n".join(lines).strip("\n").rstrip()
        lines.clear()
        if text.strip():
            blocks.append(Block(text))

    for line in decoded(raw).split("\n"):
        if _FENCE.match(line):
            in_code = not in_code
        heading = None if in_code else _HEADING.fullmatch(line.strip())
        if heading is not None:
            end()
            blocks.append(Block(heading[2], level=len(heading[1])))
        elif line.strip() or in_code:
            lines.append(line)
        else:
            end()
    end()
    title = next((block.text for block in blocks if block.level == 1), "")
    return Extracted(tuple(blocks), title)
