"""What `make run` starts, with and without a display; the script runs as it is, what it calls only says that it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.conftest import PACKAGING

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a display")


def said(folder: Path, name: str, *, fails: bool = False) -> None:
    """A command that writes its name and arguments down."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'#!/bin/sh\necho "{file.name} $*" >>"$CALLS"\nexit {int(fails)}\n', encoding="utf-8")
    file.chmod(0o755)


def run(root: Path, *, fails: bool = False, **display: str) -> list[str]:
    """The commands that the script called, in order."""
    shutil.copytree(PACKAGING, root / "packaging", ignore=shutil.ignore_patterns("__pycache__"))
    said(root / "bin", "make", fails=fails)
    said(root / ".venv" / "bin", "keepsake")
    said(root / "packaging", "system_libraries.sh")
    environment = {"PATH": f"{root / 'bin'}:/usr/bin:/bin", "CALLS": str(root / "calls"), **display}
    done = subprocess.run(
        ["sh", str(root / "packaging" / "run.sh")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert ("No display here" in done.stdout) is not bool(display)
    return (root / "calls").read_text(encoding="utf-8").splitlines()


@linux_only
@pytest.mark.parametrize("fails", [False, True])
def test_the_terminal_has_the_translations_built_for_a_window_that_is_opened_later(
    tmp_path: Path, fails: bool
) -> None:
    assert run(tmp_path, fails=fails) == ["make --no-print-directory translations", "keepsake chat"]


@linux_only
def test_the_window_comes_up_with_its_translations(tmp_path: Path) -> None:
    assert run(tmp_path, DISPLAY=":7") == [
        "system_libraries.sh --name-only",
        "make --no-print-directory translations",
        "keepsake ",
    ]
