"""A wrapper that keeps a secret out of reprs, logs and pickles. It cannot wipe memory; locking by restart does."""

from __future__ import annotations

import hmac
from typing import NoReturn


class Secret:
    """Secret bytes that show nothing by accident. Text is kept as UTF-8. Equality takes constant time."""

    __slots__ = ("_value",)

    def __init__(self, value: bytes | str) -> None:
        self._value = value.encode("utf-8") if isinstance(value, str) else bytes(value)

    def reveal(self) -> bytes:
        """The bytes themselves; keep them in as few places and for as short a time as possible."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(hidden)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self._value, other._value)

    __hash__ = None  # type: ignore[assignment]  # a hash would be a fingerprint of the secret

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is never pickled or copied to another process")
