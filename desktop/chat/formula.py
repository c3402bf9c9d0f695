"""Draws a formula: LaTeX to SVG by mathra, SVG to an image by Qt, in the text's size and colour.

What mathra does not know, or has to mend, is not drawn: the caller shows the source. A formula takes a tenth of a
millisecond to set and less than one to paint (docs/decisions/0027), so both happen in the GUI thread when wanted.
Characters that the mathematical font lacks, Chinese above all, are painted in the window's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from assistant.maths import MAX_CHARS

_UNITS = 1000  # of mathra's drawings in one em
_REMEMBERED = 512  # formulas
_PAINTED = 128  # formulas whose image is kept
_MAX_PX = 8192  # of one side of an image
_MISSING = re.compile(r"^the font has no .*\(U\+([0-9A-F]{4,6})\)")
_SIZE = re.compile(r'viewBox="\S+ (\S+) (\S+) (\S+)"')
_UNSHOWN = re.compile(r"<(title|metadata|style|text)\b.*?</\1>", re.DOTALL)
_GLYPH = re.compile(
    r'<use href="#[^"]*-(g\d+)" (?:x="(?P<x>[^"]+)" y="(?P<y>[^"]+)"'
    r'|transform="translate\((?P<left>\S+) (?P<up>\S+)\) scale\((?P<scale>[^)]+)\)")[^>]*/>'
)
# Signs of the mathematical font that are as wide as an ideograph, each put in the place of a character that it lacks.
_STAND_IN_EM = 0.92
_STAND_INS = "◍◘◙◚◛◧◨◩◪◫▢▣▤▥▦▧▨▩◰◱◲◳"


@dataclass(frozen=True, slots=True)
class _Written:
    """A character painted over the drawing: its left end on its baseline, downwards from the formula's, in em."""

    character: str
    left: float
    down: float
    size: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A formula that can be painted. All measures in em, the size of the text around it; `descent` below the line."""

    svg: bytes
    width: float
    ascent: float
    descent: float
    written: tuple[_Written, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing in a line of text: one em is `em_px`, its box `width_px` by `height_px`, its baseline `baseline_px`
    below the box's top."""

    drawing: Drawing
    em_px: float
    width_px: int
    height_px: int
    baseline_px: float


@lru_cache(maxsize=_PAINTED)
def image(placed: Placed, colour: str, ratio: float) -> QImage:
    """It in `colour` (`#rrggbb`) for a screen with `ratio` device pixels a pixel. GUI thread."""
    drawn, em = placed.drawing, placed.em_px
    width, height = (
        max(1, min(_MAX_PX, round(side * ratio))) for side in (placed.width_px, placed.height_px)
    )
    result = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    painter.translate(0, placed.baseline_px)
    coloured = drawn.svg.replace(b"currentColor", colour.encode())
    box = QRectF(0, -drawn.ascent * em, drawn.width * em, (drawn.ascent + drawn.descent) * em)
    QSvgRenderer(QByteArray(coloured)).render(painter, box)
    painter.setPen(QColor(colour))
    for one in drawn.written:
        font = QFont(QGuiApplication.font())
        font.setPixelSize(max(1, round(one.size * em)))
        painter.setFont(font)
        painter.drawText(QPointF(one.left * em, one.down * em), one.character)
    painter.end()
    return result


@lru_cache(maxsize=_REMEMBERED)
def drawing(tex: str, *, is_display: bool) -> Drawing | None:
    """The drawing of `tex`, None where it is not all understood. Bounded in time: mathra is linear in its length, which
    is limited, and refuses deep nesting and macros that grow."""
    if len(tex) > MAX_CHARS:
        return None
    svg, missing = _set(tex, is_display)
    stands_for = dict(zip(_STAND_INS, missing, strict=False))
    if len(missing) > len(stands_for) or any(stand_in in tex for stand_in in stands_for):
        return None
    if missing:
        for stand_in, character in stands_for.items():
            tex = tex.replace(character, stand_in)
        svg, missing = _set(tex, is_display)
    size = _SIZE.search(svg)
    if missing or size is None:
        return None
    top, width, height = (float(number) / _UNITS for number in size.groups())
    if width <= 0 or height <= 0:
        return None
    svg, written = _split(svg, {_glyphs()[stand_in]: one for stand_in, one in stands_for.items()})
    return Drawing(svg.encode(), width, -top, height + top, written)


def _set(tex: str, is_display: bool) -> tuple[str, tuple[str, ...]]:
    """The SVG and the characters that the font lacks; an empty SVG where something is not understood."""
    import mathra  # start-up time

    try:
        made = mathra.render(tex, display=is_display)
    except ValueError:
        return "", ()
    missing: list[str] = []
    for warning in made["warnings"]:
        lacks = _MISSING.match(warning["description"])
        if lacks is None:
            return "", ()
        missing.append(chr(int(lacks[1], 16)))
    return made["svg"], tuple(dict.fromkeys(missing))


def _split(svg: str, stands_for: dict[str, str]) -> tuple[str, tuple[_Written, ...]]:
    """What Qt is to draw, without words and style, and the characters that stand where a stand-in was."""
    written: list[_Written] = []

    def take(use: re.Match[str]) -> str:
        character = stands_for.get(use[1])
        if character is None:
            return use[0]
        left, up = float(use["x"] or use["left"]) / _UNITS, float(use["y"] or use["up"]) / _UNITS
        written.append(_Written(character, left, -up, float(use["scale"] or 1) * _STAND_IN_EM))
        return ""

    return _GLYPH.sub(take, _UNSHOWN.sub("", svg)), tuple(written)


@lru_cache(maxsize=1)
def _glyphs() -> dict[str, str]:
    """The name of each stand-in's glyph in the font."""
    svg, _ = _set(rf"\text{{{_STAND_INS}}}", is_display=False)
    return dict(zip(_STAND_INS, (use[1] for use in _GLYPH.finditer(svg)), strict=True))
