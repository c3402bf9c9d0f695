"""A thing that was given a new time, in either language: "they moved my exam to Friday", 考试延期了，改成6月20号, "the picnic is off".

What they give names the thing, so that its old time is found whatever attribute it was told under.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import chinese_words, english_words
from assistant.extraction.chinese_things import noun as chinese_noun
from assistant.extraction.english_words import noun
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from assistant.extraction.schedules import RECURRING
from vault.records import Layer

_I = re.IGNORECASE
_MOVED = (
    r"(?:moved?|shift(?:ed)?|changed?|switch(?:ed)?|push(?:ed)?(?: back| forward| out)?|put back|put off|bring forward|brought forward|re-?schedul(?:e|ed)|re-?book(?:ed)?|"
    r"postponed?|delay(?:ed)?|bump(?:ed)?|slip(?:ped)?|slid|set back|drag(?:ged)? out|adjourn(?:ed)?|defer(?:red)?)"
)
_THING_EN = r"(?P<o>the|our|my|his|her|their) (?P<what>[\w&/-]+(?:['’](?!s been)\w+)?(?: (?!to\b|from\b|until\b|till\b|for\b|is\b|was\b|has\b)[\w'’&/-]+){0,4}?)"
_BY_WHOM = (
    r"(?:(?:I|we|they|he|she|somebody|someone|(?:the|my|our) [\w' -]{2,24}?)(?:'ve|’ve|'s|'d|’s| have| has| had| to| just| now| already| finally| decided to| agreed to| asked to|"
    r" needed to| managed to|'re going to)* )?"
)
_EN_ACTIVE = re.compile(
    rf"{_BY_WHOM}{_MOVED} {_THING_EN}(?: back| forward| out)?(?: from .+?)?,? (?:to|for|until|till) (?P<v>.+)",
    _I,
)
_EN_PASSIVE = re.compile(
    rf"{_THING_EN}(?:'s|’s)? (?:(?:has |have |had |was |were |is |are |got |gets |will be |had to be )(?:now |just )?(?:been )?|been |just )?{_MOVED}(?: from .+?)?,? (?:to|for|until|till) (?P<v>.+)",
    _I,
)
_EN_OFF = re.compile(
    rf"{_THING_EN}(?:'s|’s)? (?:(?:is|was|has been|got|been|had to be) (?:now )?(?:off|cancelled|canceled|called off|scrapped|axed|not happening|not going ahead)(?: after all)?|(?:isn't|is not|won't be) (?:happening|going ahead|taking place)(?: after all| any ?more)?)",
    _I,
)
_ZH_MOVED = r"(?:改|挪|移|调|换|推迟|延期|延后|顺延|提前|提早|拖|推)"
_ZH = (
    re.compile(
        rf"(?:我们?|公司|他们|老师|领导|学校|医院)?(?:决定|要|已经)*把(?P<what>[^，。我你他她]{{1,12}}?)(?:的?(?:时间|日期))?{_ZH_MOVED}(?:到|在|至|成|为)了?(?P<v>[^，。]{{2,24}}?)了?"
    ),
    re.compile(
        rf"(?:我们?的?|咱们?的?|公司的?|本)?(?P<what>[^，。我你他她]{{1,12}}?)(?:的?(?:时间|日期))?(?:现在|又|被|已经|都|临时)*{_ZH_MOVED}(?:时间|期|日子)?(?:了)?(?:到|在|至|成|为|定在)了?(?P<v>[^，。]{{2,24}}?)了?"
    ),
    re.compile(
        rf"(?:我们?的?|咱们?的?|公司的?|本)?(?P<what>[^，。我你他她]{{1,12}}?)(?:的?(?:时间|日期))?(?:又|被|已经|临时)*(?:{_ZH_MOVED}(?:时间|期|日子|后|迟)?了|有变(?:动|化)?)[，,]\s*(?:以后|现在|新的?时间|时间)?(?:改|挪|推迟|提前|定|换|是|变)?(?:到|在|成|为|是)?了?(?P<v>[^，。]{{2,24}}?)了?"
    ),
)
_ZH_OFF = re.compile(
    r"(?:我们?的?|咱们?的?)?(?P<what>[^，。我你他她]{2,12}?)(?:已经|临时|被)*(?:取消了|不办了|不开了|不去了|泡汤了|黄了|作废了)"
)
_PERSON = re.compile(rf"(?:my |our |the )?(?:{english_words.KIN})\b", _I)
_NOT_A_THING = re.compile(
    r"(?:i|it|this|that|there|what|which|who|code|function|text|line|paragraph|button|image)\b", _I
)
_WEEKDAY = re.compile(
    r"(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:周|星期|礼拜)[一二三四五六日天末]", _I
)
# An hour without a day is that of every day: 开门时间改成十点了.
_CLOCK_ALONE = re.compile(
    r"(?:(?:早上|上午|中午|下午|晚上)?[\d一二三四五六七八九十两]{1,3}(?:点(?:半|钟|整)?|[:：]\d\d)|(?:at )?\d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)?)(?:了|开始)?",
    _I,
)
_RECURS = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bevery\b|\beach\b|每|逢", _I)


def find_moves(clause: Clause, known: Known) -> list[Finding]:
    """The new time of a thing, or that it will not be; empty for anything else."""
    if clause.is_strict:
        return []
    text = clause.text.strip(" ,，.。!！")
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    moved = _EN_PASSIVE.fullmatch(text) or _EN_ACTIVE.fullmatch(text)
    if moved and mentions_time(moved["v"], "en") and not _NOT_A_THING.match(moved["what"]):
        return [_moved(clause, noun(moved["what"]), moved["v"])]
    off = _EN_OFF.fullmatch(text)
    if off and not _NOT_A_THING.match(off["what"]) and not _PERSON.match(text):
        return [_called_off(clause, noun(off["what"]))]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    for pattern in _ZH:
        moved = pattern.fullmatch(text)
        if moved and mentions_time(moved["v"], "zh") and not _is_person(moved["what"]):
            what = chinese_noun(moved["what"])
            if len(what) > 1 and not mentions_time(what, "zh"):
                return [_moved(clause, what, moved["v"])]
    off = _ZH_OFF.fullmatch(text)
    if off and not _is_person(off["what"]) and not mentions_time(chinese_noun(off["what"]), "zh"):
        return [_called_off(clause, chinese_noun(off["what"]))]
    return []


def _is_person(what: str) -> bool:
    return re.fullmatch(rf"(?:我家?的?)?(?:{chinese_words.KIN}|{chinese_words.ROLE})", what) is not None


def _moved(clause: Clause, thing: str, when: str) -> Finding:
    if (
        _RECURS.search(when)
        or _CLOCK_ALONE.fullmatch(when)
        or (RECURRING.match(thing) and _WEEKDAY.match(when))
    ):
        return _changed(finding(clause, f"schedule:{thing}", when), thing)
    made = finding(clause, f"appointment:{thing}", when, Layer.EVENT)
    return _changed(replace(made, is_ahead=True), thing)


def _called_off(clause: Clause, thing: str) -> Finding:
    return _changed(
        replace(finding(clause, f"appointment:{thing}", thing, Layer.EVENT), is_negated=True), thing
    )


def _changed(made: Finding, thing: str) -> Finding:
    return replace(made, corrects=True, changes=thing, is_open=False)


__all__ = ["find_moves"]
