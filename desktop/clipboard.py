"""What the program puts on the clipboard: cleared after a while and when the vault locks, if it is still ours.

A secret carries the hint of password managers, which clipboard histories heed by not keeping it. Source: the MIME type
`x-kde-passwordManagerHint` of KDE's Klipper, also read by CopyQ, GPaste and others.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtGui import QClipboard, QGuiApplication

CLEAR_AFTER_S: Final = 60
_HINT: Final = "x-kde-passwordManagerHint"


class OwnClipboard(QObject):
    """One for the program, see `own_clipboard`; GUI thread. Keeps a digest of what it copied, not the text."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._board = QGuiApplication.clipboard()
        self._salt = secrets.token_bytes(16)
        self._digest = b""
        self._clear_after_s = CLEAR_AFTER_S
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.clear)

    @property
    def holds_ours(self) -> bool:
        """Whether what is on the clipboard was put there by us."""
        if not self._digest:
            return False
        # Wayland shows the clipboard only to the window that is in front; there the owner is known instead.
        return self._board.ownsClipboard() or self._digest_of(self._board.text()) == self._digest

    def set_clear_after(self, seconds: int) -> None:
        """From the next copy on; 0 clears only when the vault locks, but a secret after a minute all the same."""
        self._clear_after_s = seconds

    def copy(self, text: str, *, is_secret: bool = False) -> None:
        """Put a text on the clipboard."""
        data = QMimeData()
        data.setText(text)
        if is_secret:
            data.setData(_HINT, b"secret")
        self._board.setMimeData(data, QClipboard.Mode.Clipboard)
        self._digest = self._digest_of(text)
        self._timer.stop()
        after_s = self._clear_after_s or (CLEAR_AFTER_S if is_secret else 0)
        if after_s:
            self._timer.start(after_s * 1000)

    def clear(self) -> None:
        """Take away what is ours; what somebody else copied meanwhile stays."""
        self._timer.stop()
        if self.holds_ours:
            self._board.clear(QClipboard.Mode.Clipboard)
        self._digest = b""

    def _digest_of(self, text: str) -> bytes:
        return hashlib.sha256(self._salt + text.encode("utf-8", "surrogatepass")).digest()


def own_clipboard() -> OwnClipboard:
    """The one of the running application, made when it is first wanted and ended with it."""
    app = QGuiApplication.instance()
    assert app is not None, "there is no clipboard without an application"
    return app.findChild(OwnClipboard) or OwnClipboard(app)
