"""What is given to the encoder for a unit: its own text, and its text between its neighbours with the date.

Sizes are in "weight", a cheap stand-in for encoder tokens: a character weighs 1, a Chinese, Japanese or Korean one
2.5 (the tokenizer needs about 0.25 tokens for the first kind and 0.6 for the second). The context form is meant to
fit into one window of the encoder; a long unit's own form is cut into windows by the encoder, so that nothing is lost
in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

_WIDE = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_WIDE_WEIGHT = 2.5
# Some 60 windows; what lies beyond in a longer text is found by its words.
_LONGEST_WEIGHT = 50_000
_OWN_WEIGHT = 560
_NEIGHBOUR_WEIGHT = 150


class Said(NamedTuple):
    """One turn as it is read aloud to the encoder."""

    speaker: str
    text: str


def is_wide(text: str) -> bool:
    """Whether the text is mostly written without spaces (Chinese, Japanese, Korean)."""
    return len(_WIDE.findall(text)) * 3 > len(text)


def _weight(text: str) -> float:
    return len(text) + (_WIDE_WEIGHT - 1) * len(_WIDE.findall(text))


def _limit(text: str, weight: float) -> int:
    """How many characters of the text fit into a weight."""
    total = _weight(text)
    return len(text) if total <= weight else max(1, int(len(text) * weight / total))


def head(text: str, weight: float) -> str:
    """The beginning of a text, cut at a word where one ends near."""
    end = _limit(text, weight)
    if end >= len(text):
        return text
    space = text.rfind(" ", end * 3 // 4, end)
    return text[: space if space > 0 else end].rstrip()


def tail(text: str, weight: float) -> str:
    """The end of a text, cut at a word where one begins near."""
    start = len(text) - _limit(text, weight)
    if start <= 0:
        return text
    space = text.find(" ", start, start + (len(text) - start) // 4)
    return text[space + 1 if space >= 0 else start :].lstrip()


def spoken(said: Said) -> str:
    """A turn with its speaker's name before it, where it has one."""
    return f"{said.speaker}: {said.text}" if said.speaker else said.text


def own_passage(said: Said) -> str:
    """What is embedded for a unit's own form."""
    return head(spoken(said), _LONGEST_WEIGHT)


def context_passage(
    before: Sequence[Said],
    said: Said,
    after: Sequence[Said],
    local_time: datetime | None,
    title: str = "",
) -> str:
    """What is embedded for a unit's context form: date, up to two turns before, the unit, and one after. A passage has
    the title of its document in the date's place, and one passage on each side.
    """
    lines = [day(local_time, is_wide(said.text))] if local_time else [title] if title else []
    lines += [spoken(Said(one.speaker, tail(one.text, _NEIGHBOUR_WEIGHT))) for one in before]
    lines.append(spoken(Said(said.speaker, head(said.text, _OWN_WEIGHT))))
    lines += [spoken(Said(one.speaker, head(one.text, _NEIGHBOUR_WEIGHT))) for one in after]
    return "\n".join(lines)


_MONTHS = "January February March April May June July August September October November December".split()


def day(at: datetime, wide: bool) -> str:
    """The date in words, as people write it in either language; locale-independent."""
    if wide:
        return f"{at.year}年{at.month}月{at.day}日"
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}"
