"""Splits the Markdown of a reply into segments of text and code, so that a growing reply redraws only its last segment.

Plain Python, no Qt. Fences are those of CommonMark (three or more backticks or tildes); an unfinished fence is a code
segment that is still open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$")
_SPLIT_CHARS = 1200  # a text segment longer than this is closed at the next blank line


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of Markdown text, or the content of one fenced code block with its language word.

    `start` is the character at which it begins, the fence's own line included: parsing again from there gives the same.
    """

    kind: str  # "text" or "code"
    text: str
    language: str = ""
    is_closed: bool = True
    start: int = 0


def segments(markdown: str) -> list[Segment]:
    """The segments of `markdown` in order; all but the last never change when text is appended."""
    result: list[Segment] = []
    lines: list[str] = []
    fence, language = "", ""
    start = position = 0

    def close(kind: str, *, is_closed: bool = True) -> None:
        text = "\n".join(lines)
        if kind == "code" or text.strip():
            result.append(Segment(kind, text, language if kind == "code" else "", is_closed, start))
        lines.clear()

    for line in markdown.split("\n"):
        match = _FENCE.match(line)
        after = position + len(line) + 1
        if fence:
            if match and match[1].startswith(fence) and not match[2]:
                close("code")
                fence, start = "", after
            else:
                lines.append(line)
        elif match:
            close("text")
            fence, language, start = match[1], match[2], position
        elif not line.strip() and sum(map(len, lines)) > _SPLIT_CHARS and not _is_open_block(lines):
            close("text")
            start = after
        else:
            lines.append(line)
        position = after
    if fence:
        close("code", is_closed=False)
    elif lines:
        close("text", is_closed=False)
    return result


def _is_open_block(lines: list[str]) -> bool:
    """Whether the last line belongs to a list or table, which a split would restart."""
    last = lines[-1].lstrip() if lines else ""
    return bool(re.match(r"([-*+]|\d+[.)])\s|\|", last)) or (bool(lines) and lines[-1].startswith("  "))
