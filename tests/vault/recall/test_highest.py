"""The highest few are those that a sort gives, with all ties, whatever the size."""

from __future__ import annotations

import numpy as np
import pytest

from vault.recall.highest import highest


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 1000, 20_000])
@pytest.mark.parametrize("count", [0, 1, 2, 40, 300])
def test_they_are_those_of_a_sort(size: int, count: int) -> None:
    values = np.random.default_rng(size + count).normal(size=size).round(2).astype(np.float32)
    values[: size // 3] = -np.inf
    edge = np.sort(values)[::-1][:count].min(initial=np.inf)
    assert highest(values, count).tolist() == np.flatnonzero(values >= edge).tolist()
