"""Each part of the ranking can be switched off, and is on again afterwards."""

from __future__ import annotations

import pytest

from tests.bench.ablation import PARTS, without
from vault.recall import query, ranking, results, service, vectors


def _steps() -> tuple[object, ...]:
    return service.newest_first, results.newest_value_first


def _state() -> tuple[object, ...]:
    weights = (ranking.ALONE, ranking.MESSAGE, ranking.QUESTION, ranking.STATEMENT)
    return (*weights, vectors._COMMON_SHARE, query._several, *_steps())


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_off_for_a_while(part: str) -> None:
    before = _state()
    with without(part):
        assert _state() != before
    assert _state() == before
