"""The seconds of a wait are told while it lasts, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from assistant.cli.waits import with_waits


def test_each_wait_is_counted_and_ended() -> None:
    told: list[object] = []
    go = asyncio.Event()

    async def steps() -> AsyncIterator[str]:
        yield "first"
        await go.wait()
        yield "second"

    def show(ticks: int) -> None:
        told.append(ticks)
        if ticks == 3:
            go.set()

    async def run() -> None:
        async for step in with_waits(steps(), show, tick_s=0.01):
            told.append(step)

    asyncio.run(run())
    assert told == ["first", 1, 2, 3, 0, "second"]


def test_a_failure_comes_through() -> None:
    async def steps() -> AsyncIterator[str]:
        raise ValueError
        yield ""

    async def run() -> None:
        async for _ in with_waits(steps(), lambda _ticks: None):
            pass

    with pytest.raises(ValueError):  # noqa: PT011 - the generator's own
        asyncio.run(run())
