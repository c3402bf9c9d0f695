"""Renews resources/everyday.json, after resources/everyday.txt or the encoder has changed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_PROJECT))

from vault.recall import Encoder, default_encoder_folder  # noqa: E402
from vault.recall.everyday import STORED, measured  # noqa: E402
from vault.recall.vectors import quantise  # noqa: E402


def main() -> int:
    """Returns the exit status."""
    encoder = Encoder.load(default_encoder_folder())
    values, scales = quantise(measured(encoder).reshape(1, -1))
    content = {"encoder_id": encoder.encoder_id, "scale": float(scales[0]), "values": values[0].tolist()}
    (_PROJECT / "resources" / STORED).write_text(json.dumps(content) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
