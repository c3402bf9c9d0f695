"""The application: shows the unlock window at once, then the main window; locks by replacing the process.

Python cannot wipe what it held, so locking closes the vault and starts this program afresh in the same process id
(`exec`), or a new process where that does not exist.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from desktop import icons
from desktop.bridge import CLOSE_WAIT_S, Bridge
from desktop.clipboard import own_clipboard
from desktop.idle import IdleWatch
from desktop.language import Language
from desktop.places import Places
from desktop.theme import Theme
from desktop.unlock.window import UnlockWindow
from desktop.zone import system_zone
from vault import Secret, harden_process
from vault.backup_format import SUFFIX
from vault.errors import VaultError

if TYPE_CHECKING:
    from assistant.instance import InstanceServer
    from assistant.session import Session
    from desktop.backup_clock import BackupClock
    from desktop.check_clock import CheckClock
    from desktop.main_window import MainWindow
    from desktop.system_locks import SystemLocks

LOCK_WAIT_S = 5.0  # for what is under way to end cleanly; logind lets a machine wait as long before it sleeps


class SessionOpener:
    """Opens sessions for the unlock window. Called off the GUI thread."""

    def open(self, path: Path, passphrase: Secret) -> Session:
        return _session_class().open(path, passphrase, encoder_folder=_encoder(), zone=system_zone())

    def open_with_keyring(self, path: Path) -> Session:
        from vault.keyring_slot import (
            system_keyring,
        )  # start-up time: it looks through the installed packages

        keyring = system_keyring()
        return _session_class().open(path, keyring=keyring, encoder_folder=_encoder(), zone=system_zone())

    def create(self, path: Path, passphrase: Secret) -> tuple[Session, str]:
        from vault import create_vault  # start-up time

        vault, code = create_vault(path, passphrase)
        return _session_class().over(vault, encoder_folder=_encoder(), zone=system_zone()), code

    def recover(self, path: Path, code: str, passphrase: Secret) -> Session:
        session = _session_class().open(
            path, recovery_code=code, encoder_folder=_encoder(), zone=system_zone()
        )
        session.vault.slots.reset_passphrases(passphrase)
        return session


def _session_class() -> type[Session]:
    from assistant.session import Session  # start-up time: the unlock window is shown before recall loads

    return Session


def _encoder() -> Path:
    from vault.recall import default_encoder_folder  # start-up time

    return default_encoder_folder()


class Application(QObject):
    """Holds the windows and what they share. `restart` is called to lock; tests hand in their own.

    Signals (own use): another process asked to show the window, or to lock; they arrive on the socket's thread.
    """

    _show_asked = Signal()
    _lock_asked = Signal()

    def __init__(self, app: QApplication, places: Places, restart: Callable[[], None]) -> None:
        super().__init__(app)
        self._app, self._places, self._restart = app, places, restart
        self._session: Session | None = None
        self._server: InstanceServer | None = None
        self._backups: BackupClock | None = None
        self._checks: CheckClock | None = None
        self._locks: SystemLocks | None = None
        self._is_closed = False
        self.main: MainWindow | None = None
        self.idle = IdleWatch(app)
        self.idle.idled.connect(self.lock)
        self._show_asked.connect(self._on_show_asked)
        self._lock_asked.connect(self.lock)
        app.setWindowIcon(icons.app_icon())
        self.theme = Theme(app)
        self.language = Language(app)
        self.language.use(places.text("language"))
        self.theme.apply(places.text("theme", "system"))
        self.bridge = Bridge(self)
        self.unlock = UnlockWindow(self.theme, self.bridge, SessionOpener(), places, self.language)
        self.unlock.unlocked.connect(self._on_unlocked)
        self.unlock.closed.connect(self.quit)
        if sys.platform == "darwin":  # only there: a filter in Python sees every event of the program
            app.installEventFilter(self)

    def start(self, vault: Path | None, backup: Path | None = None) -> None:
        """Show the unlock window; `vault` and `backup`, to be restored, are those named on the command line."""
        if vault is not None:
            self.unlock.choose_vault(vault)
        self.unlock.show()
        if backup is not None:
            self.unlock.offer_restore(backup)
        # What unlocking needs is loaded while the passphrase is typed.
        QTimer.singleShot(0, self, self._warm_up)

    def lock(self) -> None:
        """Keep drafts and what had arrived of a reply, close the vault, replace the process."""
        if self._is_closed:  # the system tells of sleep and of the locked screen at once
            return
        self._close(LOCK_WAIT_S)
        self._restart()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """macOS names a file that was opened in the Finder by an event, not on the command line."""
        if isinstance(event, QFileOpenEvent) and event.file().endswith(SUFFIX) and self.unlock.isVisible():
            self.unlock.offer_restore(Path(event.file()))
            return True
        return super().eventFilter(watched, event)

    def quit(self) -> None:
        self._close()
        self._app.quit()

    def _warm_up(self) -> None:
        self.bridge.run(_load_core)

    def _on_unlocked(self, session: Session, path: Path) -> None:
        # start-up time: the views are loaded while nobody waits
        from desktop.backup_clock import BackupClock  # start-up time
        from desktop.check_clock import CheckClock  # start-up time
        from desktop.main_window import MainWindow  # start-up time

        self._session = session
        stored = session.vault.settings.text("language")
        if stored:
            self.language.use(stored)
        size = session.vault.settings.number("appearance.text_size") / 100
        self.theme.apply(session.vault.settings.text("appearance.theme"), text_scale=size)
        self.main = MainWindow(self.theme, self.bridge, session, language=self.language, places=self._places)
        self.main.lock_wanted.connect(self.lock)
        self.main.settings.idle_minutes_changed.connect(self.idle.set_minutes)
        self.main.closed.connect(self.quit)
        self._backups = BackupClock(self.bridge, session.vault, self)
        self._backups.failed.connect(self.main.say_backup_failed)
        self._backups.made.connect(self.main.say_backup_made)
        self._backups.start()
        self._checks = CheckClock(self.bridge, session.vault, self)
        self._checks.checked.connect(self.main.say_checked)
        self._checks.start()
        self.main.show()
        self.unlock.close()
        self.idle.set_minutes(session.vault.settings.number("lock.idle_minutes"))
        self.main.settings.clear_seconds_changed.connect(own_clipboard().set_clear_after)
        own_clipboard().set_clear_after(session.vault.settings.number("clipboard.clear_seconds"))
        self._serve(session)
        self._listen()

    def _listen(self) -> None:
        """Lock with the system. Elsewhere than on Linux the idle time and the user lock."""
        if sys.platform != "linux":
            return
        from PySide6.QtDBus import QDBusConnection  # start-up time

        from desktop.system_locks import SystemLocks  # start-up time

        self._locks = SystemLocks(QDBusConnection.systemBus(), QDBusConnection.sessionBus(), self)
        self._locks.lock_wanted.connect(self._on_system_lock_wanted)
        self._locks.start()

    def _on_system_lock_wanted(self, _why: str) -> None:
        self.lock()

    def _serve(self, session: Session) -> None:
        """Let other commands of this user reach the open vault through this process."""
        from assistant.instance import InstanceServer  # start-up time

        self._server = InstanceServer(session, self._show_asked.emit, self._lock_asked.emit)
        self._server.start()

    def _on_show_asked(self) -> None:
        if self.main is not None:
            self.main.showNormal() if self.main.isMinimized() else self.main.show()
            self.main.raise_()
            self.main.activateWindow()

    def _close(self, wait_s: float = CLOSE_WAIT_S) -> None:
        self._is_closed = True
        self.idle.stop()
        own_clipboard().clear()
        if self._backups is not None:
            self._backups.stop()
        if self._checks is not None:
            self._checks.stop()
        if self.main is not None:
            self.main.flush()
        server, self._server = self._server, None
        if server is not None:
            server.close()
        self.bridge.close(wait_s)
        session, self._session = self._session, None
        if session is not None:
            session.close()
        if self._locks is not None:
            self._locks.stop()  # last: until now the machine waits before it sleeps


def _load_core() -> None:
    """Imports what a session needs, on a worker thread, before it is needed."""
    import assistant.session  # noqa: F401 - start-up time


def restart_process() -> None:
    """Replace this process by a fresh one at the unlock window. Does not return on POSIX."""
    command = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "desktop.entry"]
    command += sys.argv[1:]
    if os.name == "posix":
        os.execv(command[0], command)
    subprocess.Popen(command, close_fds=True)
    QApplication.quit()


def show_running(vault: Path | None) -> bool:
    """Bring up the window that already holds the vault, if there is one."""
    places = Places()
    candidates = [vault] if vault is not None else places.vaults()[:1]
    known = [path for path in candidates if path.is_dir()]
    if not known:
        return False
    from assistant.instance import tell_running  # start-up time: only where a vault is known

    try:
        return tell_running(known[0], "show")
    except VaultError:
        return False  # the unlock window says what is wrong with it


def run(arguments: Sequence[str]) -> int:
    """Start the window, or show the one that runs; returns the exit status."""
    parser = argparse.ArgumentParser(prog="keepsake")
    parser.add_argument("--vault", type=Path)
    parser.add_argument("--lang", choices=("en", "zh"))
    parser.add_argument("backup", type=Path, nargs="?")
    options, rest = parser.parse_known_args(arguments)
    harden_process()
    # A backup becomes a vault of its own, so it is restored beside a window that is open already.
    if options.backup is None and show_running(options.vault):
        return 0
    app = QApplication([sys.argv[0], *rest])
    app.setApplicationName("Keepsake")
    app.setDesktopFileName("keepsake")
    app.setQuitOnLastWindowClosed(False)
    places = Places()
    if options.lang:
        places.set_text("language", options.lang)
    application = Application(app, places, restart_process)
    application.start(options.vault, options.backup)
    return app.exec()
