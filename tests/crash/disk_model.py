"""A disk as a power cut leaves it: what was synced is there, of the rest anything may be missing.

Plays the system calls of a traced process on a model of files and folders. A file's content is safe after a sync of the
file, its name after a sync of its folder; a rename is one step, safe with the folder that got the name. Of what is not
safe, `image` drops everything, or any sectors and the later part of the names by chance: a disk writes in any order.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512


@dataclass(eq=False)
class File:
    """`now` is what the process sees; `safe` what is on the disk for sure."""

    now: bytearray = field(default_factory=bytearray)
    safe: bytes = b""

    def write(self, at: int, data: bytes) -> None:
        if at > len(self.now):
            self.now.extend(bytes(at - len(self.now)))
        self.now[at : at + len(data)] = data

    def sync(self) -> None:
        self.safe = bytes(self.now)

    def content(self, chance: random.Random | None) -> bytes:
        """Without `chance` what is safe; with it each changed sector, and the length, is the old or the new."""
        if chance is None or bytes(self.now) == self.safe:
            return self.safe
        length = len(self.now) if chance.random() < 0.5 else len(self.safe)
        found = bytearray(length)
        for start in range(0, length, SECTOR):
            source = self.now if chance.random() < 0.5 else self.safe
            part = bytes(source[start : min(start + SECTOR, length)])
            found[start : start + len(part)] = part
        return bytes(found)


@dataclass(eq=False)
class Folder:
    """`pending`: what was done to the names since the last sync, in order."""

    now: dict[str, File | Folder] = field(default_factory=dict)
    safe: dict[str, File | Folder] = field(default_factory=dict)
    pending: list[Callable[[], None]] = field(default_factory=list)

    def put(self, name: str, node: File | Folder) -> None:
        self.now[name] = node
        self.pending.append(lambda: self.safe.__setitem__(name, node))

    def drop(self, name: str) -> None:
        del self.now[name]
        self.pending.append(lambda: self.safe.pop(name, None))

    def take(self, name: str, source: Folder, old: str) -> None:
        """A rename from `source`, safe in both folders at once."""
        node = source.now.pop(old)
        self.now[name] = node

        def both() -> None:
            source.safe.pop(old, None)
            self.safe[name] = node

        self.pending.append(both)

    def sync(self) -> None:
        for step in self.pending:
            step()
        self.pending.clear()


class Disk:
    """Everything below `root`, which is all safe at the start."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.top = self._load(root)

    def _load(self, path: Path) -> Folder:
        folder = Folder()
        for entry in path.iterdir():
            node = (
                self._load(entry)
                if entry.is_dir()
                else File(bytearray(entry.read_bytes()), entry.read_bytes())
            )
            folder.now[entry.name] = folder.safe[entry.name] = node
        return folder

    def holds(self, path: str) -> bool:
        return Path(path).is_relative_to(self.root)

    def parent(self, path: str) -> tuple[Folder, str]:
        """The folder of a path, and the name in it."""
        *folders, name = Path(path).relative_to(self.root).parts
        found = self.top
        for part in folders:
            inner = found.now[part]
            assert isinstance(inner, Folder)
            found = inner
        return found, name

    def find(self, path: str) -> File | Folder | None:
        if Path(path) == self.root:
            return self.top
        folder, name = self.parent(path)
        return folder.now.get(name)

    def image(self, target: Path, chance: random.Random | None) -> None:
        """Write what a power cut would leave now to the new folder `target`."""
        self._write(self.top, target, chance)

    def _write(self, folder: Folder, target: Path, chance: random.Random | None) -> None:
        target.mkdir(mode=0o700)
        for name, node in self._names(folder, chance).items():
            if isinstance(node, Folder):
                self._write(node, target / name, chance)
            else:
                (target / name).write_bytes(node.content(chance))

    @staticmethod
    def _names(folder: Folder, chance: random.Random | None) -> dict[str, File | Folder]:
        # Renames out of a folder that is not synced yet are played in the folder that got the name.
        if chance is None or not folder.pending:
            return folder.safe
        return folder.now if chance.random() < 0.5 else folder.safe
