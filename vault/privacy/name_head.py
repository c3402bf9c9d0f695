"""The name head: a small network that reads persons, places, addresses and organisations off the encoder's hidden states.

It knows arrays only; who has an encoder hands it in (`NameHeadLayer`). Trained by packaging/train_name_head.py, shipped as
resources/name_head.npz. Follows the design page "Privacy, Detection" and docs/decisions/0007-name-head.md.
"""

from __future__ import annotations

import bisect
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from vault.errors import ModelDamaged
from vault.privacy.bio import CLASSES, TYPES, Floats, decode, log_softmax
from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "name-head"
LAYERS: tuple[int, ...] = (7, 10, 12)
"""The encoder's layers whose states are the input, in this order."""

_CHINESE = re.compile("[\u3400-\u9fff]")
_INDOORS = re.compile(r"(?:room|floor|level|gate|desk|seat) [\w-]+|[\w-]+ floor", re.IGNORECASE)


class HiddenStates(Protocol):
    """What an encoder says of a text: `offsets` (tokens, 2) in characters, `layers` number to (tokens, size)."""

    @property
    def offsets(self) -> npt.NDArray[np.int64]: ...

    @property
    def layers(self) -> Mapping[int, Floats]: ...


class StateEncoder(Protocol):
    """The part of a text encoder that the head needs. Any thread."""

    def hidden(self, text: str) -> HiddenStates: ...


@dataclass(frozen=True, slots=True)
class Weights:
    """`first` (features, hidden), `first_bias` (hidden,), `second` (3 × hidden, classes), `second_bias` (classes,)."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats


class NameHead:
    """One hidden layer on each token, then a choice of class from the token with its two neighbours. Any thread."""

    def __init__(self, weights: Weights, chinese: Weights | None = None, *, outside: float = 0.0) -> None:
        """`chinese`, where given, is for texts with Chinese characters in them, `weights` for the others.

        `outside` is added to the score of "no name": above zero fewer and surer names, below zero more.
        """
        self._weights = weights
        self._chinese = weights if chinese is None else chinese
        self._outside = np.float32(outside)

    @classmethod
    def from_bytes(cls, content: bytes, sha256: str) -> NameHead:
        """The head in the bytes of its file. Raises: ModelDamaged when they do not have that hash or cannot be read."""
        if hashlib.sha256(content).hexdigest() != sha256:
            raise ModelDamaged("The name head does not have its hash.", file="name_head.npz")
        try:
            with np.load(io.BytesIO(content)) as arrays:
                parts = {name: np.asarray(arrays[name], dtype=np.float32) for name in arrays.files}
            both = [
                Weights(*(parts[prefix + name] for name in Weights.__slots__)) for prefix in ("", "chinese_")
            ]
            outside = float(parts["outside"])
        except (KeyError, ValueError, OSError, zipfile.BadZipFile) as error:
            raise ModelDamaged("The name head cannot be read.", file="name_head.npz") from error
        if any(weights.second.shape != (3 * weights.first.shape[1], CLASSES) for weights in both):
            raise ModelDamaged("The name head has another shape.", file="name_head.npz")
        return cls(*both, outside=outside)

    def scores(self, states: HiddenStates, text: str) -> Floats:
        """(tokens, classes) log probabilities for `text`, without the `outside` of the constructor."""
        weights = self._chinese if _CHINESE.search(text) else self._weights
        return log_softmax(forward(weights, features(states.layers))[1])

    def spans(self, states: HiddenStates, text: str) -> list[Span]:
        """Names in `text`, whose states these are, in its own offsets; whole words where the script has words."""
        if not len(states.offsets):
            return []
        scores = self.scores(states, text)
        scores[:, 0] += self._outside
        found = []
        for start, end, kind in decode(scores):
            begin, stop = int(states.offsets[start, 0]), int(states.offsets[end - 1, 1])
            begin, stop = whole_words(text, begin, stop)
            if is_possible(text[begin:stop], TYPES[kind]):
                found.append(Span(begin, stop, TYPES[kind], LAYER))
        return found


class NameHeadLayer:
    """The head over an encoder, as a layer of detection. Any thread; about the encoder's own time for the text."""

    name = LAYER

    def __init__(self, encoder: StateEncoder, head: NameHead) -> None:
        self._encoder = encoder
        self._head = head

    def find(self, folded: Folded) -> Iterator[Span]:
        """Names in folded offsets. The encoder reads the source: folded look-alikes are no words to it.

        Raises: EncodingFailed when the encoder's numbers are not finite.
        """
        source = folded.source
        for span in self._head.spans(self._encoder.hidden(source), source):
            yield to_folded(folded, span)


def to_folded(folded: Folded, span: Span) -> Span:
    """A span of the source in folded offsets; empty where only invisible characters were in it."""
    if folded.offsets is None:
        return span
    start = bisect.bisect_left(folded.offsets, span.start)
    return Span(start, bisect.bisect_left(folded.offsets, span.end), span.type, span.layer)


def features(layers: Mapping[int, Floats]) -> Floats:
    """(tokens, 3 × size) float32: the states of `LAYERS` side by side."""
    return np.concatenate([layers[number] for number in LAYERS], axis=1)


def forward(weights: Weights, inputs: Floats) -> tuple[Floats, Floats]:
    """The hidden layer (tokens, hidden) and the raw scores (tokens, classes) of one text's tokens."""
    hidden = np.maximum(inputs @ weights.first + weights.first_bias, 0)
    beside = np.zeros((len(hidden) + 2, hidden.shape[1]), dtype=np.float32)
    beside[1:-1] = hidden
    around = np.concatenate([beside[:-2], beside[1:-1], beside[2:]], axis=1)
    return hidden, around @ weights.second + weights.second_bias


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Grown over the rest of a word in an alphabet, which tokens cut, and without marks and the 's at its ends."""
    while start > 0 and _is_letter(text[start]) and _is_letter(text[start - 1]):
        start -= 1
    while 0 < end < len(text) and _is_letter(text[end - 1]) and _is_letter(text[end]):
        end += 1
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not (text[end - 1].isalnum() or text[end - 1] in ".)"):
        end -= 1
    if text[start:end].endswith(("'s", "’s")) and end - start > 2:
        end -= 2
    return start, end


def is_possible(value: str, kind: PiiType) -> bool:
    """A name has letters, and more than one Chinese character where no title follows, which a rule of its own finds. One
    character three times over is a cry.

    An address is more than a place inside a building ("3rd floor"), which is nobody's own.
    """
    if kind is PiiType.PERSON and len(value) == 1 and not _is_letter(value):
        return False
    if kind is PiiType.PERSON and len(value) > 2 and len(set(value)) == 1:
        return False
    if kind is PiiType.ADDRESS and _INDOORS.fullmatch(value):
        return False
    return any(character.isalpha() for character in value)


def _is_letter(character: str) -> bool:
    return character.isalpha() and not "\u2e80" <= character <= "\uffdc"
