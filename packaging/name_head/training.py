"""Fits the head's two matrices with Adam in plain numpy; the same for the same seed, tokens and arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from name_head.states import TokenTable
from vault.privacy.bio import log_softmax
from vault.privacy.name_head import Weights

Floats = npt.NDArray[np.float32]

_BATCH_TOKENS = 1024
_OPEN_LABELS = (0, 5, 6, 7, 8)  # outside, or what is not marked in every file: addresses and organisations
_DECAY_1, _DECAY_2, _TINY = 0.9, 0.999, 1e-8


@dataclass(frozen=True)
class Options:
    """How to train. `dropout` is of the hidden layer, `decay` the weight decay of Adam's steps."""

    seed: int = 20261130
    hidden: int = 256
    epochs: int = 8
    rate: float = 1e-3
    dropout: float = 0.4
    decay: float = 0.02


def train(table: TokenTable, classes: int, options: Options) -> Weights:
    """The weights after all epochs, for raw states (their standardisation is folded in)."""
    rng = np.random.default_rng(options.seed)
    mean, spread = _moments(table.states)
    size = table.states.shape[1]
    parameters = [
        (rng.standard_normal((size, options.hidden)) * np.sqrt(2 / size)).astype(np.float32),
        np.zeros(options.hidden, dtype=np.float32),
        (rng.standard_normal((3 * options.hidden, classes)) * np.sqrt(1 / (3 * options.hidden))).astype(np.float32),
        np.zeros(classes, dtype=np.float32),
    ]  # fmt: skip
    moments = [(np.zeros_like(one), np.zeros_like(one)) for one in parameters]
    before, after = table.neighbours()
    steps = options.epochs * (len(table.labels) // _BATCH_TOKENS + 1)
    step = 0
    for _epoch in range(options.epochs):
        for rows in _batches(table.texts, rng):
            inputs = (table.states[rows].astype(np.float32) - mean) / spread
            batch = _Batch(inputs, before[rows], after[rows])
            gradients = batch.gradients(parameters, table, rows, _kept(rng, len(rows), options))
            step += 1
            rate = options.rate * min(1.0, step / 100) * max(0.02, 1 - step / steps)
            for parameter, gradient, moment in zip(parameters, gradients, moments, strict=True):
                _adam(parameter, gradient, moment, step, rate)
                if parameter.ndim == 2:
                    parameter *= 1 - rate * options.decay
    first = parameters[0] / spread[:, None]
    return Weights(first, parameters[1] - (mean / spread) @ parameters[0], parameters[2], parameters[3])


class _Batch:
    """Whole texts' tokens: standardised inputs, and which rows have their neighbour in the row before or after."""

    def __init__(self, inputs: Floats, before: npt.NDArray[np.bool_], after: npt.NDArray[np.bool_]) -> None:
        self._inputs, self._before, self._after = inputs, before[:, None], after[:, None]

    def gradients(
        self, parameters: list[Floats], table: TokenTable, rows: npt.NDArray[np.int64], kept: Floats
    ) -> list[Floats]:
        """Of the weighted mean loss, in the order of `parameters`."""
        first, first_bias, second, second_bias = parameters
        hidden = np.maximum(self._inputs @ first + first_bias, 0) * kept
        around = np.concatenate([
            np.roll(hidden, 1, axis=0) * self._before, hidden, np.roll(hidden, -1, axis=0) * self._after,
        ], axis=1)  # fmt: skip
        scores = log_softmax(around @ second + second_bias)
        error = _error(scores, table.labels[rows], table.is_open[rows], table.weights[rows])
        back = error @ second.T
        width = hidden.shape[1]
        to_hidden = back[:, width : 2 * width]
        to_hidden = to_hidden + np.roll(back[:, :width] * self._before, -1, axis=0)
        to_hidden += np.roll(back[:, 2 * width :] * self._after, 1, axis=0)
        to_hidden *= (hidden > 0) * kept
        return [self._inputs.T @ to_hidden, to_hidden.sum(axis=0), around.T @ error, error.sum(axis=0)]


def _error(
    scores: Floats,
    labels: npt.NDArray[np.int64],
    is_open: npt.NDArray[np.bool_],
    weights: Floats,
) -> Floats:
    """The loss's gradient by raw score. An open token's target is shared among its labels."""
    chances = np.exp(scores)
    targets = np.zeros_like(chances)
    targets[np.arange(len(labels)), labels] = 1
    if is_open.any():
        of_set = np.zeros(chances.shape[1], dtype=np.float32)
        of_set[list(_OPEN_LABELS)] = 1
        possible = chances[is_open] * of_set
        targets[is_open] = possible / possible.sum(axis=1, keepdims=True)
    return np.asarray((chances - targets) * (weights / weights.sum())[:, None], dtype=np.float32)


def _batches(texts: npt.NDArray[np.int64], rng: np.random.Generator) -> Iterator[npt.NDArray[np.int64]]:
    """Token rows of whole texts in random order, about `_BATCH_TOKENS` at a time."""
    starts = np.flatnonzero(np.concatenate([[True], texts[1:] != texts[:-1]]))
    ends = np.concatenate([starts[1:], [len(texts)]])
    rows: list[npt.NDArray[np.int64]] = []
    count = 0
    for number in rng.permutation(len(starts)):
        rows.append(np.arange(starts[number], ends[number]))
        count += len(rows[-1])
        if count >= _BATCH_TOKENS:
            yield np.concatenate(rows)
            rows, count = [], 0
    if rows:
        yield np.concatenate(rows)


def _kept(rng: np.random.Generator, tokens: int, options: Options) -> Floats:
    kept = rng.random((tokens, options.hidden), dtype=np.float32) >= options.dropout
    return kept.astype(np.float32) / np.float32(1 - options.dropout)


def _moments(states: npt.NDArray[np.float16]) -> tuple[Floats, Floats]:
    total = np.zeros(states.shape[1])
    squares = np.zeros(states.shape[1])
    for begin in range(0, len(states), 4096):
        block = states[begin : begin + 4096].astype(np.float32)
        total += block.sum(axis=0)
        squares += np.square(block).sum(axis=0)
    mean = total / len(states)
    spread = np.sqrt(np.maximum(squares / len(states) - mean**2, 1e-6))
    return mean.astype(np.float32), spread.astype(np.float32)


def _adam(parameter: Floats, gradient: Floats, moment: tuple[Floats, Floats], step: int, rate: float) -> None:
    first, second = moment
    first *= _DECAY_1
    first += (1 - _DECAY_1) * gradient
    second *= _DECAY_2
    second += (1 - _DECAY_2) * np.square(gradient)
    scale = rate * np.sqrt(1 - _DECAY_2**step) / (1 - _DECAY_1**step)
    parameter -= np.float32(scale) * first / (np.sqrt(second) + np.float32(_TINY))
