"""The one place of the shell where threads are: an asyncio loop for turns, two executors for the vault.

Widgets start jobs here and hear of them in signals on the GUI thread. `quick` runs what a person waits for, `slow` runs
imports, exports and the like, so that a long job never stands in front of a click. Follows house style §2.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from vault.errors import KeepsakeError

BATCH_S = 0.033  # a stream reaches the GUI at most this often (measured: worst gap 11 ms over 20,000 tokens)
CLOSE_WAIT_S = 2.0

log = logging.getLogger(__name__)
_numbers = itertools.count(1)


class Cancelled(Exception):
    """Raised inside a job by `CancelToken.check` when its cancel was asked for; an outcome, not a failure."""


class CancelToken:
    """Says whether a job should end. Any thread."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> bool:
        return self._event.is_set()

    def cancel(self) -> None:
        self._event.set()

    def check(self) -> None:
        if self._event.is_set():
            raise Cancelled


class Job(QObject):
    """Handle of one piece of work. Exactly one of `succeeded`, `failed`, `was_cancelled` fires, once, on the GUI
    thread.

    Signals: `progressed(object)` what the job reported; `events(list)` a batch of stream events; `succeeded(object)`
    its result; `failed(object)` the exception; `was_cancelled()`; `finished()` after any of the three.
    """

    progressed = Signal(object)
    events = Signal(list)
    succeeded = Signal(object)
    failed = Signal(object)
    was_cancelled = Signal()
    finished = Signal()
    _reported = Signal(object)
    _batched = Signal(list)
    _ended = Signal(str, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.number = next(_numbers)
        self.token = CancelToken()
        self.is_done = False
        self.is_quick = False
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        # Through the event loop, so that nothing is heard before whoever started the job has connected to it.
        self._reported.connect(self.progressed, Qt.ConnectionType.QueuedConnection)
        self._batched.connect(self.events, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    def cancel(self) -> None:
        """Ask the job to end; a stream's socket is closed at once. One that has ended is left alone."""
        if self.is_done:
            return
        self.token.cancel()
        if self._loop is not None and self._task is not None:
            self._loop.call_soon_threadsafe(self._task.cancel)

    def note_cancelled(self) -> None:
        """Its executor dropped it before it began. Any thread."""
        self._ended.emit("cancelled", None)

    def _on_ended(self, how: str, value: object) -> None:
        if self.is_done:
            return
        self.is_done = True
        if how == "succeeded":
            self.succeeded.emit(value)
        elif how == "failed":
            self.failed.emit(value)
        else:
            self.was_cancelled.emit()
        self.finished.emit()
        self.deleteLater()


class Bridge(QObject):
    """Owns the threads of the shell. Create and close it on the GUI thread.

    Signals: `unexpected(object)` an exception that is a bug of ours, beside the job's own `failed`.
    """

    unexpected = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="keepsake-quick")
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="keepsake-slow")
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run_loop, name="keepsake-loop", daemon=True)
        self._thread.start()
        self._jobs: set[Job] = set()
        self._is_closed = False

    def run(self, work: Callable[[], Any]) -> Job:
        """Run `work` after what was started before it: a draft is kept before it is read again."""
        job = self._start(self._quick, lambda _job: work())
        job.is_quick = True
        return job

    def run_slow(self, work: Callable[[Callable[[object], None], CancelToken], Any]) -> Job:
        """Run `work(progress, cancelled)` on the slow executor; it may be cancelled."""
        return self._start(self._slow, lambda job: work(job._reported.emit, job.token))

    def stream(self, make: Callable[[], AsyncIterator[Any]]) -> Job:
        """Drive the async iterator of `make` on the loop; its items arrive in `events`, batched."""
        job = self._new_job()
        if self._is_closed:
            job._ended.emit("cancelled", None)
        else:
            asyncio.run_coroutine_threadsafe(self._begin(job, make), self._loop)
        return job

    def close(self, wait_s: float = CLOSE_WAIT_S) -> None:
        """Cancel everything, wait at most `wait_s`, end the threads. A job started later is cancelled at once."""
        if self._is_closed:
            return
        self._is_closed = True
        for job in list(self._jobs):
            if not job.is_quick:
                job.cancel()
        deadline = time.monotonic() + wait_s
        asyncio.run_coroutine_threadsafe(self._drain(wait_s), self._loop)
        self._quick.shutdown(wait=False)  # a draft that is being kept is kept
        self._slow.shutdown(wait=False, cancel_futures=True)
        self._thread.join(max(0.0, deadline - time.monotonic()))
        for executor in (self._quick, self._slow):
            for thread in executor._threads:
                thread.join(max(0.0, deadline - time.monotonic()))
        if self._thread.is_alive():
            log.warning("bridge closed with work left on the loop")

    def _new_job(self) -> Job:
        job = Job(self)
        self._jobs.add(job)
        job.finished.connect(self._on_job_finished)
        return job

    def _on_job_finished(self) -> None:
        self._jobs = {job for job in self._jobs if not job.is_done}

    def _start(self, executor: ThreadPoolExecutor, work: Callable[[Job], Any]) -> Job:
        job = self._new_job()
        if self._is_closed:
            job._ended.emit("cancelled", None)
            return job
        future: Future[Any] = executor.submit(self._guarded, job, work)
        future.add_done_callback(lambda done: job.note_cancelled() if done.cancelled() else None)
        return job

    def _guarded(self, job: Job, work: Callable[[Job], Any]) -> None:
        try:
            job.token.check()
            result = work(job)
        except Cancelled:
            job._ended.emit("cancelled", None)
        except KeepsakeError as error:
            job._ended.emit("failed", error)
        except Exception as error:  # noqa: BLE001 - here a bug of ours becomes a message, not a dead thread
            self._report(job, error)
        else:
            job._ended.emit("succeeded", result)

    def _report(self, job: Job, error: Exception) -> None:
        # The type only: an exception's text may hold a person's words.
        log.error("job failed: %s", type(error).__name__)
        self.unexpected.emit(error)
        job._ended.emit("failed", error)

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    async def _begin(self, job: Job, make: Callable[[], AsyncIterator[Any]]) -> None:
        job._loop = self._loop
        job._task = self._loop.create_task(self._drive(job, make))
        if job.token():
            job._task.cancel()

    async def _drive(self, job: Job, make: Callable[[], AsyncIterator[Any]]) -> None:
        batch: list[Any] = []
        last: Any = None
        flush: asyncio.TimerHandle | None = None

        def send() -> None:
            nonlocal batch, flush
            flush = None
            if batch:
                job._batched.emit(batch)
                batch = []

        how: tuple[str, object] = ("cancelled", None)
        try:
            async for item in make():
                batch.append(item)
                last = item
                if flush is None:
                    flush = self._loop.call_later(BATCH_S, send)
            how = ("succeeded", last)
        except asyncio.CancelledError:
            how = ("cancelled", None)
        except KeepsakeError as error:
            how = ("failed", error)
        except Exception as error:  # noqa: BLE001 - as in `_guarded`
            log.error("stream failed: %s", type(error).__name__)
            self.unexpected.emit(error)
            how = ("failed", error)
        if flush is not None:
            flush.cancel()
        send()
        job._ended.emit(*how)

    async def _drain(self, wait_s: float) -> None:
        tasks = [task for task in asyncio.all_tasks(self._loop) if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=wait_s) if tasks else None
        await self._loop.shutdown_default_executor()
        self._loop.stop()
