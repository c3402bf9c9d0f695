"""The lines of a reply as runs of sentences, and which of these state something that a source could bear."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.language import Sentence, content_words, numbers, sentences
from assistant.support import LONGEST_SENTENCE

# What a reply says of itself, offers, advises or wishes, and what it only thinks of what it was told.
_OFFERS = re.compile(
    r"^\W*(?:I|I'll|I’ll|let me|let's|here (?:is|are|'s)|here’s|sure|of course|please|consider|try|"
    r"maybe|perhaps|you (?:can|could|may|might|should)|congratulations|enjoy|good luck|have (?:a|fun)|thanks?|sorry|"
    r"glad|great|nice|no problem|got it|that(?:'s|’s| is| sounds| must)|what a|best wishes|happy (?:to|birthday))\b"
    r"|\b(?:based on|according to) (?:your|the) (?:notes|vault|sources|records?)\b"
    r"|^\W*(?:我|让我|以下|下面|好的|当然|请|建议|不妨|试试|可以|你可以|你不妨|根据你的(?:记录|笔记|来源)|恭喜|祝|加油|谢谢|抱歉|明白|没问题|太好了|听起来|这(?:真|听|可)|辛苦)"
    r"|(?:愉快|快乐|顺利|加油|辛苦了)[。！!~～]*$",
    re.IGNORECASE,
)
_NO_STATEMENT = ("?", "？", "!", "！", ":", "：")


def paragraphs(text: str, apart: Sequence[tuple[int, int]]) -> list[list[Sentence]]:
    """The sentences of each line of a text, but for those that begin in one of the places `apart`: code."""
    found: list[list[Sentence]] = [[]]
    end = 0
    for sentence in sentences(text):
        if "\n" in text[end : sentence.start] or text[:end].endswith("\n"):
            found.append([])
        end = sentence.end
        if not any(start <= sentence.start < stop for start, stop in apart):
            found[-1].append(sentence)
    return found


def states_something(text: str) -> bool:
    """Whether a sentence states something: no question, cry, heading, wish, offer or word about the assistant."""
    if text.endswith(_NO_STATEMENT) or _OFFERS.search(text) or len(text) > LONGEST_SENTENCE:
        return False
    return len(content_words(text)) + len(numbers(text)) >= 2
