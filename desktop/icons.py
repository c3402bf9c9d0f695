"""Icons: our own outline drawings from resources/icons, tinted with a colour of the theme, sharp at every scale."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_SIZES_PX = (16, 22, 32)


@lru_cache(maxsize=256)
def icon(name: str, colour: str) -> QIcon:
    """The icon `name` drawn in `colour` (`#rrggbb`); GUI thread. Raises FileNotFoundError for an unknown name."""
    return _render(_svg(name).replace("currentColor", colour), _SIZES_PX, ratios=(1.0, 2.0))


@lru_cache(maxsize=1)
def app_icon() -> QIcon:
    """The program's own icon, in its own colours."""
    return _render(_svg("keepsake"), (16, 32, 48, 96, 256), ratios=(1.0,))


def _svg(name: str) -> str:
    return files("resources").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8")


def _render(svg: str, sizes: tuple[int, ...], *, ratios: tuple[float, ...]) -> QIcon:
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    result = QIcon()
    for size in sizes:
        for ratio in ratios:
            pixmap = QPixmap(round(size * ratio), round(size * ratio))
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter, QRectF(0, 0, size * ratio, size * ratio))
            painter.end()
            pixmap.setDevicePixelRatio(ratio)
            result.addPixmap(pixmap)
    return result
