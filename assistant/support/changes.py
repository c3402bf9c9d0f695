"""What rose and what fell, told from the amounts of two times; both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.support import figures

_UP = re.compile(
    r"\b(?:more|higher|risen|rose|increased?|up|dearer|pricier)\b|涨|升|增|贵|多(?=\d|了|出)|更[多高贵]",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:less|lower|fallen|fell|decreased?|down|cheaper|dropped|reduced)\b|降|跌|减|便宜|少(?=\d|了)|更[少低]",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"\b(?:last|previous|before|was|were|used to|earlier|old)\b|去年|上个?[月周次]|以前|之前|原来|过去",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:this|now|currently|is|are|today|new)\b|今年|这个?[月周次]|现在|目前|如今", re.IGNORECASE
)


def is_turned_round(sentence: str, evidence: Sequence[str]) -> bool:
    """Whether a sentence says that something rose which fell by the amounts of its sources, or the other way round."""
    says_up, says_down = bool(_UP.search(sentence)), bool(_DOWN.search(sentence))
    if says_up == says_down:
        return False
    lines = [line for text in evidence for line in re.split(r"[\n。；;]", text)]
    old = [
        a
        for line in lines
        if _OLD.search(line) and not _NOW_STRONG.search(line)
        for a in figures.figures_of(line).amounts
    ]
    new = [
        a
        for line in lines
        if _NOW.search(line) and not _OLD.search(line)
        for a in figures.figures_of(line).amounts
    ]
    if not old or not new or {a[1] for a in old} != {a[1] for a in new}:
        return False
    before, after = max(a[0] for a in old), max(a[0] for a in new)
    return before != after and says_up != (after > before)


_NOW_STRONG = re.compile(r"\b(?:this|now|currently|today)\b|今年|这个?[月周次]|现在|目前|如今", re.IGNORECASE)
