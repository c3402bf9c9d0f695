"""Cuts the power of an operation after each of its syncs and renames, and looks whether the old or the new is there.

The operation runs once, traced; every moment of it is then rebuilt on `tests.crash.disk_model`, once with all that was
not synced missing and once with any of it missing, and has to pass what holds after every other fault too.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.crash.disk_model import Disk, File, Folder
from tests.crash.kills import PROJECT
from tests.crash.operations import Operation, Scene

CALLS = "openat,close,write,pwrite64,ftruncate,fsync,fdatasync,rename,unlink,mkdir,rmdir"
_LINE = re.compile(r"^(\d+) +(.*)$")
_UNFINISHED = " <unfinished ...>"
_RESUMED = re.compile(r"^<\.\.\. \w+ resumed>(.*)$")
_CALL = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
# After these something that was in doubt is safe, or a name is another: before and after each the power is cut.
_TURNING = frozenset({"fsync", "fdatasync", "rename", "unlink"})


@dataclass(frozen=True)
class Call:
    """One successful system call: its texts decoded, its other arguments as they were printed."""

    name: str
    texts: tuple[bytes, ...]
    rest: tuple[str, ...]
    result: int


def parse(lines: Iterator[str]) -> Iterator[Call]:
    """The calls of a trace written with -f and -xx, each where it ended."""
    begun: dict[str, str] = {}
    for line in lines:
        split = _LINE.match(line.rstrip("\n"))
        if split is None:
            continue
        thread, said = split.groups()
        if said.endswith(_UNFINISHED):
            begun[thread] = said.removesuffix(_UNFINISHED)
            continue
        resumed = _RESUMED.match(said)
        if resumed is not None:
            said = begun.pop(thread, "") + resumed[1]
        found = _CALL.match(said)
        if found is None or int(found[3]) < 0:
            continue
        texts = tuple(bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(found[2]))
        rest = tuple(part.strip() for part in _TEXT.sub("", found[2]).split(","))
        yield Call(found[1], texts, rest, int(found[3]))


@dataclass
class Player:
    """Plays calls on a disk. `is_done` once the process has said so."""

    disk: Disk
    is_done: bool = False
    _open: dict[int, File | Folder] = field(default_factory=dict)
    _places: dict[int, int] = field(default_factory=dict)

    def play(self, call: Call) -> bool:
        """True where the call was one of the disk's."""
        if call.name == "openat":
            return self._opened(call)
        if call.name in ("rename", "unlink", "mkdir", "rmdir"):
            return self._named(call)
        handle = int(call.rest[0])
        if call.name == "write" and handle == 1:
            self.is_done = True
        node = self._open.get(handle)
        if call.name == "close":
            self._open.pop(handle, None)
            return False
        if node is None:
            return False
        if call.name in ("fsync", "fdatasync"):
            node.sync()
            return True
        assert isinstance(node, File)
        if call.name == "ftruncate":
            length = int(call.rest[1])
            del node.now[length:]
            node.write(length, b"")
            node.now.extend(bytes(length - len(node.now)))
            return True
        data = call.texts[0][: call.result]
        at = int(call.rest[3]) if call.name == "pwrite64" else self._places.get(handle, 0)
        node.write(at, data)
        if call.name == "write":
            self._places[handle] = at + len(data)
        return True

    def _opened(self, call: Call) -> bool:
        path, flags = call.texts[0].decode(), call.rest[2]
        if not self.disk.holds(path):
            return False
        node = self.disk.find(path)
        if node is None:
            node = File()
            folder, name = self.disk.parent(path)
            folder.put(name, node)
        if "O_TRUNC" in flags and isinstance(node, File):
            node.now.clear()
        self._open[call.result], self._places[call.result] = node, 0
        return "O_CREAT" in flags

    def _named(self, call: Call) -> bool:
        paths = [text.decode() for text in call.texts]
        if not self.disk.holds(paths[0]):
            return False
        folder, name = self.disk.parent(paths[0])
        if call.name == "rename":
            target, new = self.disk.parent(paths[1])
            target.take(new, folder, name)
        elif call.name == "mkdir":
            folder.put(name, Folder())
        else:
            folder.drop(name)
        return True


def trace(operation: Operation, scene: Scene, root: Path) -> list[Call]:
    """What the operation asks of the system, on a copy of the scene at `root`."""
    log = root.with_name(f"{root.name}.trace")
    command = [
        "strace",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-xx",
        "-s",
        "2000000",
        "-o",
        str(log),
        "-e",
        f"trace={CALLS}",
    ]
    run = subprocess.run(
        [*command, sys.executable, "-m", "tests.crash.one_operation", operation.name, str(root)],
        input=scene.recovery_code + "\n", text=True, capture_output=True, cwd=PROJECT, check=False,
    )  # fmt: skip
    assert run.stdout == "done\n", run.stderr
    with log.open(encoding="ascii") as lines:
        calls = list(parse(lines))
    log.unlink()
    return calls


def cut_power(operation: Operation, scene: Scene, root: Path, *, every: int = 1) -> int:
    """Rebuild each `every`-th moment of the operation and check it; the number of power cuts."""
    start = scene.copy_to(root / "traced")
    player = Player(Disk(start))  # read before the process changes the folder
    calls = trace(operation, scene, start)
    moments = cuts = 0
    for call in calls:
        is_turning = call.name in _TURNING
        if is_turning and (moments := moments + 1) % every == 0:
            cuts += _look(operation, scene, player, root, seed=moments)
        player.play(call)
    cuts += _look(operation, scene, player, root, seed=0)
    shutil.rmtree(start)
    return cuts


def _look(operation: Operation, scene: Scene, player: Player, root: Path, *, seed: int) -> int:
    for chance in (None, random.Random(seed)):
        image = root / "image"
        player.disk.image(image, chance)
        try:
            operation.check(image, scene.recovery_code, player.is_done)
        except AssertionError as error:
            raise AssertionError(
                f"{operation.name}, moment {seed}, {'any' if chance else 'none'} kept"
            ) from error
        shutil.rmtree(image)
    return 2
