"""The parts of the long loops: each is one kind of fault, in one operation where it has one, and gives its numbers.

A part works in a folder of its own and may run beside the others.
"""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.crash import driver, pages, streaming
from tests.crash.cores import abort_and_hunt
from tests.crash.hunt import Scanned
from tests.crash.kills import Fault, Secrets, Tally, inject, kill_loop
from tests.crash.operations import FROZEN_CODE, OLD, OPERATIONS, Operation, Scene, try_fault
from tests.crash.power_cut import cut_power
from tests.crash.small_disk import small_disk, try_full
from tests.vault.frozen.freeze import PASSPHRASE as FROZEN_PASSPHRASE
from vault.errors import HeaderDamaged
from vault.header import decode_header

FREE_KIB = (0, 4, 16, 48, 120, 260, 420)
# A vault that has lived through so many kills is left for a fresh one: backups of a large one never end before a kill.
KILLS_ON_ONE = 50
STREAMED_IN = 10  # of so many kills, one more while a reply streams
LOST, FAILED = "lost", "parts that did not hold"
Table = dict[str, int | float | str]
Part = Callable[[Scene, Path, argparse.Namespace], Table]


def flip_headers(scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    """Every bit of a header file, one at a time."""
    raw = (scene.base / "vault" / "header").read_bytes()
    for place in range(len(raw)):
        for bit in range(8):
            flipped = raw[:place] + bytes([raw[place] ^ (1 << bit)]) + raw[place + 1 :]
            try:
                decode_header(flipped)
            except HeaderDamaged:
                continue
            raise AssertionError(f"a flipped bit in byte {place} was not seen")
    return {"header bytes flipped, each bit": len(raw)}


def file_layer(
    operation: Operation, mode: str, scene: Scene, root: Path, options: argparse.Namespace
) -> Table:
    k = 1
    while try_fault(operation, scene, root / "trial", k, mode):
        k += 1
    return {f"faults in our own file layer, {operation.name}": k - 1}


def power(operation: Operation, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    return {f"power cuts, {operation.name}": cut_power(operation, scene, root)}


def full_disk(operation: Operation, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    with small_disk(root / "small") as disk:
        if disk is None:
            return {"full disk": "not run: cannot mount one here"}
        trials = [try_full(operation, scene, disk, free) for free in FREE_KIB]
    return {
        f"full disk, {operation.name}": len(trials),
        f"of these without room, {operation.name}": sum(trials),
    }


def kills(first: int, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    number = min(KILLS_ON_ONE, options.kills - first)
    tally = Tally(scanned=scene.scanned)
    if number > 0:
        place = scene.copy_to(root / "killed")
        (place / "aside").mkdir()
        secrets = Secrets(scene.recovery_code, OLD.reveal().decode())
        seed = options.seed + first
        kill_loop(place / "vault", place / "aside", secrets, number, tally, seed=seed, is_forked=True)
    return {
        "kills tried": tally.kills, "kills survived": tally.survived,
        "acknowledged facts before the kills": tally.acknowledged, f"of these {LOST}": tally.lost,
    }  # fmt: skip


def streamed_kills(scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    """Kills while a reply streams, all into one chat: a tenth as many as during other work."""
    tally = Tally(scanned=scene.scanned)
    place = scene.copy_to(root / "streamed")
    secrets = Secrets(scene.recovery_code, OLD.reveal().decode())
    streaming.kill_loop(place / "vault", secrets, options.kills // STREAMED_IN, tally, seed=options.seed)
    return {
        "kills while a reply streams, tried": tally.kills,
        "kills while a reply streams, survived": tally.survived,
        f"messages and partial replies {LOST} by them": tally.lost,
    }  # fmt: skip


def failing_calls(where: str, fault: Fault, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    """Each of the first calls of one kind fails during mixed work, or from the migration of an old vault on."""
    tally = Tally(scanned=scene.scanned)
    for k in range(1, options.calls + 1):
        place = scene.copy_to(root / "injected")
        (place / "aside").mkdir()
        if where == "vault":
            secrets = Secrets(scene.recovery_code, OLD.reveal().decode())
        else:
            secrets = Secrets(FROZEN_CODE, FROZEN_PASSPHRASE)
        was_met = inject(place / where, place / "aside", secrets, replace(fault, k=k), tally)
        shutil.rmtree(place)
        if not was_met:
            break
    name = f"{'mixed work' if where == 'vault' else 'a migration'}, {fault.call} {fault.error}"
    return {
        f"first calls of the driver failed, {name}": tally.injected,
        f"acknowledged facts around them, {name}": tally.acknowledged, f"of those {LOST}, {name}": tally.lost,
    }  # fmt: skip


def every_call(
    operation: Operation, kind: str, scene: Scene, root: Path, options: argparse.Namespace
) -> Table:
    """Each system call of one kind of the driver fails once in the operation; `--each` takes so many, evenly."""
    calls = driver.count_calls(operation, scene, root / "counted")[kind]
    at_most = options.each or max(calls)
    found = driver.fail_each(operation, kind, scene, root / "trial", calls=calls, at_most=at_most)
    name = f"{operation.name}, {driver.CALLS[kind]} {driver.ERRORS.get(kind, driver.ERROR)}"
    return {
        f"calls of the driver counted, {name}": found.calls, f"trials in which one fails, {name}": found.trials,
        f"calls of the driver failed, {name}": found.faults,
    }  # fmt: skip


def altered_pages(kind: str, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    found = pages.alter(pages.two_states(root / "pages"), kind, root / "trial")
    assert found.unnoticed == 0, found
    return {
        f"databases with pages {kind}": found.tried,
        f"pages {kind}: noticed at opening, by verifying, harmless, not": (
            f"{found.at_opening}, {found.by_verifying}, {found.harmless}, {found.unnoticed}"
        ),
    }


def cores(scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    return {"processes aborted, cores found": abort_and_hunt(scene, root / "aborted")}


def of_strace(part: Part) -> Part:
    """The part where `strace` is installed, else a word that it is not."""
    missing = {"with strace": "not run: it is not installed"}
    return part if shutil.which("strace") else lambda scene, root, options: dict(missing)


FAULTS = {
    "write": Fault("pwrite64", 1), "full": Fault("pwrite64", 1, "ENOSPC"), "sync": Fault("fsync", 1),
    "read": Fault("pread64", 1),
}  # fmt: skip


def parts(number_of_kills: int, modes: tuple[str, ...]) -> dict[str, Part]:
    """By name, the longest first, so that none is left alone at the end."""
    return {
        **{
            f"kills:{first // KILLS_ON_ONE}": partial(kills, first)
            for first in range(0, number_of_kills, KILLS_ON_ONE)
        },
        "streams": streamed_kills,
        **{
            f"driver:{operation.name}:{kind}": of_strace(partial(every_call, operation, kind))
            for operation in OPERATIONS
            for kind in driver.KINDS
        },
        **{f"power:{operation.name}": of_strace(partial(power, operation)) for operation in OPERATIONS},
        **{
            f"calls:{where}:{name}": of_strace(partial(failing_calls, where, fault))
            for where in ("vault", "old")
            for name, fault in FAULTS.items()
        },
        **{
            f"layer:{operation.name}:{mode}": partial(file_layer, operation, mode)
            for operation in OPERATIONS
            for mode in modes
        },
        **{f"pages:{kind}": partial(altered_pages, kind) for kind in pages.KINDS},
        **{f"disk:{operation.name}": partial(full_disk, operation) for operation in OPERATIONS},
        "headers": flip_headers,
        "cores": cores,
    }


def run_part(name: str, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    """The numbers of the part of that name, worked out in `root`, which is made; in any process."""
    started = time.monotonic()
    own = replace(scene, scanned=Scanned())
    root.mkdir()
    found = parts(options.kills, options.modes)[name](own, root, options)
    return found | {
        "files scanned for planted words": own.scanned.files,
        "open descriptors scanned": own.scanned.descriptors,
        "seconds of all parts": round(time.monotonic() - started),
    }
