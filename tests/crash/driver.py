"""Lets the system calls of the database driver fail, one after the other, in every operation, by `strace`.

A dry run counts the calls of each thread first, for `strace` counts by thread. Then each call of each thread fails
once: `strace` is attached to that thread alone, so that no other call fails in the trial. The driver alone uses calls
that name a place in the file; its syncs are told from ours by nothing, so all are tried.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import subprocess
import tempfile
import threading
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
ERROR, ERRORS = "EIO", {"full": "ENOSPC"}
# One write that finds no room on a disk that has some is told as a failing disk where the driver cannot say which it
# was; a disk that is full in truth is `small_disk`'s.
_TOLD = EXPECTED["failing"] | EXPECTED["full"]
_DONE, _WAITS = "done", "waits"
_LINE = re.compile(r"^(\d+) +(\w+)\(", re.MULTILINE)
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([__name__])


@dataclass
class Driven:
    """`calls` are those of all threads, `trials` how often the operation ran, `faults` the calls that failed then."""

    calls: int = 0
    trials: int = 0
    faults: int = 0


def count_calls(operation: Operation, scene: Scene, root: Path) -> dict[str, list[int]]:
    """How many calls of each kind each thread makes, in the order in which the threads begin."""
    scene.copy_to(root)
    how = ["-f", "-e", f"trace={','.join(sorted(set(CALLS.values())))}"]
    said, log, threads = _traced(operation, scene, root, None, how)
    shutil.rmtree(root)
    assert said == _DONE, said
    counts = Counter(_LINE.findall(log))
    assert {int(thread) for thread, _ in counts} <= set(threads)
    return {kind: [counts[str(thread), call] for thread in threads] for kind, call in CALLS.items()}


def sampled(calls: int, at_most: int) -> list[int]:
    """Every k up to `calls`, or `at_most` of them, evenly over all; the first and the last are among them."""
    if calls <= at_most:
        return list(range(1, calls + 1))
    return sorted({1 + round(number * (calls - 1) / max(1, at_most - 1)) for number in range(at_most)})


def fail_each(
    operation: Operation, kind: str, scene: Scene, root: Path, *, calls: list[int], at_most: int
) -> Driven:
    """Run the operation once for each k of each thread, and look at what it left."""
    driven, wrong = Driven(sum(calls)), []
    for thread, number in enumerate(calls):
        for k in sampled(number, at_most):
            try:
                driven.faults += _try(operation, kind, scene, root, (thread, k))
            except AssertionError as error:
                wrong.append(f"{error} ({error.__cause__!r})")
                shutil.rmtree(root)
            driven.trials += 1
    assert not wrong, "\n".join(wrong)
    return driven


def _try(operation: Operation, kind: str, scene: Scene, root: Path, at: tuple[int, int]) -> int:
    scene.copy_to(root)
    thread, k = at
    call, error = CALLS[kind], ERRORS.get(kind, ERROR)
    how = ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={k}"]
    said, log, _ = _traced(operation, scene, root, thread, how)
    faults = log.count("(INJECTED)")
    where = f"{operation.name}, {kind} {k} of thread {thread}: {said}"
    assert said == _DONE or (faults and said in (_TOLD if kind == "full" else EXPECTED["failing"])), where
    try:
        operation.check(root, scene.recovery_code, said == _DONE)
        hunt(root, scene.scanned, but=frozenset({EXPORT, f"{EXPORT}.new"}))
    except (AssertionError, VaultError) as wrong:
        raise AssertionError(where) from wrong
    shutil.rmtree(root)
    return faults


def _traced(
    operation: Operation, scene: Scene, root: Path, thread: int | None, how: Sequence[str]
) -> tuple[str, str, list[int]]:
    """What the operation said in the end, what `strace` wrote of this thread (None: all), and the threads' ids."""
    log = root.with_name(f"{root.name}.strace")
    log.touch()
    with _working(operation, scene, root, thread or 0) as ours:
        said, word = ours.recv()
        if said == _WAITS:
            command = ["strace", "-p", str(word), "-o", str(log), *how]
            with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
                assert strace.stderr is not None
                first = strace.stderr.readline()
                assert "attached" in first, first
                ours.send("go")
                said, word = ours.recv()
                strace.stderr.read()  # until what it looks at has ended
    text = log.read_text(encoding="utf-8", errors="replace")
    if thread is None:
        text = "\n".join(line for line in text.splitlines() if "resumed>" not in line)
    log.unlink()
    errors = (root / "stderr").read_text(encoding="utf-8")
    assert errors == "", errors
    assert not any((root / "tmp").iterdir()), "it left something in the temporary folder"
    return said, text, word


@contextmanager
def _working(operation: Operation, scene: Scene, root: Path, waits: int) -> Iterator[Connection]:
    """A process, loaded already, whose so many-th thread waits for a word before it begins."""
    ours, theirs = _context.Pipe()
    arguments = (operation.name, root, scene.recovery_code, theirs, waits)
    process = _context.Process(target=_operate, args=arguments)
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        process.join()
        process.close()
        ours.close()


def _operate(name: str, root: Path, code: str, pipe: Connection, waits: int) -> None:
    (root / "tmp").mkdir()
    os.environ["TMPDIR"] = str(root / "tmp")
    tempfile.tempdir = None
    os.dup2(os.open(root / "stderr", os.O_WRONLY | os.O_CREAT, 0o600), 2)
    chosen = next(operation for operation in OPERATIONS if operation.name == name)
    threads: list[int] = []
    run = threading.Thread.run

    def begin() -> None:
        threads.append(threading.get_native_id())
        if len(threads) - 1 == waits:
            pipe.send((_WAITS, threads[-1]))
            pipe.recv()

    def run_after(thread: threading.Thread) -> None:
        begin()
        run(thread)

    threading.Thread.run = run_after  # type: ignore[method-assign]
    begin()
    try:
        chosen.run(root, code)
        said = _DONE
    except VaultError as error:
        said = error.code
    except BaseException as error:
        said = f"raw: {error!r}"
        raise
    finally:
        pipe.send((said, threads))
