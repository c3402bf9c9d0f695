"""Whether a bundle holds the modules that it needs, and none that it must not, read from PyInstaller's own tables.

PyInstaller warns of a module that it does not find and goes on; the program then fails where that is imported.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from installer.contents import EXCLUDED_MODULES, OWN_PACKAGES, only_for_building
from installer.failure import PackagingFailed
from installer.project import locked

RUNTIME_HOOK = "runtime_hook"
_HOOK_OF_QT = "pyi_rth_pyside6"
_MISSING = re.compile(r"^missing module named '?([\w.]+)'? - imported by (.+)$", re.MULTILINE)


def check(work: Path) -> None:
    """`work` is PyInstaller's folder for this build. Raises: PackagingFailed, naming every module."""
    inside = {name for name, _, _ in _table(work / "PYZ-00.toc")[1]}
    wrong = [f"{name} is missing" for name in lacking(_text(work / "warn-keepsake.txt"), inside)]
    excluded = [*EXCLUDED_MODULES, *only_for_building(locked())]
    wrong += [f"{name} must stay out" for name in unwanted(inside, excluded)]
    if not is_before_qt(_scripts(_table(work / "EXE-00.toc"))):
        wrong.append("the model runtime is loaded after Qt")
    if wrong:
        raise PackagingFailed("The bundle is not put together as it should be:\n  " + "\n  ".join(wrong))


def lacking(warnings: str, inside: Collection[str]) -> list[str]:
    """`module (imported by ...)` for what our own packages import and PyInstaller did not find.

    The standard library's modules of another system are no fault, nor are names that their package makes itself.
    """
    found = []
    for name, importers in _MISSING.findall(warnings):
        own = [one for one in re.findall(r"([\w.]+) \(", importers) if one.partition(".")[0] in OWN_PACKAGES]
        is_made_by_package = name.rpartition(".")[0] in inside
        if own and not is_made_by_package and name.partition(".")[0] not in sys.stdlib_module_names:
            found.append(f"{name} (imported by {', '.join(own)})")
    return sorted(found)


def unwanted(inside: Iterable[str], excluded: Iterable[str]) -> list[str]:
    """Those modules inside that are excluded, or parts of one that is."""
    kept_out = frozenset(excluded)
    return sorted(name for name in inside if kept_out & {name, *_packages_of(name)})


def _packages_of(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def is_before_qt(scripts: list[str]) -> bool:
    """PyInstaller's own hook loads a part of Qt before the program begins; ours must come before that."""
    return scripts.index(RUNTIME_HOOK) < scripts.index(_HOOK_OF_QT) if RUNTIME_HOOK in scripts else False


def _scripts(table: Iterable[Any]) -> list[str]:
    """What runs at the start of the program, in that order."""
    return [
        entry[0] for value in table if isinstance(value, list) for entry in value if entry[2] == "PYSOURCE"
    ]


def _table(path: Path) -> Any:
    return ast.literal_eval(_text(path))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
