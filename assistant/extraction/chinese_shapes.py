"""What a pattern of `chinese` found, made into findings: a job with its employer, a town and not a room, the topic of a preference.

One shape for each attribute whose value needs more than its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from assistant.extraction.chinese_words import KIN, ORG, SURNAME
from assistant.extraction.findings import Clause, Finding
from vault.records import Layer

# What ends so after 我是 says what somebody is, not what they are called.
NO_NAME_END = re.compile(r"[子手人者师员生家工商党族迷控粉班岁类型星座娃友民客户]$")


def _name(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    value = str(base.value)
    if re.search(r"[的了吗不在有没你我他她]", value[1:]) or re.match(
        r"什么|说|谁|认真|真的|学生|男|女|单身", value
    ):
        return []
    if clause.text.startswith("我是") and NO_NAME_END.search(value):
        return []
    return [replace(base, entities=(value,), is_open=False)]


def _contact(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    if base.attribute == "address" and re.match(r"\d+(?:\.\d+){3}|https?:|[/\\]", str(base.value)):
        return []  # of a machine or a file
    detail = "" if detail in ("新", "联系", "常用") else detail
    return [
        replace(base, attribute=f"{base.attribute}:{detail}" if detail else base.attribute, is_open=False)
    ]


def _city(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A town; 搬到 means that the one before is over."""
    value = str(base.value)
    if re.match(r"[一二两三四五六七八九十\d]", value) or re.search(r"酒店|宾馆|民宿|旅馆|客栈|朋友家", value):
        return []
    if re.search(r"[层楼号]|附近|对面|里$|边$|[的了过]", value) or re.match(r"一|这|那|哪", value):
        return [replace(base, attribute="home")] if re.search(r"[层楼]|附近|对面", value) else []
    if re.search(r"[那这][套间栋幢座处个]|新房子?$|新家$|公寓$|宿舍$|小区$", value):
        return [replace(base, attribute="home", corrects=base.corrects or "搬" in clause.text)]
    return [replace(base, corrects=base.corrects or bool(re.search(r"搬|移居", clause.text)))]


def _work_place(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A long name that is no town is the one who employs: 北谷航运, but not 青岛 and not 高新区."""
    value = str(base.value)
    is_employer = len(value) >= 4 and not re.search(r"[省市县区镇村乡州岛国路街楼层]$|[家里外边上]$", value)
    return [replace(base, attribute="employer")] if is_employer else [base]


def _role(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A job; what stands between 是 and it must not be a judgement (我是新手, 我是第一个)."""
    if len(str(base.value)) < 2 or re.search(r"(?:还|也|就|不|算|都|老)是", clause.text):
        return []
    if re.search(r"新手|第一|这个|那个|的人$|认真|高手|粉丝|路痴|医生说|陌生|先生|学生时", str(base.value)):
        return []
    if not detail or not re.search(ORG, detail):
        return [base]
    return [base, replace(base, attribute="employer", value=detail, claim=f"我在{detail}工作")]


def _person(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    value = str(base.value).removesuffix("了")
    if re.search(r"[的不在很没]|^(?:一|个|谁|什么|我|他|她)", value):
        return []
    if re.search(rf"(?:{KIN})(?:现在)?(?:是)", clause.text) and not re.match(
        rf"[{SURNAME}][\u4e00-\u9fff]{{1,2}}(?:老师|教授|医生)?$", value
    ):
        return []
    if re.search(r"[师员手生家医]$", value) and "是" in clause.text and detail and re.fullmatch(KIN, detail):
        return []
    named = value != clause.text
    attribute = "relation" if re.fullmatch(KIN, detail) and base.attribute == "holder" else base.attribute
    return [
        replace(
            base,
            attribute=f"{attribute}:{detail}" if detail else attribute,
            value=value,
            entities=(value,) if named else (),
        )
    ]


def _pet(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    value = str(base.value)
    return [
        replace(base, attribute=f"pet:{detail}" if detail else "pet", entities=(value,) if detail else ())
    ]


def _prefer(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """The topic: what stands last in what is preferred, two characters of it (靠窗座位: 座位)."""
    core = re.split(r"而不|不要|胜过|多于|[，,]", str(base.value))[0]
    does = re.match(r"(?P<verb>[喝吃坐住看听穿买玩])(?!.*的)[\u4e00-\u9fff]{1,6}$", core)
    return [replace(base, attribute=f"prefer:{does['verb'] if does else core[-2:]}")]


def _favourite(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    return [replace(base, attribute=f"favourite:{detail}")]


def _answers(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    text = clause.text
    has_form = re.search(r"代码|表格|列表|要点|例子|步骤|结论|分点|图|链接|来源|Markdown", text)
    if re.search(r"用(?:中文|英文|英语|汉语|日语|粤语|普通话|繁体|简体)", text):
        attribute = "answer_language"
    elif re.search(r"短|简洁|简短|精简|详细|长|句话|字以内|一句", text) and not has_form:
        attribute = "answer_length"
    else:
        attribute = base.attribute
    return [replace(base, attribute=attribute, value=text)]


def _allergy(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    value = str(base.value)
    if re.search(r"(?:不|没|没有|从不|并不)$", value) or re.search(r"不(?:过敏|過敏)", clause.text):
        return [replace(base, value=re.sub(r"(?:不|没|没有|从不|并不)$", "", value), is_negated=True)]
    return [base]


def _diet(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """不再喝咖啡 ends the habit that 喝咖啡 began; 不吃牛肉 is a diet."""
    ended = re.search(r"(?:不再|再也不|戒)(?P<verb>[吃喝]?)", clause.text)
    if not ended:
        return [base]
    base = replace(
        base, value=re.sub(r"[一二两三四五六七八九十半\d]+(?:多)?(?:年|个月|天|周)多?$", "", str(base.value))
    )
    verb = ended["verb"] or {"烟": "抽", "酒": "喝", "糖": "吃"}.get(str(base.value), "")
    return [replace(base, attribute=f"habit:{verb}{base.value}", layer=Layer.FACT)]


SHAPES: Mapping[str, Callable[[Clause, Finding, str], list[Finding]]] = {
    "name": _name,
    "email": _contact,
    "phone": _contact,
    "address": _contact,
    "city": _city,
    "role": _role,
    "work_place": _work_place,
    "holder": _person,
    "relation": _person,
    "pet": _pet,
    "prefer": _prefer,
    "favourite": _favourite,
    "answer_format": _answers,
    "allergy": _allergy,
    "diet": _diet,
}
