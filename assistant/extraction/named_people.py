"""Who is who, told with the name first or between commas: "Tariq is my physiotherapist", "my boss, Ingrid Vale, …", 门卫姓董.

Also who reports to whom and who is married to whom. Comes before the statements about other people, which take the rest.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import chinese_words, english_words
from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

_I = re.IGNORECASE
_TITLED = rf"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?{english_words.NAME}"
_WHAT_EN = (
    rf"(?P<k>{english_words.KIN}|{english_words.ROLE}|(?:[\w-]+ ){{0,2}}[\w-]*(?:er|or|ist|ian|ant|ent|mate|nurse|coach|chair|smith|friend|aide|partner)"
    r"(?:-in-law)?)"
)
_EN_IS = re.compile(
    rf"(?P<v>{_TITLED})(?:'s|’s| is| was| became| has become| will be) (?:now )?(?:my|our|the (?:team|department|club|school|office|company)'s) "
    rf"(?P<new>new |current |latest )?{_WHAT_EN}(?: now)?(?:,? (?:at|in|from|since|for) .+)?",
    _I,
)
_EN_NOT_ONE = re.compile(
    r"(?:answer|number|favou?rite|winner|hero|biggest|greatest|best (?!friend).*|worst .*)", _I
)
_EN_REPORTS = re.compile(rf"I (?:now )?(?:report|answer) (?:directly )?to (?P<v>{_TITLED})(?: now)?", _I)
_EN_APPOSED = re.compile(
    rf"(?:my|our) (?P<k>{english_words.KIN}|{english_words.ROLE}),? (?P<v>{_TITLED}), (?P<rest>[a-z'’]+ .+)",
    _I,
)
_EN_MARRIED = re.compile(
    rf"(?P<a>{english_words.NAME}) (?:is|was|got|are) (?P<k>married to|engaged to|divorced from|related to|friends with|the (?:{english_words.KIN}|{english_words.ROLE}) of) (?P<b>{english_words.NAME}|my [\w-]+)",
    _I,
)
_EN_THEIR = re.compile(
    rf"(?P<a>{_TITLED}) is (?P<b>{english_words.NAME}|my (?:{english_words.KIN}|{english_words.ROLE}))(?:'s|’s) {_WHAT_EN}",
    _I,
)
_PERSON_ZH = rf"(?:[老小阿][\u4e00-\u9fff]|[{chinese_words.SURNAME}][\u4e00-\u9fff]{{1,2}}|[A-Z][a-z]+)"
_WHAT_ZH = rf"(?P<k>{chinese_words.KIN}|{chinese_words.ROLE}|[\u4e00-\u9fff]{{1,6}}(?:师|员|生|医|家|友|长|教练|保姆|代表|经理|搭档|顾问|同事|老师|医生|大夫|助理|主任|干事|中介|管家|总监|主管|会计|负责人|秘书|官|总|出纳))"
_ZH_IS = re.compile(
    rf"(?P<v>{_PERSON_ZH})(?:就|现在)?是(?:我们?|咱们?)家?(?:新来|新任|现任)?的?(?P<new>新)?{_WHAT_ZH}"
)
_ZH_SURNAMED = re.compile(
    rf"(?:我们?的?|咱们?的?)?(?P<k>{chinese_words.ROLE}|[\u4e00-\u9fff]{{1,5}}(?:员|师|卫|长|工|医生|老师|阿姨|保安|主任))姓(?P<v>[{chinese_words.SURNAME}])"
)
# 给我看牙的是蒋医生: who does it is named after what is done.
_ZH_DOES = re.compile(
    rf"(?:现在|目前|如今|以后|以前)?(?P<k>(?:给|帮|替|教|带|负责|管|照顾|陪|跟|接|租房?给|介绍)[^，。是]{{1,12}}?)的(?:人|医生|老师|师傅|阿姨)?(?:现在|已经|改|换)?(?:是|叫|成了?)(?![那这都该])(?P<v>{_PERSON_ZH}(?:医生|大夫|老师|师傅|会计|律师|教练|阿姨|姐|哥|叔|总|经理|主任|护士)?|[\u4e00-\u9fff](?:医生|大夫|老师|师傅|会计|律师|教练|阿姨|姐|哥|叔|总|经理|主任|护士))(?:了)?"
)
_ZH_REPORTS = re.compile(rf"我(?:现在)?(?:直接)?(?:向|跟)(?P<v>{_PERSON_ZH})汇报(?:工作)?")
_ZH_MARRIED = re.compile(
    rf"(?P<a>{_PERSON_ZH})(?:跟|和|与|同)(?P<b>{_PERSON_ZH})(?:上个?月|去年|今年|最近|刚|已经)*(?P<k>结婚|订婚|离婚|分手|在一起|是[^，。]{{1,6}})了?"
)
_ZH_ROLE_NAMED = re.compile(
    rf"(?:我|我们|咱)的?(?P<k>{chinese_words.ROLE}|{chinese_words.KIN})(?P<v>(?![上高应该成常安连平和于方时全万全向习][一二三四五六七八九十初中大学该在被]|查|相|应|别)[{chinese_words.SURNAME}][\u4e00-\u9fff])(?P<rest>(?![师生总]).{{2,}})"
)
_ZH_OF_DEPARTMENT = re.compile(
    rf"(?P<of>[\u4e00-\u9fff]{{2,6}})的(?P<v>[老小阿][\u4e00-\u9fff]|[{chinese_words.SURNAME}][\u4e00-\u9fff]{{1,2}})(?P<act>负责|管|审批|处理|对接|经手)(?P<what>[^，。]{{1,12}})"
)


def find_named(clause: Clause, known: Known) -> list[Finding]:
    """Who somebody is; empty where the clause names nobody in these ways."""
    text = clause.text.strip(" ,，.。!！")
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    named = _EN_IS.fullmatch(text)
    if named and not _EN_NOT_ONE.match(named["k"]):
        made = _held(clause, named["k"].lower(), named["v"], english_words.KIN)
        return [replace(made, corrects=made.corrects or bool(named["new"]) or clause.corrects)]
    reports = _EN_REPORTS.fullmatch(text)
    if reports:
        return [_held(clause, "manager", reports["v"], english_words.KIN)]
    apposed = _EN_APPOSED.fullmatch(text)
    if apposed:
        kind = apposed["k"].lower()
        who = _held(clause, kind, apposed["v"], english_words.KIN)
        about = replace(finding(clause, "about", apposed["rest"]), entities=(apposed["v"],))
        return [
            replace(who, claim=f"My {kind} is {apposed['v']}"),
            replace(about, subject=f"{kind} {apposed['v']}"),
        ]
    for pattern in (_EN_MARRIED, _EN_THEIR):
        match = pattern.fullmatch(text)
        if match:
            kind = re.sub(r"^the | (?:to|of|with|from)$", "", match["k"].lower())
            return [_related(clause, match["a"], kind, match["b"])]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    named = _ZH_IS.fullmatch(text) or _ZH_SURNAMED.fullmatch(text)
    if named:
        made = _held(clause, named["k"], named["v"], chinese_words.KIN)
        return [replace(made, corrects=made.corrects or bool(named.groupdict().get("new")))]
    does = _ZH_DOES.fullmatch(text)
    if does:
        what = re.sub(r"我们?|咱们?", "", does["k"])
        return [_held(clause, what, does["v"], chinese_words.KIN)]
    reports = _ZH_REPORTS.fullmatch(text)
    if reports:
        return [_held(clause, "领导", reports["v"], chinese_words.KIN)]
    married = _ZH_MARRIED.fullmatch(text)
    if married:
        return [_related(clause, married["a"], married["k"].removeprefix("是"), married["b"])]
    of = _ZH_OF_DEPARTMENT.fullmatch(text)
    if of:
        made = finding(clause, "responsibility", of["what"], Layer.RELATIONSHIP)
        return [replace(made, subject=of["v"], entities=(of["v"], of["of"]))]
    role = _ZH_ROLE_NAMED.fullmatch(text)
    if role and role["rest"][0] not in "的是叫":
        about = finding(clause, "about", role["rest"])
        return [replace(about, subject=f"{role['k']}{role['v']}", entities=(role["v"],))]
    return []


def _held(clause: Clause, kind: str, name: str, kin: str) -> Finding:
    base = "relation" if re.fullmatch(kin, kind, _I) else "holder"
    made = finding(clause, f"{base}:{kind}", name, Layer.RELATIONSHIP)
    return replace(made, subject="user", entities=(name.strip(),), is_open=False)


def _related(clause: Clause, first: str, kind: str, second: str) -> Finding:
    made = finding(clause, f"relation:{kind}", second, Layer.RELATIONSHIP)
    names = tuple(name for name in (first, second) if not name.startswith("my "))
    return replace(made, subject=first, entities=names, is_open=False)


__all__ = ["find_named"]
