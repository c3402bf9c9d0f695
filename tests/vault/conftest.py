"""Faults that the vault's tests put in front of its own file layer. Shared fixtures are in tests/fixtures.py."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

import pytest


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Call it with a file's name: from then on, writing to such a file fails in its middle for lack of room."""
    real_open, real_write = os.open, os.write

    def arm(ending: str) -> None:
        doomed: set[int] = set()

        def opening(path, flags, mode=0o777, *, dir_fd=None):  # type: ignore[no-untyped-def]
            handle = real_open(path, flags, mode, dir_fd=dir_fd)
            doomed.discard(handle)
            if str(path).endswith(os.sep + ending):
                doomed.add(handle)
            return handle

        def writing(handle: int, data: bytes) -> int:
            if handle in doomed:
                real_write(handle, data[: len(data) // 2])
                raise OSError(errno.ENOSPC, "no space left")
            return real_write(handle, data)

        monkeypatch.setattr(os, "open", opening)
        monkeypatch.setattr(os, "write", writing)

    return arm
