"""The int8 matrices: nearness as in float, chunks, removal, and what must never be mixed."""

from __future__ import annotations

import numpy as np
import pytest

from vault.recall import vectors
from vault.recall.vectors import CONTEXT, OWN, VectorIndex, pack, quantise, scan, scan_blocks, unpack

DIMENSION = 384


def unit_rows(count: int, seed: int) -> vectors.type_floats:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_cosines_are_those_of_floats_to_three_digits() -> None:
    rows, query = unit_rows(500, 1), unit_rows(1, 2)[0]
    index = VectorIndex("e", DIMENSION)
    for slot, row in enumerate(rows):
        index.set(slot, OWN, row.reshape(1, -1))
    own, context, *_ = index.nearness(query, 500)
    assert np.abs(own - rows @ query).max() < 2e-3
    assert (context == -1).all()


def test_both_scans_give_the_same_numbers() -> None:
    matrix, _ = quantise(unit_rows(9000, 3))
    query, _ = quantise(unit_rows(1, 4))
    assert scan(query[0], matrix).tolist() == scan_blocks(query[0], matrix).tolist()


def test_a_unit_is_as_near_as_its_best_chunk() -> None:
    rows = unit_rows(3, 5)
    index = VectorIndex("e", DIMENSION)
    index.set(7, CONTEXT, rows)
    for row in rows:
        assert index.nearness(row, 8)[1][7] == pytest.approx(1.0, abs=1e-2)


def test_a_removed_unit_leaves_zeros_and_its_rows_are_used_again() -> None:
    rows = unit_rows(4, 6)
    index = VectorIndex("e", DIMENSION)
    index.set(0, OWN, rows[:3])
    index.remove(0, OWN)
    assert not index.has(0, OWN)
    assert not index._first[OWN].values[0].any()
    assert not index._further.values.any()
    size = index._further_size
    index.set(1, OWN, rows[1:])
    assert index._further_size == size
    assert index.nearness(rows[0], 2)[0][0] == -1


def test_vectors_of_another_dimension_never_enter() -> None:
    with pytest.raises(ValueError, match="dimension"):
        VectorIndex("e", DIMENSION).set(0, OWN, np.ones((1, 12), np.float32))


def test_a_row_that_is_not_finite_becomes_an_empty_one() -> None:
    rows = unit_rows(2, 7)
    rows[0, 5] = np.nan
    values, scales = quantise(rows)
    assert scales[0] == 0
    assert not values[0].any()
    assert scales[1] > 0


def test_packed_vectors_come_back() -> None:
    rows = unit_rows(3, 8)
    values, scales = unpack([pack(row) for row in rows], DIMENSION)
    assert np.abs(values * scales[:, None] - rows).max() < 2e-3


def test_a_long_text_is_its_own_context_beyond_the_beginning() -> None:
    rows = unit_rows(3, 9)
    index = VectorIndex("e", DIMENSION)
    index.set(0, OWN, rows)
    index.set(0, CONTEXT, rows[:1])
    index.set(1, OWN, rows[:1])
    index.set(1, CONTEXT, rows[1:2])
    assert index.nearness(rows[2], 2)[1][0] == pytest.approx(1.0, abs=1e-2)
    assert index.nearness(rows[0], 2)[1][1] < 0.5
