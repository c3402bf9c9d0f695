"""A few system calls of the driver fail in each operation; `make crash` does it with every one of each thread."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.crash.driver import KINDS, count_calls, fail_each, sampled
from tests.crash.operations import OPERATIONS, Operation, Scene, make_scene

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("strace") is None, reason="strace is not installed"
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return make_scene(tmp_path_factory.mktemp("scene") / "base")


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_after_a_failed_call_of_the_driver_the_old_or_the_new_is_there(
    operation: Operation, scene: Scene, tmp_path: Path
) -> None:
    counts = count_calls(operation, scene, tmp_path / "counted")
    kind = KINDS[[one.name for one in OPERATIONS].index(operation.name) % 3]
    assert sum(counts[kind]) > 5
    busiest = [number if number == max(counts[kind]) else 0 for number in counts[kind]]
    driven = fail_each(operation, kind, scene, tmp_path / "trial", calls=busiest, at_most=2)
    assert driven.trials == 2
    assert driven.faults >= 1


def test_a_last_read_before_closing_that_fails_is_called_a_failing_disk(scene: Scene, tmp_path: Path) -> None:
    unlock = next(operation for operation in OPERATIONS if operation.name == "unlock")
    driven = fail_each(unlock, "read", scene, tmp_path / "trial", calls=[0, 6], at_most=6)
    assert (driven.trials, driven.faults) == (6, 6)


def test_a_sample_is_spread_over_all() -> None:
    assert sampled(3, 5) == [1, 2, 3]
    assert sampled(100, 4) == [1, 34, 67, 100]
    assert sampled(0, 5) == []
