"""One thing in the place of another, in either language: a job, a helper, a department, an address that is no longer the old one.

"My dentist isn't Dr Lowe any more, it's Dr Patel", 房东换人了，现在是佟女士. What they give replaces what was known.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import chinese_words, english_words
from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

_I = re.IGNORECASE
_TITLED = rf"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?{english_words.NAME}"
_EN_HOLDER = re.compile(
    rf"(?:my|our|the) (?P<k>{english_words.ROLE}) (?:isn't|is not|is no longer|used to be|was) .{{2,40}}?(?:,| but| and)+ ?(?:(?:any ?more|now)[,;]? )?"
    rf"(?:it's|it is|he's|she's|now it's|the new one is)(?: now)? (?P<v>{_TITLED})(?: now)?",
    _I,
)
_EN_HOLDER_TAKEN = re.compile(
    rf"(?P<v>{_TITLED}) (?:has taken over|took over|is taking over|is now|has replaced \w+|stepped in) (?:as )?(?:my|our|the) (?P<k>{english_words.ROLE})"
    rf"(?: from .+)?", _I,
)  # fmt: skip
_EN_JOB = re.compile(
    rf"(?:I|I've|I have) (?:just |recently )?(?:changed|switched|moved) (?:jobs?|companies|employers?)\s*[:,;–—-]?\s*(?:and )?(?:now )?(?:I'm|I am|I work) "
    rf"(?:now )?(?:at|for|with) (?P<v>{english_words.NAME}(?: [A-Z]\w+)*)(?: now)?",
    _I,
)
_ORGANISATION = (
    r"(?:the (?:[\w-]+ ){0,2}(?:office|council|department|ministry|bank|agency|police|army|navy|union|authority|board)|"
    r"(?-i:[A-Z])[\w'&-]*(?: [\w'&-]+){0,3} (?:Ltd|Limited|Inc|Corp|GmbH|AG|Co|Partners|Bank|University|College|Hospital|Group|Council|Press|Labs?|Systems|"
    r"Industries|Mills|Brothers|Airlines|Railways?|Robotics|Foods|Energy|Media|Capital|Trust|Services|Studios?))"
)
_EN_WITH = re.compile(
    rf"I'm (?:now )?with (?P<v>{_ORGANISATION})(?: (?:in|at) (?P<place>(?-i:[A-Z])\w+))?(?: now)?", _I
)
_EN_NOW_AT = re.compile(
    rf"(?:now )?(?:I'm|I’m|I am) (?:now )?(?:at|with) (?P<v>{english_words.NAME})(?:,? (?:now|instead))?", _I
)
# Who takes the place of another, named by the one who is gone: "Dr Lund retired, so I see Dr Abara these days".
_EN_SUCCESSOR = re.compile(
    rf"(?!(?:I|We|He|She|They|It|You)\b)(?P<old>{_TITLED})(?:'s|’s)? (?:(?:has|have) )?(?:just |now |since )?(?:retired|left|quit|gone|moved (?:away|out|on|abroad|back)|stopped|resigned|passed away|died|on leave|going|leaving)\b[^,;]*[,;] ?(?:and |so |which means |but )*"
    rf"(?:now )?(?:I|we|I'm|we're|it's|the new one is|my new one is)(?: now| 've| have)* ?(?:see(?:ing)?|go(?:ing)? to|have|have got|use|using|work with|working with|with|deal with|dealing with|report to)? ?(?P<v>{_TITLED})(?:,? (?:now|these days|instead|since|at the moment|from now on|who|that)\b.*)?",
    _I,
)
_EN_MOVED_FROM = re.compile(
    r"(?:we|I)(?:'ve| have)? (?:just )?(?:moved|switched|migrated|gone|changed|converted|upgraded|transferred) (?:(?:over )?|(?:the|our|my) (?P<what>[\w' -]+?) (?:over )?)from (?P<old>(?-i:[A-Z])[\w.+-]*(?: [A-Z]\w+| v?\d[\w.]*)?) to (?P<v>(?-i:[A-Z])[\w.+-]*(?: [A-Z]\w+| v?\d[\w.]*)?)(?: for (?P<for>[\w' -]+))?",
    _I,
)
_ZH_PERSON = rf"[{chinese_words.SURNAME}][\u4e00-\u9fff]{{1,3}}|[\u4e00-\u9fff]{{1,2}}(?:先生|女士|老师|大夫|医生|教授|经理|师傅|主任|总)"
_ZH_CONTACT = re.compile(
    rf"(?:我的?)?(?P<k>邮箱|邮件地址|电子邮箱|手机号?|电话|号码)(?:已经)?(?:换|改|变)了?(?:一个)?[，,]\s*(?:现在|新的?|以后)?(?:是|用|为|改成|换成)?\s*(?P<v>{chinese_words.EMAIL}|{chinese_words.PHONE})"
)
_ZH_HOLDER = re.compile(
    rf"(?:我们?的?)?(?P<k>{chinese_words.ROLE})(?:换人|不干|走|离职|退休|调走)了?[，,]\s*(?:现在|新的?|接手的|接任的|以后|的|{chinese_words.ROLE})*(?:是|叫|换成)(?P<v>{_ZH_PERSON})"
)
_ZH_HOLDER_NOT = re.compile(
    rf"(?:我们?的?)?(?P<k>{chinese_words.ROLE})(?:已经)?不(?:再)?是[^，。]{{1,8}}了?[，,]\s*(?:现在|而)?(?:是|换成)了?(?P<v>{_ZH_PERSON})"
)
_ZH_JOB = re.compile(
    r"我?(?:已经|刚|最近|上个?[周月])*(?:跳槽|离职|辞职|换工作|换公司)了?[，,]?\s*(?:现在|目前|如今)?(?:在|到|去了?|加入了?)(?P<v>[^，。]{2,16}?)(?:上班|工作|任职|干活|了)*"
)
_ZH_DEPARTMENT = re.compile(
    r"我(?:已经|刚|最近|上个?[月周])*从(?P<old>[^，。]{1,12}?)(?:调|转|换)(?:岗)?到了?(?P<v>[\u4e00-\u9fffA-Za-z]{1,12}?(?:部门|部|科室|科|处|事业部|团队|小组|组))了?"
)
# 林大夫退休了，我现在看的是区大夫.
_ZH_SUCCESSOR = re.compile(
    rf"(?P<old>{_ZH_PERSON})(?:[^，。]{{0,6}})?(?:退休|离职|辞职|走|调走|搬走|不干|不做|不来|去世|出国|跳槽|休假|回老家|回家)了?[，,]\s*(?:所以|那)?(?:我们?)?(?:现在|如今|改|以后)*(?:看的?|找的?|用的?|跟的?|对接的?|换|带我的?|负责的?|(?:来|帮|给|替|负责|教|带|照顾|接)[^，。是]{{1,8}}的)?(?:是|成了?|成|找|跟)?(?P<v>{_ZH_PERSON})(?:了|在管|接手|接的|负责)?"
)
_ZH_TOOL = re.compile(
    r"(?:我们?|公司|团队)(?:都|已经|全部|最近)*(?:改用|换用|换成|改成)(?:了)?(?P<v>[^，。]{2,16}?)了?(?:[，,]\s*(?:不再?用|不用)(?P<old>[^，。]{1,12}?)了?)?"
)


# 我们组不用Jira了，改用禅道: the claim says what is used now.
_ZH_INSTEAD = re.compile(
    r"(?P<who>我们?(?:组|团队|公司|部门|店里?|家|班|这边)?|公司|团队|全组)(?:已经|现在|都)*不(?:再)?用(?P<old>[^，。]{1,14}?)了?[，,]\s*(?:都|全)?(?:改用|换成|换用|现在用|改成|用上)了?(?P<v>[^，。]{1,16}?)了?"
)


def find_replacements(clause: Clause, known: Known) -> list[Finding]:
    """What took the place of another thing, marked as a correction; empty for anything else."""
    text = clause.text.strip(" .。!！")
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    holder = _EN_HOLDER.fullmatch(text) or _EN_HOLDER_TAKEN.fullmatch(text)
    if holder:
        return [_holder(clause, holder["k"].lower(), holder["v"], "My {role} is {name}")]
    job = _EN_JOB.fullmatch(text)
    if job:
        made = _made(clause, "employer", job["v"])
        return [replace(made, claim=f"I work at {made.value}")]
    employed = _EN_WITH.fullmatch(text)
    if employed:
        return [replace(finding(clause, "employer", employed["v"]), corrects=clause.corrects)]
    now_at = _EN_NOW_AT.fullmatch(text) if clause.corrects else None
    if now_at and " " in now_at["v"].strip():  # of one word, it may be where somebody is just now
        made = _made(clause, "employer", now_at["v"])
        return [replace(made, claim=f"I'm at {made.value}")]
    successor = _EN_SUCCESSOR.fullmatch(text)
    if successor:
        return [_successor(clause, successor["old"], successor["v"])]
    moved = _EN_MOVED_FROM.fullmatch(text)
    if moved:
        what = english_words.noun(moved["for"] or moved["what"] or "")
        return [_made(clause, f"uses:{what}" if what else "uses", moved["v"])]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    contact = _ZH_CONTACT.fullmatch(text)
    if contact:
        is_email, value = "@" in contact["v"], contact["v"].strip()
        made = _made(clause, "email" if is_email else "phone", value)
        return [replace(made, claim=f"我的{'邮箱' if is_email else '电话'}是{value}")]
    holder = _ZH_HOLDER.fullmatch(text) or _ZH_HOLDER_NOT.fullmatch(text)
    if holder:
        return [_holder(clause, holder["k"], holder["v"], "我的{role}是{name}")]
    job = _ZH_JOB.fullmatch(text)
    if job:
        made = _made(clause, "employer", job["v"])
        return [replace(made, claim=f"我在{made.value}上班")]
    department = _ZH_DEPARTMENT.fullmatch(text)
    if department:
        made = _made(clause, "department", department["v"])
        return [replace(made, claim=f"我在{made.value}")]
    successor = _ZH_SUCCESSOR.fullmatch(text)
    if successor and re.search(r"现在|如今|改|换|接|以后", text):
        return [_successor(clause, successor["old"], successor["v"])]
    instead = _ZH_INSTEAD.fullmatch(text)
    if instead:
        made = _made(clause, "uses", instead["v"])
        return [replace(made, claim=f"{instead['who']}用{made.value}")]
    tool = _ZH_TOOL.fullmatch(text)
    if tool:
        made = _made(clause, "uses", tool["v"])
        return [replace(made, claim=f"我们用{made.value}")]
    return []


def _made(clause: Clause, attribute: str, value: str) -> Finding:
    value = re.sub(r"\s+now$|了$", "", value.strip())
    return replace(finding(clause, attribute, value), corrects=True, is_open=False)


_TITLES = ((r"Dr\b|医生|大夫", "doctor"), (r"Prof\b|老师|教授", "teacher"))


def _successor(clause: Clause, old: str, new: str) -> Finding:
    """The one who does it now; what that is, the memory of the one before tells."""
    kind = next((kind for pattern, kind in _TITLES if re.search(pattern, new)), "successor")
    if clause.language == "zh":
        kind = {"doctor": "医生", "teacher": "老师"}.get(kind, "接替的人")
    old = re.sub(r"['’]s$", "", old)
    made = replace(_made(clause, f"holder:{kind}", new), layer=Layer.RELATIONSHIP)
    now = re.sub(r"^.*?[,;，；]\s*(?:(?:and|so|but|which means|所以|那)\s*)*", "", clause.text)
    claim = now[:1].upper() + now[1:]
    return replace(made, ends=old, entities=(new.strip(),), subject="user", claim=claim.strip(" .。"))


def _holder(clause: Clause, role: str, name: str, claim: str) -> Finding:
    """The one who does it now; the claim says nothing of who did it before."""
    made = replace(_made(clause, f"holder:{role}", name), layer=Layer.RELATIONSHIP)
    return replace(made, claim=claim.format(role=role, name=made.value), entities=(name.strip(),))
