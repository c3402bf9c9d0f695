"""Trains resources/name_head.npz: `python packaging/train_name_head.py DIR`, DIR being the marked files.

Needs the encoder in build/models (`make models`). Learns from the rows marked "train" of commands (SLURP), noisy (WNUT
2017) and synth-v2 (presidio-research), and from sentences that packaging/name_head generates; see
docs/decisions/0007-name-head.md and 0018-two-heads-weighed.md. The file holds two heads: one for texts without Chinese,
and one that also learns from generated posts, for texts with Chinese.
With --tune a tenth of the rows is held back and the precision and recall on it are printed for several settings of
"outside"; nothing is written then.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
import time
import zipfile
from pathlib import Path

import numpy as np

_PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_PROJECT))

from name_head import Example, Options, collect_states, generate, read_rows, train  # noqa: E402
from name_head.examples import LABELS  # noqa: E402
from name_head.scoring import report  # noqa: E402

from vault.privacy.name_head import Weights  # noqa: E402
from vault.recall.encoder import Encoder  # noqa: E402

SEED = 20261130
CHINESE, ENGLISH, MIXED, POSTS = 1300, 600, 250, 4500
POST = "post"
OUTSIDE = 0.0
"""Chosen on the held-back tenth (--tune), before anything else was measured."""

_LARGEST_BYTES = 2 << 20


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folder", type=Path, help="the folder with commands.jsonl, noisy.jsonl, synth-v2.jsonl"
    )
    parser.add_argument(
        "--tune", action="store_true", help="hold a tenth back and measure on it, write nothing"
    )
    parser.add_argument("--output", type=Path, default=_PROJECT / "resources" / "name_head.npz")
    parser.add_argument(
        "--workers", type=int, default=1, help="processes that encode texts not yet in the cache"
    )
    parser.add_argument("--epochs", type=int, default=Options.epochs)
    parser.add_argument("--dropout", type=float, default=Options.dropout)
    parser.add_argument("--decay", type=float, default=Options.decay)
    options = parser.parse_args(arguments)
    started = time.monotonic()
    keys, examples = learnt_from(options.folder)
    is_post = np.array([key.startswith(POST) for key in keys])
    model = _PROJECT / "build" / "models" / "encoder"
    cache = _PROJECT / "build" / "cache" / "name-head"
    table = collect_states(model, examples, cache, workers=options.workers)
    print(
        f"{len(examples)} texts, {len(table.labels)} tokens ({time.monotonic() - started:.0f} s)", flush=True
    )
    held = np.array([options.tune and is_held_back(key) for key in keys])
    settings = Options(seed=SEED, epochs=options.epochs, dropout=options.dropout, decay=options.decay)
    classes = 1 + 2 * len(LABELS)
    plain = train(table.of_texts(~held & ~is_post), classes, settings)
    print(f"trained ({time.monotonic() - started:.0f} s)", flush=True)
    if options.tune:
        report(
            Encoder.load(model),
            plain,
            [pair for pair, is_held in zip(zip(keys, examples, strict=True), held, strict=True) if is_held],
        )
        return 0
    chinese = train(table, classes, settings)
    print(f"trained for Chinese ({time.monotonic() - started:.0f} s)", flush=True)
    content = packed(plain, chinese, OUTSIDE)
    assert len(content) <= _LARGEST_BYTES, "the head is to stay small"
    options.output.write_bytes(content)
    print(f'sha256 = "{hashlib.sha256(content).hexdigest()}"\nsize_bytes = {len(content)}')
    return 0


def learnt_from(folder: Path) -> tuple[list[str], list[Example]]:
    """All examples with their keys: the rows, small-letter copies of those with names, and the generated ones.

    Of the many posts without a name one in three is enough.
    """
    rows = [
        (key, example)
        for key, example in read_rows(folder)
        if example.spans or not key.startswith("noisy") or int(key.split("/")[1]) % 3 == 0
    ]
    lowered = [(key, small) for key, example in rows if example.spans and (small := example.lowered())]
    made = list(generate(SEED, chinese=CHINESE, english=ENGLISH, mixed=MIXED, posts=POSTS))
    keys = [key for key, _ in rows] + [key for key, _ in lowered]
    keys += [f"{'made' if number < len(made) - POSTS else POST}/{number}" for number in range(len(made))]
    return keys, [example for _, example in (*rows, *lowered)] + made


def is_held_back(key: str) -> bool:
    """A tenth of the rows, by a hash of their file and position."""
    return hashlib.sha256(key.encode()).digest()[0] < 26


def packed(plain: Weights, chinese: Weights, outside: float) -> bytes:
    """The file: an npz of float16 arrays with fixed times, so that the same numbers are the same bytes."""
    arrays = {
        prefix + name: getattr(weights, name)
        for prefix, weights in (("", plain), ("chinese_", chinese))
        for name in Weights.__slots__
    }
    arrays["outside"] = np.array(outside)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, array in arrays.items():
            part = io.BytesIO()
            np.save(part, array.astype(np.float16))
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), part.getvalue())
    return buffer.getvalue()


__all__ = ["Example", "main", "packed"]

if __name__ == "__main__":
    sys.exit(main())
