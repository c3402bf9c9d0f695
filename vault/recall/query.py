"""What a question asks for, read from its words: tokens, time phrases, and whether it looks back.

Nothing in here needs the index or the encoder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from vault.codec import to_us
from vault.recall.sayings import asks_for_questions, asks_for_suppositions
from vault.recall.tokens import query_tokens, token_keys
from vault.times import parse

_DIALOGUE_TURNS = 2
_PAST = re.compile(
    r"\b(?:used to|previous(?:ly)?|former(?:ly)?|original(?:ly)?|in the past|back then|earlier|history|historical"
    r"|no longer|until when|how long did|at first|at the time"
    r"|old (?:address|job|phone|number|budget|name|plan|version|one)"
    r"|(?:was|were|did|had)\b.{1,60}\b(?:before|originally|at first|back then|until)"
    r"|before (?:that|the change|it changed|i changed))\b"
    r"|以前|曾经|曾是|原来|原先|起初|当初|过去|从前|旧的|历史|直到什么时候|什么时候为止|改之前|变更前"
    r"|之前的?(?:是|叫|用|住|在|有|预算|地址|工作|电话|计划|说法)",
    re.IGNORECASE,
)

_QUESTION = re.compile(
    r"[?？]\s*$|^(?:what|when|where|who|which|how|do|did|is|are|can|could)\b|吗|什么|哪|谁|多少|怎么|几",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Query:
    """A question as the ranking sees it. `keys` are token keys; `periods` are (start, end) in UTC microseconds."""

    text: str
    tokens: tuple[str, ...]
    keys: tuple[int, ...]
    dialogue: str  # the question after the last turns before it; empty where none were given
    dialogue_keys: tuple[int, ...]
    periods: tuple[tuple[int, int], ...]
    asks_past: bool
    is_question: bool
    asks_for_questions: bool  # earlier questions may answer it
    asks_for_suppositions: bool


def understand(text: str, context: Sequence[str], now: datetime, mask: Callable[[str], str]) -> Query:
    """Read a question; `context` are the turns before it, oldest first, `now` (aware) is when it is asked."""
    plain = mask(text)
    before = [mask(turn) for turn in context[-_DIALOGUE_TURNS:]]
    tokens = query_tokens(plain)
    around = [token for token in query_tokens("\n".join(before)) if token not in tokens] if before else []
    return Query(
        text=plain,
        tokens=tuple(tokens),
        keys=tuple(token_keys(tokens)),
        dialogue="\n".join((*before, plain)) if before else "",
        dialogue_keys=tuple(token_keys(around)),
        periods=tuple(
            (to_us(span.start_utc), to_us(span.end_utc)) for span in parse(plain, now) if span.is_dated
        ),
        asks_past=_PAST.search(plain) is not None,
        is_question=_QUESTION.search(plain) is not None,
        asks_for_questions=asks_for_questions(plain),
        asks_for_suppositions=asks_for_suppositions(plain),
    )
