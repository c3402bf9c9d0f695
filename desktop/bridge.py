"""The one place of the shell where threads are: an asyncio loop for turns, two executors for the vault.

Widgets start jobs here and hear of them in signals on the GUI thread. `quick` runs what a person waits for, `slow` runs
imports, exports and the like, so that a long job never stands in front of a click. Follows house style §2.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal

from vault.errors import KeepsakeError

if TYPE_CHECKING:
    from desktop.stream_loop import StreamLoop

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
        # Set by the stream's loop once it runs: closes its socket at once.
        self.stop_stream: Callable[[], object] | None = None
        # Through the event loop, so that nothing is heard before whoever started the job has connected to it.
        self._reported.connect(self.progressed, Qt.ConnectionType.QueuedConnection)
        self._batched.connect(self.events, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    def cancel(self) -> None:
        """Ask the job to end; a stream's socket is closed at once. One that has ended is left alone."""
        if self.is_done:
            return
        self.token.cancel()
        if self.stop_stream is not None:
            self.stop_stream()

    def tell_batch(self, items: list[Any]) -> None:
        """Items of its stream have come. Any thread."""
        self._batched.emit(items)

    def tell_end(self, how: str, value: object = None) -> None:
        """It has ended: succeeded, failed or cancelled. Any thread; only the first time counts."""
        self._ended.emit(how, value)

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
        self._streams: StreamLoop | None = None
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
            job.tell_end("cancelled")
        else:
            self._stream_loop().start(job, make)
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
        if self._streams is not None:
            self._streams.begin_closing(wait_s)
        self._quick.shutdown(wait=False)  # a draft that is being kept is kept
        self._slow.shutdown(wait=False, cancel_futures=True)
        if self._streams is not None and not self._streams.join(deadline):
            log.warning("bridge closed with work left on the loop")
        for executor in (self._quick, self._slow):
            for thread in executor._threads:
                thread.join(max(0.0, deadline - time.monotonic()))

    def _stream_loop(self) -> StreamLoop:
        if self._streams is None:
            from desktop.stream_loop import StreamLoop  # start-up time: the first window needs no asyncio

            self._streams = StreamLoop(self.unexpected.emit)
        return self._streams

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
            job.tell_end("cancelled")
            return job
        future: Future[Any] = executor.submit(self._guarded, job, work)
        future.add_done_callback(lambda done: job.tell_end("cancelled") if done.cancelled() else None)
        return job

    def _guarded(self, job: Job, work: Callable[[Job], Any]) -> None:
        try:
            job.token.check()
            result = work(job)
        except Cancelled:
            job.tell_end("cancelled")
        except KeepsakeError as error:
            job.tell_end("failed", error)
        except Exception as error:  # noqa: BLE001 - here a bug of ours becomes a message, not a dead thread
            self._report(job, error)
        else:
            job.tell_end("succeeded", result)

    def _report(self, job: Job, error: Exception) -> None:
        # The type only: an exception's text may hold a person's words.
        log.error("job failed: %s", type(error).__name__)
        self.unexpected.emit(error)
        job.tell_end("failed", error)
