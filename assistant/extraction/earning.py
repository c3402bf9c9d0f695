"""What somebody earns and what they pay again and again, in either language: "I take home 3,100 a month", 我每个月到手一万三.

Comes before the rules about times, so that "my salary rose to 52k in April" is no appointment in April.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.english_words import noun
from assistant.extraction.findings import Clause, Finding, Known, finding
from vault import quantities
from vault.slots import MONEY

_I = re.IGNORECASE
_AMOUNT = r"(?P<sum>(?:about |around |roughly |almost |nearly |just |only |over |under |a bit over |a bit under |a little over |just over |just under |close to |at most |at least |something like |exactly )*(?:[$£€¥￥]|USD |EUR |GBP )?\s?\d[\d.,]*\s?(?:k|thousand|grand)?\b.*)"
_ABOUT = r"(?:(?:a (?:bit|little|touch) (?:over|under|more than|less than)|just (?:over|under)|well over|about|around|roughly|almost|nearly|just|only|over|under|something like) )*"
_PAY = r"(?:(?:take-home|net|gross|monthly|annual|yearly|hourly|basic|base|after-tax|new|current|starting) )*(?P<k>salary|pay|wages?|income|take-home(?: pay)?|earnings|pension|stipend|scholarship|day rate|hourly rate|day-rate|child benefit|alimony|bonus)"
_EN_EARNS = re.compile(
    rf"(?:(?:I|we)(?:'m|’m|'ve been| am| are|'re)? )?(?:now |currently |still |usually |actually )*(?:take home|taking home|bring home|bringing home|earn|earning|get paid|getting paid|paid|making|make|clear|net|on|live on|bring in) {_ABOUT}{_AMOUNT}",
    _I,
)
_EN_PAY = re.compile(
    rf"(?:my|our) {_PAY} (?:after tax(?:es)? |before tax(?:es)? |each month |per month |now |currently )*(?:is|was|are|comes to|works out at|amounts to|stands at|sits at|went(?: up| down)? to|(?:has )?gone(?: up| down)? to|(?:has )?(?:rose|risen|increased|grew|grown|fell|fallen|dropped|been (?:raised|cut|increased) to|was (?:raised|cut|increased))(?: to)?|will be|goes(?: up)? to|of)(?: now)? {_ABOUT}{_AMOUNT}",
    _I,
)
_PERIOD = re.compile(
    r"\b(?:a|per|an|each|every) (?:month|year|week|hour|day|fortnight)\b|\b(?:monthly|annually|yearly|hourly|weekly|a shift|before tax|after tax|net|gross|p\.?a\.?|pcm)\b|/ ?(?:month|year|hour|mo|yr)\b",
    _I,
)
_EN_COST = re.compile(
    rf"(?:the |my |our )?(?P<what>(?:[\w'’-]+ ){{0,2}}(?:rent|mortgage|electricity|power|gas|heating|water|internet|broadband|phone(?: bill| contract)?|gym|insurance|premium|subscription|nursery|childcare|kindergarten|council tax|parking|loan|tuition|fees?|membership|maintenance))(?:'s|’s)?"
    rf" (?:now |currently )?(?:is|costs(?: us| me)?|comes to|runs to|went(?: up| down)? to|(?:has )?gone(?: up| down)? to|(?:has )?(?:rose|risen|increased|dropped|fallen)(?: to)?)(?: now)?(?: up to| down to)? {_ABOUT}{_AMOUNT}",
    _I,
)
_EN_PAY_FOR = re.compile(
    rf"(?:I|we)(?:'re| are|'m| am)? (?:now |currently |still )?pay(?:ing)? {_ABOUT}(?P<sum>(?:[$£€]\s?)?\d[\d.,]*\s?(?:k|thousand|grand|euros?|pounds?|dollars?)?(?: (?:a|per|each|every) (?:month|year|week))?) (?:for|in|on|towards) (?:the |my |our )?(?P<what>(?!\d)[\w'’ -]{{3,24}}?)(?:,.*)?",
    _I,
)
_RISEN = re.compile(
    r"\b(?:went|gone|goes|rose|risen|increased|grew|grown|raised|fell|fallen|dropped|cut|up to|down to|now)\b",
    _I,
)
_N_ZH = r"[\d一二两三四五六七八九十百千万]"
_PAY_ZH = (
    r"(?P<k>工资|薪水|薪资|月薪|年薪|时薪|日薪|底薪|收入|退休金|养老金|奖学金|补贴|津贴|年终奖|奖金|稿费)"
)
_ABOUT_ZH = r"(?:差不多|大概|大约|也就|就|才|能|可以|有|是|要|得|将近|左右|只|税后|税前|总共|一共|拿|到)*"
_ZH_EARNS = re.compile(
    rf"(?:(?:现在|目前|如今)?我(?:们两口子|们俩|们)?)?(?:现在|目前|如今|每个?月|一个?月|每年|一年|每天|一天|每小时|一小时|每周|税后|税前|平均)*(?:{_ABOUT_ZH})(?:到手|挣|赚|拿到手|拿|领|进账|收入|工资|税后|税前)(?P<at>的?(?:工资)?)?{_ABOUT_ZH}(?P<sum>{_N_ZH}[^，。]*)"
)
_ZH_PAY = re.compile(
    rf"(?:我们?的?|我每个?月的?|我现在的?|我一个?月的?)?(?:税后|税前|每个?月|每月|基本|实际|现在|目前|今年|到手)*的?{_PAY_ZH}(?:现在|目前|又|已经|刚|每个?月|一个?月|税后|税前|到手)*(?:从[^，。]{{1,10}})?(?:涨到|升到|加到|提到|调到|降到|减到|变成|改成|涨成|是|有|到|为|：)?了?{_ABOUT_ZH}(?P<sum>{_N_ZH}[^，。]*)"
)
_ZH_COST = re.compile(
    rf"(?:我们?家?的?|我家的?|现在)?(?P<what>(?:[\u4e00-\u9fff]{{0,4}})(?:房租|月租|房贷|车贷|贷款|月供|物业费|停车费|电费|水费|燃气费|网费|话费|学费|托费|保险|保费|会费|补习费|伙食费|管理费|幼儿园|托班|早教|兴趣班|补习班|钢琴课|健身房|保姆|月嫂|钟点工|停车位|车位))(?:现在|目前|今年|已经)*(?:每个?月|一个?月|每年|一年|每学期|每季度)?(?:还|要|得|交|是|涨到|降到|花)*了?{_ABOUT_ZH}(?P<sum>{_N_ZH}[^，。]*)"
)
_LEAST = 100  # a bare number below this is no month's pay


def find_earnings(clause: Clause, known: Known) -> list[Finding]:
    """What is earned or paid regularly; empty for anything else."""
    text = clause.text.strip(" ,，.。!！")
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    pay = _EN_PAY.fullmatch(text)
    if pay and _is_money(pay["sum"], "en"):
        return [_income(clause, pay["k"].lower(), pay["sum"], text)]
    earns = _EN_EARNS.fullmatch(text)
    if (
        earns
        and _is_money(earns["sum"], "en")
        and (_PERIOD.search(earns["sum"]) or re.match(r".*\d ?k\b(?! (?:run|race))", earns["sum"], _I))
    ):
        return [_income(clause, "", earns["sum"], text)]
    cost = _EN_COST.fullmatch(text)
    if cost and _is_money(cost["sum"], "en", least=0):
        return [_price(clause, noun(cost["what"]), cost["sum"], text)]
    paid = _EN_PAY_FOR.fullmatch(text)
    if paid and _PERIOD.search(text) and _is_money(paid["sum"], "en", least=0):
        return [_price(clause, noun(re.sub(_PERIOD, "", paid["what"])), paid["sum"], text)]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    pay = _ZH_PAY.fullmatch(text)
    if pay and _is_money(pay["sum"], "zh"):
        kind = "" if pay["k"] in ("工资", "薪水", "薪资", "月薪", "收入") else pay["k"]
        return [_income(clause, kind, pay["sum"], text)]
    earns = _ZH_EARNS.fullmatch(text)
    if earns and _is_money(earns["sum"], "zh") and re.search(r"月|年|天|小时|周|税后|到手|工资", text):
        return [_income(clause, "", earns["sum"], text)]
    cost = _ZH_COST.fullmatch(text)
    if cost and _is_money(cost["sum"], "zh", least=0):
        return [_price(clause, cost["what"], cost["sum"], text)]
    return []


def _income(clause: Clause, kind: str, said: str, text: str) -> Finding:
    """The user's pay; a pension and a bonus are kinds of their own."""
    own = re.fullmatch(r"salary|pay|wages?|income|take-home(?: pay)?|earnings|年薪|时薪|日薪|底薪", kind)
    attribute = "income" if not kind or own else f"income:{kind}"
    made = replace(finding(clause, attribute, said), wants_quantity=True, subject="user")
    return replace(made, corrects=made.corrects or _is_change(text))


def _price(clause: Clause, what: str, said: str, text: str) -> Finding:
    made = replace(finding(clause, f"price:{what}", said), wants_quantity=True, subject="user")
    return replace(made, corrects=made.corrects or _is_change(text))


def _is_change(text: str) -> bool:
    return bool(_RISEN.search(text) or re.search(r"[涨升加提调降减](?:到|成)|变成|改成|现在", text))


def _is_money(said: str, language: str, least: int = _LEAST) -> bool:
    spans = quantities.parse(said, language)
    if not spans or (spans[0].start > 24 and language == "en"):
        return False
    unit, high = spans[0].unit, spans[0].high
    if unit:
        return unit in MONEY
    return high >= (least or _LEAST / 10)


__all__ = ["find_earnings"]
