"""What is over or goes by a new name, in either language: "I sold the van", 面包车我卖了, "I changed my name to …", 从长沙搬到了株洲.

A thing that was given away is told as no longer owned, so that it ends what was known of it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import chinese_words, english_words
from assistant.extraction.english_words import EMAIL, NAME, PHONE
from assistant.extraction.findings import Clause, Finding, Known, finding

_I = re.IGNORECASE
_LATELY = r"(?:just |recently |finally |now |already |since )?"
_EN_GONE = re.compile(
    rf"(?:I|we)(?:'ve|’ve| have)? {_LATELY}(?:sold|gave away|given away|got rid of|gotten rid of|scrapped|binned|donated|cancelled|canceled|"
    r"returned|traded in|parted with|closed|shut down|unsubscribed from|left) (?P<o>the|my|our|both|all) (?P<v>[\w' -]{2,40}?)"
    r"(?: (?:last|this|in|on|to|for|yesterday|back|off|away|a (?:week|month|year))\b.*)?",
    _I,
)
_EN_GONE_NOT = re.compile(
    r"(?:house|office|room|house|building|keys?|bag|umbrella|phone at|party|meeting|window|door|shop|file|tab|idea|book|call|ball|favou?r|meeting|order|app|program|browser|chat|job half|key at)\b",
    _I,
)
_EN_LACKS = re.compile(
    r"(?:I|we) (?:haven't got|have not got|don't own|do not own|don't have|do not have|no longer have|no longer own) (?:an? |any |the |our )?(?P<v>(?!.* any ?more|.* any longer)(?!to\b|time|any|idea|a clue|access|enough|questions?|problems?|it\b|that\b)[\w' -]{2,40}?)(?: at all)?",
    _I,
)
_EN_RENAMED = re.compile(
    rf"(?:I(?:'ve|’ve| have)? {_LATELY}changed my (?P<k>last |first |sur|family |maiden )?name (?:from {NAME} )?to|I(?:'m| am) (?:now )?called|I now go by) (?P<v>{NAME})(?: now)?",
    _I,
)
_EN_MOVED = re.compile(
    r"I(?:'ve|’ve| have)? (?:just |recently )?(?:moved|relocated) from (?P<old>(?-i:[A-Z])[\w -]+?) to (?P<v>(?-i:[A-Z])[\w -]+?)(?: (?:last|this|in|two|a) .+)?",
    _I,
)
_EN_CONTACT = re.compile(
    rf"(?:my|our) (?P<k>(?:[\w]+ )?(?:e-?mail(?: address)?|phone(?: number)?|mobile(?: number)?|number)) (?:isn't|is not|is no longer|was|used to be) .+?,? (?:any ?more,? )?(?:but |and )?(?:it's|it is|now it's|it's now) (?P<v>{EMAIL}|{PHONE})(?: now)?",
    _I,
)
_THING_ZH = r"[\u4e00-\u9fffA-Za-z\d]{1,10}?"
_GONE_ZH = r"(?:卖|卖掉|送人|扔|扔掉|退|退掉|丢|报废|转手|处理掉|捐|捐掉|注销|停用|退订|取消)"
_ZH_GONE = (
    re.compile(
        rf"(?:我们?|咱们?|我家)?(?:已经|刚|最近|上个?[周月]|去年|昨天|前几天)*把(?P<v>{_THING_ZH})(?:给|都|已经)?{_GONE_ZH}(?:给[^，。]{{1,8}})?了"
    ),
    re.compile(
        rf"(?P<v>{_THING_ZH})[，,]?(?:我们?|咱们?|我家)(?:已经|刚|最近|上个?[周月]|去年|昨天|早就|都)*{_GONE_ZH}了"
    ),
)
_ZH_STOPPED = re.compile(
    r"(?:我们家?|我家|咱家|我)(?:现在|已经|早就|早|都)*不(?:再)?(?P<v>(?:订|养|用|租|开|骑|坐|上|去|看|喝|抽|吃|做|学|练|玩|住|打|跑|跳|弹|写|听)[^，。]{1,14}?)了"
)
# 报社的实习我辞了, 我退出了合唱团: what is left is named before or behind.
_QUIT_ZH = r"(?:辞掉?|退掉?|退出|推掉?|放弃|结束|撤|断|离开|不干|不做|不上|不读|不学|不练|停掉?)"
_ZH_QUIT = (
    re.compile(
        rf"(?P<v>(?!把|这|那)[^，。我]{{2,12}}?)[，,]?我(?:已经|早就|刚刚?|最近|上个?[周月]|去年|也|都|就)*{_QUIT_ZH}了"
    ),
    re.compile(rf"我(?:已经|早就|刚刚?|最近|上个?[周月]|去年)*把(?P<v>[^，。]{{2,12}}?)(?:给)?{_QUIT_ZH}了"),
    re.compile(
        r"我(?:已经|早就|刚刚?|最近|上个?[周月]|去年)*(?:辞掉?|退出|放弃|结束|离开)了(?P<v>[^，。了]{2,12})"
    ),
)
_ZH_RENAMED = re.compile(
    r"我(?:已经|刚|现在)?改(?:名|姓)(?:叫|为|成|了)?[，,]?(?:现在)?叫?(?P<v>[\u4e00-\u9fff]{2,4}?)了?"
)
_ZH_MOVED = re.compile(
    r"(?:我|我们家?|我家)(?:已经|刚|最近|上个?[周月]|去年|今年)*从(?P<old>[\u4e00-\u9fff]{2,8}?)(?:搬|迁|搬家)(?:到|来|去)了?(?P<v>[\u4e00-\u9fff]{2,8}?)了?"
)
_ZH_CONTACT = re.compile(
    rf"(?:我的?|我们的?)(?P<k>[\u4e00-\u9fff]{{0,3}}(?:邮箱|邮件地址|手机号?|电话|号码))不(?:再)?是.+?(?:了)?[，,]\s*(?:现在|改成|而)?是?\s*(?P<v>{chinese_words.EMAIL}|{chinese_words.PHONE})了?"
)


def find_endings(clause: Clause, known: Known) -> list[Finding]:
    """What a clause ends or renames; empty for anything else."""
    text = clause.text.strip(" ,，.。!！")
    if clause.is_strict:
        return []
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    renamed = _EN_RENAMED.fullmatch(text)
    if renamed:
        kind = (renamed["k"] or "").strip().lower()
        base = "surname" if kind in ("last", "sur", "family", "maiden") else "name"
        return [replace(_replaced(clause, base, renamed["v"]), entities=(renamed["v"],))]
    moved = _EN_MOVED.fullmatch(text)
    if moved:
        return [_replaced(clause, "city", moved["v"])]
    contact = _EN_CONTACT.fullmatch(text)
    if contact:
        kind = "email" if "@" in contact["v"] else "phone"
        whose = re.sub(r"\b(?:e-?mail|phone|mobile|address|number)\b", "", contact["k"].lower()).strip()
        made = _replaced(clause, f"{kind}:{whose}" if whose else kind, contact["v"])
        return [replace(made, claim=f"My {contact['k'].lower()} is {contact['v'].strip()}")]
    gone = _EN_GONE.fullmatch(text)
    if gone and not _EN_GONE_NOT.match(gone["v"]):
        return [_no_longer(clause, gone["v"])]
    lacks = _EN_LACKS.fullmatch(text)
    if lacks:
        return [_no_longer(clause, lacks["v"])]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    renamed = _ZH_RENAMED.fullmatch(text)
    if renamed:
        return [replace(_replaced(clause, "name", renamed["v"]), entities=(renamed["v"],))]
    moved = _ZH_MOVED.fullmatch(text)
    if moved:
        return [_replaced(clause, "city", moved["v"])]
    contact = _ZH_CONTACT.fullmatch(text)
    if contact:
        made = _replaced(clause, "email" if "@" in contact["v"] else "phone", contact["v"])
        return [replace(made, claim=f"我的{contact['k']}是{contact['v'].strip()}")]
    for pattern in _ZH_GONE:
        gone = pattern.fullmatch(text)
        if gone and not re.match(r"[这那它]|作业|垃圾|东西", gone["v"]):
            return [_no_longer(clause, gone["v"])]
    for pattern in _ZH_QUIT:
        quitted = pattern.fullmatch(text)
        if quitted:
            left = quitted["v"].replace("的", "")
            made = replace(finding(clause, f"habit:{left}", quitted["v"]), is_negated=True)
            return [replace(made, corrects=True, changes=left, is_open=False)]
    stopped = _ZH_STOPPED.fullmatch(text)
    if stopped:
        return [replace(finding(clause, f"habit:{stopped['v']}", stopped["v"]), is_negated=True)]
    return []


def _replaced(clause: Clause, attribute: str, value: str) -> Finding:
    return replace(finding(clause, attribute, value), corrects=True, is_open=False)


def _no_longer(clause: Clause, thing: str) -> Finding:
    """Not owned any more; the claim stays in the user's words."""
    head = english_words.noun(thing) if clause.language == "en" else thing.strip("的")
    return replace(finding(clause, f"owns:{head}", head), is_negated=True, is_open=False)


__all__ = ["find_endings"]
