"""Puts formulas into a Markdown text that Qt shows: each is taken out as one character of private use before Qt reads
the Markdown, and put back afterwards as an image on the line, or as its source where it cannot be drawn.

The source stays with the image, so that what is copied and what a screen reader says is the LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QFontMetricsF,
    QGuiApplication,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
)

from assistant.maths import Formula, formulas
from desktop.chat.formula import Drawing, Placed, drawing

_FIRST = 0xF0000  # a private plane: one character stands for each formula while Qt reads the Markdown
_BEYOND_BMP = re.compile("[\U00010000-\U0010ffff]")
_SOURCE = int(QTextFormat.Property.UserProperty) + 1  # of an image's format: the formula as it was written
_OBJECT = "\ufffc"
_LINE_BREAK = "\u2028"
_SMALLEST = 0.55  # of the text's size, that a formula too wide for its column may become
_HEADINGS = (0.7, 0.8, 1.0, 1.2, 1.5, 2.0, 2.4)  # Source: QTextFormat::FontSizeAdjustment, from -2 to 4
_LIST_INDENT_PX = 40
_AIR_EM, _TALL_AIR_EM = (
    0.2,
    0.1,
)  # above and below a formula on its own line; one that is taller than its line
_LINE_DESCENT_EM = 0.35
_X_HEIGHT = (
    0.467  # of the mathematical font, in em; the letters of a formula become as tall as those around it
)
_MOST_SCALED = 1.2


@dataclass(frozen=True, slots=True)
class Room:
    """The width of a line, None where it is not known yet; the colour of the text; device pixels a pixel."""

    width_px: int | None
    colour: str
    ratio: float


class FormulaText:
    """The formulas of one Markdown text. GUI thread.

    `images` are what the document's image names stand for; `widest_px` is the widest formula in its own size.
    """

    def __init__(self, markdown: str) -> None:
        is_free = "$" in markdown or "\\" in markdown
        found = formulas(markdown) if is_free and not _has_private(markdown) else ()
        self._sources = tuple(markdown[one.start : one.end] for one in found)
        self._formulas: Sequence[Formula] = found
        parts, position = [], 0
        for number, one in enumerate(found):
            parts += [markdown[position : one.start], chr(_FIRST + number)]
            position = one.end
        self.markdown = "".join([*parts, markdown[position:]])
        self.images: dict[str, Placed] = {}
        self.widest_px = 0

    def __bool__(self) -> bool:
        return bool(self._formulas)

    def place(self, document: QTextDocument, room: Room) -> None:
        """Put the formulas into `document`, which has read `markdown`."""
        if not self._formulas:
            return
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        for position, number in reversed(_places(document.toPlainText())):
            if number < len(self._formulas):
                cursor.setPosition(position)
                cursor.setPosition(position + 2, QTextCursor.MoveMode.KeepAnchor)
                self._put(cursor, number, room)
        cursor.endEditBlock()

    def _put(self, cursor: QTextCursor, number: int, room: Room) -> None:
        formula, source = self._formulas[number], self._sources[number]
        before = cursor.charFormat()
        drawn = drawing(formula.tex, is_display=formula.is_display) if formula.is_closed else None
        is_code = before.fontFixedPitch() or cursor.blockFormat().hasProperty(
            QTextFormat.Property.BlockCodeFence
        )
        is_tall = drawn is not None and drawn.descent > _LINE_DESCENT_EM
        air = _AIR_EM if formula.is_display else _TALL_AIR_EM if is_tall else 0.0
        placed = None if drawn is None or is_code else self._fit(drawn, cursor, air, room)
        if placed is None:
            cursor.insertText(source.replace("\n", _LINE_BREAK), before)
            return
        name = f"formula:{hash(placed):x}-{room.colour[1:]}-{room.ratio}"
        self.images[name] = placed
        image = _image_format(name, placed, before, source)
        block = cursor.block()
        is_alone = block.length() == 3  # the placeholder's two units and the end of the block
        if formula.is_display and not is_alone:
            _on_its_own_line(cursor, image, before)
        else:
            cursor.insertImage(image)
        if formula.is_display and is_alone and block.textList() is None and cursor.currentTable() is None:
            centred = QTextBlockFormat()
            centred.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            cursor.mergeBlockFormat(centred)

    def _fit(self, drawn: Drawing, cursor: QTextCursor, air_em: float, room: Room) -> Placed | None:
        """Its place on the line, smaller where the column is narrow; None where it would be too small to read."""
        font = cursor.document().defaultFont()
        family = QGuiApplication.font().family()
        step = cursor.charFormat().property(QTextFormat.Property.FontSizeAdjustment)
        em = _em_px(font) * (_HEADINGS[int(step) + 2] if step is not None else 1.0)
        indent = cursor.blockFormat().indent()
        listed = cursor.block().textList()
        if listed is not None:
            indent += listed.format().indent()
        wanted = drawn.width * em + indent * _LIST_INDENT_PX
        self.widest_px = max(self.widest_px, ceil(wanted))
        if room.width_px is not None and wanted > room.width_px:
            shrunk = max(0.0, room.width_px - indent * _LIST_INDENT_PX - 1) / (drawn.width * em)
            if shrunk < _SMALLEST:
                return None
            em *= shrunk
        below = _descent(family, _pixels_below(family, (drawn.descent + air_em) * em))
        height = ceil((drawn.ascent + air_em) * em + below)
        return Placed(drawn, em, ceil(drawn.width * em), height, height - below)


def source_of(document: QTextDocument, start: int, end: int) -> str:
    """The text from `start` to `end` as a person would write it, with the source of each formula in its place."""
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    text = cursor.selectedText().replace("\u2029", "\n").replace(_LINE_BREAK, "\n").replace("\u00a0", " ")
    if _OBJECT not in text:
        return text
    parts, position = [], 0
    for place in (match.start() for match in re.finditer(_OBJECT, text)):
        at = start + place + sum(one > "\uffff" for one in text[:place])
        cursor.setPosition(at + 1)
        source = cursor.charFormat().property(_SOURCE)
        parts += [text[position:place], source if isinstance(source, str) else ""]
        position = place + 1
    return "".join([*parts, text[position:]])


def _image_format(name: str, placed: Placed, before: QTextCharFormat, source: str) -> QTextImageFormat:
    image = QTextImageFormat()
    image.setName(name)
    image.setWidth(placed.width_px)
    image.setHeight(placed.height_px)
    # What is aligned so goes as deep below the line as its font does: the font is chosen to be as deep as the formula.
    image.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
    font = QFont(QGuiApplication.font().family())
    font.setPixelSize(_pixels_below(font.family(), placed.height_px - placed.baseline_px))
    image.setFont(font)
    image.setProperty(_SOURCE, source)
    if before.isAnchor():
        image.setAnchor(True)
        image.setAnchorHref(before.anchorHref())
    return image


def _on_its_own_line(cursor: QTextCursor, image: QTextImageFormat, plain: QTextCharFormat) -> None:
    """Put it between line breaks, in the place of the spaces around it."""
    document, start, end = cursor.document(), cursor.selectionStart(), cursor.selectionEnd()
    first, last = cursor.block().position(), cursor.block().position() + cursor.block().length() - 1
    while start > first and document.characterAt(start - 1) == " ":
        start -= 1
    while end < last and document.characterAt(end) == " ":
        end += 1
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText("" if start == first else _LINE_BREAK, plain)
    cursor.insertImage(image)
    if end != last:
        cursor.insertText(_LINE_BREAK, plain)


def _em_px(font: QFont) -> float:
    x_height = QFontMetricsF(font).xHeight() / max(1, QFontInfo(font).pixelSize())
    return QFontInfo(font).pixelSize() * min(_MOST_SCALED, max(1.0, x_height / _X_HEIGHT))


def _places(text: str) -> list[tuple[int, int]]:
    """Position in the document and number of every placeholder. Qt counts UTF-16 units."""
    return [
        (match.start() + before, ord(match[0]) - _FIRST)
        for before, match in enumerate(_BEYOND_BMP.finditer(text))
        if ord(match[0]) >= _FIRST
    ]


def _has_private(text: str) -> bool:
    return any(ord(match[0]) >= _FIRST for match in _BEYOND_BMP.finditer(text))


def _pixels_below(family: str, depth_px: float) -> int:
    """The size of a font in pixels at which it reaches `depth_px` below its line."""
    size = max(1, int(depth_px / _descent(family, 100) * 100))
    while _descent(family, size) < depth_px - 0.01:
        size += 1
    return size


@lru_cache(maxsize=1024)
def _descent(family: str, size_px: int) -> float:
    sized = QFont(family)
    sized.setPixelSize(size_px)
    return max(0.01, QFontMetricsF(sized).descent())
