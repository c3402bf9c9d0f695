"""Splits the Markdown of a reply into segments of text and code, so that a growing reply redraws only its last segment.

Plain Python, no Qt. Fences are those of CommonMark (three or more backticks or tildes); an unfinished fence is a code
segment that is still open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$")
_ITEM = re.compile(r"([-*+]|(\d{1,9})[.)]) ")
_SPLIT_CHARS = 1200  # a text segment longer than this is closed at the next blank line, or item of its list


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
        elif sum(map(len, lines)) > _SPLIT_CHARS and _is_next_item(line, lines):
            close("text")
            start = position
            lines.append(line)
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


def _is_next_item(line: str, lines: list[str]) -> bool:
    """Whether a line is one more item of the list that `lines` end with, not of one inside it.

    A numbered one must be the next number: it is what the list begins with when it is shown apart.
    """
    item = _ITEM.match(line)
    if item is None:
        return False
    for earlier in reversed(lines):
        before = _ITEM.match(earlier)
        if before is not None:
            if item[2] is None or before[2] is None:
                return item[1] == before[1]
            return item[1][-1] == before[1][-1] and int(item[2]) == int(before[2]) + 1
        if earlier.strip() and not earlier.startswith("  "):
            return False
    return False
