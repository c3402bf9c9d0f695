"""One call that waits for the user's word before it is made: what is shown, and the answer to it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

BUILT_IN = "keepsake"  # the server's name of the tools that come with the program


@dataclass(frozen=True, slots=True)
class ToolCallView:
    """A call as the user sees it. `arguments` are in clear, as the tool gets them; `state` is asking, running,
    done, failed, refused (by the user, or because nobody could be asked) or unknown (there is no such tool).
    """

    number: int
    name: str
    server: str
    arguments: Mapping[str, object]
    acts: bool
    state: str
    result: str = ""
    seconds: float = 0.0


class ToolStep:
    """A call that waits. Made on the turn's loop; `allow` and `refuse` may be called from any thread, and only
    the first call counts.
    """

    def __init__(self, call: ToolCallView) -> None:
        self.call = call
        self._loop = asyncio.get_running_loop()
        self._answer: asyncio.Future[bool] = self._loop.create_future()

    def allow(self) -> None:
        self._settle(is_allowed=True)

    def refuse(self) -> None:
        self._settle(is_allowed=False)

    async def is_allowed(self) -> bool:
        return await self._answer

    def _settle(self, *, is_allowed: bool) -> None:
        def settle() -> None:
            if not self._answer.done():
                self._answer.set_result(is_allowed)

        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(settle)
