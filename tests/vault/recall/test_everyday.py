"""What is near to every message is taken off: the stored mean is the encoder's, and it keeps hubs from the top."""

from __future__ import annotations

import numpy as np
import pytest

from vault.recall import Encoder, Recall
from vault.recall.everyday import everyday, measured
from vault.recall.vectors import CONTEXT, OWN, VectorIndex


def test_the_stored_mean_is_what_the_encoder_that_ships_makes_of_the_lines(real_encoder: Encoder) -> None:
    stored, made = everyday(real_encoder), measured(real_encoder)
    assert np.abs(stored - made).max() < 1e-3


def test_another_encoder_makes_its_own_mean(real_encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_encoder, "encoder_id", "another@1")
    monkeypatch.setattr(
        real_encoder,
        "encode_queries",
        lambda lines: np.arange(2 * len(lines), dtype=np.float32).reshape(-1, 2),
    )
    assert everyday(real_encoder).tolist() == pytest.approx([127.0, 128.0])


def test_recall_compares_without_what_everyday_messages_share(recall: Recall, real_encoder: Encoder) -> None:
    matrix = recall._index.vectors
    assert matrix is not None
    assert np.array_equal(matrix.everyday, everyday(real_encoder))


def _row(*values: float) -> np.ndarray:
    row = np.zeros((1, 8), np.float32)
    row[0, : len(values)] = values
    return row / np.linalg.norm(row)


def test_a_unit_near_to_everything_gives_way_to_one_that_is_near_to_this() -> None:
    index = VectorIndex("e", 8)
    index.everyday = _row(1)[0]
    hub, wanted, query = _row(1, 0.4), _row(0.3, 0.6, 0.4), _row(1, 0.6)[0]
    for form in (OWN, CONTEXT):
        index.set(0, form, hub)
        index.set(1, form, wanted)
    near = index.nearness(query, 2)
    for cosines, special in ((near.own, near.own_special), (near.context, near.context_special)):
        assert cosines[0] > cosines[1]
        assert special[0] < special[1]


def test_a_unit_is_judged_by_its_best_chunk_and_removed_chunks_leave_nothing() -> None:
    index = VectorIndex("e", 8)
    index.everyday = _row(1)[0]
    index.set(0, OWN, np.concatenate((_row(1, 0.2), _row(0, 0, 1))))
    index.set(1, OWN, _row(0, 0.7, 0.7))
    near = index.nearness(_row(0, 0, 1)[0], 2)
    assert near.own_special[0] == pytest.approx(1.0, abs=1e-2)
    assert near.context[0] == pytest.approx(1.0, abs=1e-2)
    index.remove(0, OWN)
    assert index.nearness(_row(1)[0], 2).own.tolist()[0] == -1
