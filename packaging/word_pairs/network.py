"""The network that compares two words: a projection for both, products and differences, one hidden layer; Adam."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
_OPPOSITES_COUNT = 3.0  # times, because they are few


@dataclass(frozen=True, slots=True)
class Options:
    """`size` of the projection, `hidden` units; the rest is the schedule."""

    seed: int
    size: int = 64
    hidden: int = 64
    epochs: int = 12
    batch: int = 512
    rate: float = 2e-3
    decay: float = 1e-3
    kept: float = 0.8  # of the hidden units in each step


def train(states: Floats, pairs: Ints, options: Options) -> dict[str, Floats]:
    """Arrays by the names of `word_pairs.Weights`; `pairs` (n, 3) are two rows of `states` and a label."""
    rng = np.random.default_rng(options.seed)
    mean = states.mean(axis=0)
    rows = states - mean
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    width, size, hidden = rows.shape[1], options.size, options.hidden
    p: dict[str, Floats] = {
        "shared": rng.normal(0, 1 / np.sqrt(size), (width, size)).astype(np.float32),
        "first": rng.normal(0, np.sqrt(1 / (2 * size + 1)), (2 * size + 1, hidden)).astype(np.float32),
        "first_bias": np.zeros(hidden, np.float32),
        "second": rng.normal(0, np.sqrt(1 / hidden), (hidden, 3)).astype(np.float32),
        "second_bias": np.zeros(3, np.float32),
    }
    moments = {name: (np.zeros_like(array), np.zeros_like(array)) for name, array in p.items()}
    step = 0
    for epoch in range(options.epochs):
        rate = options.rate * (1 - epoch / options.epochs) + 1e-5
        order = rng.permutation(len(pairs))
        for at in range(0, len(order), options.batch):
            step += 1
            dropped = (
                rng.random((min(options.batch, len(order) - at), hidden)) < options.kept
            ) / options.kept
            gradients = _gradients(p, rows, pairs[order[at : at + options.batch]], dropped.astype(np.float32))
            for name, gradient in gradients.items():
                first, second = moments[name]
                first += 0.1 * (gradient - first)
                second += 0.001 * (gradient * gradient - second)
                moved = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
                decay = options.decay * p[name] if p[name].ndim == 2 else 0.0
                p[name] -= (rate * (moved + decay)).astype(np.float32)
    return {"mean": mean, **p}


def _gradients(p: Mapping[str, Floats], rows: Floats, batch: Ints, dropped: Floats) -> dict[str, Floats]:
    left, right, label = rows[batch[:, 0]], rows[batch[:, 1]], batch[:, 2]
    size = p["shared"].shape[1]
    a, b = left @ p["shared"], right @ p["shared"]
    inputs = np.concatenate([a * b, np.abs(a - b), (left * right).sum(axis=1, keepdims=True)], axis=1)
    hidden = np.maximum(inputs @ p["first"] + p["first_bias"], 0) * dropped
    logits = hidden @ p["second"] + p["second_bias"]
    error = np.exp(logits - logits.max(axis=1, keepdims=True))
    error /= error.sum(axis=1, keepdims=True)
    error[np.arange(len(label)), label] -= 1
    weight = np.where(label == 2, _OPPOSITES_COUNT, 1.0).astype(np.float32)
    error *= (weight / weight.sum())[:, None]
    back = (error @ p["second"].T) * (hidden > 0) * dropped
    inner = back @ p["first"].T
    sign = np.sign(a - b)
    to_a = inner[:, :size] * b + inner[:, size : 2 * size] * sign
    to_b = inner[:, :size] * a - inner[:, size : 2 * size] * sign
    return {
        "shared": left.T @ to_a + right.T @ to_b,
        "first": inputs.T @ back,
        "first_bias": back.sum(axis=0),
        "second": hidden.T @ error,
        "second_bias": error.sum(axis=0),
    }


def area(good: Floats, bad: Floats) -> float:
    """The chance that a good score is higher than a bad one."""
    ranks = np.concatenate([good, bad]).argsort().argsort()
    return float((ranks[: len(good)].mean() - (len(good) - 1) / 2) / len(bad))
