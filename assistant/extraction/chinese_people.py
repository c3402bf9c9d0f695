"""Chinese statements about other people: 我妹妹, 同事老邱, 小王, and 他, 她 or 其 after them.

What is said of others never becomes a fact about the user; the user's own name in the third person means the user.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.chinese_things import PERSON
from assistant.extraction.chinese_words import EMAIL, KIN, PHONE
from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

_NAMED = re.compile(
    r"(?![^，。]{0,2}我)(?P<who>[老小阿]?[\u4e00-\u9fff]{1,3}?|[A-Z][a-z]+)(?P<rest>(?:不吃|不喝|喜欢|不喜欢|讨厌|爱吃|爱喝|对.+过敏|住在|在.+(?:工作|上班)|负责|审批|偏好|是.+的|的(?:邮箱|电话|手机|生日|地址|名字|部门|职位)).*)"
)
_OTHERS: tuple[tuple[re.Pattern[str], str, Layer, bool], ...] = (
    (re.compile(r"(?:也|都|还)?(?:对|對)(?P<v>.+?)(?:过敏|過敏).*"), "allergy", Layer.FACT, False),
    (
        re.compile(r"(?:从来|一直|都|也|从)?(?:不吃|不喝|不能吃|不能喝|忌口?|戒了?)(?P<v>.+)"),
        "diet",
        Layer.PREFERENCE,
        True,
    ),
    (re.compile(r"(?:也|都|是|吃)*(?P<v>素食.*|吃素.*|素)"), "diet", Layer.PREFERENCE, False),
    (
        re.compile(
            r"(?:也|都|从小|一直|有点|有些|有|得了|患有|查出了?|确诊了?|是)*(?P<v>(?:轻度|重度|季节性|过敏性|先天性)?(?:乳糖不耐受?|麸质不耐受?|糖尿病|高血压|低血糖|哮喘|鼻炎|痛风|贫血|癫痫|偏头痛|心脏病|抑郁症|近视|色盲|白内障|关节炎|湿疹)).*"
        ),
        "condition",
        Layer.FACT,
        False,
    ),
    (re.compile(r"(?:最|很|特别|也|都|更|非常)*(?:喜欢|爱)(?P<v>.+)"), "likes", Layer.PREFERENCE, False),
    (re.compile(r"(?:最|很|特别|也|都|更|非常)*(?:偏好|倾向)(?P<v>.+)"), "prefer", Layer.PREFERENCE, False),
    (
        re.compile(r"(?:最|很|特别|也|都|非常)*(?:不喜欢|讨厌|受不了|不爱|怕)(?P<v>.+)"),
        "dislikes",
        Layer.PREFERENCE,
        False,
    ),
    (re.compile(r"的?(?:电子)?邮箱(?:地址)?(?:是|：|:)?\s*(?P<v>" + EMAIL + ")"), "email", Layer.FACT, False),
    (
        re.compile(r"的?(?:电话|手机)(?:号码?)?(?:是|：|:)?\s*(?P<v>" + PHONE + ")"),
        "phone",
        Layer.FACT,
        False,
    ),
    (
        re.compile(r"的?(?:阳历|阴历|农历)?生日(?!宴|会|派对|聚|礼|蛋糕|卡|那天|快乐|饭)(?:是|在)?(?P<v>.+)"),
        "birthday",
        Layer.FACT,
        False,
    ),
    (re.compile(r"(?:现在|目前|也|都|在)*住(?:在)?(?P<v>.+)"), "city", Layer.FACT, False),
    (
        re.compile(r"(?:现在|目前|也|都)*在(?P<v>.+?)(?:工作|上班|任职|当.+|做.+)"),
        "employer",
        Layer.RELATIONSHIP,
        False,
    ),
    (
        re.compile(
            r"(?:现在|目前|也|都)*(?:在(?P<v>[^，。]{2,14}?)(?:上学|读书|念书|就读|读[小初高大研博硕][^，。]{0,3}|念[小初高大研]?[^，。]{0,3}|上[小初高大]?学)|(?:上的?|读的?|念的?|考上|考进|转到|就读于|毕业于)(?:了|是)?"
            r"(?P<w>(?!是)[^，。]{0,12}(?:小学|中学|高中|初中|大学|学院|幼儿园|学校|附中|附小|[一二三四五六七八九十\d]中|一小|实验)))了?$"
        ),
        "school",
        Layer.FACT,
        False,
    ),
    (re.compile(r"(?:负责|审批|管)(?P<v>.+)"), "responsibility", Layer.RELATIONSHIP, False),
    (re.compile(r"(?:今年)?(?P<v>[\d一二三四五六七八九十]+岁.*)"), "age", Layer.FACT, False),
    (
        re.compile(
            r"(?P<v>(?:\d|[一二三四五六七八九十]+[月岁点]|叫|是|在|有|要|会|想|每|最近|上|下|去|刚|不|没|也|很|今年|明年|考|学|做|当|换|搬|买|养|姓|属|帮|教|开|管|写|画|唱|弹|练|跑|打|玩|用|穿|戴|信|得|患|退休|毕业|上班|上学|离婚|结婚|生了|快|已经|昨|前|就|都|将|正|还).+)"
        ),
        "about",
        Layer.FACT,
        False,
    ),
)


def find_others(clause: Clause, known: Known) -> list[Finding]:
    """What is said about another person; 他 and 她 stand for the person of the clause before."""
    text = clause.text
    pronoun = re.match(r"(?:他|她|牠|它|其(?![实他余中]))(?!们)的?(?P<rest>.+)", text)
    if pronoun:
        return _about(clause, clause.subject, pronoun["rest"], "") if clause.subject != "user" else []
    person = PERSON.match(text)
    if person:
        who = re.sub(r"^(?:我家|我们家|我的|我|咱)的?(?:有?[一两]?[个位名])?", "", person["who"])
        return _about(
            clause,
            who,
            person["rest"].removeprefix("的")
            if re.match(r"的(?:电|手|邮|生|阳|农|阴)", person["rest"])
            else person["rest"],
            person["name"] or "",
        )
    for name in sorted(known.people, key=len, reverse=True):
        if len(name) > 1 and text.startswith(name) and len(text) > len(name) + 1:
            return _about(clause, name, text[len(name) :], name)
    named = _NAMED.match(text)
    if named and not re.match(
        r"(?:我|你|您|咱|这|那|大家|有人|谁|都|也|最|很|就|还|不|没|但|而|后来|最后|因为|所以|然后|公司|项目|今|明|昨)",
        named["who"],
    ):
        subject = "user" if named["who"] in known.names else named["who"]
        return _about(clause, subject, named["rest"], named["who"])
    return []


_LEAST_CHARACTERS = 3
_PASSING = re.compile(
    r"(?:说|问|觉得|让|叫我|跟我|给我|刚|今天|现在|好|呢|吗|可能|也许|应该|想)|.*(?:吗|呢|吧)$"
)
_OWN_PROPERTY = re.compile(r"的?(?P<what>[^，。是在有]{2,8})(?:是|为)(?P<v>.+)")


def _about(clause: Clause, who: str, rest: str, name: str) -> list[Finding]:
    prop = _OWN_PROPERTY.match(rest)
    for pattern, attribute, layer, is_negated in _OTHERS:
        match = pattern.match(rest)
        if match:
            value = match["v"] or match["w"]
            base = replace(finding(clause, attribute, value, layer), is_negated=is_negated)
            if attribute == "about" and prop:
                base = finding(clause, f"attribute:{prop['what']}", prop["v"])
            return [replace(base, subject=who, entities=(name or who,) if name else ())]
    if prop:
        return [replace(finding(clause, f"attribute:{prop['what']}", prop["v"]), subject=who)]
    is_ones_own = re.match(rf"我(?:家|们家?)?的?(?:{KIN})", clause.text)
    if is_ones_own and not _PASSING.match(rest) and len(rest) >= _LEAST_CHARACTERS:
        # Of one's own people any plain statement counts: 我丈母娘一只耳朵听不见.
        return [replace(finding(clause, "about", rest), subject=who, entities=(name,) if name else ())]
    return []
