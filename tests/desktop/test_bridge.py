"""The bridge: one outcome per job, on the GUI thread; streams in batches; cancel ends at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge, CancelToken
from vault.errors import VaultMissing


def test_a_result_arrives_on_the_gui_thread(qtbot: QtBot, bridge: Bridge) -> None:
    seen: list[tuple[object, bool]] = []
    job = bridge.run(lambda: threading.current_thread().name)
    job.succeeded.connect(lambda value: seen.append((value, QThread.currentThread().isMainThread())))
    with qtbot.waitSignal(job.finished):
        pass
    (name, on_gui) = seen[0]
    assert str(name).startswith("keepsake-quick")
    assert on_gui


def test_an_error_of_ours_fails_the_job_and_nothing_else(qtbot: QtBot, bridge: Bridge) -> None:
    def fail() -> None:
        raise VaultMissing

    outcomes: list[str] = []
    job = bridge.run(fail)
    job.succeeded.connect(lambda _value: outcomes.append("succeeded"))
    job.was_cancelled.connect(lambda: outcomes.append("cancelled"))
    job.failed.connect(lambda error: outcomes.append(type(error).__name__))
    with qtbot.waitSignal(job.finished):
        pass
    assert outcomes == ["VaultMissing"]


@pytest.mark.allows_log_records
def test_a_bug_is_reported_without_its_text(
    qtbot: QtBot, bridge: Bridge, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ValueError("a person's words")

    with qtbot.waitSignal(bridge.unexpected):
        bridge.run(fail)
    assert "ValueError" in caplog.text
    assert "a person's words" not in caplog.text


def test_a_slow_job_can_be_cancelled(qtbot: QtBot, bridge: Bridge) -> None:
    started = threading.Event()

    def work(progress: object, cancelled: CancelToken) -> None:
        started.set()
        while True:
            cancelled.check()
            time.sleep(0.005)

    job = bridge.run_slow(work)
    qtbot.waitUntil(started.is_set)
    with qtbot.waitSignal(job.was_cancelled):
        job.cancel()


def test_progress_is_heard(qtbot: QtBot, bridge: Bridge) -> None:
    heard: list[object] = []
    go_on = threading.Event()

    def work(progress, cancelled: CancelToken) -> str:  # type: ignore[no-untyped-def]
        go_on.wait(5)
        progress(0.5)
        return "done"

    job = bridge.run_slow(work)
    job.progressed.connect(heard.append)
    with qtbot.waitSignal(job.succeeded):
        go_on.set()
    assert heard == [0.5]


def test_a_stream_arrives_whole_in_batches(qtbot: QtBot, bridge: Bridge) -> None:
    async def many() -> AsyncIterator[int]:
        for number in range(2000):
            yield number
            if number % 100 == 0:
                await asyncio.sleep(0.001)

    batches: list[list[int]] = []
    job = bridge.stream(many)
    job.events.connect(batches.append)
    with qtbot.waitSignal(job.succeeded):
        pass
    assert [number for batch in batches for number in batch] == list(range(2000))
    assert len(batches) < 100


def test_cancelling_a_stream_runs_its_clean_up_at_once(qtbot: QtBot, bridge: Bridge) -> None:
    closed = threading.Event()

    async def endless() -> AsyncIterator[int]:
        try:
            yield 1
            await asyncio.sleep(3600)
        finally:
            closed.set()

    job = bridge.stream(endless)
    with qtbot.waitSignal(job.events):
        pass
    with qtbot.waitSignal(job.was_cancelled, timeout=1000):
        job.cancel()
    assert closed.is_set()


def test_closing_ends_jobs_under_way(qtbot: QtBot) -> None:
    bridge = Bridge()
    started = threading.Event()

    async def endless() -> AsyncIterator[int]:
        started.set()
        yield 1
        await asyncio.sleep(3600)

    bridge.stream(endless)
    qtbot.waitUntil(started.is_set)
    begun = time.monotonic()
    bridge.close()
    assert time.monotonic() - begun < 2.5
    assert not [thread for thread in threading.enumerate() if thread.name == "keepsake-loop"]


def test_a_job_started_after_closing_is_cancelled(qtbot: QtBot) -> None:
    bridge = Bridge()
    bridge.close()
    with qtbot.waitSignal(bridge.run(lambda: 1).was_cancelled):
        pass
