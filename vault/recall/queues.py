"""The indexer's queues: keys of units in the order in which they were wanted, each once, the newest taken first.

Not thread-safe: the indexer holds its lock.
"""

from __future__ import annotations

from vault.recall.store import Key
from vault.recall.units import PASSAGE

_PASSAGES_AT_ONCE = 32  # they are long: some two seconds on two cores


def put_last(queue: dict[Key, None], key: Key) -> None:
    """Queue a key as the newest, also where it waits already."""
    queue.pop(key, None)
    queue[key] = None


def newest(keys: list[Key], most: int) -> list[Key]:
    """The newest of a queue, fewer where they are passages: a message that comes meanwhile waits for one batch."""
    return keys[-most:] if not keys or keys[-1][0] != PASSAGE else keys[-_PASSAGES_AT_ONCE:]


def take(queue: dict[Key, None] | dict[Key, float], keys: list[Key]) -> list[Key]:
    """Take these keys out of a queue; returns them."""
    for key in keys:
        del queue[key]
    return keys
