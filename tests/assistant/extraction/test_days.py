"""The day of a message is the user's own: half past midnight in Shanghai, and the days on which clocks change."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.extraction import extract
from vault.records import Role, Turn


def _noon(month: int, day: int) -> datetime:
    return datetime(2026, month, day, 12, tzinfo=UTC)


def _said(text: str, at: datetime, zone: str) -> Turn:
    return Turn("t_1", "c_1", 0, Role.USER, text, at, zone)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("记住：我今天开始戒糖。", datetime(2026, 3, 4, 16, tzinfo=UTC)),
        ("记住：昨天我拔了智齿。", datetime(2026, 3, 3, 16, tzinfo=UTC)),
        ("Remember: I signed the lease today.", datetime(2026, 3, 4, 16, tzinfo=UTC)),
    ],
)
def test_half_past_midnight_in_shanghai_is_already_the_new_day(text: str, day: datetime) -> None:
    half_past_midnight = datetime(2026, 3, 4, 16, 30, tzinfo=UTC)  # 00:30 on 5 March there
    [found] = extract(_said(text, half_past_midnight, "Asia/Shanghai"))
    assert found.valid_from is not None
    assert (found.valid_from.start_utc, found.valid_from.zone) == (day, "Asia/Shanghai")


@pytest.mark.parametrize(
    ("text", "said", "zone", "ends"),
    [
        # The clocks go forward at 01:00 on 29 March and back at 02:00 on 25 October.
        ("The plumber is coming tomorrow.", _noon(3, 28), "Europe/London", datetime(2026, 3, 29, 23, tzinfo=UTC)),
        ("The plumber is coming tomorrow.", _noon(10, 24), "Europe/London", datetime(2026, 10, 26, 0, tzinfo=UTC)),
        ("Remember: until 8 March the gate is locked.", _noon(3, 1), "America/New_York",
         datetime(2026, 3, 9, 4, tzinfo=UTC)),
        ("明天下午三点有评审会。", _noon(3, 28), "Europe/London", datetime(2026, 3, 29, 23, tzinfo=UTC)),
    ],
)  # fmt: skip
def test_what_lies_ahead_ends_with_its_own_day_also_when_clocks_change(
    text: str, said: datetime, zone: str, ends: datetime
) -> None:
    [found] = extract(_said(text, said, zone))
    assert found.expires_utc == ends
