"""The installer for Windows runs: with a dummy program and under Wine, where both that and NSIS are there."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from installer import icons

_NEEDED = ("makensis", "wine", "wineserver")
# The usual one needs the 32-bit half of Wine.
_TARGET = "amd64-unicode"
_ABORTED = 2  # Source: NSIS manual, 4.14.1 error levels: aborted by script


def _is_here() -> bool:
    stub = Path("/usr/share/nsis/Stubs") / f"lzma_solid-{_TARGET}"
    return all(shutil.which(tool) for tool in _NEEDED) and stub.exists()


pytestmark = [
    pytest.mark.skipif(not _is_here(), reason="needs NSIS with its 64-bit part, and Wine"),
    pytest.mark.timeout(600),
]


class Wine:
    """A system of its own below `folder`, with the installer of a dummy program."""

    def __init__(self, project: Path, folder: Path) -> None:
        self._environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "WINEPREFIX": str(folder / "wine"),
            "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml=", "LC_ALL": "C.UTF-8",
        }  # fmt: skip
        self._project, self._folder = project, folder
        self.run("wineboot", "--init")
        self.drive = folder / "wine" / "drive_c"
        [local] = self.drive.glob("users/*/AppData/Local")
        self.program = local / "Programs" / "Keepsake"
        self.menu = local.parent / "Roaming/Microsoft/Windows/Start Menu/Programs/Keepsake.lnk"

    def installer(self, version: str, files: dict[str, str]) -> Path:
        source = self._folder / version
        for name, text in {"NOTICE": "", "keepsake.exe": "", "keepsake-window.exe": "", **files}.items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(text, encoding="utf-8")
        icons.draw_icons(self._project / "resources" / "icons" / "keepsake.svg", self._folder / "icons")
        target = self._folder / f"keepsake-{version}.exe"
        defined = {
            "VERSION": version, "PROGRAM": source, "ICON": self._folder / "icons" / "keepsake.ico", "OUTPUT": target,
        }  # fmt: skip
        subprocess.run(
            ["makensis", "-V2", "-WX", f"-XTarget {_TARGET}", *(f"-D{n}={v}" for n, v in defined.items()),
             str(self._project / "packaging" / "windows" / "keepsake.nsi")],
            check=True, capture_output=True,
        )  # fmt: skip
        return target

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        # Files and not pipes: Wine's services stay for a while and would keep a pipe open.
        with (self._folder / "said").open("w+", encoding="utf-8") as said:
            done = subprocess.run(
                ["wine", *map(str, command)], env=self._environment,
                stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=240, check=False,
            )  # fmt: skip
            said.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, said.read(), "")

    def start(self, *command: str | Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            ["wine", *map(str, command)], env=self._environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def registered(self, key: str) -> str:
        return self.run("reg", "query", f"HKCU\\Software\\{key}", "/s").stdout

    def close(self) -> None:
        subprocess.run(["wineserver", "--kill"], env=self._environment, check=False)
        subprocess.run(["wineserver", "--wait"], env=self._environment, timeout=60, check=False)


@pytest.fixture
def wine(project: Path, tmp_path: Path, qapp: object) -> Iterator[Wine]:
    wine = Wine(project, tmp_path)
    yield wine
    wine.close()


def test_it_installs_replaces_refuses_while_running_and_removes(wine: Wine) -> None:
    first = wine.installer("0.0.1", {"_internal/data": "1", "_internal/only-in-the-first": ""})
    assert wine.run(first, "/S").returncode == 0
    assert (wine.program / "_internal" / "only-in-the-first").is_file()
    assert wine.menu.is_file()
    opened = wine.registered("Classes\\Keepsake.Backup")
    assert 'keepsake-window.exe" "%1"' in opened
    assert "Keepsake.Backup" in wine.registered("Classes\\.keepsake-backup")
    beside = wine.program / "a file of the user's"
    beside.write_text("", encoding="utf-8")

    second = wine.installer("0.0.2", {"_internal/data": "2"})
    _refused_while_running(wine, second)
    assert (wine.program / "_internal" / "data").read_text(encoding="utf-8") == "1"
    assert wine.run(second, "/S").returncode == 0
    assert (wine.program / "_internal" / "data").read_text(encoding="utf-8") == "2"
    assert not (wine.program / "_internal" / "only-in-the-first").exists()
    assert "0.0.2" in wine.registered("Microsoft\\Windows\\CurrentVersion\\Uninstall\\Keepsake")

    assert wine.run(wine.program / "uninstall.exe", "/S").returncode == 0
    _wait_until_gone(wine.program / "uninstall.exe")
    assert [path.name for path in wine.program.iterdir()] == [beside.name]
    assert not wine.menu.exists()
    for key in ("Classes\\Keepsake.Backup", "Microsoft\\Windows\\CurrentVersion\\Uninstall\\Keepsake"):
        assert "Keepsake" not in wine.registered(key)


def _refused_while_running(wine: Wine, installer: Path) -> None:
    """A real program under the name of ours waits for a key until it is let go."""
    window = wine.program / "keepsake-window.exe"
    shutil.copyfile(wine.drive / "windows" / "system32" / "cmd.exe", window)
    running = wine.start(window, "/c", "echo runs& pause")
    assert running.stdout is not None
    assert b"runs" in running.stdout.readline()
    assert wine.run(installer, "/S").returncode == _ABORTED
    running.communicate(b"x\r\n", timeout=60)


def _wait_until_gone(uninstaller: Path) -> None:
    """It goes on as a copy of itself, and is the last that goes."""
    deadline = time.monotonic() + 120
    while uninstaller.exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
