"""A tiny program in the shape of a bundle, for tests of what is built around one."""

from __future__ import annotations

from pathlib import Path


def tiny_program(folder: Path, version: str) -> Path:
    """A folder with an executable `keepsake` that prints its version, and a file of data."""
    program = folder / "keepsake"
    (program / "_internal").mkdir(parents=True)
    executable = program / "keepsake"
    executable.write_text(f"#!/bin/sh\necho 'keepsake {version}'\n", encoding="utf-8")
    executable.chmod(0o755)
    (program / "_internal" / "data 数据").write_bytes(bytes(range(256)) * 64)
    return program
