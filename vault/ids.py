"""Identifiers that sort by time: a prefix and 26 characters, 48 bits of milliseconds and 80 random bits.

Source: the layout of ULID; the alphabet is Crockford's base 32, in lower case.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH: Final = 26
_RANDOM_BITS: Final = 80


def new_id(prefix: str, at: datetime) -> str:
    """A new identifier such as `m_01hf…`, ordered by `at` (aware) to the millisecond and random within it."""
    milliseconds = max(0, int(at.timestamp() * 1000)) & ((1 << 48) - 1)
    number = (milliseconds << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)
    digits = [ALPHABET[(number >> (5 * place)) & 31] for place in reversed(range(_LENGTH))]
    return prefix + "".join(digits)


def time_of(identifier: str) -> int:
    """The time in an identifier that `new_id` made, in UTC microseconds, exact to the millisecond.

    Raises:
        ValueError: it is none.
    """
    digits = identifier[-_LENGTH:]
    if len(digits) != _LENGTH or any(digit not in ALPHABET for digit in digits):
        raise ValueError("not an identifier of the vault")
    number = 0
    for digit in digits:
        number = number * 32 + ALPHABET.index(digit)
    return (number >> _RANDOM_BITS) * 1000
