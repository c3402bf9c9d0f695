"""How many and how often: the share of a group that a clause speaks of, and the period in which something recurs.

Some of the tenants are not all of them, and what is billed every quarter is not billed every month. Both languages.
"""

from __future__ import annotations

import re

from vault import numerals

SOME, HALF, MOST, ALL = 1, 2, 3, 4
_SHARES = (
    (
        ALL,
        r"\b(?:all|every|each|both|whole|entire|everyone|everybody)\b"
        r"|都|全部|所有|全体|一律|(?<![大多])全(?=[部体都员]|[\u4e00-\u9fff]{1,2}[人都])|每一?[个位名家]|各[个位]",
    ),
    (MOST, r"\bmost(?: of)?\b(?! recent| likely)|\bmajority\b|大部分|大多数?|多数|绝大"),
    (HALF, r"\bhalf\b|一半|半数"),
    (
        SOME,
        r"\b(?:some|a few|few|several|a couple|part of|a handful|one or two|not all|not every)\b"
        r"|有几|有些|有的|部分|个别|少数|若干|一些|几[个位名家]|一两[个位名家]|不是都|不全是|没有?都",
    ),
)
_SHARE_OF = tuple((level, re.compile(pattern, re.IGNORECASE)) for level, pattern in _SHARES)

_PERIODS = (
    (
        "half-hour",
        r"\b(?:every|each) half(?: an)?[- ]hour\b|\bevery (?:30|thirty) minutes\b|每(?:半个?小时|半个钟头|30分钟|三十分钟)",
        "",
    ),
    ("hour", r"\bhourly\b|\b(?:every|each) hour\b|每个?(?:小时|钟头)", r"\ban hour\b"),
    ("day", r"\bdaily\b|\b(?:every|each|per) day\b|每[天日]|天天|按[天日](?=[结付算计])", r"\ba day\b|一天"),
    (
        "fortnight",
        r"\b(?:fortnightly|biweekly|every (?:other|second) week|every (?:two|2) weeks|every fortnight)\b|每两周|隔周|每隔一周",
        "",
    ),
    (
        "week",
        r"(?<!bi)\bweekly\b|\b(?:every|each|per) week\b|每(?:个?星期|周|个?礼拜)|按周|周[付结](?!婚|束|算|款)",
        r"\ba week\b|一周|一个?星期|\b(?:on|every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b",
    ),
    (
        "month",
        r"\bmonthly\b|\b(?:every|each|per) month\b|每个?月|按月|月[付结租](?!婚|束|款)",
        r"\ba month\b|/\s*month|一个?月|/\s*月",
    ),
    (
        "quarter",
        r"\bquarterly\b|\b(?:every|each|per) quarter\b|\bevery (?:three|3) months\b|每个?季度?|按季度?|季付|每(?:三|3)个月",
        r"\ba quarter\b(?! of| past| to)|一个?季度?",
    ),
    (
        "half-year",
        r"\b(?:every six months|every 6 months|twice a year|half-yearly|every half[- ]year)\b|每半年|半年[一付]|每(?:六|6)个月",
        "",
    ),
    (
        "year",
        r"\b(?:yearly|annual|annually)\b|\b(?:every|each|per) (?:year|annum)\b|每年|按年|年付|一年一次",
        r"\ba year\b|/\s*year|一年|/\s*年",
    ),
)
_RECURS = tuple(
    (name, re.compile(sure, re.IGNORECASE), re.compile(f"{sure}|{loose}" if loose else sure, re.IGNORECASE))
    for name, sure, loose in _PERIODS
)


def is_of_more(said: str, near: str, whole: str) -> bool:
    """Whether a clause speaks of a greater share of a group than the clause that it rests on, which names one."""
    mine, theirs = _share(said), _share(near)
    return bool(mine and theirs) and mine > theirs and _share(whole) < mine


_COUNTED = re.compile(
    r"\b(?P<part>\w+) (?:out )?of (?:the |my |our |these |those )?(?P<whole>\w+)\b"
    r"|(?P<whole_zh>[\d一二两三四五六七八九十百]+)[个名位家]?[\u4e00-\u9fff]{0,4}?(?:里|中|当中)面?有?(?P<part_zh>[\d一二两三四五六七八九十百]+)[个名位家]",
    re.IGNORECASE,
)


def _counted(text: str) -> int:
    """The share of two of the seven, or 十个里有九个; 0 where a text counts none."""
    for match in _COUNTED.finditer(text):
        part, whole = _number(match["part"] or match["part_zh"]), _number(match["whole"] or match["whole_zh"])
        if part and whole and part <= whole and whole > 1:
            return ALL if part == whole else MOST if 2 * part > whole else SOME
    return 0


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    if text.isascii():
        return numerals.EN_SMALL.get(text.casefold(), 0)
    value = numerals.zh_number(text) if re.fullmatch(numerals.ZH_RUN, text) else None
    return int(value) if value else 0


def _share(text: str) -> int:
    """The greatest share that a text names; 0 where it names none. A denied "all" is some."""
    if counted := _counted(text):
        return counted
    if _SHARE_OF[-1][1].search(text) and re.search(
        r"\bnot (?:all|every)\b|不是都|不全是", text, re.IGNORECASE
    ):
        return SOME
    return next((level for level, pattern in _SHARE_OF if pattern.search(text)), 0)


def recurs_otherwise(said: str, known: str) -> bool:
    """Whether a sentence says that something recurs in another period than its sources say: monthly, each quarter."""
    mine = {name for name, sure, _ in _RECURS if sure.search(said)}
    theirs = {name for name, _, loose in _RECURS if loose.search(known)}
    if mine and not theirs:
        return bool(_AT_ONCE.search(known)) and any(map(str.isdecimal, said))
    return bool(mine and theirs) and not mine & theirs


_AT_ONCE = re.compile(
    r"\b(?:in total|altogether|in all|one-off|once)\b|一共|总共|共计|合计|一次性", re.IGNORECASE
)
