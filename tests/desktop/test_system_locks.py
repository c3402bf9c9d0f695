"""Sleep and locking of the screen, heard on a bus of the test's own; without a bus nothing is heard or fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtDBus import QDBusConnection
from pytestqt.qtbot import QtBot

from desktop.system_locks import SCREEN_SAVERS, SESSION, SystemLocks
from tests.desktop.bus import OWN_SESSION, Bus, Logind, has_daemon, running_bus, tell

needs_daemon = pytest.mark.skipif(not has_daemon(), reason="no dbus-daemon on this machine")


@pytest.fixture
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bus]:
    with running_bus(Path(tmp_path_factory.mktemp("bus"))) as bus:
        yield bus


@pytest.fixture
def logind(bus: Bus) -> Iterator[Logind]:
    logind = Logind(bus.connect())
    yield logind
    logind.close()


@pytest.fixture
def locks(qtbot: QtBot, bus: Bus, logind: Logind) -> Iterator[SystemLocks]:
    connection = bus.connect()
    locks = SystemLocks(connection, connection)
    locks.start()
    qtbot.waitUntil(lambda: locks.session_path != "" and locks.delays_sleep)
    yield locks
    locks.stop()
    locks.deleteLater()


@needs_daemon
def test_going_to_sleep_locks_and_waking_does_not(qtbot: QtBot, locks: SystemLocks, logind: Logind) -> None:
    with qtbot.waitSignal(locks.lock_wanted) as wanted:
        logind.prepare_for_sleep(False)
        logind.prepare_for_sleep(True)
    assert wanted.args == ["sleep"]


@needs_daemon
def test_sleep_waits_until_the_lock_is_done(qtbot: QtBot, locks: SystemLocks, logind: Logind) -> None:
    assert ("Inhibit", ["sleep", "Keepsake", "lock the vault", "delay"]) in logind.asked
    assert logind.is_delayed()
    locks.stop()
    qtbot.waitUntil(lambda: not logind.is_delayed())


@needs_daemon
def test_only_our_own_sessions_lock_counts(qtbot: QtBot, locks: SystemLocks, logind: Logind) -> None:
    heard: list[str] = []
    locks.lock_wanted.connect(heard.append)
    logind.tell("/org/freedesktop/login1/session/_32", SESSION, "Lock")
    with qtbot.waitSignal(locks.lock_wanted):
        logind.tell(OWN_SESSION, SESSION, "Lock")
    assert heard == ["session"]


@needs_daemon
@pytest.mark.parametrize(("service", "path", "interface"), SCREEN_SAVERS)
def test_a_locked_screen_locks(
    qtbot: QtBot, locks: SystemLocks, bus: Bus, service: str, path: str, interface: str
) -> None:
    saver = bus.connect()
    assert saver.registerService(service)
    heard: list[str] = []
    locks.lock_wanted.connect(heard.append)
    tell(saver, path, interface, "ActiveChanged", False)
    with qtbot.waitSignal(locks.lock_wanted):
        tell(saver, path, interface, "ActiveChanged", True)
    assert heard == ["screen"]


@needs_daemon
def test_a_stranger_on_the_bus_is_not_believed(
    qtbot: QtBot, locks: SystemLocks, bus: Bus, logind: Logind
) -> None:
    heard: list[str] = []
    locks.lock_wanted.connect(heard.append)
    tell(bus.connect(), OWN_SESSION, SESSION, "Lock")
    with qtbot.waitSignal(locks.lock_wanted):  # comes after it
        logind.prepare_for_sleep(True)
    assert heard == ["sleep"]


@needs_daemon
def test_after_stopping_nothing_is_heard(qtbot: QtBot, locks: SystemLocks, logind: Logind) -> None:
    locks.stop()
    with qtbot.assertNotEmitted(locks.lock_wanted, wait=100):
        logind.prepare_for_sleep(True)


@needs_daemon
def test_a_bus_without_logind_is_no_failure(qtbot: QtBot, bus: Bus) -> None:
    connection = bus.connect()
    locks = SystemLocks(connection, connection)
    locks.start()
    qtbot.waitUntil(lambda: locks._calls == [])
    assert locks.is_heard
    assert (locks.session_path, locks.delays_sleep) == ("", False)
    locks.stop()
    locks.deleteLater()


def test_without_a_bus_nothing_is_heard_and_nothing_fails(qtbot: QtBot) -> None:
    nowhere = QDBusConnection("no such connection")
    locks = SystemLocks(nowhere, nowhere)
    locks.start()
    assert not locks.is_heard
    locks.stop()
    locks.deleteLater()
