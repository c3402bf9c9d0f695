"""Shared libraries of a Linux bundle: what the system brings, what is inside, what is missing, what is superfluous.

PyInstaller only warns about a library it does not find and takes along what plugins that were left out had needed. Here
every library that a file of the bundle needs is either inside, or named in SYSTEM with the package that brings it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from installer.failure import PackagingFailed

# By library the Debian package. These are never inside: graphics drivers, font and keyboard configuration, the bus and
# the C++ library belong to the system and break where a bundle brings an older one.
SYSTEM = {
    **dict.fromkeys(
        (
            "ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1",
            "libutil.so.1", "libresolv.so.2", "libmvec.so.1",
        ),
        "libc6",
    ),
    "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    # The second shares the first one's inner structures, so both come from one place.
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}  # fmt: skip

# Saves 80 MB and every trial passes. numpy's own libraries must not be stripped: onnxruntime then fails.
STRIPPED = ("libpython3.*", "sqlcipher3/*.so", "numkong/*.so", "tokenizers/*.so")


def strip(bundle: Path) -> None:
    """Take debug and symbol tables out of the libraries in STRIPPED."""
    paths = [str(path) for pattern in STRIPPED for path in sorted(bundle.glob(pattern))]
    subprocess.run(["strip", "--strip-unneeded", *paths], check=True)


def needed(path: Path) -> list[str]:
    """The libraries that an ELF file names as needed; empty for other files."""
    with path.open("rb") as file:
        if file.read(4) != b"\x7fELF":
            return []
    shown = subprocess.run(
        ["readelf", "--dynamic", "--wide", str(path)], capture_output=True, text=True, check=True
    )
    return re.findall(r"\(NEEDED\).*\[(.+)\]", shown.stdout)


def survey(program: Path) -> dict[Path, list[str]]:
    """Every ELF file below the program's folder, with what it needs."""
    files = sorted(path for path in program.rglob("*") if path.is_file() and not path.is_symlink())
    return {path: names for path in files if (names := needed(path))}


def missing(survey: Mapping[Path, Iterable[str]], inside: Iterable[str]) -> list[str]:
    """`file needs library` for each library that is neither inside nor the system's."""
    known = {*inside, *SYSTEM}
    return sorted(
        f"{path.name} needs {name}" for path, names in survey.items() for name in names if name not in known
    )


def superfluous(survey: Mapping[Path, Iterable[str]], libraries: Iterable[Path]) -> set[Path]:
    """Those of `libraries` that nothing else of the bundle needs, directly or through one another."""
    by_name = {path.name: path for path in libraries}
    reached: set[str] = set()
    waiting = [name for path, names in survey.items() if path.name not in by_name for name in names]
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in reached:
            reached.add(name)
            waiting += survey.get(by_name[name], [])
    return {path for name, path in by_name.items() if name not in reached}


def tidy(program: Path) -> None:
    """Take out what the system brings and what nothing needs; raise where something is missing.

    `program` is the folder with the executable. Raises: PackagingFailed, naming every missing library.
    """
    bundle = program / "_internal"
    for path in bundle.iterdir():
        if path.name in SYSTEM:
            path.unlink()
    found = survey(program)
    # libpython is opened by the start program by its name, not needed by it.
    candidates = [
        path
        for folder in (bundle, bundle / "PySide6" / "Qt" / "lib")
        for path in folder.glob("lib*.so*")
        if not path.is_symlink() and "libpython" not in path.name
    ]
    for path in superfluous(found, candidates):
        path.unlink()
        found.pop(path, None)
    for path in bundle.iterdir():
        if path.is_symlink() and not path.exists():
            path.unlink()
    inside = {path.name for path in program.rglob("*") if not path.is_dir()}
    if lacking := missing(found, inside):
        raise PackagingFailed(
            "Libraries are neither in the bundle nor known as the system's:\n  " + "\n  ".join(lacking)
            + "\nInstall them on this machine and build again (packaging/system_libraries.sh names packages)."
        )  # fmt: skip


def depends() -> list[str]:
    """What the Debian package depends on for the libraries that are not inside."""
    versions = {"libc6": " (>= 2.36)", "libstdc++6": " (>= 12)"}
    return sorted({f"{package}{versions.get(package, '')}" for package in SYSTEM.values()})
