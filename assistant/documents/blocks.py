"""What a reader makes of a file: its text in blocks, each a paragraph, heading, list item or row of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from assistant.tools.quoting import without_hidden

MAX_CHARACTERS: Final = 4_000_000
_GAPS = re.compile(r"[ \t\u00a0\u3000]+")
_BREAKS = re.compile(r" *\n[ \n]*")


@dataclass(frozen=True, slots=True)
class Block:
    """`level` is 1 to 6 for a heading, 0 for anything else; `page` counts from 1, 0 where there are no pages."""

    text: str
    page: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text of a file. `pages` is 0 where it has none; `blank_pages` of them hold no text, such as a scan."""

    blocks: tuple[Block, ...]
    title: str = ""
    pages: int = 0
    blank_pages: int = 0


def tidy(text: str) -> str:
    """The text of a block without hidden characters and doubled gaps; line breaks stay."""
    return _BREAKS.sub("\n", _GAPS.sub(" ", without_hidden(text))).strip()
