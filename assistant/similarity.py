"""How near sentences are in meaning, and words to each other, by the recall encoder, for whoever checks a reply."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from assistant.citations import SameWord, Similarity
from assistant.pinned import trained_on
from assistant.support.word_pairs import LAYER, WordPairs
from vault.errors import EncodingFailed
from vault.recall import Encoder

_FILE = "word_pairs.npz"
# Words whose states are kept: those of a long reply and its sources, at 1.5 kB each.
_MOST_WORDS = 2_000


def similarity_of(encoder: Encoder | None) -> Similarity | None:
    """Compares a sentence with texts by cosine; None without an encoder, 0 for all where it fails."""
    if encoder is None:
        return None

    def compare(sentence: str, texts: Sequence[str]) -> Sequence[float]:
        try:
            rows = encoder.encode_queries([sentence, *texts])
        except EncodingFailed:
            return [0.0] * len(texts)
        return [float(value) for value in rows[1:] @ rows[0]]

    return compare


def same_word_of(encoder: Encoder | None) -> SameWord | None:
    """Compares words as `assistant.support.word_pairs` does; None without the encoder that it was trained on.

    Any thread. Raises: ModelDamaged when the shipped file is not the one that was built.
    """
    if encoder is None:
        return None
    found = trained_on(encoder, "word_pairs", _FILE)
    return None if found is None else _SameWord(encoder, WordPairs.from_bytes(*found))


class _SameWord:
    """Remembers the states of the words that it has read, because a reply's sentences share their sources."""

    def __init__(self, encoder: Encoder, pairs: WordPairs) -> None:
        self._encoder, self._pairs = encoder, pairs
        self._states: dict[str, npt.NDArray[np.float32]] = {}
        self._lock = threading.Lock()

    def __call__(self, words: Sequence[str], others: Sequence[str]) -> npt.NDArray[np.float32]:
        with self._lock:
            if len(self._states) > _MOST_WORDS:
                self._states.clear()
            new = [word for word in dict.fromkeys((*words, *others)) if word not in self._states]
            try:
                if new:
                    self._states.update(zip(new, self._encoder.word_states(new, LAYER), strict=True))
            except EncodingFailed:
                return np.zeros((len(words), len(others), 3), dtype=np.float32)
            mine, theirs = ([self._states[word] for word in each] for each in (words, others))
        return self._pairs.compare(np.stack(mine), np.stack(theirs))
