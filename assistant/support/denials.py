"""Whether one text denies what the other affirms, or says the same without the word "not": late is not on time.

The encoder cannot tell a statement from its opposite by how near they lie. It can tell which of two texts lies nearer: where a
sentence contradicts its source, the source without its "not" says what the sentence says and comes nearer to it. Where the two
agree in other words, it moves away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assistant.support import claims

Similarity = Callable[[str, Sequence[str]], Sequence[float]]
"""The cosine of a sentence with each of the texts."""

_AWAY = -0.01
_NEAR = 0.9
_AUXILIARY = "do does did is are was were has have had can could will would should must may might need"  # and what they deny
_NOT = re.compile(
    rf"\b(?P<verb>{_AUXILIARY.replace(' ', '|')})(?: not\b|n['’]t\b)|\b(?P<short>can|won|shan)(?:not|['’]t)\b"
    r"|\b(?P<word>never|not|no longer|nobody|none|no|without|neither|nothing)\b|没有|没|不再|从不|不|未|无法|别",
    re.IGNORECASE,
)
_AFFIRMED = {
    "nobody": "somebody",
    "none": "all",
    "without": "with",
    "nothing": "something",
    "won": "will",
    "shan": "shall",
}


def affirmed(text: str) -> str:
    """The text without the words that deny."""
    return " ".join(_NOT.sub(_affirm, text).split())


def _affirm(match: re.Match[str]) -> str:
    word = (match["verb"] or match["short"] or match["word"] or "").lower()
    return _AFFIRMED.get(word, word if match["verb"] or match["short"] else "")


def agree(sentence: str, source: str, similarity: Similarity) -> bool:
    """Whether a sentence and a source, one of which denies, say the same in other words."""
    if (
        claims.denies(sentence) == claims.denies(source)
        or claims.is_frequent(source)
        or claims.hedges(source)
    ):
        return False
    if claims.denies(sentence):
        stated, turned = similarity(source, [sentence, affirmed(sentence)])
    else:
        stated, turned = similarity(sentence, [source, affirmed(source)])
    return stated >= _NEAR and turned - stated <= _AWAY
