"""Time phrases: what each stands for, what stands for nothing, and how a point is written out again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.records import Precision, TimePoint
from vault.times import TimeSpan, format_point, parse, zone_of

# A Wednesday.
NOW = datetime(2026, 5, 13, 10, 0, tzinfo=ZoneInfo("Europe/Madrid"))


def only(text: str, language: str = "", now: datetime = NOW) -> TimeSpan:
    spans = parse(text, now, language)
    assert len(spans) == 1, [(text[s.start_char : s.end_char]) for s in spans]
    return spans[0]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("I renewed the lease yesterday", "12 May 2026"),
        ("we leave the day after tomorrow", "15 May 2026"),
        ("the talk is today", "13 May 2026"),
        ("I saw her last Monday", "11 May 2026"),
        ("I saw her on Monday", "11 May 2026"),
        ("I will see her on Monday", "18 May 2026"),
        ("the call is next Tuesday at 3pm", "19 May 2026, 15:00"),
        ("the call is this Friday", "15 May 2026"),
        ("signed on March 5th, 2024", "5 March 2024"),
        ("signed on 5 March 2024", "5 March 2024"),
        ("signed on the 5th of March 2024", "5 March 2024"),
        ("due on 6/14", "14 June 2026"),
        ("we met on 14/6/2025", "14 June 2025"),
        ("released 2026-02-01", "1 February 2026"),
        ("the train is on 2026-06-01 at 18:45", "1 June 2026, 18:45"),
        ("I quit ten days ago", "3 May 2026"),
        ("I quit a week ago", "6 May 2026"),
        ("I quit four months ago", "January 2026"),
        ("I quit two years ago", "2024"),
        ("we open in three weeks", "3 June 2026"),
        ("I moved in last March", "March 2026"),
        ("I moved in March 2019", "March 2019"),
        ("we start in October", "October 2026"),
        ("I graduated in 2011", "2011"),
        ("I graduated last year", "2025"),
        ("we travelled last summer", "2025"),
        ("we travel next spring", "2027"),
        ("see you at noon tomorrow", "14 May 2026, 12:00"),
        ("see you tomorrow at half past seven in the evening", "14 May 2026, 19:30"),
        ("see you tomorrow at seven", "14 May 2026"),
        ("see you this weekend", "16 May 2026"),
    ],
)
def test_english_phrases_resolve_against_the_message(text: str, written: str) -> None:
    assert format_point(only(text).point, "en") == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("我昨天交了押金", "2026年5月12日"),
        ("大后天出发", "2026年5月16日"),
        ("上周五我见了他", "2026年5月8日"),
        ("下周二上午九点半开会", "2026年5月19日09:30"),
        ("这周日搬家", "2026年5月17日"),
        ("周一我去了医院", "2026年5月11日"),
        ("周一要去医院", "2026年5月18日"),
        ("2025年12月31日到期", "2025年12月31日"),
        ("二〇二四年三月五日签的", "2024年3月5日"),
        ("去年三月我辞职了", "2025年3月"),
        ("前年冬天下了大雪", "2024年"),
        ("十天前我寄出去了", "2026年5月3日"),
        ("两周后体检", "2026年5月27日"),
        ("三个月前入职的", "2026年2月"),
        ("上个月20号付的", "2026年4月20日"),
        ("明晚八点直播", "2026年5月14日20:00"),
        ("明天3点见", "2026年5月14日"),
        ("今天15:40的车", "2026年5月13日15:40"),
        ("6月8号交房", "2026年6月8日"),
        ("后天中午12点吃饭", "2026年5月15日12:00"),
        ("2019年我毕业", "2019年"),
    ],
)
def test_chinese_phrases_resolve_against_the_message(text: str, written: str) -> None:
    assert format_point(only(text, "zh").point, "zh") == written


@pytest.mark.parametrize(
    "text",
    [
        "I swim on Tuesdays",
        "rent is due every March",
        "every Friday we have pizza",
        "I may go",
        "march along",
        "ticket INV-2024-0001",
        "version 3.11",
        "half of it",
        "我每周二晚上练琴",
        "每年三月体检",
        "我妈生日是农历八月初五",
        "我住在春天小区",
        "青石路18号",
        "不久前换的",
        "三楼左转",
    ],
)
def test_what_repeats_or_is_no_date_stands_for_nothing(text: str) -> None:
    assert [span for span in parse(text, NOW) if span.is_dated] == []


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("the pass is valid until 3 June", "until"),
        ("send it by Friday", "until"),
        ("send it before 3 June", "before"),
        ("I have lived here since 2015", "since"),
        ("we met on 3 June", "at"),
        ("直到6月3日都有效", "until"),
        ("6月3日之前交", "until"),
        ("从6月3日起涨价", "since"),
        ("6月3日见", "at"),
    ],
)
def test_the_words_around_a_phrase_say_how_it_holds(text: str, relation: str) -> None:
    assert only(text).relation == relation


def test_until_a_day_ends_with_that_day_in_the_users_zone() -> None:
    span = only("the key is with Jo until 3 June")
    assert span.deadline_utc == datetime(2026, 6, 3, 22, 0, tzinfo=UTC)
    assert only("hand it in before 3 June").deadline_utc == datetime(2026, 6, 2, 22, 0, tzinfo=UTC)


def test_offsets_are_those_of_the_text() -> None:
    text = "记住：上周五我修了车"
    span = only(text)
    assert text[span.start_char : span.end_char] == "上周五"


def test_the_local_day_counts_not_the_utc_day() -> None:
    late = datetime(2026, 9, 8, 23, 45, tzinfo=ZoneInfo("America/New_York"))
    assert format_point(only("I began today", now=late).point, "en") == "8 September 2026"
    early = datetime(2026, 3, 5, 0, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
    assert format_point(only("我今天开始跑步", now=early).point, "zh") == "2026年3月5日"


def test_a_day_with_a_clock_change_has_its_own_length() -> None:
    before = datetime(2026, 3, 28, 12, 0, tzinfo=ZoneInfo("Europe/Madrid"))
    span = only("tomorrow", now=before)
    assert span.end_utc - span.start_utc == timedelta(hours=23)


def test_a_message_in_utc_is_read_in_the_zone_that_is_given() -> None:
    spans = parse("I began today", datetime(2026, 3, 4, 16, 30, tzinfo=UTC), zone="Asia/Shanghai")
    assert format_point(spans[0].point, "en") == "5 March 2026"


@pytest.mark.parametrize(("name", "hours"), [("+08:00", 8), ("UTC-5", -5), ("nowhere", 0), ("", 0)])
def test_zones_are_names_or_offsets(name: str, hours: int) -> None:
    assert datetime(2026, 1, 1, tzinfo=zone_of(name)).utcoffset() == timedelta(hours=hours)


@given(st.dates(min_value=date(1950, 1, 1), max_value=date(2100, 1, 1)))
def test_a_written_day_is_read_back(day: date) -> None:
    at = datetime.combine(day, datetime.min.time(), tzinfo=ZoneInfo("Asia/Tokyo"))
    point = TimePoint(at.astimezone(UTC), Precision.DAY, "Asia/Tokyo")
    for language in ("en", "zh"):
        spans = parse(
            format_point(point, language), datetime(2026, 1, 1, tzinfo=ZoneInfo("Asia/Tokyo")), language
        )
        assert [span.point for span in spans] == [point]


@given(st.text(alphabet="明后天上下周一二日月年前点半3at pm0onMaFri:/-.5", max_size=40))
def test_any_text_is_read_without_fault(text: str) -> None:
    for span in parse(text, NOW):
        assert 0 <= span.start_char < span.end_char <= len(text)
        assert span.start_utc < span.end_utc
