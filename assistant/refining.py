"""After a reply, in the background: the digests that rules made are told shorter by the model chosen for such work.

Nobody waits for it; a reply, a stop or the end of the session is never held. What fails leaves the rules' digest.
"""

from __future__ import annotations

import asyncio

from assistant.ask import Ask, Services
from assistant.compression import refine
from assistant.endpoints.protocol import Endpoint
from assistant.scrub import Scrubber
from assistant.scrubbing import scrubber_for
from assistant.sensitive_words import SensitiveWords
from vault.digests import BY_RULES, Digest
from vault.errors import KeepsakeError


class Refining:
    """The background calls of one session. `start` belongs to an event loop; the calls end with it."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._tried: set[tuple[str, ...]] = set()

    def start(self, services: Services, ask: Ask) -> None:
        """Refine what this conversation's digests leave to refine; returns at once."""
        endpoint = services.background_endpoint()
        if endpoint is None or endpoint.is_builtin:
            return
        task = asyncio.get_running_loop().create_task(self._refine(services, ask, endpoint))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait(self) -> None:
        """Until the calls that run now have ended; for tests and for a program that is about to end its loop."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _refine(self, services: Services, ask: Ask, endpoint: Endpoint) -> None:
        digests = await asyncio.to_thread(ask.store.digests)
        for digest in [one for one in digests.values() if one.maker == BY_RULES and one.lines]:
            if digest.turns in self._tried:
                continue
            self._tried.add(digest.turns)
            try:
                trust = await endpoint.trust()
                scrubber, _ = await asyncio.to_thread(scrubber_for, services, ask, endpoint, trust)
                kept_back = await asyncio.to_thread(_kept_back, services, ask, digest, scrubber)
                await refine(ask.store, digest, endpoint, scrubber, kept_back=kept_back)
            except KeepsakeError:
                return  # unreachable, refused or gone: tried again by the next session


def _kept_back(services: Services, ask: Ask, digest: Digest, scrubber: Scrubber) -> set[str]:
    """The turns whose words may not leave for this endpoint: what rules made of them stays."""
    turns = [ask.store.turn(turn_id) for turn_id, _ in digest.lines]
    return SensitiveWords(services.vault, scrubber).kept_back(turns)
