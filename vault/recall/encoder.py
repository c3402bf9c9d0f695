"""Text to vectors: tokens, prefixes, windows over long texts, and hidden states by character. Follows "The encoder"."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vault.errors import ModelDamaged
from vault.recall.encoder_session import EncoderSession, Floats
from vault.recall.models import MODEL, TOKENIZER, EncoderDescription, describe_encoder

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Span = tuple[int, int]

# A window of half the model's length keeps a single sentence visible in the mean over its tokens: sentences put at
# character 2,900 of 27 texts were found with a mean reciprocal rank of .64, with .37 at the full length, and with .65
# at a quarter of it, which doubles the vectors.
_PASSAGE_TOKENS = 254
_OVERLAP_TOKENS = 64
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class PassageChunks:
    """A text cut into overlapping windows: `spans` in characters of the text, `vectors` (chunks, dimension)."""

    spans: tuple[Span, ...]
    vectors: Floats


@dataclass(frozen=True)
class TokenStates:
    """Hidden states by token, special tokens and prefix left out.

    `offsets` (tokens, 2) int64 in characters of the text, end excluded, blanks not counted in; `layers` maps the
    layer's number to (tokens, dimension) float32.
    """

    offsets: npt.NDArray[np.int64]
    layers: dict[int, Floats]


@dataclass(frozen=True)
class _Tokens:
    ids: list[int]
    offsets: list[Span]


class Encoder:
    """A text encoder on ONNX Runtime, on the processor. Any thread, several at once; fetches nothing."""

    def __init__(
        self, description: EncoderDescription, session: EncoderSession, tokenizer: Tokenizer
    ) -> None:
        """Use `load`."""
        self.encoder_id = description.encoder_id
        self.dimension = session.dimension
        self._description = description
        self._session = session
        self._tokenizer = tokenizer
        self._head, self._tail = _special_tokens(tokenizer)
        self._query_prefix = self._tokens([description.query_prefix.strip()])[0].ids
        self._passage_prefix = self._tokens([description.passage_prefix.strip()])[0].ids

    @classmethod
    def load(cls, folder: Path, *, threads: int | None = None) -> Encoder:
        """The encoder in `folder` (model.onnx, tokenizer.json and, unless it is a foreign one, manifest.json).

        Takes about a second: call it off the GUI thread. `threads` is the number of cores one text may use.
        Raises: ModelMissing, ModelDamaged.
        """
        description = describe_encoder(folder)
        tokenizer = _load_tokenizer(folder / TOKENIZER, is_verified=description.is_verified)
        return cls(description, EncoderSession(folder / MODEL, threads=threads), tokenizer)

    def encode_queries(self, texts: Sequence[str]) -> Floats:
        """(texts, dimension) float32 of length one. A query longer than the model's input is the mean of its windows.

        Raises: EncodingFailed when a vector is not finite.
        """
        rows: list[list[int]] = []
        owners: list[int] = []
        room = self._room(self._query_prefix)
        for number, tokens in enumerate(self._tokens(texts)):
            for start, end in _windows(len(tokens.ids), room, 0):
                rows.append(self._row(self._query_prefix, tokens.ids[start:end]))
                owners.append(number)
        sums = np.zeros((len(texts), self.dimension), dtype=np.float32)
        weights = np.array([len(row) for row in rows], dtype=np.float32).reshape(-1, 1)
        np.add.at(sums, owners, self._session.vectors(rows, owners) * weights)
        return np.asarray(sums / np.linalg.norm(sums, axis=1, keepdims=True), dtype=np.float32)

    def encode_passages(
        self, texts: Sequence[str], *, cancelled: Callable[[], bool] | None = None
    ) -> list[PassageChunks]:
        """One PassageChunks for each text, in order; a short text has one chunk. Give many texts at once: those of
        like length are run together.

        Raises: EncodingFailed when a vector is not finite, with the text's number; EncodingCancelled when
        `cancelled` says so, asked between batches of 0.3 s at most.
        """
        room = min(self._room(self._passage_prefix), _PASSAGE_TOKENS)
        rows: list[list[int]] = []
        owners: list[int] = []
        spans: list[tuple[Span, ...]] = []
        for number, (text, tokens) in enumerate(zip(texts, self._tokens(texts), strict=True)):
            windows = _windows(len(tokens.ids), room, min(_OVERLAP_TOKENS, room // 4))
            rows += [self._row(self._passage_prefix, tokens.ids[start:end]) for start, end in windows]
            owners += [number] * len(windows)
            spans.append(tuple(_characters(tokens.offsets[start:end], text) for start, end in windows))
        vectors = self._session.vectors(rows, owners, cancelled)
        ends = np.cumsum([len(of_text) for of_text in spans]).tolist()
        return [
            PassageChunks(of_text, vectors[end - len(of_text) : end])
            for of_text, end in zip(spans, ends, strict=True)
        ]

    def hidden(self, text: str) -> TokenStates:
        """The states of every token after the layers named in the manifest, as a query; long texts window by window.

        Raises: ModelDamaged when the model has no such outputs; EncodingFailed when a state is not finite.
        """
        layers = [
            layer for layer in self._description.hidden_layers if f"hidden_{layer}" in self._session.outputs
        ]
        if not layers:
            raise ModelDamaged("The encoder's model gives no hidden states.", file=MODEL)
        tokens = self._tokens([text])[0]
        room = self._room(self._query_prefix)
        parts: list[list[Floats]] = []
        skipped = len(self._head) + len(self._query_prefix)
        for start, end, kept_from, kept_to in _seams(
            _windows(len(tokens.ids), room, min(_OVERLAP_TOKENS, room // 4))
        ):
            row = self._row(self._query_prefix, tokens.ids[start:end])
            states = self._session.states(row, [f"hidden_{layer}" for layer in layers])
            parts.append([state[skipped + kept_from - start : skipped + kept_to - start] for state in states])
        offsets = np.array([_trimmed(span, text) for span in tokens.offsets], dtype=np.int64).reshape(-1, 2)
        joined = [np.concatenate(of_layer) for of_layer in zip(*parts, strict=True)]
        return TokenStates(offsets, dict(zip(layers, joined, strict=True)))

    def word_states(self, words: Sequence[str], layer: int) -> Floats:
        """(words, dimension) float32: the mean state of each word's tokens after one layer, each word read alone.

        Raises: ModelDamaged when the model has no such output; EncodingFailed when a state is not finite.
        """
        name = f"hidden_{layer}"
        if name not in self._session.outputs:
            raise ModelDamaged("The encoder's model gives no hidden states.", file=MODEL)
        room = self._room(self._query_prefix)
        rows = [self._row(self._query_prefix, tokens.ids[:room]) for tokens in self._tokens(words)]
        around = (len(self._head) + len(self._query_prefix), len(self._tail))
        return self._session.means(rows, name, around)

    def _tokens(self, texts: Sequence[str]) -> list[_Tokens]:
        # half a surrogate pair, which broken imports contain, is no text to the library; one character stays one
        clean = [_LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text) for text in texts]
        # one by one: the batch call starts a thread pool of its own, which warns on every later fork, to save nothing
        # beside the encoder's own time
        encoded = [self._tokenizer.encode(text, add_special_tokens=False) for text in clean]
        return [_Tokens(one.ids, one.offsets) for one in encoded]

    def _row(self, prefix: list[int], ids: list[int]) -> list[int]:
        return [*self._head, *prefix, *ids, *self._tail]

    def _room(self, prefix: list[int]) -> int:
        """Tokens of text that fit into one run beside the prefix and the special tokens."""
        return max(1, self._description.max_tokens - len(self._head) - len(self._tail) - len(prefix))


def _load_tokenizer(path: Path, *, is_verified: bool) -> Tokenizer:
    from tokenizers import Tokenizer  # start-up time

    content = path.read_bytes()
    if not is_verified:
        _check_tokenizer(path.name, content)
    tokenizer = Tokenizer.from_buffer(content)
    # foreign files often carry both; windows and batches are made here
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _check_tokenizer(name: str, content: bytes) -> None:
    """Asked of a foreign file before the library is, because that reports every fault as a bare Exception."""
    try:
        if "model" not in json.loads(content):
            raise ModelDamaged("The encoder's tokenizer has no model.", file=name)
    except (ValueError, TypeError) as error:
        raise ModelDamaged("The encoder's tokenizer cannot be read.", file=name) from error


def _special_tokens(tokenizer: Tokenizer) -> tuple[list[int], list[int]]:
    """The ids that the tokenizer puts before and after a text."""
    encoded = tokenizer.encode("a")
    text = [index for index, special in enumerate(encoded.special_tokens_mask) if not special]
    if not text:
        return [], []
    return encoded.ids[: text[0]], encoded.ids[text[-1] + 1 :]


def _windows(count: int, size: int, overlap: int) -> list[Span]:
    """Token ranges that cover `count` tokens; an empty text has one empty range."""
    windows = [(0, min(size, count))]
    while windows[-1][1] < count:
        start = windows[-1][1] - overlap
        windows.append((start, min(start + size, count)))
    return windows


def _seams(windows: list[Span]) -> list[tuple[int, int, int, int]]:
    """Each window with the part of it that is kept: overlaps are split where both sides have like context."""
    cuts = [0, *((following[0] + window[1]) // 2 for window, following in pairwise(windows))]
    cuts.append(windows[-1][1])
    return [(*window, cuts[number], cuts[number + 1]) for number, window in enumerate(windows)]


def _characters(offsets: list[Span], text: str) -> Span:
    return (_trimmed(offsets[0], text)[0], offsets[-1][1]) if offsets else (0, len(text))


def _trimmed(span: Span, text: str) -> Span:
    """A token's characters without the blank that SentencePiece counts into the word after it."""
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    return start, end
