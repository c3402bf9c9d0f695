"""Parts of a life as people name them ("my love life", 我的感情), and the memories that belong to each. Pure.

Used where a request names a whole field and no memory holds its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vault import slots
from vault.records import Memory

_I = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class _Field:
    """How the field is named, which attributes belong to it, and the words by which other claims do."""

    named: re.Pattern[str]
    bases: frozenset[str]
    claims: re.Pattern[str]


def _field(named: str, bases: str, claims: str) -> _Field:
    return _Field(re.compile(named, _I), frozenset(bases.split()), re.compile(claims, _I))


_FIELDS = (
    _field(
        r"\b(?:love life|romantic|romance|relationships?|dating|my ex|exes|marriage|private life)\b|"
        r"感情|恋爱|恋情|爱情|前任|情史|婚姻",
        "",
        r"\b(?:engaged|married|divorced?|dating|girlfriend|boyfriend|fianc\w+|broke up|split up|in love|"
        r"my ex|separated|wife|husband)\b|"
        r"在一起过|分手|分了|恋爱|前男友|前女友|男朋友|女朋友|对象|结婚|离婚|订婚|未婚|暗恋|表白|前妻|前夫",
    ),
    _field(
        r"\b(?:health|medical|illness(?:es)?|medication|conditions?|diagnos[ei]s)\b|健康|病史|病情|身体状况|用药|得病|看病",
        "allergy condition medication blood_type weight diet",
        r"\b(?:diagnosed|treated|surgery|operation|therapy|hospital|pills?|tablets|pain|injur\w+|pregnan\w+)\b|"
        r"过敏|确诊|手术|住院|药|疼|血压|血糖|怀孕|备孕|受伤|复诊",
    ),
    _field(
        r"\b(?:money|financ\w+|debts?|salary|income|budget|spending|bank)\b|钱|财务|收入|工资|债|存款|开销|预算",
        "income budget price",
        r"\b(?:salary|debt|loan|mortgage|savings?|rent|owe)\b|工资|薪|贷款|欠|存款|房租|房贷",
    ),
    _field(
        r"\b(?:my job|my work|career|employer|employment|workplace)\b|工作|职业|单位|公司的事",
        "employer role department work_place profession project_code team_size",
        r"\b(?:work(?:s|ed)? (?:at|for|as|in)|colleagues?|boss|office)\b|上班|同事|老板|领导|办公室",
    ),
    _field(
        r"\b(?:my family|relatives|my kids?|my children|my parents)\b|家人|家庭|亲戚|孩子|父母",
        "relation",
        r"\b(?:sister|brother|mother|father|mum|mom|dad|son|daughter|wife|husband|aunt|uncle|cousin|niece|nephew)\b|"
        r"妈|爸|姐|妹|哥|弟|儿子|女儿|老婆|老公|妻子|丈夫|爷爷|奶奶|外公|外婆",
    ),
    _field(
        r"\b(?:where I live|my address|my home|whereabouts)\b|住[址哪]|家在哪|地址",
        "home city address",
        r"\b(?:live|moved) (?:in|at|to)\b|住在|搬到|搬去",
    ),
    _field(
        r"\b(?:religion|faith|beliefs|politic\w+)\b|信仰|宗教|政治",
        "",
        r"\b(?:church|mosque|temple|synagogue|vot(?:e|ed)|party member|pray\w*|"
        r"christian|muslim|buddhist|jewish|hindu)\b|信(?:佛|教|基督)|教堂|寺|投票|党员",
    ),
)  # fmt: skip


def of_field(argument: str, memories: Sequence[Memory]) -> list[Memory]:
    """The memories of the field of life that a request names; empty where it names none."""
    found: list[Memory] = []
    for field in _FIELDS:
        if field.named.search(argument):
            found += [
                memory
                for memory in memories
                if slots.base_of(memory.attribute) in field.bases or field.claims.search(memory.claim)
            ]
    return list({memory.id: memory for memory in found}.values())
