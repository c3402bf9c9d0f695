"""Operations on a disk that is really full: what was there stays, whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.operations import OPERATIONS, Operation, Scene, make_scene
from tests.crash.small_disk import small_disk, try_full

SHORT = [
    operation
    for operation in OPERATIONS
    if operation.name in ("unlock", "work", "backup", "restore", "export")
]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return make_scene(tmp_path_factory.mktemp("scene") / "base")


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with small_disk(tmp_path_factory.mktemp("disk") / "mounted") as mounted:
        if mounted is None:
            pytest.skip("this system or user cannot mount a small disk")
        yield mounted


@pytest.mark.parametrize("operation", SHORT, ids=lambda operation: operation.name)
def test_a_full_disk_costs_nothing_that_was_there(operation: Operation, scene: Scene, disk: Path) -> None:
    failed = [try_full(operation, scene, disk, free_kib) for free_kib in (0, 16, 260)]
    assert failed[0]
