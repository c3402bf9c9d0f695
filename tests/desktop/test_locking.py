"""Locking while something is under way: it ends within the time, nothing that had arrived is lost, nothing is left."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.application import LOCK_WAIT_S, Application
from desktop.clipboard import own_clipboard
from desktop.places import Places
from desktop.system_locks import SystemLocks
from tests.assistant.servers import Received, event, head
from tests.desktop.bus import Logind, has_daemon, running_bus
from tests.e2e.desk import server_in_a_thread
from tests.fixtures import SetClock, VaultTemplate
from vault import Vault
from vault.records import EndpointConfig, Role

WAIT_MS = 20_000


class Running:
    """The program with an open vault; `restarts` counts how often it would have been replaced."""

    def __init__(self, qapp: QApplication, places: Places, vault: Vault) -> None:
        self.restarts = 0
        self.vault = vault
        self.application = Application(qapp, places, self._on_restart)
        self.application.unlock._on_opened((Session.over(vault), vault.path))
        assert self.application.main is not None
        self.window = self.application.main

    def lock(self) -> float:
        """Lock; the seconds it took."""
        began = time.monotonic()
        self.application.lock()
        return time.monotonic() - began

    def _on_restart(self) -> None:
        self.restarts += 1


@pytest.fixture
def running(qtbot: QtBot, qapp: QApplication, places: Places, vault: Vault) -> Iterator[Running]:
    font = qapp.font()
    running = Running(qapp, places, vault)
    yield running
    application = running.application
    application._close()
    for widget in (running.window, application.unlock):
        widget.close()
        widget.deleteLater()
    qapp.removeEventFilter(application.idle)
    application.deleteLater()
    QCoreApplication.sendPostedEvents(
        None, QEvent.Type.DeferredDelete
    )  # or the next one styles these windows too
    qapp.setStyleSheet("")
    qapp.setFont(font)


async def slow(_: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(head())
    writer.write(event("Once upon a time"))
    await writer.drain()
    await asyncio.sleep(60)


def test_a_reply_that_streams_is_stopped_and_what_had_arrived_is_kept(
    qtbot: QtBot, running: Running, vault_template: VaultTemplate, clock: SetClock
) -> None:
    page = running.window.chat
    with server_in_a_thread(slow) as server:
        running.vault.endpoints.put(EndpointConfig("model", "openai", server.origin, "m", "local"))
        page._on_endpoint_chosen("model")
        page.composer.edit.setPlainText("Tell me a story")
        qtbot.keyClick(page.composer.edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: page.transcript.count() == 2, timeout=WAIT_MS)
        page.composer.edit.setPlainText("and then")
        assert running.lock() < LOCK_WAIT_S
        qtbot.waitUntil(server.client_gone.is_set, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: not page.is_busy, timeout=WAIT_MS)
    assert running.restarts == 1
    with vault_template.open_copy(running.vault.path, clock) as vault:
        conversation = vault.conversations.list()[0].id
        turns = vault.conversations.turns(conversation)
        assert [turn.role for turn in turns] == [Role.USER, Role.ASSISTANT]
        assert (turns[1].text, turns[1].state) == ("Once upon a time", "stopped")
        assert vault.conversations.draft(conversation) == "and then"
        assert "unclean_exit" not in vault.opening_notes
        assert vault.verify().is_whole


def test_a_backup_under_way_is_given_up_and_leaves_nothing(
    running: Running, tmp_path: Path, vault_template: VaultTemplate, clock: SetClock
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    running.vault.settings.set("backup.folder", str(folder))
    backups = running.application._backups
    assert backups is not None
    backups.look()
    assert running.lock() < LOCK_WAIT_S
    # Either nothing, or one that was finished and verified in that moment; never a scratch file.
    assert all(path.name.startswith("keepsake-") for path in folder.iterdir())
    with vault_template.open_copy(running.vault.path, clock) as vault:
        assert "unclean_exit" not in vault.opening_notes


def test_being_told_to_lock_twice_locks_once_and_clears_what_was_copied(running: Running) -> None:
    own_clipboard().copy("a reply")
    running.lock()
    running.lock()
    assert running.restarts == 1
    assert QGuiApplication.clipboard().text() == ""


@pytest.mark.skipif(not has_daemon(), reason="no dbus-daemon on this machine")
def test_the_machine_sleeps_only_after_the_vault_is_closed(
    qtbot: QtBot, running: Running, tmp_path: Path
) -> None:
    application = running.application
    with running_bus(tmp_path) as bus:
        logind, own = Logind(bus.connect()), bus.connect()
        locks = SystemLocks(own, own, application)
        locks.lock_wanted.connect(application._on_system_lock_wanted)
        application._locks = locks
        locks.start()
        qtbot.waitUntil(lambda: locks.delays_sleep)
        logind.prepare_for_sleep(True)
        qtbot.waitUntil(lambda: running.restarts == 1, timeout=WAIT_MS)
        assert running.vault.is_closed
        qtbot.waitUntil(lambda: not logind.is_delayed(), timeout=WAIT_MS)
        logind.close()


def test_locking_ends_what_held_the_key_and_starts_afresh() -> None:
    """The real replacement of the process: the same process id, nothing of what was in it."""
    script = (
        "import os, sys, desktop.application as application; print(os.getpid(), flush=True);"
        "sys.argv = ['keepsake', '--help']; application.restart_process(); print('still here')"
    )
    project = Path(__file__).resolve().parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=project,
        env={**os.environ, "PYTHONPATH": str(project)},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        said = process.stdout.read()
    assert said.startswith(f"{process.pid}\n")
    assert "usage: keepsake" in said
    assert "still here" not in said
