"""Words that say a statement replaces an earlier one, and the short corrections whose subject stands in an earlier turn.

"No, it's 40k", 不对，是四十万 and "make it two grand higher" are read against the last thing the user said in the same
conversation. Follows the design page "Memory core, What wins".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from vault import quantities, times
from vault.records import Candidate, Evidence, Layer, Quantity, Turn

_I = re.IGNORECASE
_CORRECTS_EN = re.compile(
    r"^(?:no|nope|sorry|oops|correction|actually|wait|scratch that|update)[,:.!]|^actually\b|\bactually\b|\binstead\b|\bnow\b|^(?:and |so )?(?:my|our|the) new [\w -]{2,30}? (?:is|are)\b|"
    r"\b(?:has |have |was |been |is |got )?(?:changed|switched|moved|raised|went(?: up| down)?|gone(?: up| down)?|grown?|grew|rose|risen|fell|dropped|cut|lowered|increased|reduced|renamed|rescheduled|postponed|brought forward|pushed|replaced|updated|swapped|migrated|relocated|traded in|exchanged)\b"
    r"(?: from .+?)? (?:to|by|with)\b|\b(?:swapped|exchanged|traded(?: in)?|replaced) .+ (?:for|with)\b|\bfrom (?:now|today) on\b|\bno longer\b|\bany ?more\b|\bnot .+?,? but\b|\bI meant\b|\bcorrection\b|\brather than\b.*\bfrom now on\b|"
    r"\bas of (?:today|now|this)\b",
    _I,
)
_CORRECTS_ZH = re.compile(
    r"加到|涨到|提到|升到|提高到|增加到|减到|压到|砍到|降到|改成|改为|改到|改在|改了|改用|改叫|改名|更正|纠正|换成|换了|换到|换为|換成|换(?:导师|老板|领导|工作|公司|手机|号|医生|会计|房东)|变成|变更|变了|调到|调成|调整[到为]|砍到|降到|涨到|增加到|削减|"
    r"不是[^，。]+[，,]?\s*(?:而)?是|不对|说错|搞错|记错|弄错|写错|口误|应该是|其实是|现在(?!就)|如今|新的?[\u4e00-\u9fff]{1,6}(?:是|叫)|不再|挪到|移到|搬到|转到|推迟到|提前到|延期到|迁到|升级到|不久前|刚搬|搬到"
)
_VALUE_EN = r"(?P<old>[\w'’./@:-]+(?: [\w'’./@:-]+){0,4}?)"
_ENDED_EN = (
    re.compile(rf"\b(?:switched|moved|migrated|changed|gone|went|converted|upgraded|transferred|swapped|relocated|shifted)\b.*?\bfrom {_VALUE_EN} (?:over )?to\b", _I),
    re.compile(rf"\b(?:isn't|is not|is no longer|aren't|are not|are no longer|wasn't|don't use|no longer use|used to be) {_VALUE_EN},? ?(?:any ?more|any longer)?(?:[,;]| but\b| now\b)", _I),
    re.compile(rf"\b(?:instead of|rather than|in place of|no longer (?:at|in|with|by|on)) {_VALUE_EN}(?:$|[,.;])", _I),
    re.compile(rf",? (?:and )?not (?:at |in |on |by )?{_VALUE_EN}(?: any ?more)?$", _I),
    re.compile(rf"\b(?:replaced|swapped|traded in|exchanged) (?:my |our |the )?{_VALUE_EN} (?:with|for|by)\b", _I),
    re.compile(rf"\b(?:left|quit|dropped|ditched|given up|gave up) (?:my |our |the )?{_VALUE_EN}(?:,| and| for\b)", _I),
)  # fmt: skip
_ENDED_ZH = (
    re.compile(r"从(?P<old>[^，。]{2,16}?)(?:换|改|搬|迁|升级|调|转|跳槽|挪|移|涨|降|加|减)(?:到|成|为|用|去)"),
    re.compile(r"把(?:我的?|我们的?)?(?P<old>[^，。]{2,12}?)(?:换|改|升级)(?:成|为|到|做)"),
    re.compile(r"不(?:再)?是(?:放在|在|用|叫)?(?P<old>[^，。]{1,16}?)(?:了)?[，,]?\s*(?:而|现在)?(?:是|改)"),
    re.compile(r"不(?:再)?(?:用|在|去|住)(?P<old>[^，。]{2,12}?)(?:了|上班|工作)*(?:[，,]|$)"),
    re.compile(r"(?:离开|告别|放弃|退掉|淘汰)了?(?P<old>[^，。]{2,12}?)(?:了)?(?:[，,]|$)"),
)  # fmt: skip
_NOT_BUT_EN = re.compile(
    r"(?P<what>(?:(?:my|our|the) |(?!(?:I|it|this|that|there|he|she|we|they|you)\b))[\w'’ -]+?) (?P<be>is|are|was|were)(?:n't|n’t| not| no longer) (?P<old>[^,]+?)(?: any ?more| any longer)?,? (?:but |and )?"
    r"(?:it's|it’s|it is|now it's|now we're|they're|they are|we're|we are|he's|she's|but|now)(?: now)? (?P<v>[^,]+?)(?: now)?",
    _I,
)
_NOT_BUT_ZH = re.compile(
    r"(?P<what>[^，。]{1,16}?)(?:已经)?不(?:再)?是(?P<verb>放在|在|用|叫|住在)?(?P<old>[^，。]{1,16}?)了?[，,]\s*(?:而|现在)?(?:是|改成|改为)(?P<v>[^，。]+)"
)
# 九月要转到育才小学 is still ahead: the school of today stays.
_PLANNED_ZH = re.compile(r"(?:要|打算|计划|准备|想|将)[^，。]{0,3}(?:转到|搬到|移到|挪到)")
_SHORT_EN = re.compile(
    r"^(?:(?:no|nope|sorry|oops|wait|actually|correction|hm+|scratch that)[,:.! ]+)+(?:it's|it is|it was|that's|that is|that should be|it should be|I meant|make it|make that|i mean|should be)? ?(?P<v>[^?]+?)[.! ]*$",
    _I,
)
_MEANT_EN = re.compile(
    r"^(?:(?:sorry|oops|no|wait)[,:.! ]+)*(?:when )?I (?:said|told you|wrote|meant to say) (?P<old>[^,?]+?),? (?:but )?(?:I (?:meant|mean)|it's|it is|it should be) (?P<v>[^,?]+?)[.! ]*$",
    _I,
)
_SHORT_ZH = re.compile(
    r"^(?:不对|不是|错了|说错了|更正一?下?|纠正一?下?|搞错了|记错了|等等)[，,：:\s]*(?:应该是|应该|其实是|而?是|改成|改为)?\s*(?P<v>[^，。吗？]+?)(?:[，,]?\s*不是[^，。吗？]+)?$"
)
_INSTEAD_ZH = re.compile(
    r"^(?:改成|改为|换成|应该是)\s*(?P<v>[^，。吗？]+?)[，,]?\s*(?:而)?不是(?P<old>[^，。吗？]+)$"
)
_RELATIVE_EN = re.compile(
    r"(?:make|raise|increase|lower|cut|reduce|bump|put|take|drop) (?:it|that|this)(?: up| down)?(?: by)? (?P<v>.+?)(?: (?P<dir>higher|more|up|lower|less|down|cheaper))?[.! ]*$",
    _I,
)
_RELATIVE_ZH = re.compile(
    r"(?:再|就)?(?<![最至顶不许大])(?P<dir>加|多|涨|提高|增加|减|少|降|降低|削减|砍)(?:到)?(?P<v>[^，。]*[\d一二两三四五六七八九十百千万]+[^，。]*)$"
)
_DAY_ALONE = re.compile(r"(?:on )?(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th|[日号])", _I)
_DOWN = ("lower", "less", "down", "cheaper", "减", "少", "降", "降低", "削减", "砍")


def corrects(text: str, language: str) -> bool:
    """Whether a clause says by its words that it replaces what was said before."""
    if language == "zh" and _PLANNED_ZH.search(text):
        return False
    return bool((_CORRECTS_ZH if language == "zh" else _CORRECTS_EN).search(text))


def ended_words(text: str, language: str) -> str:
    """What a correction names as over, in its own words: Postgres 14 of "from Postgres 14 to Postgres 16"; else empty."""
    for pattern in _ENDED_ZH if language == "zh" else _ENDED_EN:
        match = pattern.search(text)
        if match:
            return match["old"].strip()
    return ""


# What only says that something changed; "now" and "actually" alone say too little of it.
_CHANGE_EN = re.compile(
    r"\b(?:has |have |had |was |were |been |is |are |got |we've |I've |just |recently )*(?:changed|switched|moved|replaced|updated|swapped|postponed|rescheduled|brought forward|pushed back|no longer|any ?more|instead|gone (?:up|down)|went (?:up|down)|raised|cut|lowered|increased|reduced|renamed)\b",
    _I,
)
_CHANGE_ZH = re.compile(
    r"改成了?|改为了?|改到了?|改在|改了|改用了?|换成了?|换了|换人了?|换到了?|变成了?|变了|挪到了?|移到了?|调到了?|调成了?|推迟到了?|提前到了?|延到了?|涨到了?|降到了?|加到了?|减到了?|不再|升到了?"
)


def changed_frame(text: str, language: str) -> str:
    """What a statement says was changed, without the words that only say so; empty where it does not say so."""
    pattern = _CHANGE_ZH if language == "zh" else _CHANGE_EN
    if not pattern.search(text):
        return ""
    return re.sub(r"\s+", " ", pattern.sub(" ", text)).strip()


_RISEN_EN = re.compile(
    r"(?P<what>(?:my|our|the) [\w'’ -]+?) (?:has |have |was |were |is |are )?(?:now |just |recently )?(?:been )?(?:gone|went|goes|risen|rose|increased|decreased|fallen|fell|dropped|raised|cut|lowered|reduced|grown|grew|shrunk|changed)(?: up| down)?(?: from (?P<old>.+?))? to (?P<v>.+)",
    _I,
)
_RISEN_ZH = re.compile(
    r"(?:[^，。把]{0,8}把)?(?P<what>[^，。把]{1,16}?)(?:已经|又|都|给)?(?:从(?P<old>[^，。]{1,10}?))?(?:涨|升|加|提高|增加|降|减|跌|调)(?:到|至|成)了?(?P<v>[^，。]{1,12})"
)


_WRONG_EN = re.compile(
    r"(?:(?:scratch|forget|never mind|ignore|strike|scrap) (?:that|what I (?:said|told you)|it|the bit|the thing)? ?about|(?:small |quick |a )?(?:correction|update)(?: on| to| about| for|:|,)?|"
    r"sorry(?:,)? (?:about|wrong)|wrong|I (?:got|had|gave you|told you|said)) (?:the |my |our |a )?(?:wrong )?(?P<what>[\w -]{2,30}?)(?:(?:'s|’s) name)?(?: wrong| mixed up| back to front)?"
    r"\s*[,;:–—-]+\s*(?:I meant|I mean|it's|it’s|it is|it was|it should be|he's|she's|that's|the right one is|should be|make it|actually) (?:actually |really |in fact )?(?P<v>[^,]+)",
    _I,
)
_WRONG_ZH = re.compile(
    r"(?:关于|之前说的|上次说的)?(?P<what>我?[^，。]{1,14}?)(?:我)?(?:之前|上次|刚才)?(?:说错|记错|搞错|写错|弄错|打错|讲错|填错)了?[，,：:]\s*(?:应该|其实|实际)?(?:上)?(?:是|叫|在)(?P<v>[^，。]+)"
)


def restated(text: str, language: str) -> str:
    """A statement of the form "X isn't A any more, it's B" or X不是A，是B without what it denies; empty where it is none."""
    said = text.strip(" .。!！")
    wrong = (_WRONG_ZH if language == "zh" else _WRONG_EN).fullmatch(said)
    if wrong and wrong["what"].strip():
        return (
            f"{wrong['what']}是{wrong['v']}"
            if language == "zh"
            else f"My {wrong['what'].strip()} is {wrong['v']}"
        )
    match = (_NOT_BUT_ZH if language == "zh" else _NOT_BUT_EN).fullmatch(said)
    if not match:
        risen = (_RISEN_ZH if language == "zh" else _RISEN_EN).fullmatch(said)
        if not risen or not quantities.parse(risen["v"], language):
            return ""
        return f"{risen['what']}{'是' if language == 'zh' else ' is '}{risen['v'].removesuffix('了')}"
    if language == "en":
        return f"{match['what']} {'are' if match['be'].lower() in ('are', 'were') else 'is'} {match['v']}"
    verb, value = match["verb"] or "", match["v"].removesuffix("了")
    return match["what"] + (value if verb and value.startswith(verb) else (verb or "是") + value)


# "They've put me on the 5 March one", 他们给我改签到三月五号了: the thing was named before.
_REBOOKED_EN = re.compile(
    r"^(?:(?:so|and|but|well|actually|turns out|oh|ok|right)[, ]+)*(?:they|it|we|I|that|the (?:airline|clinic|hospital|office|school|dentist|company|hotel|garage))(?:['’](?:ve|s|re))?(?: have| has| had| was| is| got| been| just| now| had to)*"
    r" (?:put|moved|changed|switched|rebooked|rescheduled|pushed|shifted|postponed|bumped|brought|booked)(?: (?:me|us|it|that|this))?(?: back| forward| out)?(?: from .+?)? (?:on|onto|to|for|until|till) (?:the )?(?P<v>.+?)(?: (?:one|flight|train|slot))?(?:,? instead| now)?[.! ]*$",
    _I,
)
_REBOOKED_ZH = re.compile(
    r"^(?:不过|但是?|后来|结果|其实|现在|刚刚?)*(?:他们|公司|对方|医院|学校|航空公司|那边|时间|日子|日期)*(?:又|已经|给我们?|帮我们?|把它|被|临时)*(?:改签|改期|改|挪|推迟|提前|延期|延|换|调)(?:到|成|在|至)了?(?P<v>[^，。吗？]+?)了?$"
)


def _rebooked(
    turn: Turn, text: str, start: int, language: str, earlier: Sequence[Candidate]
) -> list[Candidate]:
    """The last thing told with a day, on its new day; empty where `text` names no other day for it."""
    match = (_REBOOKED_ZH if language == "zh" else _REBOOKED_EN).match(text)
    last = next((one for one in reversed(earlier) if one.layer is Layer.EVENT and one.valid_from), None)
    if not match or last is None or not times.parse(match["v"], turn.said_utc, language):
        return []
    old = [span for span in times.parse(last.claim, turn.said_utc, language) if span.is_dated]
    if not old:
        return []
    said = last.claim[old[0].start_char : old[0].end_char]
    new = match["v"].strip()
    moved = replace(_candidate(turn, (text, start), last, new, last.claim.replace(said, new, 1)))
    value = str(last.value).replace(said, new, 1) if said in str(last.value) else str(last.value)
    return [replace(moved, value=value, changes=str(last.value))]


def short_correction(
    turn: Turn, text: str, start: int, language: str, earlier: Sequence[Candidate]
) -> list[Candidate]:
    """The candidate that a correction without a subject makes of the last statement before it; empty where it is none.

    `text` begins at character `start` of the turn; `earlier` are the candidates of earlier turns, oldest first.
    """
    if not earlier:
        return []
    rebooked = _rebooked(turn, text, start, language, earlier)
    if rebooked:
        return rebooked
    last = earlier[-1]
    relative = (_RELATIVE_ZH if language == "zh" else _RELATIVE_EN).search(text)
    if not isinstance(last.value, Quantity):
        relative = None
    named = relative if relative and _is_absolute(relative, language) else None
    if relative and named is None:
        return _relative(turn, (text, start), relative, last)
    match = _MEANT_EN.match(text) if language == "en" else None
    match = match or named or (_SHORT_ZH if language == "zh" else _SHORT_EN).match(text)
    match = match or (_INSTEAD_ZH.match(text) if language == "zh" else None)
    if not match:
        return []
    value = re.sub(r"^(?:to |到)|[吧啊]$", "", match["v"].strip())
    value = re.sub(r",? (?:and )?not (?:the |on |in |at )?[\w:. -]+$", "", value)
    old_word = (match.groupdict().get("old") or "").strip()
    if old_word and old_word in last.claim and isinstance(last.value, str):
        said = last.value.replace(old_word, value)
        return [_candidate(turn, (text, start), last, said, last.claim.replace(old_word, value))]
    if isinstance(last.value, Quantity):
        spans = quantities.parse(value, language)
        if not spans or len(value) > spans[-1].end - spans[-1].start + 24:
            return []
        quantity = spans[-1].quantity
        if not quantity.unit:
            quantity = replace(quantity, unit=last.value.unit)
        old = quantities.parse(last.claim, language)
        noun = value[spans[-1].end :]
        if old and noun and last.claim[old[0].end :].startswith(noun):
            value = value[: spans[-1].end]  # 80位客人, then 40位客人: the noun is there already
        claim = (
            last.claim[: old[0].start] + value + last.claim[old[0].end :] if old else f"{last.claim}: {value}"
        )
        return [_candidate(turn, (text, start), last, quantity, claim)]
    if (
        len(value.split()) > 6
        or len(value) > 40
        or str(last.value) not in last.claim
        or re.match(r"(?:I|we|he|she|they|you|the(?! \d)|that|this|我|你|他)\b", value, _I)
    ):
        return []
    return [_candidate(turn, (text, start), last, value, last.claim.replace(str(last.value), value))]


def _is_absolute(match: re.Match[str], language: str) -> bool:
    """ "Make it 45k" and 涨到12万 name the new number itself, "two grand higher" and 再加两万 a step."""
    if language == "zh":
        return match[0][len(match["dir"]) :].startswith("到") or "到" in match["v"][:1]
    verb = match[0].split()[0].casefold()
    return match["v"].casefold().startswith("to ") or (verb in ("make", "put", "take") and not match["dir"])


def _relative(turn: Turn, place: tuple[str, int], match: re.Match[str], last: Candidate) -> list[Candidate]:
    spans = quantities.parse(match["v"], last.language)
    if not spans or not isinstance(last.value, Quantity) or last.value.low != last.value.high:
        return []
    if spans[0].unit not in ("", last.value.unit):
        return []
    first = match[0].split()[0].lower()
    is_down = (match["dir"] or "").lower() in _DOWN or first in ("lower", "cut", "reduce", "drop", "take")
    total = last.value.low + (-spans[0].low if is_down else spans[0].low)
    if total <= 0:
        return []
    value = Quantity(total, total, last.value.unit)
    return [_candidate(turn, place, last, value, f"{last.claim.rstrip('.。')}; {place[0].strip()}")]


def _candidate(
    turn: Turn, place: tuple[str, int], last: Candidate, value: str | Quantity, claim: str
) -> Candidate:
    text, start = place
    own = Evidence("turn", turn.id, text, start, start + len(text), turn.said_utc, turn.conversation_id)
    return replace(
        _dated_anew(last, turn, value),
        value=value,
        claim=claim,
        evidence=(own, *last.evidence),
        corrects=True,
        said_utc=turn.said_utc,
        confidence=0.85,
    )


def _dated_anew(last: Candidate, turn: Turn, value: str | Quantity) -> Candidate:
    """The corrected statement on its new day: what is left unsaid of it (the month of "the 14th") is that of the old one."""
    if last.valid_from is None or not isinstance(value, str):
        return last
    old = last.valid_from.start_utc.astimezone(times.zone_of(turn.zone))
    day = _DAY_ALONE.fullmatch(value)
    said = f"{int(day['d'])} {old:%B %Y}" if day else value
    spans = times.parse(said, turn.said_utc, "en" if day else last.language, zone=turn.zone)
    dated = [span for span in spans if span.is_dated]
    if not dated:
        return last
    ends = dated[0].end_utc if last.expires_utc is not None else None
    return replace(last, valid_from=dated[0].point, expires_utc=ends)
