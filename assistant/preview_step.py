"""One request that waits to be looked at before it leaves: what is shown, and the answer to it.

When a request is shown, and what the answer makes of it, is decided in `assistant.previews`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant.errors import SendCancelled

if TYPE_CHECKING:  # only named here: the protocol leads back to the events, and these lead here
    from assistant.endpoints.protocol import Message


@dataclass(frozen=True, slots=True)
class Replaced:
    """One value that a stand-in takes the place of."""

    type: str
    token: str
    value: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A request as it would leave. `reason` is always or sensitive; `asked_ids` are the memories it is shown for.

    `wire` gives the exact body for messages, as the endpoint would write it now, without the key.
    """

    endpoint: str
    url: str
    trust: str
    reason: str
    messages: tuple[Message, ...]
    replaced: tuple[Replaced, ...]
    asked_ids: tuple[str, ...]
    wire: Callable[[Sequence[Message]], bytes]


class PreviewStep:
    """A preview that waits for its answer. Made on the turn's loop; `send` and `cancel` may be called from any thread,
    and only the first call counts.
    """

    def __init__(self, preview: Preview) -> None:
        self.preview = preview
        self._loop = asyncio.get_running_loop()
        self._answer: asyncio.Future[tuple[Message, ...] | None] = self._loop.create_future()

    def send(self, messages: Sequence[Message] | None = None) -> None:
        """Send the request, with these messages in place of its own where some are given."""
        self._settle(tuple(messages) if messages is not None else self.preview.messages)

    def cancel(self) -> None:
        """Send nothing."""
        self._settle(None)

    async def messages(self) -> tuple[Message, ...]:
        """What may leave. Raises: SendCancelled."""
        answer = await self._answer
        if answer is None or all(message.is_blank for message in answer):
            raise SendCancelled
        return answer

    def _settle(self, answer: tuple[Message, ...] | None) -> None:
        def settle() -> None:
            if not self._answer.done():
                self._answer.set_result(answer)

        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(settle)


def unmasked(messages: Sequence[Message], replaced: Replaced) -> tuple[Message, ...]:
    """The messages with one value in clear again: an exception for this message alone."""
    return tuple(replace(m, content=m.content.replace(replaced.token, replaced.value)) for m in messages)
