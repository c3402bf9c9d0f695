"""The text of a Word file (.docx): a zip of XML parts, of which the text, the styles and the title are read.

Read here and not by python-docx, which brings lxml, parts paragraphs from tables, leaves out what was inserted under
review, and takes whatever size a part unpacks to. What was deleted under review, hidden text and the second form of a
drawing are left out. Source: ECMA-376 part 1, sections 17.3 (text), 17.7 (styles).
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree

from assistant.documents.blocks import Block, Extracted, tidy
from assistant.errors import DocumentDamaged, DocumentLocked, DocumentTooLarge

MAX_UNPACKED_BYTES: Final = 96 << 20
_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TITLE: Final = "{http://purl.org/dc/elements/1.1/}title"
_GONE: Final = frozenset(
    {f"{_W}del", f"{_W}moveFrom", f"{_W}instrText", f"{_W}delText", f"{_W}pPr", f"{_W}rPr",
     "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"}
)  # fmt: skip
_HEADING = re.compile(r"(?:heading|标题|标题 )\s*([1-6])", re.IGNORECASE)


def read_word(raw: bytes) -> Extracted:
    """Raises: DocumentRefused."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = _Parts(archive)
            body = parts.xml("word/document.xml")
            if body is None:
                raise DocumentDamaged
            levels = _levels(parts.xml("word/styles.xml"))
            notes = parts.xml("word/footnotes.xml")
            core = parts.xml("docProps/core.xml")
    except (zipfile.BadZipFile, zlib.error, EOFError, ElementTree.ParseError, NotImplementedError) as error:
        raise DocumentDamaged from error
    except RuntimeError as error:  # the zip itself is encrypted
        raise DocumentLocked from error
    reader = _Reader(levels)
    reader.take(body)
    if notes is not None:
        reader.take(notes)
    named = core.find(_TITLE) if core is not None else None
    title = tidy(named.text or "") if named is not None else ""
    title = title or next((block.text for block in reader.blocks if block.level == 1), "")
    pages = reader.page if reader.page > 1 else 0
    blocks = tuple(reader.blocks if pages else (Block(b.text, 0, b.level) for b in reader.blocks))
    return Extracted(blocks, title, pages)


class _NoDoctype(ElementTree.TreeBuilder):
    """No part of a Word file declares entities; one that does is no Word file."""

    def doctype(self, name: str, pubid: str, system: str) -> None:
        raise DocumentDamaged


class _Parts:
    """The parts of the archive, read as far as all of them together stay within the limit."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive, self._left = archive, MAX_UNPACKED_BYTES

    def xml(self, name: str) -> ElementTree.Element | None:
        """One part; None where there is no such part."""
        try:
            info = self._archive.getinfo(name)
        except KeyError:
            return None
        with self._archive.open(info) as part:
            data = part.read(self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise DocumentTooLarge
        return ElementTree.fromstring(data, parser=ElementTree.XMLParser(target=_NoDoctype()))


def _levels(styles: ElementTree.Element | None) -> dict[str, int]:
    """The heading levels of styles by their ids."""
    found: dict[str, int] = {}
    for style in styles.iter(f"{_W}style") if styles is not None else ():
        key, name = style.get(f"{_W}styleId") or "", style.find(f"{_W}name")
        named = _HEADING.fullmatch((name.get(f"{_W}val") or "") if name is not None else "")
        if named is not None:
            found[key] = int(named[1])
        elif name is not None and (name.get(f"{_W}val") or "").casefold() == "title":
            found[key] = 1
    return found


class _Reader:
    """Walks the text; a table's row is one block."""

    def __init__(self, levels: dict[str, int]) -> None:
        self._levels = levels
        self.blocks: list[Block] = []
        self.page = 1

    def take(self, root: ElementTree.Element) -> None:
        for element in root:
            if element.tag in _GONE:
                continue
            if element.tag == f"{_W}p":
                self._paragraph(element)
            elif element.tag == f"{_W}tbl":
                for row in element.iter(f"{_W}tr"):
                    cells = [tidy("".join(self._words(cell))) for cell in row.findall(f"{_W}tc")]
                    self._add(" | ".join(cell.replace("\n", " ") for cell in cells if cell), 0, self.page)
            else:  # the body, content controls, what was inserted under review
                self.take(element)

    def _paragraph(self, paragraph: ElementTree.Element) -> None:
        style = paragraph.find(f"{_W}pPr/{_W}pStyle")
        level = self._levels.get(style.get(f"{_W}val") or "", 0) if style is not None else 0
        text = "".join(self._words(paragraph))
        # A break at the very start is before the paragraph, one within it belongs to its end.
        first = text[: len(text) - len(text.lstrip("\f \n"))].count("\f")
        at = self.page - text.count("\f") + first
        self._add(text.replace("\f", " "), level, max(1, at))

    def _add(self, text: str, level: int, page: int) -> None:
        if text := tidy(text):
            self.blocks.append(Block(text, page, level))

    def _words(self, element: ElementTree.Element) -> Iterator[str]:
        """The text inside, in order; a page's end is a form feed and counted."""
        hidden = element.find(f"{_W}rPr/{_W}vanish") if element.tag == f"{_W}r" else None
        if hidden is not None and hidden.get(f"{_W}val") not in ("0", "false"):
            return
        for child in element:
            name = child.tag
            if name in _GONE:
                continue
            if name == f"{_W}t":
                yield child.text or ""
            elif name == f"{_W}lastRenderedPageBreak":
                self.page += 1
                yield "\f"
            elif name == f"{_W}tab":
                yield "\t"
            elif name in (f"{_W}br", f"{_W}cr"):
                yield "\n"
            else:
                yield from self._words(child)
                if name == f"{_W}p":
                    yield "\n"
