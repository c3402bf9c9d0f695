"""Starts the frozen program on an X server and measures: seconds to the unlock window, memory with 10,000 memories."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from installer.failure import PackagingFailed
from vault import FLOOR_COST, Secret, create_vault
from vault.recall import store, vectors
from vault.recall.models import default_encoder_folder, describe_encoder
from vault.records import Candidate, Layer, SourceKind

_MEMORIES = 10_000
_DIMENSIONS = 384
_STARTS = 7
_DISPLAY = ":93"
_PASSPHRASE = "river stone lamp seven"
_WITHIN_S = 120.0
_TOOLS = ("Xvfb", "xdotool")


def measure(program: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Yields names and values as they are known; says so where this machine lacks the tools."""
    if lacking := [tool for tool in _TOOLS if not shutil.which(tool)]:
        yield "start and memory", f"not measured: {', '.join(lacking)} not installed"
        return
    vault = folder / "vault"
    if not vault.is_dir():
        _fill(vault)
    home = folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    with _x_server():
        starts = [_seconds_to_window(program, home) for _ in range(_STARTS)]
        seconds, processor = (sorted(values) for values in zip(*starts, strict=True))
        load = os.getloadavg()[0] / (os.cpu_count() or 1)
        yield "load of the machine, jobs for each core", f"{load:.1f}"
        yield "start to unlock window, median of 7", f"{seconds[_STARTS // 2]:.2f} s"
        yield "start to unlock window, slowest", f"{seconds[-1]:.2f} s"
        yield "start to unlock window, processor time", f"{processor[_STARTS // 2]:.2f} s"
        for name, mib in _memory_after_unlock(program, home, vault):
            yield name, f"{mib:.0f} MB"


def _fill(path: Path) -> None:
    """A vault with memories that all differ. Their vectors are random: memory depends on how many there are."""
    part = path.with_name("vault.part")
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(parents=True, exist_ok=True)
    things = ("lamp", "ledger", "violin", "kettle", "map", "coat", "statue", "clock", "globe", "mirror")
    encoder = describe_encoder(default_encoder_folder())
    rows = np.random.default_rng(7).normal(size=(_MEMORIES, _DIMENSIONS)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    vault, _ = create_vault(part, Secret(_PASSPHRASE), cost=FLOOR_COST)
    with vault:
        stored = []
        for number in range(_MEMORIES):
            thing = things[number % len(things)]
            claim = f"The {thing} with the tag {number:05d} is in room {number // 40} of the old house."
            outcome = vault.memories.add(
                Candidate("note", claim, Layer.FACT, claim, (), language="en", source=SourceKind.EXPLICIT)
            )
            if outcome.memory is None:
                raise PackagingFailed(f"A memory for the measurement was refused: {outcome.reason}")
            stored += [
                store.StoredVector("memory", outcome.memory.id, form, 0, vectors.pack(rows[number]))
                for form in vectors.FORMS
            ]
        vault.db.write(
            lambda connection: store.write_vectors(connection, encoder.encoder_id, _DIMENSIONS, stored)
        )
    part.rename(path)


def _seconds_to_window(program: Path, home: Path) -> tuple[float, float]:
    """Until the window is on the screen, and how much of it was the program's own processor time."""
    began = time.monotonic()
    with _running(program, home) as process:
        _wait(_window)
        return time.monotonic() - began, _processor_seconds(process.pid)


def _memory_after_unlock(program: Path, home: Path, vault: Path) -> Iterator[tuple[str, float]]:
    with _running(program, home, "--vault", str(vault)) as process:
        window = _wait(_window)
        yield "memory at the unlock window (PSS)", _pss_mib(process.pid)
        _xdotool("windowfocus", window, "type", "--delay", "10", _PASSPHRASE)
        _xdotool("key", "Return")
        show = [str(program / "keepsake"), "show", "--vault", str(vault)]

        def is_open() -> str:
            done = subprocess.run(show, env=_environment(home), capture_output=True, check=False)
            return "open" if done.returncode == 0 else ""

        _wait(is_open)
        _settle(process.pid)
        yield f"memory after unlock, {_MEMORIES:,} memories (PSS)", _pss_mib(process.pid)


def _settle(pid: int) -> None:
    """Until the process has not used a tenth of a second of processor time within one second."""
    deadline, used = time.monotonic() + _WITHIN_S, -1.0
    while time.monotonic() < deadline:
        now = _processor_seconds(pid)
        if 0 <= now - used < 0.1:
            return
        used = now
        time.sleep(1.0)


def _processor_seconds(pid: int) -> float:
    """Source: proc(5), stat, utime and stime."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _pss_mib(pid: int) -> float:
    """Its own memory and its share of what it shares. Source: proc(5), smaps_rollup, in KiB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    match = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    assert match is not None
    return int(match.group(1)) / 1024


def _environment(home: Path) -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "en_GB.UTF-8", "DISPLAY": _DISPLAY,
        "QT_QPA_PLATFORM": "xcb", "XDG_RUNTIME_DIR": str(home),
    }  # fmt: skip


@contextmanager
def _running(program: Path, home: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    home.chmod(0o700)
    process = subprocess.Popen(
        [str(program / "keepsake"), *arguments], env=_environment(home), stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _x_server() -> Iterator[None]:
    # Without -noreset it begins anew when its last client goes, and drops whoever comes at that moment.
    server = subprocess.Popen(
        ["Xvfb", _DISPLAY, "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"],
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(lambda: _xdotool("getdisplaygeometry"))
        yield
    finally:
        server.terminate()
        server.wait()


def _window() -> str:
    return (_xdotool("search", "--onlyvisible", "--name", "^Keepsake$").splitlines() or [""])[0]


def _xdotool(*arguments: str) -> str:
    done = subprocess.run(
        ["xdotool", *arguments],
        env={"DISPLAY": _DISPLAY, "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.strip() if done.returncode == 0 else ""


def _wait(look: Callable[[], str]) -> str:
    deadline = time.monotonic() + _WITHIN_S
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.02)
    raise PackagingFailed("The frozen program did not get as far as expected within two minutes.")
