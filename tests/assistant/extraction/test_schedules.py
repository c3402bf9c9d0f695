"""When things happen: what recurs, what lies on one date, and what has moved."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.assistant.extraction.telling import one, told, turn
from vault.records import Layer


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("The orchestra rehearses on Mondays at seven.", "schedule:orchestra rehearses"),
        ("The stand-up is every day at 9:15.", "schedule:stand-up"),
        ("Our shop closes at six.", "schedule:shop closes"),
        ("合唱队每周二晚上排练。", "schedule:合唱队"),
        ("例会在每周三上午十点开。", "schedule:例会"),
    ],
)
def test_what_recurs_has_no_day_of_its_own(text: str, attribute: str) -> None:
    found = one(text)
    assert (found.attribute, found.layer, found.valid_from, found.expires_utc) == (
        attribute, Layer.FACT, None, None
    )  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The stand-up is on Mondays at 9.", "The stand-up has moved to Wednesdays at 10."),
        ("例会在每周二上午开。", "例会改到每周四下午了。"),
    ],
)
def test_what_has_moved_stands_in_the_same_slot_and_corrects(before: str, after: str) -> None:
    old, new = one(before), one(after)
    assert old.attribute == new.attribute
    assert (old.corrects, new.corrects) == (False, True)


def test_one_date_is_an_appointment_that_ends() -> None:
    found = one("The code freeze is on 3 June.")
    assert (found.attribute, found.layer) == ("appointment:code freeze", Layer.EVENT)
    assert found.expires_utc == datetime(2026, 6, 3, 16, tzinfo=UTC)  # the end of the day in Shanghai


@pytest.mark.parametrize("text", ["Our anniversary is on 12 June.", "我们的纪念日是6月12日。"])
def test_what_comes_every_year_does_not_expire(text: str) -> None:
    assert one(text).expires_utc is None


@pytest.mark.parametrize("text", ["We deploy on Fridays.", "我们周五发版。", "I row on Thursday nights."])
def test_a_habit_on_a_weekday_is_not_dated(text: str) -> None:
    assert one(text).valid_from is None


@pytest.mark.parametrize(
    "text",
    [
        "The loop runs every second.",
        "The function returns every third element.",
        "It rains every day.",
        "会议室在3号楼。",
    ],
)
def test_programs_and_places_have_no_schedule(text: str) -> None:
    assert not [one for one in told(text) if one.attribute.startswith(("schedule", "appointment"))]


@pytest.mark.parametrize(
    ("first", "second", "claim", "day"),
    [
        ("The fair is on 12 June.", "Actually it's the 14th, not the 12th.", "The fair is on the 14th", 14),
        ("市集在6月12日。", "说错了，是14号，不是12号。", "市集在14号", 14),
    ],
)
def test_a_corrected_day_is_dated_anew(first: str, second: str, claim: str, day: int) -> None:
    found = one(second, previous=[turn(first)])
    assert found.claim == claim
    assert found.valid_from is not None
    assert found.valid_from.start_utc == datetime(2026, 6, day - 1, 16, tzinfo=UTC)
    assert found.expires_utc == datetime(2026, 6, day, 16, tzinfo=UTC)
