"""What the window adds to `keepsake self-test`: it is shown, in both languages, and its font has Chinese.

Owns its QApplication where there is none. Without a display it looks at Qt's offscreen platform, and says so.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication

from assistant.cli.errors import CheckFailed
from desktop.application import SessionOpener
from desktop.bridge import Bridge
from desktop.entry import lacks_display
from desktop.language import LANGUAGES, Language
from desktop.places import Places
from desktop.theme import Theme
from desktop.unlock.window import UnlockWindow

_SHOWN_WITHIN_S = 10.0
_LOOK_EVERY_MS = 20
_SIDE_PX = 48
# Simplified, traditional and a full stop; and what no font draws (Unicode: a noncharacter).
_CHINESE = "忆匣记憶。"
_UNDRAWN = "\ufdd0"


def checks() -> Sequence[tuple[str, Callable[[], str]]]:
    """Name and work of each check. GUI thread."""
    return (("window", _window), ("chinese", _chinese))


def _application() -> QApplication:
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    if lacks_display(os.environ, sys.platform):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QApplication(["keepsake"])


def _window() -> str:
    """The unlock window appears on the screen in both languages."""
    app = _application()
    app.setQuitOnLastWindowClosed(False)
    language, theme, bridge = Language(app), Theme(app), Bridge()
    theme.apply("light")
    try:
        titles = []
        for chosen in LANGUAGES:
            language.use(chosen)
            titles.append(_title_when_shown(app, theme, bridge, language))
        _need(len(set(titles)) == len(LANGUAGES), "not_translated")
    finally:
        language.use("en")
        bridge.close()
    return f"{QGuiApplication.platformName()}, {' / '.join(titles)}"


def _title_when_shown(app: QApplication, theme: Theme, bridge: Bridge, language: Language) -> str:
    with tempfile.TemporaryDirectory(prefix="keepsake-self-test-") as folder:
        window = UnlockWindow(theme, bridge, SessionOpener(), Places(Path(folder)), language)
        try:
            window.show()
            _need(_is_exposed_in_time(app, window), "not_shown")
            return window.windowTitle()
        finally:
            window.hide()
            window.deleteLater()


def _is_exposed_in_time(app: QApplication, window: UnlockWindow) -> bool:
    deadline = time.monotonic() + _SHOWN_WITHIN_S

    def look() -> None:
        if window.windowHandle().isExposed() or time.monotonic() > deadline:
            app.exit()  # quit() would close the window first

    timer = QTimer(window)
    timer.timeout.connect(look)
    timer.start(_LOOK_EVERY_MS)
    app.exec()
    timer.stop()
    return window.windowHandle().isExposed()


def _chinese() -> str:
    """Every character is drawn, each in its own shape, and none as the box that stands for a missing one."""
    _application()
    drawn = [_drawn(character) for character in _CHINESE]
    _need(all(one != _drawn(" ") for one in drawn), "blank")
    _need(len(set(drawn) | {_drawn(_UNDRAWN)}) == len(_CHINESE) + 1, "no_font_with_chinese")
    return f"{len(drawn)} characters drawn"


def _drawn(character: str) -> bytes:
    """The pixels of one character in the window's font."""
    image = QImage(_SIDE_PX, _SIDE_PX, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    font = QApplication.font()
    font.setPixelSize(_SIDE_PX // 2)
    painter.setFont(font)
    painter.drawText(QPoint(_SIDE_PX // 6, _SIDE_PX * 2 // 3), character)
    painter.end()
    return bytes(image.constBits())


def _need(condition: bool, what: str) -> None:
    if not condition:
        raise CheckFailed(what=what)
