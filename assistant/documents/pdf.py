"""The text of a PDF file by PDFium, page by page, with its lines joined into paragraphs again.

PDFium knows the character maps of Chinese fonts that are not embedded, which readers in pure Python leave out. It is
not thread-safe: one file is read at a time.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from assistant.documents.blocks import MAX_CHARACTERS, Block, Extracted, tidy
from assistant.errors import DocumentDamaged, DocumentHasNoText, DocumentLocked, DocumentTooLarge

if TYPE_CHECKING:
    import pypdfium2

MAX_PAGES: Final = 3_000
_WRONG_PASSWORD: Final = 4  # Source: FPDF_ERR_PASSWORD in fpdfview.h
_ONE_AT_A_TIME = threading.Lock()
_SHORT = 0.7  # of the page's longest lines: a line that ends before is the last of its paragraph
_END = re.compile(r"[.!?:;。！？：；…”’」』)）][\"”’」』)）]*$")
_WIDE = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_HYPHEN = re.compile(r"(?<=\w)[-\u00ad\ufffe\x02]$")


def read_pdf(raw: bytes, *, progress: Callable[[int, int], None] | None = None) -> Extracted:
    """`progress` gets pages done, of all. What it raises ends the reading.

    Raises:
        DocumentLocked: it opens with a password alone.
        DocumentHasNoText: every page is a picture.
        DocumentRefused: it is damaged or has too much in it.
    """
    import pypdfium2  # start-up time

    with _ONE_AT_A_TIME:
        try:
            document = pypdfium2.PdfDocument(raw)
        except pypdfium2.PdfiumError as error:
            locked = getattr(error, "err_code", None) == _WRONG_PASSWORD
            raise (DocumentLocked if locked else DocumentDamaged) from error
        try:
            return _extracted(document, progress)
        except pypdfium2.PdfiumError as error:
            raise DocumentDamaged from error
        finally:
            document.close()


def _extracted(document: pypdfium2.PdfDocument, progress: Callable[[int, int], None] | None) -> Extracted:
    count = len(document)
    if count > MAX_PAGES:
        raise DocumentTooLarge
    chapters = _chapters(document)
    blocks: list[Block] = []
    blank = size = 0
    for number in range(count):
        text = _page_text(document, number)
        size += len(text)
        if size > MAX_CHARACTERS:
            raise DocumentTooLarge
        blocks += [Block(title, number + 1, level) for page, level, title in chapters if page == number]
        found = [Block(one, number + 1) for one in paragraphs(text)]
        blank += not found
        blocks += found
        if progress is not None:
            progress(number + 1, count)
    if blank == count:
        raise DocumentHasNoText
    title = tidy(document.get_metadata_value("Title"))
    return Extracted(tuple(blocks), title, count, blank)


def _page_text(document: pypdfium2.PdfDocument, number: int) -> str:
    page = document[number]
    try:
        text = page.get_textpage()
        try:
            return str(text.get_text_range())
        finally:
            text.close()
    finally:
        page.close()


def _chapters(document: pypdfium2.PdfDocument) -> list[tuple[int, int, str]]:
    """Page from 0, level and title of each bookmark: the headings that a PDF names."""
    found: list[tuple[int, int, str]] = []
    for mark in document.get_toc(max_depth=3):
        place = mark.get_dest()
        index = place.get_index() if place is not None else None
        if index is not None and (title := tidy(mark.get_title())):
            found.append((index, mark.level + 1, title[:120]))
        if len(found) >= MAX_PAGES:
            break
    return found


def paragraphs(text: str) -> Sequence[str]:
    """The paragraphs of a page, whose lines are as they were set."""
    lines = [tidy(line) for line in re.split(r"\r\n?|\n", text)]
    longest = sorted((_width(line) for line in lines if line), reverse=True)
    full = longest[len(longest) // 10] if longest else 0
    found: list[str] = []
    is_open = False
    for line in lines:
        if not line:
            is_open = False
            continue
        if is_open:
            found[-1] = _joined(found[-1], line)
        else:
            found.append(line)
        is_open = not (_END.search(line) and _width(line) < 0.95 * full) and _width(line) >= _SHORT * full
    return [one for one in found if one]


def _width(line: str) -> int:
    return len(line) + len(_WIDE.findall(line))


def _joined(before: str, line: str) -> str:
    if _HYPHEN.search(before):
        return before[:-1] + line
    is_wide = _WIDE.match(before[-1]) and _WIDE.match(line[0])
    return before + ("" if is_wide else " ") + line
