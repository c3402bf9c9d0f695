"""A real small disk that is full: a tmpfs of two mebibytes, filled but for a little."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.crash.hunt import hunt
from tests.crash.operations import EXPORT, Operation, Scene
from vault.errors import DiskFull

SIZE_KIB = 2048


@contextmanager
def small_disk(at: Path) -> Iterator[Path | None]:
    """A mounted one at `at`, which is made; None where this system or user cannot mount one."""
    at.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_KIB}k,mode=0700", "tmpfs", str(at)]
    can_try = sys.platform.startswith("linux") and shutil.which("mount") is not None and os.geteuid() == 0
    if not can_try or subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield at
    finally:
        subprocess.run(["umount", str(at)], capture_output=True, check=True)


def try_full(operation: Operation, scene: Scene, disk: Path, free_kib: int) -> bool:
    """One trial with so much room left. True where the room was too little."""
    root = scene.copy_to(disk / "trial")
    filler = disk / "filler"
    usage = os.statvfs(disk)
    room = usage.f_bavail * usage.f_frsize - free_kib * 1024
    filler.write_bytes(b"\0" * max(0, room))
    went_through = False
    try:
        try:
            operation.run(root, scene.recovery_code)
            went_through = True
        except DiskFull:
            pass
        filler.unlink()
        operation.check(root, scene.recovery_code, went_through)
        hunt(root, scene.scanned, but=frozenset({EXPORT, f"{EXPORT}.new"}))
    finally:
        filler.unlink(missing_ok=True)
        shutil.rmtree(root)
    return not went_through
