"""Hunts for planted words in every file under a folder and behind every descriptor that this process has open."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

# Said in a turn, kept in a memory, and part of a passphrase: none of it may ever be in a file in clear.
MARKER = "Zwölfender 标记 4711"
FORMS = tuple(MARKER.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be"))


@dataclass
class Scanned:
    """How much was looked at."""

    files: int = 0
    descriptors: int = 0


def hunt(root: Path, scanned: Scanned, *, but: frozenset[str] = frozenset()) -> None:
    """Raise AssertionError where a marker is in clear; `but` names files that are meant to be (an export)."""
    for path in root.rglob("*"):
        if path.is_file() and path.name not in but:
            raw = path.read_bytes()
            assert not any(form in raw for form in FORMS), f"the marker is in clear in {path.name}"
            scanned.files += 1
    links = Path("/proc/self/fd")
    for link in links.iterdir() if links.is_dir() else ():
        try:
            target = os.readlink(link)
        except OSError:  # the descriptor of the listing itself
            continue
        if target.startswith(str(root)) and Path(target).name not in but:
            raw = link.read_bytes()
            assert not any(form in raw for form in FORMS), "the marker is behind an open descriptor"
            scanned.descriptors += 1
