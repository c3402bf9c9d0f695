"""What a question asks for, read from its words: tokens, time phrases, and whether it looks back.

Nothing in here needs the index or the encoder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from vault.asking import is_bare_question, says_nothing, sentences_of
from vault.codec import to_us
from vault.recall.sayings import (
    asks_for_help,
    asks_for_questions,
    asks_for_replies,
    asks_for_suppositions,
)
from vault.recall.texts import tail
from vault.recall.tokens import is_function_token, query_tokens, token_keys
from vault.times import parse

_MOST_TURNS = 4  # that a question may stand after
_WORDS_OF_TURNS = 2
_TURN_WEIGHT = 560  # of a turn before the question; its end says what led to it
_LONG_WORDS, _LONG_WIDE = 20, 40  # words, Chinese characters
_MOST_QUESTIONS = 3
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
# How much, how many or when; what happened once is not updated by what is said later, how things stand is.
_VALUE = re.compile(
    r"\bhow (?:many|much|long|often|old|far|tall|big|large|high|fast)\b|\bwhen\b"
    r"|\b(?:percentage|quota|deadline|target|average|total)\b"
    r"|\bwhat (?:\w+ ){0,2}(?:time|date|day|number|year|age|price|cost|budget|score|limit|amount|salary|rent|record"
    r"|goal|rate)\b"
    r"|多少|几[个次天点号岁]|什么时候|何时|哪天|多久|多大|多长",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:did|was|were|had|ago|first|initially|previous(?:ly)?|originally|between|passed)\b"
    r"|第一次|最初|最早|当时|当初|那次|那天|那年|上次|以前|之前|曾经",
    re.IGNORECASE,
)
_WIDE = re.compile("[\u3400-\u9fff]")
# Where one question ends and another begins: after a question mark, or at a word that says so.
_NEXT_QUESTION = re.compile(
    r"(?<=[?？])\s*|[,，;；。.]?\s*(?:另外|还有|顺便|此外|以及)[,，:：]?(?:请?问)?(?:一下)?[,，]?(?=.*(?:吗|什么|哪|谁|多少|怎么|几|[?？]))"
    r"|[,;]?\s+(?:and|also)\s+(?:also\s+)?(?=(?:what|when|where|who|whom|whose|which|why|how)\b)",
    re.IGNORECASE,
)
_QUOTED = re.compile('["“《][^"”》]*["”》]')
# Asked of a companion, not of a memory: what was said before it says what it is about.
_ADVICE = re.compile(
    r"\bshould\b|\bwhat if\b|\bdo you think\b|\b(?:ideas|suggestions?|advice|recommend)\b"
    r"|怎么办|应该|该怎|觉得|主意|建议|推荐",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[。！？])\s*|(?<=[.!?])\s+|\n+")
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
    dialogue: tuple[str, ...]  # the question after the last turn before it, the last two, and so on
    dialogue_keys: tuple[int, ...]
    periods: tuple[tuple[int, int], ...]
    asks_past: bool
    asks_value: bool  # how much, how many or when, as things stand
    is_question: bool  # only asks, and for something that a memory can hold
    is_remark: bool  # in a conversation, asks for no fact: at most for advice
    is_message: bool  # a long text that also tells something, not only asks
    each: tuple[Query, ...]  # the questions in it, where there are several
    asks_for_questions: bool  # earlier questions may answer it
    asks_for_suppositions: bool
    asks_for_help: bool  # help, advice or an overview, and no single fact
    asks_for_replies: bool  # what the assistant said may be what is asked for


def understand(text: str, context: Sequence[str], now: datetime, mask: Callable[[str], str]) -> Query:
    """Read a question; `context` are the turns before it, oldest first, `now` (aware) is when it is asked."""
    plain = mask(text)
    each = () if context else _several(plain)
    before = [tail(mask(turn), _TURN_WEIGHT) for turn in context[-_MOST_TURNS:]]
    tokens = query_tokens(plain)
    nearest = "\n".join(before[-_WORDS_OF_TURNS:])
    around = [token for token in query_tokens(nearest) if token not in tokens] if before else []
    return Query(
        text=plain,
        tokens=tuple(tokens),
        keys=tuple(token_keys(tokens)),
        dialogue=tuple("\n".join((*before[-turns:], plain)) for turns in range(1, len(before) + 1)),
        dialogue_keys=tuple(token_keys(around)),
        periods=tuple(
            (to_us(span.start_utc), to_us(span.end_utc)) for span in parse(plain, now) if span.is_dated
        ),
        asks_past=_PAST.search(plain) is not None,
        asks_value=_VALUE.search(plain) is not None and _ONCE.search(plain) is None,
        is_question=is_bare_question(plain, or_whether=False) and not _ADVICE.search(plain),
        is_remark=bool(before) and _asks_no_fact(plain),
        is_message=_is_message(plain),
        each=tuple(understand(one, (), now, mask) for one in each),
        asks_for_questions=asks_for_questions(plain),
        asks_for_suppositions=asks_for_suppositions(plain),
        asks_for_help=asks_for_help(plain),
        asks_for_replies=asks_for_replies(plain),
    )


def _asks_no_fact(text: str) -> bool:
    if says_nothing(text):
        return False
    return _ADVICE.search(text) is not None or not any(
        is_bare_question(sentence, or_whether=False) for sentence in sentences_of(text)
    )


def _is_message(text: str) -> bool:
    is_long = len(text.split()) >= _LONG_WORDS or len(_WIDE.findall(text)) >= _LONG_WIDE
    sentences = [part for part in _SENTENCE.split(_QUOTED.sub("", text)) if part.strip()]
    return is_long and len(sentences) > 1 and not all(_QUESTION.search(part) for part in sentences)


def _several(text: str) -> tuple[str, ...]:
    """The questions in a short text, where it holds several that each name something of their own."""
    if _is_message(text):
        return ()
    found = [part.strip() for part in _NEXT_QUESTION.split(text) if part.strip()]
    several = all(_QUESTION.search(part) and _is_about_something(part) for part in found)
    return tuple(found) if several and 2 <= len(found) <= _MOST_QUESTIONS else ()


def _is_about_something(part: str) -> bool:
    return sum(not is_function_token(token) for token in query_tokens(part)) > 1
