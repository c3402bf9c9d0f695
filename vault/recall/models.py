"""Finds the encoder's folder and checks its files before anything loads them. Follows design note "The encoder"."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from vault.errors import ModelDamaged, ModelMissing

MODEL, TOKENIZER, MANIFEST = "model.onnx", "tokenizer.json", "manifest.json"
_DEFAULT_MAX_TOKENS = 512
_ID_DIGITS = 12
_FOREIGN_NAME = "custom"


@dataclass(frozen=True)
class EncoderDescription:
    """What a folder says about its model; a foreign folder without a manifest gets no prefixes and no hidden layers."""

    encoder_id: str
    max_tokens: int
    query_prefix: str
    passage_prefix: str
    hidden_layers: tuple[int, ...]
    is_verified: bool


def default_encoder_folder() -> Path:
    """Where the encoder that ships with the program lies: in the frozen bundle, or in the project's build folder."""
    bundle = getattr(sys, "_MEIPASS", None)  # set by PyInstaller
    root = Path(bundle) if bundle else Path(__file__).resolve().parents[2] / "build"
    return root / "models" / "encoder"


def describe_encoder(folder: Path) -> EncoderDescription:
    """Checks every file in `folder` against its manifest and returns what the manifest says. About 0.1 s.

    Raises: ModelMissing when the model or the tokenizer is not there; ModelDamaged when a file does not have the
    manifest's hash, or the manifest cannot be read.
    """
    for name in (MODEL, TOKENIZER):
        if not (folder / name).is_file():
            raise ModelMissing(f"The encoder's folder has no {name}.", file=name)
    digests = {name: _file_sha256(folder / name) for name in (MODEL, TOKENIZER)}
    short_hash = digests[MODEL][:_ID_DIGITS]
    if not (folder / MANIFEST).is_file():
        return EncoderDescription(
            f"{_FOREIGN_NAME}@{short_hash}", _DEFAULT_MAX_TOKENS, "", "", (), is_verified=False
        )
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        for name, digest in digests.items():
            if manifest["files"][name]["sha256"] != digest:
                raise ModelDamaged(f"The encoder's {name} does not have the hash in its manifest.", file=name)
        return EncoderDescription(
            encoder_id=f"{manifest['name']}@{short_hash}",
            max_tokens=int(manifest["max_tokens"]),
            query_prefix=str(manifest["query_prefix"]),
            passage_prefix=str(manifest["passage_prefix"]),
            hidden_layers=tuple(int(layer) for layer in manifest["hidden_layers"]),
            is_verified=True,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ModelDamaged("The encoder's manifest cannot be read.", file=MANIFEST) from error


def _file_sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
