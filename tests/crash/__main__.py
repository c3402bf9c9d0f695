"""The long loops: faults at every call and in every mode, full disks, power cuts, kills, failing system calls, pages.

    python -m tests.crash [--only PART,…] [--modes MODE,…] [--kills N] [--calls N] [--at-once N]

Prints each part as it ends and then all numbers, and writes them to build/crash.json. Ends with status 1 where anything
was lost or a part did not hold. With `--only` a part is run alone and its numbers take the place of its earlier ones.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from tests.bench import vault_speed
from tests.crash.kills import PROJECT
from tests.crash.layer import MODES
from tests.crash.operations import make_scene
from tests.crash.parts import FAILED, LOST, Table, parts, run_part
from tests.crash.summary import lines

MEMORIES, ROUNDS = 100_000, 5
UNLOCK_LIMIT_S = 0.5
# In memory where the system offers it: what is counted are calls, and those of a sync would take most of the time.
IN_MEMORY = Path("/dev/shm")
ON_DISK = ("kills", "streams", "calls", "cores")


def main() -> int:
    options = _options()
    names = [*parts(options.kills, options.modes), "speed"]
    chosen = [name for name in names if not options.only or any(_matches(name, one) for one in options.only)]
    target = PROJECT / "build" / "crash.json"
    target.parent.mkdir(exist_ok=True)
    table: Table = json.loads(target.read_text(encoding="utf-8")) if options.only and target.exists() else {}
    table[FAILED] = 0
    started, fresh = time.monotonic(), set[str]()
    for name, found in _run(chosen, options):
        print(f"  {name}: {json.dumps(found, ensure_ascii=False)}", flush=True)
        _merge(table, found, fresh)
        target.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for label, value in table.items():
        print(f"{label:<72} {value}")
    print(*lines(table, time.monotonic() - started), sep="\n")
    return int(any(value for label, value in table.items() if LOST in label or label == FAILED))


def _run(chosen: list[str], options: argparse.Namespace) -> Iterable[tuple[str, Table]]:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.crash.parts"])
    memory = IN_MEMORY if IN_MEMORY.is_dir() else None
    with (
        tempfile.TemporaryDirectory() as on_disk,
        tempfile.TemporaryDirectory(dir=memory) as in_memory,
        ProcessPoolExecutor(options.at_once, context) as pool,
    ):
        scene = make_scene(Path(on_disk) / "base")
        begun = {}
        for number, name in enumerate(name for name in chosen if name != "speed"):
            root = Path(on_disk if name.partition(":")[0] in ON_DISK else in_memory) / f"{number}"
            begun[pool.submit(run_part, name, scene, root, options)] = name
        for done in as_completed(begun):
            error = done.exception()  # told and counted, and the other parts go on
            yield begun[done], {FAILED: 1, f"in {begun[done]}": str(error)} if error else done.result()
    if "speed" in chosen:  # alone, for it is measured
        with tempfile.TemporaryDirectory() as name:
            yield "speed", speed(Path(name))


def speed(root: Path) -> Table:
    """Unlocking beside the key derivation, and the cost of encryption; see `tests.bench.vault_speed`."""
    found = vault_speed.unlocking(root, MEMORIES, ROUNDS)
    is_slow = found["unlock_beside_kdf_cpu_s"] > UNLOCK_LIMIT_S
    return found | vault_speed.encryption(root, ROUNDS) | {FAILED: int(is_slow)}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    known = ", ".join(dict.fromkeys(name.partition(":")[0] for name in parts(1, MODES)))
    parser.add_argument(
        "--only", type=lambda text: text.split(","), help=f"some of {known}, speed, or driver:restore, …"
    )
    parser.add_argument(
        "--modes", type=lambda text: tuple(text.split(",")), default=MODES, help="of the file layer's faults"
    )
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0, help="of the first kill")
    parser.add_argument("--calls", type=int, default=60, help="the highest k of the first failing calls")
    parser.add_argument(
        "--each", type=int, default=0, help="at most so many of a kind in a thread of an operation; 0: all"
    )
    parser.add_argument("--at-once", type=int, default=4, help="parts side by side; they wait a good deal")
    return parser.parse_args()


def _matches(part: str, wanted: str) -> bool:
    return f"{part}:".startswith(f"{wanted}:")


def _merge(table: Table, found: Table, fresh: set[str]) -> None:
    """Add up what the parts of this run say under one label; what an earlier run said there goes."""
    for label, value in found.items():
        before = table.get(label)
        is_sum = label in fresh and isinstance(value, int) and isinstance(before, int)
        table[label] = value + before if is_sum else value  # type: ignore[operator]
        fresh.add(label)


if __name__ == "__main__":
    raise SystemExit(main())
