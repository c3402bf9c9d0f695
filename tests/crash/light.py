"""Derives passphrase keys cheaply, so that the trials go into what is tried: derivation touches no disk.

Argon2id itself stays, with numbers below the floor that the product keeps. Slots of a real cost open as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from vault import keys
from vault.keys import Argon2Cost

LIGHT: Final = Argon2Cost(memory_kib=64, iterations=1, lanes=4)


@contextmanager
def light_derivation() -> Iterator[None]:
    """Let slots of the cost `LIGHT` be made and opened in this process."""
    floor = keys.FLOOR_COST
    keys.FLOOR_COST = LIGHT  # type: ignore[misc]
    try:
        yield
    finally:
        keys.FLOOR_COST = floor  # type: ignore[misc]
