"""Shows the seconds of each step of a test while it is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TypeVar

_Step = TypeVar("_Step")
TICK_S = 1.0


async def with_waits(
    steps: AsyncIterator[_Step], show: Callable[[int], None], *, tick_s: float = TICK_S
) -> AsyncIterator[_Step]:
    """The steps as they come. `show` is told the ticks of each wait, then 0 when it is over; the generator must hold no
    context of a task across its steps.
    """
    while True:
        coming: asyncio.Task[_Step] = asyncio.ensure_future(_next(steps))
        ticks = 0
        try:
            while not (await asyncio.wait({coming}, timeout=tick_s))[0]:
                ticks += 1
                show(ticks)
        finally:
            if ticks:
                show(0)
            if not coming.done():
                coming.cancel()
                with suppress(asyncio.CancelledError):
                    await coming
        try:
            step = coming.result()
        except _Over:
            return
        yield step


class _Over(Exception):
    """There are no more steps: a task cannot end in StopAsyncIteration."""


async def _next(steps: AsyncIterator[_Step]) -> _Step:
    try:
        return await anext(steps)
    except StopAsyncIteration as error:
        raise _Over from error
