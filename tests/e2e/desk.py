"""A person at the real window: types, presses, reads. Drives `desktop.application.Application` with a real vault."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.application import Application
from desktop.chat.message import MessageWidget
from desktop.main_window import MainWindow
from desktop.places import Places
from tests.assistant.servers import Behaviour, HostileServer, serving

PASSPHRASE = "orchard lamp seventeen rivers"
WAIT_MS = 30_000


class Desk:
    """One run of the program; `restart` closes it and starts it again on the same vault."""

    def __init__(self, qtbot: QtBot, qapp: QApplication, folder: Path) -> None:
        self.qtbot, self._qapp = qtbot, qapp
        self.vault_folder = folder / "my.keepsake"
        self._places = Places(folder / "config")
        self.locked = 0
        self.application = self._start()

    @property
    def window(self) -> MainWindow:
        window = self.application.main
        assert window is not None
        return window

    @property
    def session(self) -> Session:
        session = self.application._session
        assert session is not None
        return session

    # before unlocking

    def create(self) -> str:
        """Create the vault as a first start does; the recovery code that was shown."""
        unlock = self.application.unlock
        self._field("vaultFolder").setText(str(self.vault_folder))
        self.qtbot.keyClicks(self._field("newPassphrase"), PASSPHRASE)
        self.qtbot.keyClicks(self._field("newPassphraseAgain"), PASSPHRASE)
        self._press(unlock, "createButton")
        self.qtbot.waitUntil(lambda: unlock.pages.currentWidget() is unlock.code_page, timeout=WAIT_MS)
        code = unlock.code_page.code.accessibleName()
        self.qtbot.keyClicks(self._field("recoveryConfirm"), code.rsplit("-", 1)[-1])
        self._press(unlock, "recoveryConfirmButton")
        self._wait_for_window()
        return code

    def unlock(self) -> None:
        self.qtbot.keyClicks(self._field("passphrase"), PASSPHRASE)
        self._press(self.application.unlock, "unlockButton")
        self._wait_for_window()

    def restart(self) -> None:
        """Quit, start again, unlock."""
        self.close()
        self.application = self._start()
        self.unlock()

    def close(self) -> None:
        application = self.application
        window = application.main
        application._close()
        if window is not None:
            window.close()
            window.deleteLater()
        application.unlock.close()
        application.unlock.deleteLater()
        application.deleteLater()
        self._qapp.removeEventFilter(application.idle)

    # in the conversation

    def new_chat(self) -> None:
        button = self.window.findChild(QPushButton, "newChat")
        assert isinstance(button, QPushButton)
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def say(self, text: str) -> MessageWidget:
        """Type a message, press Enter, wait for the finished reply; its widget."""
        chat = self.window.chat
        chat.composer.edit.setFocus()
        chat.composer.edit.setPlainText(text)  # an input method commits text; single keys cannot be Chinese
        with self.qtbot.waitSignal(
            chat.reply_shown, timeout=WAIT_MS, check_params_cb=lambda detail, _level: bool(detail)
        ):
            self.qtbot.keyClick(chat.composer.edit, Qt.Key.Key_Return)
        self.qtbot.waitUntil(lambda: not chat.is_busy, timeout=WAIT_MS)
        return list(chat.transcript._messages.values())[-1]

    def shown_texts(self) -> str:
        """All text of the conversation on the screen."""
        return "\n".join(message.text() for message in self.window.chat.transcript._messages.values())

    def keep_all(self, reply: MessageWidget) -> None:
        """Press every "Keep" below a reply."""
        for button in reply.findChildren(QPushButton, "keepProposal"):
            if button.isVisibleTo(reply):
                with self.qtbot.waitSignal(self.window.chat.memories_changed, timeout=WAIT_MS):
                    self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    # inside

    def _start(self) -> Application:
        application = Application(self._qapp, self._places, self._on_restart)
        application.start(None)
        return application

    def _on_restart(self) -> None:
        self.locked += 1

    def _wait_for_window(self) -> None:
        self.qtbot.waitUntil(lambda: self.application.main is not None, timeout=WAIT_MS)
        self.window.activateWindow()

    def _field(self, name: str) -> QLineEdit:
        found = self.application.unlock.findChild(QLineEdit, name)
        assert isinstance(found, QLineEdit)
        return found

    def _press(self, parent: object, name: str) -> None:
        button = self.application.unlock.findChild(QPushButton, name)
        assert isinstance(button, QPushButton)
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@contextlib.contextmanager
def server_in_a_thread(behaviour: Behaviour) -> Iterator[HostileServer]:
    """The loopback chat server on a loop of its own, for tests whose own thread runs the window."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    manager = serving(behaviour)
    server = asyncio.run_coroutine_threadsafe(manager.__aenter__(), loop).result(10)
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(manager.__aexit__(None, None, None), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
