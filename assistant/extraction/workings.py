"""How things are done and where they go, in either language, said without "remember": approvals, naming rules, where papers are
sent, where a thing hangs, when it was bought.

Only what names a definite person, address, place or rule counts; a passing remark about a thing does not.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import chinese_words
from assistant.extraction.chinese_things import noun as chinese_noun
from assistant.extraction.english_words import EMAIL, noun
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from vault.records import Layer

_I = re.IGNORECASE
_EN_SENT = re.compile(
    rf"(?:(?:all|any|the|our|my) )?(?P<what>[\w' -]{{2,40}}?) (?:go|goes|should go|are sent|is sent|must go|have to go) to (?P<v>{EMAIL}|(?:the )?(?-i:[A-Z])[\w' -]+)", _I,
)  # fmt: skip
_EN_NAMED = re.compile(
    r"(?:(?:all|the|our) )?(?P<what>(?:[\w-]+ )+(?:names?|titles?|messages)|branches|files|folders|tickets|commits|tags) (?:always |must |should )?(?:starts?|begins?|ends?|finish(?:es)?) with (?P<v>.+)", _I,
)  # fmt: skip
_EN_HANGS = re.compile(
    r"(?:the |our |my )(?P<what>(?:[\w'-]+ ){0,3}(?:key|keys|fuse ?box|stopcock|first[- ]aid kit|ladder|toolbox|passports?|documents?|charger|torch|manual|receipts?|papers?|suitcases?|remote))"
    r" (?:is|are|hangs?|lives?|sits?|stays?|is kept|are kept|is hidden) (?P<v>(?:in|on|behind|under|above|beside|next to|by|inside|at|with) (?!the details|your hands).+)",
    _I,
)
_EN_BOUGHT = re.compile(
    r"(?:the|our|this) (?P<what>[\w' -]{2,30}?) (?:was|were) (?:bought|installed|fitted|replaced|serviced|repaired|built|fixed) (?P<v>.+)",
    _I,
)
_EN_MANAGES = re.compile(
    r"(?P<who>(?:my|our) [\w-]+(?:-in-law)?(?: (?-i:[A-Z])[\w-]+)?|(?-i:[A-Z])\w+(?: [A-Z]\w+)?(?: (?:from|in|at) [\w ]{2,20})?) (?:manages|runs|handles|looks after|does|keeps|takes care of) (?:all )?(?:my|our|the) (?P<v>[\w' -]{3,40})", _I,
)  # fmt: skip
_EN_APPOSED = re.compile(
    r"(?P<name>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?), (?:my|our) (?P<who>[\w-]+(?:-in-law)?), (?P<rest>(?:is|has|hates|loves|likes|prefers|works|lives|plays|keeps|can't|doesn't|never|always|speaks|wants|teaches|runs|drinks|eats) .+)", _I,
)  # fmt: skip
_ZH_SENT = re.compile(
    rf"(?P<what>[^，。我]{{1,10}}?)(?:都|统一|一律|请|要)?(?:寄|发|送|交|投)(?:到|给|往)\s*(?P<v>{chinese_words.EMAIL}|[\u4e00-\u9fff]{{2,12}})"
)
_ZH_NAMED = re.compile(
    r"(?P<what>[^，。我]{0,6}(?:名|命名|标题|文件|分支|编号|标签|文件夹))(?:都|统一|一律)?(?:以|用|按)(?P<v>[^，。]{2,20}?(?:开头|结尾|命名|打头|加日期|为准))"
)
_ZH_APPROVED = re.compile(
    rf"(?P<what>[^，。我]{{1,10}}?)(?:都|统一|一律|必须)?(?:要|得|需要?)(?P<v>[{chinese_words.SURNAME}][\u4e00-\u9fff]{{1,3}}?|[\u4e00-\u9fff]{{1,2}}(?:经理|主任|总|老师|组长))(?P<act>签字|审批|批准|点头|批|审核|同意|过目|盖章)"
)
_ZH_HANGS = re.compile(
    r"(?:我家|家里)?的?(?P<what>[^，。我]{0,6}(?:钥匙|电闸|药箱|梯子|工具箱|护照|证件|充电器|手电筒?|说明书|发票|户口本|行李箱|遥控器))(?:都|一直|就)?(?P<v>(?:已经|现在)?(?:改|换|移|挪|转)?(?:挂|放|藏|收|搁|塞|锁)?(?:在|到)了?[^，。]{2,16}?)了?"
)
_ZH_SIZE = re.compile(
    r"(?P<what>[^，。我\d]{1,10}?)(?:一共|总共|大概|大约|大约有|有|是|的?面积是?|的?长度?是?|的?重量?是?)*(?P<v>(?:\d[\d.]*|[一二两三四五六七八九十百千半]+)\s?(?:平方米|平米|平|公里|公斤|吨|升|米(?![饭粉]))(?:左右|多)?)"
)
_EN_VERSION = re.compile(
    r"(?:the|our) (?P<what>[\w -]{3,30}?) (?:now )?(?:runs|uses|is on|runs on) (?P<tech>(?-i:[A-Z])[\w+#.-]*) (?P<version>v?\d[\w.]*)(?: now)?",
    _I,
)
_EN_UPGRADED = re.compile(
    r"(?:we|I)(?:'ve|’ve| have)? (?:just )?(?:upgraded|migrated|moved|updated|bumped) (?:the|our) (?P<what>[\w -]{3,30}?)(?: from [\w. ]+?)? to (?P<tech>(?-i:[A-Z])[\w+#.-]*) (?P<version>v?\d[\w.]*)",
    _I,
)
_ZH_BOUGHT = re.compile(
    r"(?:这|那|我的?|家里的?)(?:[把台辆部只个套张件])?(?P<what>[^，。]{1,10}?)是(?P<v>[^，。]{2,14}?(?:买|装|换|修|做|订|领|盖|铺)的)"
)
_ZH_THEIRS = re.compile(
    rf"(?:我家?|我们家?)?的?(?P<who>{chinese_words.KIN})的?(?P<what>学校|公司|单位|老师|班级|专业|幼儿园|宿舍|诊所|工作)(?P<v>(?:在|是|叫)[^，。]{{1,16}})"
)


def find_workings(clause: Clause, known: Known) -> list[Finding]:
    """What a clause says of how or where something is done or kept; empty for anything else."""
    text = clause.text.strip(" .。!！")
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    apposed = _EN_APPOSED.fullmatch(text)
    if apposed:
        made = finding(clause, "about", apposed["rest"])
        return [replace(made, subject=f"{apposed['who']} {apposed['name']}", entities=(apposed["name"],))]
    sent = _EN_SENT.fullmatch(text)
    if sent and not re.match(r"(?:i|we|he|she|they|it|you|that|this)\b", sent["what"], _I):
        base = "email" if "@" in sent["v"] else "location"
        return [finding(clause, f"{base}:{noun(sent['what'])}", sent["v"])]
    version = _EN_VERSION.fullmatch(text) or _EN_UPGRADED.fullmatch(text)
    if version:
        detail = f"{version['tech'].lower()} {noun(version['what'])}"
        made = finding(clause, f"stack:{detail}", f"{version['tech']} {version['version']}")
        return [replace(made, corrects=clause.corrects or version.re is _EN_UPGRADED)]
    named = _EN_NAMED.fullmatch(text)
    if named:
        return [finding(clause, f"naming_rule:{noun(named['what'])}", named["v"])]
    hangs = _EN_HANGS.fullmatch(text)
    if hangs and not mentions_time(hangs["v"], "en"):
        return [finding(clause, f"location:{noun(hangs['what'])}", hangs["v"])]
    bought = _EN_BOUGHT.fullmatch(text)
    if bought and mentions_time(text, "en"):
        return [finding(clause, "event", text, Layer.EVENT)]
    manages = _EN_MANAGES.fullmatch(text)
    if manages:
        who = re.sub(r"^(?:my|our) ", "", manages["who"], flags=_I)
        made = finding(clause, "responsibility", manages["v"], Layer.RELATIONSHIP)
        named_by = re.findall(r"(?<!^)\b[A-Z][\w-]+", who) or ([who] if who[:1].isupper() else [])
        return [replace(made, subject=who, entities=tuple(named_by))]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    theirs = _ZH_THEIRS.fullmatch(text)
    if theirs:
        return [replace(finding(clause, f"attribute:{theirs['what']}", theirs["v"]), subject=theirs["who"])]
    approved = _ZH_APPROVED.fullmatch(text)
    if approved:
        made = finding(
            clause,
            f"holder:{chinese_noun(approved['what'])}{approved['act']}",
            approved["v"],
            Layer.RELATIONSHIP,
        )
        return [replace(made, entities=(approved["v"],))]
    for pattern, base in ((_ZH_NAMED, "naming_rule"), (_ZH_HANGS, "location")):
        match = pattern.fullmatch(text)
        if match:
            return [finding(clause, f"{base}:{chinese_noun(match['what'])}", match["v"])]
    size = _ZH_SIZE.fullmatch(text)
    if size and not re.search(r"(?:跑|走|游|骑)(?:步|了|路|泳|行|车)?$|涨|降|多少", size["what"]):
        return [
            replace(finding(clause, f"measure:{chinese_noun(size['what'])}", size["v"]), wants_quantity=True)
        ]
    sent = _ZH_SENT.fullmatch(text)
    if sent and ("@" in sent["v"] or re.search(r"都|统一|一律", text)):
        base = "email" if "@" in sent["v"] else "location"
        return [finding(clause, f"{base}:{chinese_noun(sent['what'])}", sent["v"])]
    bought = _ZH_BOUGHT.fullmatch(text)
    if bought and mentions_time(bought["v"], "zh"):
        return [finding(clause, "event", text, Layer.EVENT)]
    return []
