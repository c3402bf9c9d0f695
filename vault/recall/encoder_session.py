"""Runs the encoder's ONNX graph on padded batches; knows arrays of token ids, no text. Follows "The encoder"."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vault.errors import EncodingFailed, ModelDamaged
from vault.onnx_graph import graph_errors, load_graph

Floats = npt.NDArray[np.float32]
Ids = Sequence[int]

# 0.2 to 0.3 s of work on two cores: long enough for 90 % of the full throughput, short enough to stop soon
_BATCH_TOKENS = 512
_MOST_THREADS = 4
_POOLED_NAMES = ("pooled", "sentence_embedding")
_SMALLEST_NORM = 1e-12


class EncodingCancelled(Exception):
    """The caller's token asked to stop: an outcome, not a failure. Nothing of the call is kept."""


class EncoderSession:
    """One loaded graph. Safe to call from several threads at once: a query does not wait for a bulk job's turn."""

    def __init__(self, model: Path, *, threads: int | None) -> None:
        """Raises: ModelDamaged when ONNX Runtime cannot load the file or it gives no text vector."""
        self._session = load_graph(model, threads=threads or min(_MOST_THREADS, os.cpu_count() or 1))
        self._inputs = {node.name for node in self._session.get_inputs()}
        outputs = {node.name: node.shape for node in self._session.get_outputs()}
        pooled = [name for name in _POOLED_NAMES if name in outputs]
        # a foreign model may give token states only; then the first such output is averaged here
        states = [name for name, shape in outputs.items() if len(shape) == 3]
        if not (pooled or states) or "input_ids" not in self._inputs:
            raise ModelDamaged(
                "The encoder's model has no output that could be a text's vector.", file=model.name
            )
        self._vector_output = (pooled or states)[0]
        self._is_pooled = bool(pooled)
        self.outputs = frozenset(outputs)
        self.dimension = self._tried_dimension(model.name)

    def vectors(
        self, rows: Sequence[Ids], owners: Sequence[int], cancelled: Callable[[], bool] | None = None
    ) -> Floats:
        """(rows, dimension) float32 of length one, in the order of `rows`, which hold special tokens already.

        Raises: EncodingFailed when a vector is not finite, with its entry of `owners`; EncodingCancelled when
        `cancelled` says so between batches.
        """
        out = np.empty((len(rows), self.dimension), dtype=np.float32)
        for batch in _batches([len(row) for row in rows]):
            if cancelled is not None and cancelled():
                raise EncodingCancelled
            feed, mask = self._feed([rows[index] for index in batch])
            (found,) = self._session.run([self._vector_output], feed)
            out[batch] = _unit(found if self._is_pooled else _mean(found, mask))
        broken = np.flatnonzero(~np.isfinite(out).all(axis=1))
        if broken.size:
            raise EncodingFailed(text_number=owners[broken[0]])
        return out

    def states(self, row: Ids, outputs: Sequence[str]) -> list[Floats]:
        """Each named output for one row, (tokens, dimension) float32. Raises: EncodingFailed when not finite."""
        feed, _mask = self._feed([row])
        found: list[Floats] = [states[0] for states in self._session.run(list(outputs), feed)]
        if not all(np.isfinite(states).all() for states in found):
            raise EncodingFailed(text_number=0)
        return found

    def means(self, rows: Sequence[Ids], output: str, around: tuple[int, int]) -> Floats:
        """(rows, dimension) float32: the mean of one output over each row's tokens, but for those `around` it.

        Raises: EncodingFailed when a mean is not finite.
        """
        out = np.empty((len(rows), self.dimension), dtype=np.float32)
        for batch in _batches([len(row) for row in rows]):
            feed, _mask = self._feed([rows[index] for index in batch])
            (states,) = self._session.run([output], feed)
            for index, state in zip(batch, states, strict=True):
                out[index] = state[around[0] : max(around[0] + 1, len(rows[index]) - around[1])].mean(axis=0)
        broken = np.flatnonzero(~np.isfinite(out).all(axis=1))
        if broken.size:
            raise EncodingFailed(text_number=int(broken[0]))
        return out

    def _feed(self, rows: Sequence[Ids]) -> tuple[dict[str, npt.NDArray[np.int64]], npt.NDArray[np.int64]]:
        ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            mask[number, : len(row)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return {name: values for name, values in feed.items() if name in self._inputs}, mask

    def _tried_dimension(self, name: str) -> int:
        """The vector's size in a run of one token, which also shows that the graph asks for nothing unknown."""
        feed, _mask = self._feed([[0]])
        refusals: tuple[type[Exception], ...] = (ValueError, *graph_errors())
        try:
            (found,) = self._session.run([self._vector_output], feed)
        except refusals as error:
            raise ModelDamaged("The encoder's model does not run on token ids alone.", file=name) from error
        return int(found.shape[-1])


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indices of rows of like length together, so that little is spent on padding; shortest first."""
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and lengths[index] * (len(batch) + 1) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _mean(states: Floats, mask: npt.NDArray[np.int64]) -> Floats:
    weights = mask[..., None].astype(np.float32)
    return np.asarray((states * weights).sum(axis=1) / weights.sum(axis=1), dtype=np.float32)


def _unit(vectors: Floats) -> Floats:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(norms, _SMALLEST_NORM), dtype=np.float32)
