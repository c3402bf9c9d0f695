"""What lies ahead, in the user's zone: whole days, instants, days of 23 hours, and half past midnight in Shanghai."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.vault.telling import tell
from vault import Vault
from vault.records import Layer, Precision, TimePoint
from vault.upcoming import end_of

_WEEK = timedelta(days=7)


def local(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def plan(
    vault: Vault, text: str, when: str, *, zone: str = "Asia/Shanghai", attribute: str = "appointment",
    precision: Precision = Precision.DAY,
) -> None:  # fmt: skip
    tell(vault, text, attribute, text, zone=zone, valid_from=TimePoint(local(when, zone), precision, zone))


def ahead(vault: Vault, at: datetime, zone: str = "Asia/Shanghai") -> list[tuple[str, str]]:
    return [(entry.memory.claim, entry.local(zone)) for entry in vault.memories.upcoming(at, _WEEK)]


def test_the_next_one_comes_first_and_what_is_over_or_far_off_is_left_out(vault: Vault) -> None:
    plan(vault, "Dentist.", "2026-03-12T15:00", precision=Precision.MINUTE)
    plan(vault, "交报告。", "2026-03-11", attribute="deadline:报告")
    plan(vault, "Trip to Hull.", "2026-05-01", attribute="trip")
    plan(vault, "Moved house.", "2026-03-01", attribute="event")
    plan(vault, "A holiday in March.", "2026-03-01", attribute="event", precision=Precision.MONTH)
    at = local("2026-03-10T12:00", "Asia/Shanghai")
    assert ahead(vault, at) == [("交报告。", "2026-03-11"), ("Dentist.", "2026-03-12 15:00")]
    [first, second] = vault.memories.upcoming(at, _WEEK)
    assert (first.is_deadline, second.is_deadline) == (True, False)


def test_a_whole_day_is_ahead_until_its_end_at_the_users(vault: Vault) -> None:
    plan(vault, "生日会。", "2026-03-12")
    assert ahead(vault, local("2026-03-12T00:30", "Asia/Shanghai")) == [("生日会。", "2026-03-12")]
    assert ahead(vault, local("2026-03-12T23:59", "Asia/Shanghai")) == [("生日会。", "2026-03-12")]
    assert ahead(vault, local("2026-03-13T00:00", "Asia/Shanghai")) == []


def test_an_instant_follows_the_user_and_a_day_keeps_its_date(vault: Vault) -> None:
    plan(vault, "Call.", "2026-03-12T09:00", precision=Precision.MINUTE)
    plan(vault, "Holiday.", "2026-03-12")
    at = local("2026-03-11T00:00", "Asia/Shanghai")
    assert ahead(vault, at, "America/New_York") == [("Holiday.", "2026-03-12"), ("Call.", "2026-03-11 21:00")]


@pytest.mark.parametrize(("day", "hours"), [("2026-03-08", 23), ("2026-11-01", 25), ("2026-06-01", 24)])
def test_the_days_on_which_clocks_change_have_their_own_length(day: str, hours: int) -> None:
    point = TimePoint(local(day, "America/New_York"), Precision.DAY, "America/New_York")
    assert end_of(point) - point.start_utc == timedelta(hours=hours)


def test_what_has_only_an_end_falls_due_on_its_last_day(vault: Vault) -> None:
    ends = local("2026-03-13T00:00", "Asia/Shanghai")
    tell(
        vault,
        "周四之前交报告。",
        "task_deadline",
        "交报告",
        zone="Asia/Shanghai",
        layer=Layer.EVENT,
        expires_utc=ends,
    )
    [entry] = vault.memories.upcoming(local("2026-03-10T12:00", "Asia/Shanghai"), _WEEK)
    assert (entry.local("Asia/Shanghai"), entry.is_deadline, entry.ends_utc) == ("2026-03-12", True, ends)


def test_what_has_expired_or_is_denied_is_not_ahead(vault: Vault) -> None:
    plan(vault, "Dentist.", "2026-03-12")
    [memory] = vault.memories.list()
    vault.memories.archive(memory.id)
    tell(
        vault, "The review is not on Friday.", "appointment", "review", negated=True,
        valid_from=TimePoint(local("2026-03-13", "UTC"), Precision.DAY, "UTC"),
    )  # fmt: skip
    assert ahead(vault, local("2026-03-10T12:00", "UTC")) == []
