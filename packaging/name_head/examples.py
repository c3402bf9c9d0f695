"""What the head learns from: a text, its spans, and which kinds of span were marked in it."""

from __future__ import annotations

from dataclasses import dataclass

LABELS: tuple[str, ...] = ("PERSON", "LOCATION", "ADDRESS", "ORGANIZATION")
"""The classes, each with a beginning and an inside; what is outside all of them comes first."""


@dataclass(frozen=True)
class Example:
    """`spans` are (start, end, label) in characters, disjoint and in order.

    `is_complete` tells that all labels were marked; where only persons and places were, an unmarked word may
    still be an organisation or part of an address. `weight` scales its share in the loss.
    """

    text: str
    spans: tuple[tuple[int, int, str], ...]
    is_complete: bool
    weight: float = 1.0

    def lowered(self) -> Example | None:
        """The same in small letters; None where that changes nothing or moves characters."""
        text = self.text.lower()
        if text == self.text or len(text) != len(self.text):
            return None
        return Example(text, self.spans, self.is_complete, self.weight * 0.5)
