"""Turns the project into one folder with PyInstaller, the same bytes every time from the same sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from installer import libraries, modules, notices
from installer.failure import PackagingFailed
from installer.icons import draw_icons
from installer.origins import Origins, read_origins
from installer.project import ROOT, source_epoch_s, version


@dataclass(frozen=True, slots=True)
class Bundle:
    """`program` is the folder with the executable and `_internal`."""

    program: Path
    origins: Origins


def build_bundle(folder: Path) -> Bundle:
    """Build into `folder`, which is emptied first. Raises: PackagingFailed."""
    if changed := changed_since_installed(metadata.distribution("keepsake")):
        raise PackagingFailed(
            f"The build environment does not know what {' and '.join(changed)} say now, and the bundle takes it from "
            "there. Run packaging/environment.sh project and build again."
        )
    shutil.rmtree(folder, ignore_errors=True)
    draw_icons(ROOT / "resources" / "icons" / "keepsake.svg", ROOT / "build" / "package" / "icons")
    _run_pyinstaller(folder)
    program, work = folder / "keepsake", folder / "work" / "keepsake"
    modules.check(work)
    if sys.platform == "linux":
        libraries.tidy(program)
        libraries.strip(program / "_internal")
    origins = read_origins(work, program)
    notices.write(program / "_internal" / "licences", origins)
    shutil.copy(ROOT / "NOTICE", program / "NOTICE")
    if sys.platform == "darwin":
        complete_mac_app(folder / "Keepsake.app", program)
    _same_modes_and_times(program)
    return Bundle(program, origins)


def _run_pyinstaller(folder: Path) -> None:
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": str(source_epoch_s()),
        "PYTHONHASHSEED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYINSTALLER_CONFIG_DIR": str(folder / "cache"),
        "LC_ALL": "C.UTF-8",
    }
    folder.mkdir(parents=True)
    log = folder / "pyinstaller.log"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean"]
    command += ["--distpath", str(folder), "--workpath", str(folder / "work")]
    with log.open("w", encoding="utf-8") as out:
        done = subprocess.run(
            [*command, str(ROOT / "packaging" / "keepsake.spec")],
            cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
    if done.returncode != 0:
        last = "\n  ".join(log.read_text(encoding="utf-8").splitlines()[-8:])
        raise PackagingFailed(f"PyInstaller failed; its log is {log.relative_to(ROOT)}:\n  {last}")


def changed_since_installed(installed: metadata.Distribution) -> list[str]:
    """Those files of the project that the environment holds in an older state; installing in place copies them."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    told = {
        "pyproject.toml": installed.version == version(),
        "README.md": str(installed.metadata.get_payload()).strip() == readme.strip(),
        "NOTICE": installed.read_text("licenses/NOTICE") == notice,
    }
    return [name for name, is_current in told.items() if not is_current]


def complete_mac_app(app: Path, program: Path) -> None:
    """The spec makes the application before it is known whose licences belong into it."""
    resources = app / "Contents" / "Resources"
    shutil.copytree(program / "_internal" / "licences", resources / "licences")
    shutil.copy(program / "NOTICE", resources / "NOTICE")


def _same_modes_and_times(program: Path) -> None:
    """Everybody may read, nobody but the owner writes; one time for all files."""
    epoch_s = source_epoch_s()
    for path in (program, *program.rglob("*")):
        if not path.is_symlink():
            is_program = path.is_dir() or path == program / "keepsake"
            path.chmod(0o755 if is_program else 0o644)
        os.utime(path, (epoch_s, epoch_s), follow_symlinks=False)
