"""What holds for every test: no display, no network but loopback, no thread of ours left, no stray log record.

Fixtures here are shared by all parts; each part's own live in its folder's conftest.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.loopback import guarded_network

pytest_plugins = ["tests.fixtures"]

# Before anything imports Qt. A caller may name another platform, such as xcb under a virtual X server.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The entry points do this in `harden_process`. A test process is none, and there the model runtime's native code looked
# up the address of its maker every few seconds, unseen by the guard below (counted by `make offline`).
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

# Machines that run this are shared and slow by turns: pytest-timeout bounds a test, not a single example.
settings.register_profile("keepsake", deadline=None)
settings.load_profile("keepsake")

PROJECT = Path(__file__).resolve().parent.parent
THREAD_PREFIX = "keepsake-"
THREADS_END_WITHIN_S = 2.0
OUR_LOGGERS = ("vault", "assistant", "desktop", "keepsake", "asyncio")


@pytest.fixture(autouse=True)
def only_loopback() -> Iterator[None]:
    """Fail a test that resolves or connects to anything but this machine, even where the code swallows the error."""
    with guarded_network() as attempts:
        yield
    assert not attempts, f"tried to reach beyond this machine: {attempts}"


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, data and run-time sockets of a test land in a folder of its own, never in the user's."""
    base = tmp_path_factory.mktemp("user")
    for variable, name in (
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_RUNTIME_DIR", "run"),
        ("APPDATA", "roaming"),
        ("LOCALAPPDATA", "local"),
    ):
        folder = base / name
        folder.mkdir(mode=0o700)
        monkeypatch.setenv(variable, str(folder))


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Fail a test that leaves a thread of ours (named keepsake-...) running."""
    before = set(threading.enumerate())
    yield
    ends_at = time.monotonic() + THREADS_END_WITHIN_S
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith(THREAD_PREFIX):
            thread.join(max(0.0, ends_at - time.monotonic()))
    left = [
        thread.name for thread in set(threading.enumerate()) - before if thread.name.startswith(THREAD_PREFIX)
    ]
    assert not left, f"threads still running: {left}"


@pytest.fixture(autouse=True)
def no_widget_left() -> Iterator[None]:
    """Delete what pytest-qt has closed before the next test begins.

    Qt puts a deletion off until an event loop runs again. Until then Python owns the widget, and the collector, which
    runs in whatever thread allocates, would delete it there: with timers and pending events that is a crash.
    """
    yield
    qt = sys.modules.get("PySide6.QtCore")
    if qt is not None and qt.QCoreApplication.instance() is not None:
        qt.QCoreApplication.sendPostedEvents(None, qt.QEvent.Type.DeferredDelete)


class _Records(logging.Handler):
    """Keeps what our loggers say at warning or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] in OUR_LOGGERS:
            self.lines.append(f"{record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def no_stray_log_record(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which our code or asyncio logs at warning or above, unless it is marked allows_log_records."""
    handler = _Records()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    if request.node.get_closest_marker("allows_log_records") is None:
        assert not handler.lines, f"log records at warning or above: {handler.lines}"


@pytest.fixture(scope="session")
def project() -> Path:
    """The project's root folder."""
    return PROJECT


@pytest.fixture(scope="session")
def eval_dir() -> Path:
    """The measurement data; skips where KEEPSAKE_EVAL does not name it."""
    named = os.environ.get("KEEPSAKE_EVAL", "")
    if not named:
        pytest.skip("KEEPSAKE_EVAL is not set: no measurement data")
    folder = Path(named)
    if not folder.is_dir():
        pytest.fail("KEEPSAKE_EVAL names a folder that does not exist")
    return folder


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The built models; fails where they are missing, since no test of recall means anything without them."""
    folder = PROJECT / "build" / "models"
    if not folder.is_dir() or not any(folder.iterdir()):
        pytest.fail("no models in build/models: run make models")
    return folder
