"""The program's icon in every size and container: PNG files for Linux, an ICO for Windows, an ICNS for macOS.

Drawn by Qt from the one drawing in resources/icons; the two containers hold the same PNG files.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

# Source: freedesktop.org, Icon Theme Specification, the usual sizes; 512 for software centres.
PNG_SIZES_PX = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
# Source: Microsoft, "Construct your Windows icon"; 256 is stored as 0.
ICO_SIZES_PX = (16, 24, 32, 48, 64, 256)
# Source: Apple, "Icon Set Type"; each name holds a PNG of its size.
ICNS_TYPES = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}


def draw_icons(drawing: Path, folder: Path) -> None:
    """Write `keepsake-N.png` for each size, `keepsake.ico` and `keepsake.icns` into `folder`."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication.instance() or QGuiApplication(["icons"])
    assert app is not None
    renderer = QSvgRenderer(QByteArray(drawing.read_bytes()))
    sizes = {*PNG_SIZES_PX, *ICO_SIZES_PX, *ICNS_TYPES.values()}
    pngs = {size: _png(renderer, size) for size in sizes}
    folder.mkdir(parents=True, exist_ok=True)
    for size in PNG_SIZES_PX:
        (folder / f"keepsake-{size}.png").write_bytes(pngs[size])
    (folder / "keepsake.ico").write_bytes(ico([(size, pngs[size]) for size in ICO_SIZES_PX]))
    (folder / "keepsake.icns").write_bytes(icns([(kind, pngs[size]) for kind, size in ICNS_TYPES.items()]))


def ico(images: list[tuple[int, bytes]]) -> bytes:
    """An icon of Windows from PNG files with their side in pixels. Source: the ICONDIR and ICONDIRENTRY structures."""
    offset = 6 + 16 * len(images)
    entries = b""
    for size, png in images:
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), offset)
        offset += len(png)
    return struct.pack("<HHH", 0, 1, len(images)) + entries + b"".join(png for _, png in images)


def icns(images: list[tuple[bytes, bytes]]) -> bytes:
    """An icon of macOS from PNG files with their four-letter type; lengths include the eight bytes before them."""
    parts = b"".join(kind + struct.pack(">I", len(png) + 8) + png for kind, png in images)
    return b"icns" + struct.pack(">I", len(parts) + 8) + parts


def _png(renderer: QSvgRenderer, size_px: int) -> bytes:
    image = QImage(size_px, size_px, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, size_px, size_px))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # PySide's stubs want bytes for the format where the function wants a string.
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
