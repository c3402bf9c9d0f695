"""The text that a reader of an HTML page sees, in blocks. Scripts, styles and what is hidden are left out; nothing is
fetched.
"""

from __future__ import annotations

import codecs
import re
from html.parser import HTMLParser
from typing import Final

from assistant.documents.blocks import Block, Extracted, tidy
from assistant.documents.plain import decoded

_UNSEEN: Final = frozenset(
    "script style template noscript svg math iframe object canvas select textarea button nav dialog".split()
)
_VOID: Final = frozenset(
    "area base br col embed hr img input link meta param source track wbr command keygen".split()
)
_BLOCKS: Final = frozenset(
    "address article aside blockquote body caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6"
    " header hr html li main ol p pre section summary table tbody tfoot thead title tr ul".split()
)
_ENDED_BY_SIBLING: Final = {"p": _BLOCKS, "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"},
                            "tr": {"tr"}, "td": {"td", "th", "tr"}, "th": {"td", "th", "tr"}}  # fmt: skip
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d]*[1-9])"
    r"|opacity\s*:\s*0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_GAPS = re.compile(r"\s+")


def read_html(raw: bytes) -> Extracted:
    """Raises: DocumentRefused."""
    page = _Page()
    page.feed(_text_of(raw))
    page.close()
    page.end()
    return Extracted(tuple(page.blocks), page.title)


def _text_of(raw: bytes) -> str:
    """In the encoding that the page names for itself, where it is one and fits; else as any text."""
    named = _CHARSET.search(raw[:4096])
    if named is not None and not raw.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        name = named[1].decode("ascii", "replace")
        try:
            # gb2312 is written on many pages of its larger successor.
            chosen = "gb18030" if codecs.lookup(name).name in ("gb2312", "gbk") else name
            return raw.decode(chosen)
        except (LookupError, UnicodeDecodeError, ValueError):
            pass
    return decoded(raw)


class _Page(HTMLParser):
    """Collects blocks. An element is hidden where it or anything around it says so."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self.title = ""
        self._open: list[tuple[str, bool]] = []
        self._words: list[str] = []
        self._level = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self._open and tag in _ENDED_BY_SIBLING.get(self._open[-1][0], ()):
            self._open.pop()
        if tag in _BLOCKS:
            self.end()
            self._level = int(tag[1]) if re.fullmatch("h[1-6]", tag) else 0
        elif tag == "br":
            self._words.append("\n")
        elif tag in ("td", "th") and "".join(self._words).strip():
            self._words.append(" | ")
        if tag not in _VOID:
            self._open.append((tag, self._is_unseen or tag in _UNSEEN or _is_hidden(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.end(is_title=tag == "title")
        if any(open_tag == tag for open_tag, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._is_unseen:
            return
        is_kept = any(tag == "pre" for tag, _ in self._open)
        self._words.append(data if is_kept else _GAPS.sub(" ", data))

    def end(self, *, is_title: bool = False) -> None:
        """End the block at hand."""
        text = tidy("".join(self._words))
        self._words.clear()
        if is_title:
            self.title = self.title or text
        elif text and not any(tag == "title" for tag, _ in self._open):
            self.blocks.append(Block(text, level=self._level))
        self._level = 0

    @property
    def _is_unseen(self) -> bool:
        return bool(self._open) and self._open[-1][1]


def _is_hidden(attrs: list[tuple[str, str | None]]) -> bool:
    given = dict(attrs)
    return (
        "hidden" in given
        or (given.get("aria-hidden") or "").casefold() == "true"
        or _HIDING.search(given.get("style") or "") is not None
    )
