"""A message bus of the test's own, and on it what logind and a screen saver would say."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtDBus import (
    QDBusConnection,
    QDBusMessage,
    QDBusObjectPath,
    QDBusUnixFileDescriptor,
    QDBusVirtualObject,
)

from desktop.system_locks import LOGIND, LOGIND_PATH, MANAGER

OWN_SESSION = "/org/freedesktop/login1/session/_31"
_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""
_numbers = itertools.count()


class Bus:
    """Connects to a running daemon; connections are closed with it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._names: list[str] = []

    def connect(self) -> QDBusConnection:
        name = f"test-{next(_numbers)}"
        self._names.append(name)
        connection = QDBusConnection.connectToBus(self.address, name)
        assert connection.isConnected()
        return connection

    def close(self) -> None:
        for name in self._names:
            QDBusConnection.disconnectFromBus(name)


def has_daemon() -> bool:
    return shutil.which("dbus-daemon") is not None


@contextmanager
def running_bus(folder: Path) -> Iterator[Bus]:
    """A daemon that listens in `folder` alone."""
    config = folder / "bus.conf"
    config.write_text(_CONFIG.format(socket=folder / "bus"))
    daemon = subprocess.Popen(
        ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert daemon.stdout is not None
    bus = Bus(daemon.stdout.readline().strip())
    try:
        yield bus
    finally:
        bus.close()
        daemon.terminate()
        daemon.wait(10)
        daemon.stdout.close()


class Logind(QDBusVirtualObject):
    """Answers as logind does and keeps the other end of the delay lock that it gave."""

    def __init__(self, connection: QDBusConnection) -> None:
        super().__init__()
        self._connection = connection
        self.asked: list[tuple[str, list[object]]] = []
        self.held, self._given = os.pipe()
        os.set_blocking(self.held, False)
        assert connection.registerService(LOGIND)
        assert connection.registerVirtualObject(LOGIND_PATH, self)

    def handleMessage(self, message: QDBusMessage, connection: QDBusConnection) -> bool:
        self.asked.append((message.member(), list(message.arguments())))
        if message.member() == "GetSession":
            answer: object = QDBusObjectPath(OWN_SESSION)
        else:
            answer = QDBusUnixFileDescriptor(self._given)
            os.close(self._given)
        reply = message.createReply()
        reply.setArguments([answer])
        connection.send(reply)
        return True

    def introspect(self, path: str) -> str:
        return ""

    def is_delayed(self) -> bool:
        """Whether somebody still holds the delay lock: the pipe has an end to write to."""
        try:
            return os.read(self.held, 1) != b""
        except BlockingIOError:
            return True

    def close(self) -> None:
        self._connection.unregisterService(LOGIND)
        os.close(self.held)

    def tell(self, path: str, interface: str, member: str, *values: object) -> None:
        tell(self._connection, path, interface, member, *values)

    def prepare_for_sleep(self, is_going: bool) -> None:
        self.tell(LOGIND_PATH, MANAGER, "PrepareForSleep", is_going)


def tell(connection: QDBusConnection, path: str, interface: str, member: str, *values: object) -> None:
    """Send a signal on the bus."""
    message = QDBusMessage.createSignal(path, interface, member)
    message.setArguments(list(values))
    assert connection.send(message)
