"""Brings the spans of all layers into one ordered list without overlap: the longest first, then the most specific type.

Where two spans only partly overlap, the winner grows over the other, so that no character that a layer found is left in clear.
"""

from __future__ import annotations

from collections.abc import Iterable

from vault.privacy.spans import SPECIFICITY, Span


def merge(spans: Iterable[Span]) -> list[Span]:
    """Spans sorted by position, pairwise disjoint, that together cover every character of the given ones."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda item: (item.start, -item.end)):
        if span.start >= span.end:
            continue
        if merged and span.start < merged[-1].end:
            merged[-1] = _join(merged[-1], span)
        else:
            merged.append(span)
    return merged


def _join(first: Span, second: Span) -> Span:
    winner = max((first, second), key=lambda item: (item.end - item.start, SPECIFICITY[item.type]))
    return Span(min(first.start, second.start), max(first.end, second.end), winner.type, winner.layer)
