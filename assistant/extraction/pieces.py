"""Cuts a sentence into the pieces that are read one by one: labelled values, and the clauses between them.

Labelled values come first, because a comma or a blank ends them where it would not end a clause. Offsets are into the turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from assistant.extraction import contacts
from assistant.extraction.clauses import Sentence, clauses, language_of
from assistant.extraction.findings import Field

_LEFT_OVER = re.compile(
    r"(?:[\s,，;；、/|·•(（)）:：–—-]|(?:(?:(?<=\s)|^)(?:and|but|or|&)(?: at| on)?|和|以及)(?=\s*$))+$",
    re.IGNORECASE,
)
_LEADING = re.compile(r"(?:[\s,，;；、/|·•(（)）:：–—.-]|(?:and|but)\s|(?:和|以及))+", re.IGNORECASE)
_COMMA = re.compile(r"\s*[,;|/(（–—]\s*(?:and\s)?", re.IGNORECASE)
_BLANK_ZH = re.compile(r"(?<=[\u4e00-\u9fff岁])\s+(?=[\u4e00-\u9fff\d])|\s*[（(|/]\s*")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a sentence; `is_listed` where labelled values or the user's name stand beside it."""

    start: int
    end: int
    language: str
    field: Field | None = None
    is_listed: bool = False


def is_list(sentences: Iterable[Sentence]) -> bool:
    """Whether a message lists facts: a value of a definite shape behind its label, or a name and something else."""
    found = [field for sentence in sentences for field in contacts.fields(sentence.text)]
    names = any(field.attribute == "name" for field in found)
    return any(not field.is_weak for field in found) or (names and len(found) > 1)


def pieces(sentence: Sentence, in_list: bool) -> list[Piece]:
    """The pieces of a sentence in order; `in_list` says that the message lists facts elsewhere too."""
    text = sentence.text
    found = contacts.fields(text)
    is_introduced = contacts.introduces_user(text)
    if not in_list and not is_introduced and all(field.is_weak for field in found):
        found = ()
    is_listed = bool(found) or (is_introduced and in_list) or contacts.names_user(text)
    made: list[Piece] = []
    at = 0
    for field in found:
        made += _between(sentence, at, field.start, is_listed)
        made.append(Piece(sentence.start + field.start, sentence.start + field.end, sentence.language, field))
        at = field.end
    if not found and not is_listed:
        return [Piece(start, end, sentence.language) for start, end in clauses(sentence)]
    return made + _between(sentence, at, len(text), is_listed)


def _between(sentence: Sentence, start: int, end: int, is_listed: bool) -> list[Piece]:
    """The clauses of what stands between two labelled values, without the marks and words that join them."""
    gap = sentence.text[start:end]
    lead = _LEADING.match(gap) if start else None
    first = start + (lead.end() if lead else 0)
    gap = sentence.text[first:end]
    tail = _LEFT_OVER.search(gap) if end < len(sentence.text) else None
    gap = gap[: tail.start()] if tail else gap
    if not gap.strip():
        return []
    language = language_of(gap) if re.search(r"[A-Za-z\u4e00-\u9fff]", gap) else sentence.language
    inner = Sentence(gap, sentence.start + first, sentence.start + first + len(gap), "", language)
    made: list[Piece] = []
    for a, b in clauses(inner):
        piece = gap[a - inner.start : b - inner.start]
        made += [Piece(a + x, a + y, language, None, is_listed) for x, y in _parts(piece, language)]
    return made


def _parts(text: str, language: str) -> list[tuple[int, int]]:
    """A clause that opens with the user's name is cut at its commas; a Chinese one at its blanks."""
    if language == "en" and not contacts.introduction_end(text):
        return [(0, len(text))]
    splitter = _BLANK_ZH if language == "zh" else _COMMA
    found, at = [], 0
    for match in splitter.finditer(text):
        found.append((at, match.start()))
        at = match.end()
    found.append((at, len(text)))
    return [(a, a + len(text[a:b].rstrip(" )）"))) for a, b in found if text[a:b].strip(" )）")]


__all__ = ["Piece", "is_list", "pieces"]
