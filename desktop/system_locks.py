"""Hears from the system when it goes to sleep or locks its screen, so that the vault is locked as well.

On Linux over D-Bus: `PrepareForSleep` and `Session.Lock` of logind, `ActiveChanged` of the screen saver. A delay lock
held at logind keeps the machine awake until the process that held the key has ended. Where there is no bus or no logind
(other systems, containers, bare window managers) nothing is heard: then the idle time and Ctrl+L lock, and `is_heard`
says so. Source: org.freedesktop.login1(5); the freedesktop.org idle inhibition draft for the screen saver.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final, cast

from PySide6.QtCore import SLOT, QObject, Signal, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

LOGIND: Final = "org.freedesktop.login1"
LOGIND_PATH: Final = "/org/freedesktop/login1"
MANAGER: Final = f"{LOGIND}.Manager"
SESSION: Final = f"{LOGIND}.Session"
# Name, path and interface of the screen savers that tell of themselves: the common one, and GNOME's own.
SCREEN_SAVERS: Final = (
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
    ("org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver"),
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
)

_Then = Callable[[QDBusPendingCallWatcher], None]


class SystemLocks(QObject):
    """Listens from `start` to `stop`. GUI thread; never waits for the bus.

    Signals: `lock_wanted(str)` why: sleep, session or screen.
    """

    lock_wanted = Signal(str)

    def __init__(
        self, system: QDBusConnection, session: QDBusConnection, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._system, self._session = system, session
        self._calls: list[QDBusPendingCallWatcher] = []
        self._delay: object | None = None
        self._session_path = ""
        self._is_on = False

    @property
    def is_heard(self) -> bool:
        """Whether there is a bus at all on which the system could tell of sleep or locking."""
        return self._system.isConnected() or self._session.isConnected()

    def start(self) -> None:
        """Begin to listen, and ask logind which session is ours and to wait for us before it sleeps."""
        self._is_on = True
        if self._system.isConnected():
            self._system.connect(
                LOGIND, LOGIND_PATH, MANAGER, "PrepareForSleep", self, _slot("on_prepare_for_sleep(bool)")
            )
            own = os.environ.get("XDG_SESSION_ID", "") or "auto"
            self._call("GetSession", [own], self._on_session_found)
            why = ["sleep", "Keepsake", "lock the vault", "delay"]
            self._call("Inhibit", why, self._on_inhibited)
        if self._session.isConnected():
            for service, path, interface in SCREEN_SAVERS:
                self._session.connect(
                    service, path, interface, "ActiveChanged", self, _slot("on_screen_saver_changed(bool)")
                )

    def stop(self) -> None:
        """Hear nothing more and let the machine sleep."""
        self._is_on = False
        self._delay = None

    @property
    def delays_sleep(self) -> bool:
        """Whether logind waits for us before it sleeps."""
        return self._delay is not None

    @property
    def session_path(self) -> str:
        """The D-Bus path of the session whose locking is listened for; empty while unknown."""
        return self._session_path

    def _call(self, method: str, arguments: Sequence[object], then: _Then) -> None:
        message = QDBusMessage.createMethodCall(LOGIND, LOGIND_PATH, MANAGER, method)
        message.setArguments(list(arguments))
        watcher = QDBusPendingCallWatcher(self._system.asyncCall(message), self)
        self._calls.append(watcher)  # the wrapper, or it would be collected before the answer comes
        watcher.finished.connect(then)

    def _answer(self, watcher: QDBusPendingCallWatcher) -> object | None:
        """The first value of the answer; None for an error, as where there is no logind."""
        if watcher in self._calls:
            self._calls.remove(watcher)
        reply = watcher.reply()
        watcher.deleteLater()
        if reply.type() is not QDBusMessage.MessageType.ReplyMessage or not reply.arguments():
            return None
        return reply.arguments()[0]

    def _on_session_found(self, watcher: QDBusPendingCallWatcher) -> None:
        found = self._answer(watcher)
        path = getattr(found, "path", None)
        if path is not None and self._is_on:
            self._session_path = str(path())
            self._system.connect(
                LOGIND, self._session_path, SESSION, "Lock", self, _slot("on_session_locked()")
            )

    def _on_inhibited(self, watcher: QDBusPendingCallWatcher) -> None:
        if self._is_on:
            self._delay = self._answer(watcher)

    @Slot(bool)
    def on_prepare_for_sleep(self, is_going: bool) -> None:
        if is_going:
            self._want("sleep")

    @Slot()
    def on_session_locked(self) -> None:
        self._want("session")

    @Slot(bool)
    def on_screen_saver_changed(self, is_active: bool) -> None:
        if is_active:
            self._want("screen")

    def _want(self, why: str) -> None:
        if self._is_on:
            self.lock_wanted.emit(why)


def _slot(signature: str) -> bytes:
    """A slot as the bus's connect wants it: a str, although its stub asks for bytes (PySide 6.11 refuses them)."""
    return cast("bytes", SLOT(signature))
