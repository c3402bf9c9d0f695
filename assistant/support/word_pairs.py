"""Whether two words say the same, and whether they are opposites: a small network on the encoder's states of each word alone.

A word list ends somewhere; the encoder knows every word, but not by likeness alone: "doctor" lies as near to "nurse" as to
"physician". The network learnt the difference from the pairs of two dictionaries. Trained by packaging/train_word_pairs.py,
shipped as resources/word_pairs.npz. It knows arrays only. Follows docs/decisions/0028.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vault.errors import ModelDamaged

Floats = npt.NDArray[np.float32]
LAYER = 10
"""The encoder's layer whose states are the input."""

OTHER, SAME, OPPOSITE = 0, 1, 2
_FILE = "word_pairs.npz"

WordStates = Callable[[Sequence[str]], Floats]


@dataclass(frozen=True, slots=True)
class Weights:
    """`mean` (states,), `shared` (states, size), `first` (2 × size + 1, hidden), `second` (hidden, 3) and their biases."""

    mean: Floats
    shared: Floats
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats


class WordPairs:
    """Compares words by their states; the order of the two makes no difference. Any thread."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    @classmethod
    def from_bytes(cls, content: bytes, sha256: str) -> WordPairs:
        """The network in the bytes of its file. Raises: ModelDamaged when they do not have that hash or shape."""
        if hashlib.sha256(content).hexdigest() != sha256:
            raise ModelDamaged("The word pairs do not have their hash.", file=_FILE)
        try:
            with np.load(io.BytesIO(content)) as arrays:
                weights = Weights(*(np.asarray(arrays[n], dtype=np.float32) for n in Weights.__slots__))
        except (KeyError, ValueError, OSError, zipfile.BadZipFile) as error:
            raise ModelDamaged("The word pairs cannot be read.", file=_FILE) from error
        return cls(weights)

    def compare(self, words: Floats, others: Floats) -> Floats:
        """(words, others, 3) probabilities of OTHER, SAME and OPPOSITE for states (words, n) and (others, n)."""
        w = self._weights
        mine, theirs = self._centred(words), self._centred(others)
        near = (mine @ theirs.T)[..., None]
        a, b = (mine @ w.shared)[:, None], (theirs @ w.shared)[None]
        inputs = np.concatenate([a * b, np.abs(a - b), near], axis=2)
        logits = np.maximum(inputs @ w.first + w.first_bias, 0) @ w.second + w.second_bias
        odds = np.exp(logits - logits.max(axis=2, keepdims=True))
        return np.asarray(odds / odds.sum(axis=2, keepdims=True), dtype=np.float32)

    def _centred(self, states: Floats) -> Floats:
        rows = states - self._weights.mean
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)
