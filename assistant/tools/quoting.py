"""What a tool gave back, made safe to quote: data between fences, without marks, orders to the assistant or
hidden text.
"""

from __future__ import annotations

import re

from assistant.catalogue import say
from assistant.extraction.guards import is_injection
from assistant.language import sentences
from assistant.prompt import FENCE_CLOSE, FENCE_OPEN, soften

MAX_RESULT_CHARACTERS = 8_000
_HIDDEN = re.compile(
    r"[\u0000-\u0008\u000b-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]"
)


def as_data(text: str, language: str) -> tuple[str, int]:
    """The result as the model is given it, and how many sentences that give orders were left out of it."""
    shown, removed = cleaned(text)
    if len(shown) > MAX_RESULT_CHARACTERS:
        shown = shown[:MAX_RESULT_CHARACTERS] + "\n" + say("prompt.tool_cut", language)
    lines = [soften(line) for line in shown.splitlines() if line.strip()]
    quoted = "\n".join([FENCE_OPEN, *lines, FENCE_CLOSE])
    return f"{say('prompt.tool_result', language)}\n{quoted}", removed


def cleaned(text: str) -> tuple[str, int]:
    """A stranger's text without hidden characters and orders, and how many sentences gave one."""
    return without_orders(without_hidden(text))


def without_hidden(text: str) -> str:
    """The text without characters that nobody sees: controls, zero widths, marks of direction."""
    return _HIDDEN.sub("", text)


def without_orders(text: str) -> tuple[str, int]:
    """The text without the sentences that give orders to an assistant, and their number. A line that gives one as
    a whole, cut into sentences or not, goes as a whole.
    """
    removed = 0
    kept: list[str] = []
    for line in text.splitlines():
        parts = [part.text for part in sentences(line)]
        bad = [part for part in parts if is_injection(part)]
        if is_injection(line) and not bad:
            removed += 1
            continue
        removed += len(bad)
        kept.append("".join(part for part in parts if part not in bad) if bad else line)
    return "\n".join(kept), removed
