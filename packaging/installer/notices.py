"""Puts the licence of everything in a bundle into the bundle, as each package states it."""

from __future__ import annotations

import shutil
import sys
import sysconfig
from importlib.metadata import Distribution
from pathlib import Path

from installer.failure import PackagingFailed
from installer.origins import Origins
from installer.project import ROOT

_NAMES = ("licen", "copying", "notice", "authors", "thirdparty")


def write(folder: Path, origins: Origins) -> None:
    """One folder per component. Raises: PackagingFailed where something has neither a text nor a stated licence."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for distribution in origins.distributions:
        _of_distribution(folder / distribution.metadata["Name"].lower(), distribution)
    for package in origins.packages:
        source = Path("/usr/share/doc") / package.name / "copyright"
        if not source.is_file():
            raise PackagingFailed(f"The package {package.name} has no {source}.")
        target = folder / "debian" / package.name
        target.mkdir(parents=True)
        shutil.copyfile(source, target / "copyright")
    _python(folder / "python")
    shutil.copytree(ROOT / "packaging" / "licences", folder, dirs_exist_ok=True)


def _of_distribution(target: Path, distribution: Distribution) -> None:
    target.mkdir()
    for file in distribution.files or ():
        if any(part in file.name.lower() for part in _NAMES) and file.suffix not in (".py", ".pyc", ".pyi"):
            place = Path(str(distribution.locate_file(file)))
            name = file.name if not (target / file.name).exists() else f"{file.parent.name}-{file.name}"
            if place.is_file():
                shutil.copyfile(place, target / name)
    # The metadata names authors and licence; for packages that bring no text it is all they say.
    stated = [
        f"{key}: {value}"
        for key in ("Name", "Version", "Author", "License-Expression", "License", "Home-page", "Project-URL")
        for value in distribution.metadata.get_all(key) or ()
    ]
    stated += [
        line for line in distribution.metadata.get_all("Classifier") or () if line.startswith("License")
    ]
    (target / "STATED").write_text("\n".join(stated) + "\n", encoding="utf-8")


def _python(target: Path) -> None:
    target.mkdir()
    places = (Path(sysconfig.get_paths()["stdlib"]) / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt")
    # Debian's python3 keeps its licence with its documentation.
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    places += (Path("/usr/share/doc") / version / "copyright",)
    for place in places:
        if place.is_file():
            shutil.copyfile(place, target / "LICENSE.txt")
            return
    raise PackagingFailed("This Python has no licence text beside it; use another one.")
