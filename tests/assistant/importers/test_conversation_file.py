"""Reading the plain conversation file: what is accepted, what is skipped, what refuses the file."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from assistant.importers import ImportEmpty, ImportForeign, ImportNotText, read_messages
from vault.records import Role

GOOD = {"time": "2024-05-01T10:00:00", "role": "user", "text": "hello"}


def line(**changes: object) -> bytes:
    return json.dumps({**GOOD, **changes}, ensure_ascii=False).encode() + b"\n"


def test_a_line_brings_everything_it_says() -> None:
    [message] = read_messages(line(id="D1:3", speaker="Anna", session=7), "Asia/Shanghai").messages
    assert (message.origin, message.speaker, message.session) == ("D1:3", "Anna", "7")
    assert message.role is Role.USER
    assert message.said_utc == datetime(2024, 5, 1, 2, 0, tzinfo=UTC)
    assert message.zone == "Asia/Shanghai"


@pytest.mark.parametrize(
    ("time", "said", "zone"),
    [
        ("2024-05-01T10:00:00Z", datetime(2024, 5, 1, 10, tzinfo=UTC), "UTC"),
        ("2024-05-01 10:00+08:00", datetime(2024, 5, 1, 2, tzinfo=UTC), "+08:00"),
        ("2024-05-01", datetime(2024, 4, 30, 16, tzinfo=UTC), "Asia/Shanghai"),
        (1714557600, datetime(2024, 5, 1, 10, tzinfo=UTC), "Asia/Shanghai"),
        (1714557600500, datetime(2024, 5, 1, 10, 0, 0, 500000, tzinfo=UTC), "Asia/Shanghai"),
    ],
)
def test_times_with_and_without_a_zone(time: object, said: datetime, zone: str) -> None:
    [message] = read_messages(line(time=time), "Asia/Shanghai").messages
    assert (message.said_utc, message.zone) == (said, zone)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"{oops\n", "not_json"),
        (b'"text"\n', "not_an_object"),
        (b"[" * 100_000 + b"\n", "not_json"),
        (line(role="system"), "role"),
        (line(role=None), "role"),
        (line(text="  "), "text"),
        (line(text=5), "text"),
        (line(time="soon"), "time"),
        (line(time=None), "time"),
        (line(time=1e30), "time"),
        (line(time=True), "time"),
        (line(time="1066-10-14"), "time"),
        (b'{"time": NaN, "role": "user", "text": "x"}\n', "time"),
        (line(id=["a"]), "field"),
        (line(speaker=True), "field"),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_read(bad: bytes, reason: str) -> None:
    found = read_messages(line(text="first") + b"\n" + bad + line(text="last"), "UTC")
    assert [message.text for message in found.messages] == ["first", "last"]
    assert [(skipped.line, skipped.reason) for skipped in found.skipped] == [(3, reason)]


def test_unusual_separators_inside_a_text_do_not_cut_the_line() -> None:
    found = read_messages(line(text="one\u2028two\u0085three"), "UTC")
    assert [message.text for message in found.messages] == ["one\u2028two\u0085three"]


def test_a_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    found = read_messages(b"\xef\xbb\xbf" + line().replace(b"\n", b"\r\n") * 2, "UTC")
    assert len(found.messages) == 2
    assert found.skipped == ()


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", ImportEmpty),
        (b" \r\n\n", ImportEmpty),
        ("你好".encode("gb18030"), ImportNotText),
        (json.dumps(GOOD).encode("utf-16"), ImportNotText),
        (b"just a text file\nwith lines\n", ImportForeign),
    ],
)
def test_a_file_that_is_something_else_is_refused(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_messages(data, "UTC")
