"""Which of the best units an answer quotes first.

A ranking says which units have to do with a question; the first of them often only asks the same thing ("What dance
was it?"), or was said by another person than the one in the question. Among the first few, what tells the answer
stands before what asks for it, and the named person's words before others'. Nothing takes the place of a statement
that recall put before an older one, nor of what is newer and says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.language import content_words
from vault.asking import is_bare_question, sentences_of
from vault.recall.newest import PART
from vault.recall.tokens import query_tokens
from vault.records import RecallItem, RecallResult

LOOKED_AT = 5
# Shares of the best score, taken from .1, .2 and .4 with two conversations of locomo in view.
_ASKS, _ANOTHERS = 0.2, 0.2
_SAME = 0.25  # of the words of the shorter of two statements, from which one may update the other
_ROLES = frozenset({"", "user", "assistant"})  # no names


def best_first(result: RecallResult, question: str) -> RecallResult:
    """The result with the best of its first few selected units before all others."""
    top = result.items[:LOOKED_AT]
    first = next((item for item in top if item.selected), None)
    if first is None or PART in first.parts or top[0].score <= 0:
        return result
    named = named_speakers(result.items, question)
    asked = content_words(question)

    def worth(item: RecallItem) -> float:
        echo = share(asked, item.text) - share(asked, told(item.text))
        return item.score / top[0].score - _ASKS * echo - _ANOTHERS * is_anothers(item, named)

    best = max((item for item in top if item.selected and not _is_outdated(item, first)), key=worth)
    if best is first:
        return result
    return replace(result, items=(best, *(item for item in result.items if item is not best)))


def told(text: str) -> str:
    """The sentences of a text that do not merely ask."""
    if "?" not in text and "？" not in text:
        return text
    return " ".join(sentence for sentence in sentences_of(text) if not is_bare_question(sentence))


def share(asked: frozenset[str], text: str) -> float:
    """The share of the question's content words that a text holds."""
    return len(asked & content_words(text)) / max(1, len(asked))


def named_speakers(items: Sequence[RecallItem], question: str) -> frozenset[str]:
    """The speaker whom a question names, among those of the items; empty where it names none or several."""
    tokens = set(query_tokens(question))
    speakers = {item.speaker for item in items if item.speaker.casefold() not in _ROLES}
    named = frozenset(name for name in speakers if any(word in tokens for word in query_tokens(name)))
    return named if len(named) == 1 else frozenset()


def is_anothers(item: RecallItem, named: frozenset[str]) -> bool:
    """Whether a turn was said by another than the person whom the question names."""
    return bool(named) and item.kind == "turn" and item.speaker not in named


def _is_outdated(item: RecallItem, first: RecallItem) -> bool:
    """Whether an item may be what `first` updates: older words of the same speaker that say much the same."""
    if item is first or item.time_utc is None or first.time_utc is None or item.time_utc >= first.time_utc:
        return False
    words, others = content_words(item.text), content_words(first.text)
    is_same = (item.kind, item.role, item.speaker) == (first.kind, first.role, first.speaker)
    return is_same and len(words & others) >= _SAME * min(len(words), len(others))
