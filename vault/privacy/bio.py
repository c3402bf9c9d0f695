"""The labels in which names are read off a text, one for each token or character, and the best sequence of them.

Label 0 is outside; 1 + 2 n begins a span of type n of `TYPES`, 2 + 2 n is inside one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vault.privacy.spans import PiiType

TYPES = (PiiType.PERSON, PiiType.LOCATION, PiiType.ADDRESS, PiiType.ORGANIZATION)
CLASSES = 1 + 2 * len(TYPES)

Floats = npt.NDArray[np.float32]

_NEVER = np.float32(-1e9)


def log_softmax(scores: Floats) -> Floats:
    """Log probabilities over the last axis."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), dtype=np.float32)


def decode(scores: Floats) -> list[tuple[int, int, int]]:
    """The best sequence of (first token, end token, label number) in which no inside comes without its beginning.

    Source: Viterbi's algorithm over the BIO scheme.
    """
    allowed = _transitions()
    best = scores[0] + np.where(_is_inside(), _NEVER, 0)
    back = np.zeros(scores.shape, dtype=np.int64)
    for place in range(1, len(scores)):
        paths = best[:, None] + allowed
        back[place] = paths.argmax(axis=0)
        best = paths.max(axis=0) + scores[place]
    label = int(best.argmax())
    labels = [label]
    for place in range(len(scores) - 1, 0, -1):
        label = int(back[place, label])
        labels.append(label)
    return _runs(labels[::-1])


def _is_inside() -> npt.NDArray[np.bool_]:
    return np.array([label > 0 and label % 2 == 0 for label in range(CLASSES)])


def _transitions() -> Floats:
    """(from, to): 0 where a label may follow, a large negative number where it may not."""
    allowed = np.zeros((CLASSES, CLASSES), dtype=np.float32)
    for inside in range(2, CLASSES, 2):
        allowed[:, inside] = _NEVER
        allowed[[inside - 1, inside], inside] = 0
    return allowed


def _runs(labels: list[int]) -> list[tuple[int, int, int]]:
    runs: list[tuple[int, int, int]] = []
    for place, label in enumerate(labels):
        if label and label % 2:
            runs.append((place, place + 1, label // 2))
        elif label:
            runs[-1] = (runs[-1][0], place + 1, runs[-1][2])
    return runs
