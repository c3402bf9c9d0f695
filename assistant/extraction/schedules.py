"""When things happen, in either language: "the choir rehearses on Wednesdays", "the audit is on 3 July", 例会在每周二上午九点开.

What recurs is a fact `schedule:<thing>`, what lies on one date an appointment or an event of that thing; "has moved to" and 改到
replace what was known of the same thing. What the user does themselves is read elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import chinese_words, english_words
from assistant.extraction.chinese_things import noun as chinese_noun
from assistant.extraction.english_things import MINE_NOT, THING_NOT
from assistant.extraction.english_words import noun
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from vault.records import Layer

_I = re.IGNORECASE
_DAY_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_RECURS_EN = re.compile(
    rf"\b(?:{_DAY_EN}s|{_DAY_EN} (?:mornings|afternoons|evenings|nights)|every|each|daily|weekly|monthly|yearly|weekdays?|weekends|"
    r"twice a|once a|(?:three|four|\d) times a|mornings|evenings|nights|quarterly|fortnightly|alternate)\b",
    _I,
)
_CLOCK_EN = re.compile(
    r"\b(?:at|from|until|till|by|after|before) (?:about |half past |quarter (?:past|to) |\d\d? (?:past|to) )?(?:\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|o'clock)?|noon|midnight|one|two|three|four|five|six|seven|"
    r"eight|nine|ten|eleven|twelve)(?: o'clock| sharp| in the \w+)?$",
    _I,
)
_CHANGED = r"(?:has |have |was |were |is |are |got )?(?:been )?(?:now )?(?:moved|shifted|changed|switched|pushed(?: back)?|put back|brought forward|rescheduled|postponed|delayed)"
_KNOWN_VERB = r"is|are|takes place|take place|happens?|falls?|meets?|runs?|opens?|closes?|shuts?|starts?|begins?|ends?|goes out|go out|comes?"
# A verb that is not known is taken for one only where nothing else can be.
_EN = tuple(
    re.compile(
        r"(?:the |our |my |all )?(?P<what>[\w'’&/-]+(?: (?!is\b|are\b|was\b|were\b|has\b|have\b|goes?\b|comes?\b)[\w'’&/-]+){0,5}?)"
        rf"(?:'s|’s)? (?:(?P<changed>{_CHANGED})(?: from .+?)? (?:to|until|till) |"
        rf"(?P<verb>{verb}) (?:now |always |only |usually )*)(?P<v>.+)",
        _I,
    )
    for verb in (_KNOWN_VERB, r"(?-i:[a-z]{3,})(?: up| out| in| off| down| round)?")
)
_NOT_A_THING = re.compile(
    r"(?:functions?|loops?|pages?|tests?|code|scripts?|quer(?:y|ies)|builds?|apps?|api|requests?|responses?|programs?|class|methods?|process|server|database|button|browser|error|film|movie|hero|story|character|plot|image|picture|text|sentence|paragraph|formula|equation|graph|sun|earth|moon)$|.*\b(?:in|of) (?:my|the) (?:novel|story|film|game|book|movie|play)\b|(?:i|i'm|i've|we|you|he|she|they|it|this|that|there|here|what|which|who|when|if|please|let|let's|don't|thanks?|and|but|so|because)\b|.*\b(?:and|but|because|if|that|which|i|you)\b",
    _I,
)
_STATE_VERBS = re.compile(rf"(?:{_KNOWN_VERB})$", _I)
_PERSON_EN = re.compile(rf"(?:my |our |the )?(?:{english_words.KIN}|{english_words.ROLE})\b", _I)
_ON_DATE = re.compile(rf"(?:on|in|for|until|till|by|at|to|next|this|tomorrow|{_DAY_EN})\b", _I)
_DAY_ALONE = re.compile(rf"(?:on )?{_DAY_EN}\b", _I)
_DAY_ZH = r"(?:每|逢|单|双)?(?:周|星期|礼拜)[一二三四五六日天末]"
_WHEN_ZH = re.compile(
    rf"每(?:个)?(?:周|星期|礼拜|月|年|天|晚|早|季度|两周|隔)|隔(?:天|周|日)|逢|{_DAY_ZH}|工作日|周末|[\d一二三四五六七八九十两]+点|"
    r"[\d一二三四五六七八九十]+[日号](?![楼栋幢门桌室线柜机房台院])|(?:20\d\d年)?[\d一二三四五六七八九十]+月|[下这本]+个?(?:周|星期|礼拜|月)"
)
_RECURS_ZH = re.compile(r"每|逢|隔[天周日]|工作日")
# What comes again and again by its name.
RECURRING = re.compile(
    r".*(?:[周例晨早晚夕月]会|双周会|周报|月报|日报|(?:stand-?up|retro|check-?in|weekly|one-to-one|1:1|town hall|all-hands)(?: meeting| call)?)$",
    _I,
)
_CHANGED_ZH = r"(?:已经|又|都)?(?:改到|改在|改成|改为|挪到|调到|推迟到|提前到|延到|换到|移到|延期到)了?"
_ZH = re.compile(
    rf"(?:我们?的?|咱们?的?|公司的?|本)?(?P<what>[^，。我你他她]{{1,12}}?)(?:的?(?:时间|日期))?(?:现在|一般|通常|都|固定|统一|就|还)*(?:(?P<changed>{_CHANGED_ZH})|(?P<verb>(?:安排|定|排|约|放|开)?在了?|是|于)?)(?P<v>(?:每|逢|隔|单|双|(?:周|星期|礼拜)(?=[一二三四五六日天末])|工作日|下|这|本|\d|[一二三四五六七八九十]+[月点])[^，。]{{1,24}}?)"
)
_TASK_ZH = re.compile(r"请|帮|麻烦|提醒|告诉|你|吗|什么|怎么|可以|应该|今天|现在")
_PERSON_ZH = re.compile(rf"(?:我家?|我们)?的?(?:{chinese_words.KIN}|{chinese_words.ROLE})")


def find_schedules(clause: Clause, known: Known) -> list[Finding]:
    """When something happens; empty where the clause tells nothing of the kind or is about the user or another person."""
    if clause.is_strict:
        return []
    text = clause.text.strip(" ,，.。!！")
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    match = _EN[0].fullmatch(text) or _EN[1].fullmatch(text)
    if (
        not match
        or _NOT_A_THING.match(match["what"])
        or THING_NOT.fullmatch(match["what"])
        or MINE_NOT.fullmatch(match["what"])
        or _PERSON_EN.match(text)
        or not re.match(r"(?:the|our|my|all)\b|[A-Z]", text)
    ):
        return []
    what, when = noun(match["what"]), match["v"]
    is_change = match["changed"] is not None
    recurs = (
        _RECURS_EN.search(when)
        or _is_opening_hour(match["verb"] or "", when)
        or (RECURRING.match(what) and _DAY_ALONE.match(when))
    )
    if recurs and (
        is_change or mentions_time(when, "en") or _CLOCK_EN.search(when) or _RECURS_EN.match(when)
    ):
        verb = (match["verb"] or "").lower()
        how = "" if is_change or re.match(r"(?:is|are|take|happen|fall|meet|run)", verb) else f" {verb}"
        return [_made(clause, f"schedule:{what}{how}", when, is_change=is_change)]
    if not _one_date(when) or not (is_change or _STATE_VERBS.match(match["verb"] or "")):
        return []
    is_plain = is_change or re.match(r"(?:is|are|takes place|happens?|falls?)$", match["verb"] or "", _I)
    if re.match(r"(?:deadline|due|birthday|anniversary)$", what.split()[-1]):
        return []
    day = re.sub(r"^(?:now |only )?(?:on|at|in|for|by|to) ", "", when)
    made = _made(
        clause,
        f"appointment:{what}" if is_plain else "appointment",
        day if is_plain else text,
        is_change=is_change,
    )
    return [replace(made, layer=Layer.EVENT, is_ahead=True)]


def _one_date(when: str) -> bool:
    return bool(_ON_DATE.match(when) or re.match(r"\d", when)) and mentions_time(when, "en")


def _is_opening_hour(verb: str, when: str) -> bool:
    """What opens or closes at an hour, no day said, does so every day."""
    return bool(re.match(r"(?:opens?|closes?|shuts?)$", verb, _I) and re.match(_CLOCK_EN, when))


def _chinese(clause: Clause, text: str) -> list[Finding]:
    match = _ZH.fullmatch(text)
    if not match or _TASK_ZH.search(text) or _PERSON_ZH.match(text) or not _WHEN_ZH.match(match["v"]):
        return []
    what = re.sub(r"[在是于]$", "", chinese_noun(match["what"]))
    if (
        len(what) < 2
        or mentions_time(what, "zh")
        or re.search(r"[了过着]$|^[这那]|因为|所以|但是|如果", what)
    ):
        return []
    is_change = match["changed"] is not None
    if re.fullmatch(
        r"每(?:个?月|年|季度|天|周)(?:是|要|大概|大约)?[\d一二两三四五六七八九十百千万半.]+(?:块钱?|元|美元)?",
        match["v"],
    ):
        return []  # a price
    # 记住：周报在周五交 is said of every week; 聚会在周四 alone of the next one.
    is_rule = clause.is_requested and re.match(rf"{_DAY_ZH}[^，。]+", match["v"]) and not is_change
    if _RECURS_ZH.search(match["v"]) or is_rule or (RECURRING.match(what) and re.match(_DAY_ZH, match["v"])):
        return [_made(clause, f"schedule:{what}", match["v"], is_change=is_change)]
    if not (is_change or match["verb"]) or not mentions_time(match["v"], "zh"):
        return []
    if re.search(r"截止|期限|到期|生日|纪念日", what):
        return []
    made = _made(clause, f"appointment:{what}", match["v"], is_change=is_change)
    return [replace(made, layer=Layer.EVENT, is_ahead=True)]


def _made(clause: Clause, attribute: str, value: str, *, is_change: bool) -> Finding:
    made = finding(clause, attribute, value)
    thing = attribute.partition(":")[2] if is_change else ""
    return replace(made, corrects=made.corrects or is_change, changes=thing, is_open=False)


__all__ = ["find_schedules"]
