"""Where the modules and tracked files of the project lie."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

CORE = ("vault", "assistant")
PACKAGES = (*CORE, "desktop")


class Sources:
    """The project's Python modules by package, read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._texts: dict[str, dict[str, str]] = {}

    def of(self, package: str) -> dict[str, str]:
        """Path below the root to source text; never empty."""
        if package not in self._texts:
            files = sorted((self.root / package).rglob("*.py"))
            assert files, f"{package} has no modules: the contract would hold of nothing"
            self._texts[package] = {
                file.relative_to(self.root).as_posix(): file.read_text(encoding="utf-8") for file in files
            }
        return self._texts[package]

    def of_all(self, *packages: str) -> dict[str, str]:
        """The same for several packages; all three when none is named."""
        return {path: text for package in packages or PACKAGES for path, text in self.of(package).items()}


@pytest.fixture(scope="session")
def sources(project: Path) -> Sources:
    """The modules of vault, assistant and desktop."""
    return Sources(project)


@pytest.fixture(scope="session")
def tracked_files(project: Path) -> list[Path]:
    """Every file that is or is about to be part of the project: tracked, or new and not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=project,
        check=True,
        capture_output=True,
    ).stdout.decode("utf-8")
    files = [project / name for name in listed.split("\0") if name]
    present = [file for file in files if file.is_file()]
    assert len(present) > 10, "git lists hardly any file"
    return present
