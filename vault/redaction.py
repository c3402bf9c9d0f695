"""Cutting what was forgotten out of texts: which words of a memory give it away, and where they stand in a text.

Comparison is folded (width, case, punctuation and gaps do not matter), Latin words are only cut whole. Pure; what is
cut where is decided by `vault.deletion`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from vault import fold, quantities, slots
from vault.records import Memory, Quantity

CUT_MARK = "[…]"
_SHORTEST_LATIN, _SHORTEST_CJK, _SHORTEST_QUANTITY = 3, 2, 3
_ANCHORS = 4
_FREE_DIGITS = 5  # from here on a number may be written with any gaps between its digits


@dataclass(frozen=True, slots=True)
class _Needle:
    """One text to look for: its pattern on folded text, and words without which the pattern cannot match."""

    pattern: re.Pattern[str]
    anchors: tuple[str, ...]

    def may_be_in(self, folded: str) -> bool:
        return all(anchor in folded for anchor in self.anchors)


@dataclass(frozen=True, slots=True)
class Needles:
    """What to look for; empty where there is nothing that could be told apart."""

    single: tuple[_Needle, ...]

    def is_in(self, text: str) -> bool:
        folded = fold.fold(text)
        return any(needle.may_be_in(folded) and needle.pattern.search(folded) for needle in self.single)

    def cut(self, text: str) -> str:
        """The text with every occurrence replaced by a mark; the same object where there is none."""
        if not self.is_in(text):
            return text
        folded, offsets = fold.fold_with_offsets(text)
        spans = [
            (offsets[match.start()], offsets[match.end() - 1] + 1)
            for needle in self.single
            if needle.may_be_in(folded)
            for match in needle.pattern.finditer(folded)
        ]
        return cut_spans(text, spans)

    def cut_json(self, body: Any) -> Any:
        """Every string within a JSON value, cut."""
        if isinstance(body, str):
            return self.cut(body)
        if isinstance(body, list):
            return [self.cut_json(item) for item in body]
        if isinstance(body, dict):
            return {key: self.cut_json(item) for key, item in body.items()}
        return body


def needles(texts: Iterable[str]) -> Needles:
    """All these texts; those too short to be told apart are left out."""
    made = (_needle(text) for text in dict.fromkeys(texts))
    return Needles(tuple(needle for needle in made if needle is not None))


def value_texts(memory: Memory) -> list[str]:
    """The words that state a memory's value, wherever they stand: the value, its numbers as written, its sentence."""
    found = [memory.claim]
    if isinstance(memory.value, str):
        # "short" as the wished length of answers gives nobody away; cutting it everywhere would only do harm.
        if not slots.rules_of(memory.attribute).is_answer_style:
            found.append(memory.value)
        return found
    quotes = [
        memory.claim,
        *(item.quote for item in memory.evidence),
        *(part.quote for part in memory.value.parts),
    ]
    wanted = {(memory.value.low, memory.value.high), *((part.low, part.high) for part in memory.value.parts)}
    for quote in quotes:
        for span in quantities.parse(quote, memory.language):
            written = quote[span.start : span.end]
            if (span.low, span.high) in wanted and len(written) >= _SHORTEST_QUANTITY:
                found.append(written)
    for low, high in wanted:
        plain = Quantity(low, high, memory.value.unit)
        if memory.value.unit:
            found += [
                text for text in (quantities.format(plain, lang) for lang in ("en", "zh")) if len(text) >= 4
            ]
    return found


def quote_texts(memory: Memory) -> list[str]:
    """The quoted sentences of a memory."""
    return [item.quote for item in memory.evidence if item.quote.strip()]


def cut_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` with these spans (start, end) replaced by one mark each; spans that touch share one."""
    pieces: list[str] = []
    position = 0
    for start, end in sorted(spans):
        if start > position or not pieces:
            pieces += [text[position:start], CUT_MARK]
        position = max(position, end)
    return "".join([*pieces, text[position:]])


def searchable(body: bytes) -> str:
    """The words of a stored request: its text, and the strings of its JSON without their escapes."""
    text = body.decode("utf-8", "replace")
    try:
        parsed = json.loads(text)
    except ValueError:
        return text
    return f"{text}\n{chr(10).join(_strings(parsed))}"


def _strings(body: Any) -> Iterable[str]:
    if isinstance(body, str):
        yield body
    elif isinstance(body, list):
        for item in body:
            yield from _strings(item)
    elif isinstance(body, dict):
        for item in body.values():
            yield from _strings(item)


def _needle(text: str) -> _Needle | None:
    runs = _runs(fold.fold(text.replace(CUT_MARK, " ")))
    latin = sum(len(run) for run in runs if not fold.is_cjk(run[0]))
    cjk = sum(1 for run in runs if fold.is_cjk(run[0]))
    if latin < _SHORTEST_LATIN and cjk < _SHORTEST_CJK and not (latin and cjk):
        return None
    body = r"[\W_]*".join(_run_pattern(run) for run in runs)
    before = r"(?<![a-z0-9])" if runs[0][0].isascii() else ""
    after = r"(?![a-z0-9])" if runs[-1][-1].isascii() else ""
    # The longest words are the rarest; a long number may have gaps of its own.
    anchors = sorted((run for run in set(runs) if not _has_free_gaps(run)), key=lambda run: (-len(run), run))
    return _Needle(re.compile(f"{before}{body}{after}"), tuple(anchors[:_ANCHORS]))


def _has_free_gaps(run: str) -> bool:
    return run.isdigit() and len(run) >= _FREE_DIGITS


def _run_pattern(run: str) -> str:
    if _has_free_gaps(run):
        return r"[\s\-.,]*".join(run)
    return re.escape(run)


def _runs(folded: str) -> list[str]:
    """Words, and CJK characters one by one; digits apart from letters so that gaps between them do not matter."""
    found = []
    for match in re.finditer(r"\d+|[^\W\d_]+", folded):
        found += list(match.group()) if any(map(fold.is_cjk, match.group())) else [match.group()]
    return found
