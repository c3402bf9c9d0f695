"""Where each part of a bundle comes from: which Python distribution, which Debian package, or this project.

Read from PyInstaller's own tables after a build, so that the contents list and the licences follow what is inside.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SystemPackage:
    """A Debian package of which a library is inside."""

    name: str
    version: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origins:
    """Everything that is in a bundle and not ours: distributions by name, and packages of the build system."""

    distributions: tuple[metadata.Distribution, ...]
    packages: tuple[SystemPackage, ...]


def read_origins(work: Path, program: Path) -> Origins:
    """`work` is PyInstaller's folder for this build, `program` what became of it."""
    kept = {
        path.relative_to(program / "_internal").as_posix()
        for path in (program / "_internal").rglob("*")
        if not path.is_dir()
    }
    [collected] = ast.literal_eval((work / "COLLECT-00.toc").read_text(encoding="utf-8"))
    _, modules = ast.literal_eval((work / "PYZ-00.toc").read_text(encoding="utf-8"))[:2]
    sources = [source for place, source, _ in collected if place.replace("\\", "/") in kept]
    sources += [source for _, source, _ in modules if source and source != "-"]
    return Origins(_distributions(sources), _packages(sources))


def _distributions(sources: Iterable[str]) -> tuple[metadata.Distribution, ...]:
    owner = {
        str(distribution.locate_file(file)): distribution
        for distribution in metadata.distributions()
        for file in distribution.files or ()
    }
    found = {
        owner[source].metadata["Name"]: owner[source]
        for source in sources
        if source in owner and owner[source].metadata["Name"] != "keepsake"
    }
    # Its start program is in every bundle.
    found["pyinstaller"] = metadata.distribution("pyinstaller")
    return tuple(found[name] for name in sorted(found, key=str.lower))


def _packages(sources: Iterable[str]) -> tuple[SystemPackage, ...]:
    """Debian packages that own a file; none on systems that have no dpkg."""
    ours = (str(Path(sysconfig.get_paths()["purelib"]).resolve()), str(Path(sysconfig.get_paths()["stdlib"])))
    paths = sorted({source for source in sources if ".so" in source and not source.startswith(ours)})
    owners = _owners(paths)
    files: dict[str, list[str]] = {}
    for path in paths:
        if package := next((owners[name] for name in _names(path) if name in owners), ""):
            files.setdefault(package, []).append(Path(path).name)
    return tuple(SystemPackage(name, _version(name), tuple(files[name])) for name in sorted(files))


def _names(path: str) -> tuple[str, str, str]:
    """Where /lib is a link to /usr/lib, dpkg knows a file by the one name or the other."""
    resolved = str(Path(path).resolve())
    return path, resolved, resolved.removeprefix("/usr")


def _owners(paths: Iterable[str]) -> dict[str, str]:
    """The package of each file that dpkg knows; one call, because each reads the lists of all packages."""
    if not shutil.which("dpkg-query"):
        return {}
    names = sorted({name for path in paths for name in _names(path)})
    # It fails where it does not know one of the names, and prints the others all the same.
    shown = subprocess.run(
        ["dpkg-query", "--search", *names], capture_output=True, text=True, check=False
    ).stdout
    return {
        path: package.partition(":")[0]
        for package, separator, path in (line.partition(": ") for line in shown.splitlines())
        if separator
    }


def _version(package: str) -> str:
    shown = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}\n", package],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return shown.stdout.splitlines()[0]
