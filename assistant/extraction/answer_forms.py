"""Forms of answer that a message asks for once: a table, three sentences, the conclusion first. Pure.

A single request is a job and no preference; what is asked for again and again is a habit (`assistant.habits`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_I = re.IGNORECASE
_LONGEST = 300  # characters; a longer message is a text to work on
_EN_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d{1,4})"
_ZH_NUMBER = r"(?:[一二两三四五六七八九十百]{1,4}|\d{1,4})"


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """One form asked for: `kind` tells equal ones apart (`table`, `sentences:三`), the offsets are into the message."""

    kind: str
    attribute: str
    claim: str
    value: str
    start: int
    end: int


# kind -> attribute, how it is asked for, the claim and the value; {n} is the number as it was written
_EN: Mapping[str, tuple[str, str, str, str]] = {
    "sentences": (
        "answer_length",
        rf"\b(?P<n>{_EN_NUMBER})[- ](?:short |brief )?sentences?\b",
        "Usually wants answers in {n} sentences",
        "{n} sentences",
    ),
    "lines": ("answer_length", rf"\b(?P<n>{_EN_NUMBER}) (?:short )?lines?\b(?! of code| \d)", "Usually wants answers in {n} lines", "{n} lines"),
    "words": (
        "answer_length",
        rf"\b(?:in|under|within|to|max(?:imum)?|about|no more than) (?P<n>{_EN_NUMBER}) words\b",
        "Usually wants answers of about {n} words",
        "{n} words",
    ),
    "table": (
        "answer_format",
        r"\b(?:as|in|into|make (?:it|them|this|that)|give me|with|want|need|prefer|use) (?:a |an )(?:[a-z]+ )?table\b(?! for| at\b| by the)"
        r"|\brows and columns\b|\btabular\b|\btable (?:form|format|view|again|please)\b|(?:^|[:,;–—-])\s*(?:just |only |as )?(?:a |the )?(?:usual )?table(?: again)?(?:,? (?:please|thanks))?[.!?]*$",
        "Usually wants answers as a table",
        "table",
    ),
    "bullets": (
        "answer_format",
        r"\bbullet(?:s|ed)?\b|\bas (?:a )?(?:short |numbered )?lists?\b|\blist (?:form|format)\b",
        "Usually wants answers as bullet points",
        "bullet points",
    ),
    "steps": ("answer_format", r"\bstep[- ]by[- ]step\b|\b(?:as|in) (?:numbered |clear )?steps\b", "Usually wants answers step by step", "step by step"),
    "code": ("answer_format", r"\b(?:just|only) (?:give me |show me )?the code\b|\bcode only\b", "Usually wants only the code as an answer", "code only"),
    "plain": (
        "answer_format",
        r"\b(?:plain|simple|simpler) (?:english|words|terms|language)\b|\b(?:no|without) jargon\b|\blayman'?s terms\b",
        "Usually wants answers in plain words",
        "plain words",
    ),
    "examples": ("answer_format", r"\bwith (?:an? |some |a few |concrete )*examples?\b|\bgive (?:me )?(?:an?|some) (?:concrete )?examples?\b", "Usually wants answers with examples", "examples"),
    "conclusion": ("answer_format", r"\b(?:summary|conclusion|bottom line|answer|result|upshot) (?:first|up front|at the top)\b", "Usually wants the conclusion first", "conclusion first"),
    "formal": ("answer_format", r"\b(?:more formal(?:ly)?|formal (?:tone|version|register))\b", "Usually wants a formal tone", "formal"),
    "short": (
        "answer_length",
        r"\b(?:shorter|too long|briefer|too wordy|more concise(?:ly)?|keep it (?:short|brief)|make it (?:short|brief|concise)|in brief|short version|tl;?dr|trim it|cut it down|be brief|briefly)\b",
        "Usually wants short answers",
        "short",
    ),
    "detailed": ("answer_length", r"\b(?:in (?:more |full )?detail|more details?|more detailed|too short|long version|go deeper)\b", "Usually wants detailed answers", "detailed"),
}  # fmt: skip
_ZH: Mapping[str, tuple[str, str, str, str]] = {
    "sentences": (
        "answer_length",
        rf"(?P<n>{_ZH_NUMBER})句(?:话)?(?=[^\u4e00-\u9fff]|$|以内|之内|就|够|给|说|概括|总结|讲|吧|行|好|内)",
        "通常要{n}句话的回答",
        "{n}句话",
    ),
    "words": ("answer_length", rf"(?P<n>{_ZH_NUMBER})(?:个)?字(?:以内|之内|左右|上下|就)", "通常要{n}字左右的回答", "{n}字"),
    "table": (
        "answer_format",
        r"(?:用|成|以|按|要|给我|给|还是|来个|来张|一张|一个|个|张|出|画|列|老规矩|老样子|照旧)[，, ]?表格|表格(?:形式|格式|吧|就行|就好|呈现|展示|给我|列)|(?:^|[，,：:])表格[。！!]*$|(?:列|做|画|拉|弄)(?:个|张|一个|一张|成)(?:对比|比较|汇总)?表(?!示|明|达|演)|对比表",
        "通常要表格形式的回答",
        "表格",
    ),
    "bullets": ("answer_format", r"分点|分条|逐条|列(?:成|出|个)?要点|要点(?:列|就|式|形式)|用列表|列表(?:形式|格式)|一条一条|一条条|条目(?:式|形式)", "通常要分点列出的回答", "分点"),
    "steps": ("answer_format", r"分步|一步一步|一步步|按步骤|分步骤", "通常要分步骤的回答", "分步骤"),
    "code": ("answer_format", r"(?:只|直接)(?:要|给|贴|上)(?:我)?代码|代码就(?:行|够|好)", "通常只要代码", "只要代码"),
    "plain": ("answer_format", r"大白话|通俗|说人话|白话(?!文)|简单易懂", "通常要通俗的回答", "通俗"),
    "examples": ("answer_format", r"举(?:个|几个|些|一个)?例|(?:带|加|配)(?:上|个|几个|点)?例子", "通常要带例子的回答", "带例子"),
    "conclusion": ("answer_format", r"先(?:说|给|讲|上|写)(?:一下)?结论|结论(?:放|写)?(?:在)?最?前|结论先行", "通常要先说结论的回答", "先说结论"),
    "formal": ("answer_format", r"正式(?:一点|点|些)|书面(?:一点|点|些|语)", "通常要正式的语气", "正式"),
    "short": ("answer_length", r"太长|太啰嗦|还是长|简短|简洁|精简|短(?:一)?[点些]|说重点|长话短说|(?:别|不要|少)废话|缩短|压缩", "通常要简短的回答", "简短"),
    "detailed": ("answer_length", r"详细(?:一点|点|些|说|讲|地)|展开(?:说|讲|一)|太短|太简略|具体(?:一点|点|些)", "通常要详细的回答", "详细"),
}  # fmt: skip
_PATTERNS = {
    language: {kind: re.compile(row[1], _I) for kind, row in table.items()}
    for language, table in (("en", _EN), ("zh", _ZH))
}
_NOT_AN_ANSWER = re.compile(
    r"\b(?:book|reserve|restaurant|dinner|sql|database|postgres|mysql|schema|foreign key)\b|订(?:一|张|个)|餐厅|数据库|建表",
    _I,
)


def forms_asked_for(text: str, language: str) -> Sequence[AnswerForm]:
    """The forms of an answer that a message asks for; an exact length stands for the mere wish that it be shorter."""
    if len(text) > _LONGEST or _NOT_AN_ANSWER.search(text):
        return ()
    table = _ZH if language == "zh" else _EN
    found: list[AnswerForm] = []
    for kind, pattern in _PATTERNS["zh" if language == "zh" else "en"].items():
        match = pattern.search(text)
        if match is None:
            continue
        attribute, _, claim, value = table[kind]
        number = match.groupdict().get("n") or ""
        is_exact = bool(number)
        if kind in ("short", "detailed") and any(one.attribute == "answer_length" for one in found):
            continue
        found.append(
            AnswerForm(
                f"{kind}:{number.casefold()}" if is_exact else kind,
                attribute,
                claim.format(n=number),
                value.format(n=number),
                match.start(),
                match.end(),
            )
        )
    return found
