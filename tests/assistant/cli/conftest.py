"""A vault on the disk with its passphrase in a file, and two ways to run a command on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import main
from tests.fixtures import PASSPHRASE, VaultTemplate

PROGRAM = Path(sys.executable).parent / "keepsake"
ENDS_WITHIN_S = 60


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit status."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The one JSON object of standard output."""
        return json.loads(self.out)


Run = Callable[..., Ran]


def run_program(
    arguments: Sequence[str], *, stdin: str = "", pass_fds: Sequence[int] = (), lang: str = "C.UTF-8"
) -> Ran:
    """Run the installed command in a process of its own, without a terminal."""
    done = subprocess.run(
        [str(PROGRAM), *arguments],
        input=stdin.encode("utf-8"),
        capture_output=True,
        timeout=ENDS_WITHIN_S,
        pass_fds=pass_fds,
        env={**os.environ, "LC_ALL": lang},
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


@pytest.fixture
def program() -> Run:
    return run_program


@pytest.fixture
def passphrase_file(tmp_path: Path) -> Path:
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASE + "\n", encoding="utf-8")
    return file


@pytest.fixture
def folder(vault_template: VaultTemplate, tmp_path: Path) -> Path:
    """A closed vault that the passphrase in the file opens."""
    return vault_template.copy_to(tmp_path / "vault")


@pytest.fixture
def here(folder: Path, passphrase_file: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command on the vault in this process, as the installed one would."""

    def run(*arguments: str, in_json: bool = True) -> Ran:
        given = [
            *arguments,
            "--vault",
            str(folder),
            "--passphrase-file",
            str(passphrase_file),
            "--lang",
            "en",
        ]
        capsys.readouterr()
        code = main([*given, "--json"] if in_json else given)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return run
