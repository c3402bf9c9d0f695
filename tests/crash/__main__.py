"""The long loops: faults at every call and in every mode, full disks, power cuts, kills, failing system calls, pages.

    python -m tests.crash [--only PART,…] [--modes MODE,…] [--kills N] [--calls N] [--add]

Prints a table and writes it to build/crash.json. Ends with status 1 where anything was lost. With `--only` a part is
run alone and its numbers take the place of its earlier ones in the file; with `--add` they are added to them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.crash import driver, pages
from tests.crash.cores import abort_and_hunt
from tests.crash.hunt import Scanned
from tests.crash.kills import PROJECT, Fault, Secrets, Tally, inject, kill_loop
from tests.crash.layer import MODES
from tests.crash.operations import FROZEN_CODE, OLD, OPERATIONS, Operation, Scene, make_scene, try_fault
from tests.crash.power_cut import cut_power
from tests.crash.small_disk import small_disk, try_full
from tests.vault.frozen.freeze import PASSPHRASE as FROZEN_PASSPHRASE
from vault.errors import HeaderDamaged
from vault.header import decode_header

FREE_KIB = (0, 4, 16, 48, 120, 260, 420)
# A vault that has lived through so many kills is left for a fresh one: backups of a large one never end before a kill.
KILLS_ON_ONE = 50
LOST = "lost"
Table = dict[str, int | str]


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


def file_layer(operation: Operation, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    tried = 0
    for mode in options.modes:
        k = 1
        while try_fault(operation, scene, root / "trial", k, mode):
            k += 1
        tried += k - 1
    return {f"faults in our own file layer, {operation.name}": tried}


def power(operation: Operation, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    label = f"power cuts, {operation.name}"
    if shutil.which("strace") is None:
        return {label: "not run: no strace"}
    return {label: cut_power(operation, scene, root)}


def full_disk(operation: Operation, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    with small_disk(root / "small") as disk:
        if disk is None:
            return {"full disk": "not run: cannot mount one here"}
        trials = [try_full(operation, scene, disk, free) for free in FREE_KIB]
    (root / "small").rmdir()
    return {
        f"full disk, {operation.name}": len(trials),
        f"of these without room, {operation.name}": sum(trials),
    }


def kills(scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    tally = Tally(scanned=scene.scanned)
    for first in range(0, options.kills, KILLS_ON_ONE):
        place = scene.copy_to(root / "killed")
        (place / "aside").mkdir()
        secrets = Secrets(scene.recovery_code, OLD.reveal().decode())
        number = min(KILLS_ON_ONE, options.kills - first)
        kill_loop(
            place / "vault",
            place / "aside",
            secrets,
            number,
            tally,
            seed=options.seed + first,
            is_forked=True,
        )
        shutil.rmtree(place)
    return {
        "kills tried": tally.kills, "kills survived": tally.survived,
        "acknowledged facts before the kills": tally.acknowledged, f"of these {LOST}": tally.lost,
    }  # fmt: skip


def failing_calls(where: str, fault: Fault, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    """Each of the first calls of one kind fails during mixed work, or from the migration of an old vault on."""
    if shutil.which("strace") is None:
        return {"failing system calls": "not run: no strace"}
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
        f"failing system calls of the driver, {name}": tally.injected,
        f"acknowledged facts around them, {name}": tally.acknowledged, f"of those {LOST}, {name}": tally.lost,
    }  # fmt: skip


def every_call(operation: Operation, scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    """Each system call of the driver fails once in the operation; at most `--each` of a kind, evenly over all."""
    if shutil.which("strace") is None:
        return {f"every call of the driver, {operation.name}": "not run: no strace"}
    table: Table = {}
    for kind, calls in driver.count_calls(operation, scene, root / "counted").items():
        found = driver.fail_each(
            operation, kind, scene, root / "trial", calls=calls, at_most=options.each or max(calls)
        )
        name = f"{operation.name}, {kind} ({driver.CALLS[kind]})"
        print(f"  {name}: {found}", flush=True)
        table |= {
            f"calls of the driver, {name}": found.calls, f"of these failed, {name}": found.trials,
            f"faults in them, {name}": found.faults,
        }  # fmt: skip
    return table


def altered_pages(scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    states = pages.two_states(root / "pages")
    table: Table = {}
    for kind in pages.KINDS:
        found = pages.alter(states, kind, root / "trial")
        table[f"databases with pages {kind}"] = found.tried
        table[f"pages {kind}: noticed at opening, by verifying, harmless, not"] = (
            f"{found.at_opening}, {found.by_verifying}, {found.harmless}, {found.unnoticed}"
        )
    return table


def cores(scene: Scene, root: Path, options: argparse.Namespace) -> Table:
    return {"processes aborted, cores found": abort_and_hunt(scene, root / "aborted")}


Part = Callable[[Scene, Path, argparse.Namespace], Table]


FAULTS = {
    "write": Fault("pwrite64", 1), "full": Fault("pwrite64", 1, "ENOSPC"), "sync": Fault("fsync", 1),
    "read": Fault("pread64", 1),
}  # fmt: skip
PARTS: dict[str, Part] = {
    "headers": flip_headers, "pages": altered_pages, "cores": cores, "kills": kills,
    **{
        f"calls:{where}:{name}": partial(failing_calls, where, fault)
        for where in ("vault", "old") for name, fault in FAULTS.items()
    },
    **{f"driver:{operation.name}": partial(every_call, operation) for operation in OPERATIONS},
    **{f"layer:{operation.name}": partial(file_layer, operation) for operation in OPERATIONS},
    **{f"power:{operation.name}": partial(power, operation) for operation in OPERATIONS},
    **{f"disk:{operation.name}": partial(full_disk, operation) for operation in OPERATIONS},
}  # fmt: skip


def main() -> int:
    options = _options()
    chosen = [name for name in PARTS if not options.only or any(_matches(name, one) for one in options.only)]
    target = PROJECT / "build" / "crash.json"
    table: Table = json.loads(target.read_text(encoding="utf-8")) if options.only and target.exists() else {}
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        scene = make_scene(root / "base")
        for part in chosen:
            scene.scanned.files = scene.scanned.descriptors = 0
            started = time.monotonic()
            found = PARTS[part](scene, root, options)
            print(f"  {part}: {found}, {time.monotonic() - started:.0f} s", flush=True)
            _merge(table, found, adds=options.add)
            scanned = _scanned(scene.scanned) | {"seconds": round(time.monotonic() - started)}
            _merge(table, scanned, adds=True)
            target.parent.mkdir(exist_ok=True)
            target.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    for label, value in table.items():
        print(f"{label:<66} {value}")
    return int(any(value for label, value in table.items() if LOST in label))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument(
        "--only", type=lambda text: text.split(","), help=f"some of {', '.join(PARTS)}, or layer, …"
    )
    parser.add_argument("--add", action="store_true", help="add to the numbers of earlier runs")
    parser.add_argument(
        "--modes", type=lambda text: text.split(","), default=MODES, help="of the file layer's faults"
    )
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument(
        "--seed", type=int, default=0, help="of the first kill; another one for each run that adds"
    )
    parser.add_argument("--calls", type=int, default=60, help="the highest k of the failing system calls")
    parser.add_argument(
        "--each", type=int, default=0, help="at most so many of a kind in a thread of an operation; 0: all"
    )
    return parser.parse_args()


def _matches(part: str, wanted: str) -> bool:
    return wanted in (part, part.partition(":")[0])


def _merge(table: Table, found: Table, *, adds: bool) -> None:
    for label, value in found.items():
        before = table.get(label, 0)
        table[label] = (
            value + before if adds and isinstance(value, int) and isinstance(before, int) else value
        )


def _scanned(scanned: Scanned) -> Table:
    return {
        "files scanned for planted words": scanned.files,
        "open descriptors scanned": scanned.descriptors,
    }


if __name__ == "__main__":
    raise SystemExit(main())
