"""Each core module loads in an interpreter of its own without Qt, and a package without what is slow to load."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.contracts.conftest import Sources

# Loaded on first use only: start-up time.
SLOW = {"onnxruntime", "tokenizers", "pygments", "opencc"}
PROBE = """
import importlib, json, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
missing = [
    f"{name}.{export}"
    for name in sys.argv[1:]
    for export in getattr(sys.modules[name], "__all__", [])
    if not hasattr(sys.modules[name], export)
]
print(json.dumps({"loaded": sorted({name.partition(".")[0] for name in sys.modules}), "missing": missing}))
"""


def loaded_after(project: Path, *modules: str) -> dict[str, list[str]]:
    """Top-level modules in a fresh interpreter after the imports, and names in __all__ that do not exist."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROBE, *modules],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, list[str]] = json.loads(done.stdout)
    return result


def module_names(paths: list[str]) -> list[str]:
    """Dotted names of importable modules; a __main__ runs when imported and is left out."""
    names = [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in paths]
    return [name for name in names if not name.endswith("__main__")]


@pytest.mark.parametrize("package", ["vault", "assistant"])
def test_every_core_module_loads_without_qt(sources: Sources, project: Path, package: str) -> None:
    result = loaded_after(project, *module_names(list(sources.of(package))))
    assert {"PySide6", "shiboken6", "desktop"} & set(result["loaded"]) == set()
    assert result["missing"] == []


@pytest.mark.parametrize("package", ["vault", "assistant"])
def test_a_core_package_loads_without_what_is_slow(project: Path, package: str) -> None:
    assert SLOW & set(loaded_after(project, package)["loaded"]) == set()


def test_vault_loads_without_a_network_client_and_without_assistant(sources: Sources, project: Path) -> None:
    result = loaded_after(project, *module_names(list(sources.of("vault"))))
    assert {"httpx", "httpcore", "assistant"} & set(result["loaded"]) == set()


def test_the_probe_sees_qt_where_it_is_loaded(project: Path) -> None:
    assert "PySide6" in loaded_after(project, "PySide6.QtCore")["loaded"]
