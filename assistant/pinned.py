"""What was trained on the encoder that ships: small files in `resources`, pinned by hash in models.toml."""

from __future__ import annotations

import tomllib
from importlib import resources

from vault.errors import ModelDamaged
from vault.recall import Encoder


def trained_on(encoder: Encoder, name: str, file: str) -> tuple[bytes, str] | None:
    """The content of a file with the hash that it must have; None where another encoder was chosen, whose states mean
    other things. `name` is its table in models.toml.

    Raises: ModelDamaged when the file or its table cannot be read.
    """
    root = resources.files("resources")
    try:
        pin = tomllib.loads(root.joinpath("models.toml").read_text(encoding="utf-8"))[name]
        if encoder.encoder_id != pin["encoder"]:
            return None
        return root.joinpath(file).read_bytes(), pin["sha256"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise ModelDamaged(file=file) from error
