"""A power cut at some moments of each operation; `make crash` cuts it at every one."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import pytest

from tests.crash import power_cut
from tests.crash.disk_model import SECTOR, Disk, File
from tests.crash.operations import OPERATIONS, Operation, Scene, make_scene
from tests.crash.power_cut import Call, Player, cut_power, parse

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None or not sys.platform.startswith("linux"), reason="strace is not installed"
)
BY_NAME = {operation.name: operation for operation in OPERATIONS}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return make_scene(tmp_path_factory.mktemp("scene") / "base")


@pytest.mark.parametrize(
    ("name", "every"), [("work", 16), ("passphrase", 24), ("backup", 9), ("restore", 9), ("migration", 9)]
)
def test_a_power_cut_leaves_the_old_or_the_new(name: str, every: int, scene: Scene, tmp_path: Path) -> None:
    assert cut_power(BY_NAME[name], scene, tmp_path, every=every) >= 4


def test_without_its_syncs_an_operation_does_not_survive_it(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = power_cut.trace

    def without_syncs(operation: Operation, scene: Scene, root: Path) -> list[Call]:
        return [call for call in real(operation, scene, root) if call.name not in ("fsync", "fdatasync")]

    monkeypatch.setattr(power_cut, "trace", without_syncs)
    with pytest.raises(AssertionError, match="work, moment 0"):  # acknowledged, and not there
        cut_power(BY_NAME["work"], scene, tmp_path, every=1000)


TRACE = r"""
7 openat(AT_FDCWD, "\x2f\x64\x2f\x61", O_WRONLY|O_CREAT|O_EXCL, 0600) = 5
7 write(5, "\x61\x62\x63"..., 6) = 3
8 openat(AT_FDCWD, "\x2f\x64", O_RDONLY <unfinished ...>
7 fsync(5) = 0
8 <... openat resumed>) = 6
7 rename("\x2f\x64\x2f\x61", "\x2f\x64\x2f\x62") = 0
7 unlink("\x2f\x64\x2f\x6e") = -1 ENOENT (No such file or directory)
"""


def test_a_trace_is_read_call_by_call() -> None:
    calls = list(parse(iter(TRACE.splitlines())))
    assert [(call.name, call.texts, call.result) for call in calls] == [
        ("openat", (b"/d/a",), 5),
        ("write", (b"abc",), 3),
        ("fsync", (), 0),
        ("openat", (b"/d",), 6),
        ("rename", (b"/d/a", b"/d/b"), 0),
    ]


@pytest.fixture
def player(tmp_path: Path) -> Player:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "old").write_bytes(b"old")
    return Player(Disk(tmp_path / "d"))


def test_only_what_was_synced_is_left(player: Player, tmp_path: Path) -> None:
    root = str(player.disk.root).encode()
    player.play(Call("openat", (root + b"/new",), ("AT_FDCWD", "", "O_WRONLY|O_CREAT", "0600"), 5))
    player.play(Call("write", (b"abc",), ("5", "", "3"), 3))
    player.play(Call("fsync", (), ("5",), 0))
    player.play(Call("write", (b"def",), ("5", "", "3"), 3))
    player.play(Call("rename", (root + b"/new", root + b"/old"), ("", ""), 0))
    player.disk.image(tmp_path / "before", None)
    assert {path.name: path.read_bytes() for path in (tmp_path / "before").iterdir()} == {"old": b"old"}
    player.play(Call("openat", (root,), ("AT_FDCWD", "", "O_RDONLY"), 6))
    player.play(Call("fsync", (), ("6",), 0))
    player.disk.image(tmp_path / "after", None)
    assert {path.name: path.read_bytes() for path in (tmp_path / "after").iterdir()} == {"old": b"abc"}


def test_by_chance_each_sector_is_the_old_or_the_new() -> None:
    file = File(bytearray(b"o" * SECTOR * 8), b"o" * SECTOR * 8)
    file.write(0, b"n" * SECTOR * 8)
    seen = {file.content(random.Random(seed)) for seed in range(20)}
    assert len(seen) > 10
    assert all(set(content) <= set(b"on") for content in seen)
