"""An aborted process leaves no core, where one without the hardening does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.crash.cores import abort_and_hunt
from tests.crash.operations import make_scene


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="prctl and the bit of a dumped core are Linux's"
)
def test_an_aborted_process_leaves_no_core(tmp_path: Path) -> None:
    scene = make_scene(tmp_path / "base")
    (tmp_path / "aborted").mkdir()
    assert abort_and_hunt(scene, tmp_path / "aborted").startswith("1, 0; without the hardening")
    assert scene.scanned.files > 5
