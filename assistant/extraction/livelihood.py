"""What somebody does for a living, told by what they do and not by a title: "I teach physics at a secondary school", 我给几家店做账."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import english_words
from assistant.extraction.findings import Clause, Finding, Known, finding

_I = re.IGNORECASE
_NOBODY = r"(?!(?:my|our|him|her|them|you|it|myself|a lesson|that|this|us|me)\b)"
_TRADE = (
    rf"(?:teach(?:ing)? {_NOBODY}|lectur(?:e|ing) (?:in|on|at) |tutor(?:ing)? (?:in )?{_NOBODY}|nurs(?:e|ing) (?:at|in|on) |translat(?:e|ing) (?:for |from |[a-z]+ into )|"
    r"freelanc(?:e|ing)\b|(?:do|doing) (?:the )?(?:payroll|bookkeeping|books|accounts|accounting|marketing|sales|logistics|admin|night shifts|research|design|consulting|security|catering|quality control|customer (?:service|support)|pr|hr|it support)\b|"
    r"driv(?:e|ing) (?:an? |the )(?:\w+ )?(?:bus|tram|taxi|cab|lorry|truck|train|ambulance|delivery van|forklift|school bus|crane)\b|run(?:ning)? (?:an? |the |my own |our own )(?:[\w-]+ ){0,3}(?:shop|café|cafe|restaurant|bakery|bar|pub|salon|farm|studio|practice|clinic|company|business|nursery|school|hotel|guesthouse|b&b|gallery|bookshop|garage|workshop|lab|department|team|kitchen|agency|start-?up|firm)\b|"
    r"repair(?:ing)? |fix(?:ing)? (?:boilers|cars|bikes|computers|roofs|phones) ?|install(?:ing)? (?:kitchens|solar|heat|windows|boilers)|build(?:ing)? (?:houses|boats|bridges|websites|software|apps) ?|sell(?:ing)? (?:cars|insurance|houses|shoes|software|flowers|vegetables|furniture)|"
    r"manag(?:e|ing) (?:an? |the )(?:[\w-]+ ){0,3}(?:team|shop|store|branch|warehouse|restaurant|hotel|project|department|office|fund|site)\b|look(?:ing)? after (?:the )?(?:elderly|patients|toddlers|horses for)|research(?:ing)? (?!flights|hotels|options|it|this))"
)
_EN_DOES = re.compile(
    rf"(?:I|we)(?:'m|’m| am|'ve been|’ve been| have been)? (?:mostly |mainly |now |currently |also |still |just |usually |basically )*(?P<v>{_TRADE}.*)",
    _I,
)
_EN_FREELANCE_AS = re.compile(
    r"(?:(?:I|we)(?:'m|’m| am|'ve been| have been)? )?(?:mostly |mainly |now |currently |also |still )*(?:freelanc(?:e|ing)|working|work|employed|self-employed|moonlight(?:ing)?) as (?:an? |the )(?P<v>[\w' -]+?)(?:,.*| (?:at|for|in|with|on) .*)?",
    _I,
)
_EN_BEEN = re.compile(
    rf"(?:I've|I’ve|I have) been (?:working as )?(?:an? |the )(?P<v>(?!member\b|supporter|customer|lover|follower|user\b|subscriber|reader\b|owner\b|smoker|vegetarian|bit\b|fan\b|big\b|huge\b)(?:[\w-]+ ){{0,3}}?[\w-]*{english_words.JOB_END})(?: (?P<prep>at|for|with) (?P<where>(?:the )?(?-i:[A-Z])[\w'’&. -]+?))?(?: (?:since|for|in|on|at) .*)?(?:,.*)?",
    _I,
)
_PASSING = re.compile(
    r"\b(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening)|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b",
    _I,
)
_ZH_DOES = re.compile(
    r"(?:我|咱)(?:现在|目前|主要|平时|一直|是|还|就|也|专门|在)*(?P<v>(?:在(?P<where>[^，。]{2,14}?)(?P<what>(?:教|当|做|开|跑|搞|带|管|修|卖)[^，。]{1,12})|(?:给|帮|替)[^，。]{1,10}(?:做账|记账|看店|看门|带货|写稿|画图|翻译|设计|做饭|装修|打工|送货|跑腿|拍片|做网站|做财务|做咨询|代账)|"
    r"(?:教|跑)(?:[一二三四五六七八九初高小大][年中学级三二一][^，。]{0,6}|语文|数学|英语|物理|化学|生物|历史|地理|政治|音乐|美术|体育|舞蹈|钢琴|出租车?|网约车|滴滴|外卖|快递|长途|业务|销售)[^，。]{0,6}|开(?:出租车?|公交车?|网约车|货车|大车|滴滴|塔吊|吊车|挖机|地铁|高铁|[^，。]{0,4}(?:店|厂|馆|公司|诊所|工作室))|修[^，。]{1,5}的|卖[^，。]{1,6}的|搞[^，。]{1,6}的|做[^，。]{1,6}(?:生意|的工作|这行|行业)))(?:的)?"
)
_ZH_FREE = re.compile(
    r"(?:我)?(?:现在|目前)?(?:是|做|当)?(?:个|一个)?(?P<v>自由(?:职业(?:者)?|撰稿人|译者|摄影师))"
)


def find_livelihood(clause: Clause, known: Known) -> list[Finding]:
    """What the user lives by; empty for anything else."""
    text = clause.text.strip(" ,，.。!！")
    if clause.is_strict or clause.subject != "user":
        return []
    if clause.language == "zh":
        does = _ZH_DOES.fullmatch(text) or _ZH_FREE.fullmatch(text)
        return (
            [finding(clause, "works", does["v"])]
            if does and not re.search(r"孩子|儿子|女儿|作业|今天|明天|[吗呢]", text)
            else []
        )
    been = _EN_BEEN.fullmatch(text)
    if been:
        role = replace(finding(clause, "role", been["v"]), corrects=clause.corrects)
        if not been["where"]:
            return [role]
        place = finding(clause, "employer", been["where"])
        return [role, replace(place, claim=f"I work {been['prep']} {been['where']}")]
    titled = _EN_FREELANCE_AS.fullmatch(text)
    if titled:
        return [finding(clause, "role", titled["v"])]
    does = _EN_DOES.fullmatch(text)
    if does and not _PASSING.search(text):
        return [finding(clause, "works", does["v"])]
    return []


__all__ = ["find_livelihood"]
