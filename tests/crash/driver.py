"""Lets the system calls of the database driver fail, one after the other, in every operation, by `strace`.

A dry run counts the calls of each thread first, for `strace` counts by thread: the k-th call of every thread fails in
one trial, so that all of them have failed once k has come to the longest count. The driver alone uses calls that name
a place in the file; its syncs are told from ours by nothing, so all are tried.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from tests.crash.hunt import hunt
from tests.crash.operations import EXPECTED, EXPORT, OPERATIONS, Operation, Scene
from vault.errors import VaultError

CALLS = {
    "write": "pwrite64", "full": "pwrite64", "sync": "fsync", "sync data": "fdatasync", "cut": "ftruncate",
    "read": "pread64",
}  # fmt: skip
KINDS = tuple(CALLS)
# One write that finds no room on a disk that has some is told as a failing disk where the driver cannot say which it
# was; a disk that is full in truth is `small_disk`'s.
_TOLD = EXPECTED["failing"] | EXPECTED["full"]
_DONE = "done"
_LINE = re.compile(r"^(\d+) +(\w+)\(", re.MULTILINE)
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([__name__])


@dataclass
class Driven:
    """`calls` are those of the longest thread, `trials` the operations run, `faults` the calls that failed in them."""

    calls: int = 0
    trials: int = 0
    faults: int = 0


def count_calls(operation: Operation, scene: Scene, root: Path) -> dict[str, int]:
    """How many calls of each kind the thread with the most of them makes."""
    names = sorted(set(CALLS.values()))
    scene.copy_to(root)
    said, log = _traced(operation, scene, root, ["-e", f"trace={','.join(names)}"])
    shutil.rmtree(root)
    assert said == _DONE, said
    counts = Counter(_LINE.findall(log))
    return {
        kind: max((number for (_, name), number in counts.items() if name == call), default=0)
        for kind, call in CALLS.items()
    }


def sampled(calls: int, at_most: int) -> list[int]:
    """Every k up to `calls`, or `at_most` of them, evenly over all; the first and the last are among them."""
    if calls <= at_most:
        return list(range(1, calls + 1))
    return sorted({1 + round(number * (calls - 1) / max(1, at_most - 1)) for number in range(at_most)})


def fail_each(
    operation: Operation, kind: str, scene: Scene, root: Path, *, calls: int, at_most: int
) -> Driven:
    """Run the operation once for each k, and look at what it left."""
    driven = Driven(calls)
    for k in sampled(calls, at_most):
        driven.faults += _try(operation, kind, scene, root, k)
        driven.trials += 1
    return driven


def _try(operation: Operation, kind: str, scene: Scene, root: Path, k: int) -> int:
    scene.copy_to(root)
    call, error = CALLS[kind], "ENOSPC" if kind == "full" else "EIO"
    said, log = _traced(
        operation, scene, root, ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={k}"]
    )
    faults = log.count("(INJECTED)")
    where = f"{operation.name}, {kind} {k}: {said}"
    assert said == _DONE or (faults and said in (_TOLD if kind == "full" else EXPECTED["failing"])), where
    try:
        operation.check(root, scene.recovery_code, said == _DONE)
        hunt(root, scene.scanned, but=frozenset({EXPORT, f"{EXPORT}.new"}))
    except (AssertionError, VaultError) as wrong:
        raise AssertionError(where) from wrong
    shutil.rmtree(root)
    return faults


def _traced(operation: Operation, scene: Scene, root: Path, how: Sequence[str]) -> tuple[str, str]:
    """What the operation said in the end, and what `strace` wrote of it."""
    log = root.with_name(f"{root.name}.strace")
    with _waiting(operation, scene, root) as (pid, ours):
        command = ["strace", "-f", "-p", str(pid), "-o", str(log), *how]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
            assert strace.stderr is not None
            first = strace.stderr.readline()
            assert "attached" in first, first
            ours.send("go")
            said = str(ours.recv())
            strace.stderr.read()  # until the process has ended
    text = log.read_text(encoding="utf-8", errors="replace")
    log.unlink()
    errors = (root / "stderr").read_text(encoding="utf-8")
    assert errors == "", errors
    assert not any((root / "tmp").iterdir()), "it left something in the temporary folder"
    return said, text


@contextmanager
def _waiting(operation: Operation, scene: Scene, root: Path) -> Iterator[tuple[int, Connection]]:
    """A process, loaded already, that waits for a word before it begins."""
    ours, theirs = _context.Pipe()
    arguments = (operation.name, root, scene.recovery_code, theirs)
    process = _context.Process(target=_operate, args=arguments)
    process.start()
    theirs.close()
    assert process.pid is not None
    try:
        yield process.pid, ours
    finally:
        process.join()
        process.close()
        ours.close()


def _operate(name: str, root: Path, code: str, pipe: Connection) -> None:
    (root / "tmp").mkdir()
    os.environ["TMPDIR"] = str(root / "tmp")
    tempfile.tempdir = None
    os.dup2(os.open(root / "stderr", os.O_WRONLY | os.O_CREAT, 0o600), 2)
    chosen = next(operation for operation in OPERATIONS if operation.name == name)
    pipe.recv()
    try:
        chosen.run(root, code)
        said = _DONE
    except VaultError as error:
        said = error.code
    except BaseException as error:
        said = f"raw: {error!r}"
        raise
    finally:
        pipe.send(said)
