"""Likes and dislikes told in another order than "I like X": "no mushrooms for me", "autumn is my favourite season", 鸡蛋我要吃全熟的.

The thing stands first, or a reaction tells the taste. Comes before the patterns about the user; what is said of today is left
alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from vault.records import Layer

_I = re.IGNORECASE
_TODAY_EN = re.compile(r"\b(?:today|tonight|now|this (?:time|one|morning|evening|afternoon)|just yet)\b", _I)
_TODAY_ZH = re.compile(r"今天|今晚|这次|这回|现在|这个|那个|刚才|等会")
_DRINK = r"(?:have|take|like|drink|eat|want|prefer|order)"
_POINTING = r"(?:it|that|this|them|these|those|any of|you|your|what)\b"


@dataclass(frozen=True, slots=True)
class _Taste:
    """`v` is the value, `k` what the preference is about; `base` alone where the pattern has no `k`."""

    pattern: re.Pattern[str]
    base: str
    is_negated: bool = False
    layer: Layer = Layer.PREFERENCE


def _t(pattern: str, base: str, *, negated: bool = False, layer: Layer = Layer.PREFERENCE) -> _Taste:
    return _Taste(re.compile(pattern, _I), base, negated, layer)


_EN = (
    _t(r"(?P<v>(?!no\b)[\w' -]{2,40}?) (?:is|are|was|has always been|have always been) my (?:absolute |all-time |second )?favou?rite (?P<k>[\w -]+?)", "favourite"),
    _t(rf"(?:I'd|I’d|I would|we'd|we would) (?:much |far )?(?:rather|sooner) (?!not\b|you\b|it\b|that\b|we\b|die\b|wait\b|be told\b)(?:{_DRINK} )?(?P<v>.+)", "prefer"),
    _t(r"(?:give me )?(?:an? |the )?(?P<v>[\w' -]{2,30}?) over (?:an? |the )?(?P<w>[\w' -]{2,30}?) (?:for me|any day|every time)", "prefer"),
    _t(r"give me (?:an? |the |some )?(?P<v>(?!\d|a break|a minute|a second)[\w' -]{2,30}?) (?:any day|every time)", "likes"),
    _t(r"(?:no|never any) (?P<v>(?!thanks|problem|need|idea|worries|rush|hurry|question)[\w' -]{2,30}?) for me", "dislikes"),
    _t(r"(?:please,? )?(?:no|never any) (?P<v>(?!thanks|problem|need|idea|worries|rush|hurry|question)[\w' -]{2,24}?) in (?:anything|my (?:food|meals|drinks|coffee|tea)|any of my \w+)\b.*", "dislikes"),
    _t(rf"(?:I'm|I am|I’m) (?:rather |quite |very )?(?:partial to|mad about|nuts about|a sucker for|hooked on) (?P<v>(?!{_POINTING}).+)", "likes"),
    _t(rf"(?:I have|I've got) a (?:soft spot|weakness|passion|thing) for (?P<v>(?!{_POINTING}).+)", "likes"),
    _t(rf"(?:I can't|I cannot|I really can't|I couldn't ever) (?:do|face|handle|abide|stomach|take|bear|deal with|be doing with|get on with|get along with) (?P<v>(?!{_POINTING}|the (?:error|code|load)|without|so|as|any|to)[\w' -]{{2,40}})", "dislikes"),
    _t(rf"(?:I (?:just )?(?:don't get on with|don't do well with|have no time for|avoid)|I'm not one for) (?P<v>(?!{_POINTING})[\w' -]{{2,40}})", "dislikes"),
    _t(r"I (?:always |usually |normally |generally )?(?:have|take|drink|like|eat|want) my (?P<k>[\w-]+(?: [\w-]+)?) (?P<v>(?!(?:at|in|on|before|after|for|every|from|to|when)\b)[\w' -]+|(?:with|without|in a|on the side)\b.+)", "prefer"),
    _t(r"I(?:'m| am)(?: really| definitely)? (?P<not>not (?:really )?)?(?:much of )?an? (?P<v>[\w-]+ person)", "attribute"),
)  # fmt: skip
_EN_REACTS = (
    re.compile(r"(?P<v>[\w' -]{2,40}?) (?:would|could|will|can|might|nearly) (?:kill(?:ed)?|finish) me", _I),
    re.compile(
        r"(?P<v>[\w' -]{2,40}?) (?:gives?|brings?|makes?) me (?:out in |(?:a |an )?)(?:hives|a? ?rash|rash|headaches?|migraines?|sick|ill|"
        r"sneeze|wheeze|itch\w*|swell\w*|heartburn|nauseous|sleepless\w*)\b.*",
        _I,
    ),
    re.compile(
        r"(?P<v>[\w' -]{2,40}?) (?:doesn't|don't|does not|do not|never) agrees? with (?:me|my stomach)", _I
    ),
    re.compile(
        r"I (?:break out|come out|get|swell up)\b.{0,24}\b(?:hives|rash|spots|itchy|sick|wheezy|ill|bumps)?\b ?(?:when(?:ever)?|if|from|after) (?:I (?:eat|drink|touch|have|take|smell) )?(?P<v>[\w' -]{3,30})",
        _I,
    ),
)
_THING_ZH = r"(?P<o>[\u4e00-\u9fffA-Za-z]{1,10}?)"
_ALWAYS_ZH = r"(?:一向|从来|一直|一般|通常|向来|总是|基本|都|也|只|就|还是|比较|更|最)*"
_ZH = (
    _t(r"(?P<v>[^，。我是]{1,12})是我(?:们)?最(?:喜欢|喜歡|爱|中意)的(?P<k>[\u4e00-\u9fff]{1,8})", "favourite"),
    _t(rf"{_THING_ZH}[，,]?我{_ALWAYS_ZH}(?:一口|一点|半点|一滴|根本|完全|从)*(?:都|也)?不(?:吃|喝|碰|沾|爱|喜欢|看|听|用|穿|玩|放|加)(?:的|了)?", "dislikes"),
    _t(rf"{_THING_ZH}[，,]?我(?:真的?|实在|是|根本|完全|始终|怎么|都|也)*(?:下不了嘴|咽不下去?|吃不惯|喝不惯|吃不来|喝不来|接受不了|爱不起来|受不了|提不起兴趣|欣赏不来)(?:的|了)?", "dislikes"),
    _t(rf"{_THING_ZH}[，,]?我{_ALWAYS_ZH}(?:喜欢|爱|要|习惯|偏爱|偏好|(?<=只)认|(?<=只)选|(?<=只)挑|(?<=只)坐|(?<=只)买|(?<=只)住|(?<=只)用)(?P<v>(?:吃|喝|选|用|坐|穿|买|看|听|住|点|加|放|订|走|挑|骑|开)?[^，。]{{1,16}})", "prefer"),
    _t(rf"我(?:一般|平时|通常|总是|都|从来)*(?:喝|吃|泡|煮|冲){_THING_ZH}{_ALWAYS_ZH}(?P<v>(?:不|要|得|必须|从不)(?:加|放|用|配|蘸|带|过)[^，。]+|(?:加|放|配|蘸)[^，。]+)", "prefer"),
    _t(r"(?:我的?)?(?:什么菜|所有菜|每道菜|菜里|饭里|汤里|菜)(?:里)?(?:都|也)?(?:别|不要|千万别|不能)(?:给我)?(?:放|加)(?P<v>[^，。]{1,8})", "dislikes"),
    _t(r"我(?:宁可|宁愿|情愿)(?P<v>[^，。]+?)[，,]?也不(?:想|愿|要)?(?P<w>[^，。]+)", "prefer"),
    _t(r"我(?:一般|平时|通常|总是|都)*习惯(?!用)(?P<v>(?:选|坐|睡|先|把|在|喝|吃|站|走|穿)[^，。]+)", "prefer"),
)  # fmt: skip
_ZH_REACTS = (
    re.compile(r"(?P<v>[^，。我]{1,8}?)(?:会|能|可|差点)?(?:要了?|害)我(?:的)?(?:半条)?命"),
    re.compile(
        r"我(?:一|只要一?)?(?:吃|喝|碰|闻|沾)了?(?:到|点)?(?P<v>[\u4e00-\u9fff]{1,8}?)(?:就|都|会|便)+(?:会)?[^，。]{0,3}?(?:起|长|出|拉|吐|头[疼痛晕]|过敏|不舒服|反胃|恶心|喘|痒|肿|流鼻涕|打喷嚏|胃[疼痛]|失眠|睡不着)[^，。]*"
    ),
)


def find_tastes(clause: Clause, known: Known) -> list[Finding]:
    """The taste or the reaction that a clause tells of the user; empty for anything else."""
    text = clause.text.strip(" ,，.。!！")
    is_zh = clause.language == "zh"
    if clause.is_strict or (_TODAY_ZH if is_zh else _TODAY_EN).search(text):
        return []
    for reacts in _ZH_REACTS if is_zh else _EN_REACTS:
        match = reacts.fullmatch(text)
        if match and not re.match(_POINTING, match["v"], _I):
            return [finding(clause, "allergy", match["v"])]
    core = re.sub(r",? (?:always|ever|please|thanks|thank you|though)$", "", text, flags=_I)
    for taste in _ZH if is_zh else _EN:
        match = taste.pattern.fullmatch(core)
        found = _made(clause, taste, match) if match else None
        if found:
            return [found]
    return []


def _made(clause: Clause, taste: _Taste, match: re.Match[str]) -> Finding | None:
    groups = match.groupdict()
    thing = (groups.get("o") or "").strip()
    if thing and (
        mentions_time(thing, "zh")
        or re.search(
            r"[的得了但而且所以因为]$|^(?:[这那他她它你跟和]|比起|相比|除了|因为|所以|关于|对于)", thing
        )
    ):
        return None
    topic, value = _topic(taste, groups, thing)
    made = finding(clause, f"{taste.base}:{topic}" if topic else taste.base, value, taste.layer)
    # Of two things weighed against each other, a question about either means this.
    weighed = tuple(topic.split("/")) if taste.base == "prefer" and "/" in topic else ()
    return replace(made, is_negated=taste.is_negated or bool(groups.get("not")), topics=weighed)


def _topic(taste: _Taste, groups: dict[str, str | None], thing: str) -> tuple[str, str]:
    """What a preference is about, by which two of them meet in one slot, and what is preferred."""
    value = (groups.get("v") or thing).strip()
    if taste.base == "favourite":
        return (groups.get("k") or "").strip().lower(), value
    if taste.base != "prefer":
        return "", value
    if groups.get("k") or thing:
        return (groups.get("k") or thing).strip().lower(), value
    if groups.get("w"):
        return "/".join(sorted((value.lower(), str(groups["w"]).strip().lower()))), value
    rather = re.match(r"(?:my |the |an? )?(?P<a>[\w-]+)(?: (?:than|to) (?P<b>[\w-]+)| .+)?", value)
    if rather and rather["b"]:
        return "/".join(sorted((rather["a"].lower(), rather["b"].lower()))), value
    if rather and not re.search(r"[\u4e00-\u9fff]", value):
        return rather["a"].lower(), value
    return value[-2:], value


__all__ = ["find_tastes"]
