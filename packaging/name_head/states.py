"""Hidden states of every token of every example, computed once for each text and kept in build/cache."""

from __future__ import annotations

import concurrent.futures
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from name_head.examples import LABELS, Example
from vault.privacy.name_head import LAYERS, features
from vault.recall.encoder import Encoder
from vault.recall.models import MANIFEST

_BLOCK = 250  # texts in a cache file


@dataclass(frozen=True)
class TokenTable:
    """The tokens of many examples one after another, no token of one beside one of another (see `neighbours`).

    `states` (tokens, features) float16; `labels` (tokens,): 0 outside, 1 + 2 n the start of label n, 2 + 2 n
    its inside;
    `is_open` (tokens,) bool, where "outside" may be an unmarked organisation or address; `weights` (tokens,);
    `texts` (tokens,) the example's number.
    """

    states: npt.NDArray[np.float16]
    labels: npt.NDArray[np.int64]
    is_open: npt.NDArray[np.bool_]
    weights: npt.NDArray[np.float32]
    texts: npt.NDArray[np.int64]

    def neighbours(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Whether each token has one before, and one after it, in its text."""
        same = self.texts[1:] == self.texts[:-1]
        return np.concatenate([[False], same]), np.concatenate([same, [False]])

    def of_texts(self, wanted: npt.NDArray[np.bool_]) -> TokenTable:
        """The rows of the examples that `wanted` (examples,) names."""
        rows = wanted[self.texts]
        return TokenTable(
            self.states[rows], self.labels[rows], self.is_open[rows], self.weights[rows], self.texts[rows]
        )


def collect_states(model: Path, examples: Sequence[Example], cache: Path, *, workers: int = 1) -> TokenTable:
    """The table of `examples` by the encoder in folder `model`; what `cache` holds already is read, not computed."""
    cache.mkdir(parents=True, exist_ok=True)
    blocks = [examples[begin : begin + _BLOCK] for begin in range(0, len(examples), _BLOCK)]
    paths = [_path(cache, model, block) for block in blocks]
    missing = [(block, path) for block, path in zip(blocks, paths, strict=True) if not path.exists()]
    with concurrent.futures.ProcessPoolExecutor(workers) as pool:
        jobs = [
            pool.submit(_write_block, model, [one.text for one in block], path) for block, path in missing
        ]
        for job in concurrent.futures.as_completed(jobs):
            print(f"  {job.result()}", flush=True)
    states, labels, is_open, weights, texts = [], [], [], [], []
    for begin, block, path in zip(range(0, len(examples), _BLOCK), blocks, paths, strict=True):
        with np.load(path) as kept:
            states.append(kept["states"])
            offsets, counts = kept["offsets"], kept["counts"]
        ends = np.cumsum(counts)
        for number, example in enumerate(block):
            marks = token_labels(offsets[ends[number] - counts[number] : ends[number]], example)
            labels.append(marks)
            is_open.append((marks == 0) & (not example.is_complete))
            weights.append(np.full(len(marks), example.weight, dtype=np.float32))
            texts.append(np.full(len(marks), begin + number, dtype=np.int64))
    return TokenTable(*map(np.concatenate, (states, labels, is_open, weights, texts)))


def token_labels(offsets: npt.NDArray[np.int64], example: Example) -> npt.NDArray[np.int64]:
    """The label of each token: that of the span with which it shares a character."""
    marks = np.zeros(len(offsets), dtype=np.int64)
    for start, end, label in example.spans:
        inside = np.flatnonzero((offsets[:, 0] < end) & (offsets[:, 1] > start))
        marks[inside] = 2 + 2 * LABELS.index(label)
        marks[inside[:1]] -= 1
    return marks


def _path(cache: Path, model: Path, block: Sequence[Example]) -> Path:
    """Where a block's states are kept: named by its texts and the model's manifest, which holds the model's hash."""
    digest = hashlib.sha256((model / MANIFEST).read_bytes())
    digest.update("\0".join([str(LAYERS), *(example.text for example in block)]).encode())
    return cache / f"{digest.hexdigest()[:24]}.npz"


def _write_block(model: Path, texts: Sequence[str], path: Path) -> str:
    encoder = Encoder.load(model, threads=1)
    found = [encoder.hidden(text) for text in texts]
    part = path.with_suffix(".part.npz")
    np.savez(
        part,
        states=np.concatenate([features(one.layers) for one in found]).astype(np.float16),
        offsets=np.concatenate([one.offsets for one in found]),
        counts=np.array([len(one.offsets) for one in found], dtype=np.int64),
    )
    part.rename(path)
    return path.stem
