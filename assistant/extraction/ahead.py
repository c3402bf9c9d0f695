"""What has to be done or happens to a thing by or on a day, in either language: "the tax return has to be in by 31 January", 车子三月三号要年检.

Comes after the rules that know the kind of the event; a day must be named, and it must still be ahead.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import chinese_words
from assistant.extraction.chinese_things import noun as chinese_noun
from assistant.extraction.english_words import noun
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from assistant.extraction.openings import around_time
from vault.records import Layer

_I = re.IGNORECASE
_MUST_EN = r"(?:has to|have to|must|needs? to|is to|are to|has got to|'s got to|ought to|should)"
_DONE_EN = r"(?:be (?:in|done|ready|finished|back|over|out|gone|there|with \w+|(?:\w+ed|sent|paid|given|handed in|sent off|written|drawn up|put in|made)\b.*?)|go (?:in|out|off)|arrive|get there)"
_EN_THING_BY = re.compile(
    rf"(?:the |my |our |all (?:the |my |our )?)(?P<what>[\w'’&/-]+(?: (?!has\b|have\b|must\b|need)[\w'’&/-]+){{0,4}}?) {_MUST_EN} {_DONE_EN} (?:by|before|no later than|at the latest|on|until) (?P<v>.+)",
    _I,
)
_EN_I_BY = re.compile(
    r"(?:(?:I|we)(?:'ve|’ve)? )?(?:still |also )?(?:have to|have got to|got to|must|need to|'ve got to|’ve got to|am supposed to|'m supposed to|are supposed to) (?P<act>(?:hand in|submit|finish|pay|renew|return|send(?: in| off)?|file|deliver|complete|register(?: for)?|apply(?: for)?|cancel|turn in|give back|"
    r"sign|move out|vacate|enrol|book|clear|settle|upload|write|defend|collect|get|bring(?: back)?|take back)\b(?: (?P<what>.+?))?) (?:by|before|no later than|at the latest by|until|on) (?P<v>.+)",
    _I,
)
_EN_RUNS_OUT = re.compile(
    r"(?:the |my |our |his |her )(?P<what>[\w'’&/-]+(?: (?!runs\b|expires\b|is\b|ends\b|has\b)[\w'’&/-]+){0,4}?) (?:runs out|expires?|is up|are up|ends?|lapses?|is valid|are valid|has to be renewed|needs (?:renewing|to be renewed)|is good|renews?|is due for (?:renewal|a service|its \w+)) (?P<rel>in|on|at the end of|by|until|till|before|through)? ?(?P<v>.+)",
    _I,
)
_MUST_ZH = r"(?:必须|需要|就要|就得|还得|还要|要|得|该|应该|务必)"
_HANDED_ZH = (
    r"(?:交|提交|上交|完成|做完|写完|还|付|缴|报|办|递|寄|发|续|续签|弄|弄完|搞定|签|退|领|填|报名|申报|答辩)"
)
_ZH_RUNS_OUT = re.compile(r"(?:就|要|才|将|会)*(?:到期|过期|截止|失效|结束|满期|用完|到日子)(?:了|的)?")
_ZH_COMES = re.compile(r"(?:会|要)?(?:来|过来|上门|到货|送到|送来|来(?:修|装|看|取|送|量|收)[^，。]{0,6})")
_ZH_EVENT = re.compile(
    r"(?:会|课|考试|面试|手术|体检|婚礼|宴|聚餐|饭局|比赛|演出|年检|复诊|疫苗|讲座|答辩|培训|典礼)$"
)
_ZH_MUST = re.compile(rf"(?:最晚|最迟|我们?)?{_MUST_ZH}+(?:把|去)?(?P<act>[^，。]{{1,14}}?)了?")
_ZH_HANDED = re.compile(rf"{_MUST_ZH}*(?:把)?{_HANDED_ZH}(?:掉|完|上|好|清|出|一下|给)*(?P<o>[^，。]*?)了?")
_NOT_ZH = re.compile(
    r"你|您|[吗呢吧]$|怎么|什么|不要|不用|如果|每|天天|都要|[下刮降][雨雪霜风温]|打雷|天气|函数|代码|脚本|这[个段句]"
)
_OWN_ZH = re.compile(r"(?:我们?|咱们?|本人)$")


_LONGEST_THING = 10


def find_ahead(clause: Clause, known: Known) -> list[Finding]:
    """What is due or happens on a day that is named; empty for anything else."""
    if clause.is_strict:
        return []
    text = clause.text.strip(" ,，.。!！")
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


_OF_WORK = re.compile(
    r"(?:this|that|these|those|it)\b|.*\b(?:function|script|code|query|test|page|paragraph|slide|chapter|sentence|button|loop|class)s?$",
    _I,
)


def _english(clause: Clause, text: str) -> list[Finding]:
    due = _EN_THING_BY.fullmatch(text) or _EN_RUNS_OUT.fullmatch(text)
    if due and not _OF_WORK.match(due["what"]) and mentions_time(text[due.end("what") :], "en"):
        return [_due(clause, noun(due["what"]), text)]
    own = _EN_I_BY.fullmatch(text)
    if own and not _OF_WORK.match(own["what"] or "") and mentions_time(text, "en"):
        return [_due(clause, noun(own["what"] or own["act"]), text)]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    if _NOT_ZH.search(text):
        return []
    before, when, rest = around_time(text) or ("", "", text)
    if not when and not clause.is_timed:
        return []
    before = re.sub(rf"(?:最晚|最迟|截止|{_MUST_ZH})+$", "", before)
    what = chinese_noun(before)
    if (
        re.search(rf"(?:{chinese_words.KIN}|{chinese_words.ROLE}|[他她它])$", what)
        or len(what) > _LONGEST_THING
    ):
        return []  # told of somebody else, or no thing at all
    if _ZH_RUNS_OUT.fullmatch(rest):
        return [_due(clause, what, text)] if what else []
    if (
        what
        and not _OWN_ZH.search(before)
        and (_ZH_COMES.fullmatch(rest) or (not rest and _ZH_EVENT.search(what)))
    ):
        made = finding(clause, f"appointment:{what}", text, Layer.EVENT)
        return [replace(made, is_ahead=True, subject="user")]
    is_own = not what or bool(_OWN_ZH.search(before))
    handed = _ZH_HANDED.fullmatch(rest)
    is_limit = re.search(r"前|为止|最晚|最迟|截止", when + text[: len(before) + 2])
    must = _ZH_MUST.fullmatch(rest)
    if handed and (must or is_limit):
        thing = handed["o"].strip("了 ") or (what if not is_own else "")
        return [_due(clause, thing if is_own else what, text)]
    if not must:
        return []
    if is_limit:
        return [_due(clause, must["act"] if is_own else f"{what}{must['act']}", text)]
    thing = must["act"] if is_own else f"{what}{must['act']}"
    made = finding(clause, f"appointment:{thing}", text, Layer.EVENT)
    return [replace(made, is_ahead=True, subject="user")]


def _due(clause: Clause, thing: str, text: str) -> Finding:
    made = finding(clause, f"deadline:{thing}" if thing else "deadline", text, Layer.EVENT)
    return replace(made, is_ahead=True, subject="user", corrects=clause.corrects)


__all__ = ["find_ahead"]
