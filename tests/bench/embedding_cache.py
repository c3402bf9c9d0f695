"""The real encoder with a memory on disk, for measurements only: the same text is embedded once, by hash of its
content.

One append-only file for each encoder id under build/cache/embeddings. A record is a 16-byte digest, the number of
rows (uint32) and the rows as float32. A record cut off by a kill is dropped at the next start.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vault.recall.encoder import Encoder, PassageChunks

_HEADER = struct.Struct("<16sI")
_GROUP = 512


class CachedEncoder(Encoder):
    """An `Encoder` that looks texts up before it runs the model. Spans of chunks are not kept: no bench reads them."""

    folder: Path
    _known: dict[bytes, npt.NDArray[np.float32]]

    @classmethod
    def load_cached(cls, model: Path, folder: Path) -> CachedEncoder:
        """The encoder in `model`, remembering in `folder`."""
        encoder = cls.load(model)
        assert isinstance(encoder, CachedEncoder)
        folder.mkdir(parents=True, exist_ok=True)
        encoder.folder = folder
        encoder._known = {}
        encoder._read()
        return encoder

    def encode_queries(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        def compute(missing: list[str]) -> list[npt.NDArray[np.float32]]:
            return [row.reshape(1, -1) for row in super(CachedEncoder, self).encode_queries(missing)]

        rows = self._through("query", texts, compute)
        return np.concatenate([np.empty((0, self.dimension), np.float32), *rows])

    def encode_passages(
        self, texts: Sequence[str], *, cancelled: Callable[[], bool] | None = None
    ) -> list[PassageChunks]:
        def compute(missing: list[str]) -> list[npt.NDArray[np.float32]]:
            found = super(CachedEncoder, self).encode_passages(missing, cancelled=cancelled)
            return [chunks.vectors for chunks in found]

        return [
            PassageChunks(((0, 0),) * len(rows), rows) for rows in self._through("passage", texts, compute)
        ]

    @property
    def _file(self) -> Path:
        return self.folder / f"{self.encoder_id.replace('@', '-')}.bin"

    def _through(
        self, form: str, texts: Sequence[str], compute: Callable[[list[str]], list[npt.NDArray[np.float32]]]
    ) -> list[npt.NDArray[np.float32]]:
        digests = [hashlib.blake2b(f"{form}:{text}".encode(), digest_size=16).digest() for text in texts]
        missing = {d: t for d, t in zip(digests, texts, strict=True) if d not in self._known}
        items = sorted(missing.items(), key=lambda item: len(item[1]))
        for start in range(0, len(items), _GROUP):
            group = items[start : start + _GROUP]
            self._append([digest for digest, _ in group], compute([text for _, text in group]))
        return [self._known[digest] for digest in digests]

    def _append(self, digests: list[bytes], rows: list[npt.NDArray[np.float32]]) -> None:
        records = [
            _HEADER.pack(digest, len(vectors)) + vectors.astype("<f4").tobytes()
            for digest, vectors in zip(digests, rows, strict=True)
        ]
        with self._file.open("ab", buffering=0) as file:  # one write: two measurements may share the file
            file.write(b"".join(records))
        self._known.update(zip(digests, rows, strict=True))

    def _read(self) -> None:
        if not self._file.is_file():
            return
        content = self._file.read_bytes()
        place = 0
        while place + _HEADER.size <= len(content):
            digest, count = _HEADER.unpack_from(content, place)
            start, size = place + _HEADER.size, count * self.dimension * 4
            if start + size > len(content):
                break
            self._known[digest] = np.frombuffer(content, "<f4", count * self.dimension, start).reshape(
                count, -1
            )
            place = start + size
        if place < len(content):
            self._file.write_bytes(content[:place])
