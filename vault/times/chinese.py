"""Chinese time phrases, simplified and traditional: what each stands for in a `Frame`.

Repeating times (每周二, 每年三月) stand for none, nor do dates of the lunar calendar, which are not converted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from vault.records import Precision
from vault.times.frame import Clock, Frame, Interval
from vault.times.numerals import CHINESE_NUMBER, chinese_number

Handler = Callable[[re.Match[str], Frame], Interval | None]

_N = CHINESE_NUMBER
_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2, "後年": 2}
_DAYS = {
    "大前天": -3, "前天": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1, "今天": 0, "今日": 0, "今晚": 0, "今早": 0,
    "今晨": 0, "今夜": 0, "当天": 0, "明天": 1, "明日": 1, "明早": 1, "明晚": 1, "后天": 2, "後天": 2, "大后天": 3, "大後天": 3,
}  # fmt: skip
_SEASONS = {"春": 0, "夏": 1, "秋": 2, "冬": 3}
_WEEKDAYS = {char: index for index, char in enumerate("一二三四五六日")} | {"天": 6}
_WEEK = r"(?:周|週|星期|礼拜|禮拜)"
_RELATIVE_YEAR = "|".join(_YEARS)


def _year_of(match: re.Match[str], frame: Frame) -> int | None:
    found = match.groupdict()
    if found.get("ry"):
        return frame.today.year + _YEARS[found["ry"]]
    year = chinese_number(found.get("y") or "")
    return year if year and 1000 <= year <= 2999 else None


def _date(match: re.Match[str], frame: Frame) -> Interval | None:
    month, day = chinese_number(match["m"]), chinese_number(match["d"])
    if month is None or day is None:
        return None
    has_year = bool(match["y"] or match["ry"])
    year = _year_of(match, frame)
    if has_year:
        return frame.of_date(year, month, day) if year else None
    return frame.date_near(month, day)


def _numeric(match: re.Match[str], frame: Frame) -> Interval | None:
    return frame.of_date(int(match["y"]), int(match["m"]), int(match["d"]))


def _month(match: re.Match[str], frame: Frame) -> Interval | None:
    month = chinese_number(match["m"])
    if month is None:
        return None
    if match["y"] or match["ry"]:
        year = _year_of(match, frame)
        return frame.month(year, month) if year else None
    return frame.month_near(month)


def _year(match: re.Match[str], frame: Frame) -> Interval | None:
    year = _year_of(match, frame)
    return frame.year(year) if year else None


def _month_day(match: re.Match[str], frame: Frame) -> Interval | None:
    offset = {"上": -1, "下": 1}.get(match["which"], 0)
    month = frame.month_shifted(offset)
    if not match["d"]:
        return month
    day = chinese_number(match["d"])
    return frame.of_date(month.first.year, month.first.month, day) if day else None


def _month_edge(match: re.Match[str], frame: Frame) -> Interval | None:
    offset = {"上": -1, "下": 1}.get((match["which"] or "")[:1], 0)
    month = frame.month_shifted(offset)
    if match["edge"] == "初":
        return Interval(month.first, month.first + timedelta(days=10), Precision.MONTH)
    return Interval(month.last - timedelta(days=5), month.last, Precision.MONTH)


def _year_edge(match: re.Match[str], frame: Frame) -> Interval | None:
    year = frame.year(frame.today.year + _YEARS.get(match["ry"] or "今年", 0))
    if match["edge"] == "初":
        return Interval(year.first, year.first + timedelta(days=59), Precision.YEAR)
    return Interval(year.last - timedelta(days=61), year.last, Precision.YEAR)


def _day(match: re.Match[str], frame: Frame) -> Interval | None:
    return frame.shifted(_DAYS[match[0]])


def _week_offset(which: str) -> int:
    return which.count("下") - which.count("上")


def _weekday(match: re.Match[str], frame: Frame) -> Interval | None:
    weekday = _WEEKDAYS[match["wd"]]
    if not match["which"]:
        return frame.weekday_near(weekday)
    return frame.weekday_of_week(weekday, _week_offset(match["which"]))


def _week(match: re.Match[str], frame: Frame) -> Interval | None:
    return frame.week(_week_offset(match["which"]))


def _weekend(match: re.Match[str], frame: Frame) -> Interval | None:
    return frame.weekend(_week_offset(match["which"]))


def _counted(match: re.Match[str], frame: Frame) -> Interval | None:
    count = chinese_number(match["n"])
    if count is None:
        return None
    unit = {
        "天": "day",
        "日": "day",
        "周": "week",
        "週": "week",
        "星": "week",
        "礼": "week",
        "月": "month",
        "年": "year",
    }
    key = match["unit"].lstrip("个個")[0]
    back = match["dir"] not in ("后", "後", "以后", "之后", "以後", "之後")
    return frame.ago(-count if back else count, unit[key])


def _season(match: re.Match[str], frame: Frame) -> Interval | None:
    season = _SEASONS[match["season"]]
    if match["ry"] or match["y"]:
        year = _year_of(match, frame)
        return frame.season(season, year) if year else None
    return frame.season_near(season)


def _near_day(match: re.Match[str], frame: Frame) -> Interval | None:
    day = chinese_number(match["d"])
    return frame.day_of_month(day) if day else None


_Y = rf"(?:(?P<y>\d{{4}}|[〇零一二三四五六七八九]{{4}})年|(?P<ry>{_RELATIVE_YEAR})的?)"
_NOT_REPEATED = r"(?<![每各逢])(?<!每年)(?<!每个)(?<!农历)(?<!阴历)(?<!農曆)"
_WHICH = r"(?P<which>上上|下下|上|下|这|這|本)个?個?"
PHRASES: tuple[tuple[re.Pattern[str], Handler], ...] = tuple(
    (re.compile(pattern), handler)
    for pattern, handler in (
        (r"(?<![\w-])(?P<y>(?:19|20|21)\d{2})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)", _numeric),
        (rf"{_NOT_REPEATED}(?:{_Y})?\s?(?P<m>{_N})月(?P<d>{_N})[日号號]", _date),
        (rf"{_NOT_REPEATED}{_Y}(?P<m>{_N})月(?:份)?", _month),
        (
            r"(?<![每个個\d几数])(?<!每年)(?<!农历)(?<!阴历)(?<!農曆)(?P<y>)(?P<ry>)(?P<m>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?![\d一二三四五六七八九十初前后後])",
            _month,
        ),
        (rf"{_Y}(?P<season>[春夏秋冬])(?:天|季|)", _season),
        (r"(?<![每青立初])(?P<y>)(?P<ry>)(?P<season>[春夏秋冬])[天季](?=里|的时候|刚|我)", _season),
        (rf"{_Y}", _year),
        (
            r"(?P<which>上|下|这|這|本)个?個?月(?:(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[号號日])?(?![底初末])",
            _month_day,
        ),
        (
            r"(?<![一二三四五六七八九十\d])(?P<which>上个?|下个?|这个?|本)?(?<![一二三四五六七八九十\d])月(?P<edge>底|末|初)",
            _month_edge,
        ),
        (rf"(?P<ry>{_RELATIVE_YEAR})?年?(?P<edge>底|末|初)(?<=年底|年末|年初)", _year_edge),
        ("|".join(sorted(_DAYS, key=len, reverse=True)), _day),
        (rf"{_WHICH}{_WEEK}(?P<wd>[一二三四五六日天])", _weekday),
        (
            rf"(?<![每个個各逢上下这這本])(?P<which>){_WEEK}(?P<wd>[一二三四五六日天])(?![至、和都]|到(?:周|星期|礼拜|下))",
            _weekday,
        ),
        (rf"{_WHICH}(?:周|週)末", _weekend),
        (rf"{_WHICH}(?:周|週|星期|礼拜|禮拜)(?![一二三四五六日天末])", _week),
        (
            rf"(?P<n>{_N})(?P<unit>天|日|周|週|个星期|個星期|星期|个礼拜|个月|個月|年)(?P<dir>以前|之前|前|以后|之后|以後|之後|后|後)(?![台排脚])",
            _counted,
        ),
        (
            r"(?:(?<=^)|(?<=[，。；、\s在到于於从至是]))(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[号號](?![楼樓线線院门門馆店机桌])",
            _near_day,
        ),
    )
)

_PART = r"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|夜裡|半夜|今晚|明晚|昨晚|今早|明早|早|晚)?的?"
CLOCKS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_PART}(?P<h>\d{{1,2}}|[一二两三四五六七八九十]{{1,3}})[点點时時](?![间候刻])(?:(?P<half>半)|(?P<q>[一三]刻)|(?P<m>\d{{1,2}}|[一二三四五六七八九十]{{1,3}})分?|整)?钟?",
        rf"{_PART}(?<![\d:.])(?P<h>\d{{1,2}})[:：](?P<m>\d{{2}})(?![\d:])",
        r"(?P<word>正午|午夜|零点)",
    )
)
JOIN = re.compile(r"[\s,，的]*$")
BEFORE = re.compile(
    r"(?P<rel>直到|截至|截止到?|到期日?[是为]?|从|自从|自|有效期[到至]|最晚|最迟|(?<![搬来去回送寄换轮调飞感收得找等])到|至)\s*$"
)
AFTER = re.compile(r"\s*(?P<rel>之前|以前|前|为止|截止|到期|之后|以后|起|开始)")
PAST = re.compile(r"[了过過](?=[^了]|$)|曾经|以前|已经|当时|昨")
FUTURE = re.compile(
    r"将|将要|要(?!是)|会(?!议)|打算|准备|计划|预定|预约|截止|到期|之前|下|明|提醒|约了|直到|待"
)

_EVENING = ("下午", "傍晚", "晚上", "夜里", "夜裡", "今晚", "明晚", "昨晚", "晚")
_MORNING = ("凌晨", "清晨", "早上", "早晨", "上午", "今早", "明早", "早")


def clock(match: re.Match[str]) -> Clock | None:
    """The time of day of a `CLOCKS` match; open where an hour up to twelve has no part of the day."""
    found = match.groupdict()
    if found.get("word"):
        return Clock(12 * 60 if found["word"] == "正午" else 0)
    hour = chinese_number(found["h"])
    if hour is None or hour > 24:
        return None
    minute = chinese_number(found["m"]) if found.get("m") else 0
    if found.get("half"):
        minute = 30
    elif found.get("q"):
        minute = 15 if found["q"][0] == "一" else 45
    part = found.get("part") or ""
    if minute is None or minute > 59:
        return None
    if part in _EVENING or (part == "中午" and hour < 3):
        hour = hour + 12 if hour < 12 else hour
    elif (
        part not in _MORNING
        and part not in ("中午", "半夜")
        and hour <= 12
        and not (found.get("m") and ":" in match[0])
    ):
        return Clock(None)
    return Clock((hour * 60 + minute) % (24 * 60))
