"""Parts a document into passages: at headings and ends of paragraphs where it can, else between sentences.

Sizes are in characters, a Chinese, Japanese or Korean one counting two: it says about as much, and the encoder's
windows fill at that rate. Joined, the passages are the whole text again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from assistant.documents.blocks import Block
from assistant.language import sentences
from vault.documents import PassageText

LEAST: Final = 600
MOST: Final = 900
_NEW_SECTION: Final = 200  # a section may be short; only what is shorter joins the one after it
_HEADING_CHARACTERS: Final = 120
_WIDE = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_JOINTS = re.compile(r"(?<=[,，、;；:：|])|(?<=\s)")


def weight(text: str) -> int:
    """Characters, wide ones counting two."""
    return len(text) + len(_WIDE.findall(text))


@dataclass(slots=True)
class _Passage:
    texts: list[str] = field(default_factory=list)
    size: int = 0
    page: int = 0
    heading: str = ""
    is_only_heading: bool = True


def part(blocks: Sequence[Block], clean: Callable[[str], str]) -> Iterator[PassageText]:
    """The passages in order. `clean` is given each block's text and says what of it may be kept.

    Linear in the size of the text.
    """
    headings = [""] * 6
    held = _Passage()
    for block in blocks:
        text = clean(block.text)
        if block.level:
            headings[block.level - 1 :] = [text, *[""] * (6 - block.level)]
        is_new = bool(block.level) and held.size >= _NEW_SECTION
        is_new = is_new or block.page != held.page  # a passage is cited with its page: it stays on one
        if held.texts and not held.is_only_heading and (is_new or held.size >= LEAST):
            yield _made(held)
            held = _Passage()
        for piece in _pieces(text):
            size = weight(piece)
            if held.texts and held.size + size > MOST:
                yield _made(held)
                held = _Passage()
            if not held.texts:
                held.page = block.page
                held.heading = " › ".join(title for title in headings if title)[-_HEADING_CHARACTERS:]
            held.texts.append(piece)
            held.size += size
            held.is_only_heading = held.is_only_heading and bool(block.level)
        if held.texts:
            held.texts[-1] += "\n\n"
    if held.texts:
        yield _made(held)


def _made(held: _Passage) -> PassageText:
    return PassageText("".join(held.texts), held.page, held.heading)


def _pieces(text: str) -> Iterator[str]:
    """The sentences of a block with what stands between them; one that is too long is cut at a comma or a gap."""
    start = 0
    for sentence in sentences(text):
        yield from _short(text[start : sentence.end])
        start = sentence.end
    if start < len(text):
        yield text[start:]


def _short(sentence: str) -> Iterator[str]:
    while weight(sentence) > MOST:
        end = MOST // 2 if len(_WIDE.findall(sentence[:MOST])) > MOST // 4 else MOST
        joints = [match.start() for match in _JOINTS.finditer(sentence[:end]) if match.start() > end // 2]
        end = joints[-1] if joints else end
        yield sentence[:end]
        sentence = sentence[end:]
    if sentence:
        yield sentence
