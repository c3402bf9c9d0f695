"""Every call of our own file layer fails once, in every operation; `make crash` does it in every mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.hunt import FORMS, Scanned, hunt
from tests.crash.layer import MODES
from tests.crash.operations import OPERATIONS, Operation, Scene, make_scene, try_fault

# Of those that derive keys each time, every third call here and every one in `make crash`.
SLOW = {"create": 8, "passphrase": 8, "data key": 17, "restore": 3, "backup": 3, "work": 4, "migration": 5}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return make_scene(tmp_path_factory.mktemp("scene") / "base")


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_after_any_fault_the_old_or_the_new_is_there(
    operation: Operation, scene: Scene, tmp_path: Path
) -> None:
    step = SLOW.get(operation.name, 1)
    k, tried = 1, 0
    while try_fault(operation, scene, tmp_path / "trial", k, MODES[tried % len(MODES)]):
        k, tried = k + step, tried + 1
    assert tried >= 3


def test_the_hunt_finds_what_it_hunts_for(tmp_path: Path) -> None:
    for number, form in enumerate(FORMS):
        (tmp_path / f"f{number}").write_bytes(b"x" * 5000 + form)
        with pytest.raises(AssertionError, match="in clear"):
            hunt(tmp_path, Scanned())
        (tmp_path / f"f{number}").unlink()
    with (tmp_path / "open").open("w+b") as file:
        file.write(FORMS[0])
        file.flush()
        (tmp_path / "open").unlink()
        (tmp_path / "open").symlink_to("nowhere")
        scanned = Scanned()
        with pytest.raises(AssertionError, match="descriptor"):
            hunt(tmp_path, scanned)
