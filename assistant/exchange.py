"""An open reply and its clocks: the first token, the pauses after it, and the size that a reply may have.

Knows no network: the gate (`assistant.egress`) hands in the bytes as they arrive, with its errors already ours.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping

from assistant.errors import EndpointFirstTokenLate, EndpointSilent, EndpointUnreadable
from vault.records import Receipt

# A reply longer than this is a stream that never ends.
MAX_RECEIVED_BYTES = 64 * 1024 * 1024


class Exchange:
    """An open reply: status, lower-case headers, and the decoded bytes as they come. Lives inside
    `Gate.exchange` only.
    """

    def __init__(
        self,
        receipt: Receipt,
        status: int,
        headers: Mapping[str, str],
        *,
        body: AsyncIterator[bytes],
        received_bytes: Callable[[], int],
        deadline: float,
        idle_timeout_s: float,
    ) -> None:
        """`body` gives decompressed pieces and raises EndpointError; `received_bytes` counts those on the wire.

        The first token must have come by `deadline` (`time.monotonic`).
        """
        self.receipt = receipt
        self.status = status
        self.headers = headers
        self._body = body
        self._received_bytes = received_bytes
        self._first_deadline: float | None = deadline
        self._idle_timeout_s = idle_timeout_s
        self._decoded_bytes = 0

    def mark_first_token(self) -> None:
        """From here on only the idle limit counts; comments that keep a connection alive do not get this far."""
        self._first_deadline = None

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body, decompressed. Raises: EndpointTimedOut, EndpointDropped, EndpointUnreadable."""
        while True:
            phase, limit = "idle", self._idle_timeout_s
            if self._first_deadline is not None:
                phase, limit = "first_token", max(0.0, self._first_deadline - time.monotonic())
            try:
                async with asyncio.timeout(limit):
                    chunk = await anext(self._body)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                late = EndpointFirstTokenLate if phase == "first_token" else EndpointSilent
                raise late(phase=phase) from error
            # Counted as it is after decompression: a bomb is small on the wire.
            self._decoded_bytes += len(chunk)
            if self._decoded_bytes > MAX_RECEIVED_BYTES:
                raise EndpointUnreadable("The reply does not end.")
            yield chunk

    async def read(self, limit_bytes: int = 4 * 1024 * 1024) -> bytes:
        """The whole body up to a limit; what is longer is cut."""
        body = bytearray()
        async for chunk in self.chunks():
            body += chunk
            if len(body) > limit_bytes:
                break
        return bytes(body[:limit_bytes])

    @property
    def received_bytes(self) -> int:
        return self._received_bytes()
