"""Identifiers, times and values: written and read back exactly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.codec import (
    canonical_json,
    from_us,
    time_point_from_json,
    time_point_to_json,
    to_us,
    value_from_json,
    value_to_json,
)
from vault.ids import ALPHABET, new_id
from vault.records import Precision, Quantity, QuantityPart, TimePoint

TIMES = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
PARTS = st.builds(QuantityPart, NUMBERS, NUMBERS, st.text(), TIMES, st.text(), st.text())
QUANTITIES = st.builds(
    Quantity, NUMBERS, NUMBERS, st.text(), st.text(), st.lists(PARTS, max_size=3).map(tuple)
)


@given(TIMES)
def test_times_are_kept_to_the_microsecond(at: datetime) -> None:
    assert from_us(to_us(at)) == at


def test_a_time_of_another_zone_is_the_same_instant() -> None:
    at = datetime(2026, 3, 2, 17, 0, tzinfo=timezone(timedelta(hours=8)))
    assert from_us(to_us(at)) == datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def test_a_time_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        to_us(datetime(2026, 3, 2))  # noqa: DTZ001


@given(st.one_of(st.text(), QUANTITIES))
def test_values_are_read_back_as_written(value: str | Quantity) -> None:
    assert value_from_json(value_to_json(value)) == value


@given(st.builds(TimePoint, TIMES, st.sampled_from(Precision), st.text()))
def test_points_in_time_are_read_back_as_written(point: TimePoint) -> None:
    assert time_point_from_json(time_point_to_json(point)) == point
    assert time_point_from_json(time_point_to_json(None)) is None


def test_json_is_canonical() -> None:
    assert canonical_json({"b": 1, "a": ["é", None]}) == canonical_json({"a": ["é", None], "b": 1})
    assert canonical_json({"b": 1, "a": ["é", None]}) == '{"a":["é",null],"b":1}'
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(float("nan"))


@given(TIMES.filter(lambda at: at.year > 1970), st.integers(1, 10**9))
def test_ids_sort_by_time(at: datetime, later_ms: int) -> None:
    first, second = new_id("t_", at), new_id("t_", at + timedelta(milliseconds=later_ms))
    assert first < second
    assert len(first) == 28
    assert set(first[2:]) <= set(ALPHABET)


def test_ids_of_one_moment_differ() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    assert len({new_id("m_", at) for _ in range(1000)}) == 1000
