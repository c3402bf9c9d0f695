"""Faults in front of our own file layer: the k-th write, fsync or rename fails, is short, or finds the disk full."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

MODES = ("failing", "full", "short")


@dataclass
class Layer:
    """Counts the calls; at the k-th one `mode` happens. `full` lasts from then on, as a full disk does."""

    k: int
    mode: str
    calls: int = 0
    was_met: bool = False

    def meet(self, *, is_write: bool = False) -> bool:
        """True where this call is to be cut short.

        Raises:
            OSError: where it is to fail.
        """
        self.calls += 1
        is_now = self.calls == self.k
        if self.mode == "short":
            self.was_met |= is_now
            return is_now and is_write
        if is_now or (self.mode == "full" and self.calls > self.k and is_write):
            self.was_met = True
            code = errno.ENOSPC if self.mode == "full" else errno.EIO
            raise OSError(code, "injected")
        return False


@contextmanager
def faults(k: int, mode: str) -> Iterator[Layer]:
    """Put the layer in front of the calls that `vault.files` and everything else of ours writes with."""
    layer = Layer(k, mode)
    write, fsync, replace, rename = os.write, os.fsync, os.replace, os.rename

    def writing(handle: int, data: bytes) -> int:
        return write(handle, data[: max(1, len(data) // 2)] if layer.meet(is_write=True) else data)

    def syncing(handle: int) -> None:
        layer.meet()
        fsync(handle)

    def replacing(source: object, target: object) -> None:
        layer.meet()
        replace(source, target)  # type: ignore[arg-type]

    def renaming(source: object, target: object) -> None:
        layer.meet()
        rename(source, target)  # type: ignore[arg-type]

    os.write, os.fsync, os.replace, os.rename = writing, syncing, replacing, renaming  # type: ignore[assignment]
    try:
        yield layer
    finally:
        os.write, os.fsync, os.replace, os.rename = write, fsync, replace, rename
