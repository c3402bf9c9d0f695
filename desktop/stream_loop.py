"""The asyncio loop in a thread of its own that drives streams for the bridge. Made with the first stream: asyncio takes
a twentieth of a second to load, which the unlock window does not wait for.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from vault.errors import KeepsakeError

if TYPE_CHECKING:
    from desktop.bridge import Job

BATCH_S = 0.033  # a stream reaches the GUI at most this often (measured: worst gap 11 ms over 20,000 tokens)

log = logging.getLogger(__name__)


class StreamLoop:
    """Runs streams until it is closed; `report` is told of an exception that is a bug of ours, on the loop's thread."""

    def __init__(self, report: Callable[[Exception], None]) -> None:
        self._report = report
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="keepsake-loop", daemon=True)
        self._thread.start()

    def start(self, job: Job, make: Callable[[], AsyncIterator[Any]]) -> None:
        """Drive the async iterator of `make`; the job hears of its items in batches and of its end once."""
        asyncio.run_coroutine_threadsafe(self._begin(job, make), self._loop)

    def begin_closing(self, wait_s: float) -> None:
        """Cancel what runs and end the loop when it has ended, at most `wait_s` later. Returns at once."""
        asyncio.run_coroutine_threadsafe(self._drain(wait_s), self._loop)

    def join(self, deadline_s: float) -> bool:
        """Wait for the thread until `deadline_s` of the monotonic clock; whether it has ended."""
        self._thread.join(max(0.0, deadline_s - time.monotonic()))
        return not self._thread.is_alive()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    async def _begin(self, job: Job, make: Callable[[], AsyncIterator[Any]]) -> None:
        task = self._loop.create_task(self._drive(job, make))
        job.stop_stream = lambda: self._loop.call_soon_threadsafe(task.cancel)
        if job.token():
            task.cancel()

    async def _drive(self, job: Job, make: Callable[[], AsyncIterator[Any]]) -> None:
        batch: list[Any] = []
        last: Any = None
        flush: asyncio.TimerHandle | None = None

        def send() -> None:
            nonlocal batch, flush
            flush = None
            if batch:
                job.tell_batch(batch)
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
        except Exception as error:  # noqa: BLE001 - as in the bridge: a bug becomes a message, not a dead loop
            log.error("stream failed: %s", type(error).__name__)
            self._report(error)
            how = ("failed", error)
        if flush is not None:
            flush.cancel()
        send()
        job.tell_end(*how)

    async def _drain(self, wait_s: float) -> None:
        tasks = [task for task in asyncio.all_tasks(self._loop) if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=wait_s) if tasks else None
        await self._loop.shutdown_default_executor()
        self._loop.stop()
