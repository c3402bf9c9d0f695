"""Units of measure in both languages: how they are written, their base units, and how a number with one is shown.

Base units: ISO codes for money, `person`, `percent`, `kg`, `m`, `m2`, `l`, `min` (hours too), `day` (weeks too),
`month`, `year`, `age`, `GB`, `degree`, `item`, `cup`, `time`. An empty unit means that none was said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

_D = Decimal
# Whoever is counted by what they are is a person too.
_PEOPLE_EN = tuple(
    """guests attendees employees members colleagues students pupils children kids adults patients players volunteers
    visitors passengers residents workers teachers participants delegates customers clients subscribers tenants
    neighbours neighbors singers dancers runners swimmers speakers interns developers engineers nurses doctors drivers
    applicants candidates siblings followers learners campers musicians actors readers supporters
    households""".split()
)
_PEOPLE_ZH = tuple(
    """学生 同学 孩子 小孩 员工 客人 来宾 老师 队员 会员 成员 同事 志愿者 病人 患者 客户 用户 居民 选手 观众 嘉宾
    实习生 工人 演员 读者 司机 护士 医生 工程师 开发 家长 住户 租客 徒弟 兄弟姐妹 兄弟 姐妹 朋友""".split()
)
# written form (casefolded) -> base unit, factor
SUFFIXES: Mapping[str, tuple[str, Decimal]] = {
    **dict.fromkeys(
        ("元", "圆", "块", "块钱", "元钱", "元人民币", "人民币", "rmb", "cny", "yuan"), ("CNY", _D(1))
    ),
    **dict.fromkeys(
        ("美元", "美金", "刀", "usd", "dollars", "dollar", "us dollars", "bucks"), ("USD", _D(1))
    ),
    **dict.fromkeys(("欧元", "eur", "euros", "euro"), ("EUR", _D(1))),
    **dict.fromkeys(("英镑", "gbp", "pounds", "pound", "quid"), ("GBP", _D(1))),
    **dict.fromkeys(("日元", "日圆", "円", "jpy", "yen"), ("JPY", _D(1))),
    **dict.fromkeys(("港元", "港币", "港纸", "hkd", "hong kong dollars"), ("HKD", _D(1))),
    **dict.fromkeys(
        ("个人", "人", "位", "名", "口人", "人次", *(f"个{who}" for who in _PEOPLE_ZH)), ("person", _D(1))
    ),
    **dict.fromkeys(
        (*_PEOPLE_EN, "people", "persons", "person", "staff members", "team members"),
        ("person", _D(1)),
    ),
    **dict.fromkeys(("%", "percent", "per cent"), ("percent", _D(1))),
    **dict.fromkeys(("kg", "kgs", "kilos", "kilo", "kilograms", "公斤", "千克"), ("kg", _D(1))),
    **dict.fromkeys(("g", "grams", "gram", "克"), ("kg", _D("0.001"))),
    **dict.fromkeys(("mg", "milligrams", "milligram", "毫克"), ("kg", _D("0.000001"))),
    **dict.fromkeys(("oz", "ounces", "ounce", "盎司"), ("kg", _D("0.028349523125"))),
    **dict.fromkeys(("inches", "inch", "英寸"), ("m", _D("0.0254"))),
    **dict.fromkeys(("yards", "yard"), ("m", _D("0.9144"))),
    **dict.fromkeys(("斤",), ("kg", _D("0.5"))),
    **dict.fromkeys(("t", "tons", "tonnes", "ton", "tonne", "吨"), ("kg", _D(1000))),
    **dict.fromkeys(("lb", "lbs", "磅"), ("kg", _D("0.45359237"))),
    **dict.fromkeys(("km", "kilometres", "kilometers", "公里", "千米"), ("m", _D(1000))),
    **dict.fromkeys(("m", "metres", "meters", "metre", "meter", "米"), ("m", _D(1))),
    **dict.fromkeys(("cm", "centimetres", "centimeters", "厘米", "公分"), ("m", _D("0.01"))),
    **dict.fromkeys(("mm", "毫米"), ("m", _D("0.001"))),
    **dict.fromkeys(("miles", "mile", "英里"), ("m", _D("1609.344"))),
    **dict.fromkeys(("ft", "feet", "英尺"), ("m", _D("0.3048"))),
    **dict.fromkeys(
        ("平方米", "平米", "平方", "㎡", "m2", "m²", "sqm", "square metres", "square meters"), ("m2", _D(1))
    ),
    **dict.fromkeys(("l", "litres", "liters", "litre", "liter", "升"), ("l", _D(1))),
    **dict.fromkeys(("ml", "毫升"), ("l", _D("0.001"))),
    **dict.fromkeys(("minutes", "minute", "mins", "min", "分钟"), ("min", _D(1))),
    **dict.fromkeys(("hours", "hour", "hrs", "小时", "个小时", "钟头", "个钟头"), ("min", _D(60))),
    **dict.fromkeys(("days", "day", "天"), ("day", _D(1))),
    **dict.fromkeys(("weeks", "week", "周", "星期", "个星期", "个礼拜"), ("day", _D(7))),
    **dict.fromkeys(("months", "month", "个月"), ("month", _D(1))),
    **dict.fromkeys(("years", "year", "年"), ("year", _D(1))),
    **dict.fromkeys(("years old", "year old", "year-old", "岁", "周岁"), ("age", _D(1))),
    **dict.fromkeys(("tb",), ("GB", _D(1024))),
    **dict.fromkeys(("gb",), ("GB", _D(1))),
    **dict.fromkeys(("度", "°c", "℃", "°", "degrees", "degree"), ("degree", _D(1))),
    **dict.fromkeys(("items", "item", "pieces", "piece", "units", "unit"), ("item", _D(1))),
    **dict.fromkeys(tuple("个件台辆套条张只本把部座间盒瓶包份片"), ("item", _D(1))),
    **dict.fromkeys(("cups", "cup", "杯"), ("cup", _D(1))),
    **dict.fromkeys(("times", "次", "遍", "回"), ("time", _D(1))),
}
PREFIXES: Mapping[str, str] = {
    "hk$": "HKD",
    "us$": "USD",
    "cn¥": "CNY",
    "jp¥": "JPY",
    "$": "USD",
    "¥": "CNY",
    "€": "EUR",
    "£": "GBP",
    **{
        code: ("CNY" if code == "rmb" else code.upper())
        for code in ("rmb", "cny", "usd", "eur", "gbp", "jpy", "hkd")
    },
    "人民币": "CNY",
    "港币": "HKD",
}
_ZH_SUFFIX: Mapping[str, str] = {
    "CNY": "元", "USD": "美元", "EUR": "欧元", "GBP": "英镑", "JPY": "日元", "HKD": "港元", "person": "人",
    "kg": "公斤",
    "m": "米", "m2": "平方米", "l": "升", "min": "分钟", "day": "天", "month": "个月", "year": "年", "age": "岁",
    "GB": "GB", "degree": "度", "item": "个", "cup": "杯", "time": "次", "percent": "%",
}  # fmt: skip
_EN_PREFIX: Mapping[str, str] = {"CNY": "¥", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "JP¥", "HKD": "HK$"}
_EN_SUFFIX: Mapping[str, tuple[str, str]] = {
    "person": ("person", "people"), "kg": ("kg", "kg"), "m": ("m", "m"), "m2": ("m²", "m²"), "l": ("litre", "litres"),
    "min": ("minute", "minutes"), "day": ("day", "days"), "month": ("month", "months"), "year": ("year", "years"),
    "age": ("year old", "years old"), "GB": ("GB", "GB"), "degree": ("degree", "degrees"), "item": ("item", "items"),
    "cup": ("cup", "cups"), "time": ("times", "times"), "percent": ("%", "%"),
}  # fmt: skip
_TIGHT = frozenset({"percent"})

_UNIT_WORDS = "|".join(re.escape(word) for word in sorted(SUFFIXES, key=len, reverse=True))
# A unit in Latin letters ends at a word border; 人 and 位 may be followed by anything.
SUFFIX_PATTERN = rf"(?:(?:{_UNIT_WORDS})(?:(?<![a-z])|(?![a-z0-9])))"
PREFIX_PATTERN = "(?:" + "|".join(re.escape(word) for word in sorted(PREFIXES, key=len, reverse=True)) + ")"


def prefix_and_suffix(unit: str, language: str, *, is_plural: bool = True) -> tuple[str, str]:
    """What stands before and after a number with this unit, with its space, in `language`."""
    if language.startswith("zh"):
        word = _ZH_SUFFIX.get(unit, unit)
        return "", word if unit in _TIGHT or not word else f" {word}"
    if unit in _EN_PREFIX:
        return _EN_PREFIX[unit], ""
    singular, plural = _EN_SUFFIX.get(unit, (unit, unit))
    word = plural if is_plural else singular
    return "", word if unit in _TIGHT or not word else f" {word}"
