"""The long loops: faults at every call and in every mode, full disks, kills, failing system calls, flipped headers.

    python -m tests.crash [--kills N] [--calls N]

Prints a table and writes it to build/crash.json. Ends with status 1 where anything was lost.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from pathlib import Path

from tests.crash.hunt import Scanned
from tests.crash.kills import PROJECT, Secrets, Tally, inject, kill_loop
from tests.crash.layer import MODES
from tests.crash.operations import OLD, OPERATIONS, Scene, make_scene, try_fault
from tests.crash.small_disk import small_disk, try_full
from vault.errors import HeaderDamaged
from vault.header import decode_header

FREE_KIB = (0, 4, 16, 48, 120, 260, 420)
Table = dict[str, int | str]


def flip_headers(scene: Scene) -> int:
    """Every bit of a header file, one at a time; gives the number of bytes."""
    raw = (scene.base / "vault" / "header").read_bytes()
    for place in range(len(raw)):
        for bit in range(8):
            flipped = raw[:place] + bytes([raw[place] ^ (1 << bit)]) + raw[place + 1 :]
            try:
                decode_header(flipped)
            except HeaderDamaged:
                continue
            raise AssertionError(f"a flipped bit in byte {place} was not seen")
    return len(raw)


def file_layer(scene: Scene, root: Path) -> Table:
    table: Table = {}
    for operation in OPERATIONS:
        tried = 0
        for mode in MODES:
            k = 1
            while try_fault(operation, scene, root / "trial", k, mode):
                k += 1
            tried += k - 1
        table[f"faults in our own file layer, {operation.name}"] = tried
        print(f"  {operation.name}: {tried} faults", flush=True)
    return table


def full_disks(scene: Scene, root: Path) -> Table:
    with small_disk(root / "small") as disk:
        if disk is None:
            return {"full disk": "not run: cannot mount one here"}
        trials = [try_full(operation, scene, disk, free) for operation in OPERATIONS for free in FREE_KIB]
    return {"full disk, trials": len(trials), "full disk, where the room was too little": sum(trials)}


def kills(scene: Scene, root: Path, number: int, scanned: Scanned) -> Table:
    tally, aside = Tally(scanned=scanned), root / "killed" / "aside"
    scene.copy_to(root / "killed")
    aside.mkdir()
    secrets = Secrets(scene.recovery_code, OLD.reveal().decode())
    kill_loop(root / "killed" / "vault", aside, secrets, number, tally)
    return {
        "kills tried": tally.kills, "kills survived": tally.survived,
        "acknowledged facts before the kills": tally.acknowledged, "of these lost": tally.lost,
    }  # fmt: skip


def failing_calls(scene: Scene, root: Path, number: int, scanned: Scanned) -> Table:
    if shutil.which("strace") is None:
        return {"failing system calls": "not run: no strace"}
    tally = Tally(scanned=scanned)
    for call in ("pwrite64", "fsync"):
        for k in range(1, number + 1):
            place = scene.copy_to(root / "injected")
            (place / "aside").mkdir()
            secrets = Secrets(scene.recovery_code, OLD.reveal().decode())
            was_met = inject(place / "vault", place / "aside", secrets, (call, k), tally)
            shutil.rmtree(place)
            if not was_met:
                break
    return {
        "failing system calls of the driver": tally.injected,
        "acknowledged facts around them": tally.acknowledged, "of those lost": tally.lost,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--calls", type=int, default=60, help="the highest k of the failing system calls")
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        scene = make_scene(root / "base")
        table: Table = {"header bytes flipped, each bit": flip_headers(scene)}
        parts = (
            lambda: kills(scene, root, options.kills, scene.scanned),
            lambda: failing_calls(scene, root, options.calls, scene.scanned),
            lambda: full_disks(scene, root),
            lambda: file_layer(scene, root),
        )
        for part in parts:
            found = part()
            table |= found
            print(f"  {found}", flush=True)
        table["files scanned for planted words"] = scene.scanned.files
        table["open descriptors scanned"] = scene.scanned.descriptors
    table["seconds"] = round(time.monotonic() - started)
    for label, value in table.items():
        print(f"{label:<52} {value}")
    target = PROJECT / "build" / "crash.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return int(bool(table["of these lost"]) or bool(table.get("of those lost")))


if __name__ == "__main__":
    raise SystemExit(main())
