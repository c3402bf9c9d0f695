"""Bare systems of Debian in a folder, started without any network. Needs root, debootstrap and namespaces.

The base of each is made once and kept in build/chroots with the packages that a trial installs, so that the trial
itself needs no network. The mirror is the one that this machine is set up with.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from installer.failure import PackagingFailed
from installer.project import ROOT

SUITES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
# For the trial, not for the program: an X server, typing into a window, titles, the kinds of files, a keyring.
TOOLS = (
    "xvfb", "xauth", "xdotool", "x11-utils", "libglib2.0-bin", "shared-mime-info", "desktop-file-utils", "dbus",
    "gnome-keyring",
)  # fmt: skip
_KEPT = ROOT / "build" / "chroots"
_SOURCES = (Path("/etc/apt/sources.list"), Path("/etc/apt/sources.list.d"))
# Every machine has its loopback, also one that is off the network; in a new namespace it is down.
# Source: netdevice(7), SIOCSIFFLAGS with IFF_UP.
_LOOPBACK_UP = (
    "import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sh14x', b'lo', 1))"
)
_SHARED_NOTHING = ["unshare", "--net", "--mount", "--pid", "--ipc", "--uts", "--fork"]


def hindrance() -> str:
    """Why bare systems cannot be tried on this machine; empty where they can."""
    if os.name != "posix" or os.getuid() != 0:
        return "only root can make and enter a bare system"
    if not shutil.which("debootstrap"):
        return "debootstrap is not installed"
    tried = subprocess.run([*_SHARED_NOTHING, "true"], capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"namespaces are not allowed here ({tried.stderr.strip()})"


def mirror() -> str:
    """The address of Debian's archive in this machine's own configuration. Raises: PackagingFailed without one."""
    files = [_SOURCES[0], *sorted(_SOURCES[1].glob("*"))] if _SOURCES[1].is_dir() else [_SOURCES[0]]
    for path in files:
        if path.is_file() and (found := mirror_in(path.read_text(encoding="utf-8"))):
            return found
    raise PackagingFailed("This machine's apt names no archive of Debian, so no bare system can be made.")


def mirror_in(text: str) -> str:
    """The first archive of Debian in a sources file of either format."""
    for line in text.splitlines():
        match = re.match(r"(?:deb\s+(?:\[[^]]*\]\s+)?|URIs:\s*)(\S+/debian/?)(?:\s|$)", line)
        if match:
            return match.group(1)
    return ""


def base(suite: str, packages: Sequence[str]) -> Path:
    """The kept archive of a bare system with `packages` fetched and not installed; made where it is not there."""
    wanted = hashlib.sha256("\n".join([suite, *packages, *TOOLS]).encode()).hexdigest()[:12]
    kept = _KEPT / f"{suite}-{wanted}.tar"
    if kept.is_file():
        return kept
    _KEPT.mkdir(parents=True, exist_ok=True)
    folder = _KEPT / f"{suite}.new"
    shutil.rmtree(folder, ignore_errors=True)
    bare = _KEPT / f"{suite}.tar"
    if bare.is_file():
        folder.mkdir()
        _run(["tar", "-xf", str(bare), "-C", str(folder)])
    else:
        _run(["debootstrap", "--variant=minbase", suite, str(folder), mirror()])
        _run(["tar", "-cf", str(bare), "-C", str(folder), "."])
    shutil.copy("/etc/resolv.conf", folder / "etc" / "resolv.conf")
    _run(["chroot", str(folder), "apt-get", "-qq", "update"])
    command = ["apt-get", "-qq", "-y", "--no-install-recommends", "--download-only", "install"]
    _run(["chroot", str(folder), *command, *packages, *TOOLS])
    (folder / "etc" / "resolv.conf").unlink()
    _run(["tar", "-cf", f"{kept}.part", "-C", str(folder), "."])
    Path(f"{kept}.part").rename(kept)
    shutil.rmtree(folder)
    return kept


def run(archive: Path, files: Sequence[Path], script: Path, arguments: Sequence[str]) -> str:
    """What `script` prints inside a fresh copy of the system, `files` beside it in /trial. It has no network at all.

    Raises: PackagingFailed with the end of what it said where it does not end with status 0.
    """
    folder = archive.with_suffix("")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        _run(["tar", "-xf", str(archive), "-C", str(folder)])
        (folder / "trial").mkdir()
        for file in (*files, script):
            shutil.copy(file, folder / "trial")
        mounts = " && ".join(
            f'mount -t {kind} {kind} "$0/{place}"'
            for kind, place in (("proc", "proc"), ("devpts", "dev/pts"), ("tmpfs", "dev/shm"))
        )
        enter = f"""mount --make-rprivate / && {mounts} && mount -t tmpfs -o size=64m tmpfs "$0/mnt" &&
            "$1" -c "$2" && shift 2 && exec chroot "$0" "$@" """
        command = [*_SHARED_NOTHING, "sh", "-c", enter, str(folder), sys.executable, _LOOPBACK_UP]
        command += ["sh", f"/trial/{script.name}"]
        done = subprocess.run(
            [*command, *arguments],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"},
            capture_output=True, text=True, timeout=1800, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            said = "\n  ".join((done.stdout + done.stderr).splitlines()[-25:])
            raise PackagingFailed(f"The trial on {archive.name} failed:\n  {said}")
        return done.stdout
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[str]) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = "\n  ".join((done.stdout + done.stderr).splitlines()[-5:])
        raise PackagingFailed(f"{command[0]} failed:\n  {last}")
