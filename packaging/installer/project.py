"""What the project says about itself: version, dependencies, the time that reproducible builds write everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def version(root: Path = ROOT) -> str:
    """As pyproject.toml has it, the one place of the version."""
    return str(_declared(root)["project"]["version"])


def summary(root: Path = ROOT) -> str:
    return str(_declared(root)["project"]["description"])


def direct_dependencies(root: Path = ROOT) -> list[str]:
    """Names of the distributions that the program itself asks for, in the order of pyproject.toml."""
    return [
        re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in _declared(root)["project"]["dependencies"]
    ]


def locked(root: Path = ROOT) -> frozenset[str]:
    """Names of the distributions that the program runs with, in their normalised form (PEP 503)."""
    names = re.findall(
        r"^([\w.-]+)==", (root / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE
    )
    return frozenset(re.sub(r"[-_.]+", "-", name).lower() for name in names)


def source_epoch_s(root: Path = ROOT) -> int:
    """Seconds since 1970 of the last change to the sources, so that building it again gives the same bytes.

    `SOURCE_DATE_EPOCH` wins where it is set. Source: reproducible-builds.org, SOURCE_DATE_EPOCH specification.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    shown = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True, check=False
    )
    # A source archive without its history: the manifest's own time.
    return int(shown.stdout) if shown.returncode == 0 else int((root / "pyproject.toml").stat().st_mtime)


def _declared(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
