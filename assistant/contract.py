"""The machine-readable tail of a reply and echoes of the request's fences: read, and kept from the user's
eyes while streaming.

The tail is one line that begins with the tail mark and holds JSON: confidence, used marks, whether to ask
the user. A model may ignore it, wrap it in a code fence, or cut it off; the visible reply is the same.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache

from assistant.catalogue import say
from assistant.language import sentences
from assistant.prompt import FENCE_CLOSE, FENCE_OPEN, TAIL_MARK

_LEVELS = ("high", "medium", "low")
_TAIL = re.compile(r"\s*(?:\*{0,2}|`{0,3}(?:json|text)?\s*)@{1,2}\s?keepsake\b", re.I)
# Where a model calls tools in plain text, its calls are hidden like the tail.
_TAIL_OR_CALL = re.compile(r"\s*(?:\*{0,2}|`{0,3}(?:json|text)?\s*)@{1,2}\s?(?:keepsake|tool)\b", re.I)
_ECHO = re.compile(rf"\s*(?:{re.escape(FENCE_OPEN)}|{re.escape(FENCE_CLOSE)})[ \t]*")
# What may precede or begin a tail or an echo and so must wait for the next chunk.
_PENDING = re.compile(r"(?:\s|\*|`{1,3}[a-z]{0,4}|⟦[^⟧\n]{0,12}|⟧|@|@{1,2}\s?[a-z]{0,8})+\Z", re.I)


@dataclass(frozen=True, slots=True)
class Tail:
    """The model's own word. `confidence` is empty where it gave none; `used` are marks, unchecked."""

    confidence: str = ""
    used: tuple[int, ...] = ()
    needs_confirmation: bool = False
    was_given: bool = False


LEAST_ECHO = 24  # characters of a sentence: shorter ones may be anybody's


def without_echo(text: str) -> str:
    """The reply without sentences that only repeat what the request asked of it, as small models do."""
    if not any(told in text for told in _openings()):
        return text
    asked = "\n".join(_asked())
    kept: list[str] = []
    for line in text.splitlines():
        parts = [part.text for part in sentences(line)]
        said = [part for part in parts if len(part.strip()) < LEAST_ECHO or part.strip() not in asked]
        if said or not parts:
            kept.append("".join(said) if len(said) < len(parts) else line)
    return "\n".join(kept).strip()


@cache
def _asked() -> tuple[str, ...]:
    keys = ("prompt.contract", "prompt.form", "prompt.no_sources")
    return tuple(say(key, language, tail=TAIL_MARK) for key in keys for language in ("en", "zh"))


@cache
def _openings() -> tuple[str, ...]:
    return tuple(asked.strip()[:LEAST_ECHO] for asked in _asked())


class TailFilter:
    """Text in, visible text out. Everything from the tail mark on is swallowed; echoes of fences vanish."""

    def __init__(self) -> None:
        self._held = ""
        self._tail: str | None = None
        self._is_call = False
        self.hides_calls = False

    @property
    def call_text(self) -> str:
        """What follows the first mark of a call; empty where there is none."""
        return (self._tail or "") if self._is_call else ""

    def feed(self, text: str) -> str:
        """The part of the text so far that is certain to be visible and was not given yet."""
        if self._tail is not None:
            self._tail += text
            return ""
        self._held = _ECHO.sub(_echo_space, self._held + text)
        match = (_TAIL_OR_CALL if self.hides_calls else _TAIL).search(self._held)
        if match is not None:
            self._is_call = match.group().lower().endswith("tool")
            visible, self._tail = self._held[: match.start()], self._held[match.end() :]
            self._held = ""
            return visible
        pending = _PENDING.search(self._held)
        cut = pending.start() if pending is not None else len(self._held)
        visible, self._held = self._held[:cut], self._held[cut:]
        return visible

    def flush(self) -> str:
        """What was held back at the end; a half-written tail mark is not shown."""
        held, self._held = self._held, ""
        held = re.sub(r"\s*@@\s?[a-z]{0,8}\s*\Z|⟦[^⟧\n]*\Z", "", held, flags=re.I)
        return held.rstrip()

    def reset(self) -> None:
        """Forget what was held back: the text so far was thinking, or the step of a tool."""
        self._held, self._tail, self._is_call = "", None, False

    def tail(self) -> Tail:
        """The tail as read so far; call it at the end."""
        if self._tail is None:
            return Tail()
        if self._is_call:
            match = _TAIL.search(self._tail)
            return parse_tail(self._tail[match.end() :]) if match is not None else Tail()
        return parse_tail(self._tail)


def parse_tail(text: str) -> Tail:
    """Read the JSON of a tail; what is missing or of the wrong type takes its default."""
    match = re.search(r"\{.*?\}", text, re.DOTALL)
    if match is None:
        return Tail(was_given=True)
    try:
        value = json.loads(match.group())
    except ValueError:
        return Tail(was_given=True)
    level = str(value.get("confidence", "")).lower()
    used = value.get("used")
    marks = (
        [int(str(m).strip("[]")) for m in used if str(m).strip("[]").isdigit()]
        if isinstance(used, list)
        else []
    )
    confirm = value.get("confirm")
    return Tail(level if level in _LEVELS else "", tuple(marks), confirm is True, was_given=True)


def _echo_space(match: re.Match[str]) -> str:
    return "\n" if "\n" in match.group() else ""
