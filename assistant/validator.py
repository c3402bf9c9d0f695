"""Judges what a tool gave back: which facts are worth keeping, and why the rest is not.

The word of a tool is data from outside. Named values and short sentences about the thing the task is for
are kept as findings, digits as they stand; those that last become proposals with source "tool", attributed
to the thing and never to the user. A page of text, orders to the assistant, secrets and passing technical
values are rejected. Needs no model. Follows the design page "Memory core, Working memory and tasks".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from assistant.extraction.guards import is_injection
from assistant.language import language_of, sentences
from vault import Vault
from vault.privacy import for_storage
from vault.records import Candidate, Evidence, Layer, MemoryMode, SourceKind
from vault.tasks import Task
from vault.topics import topics_of

MAX_FACTS: Final = 8
CONFIDENCE: Final = 0.75
_LONGEST_LABEL, _LONGEST_VALUE, _LONGEST_SENTENCE = 40, 120, 160
_SHORT_RESULT = 480  # characters; a longer text without labels is a page
_DEEPEST = 5

_I = re.IGNORECASE
_LINE = re.compile(
    r"^[\s*•·>|-]*(?P<label>[^\s:：=|][^:：=|\n]{0,39}?)\s*[:：=|]\s*(?P<value>\S[^\n|]*?)[\s|]*$"
)
_LASTING = re.compile(
    r"\b(?:number|no|id|code|ref(?:erence)?|status|state|due|deadline|deliver(?:y|ed)|arriv(?:al|es|ed)|departs?|departure|eta|"
    r"date|price|total|amount|cost|fee|balance|version|release|address|phone|email|name|owner|contact|carrier|courier|tracking|"
    r"serial|model|size|quantity|stock|capacity|gate|seat|room|terminal|account|plan|expir(?:y|es|ed)|warranty|licen[cs]e|"
    r"booking|reservation|invoice|order|ticket|flight|train|parcel|policy|opening hours)\b|"
    r"号|编号|代码|状态|日期|时间|到期|截止|价|金额|合计|总额|费用|余额|版本|地址|电话|邮箱|姓名|名称|"
    r"负责人|联系人|快递|物流|承运|型号|尺寸|数量|库存|容量|登机口|座位|房间|航站楼|账户|套餐|有效期|"
    r"保修|许可证|预订|发票|订单|工单|航班|车次|包裹|保单|营业",
    _I,
)
_IDENTIFIER = re.compile(
    r"\b(?:number|no|id|code|ref(?:erence)?|order|booking|ticket|flight|invoice|tracking)\b|号|编号|代码", _I
)
_STATUS = re.compile(r"\b(?:status|state)\b|状态", _I)
_TECHNICAL = re.compile(
    r"\b(?:request|trace|span|session|correlation|cache|etag|cursor|offset|page|per page|limit|took|elapsed|latency|"
    r"duration ms|"
    r"timestamp|http|content|mime|charset|encoding|locale|lang|schema|api|token|nonce|signature|checksum|hash|count|success|"
    r"ok|error|debug|user agent|cookie|score|rank|index)\b|请求|会话|缓存|游标|页码|耗时|时间戳|签名|哈希|编码",
    _I,
)
_ABOUT_USER = re.compile(
    r"\b(?:user|customer preference|your? (?:name|preference|like)|preferences?|about you)\b|用户|偏好|喜好",
    _I,
)
_SAID_STATUS = re.compile(
    r"\b(?:is|are|was|were|has|have|been|will|got|not)\b[^.]{0,40}\b(?:shipp?ed|dispatched|delivered|delayed|cancel+ed|confirmed|"
    r"packed|refunded|paid|open|closed|pending|approved|rejected|ready|boarding|"
    r"departed|landed|arrived?|available|sold out|resolved|merged|deployed|expired|renewed|on hold|in transit)\b|"
    r"已?(?:发货|签收|送达|延误|取消|确认|退款|付款|批准|驳回|完成|到达|"
    r"起飞|登机|关闭|解决|过期|续费|发布|上线|缺货|售罄)|运输中|派送中|处理中|待付款|待发货",
    _I,
)
_THING = re.compile(
    r"(?:(?:order|ticket|invoice|flight|parcel|booking|reservation|train|issue|case|shipment|policy|contract|project)\s+(?:no\.?\s*|number\s*|#)?)"
    r"(?=[\w-]*\d)[A-Za-z]{0,4}[\w-]*\d[\w-]*|(?:订单|工单|发票|航班|包裹|车次|预订|保单|合同|项目)号?\s*[A-Za-z]{0,4}[\w-]*\d[\w-]*",
    _I,
)
_CODE = re.compile(r"\b(?=[A-Za-z0-9-]*\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\b")
_MARKUP = re.compile(r"<[a-zA-Z/!][^>]*>")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a result says: `quote` holds it as it stood there. `lasts`: it may be worth
    remembering."""

    label: str
    value: str
    quote: str
    lasts: bool


@dataclass(frozen=True, slots=True)
class Rejected:
    """A part that was not kept. `reason` is prose, order, secret, technical, about_user, unrelated, markup
    or many."""

    reason: str
    characters: int


@dataclass(frozen=True, slots=True)
class Judged:
    """What a result is worth. `proposals` are the ids of memories that now wait for the user's word."""

    kept: tuple[Fact, ...]
    rejected: tuple[Rejected, ...]
    proposals: tuple[str, ...] = ()


def judge(result: str, goal: str) -> Judged:
    """Judge the text a tool gave back for a task with this goal. Pure; a result of any size and form is
    taken."""
    kept: list[Fact] = []
    rejected: list[Rejected] = []
    about = topics_of(goal) | {code.casefold() for code in _CODE.findall(goal)}
    for part in _parts(result, rejected):
        reason = _fault(part, about)
        if reason:
            rejected.append(Rejected(reason, len(part.quote)))
        elif len(kept) == MAX_FACTS:
            rejected.append(Rejected("many", len(part.quote)))
        elif part not in kept:
            kept.append(part)
    return Judged(tuple(kept), tuple(rejected))


def validate(
    vault: Vault, task: Task, result: str, *, tool: str, step_id: str = "", mode: MemoryMode = MemoryMode.ASK
) -> Judged:
    """Judge a result, write the findings into the task, and propose what lasts. `mode` off proposes
    nothing."""
    judged = judge(result, task.goal)
    proposals: list[str] = []
    for fact in judged.kept:
        memory_id = _propose(vault, task, fact, tool=tool, step_id=step_id, mode=mode) if fact.lasts else ""
        if memory_id:
            proposals.append(memory_id)
        text = f"{fact.label}: {fact.value}" if fact.label else fact.value
        vault.tasks.record_finding(task.id, text, step_id=step_id, memory_id=memory_id, actor=tool)
    for reason in dict.fromkeys(rejected.reason for rejected in judged.rejected):
        vault.tasks.record_finding(task.id, "", step_id=step_id, is_kept=False, reason=reason, actor=tool)
    return Judged(judged.kept, judged.rejected, tuple(proposals))


def candidate_of(task: Task, fact: Fact, *, tool: str, step_id: str = "") -> Candidate:
    """The proposal that a fact makes: about the thing the task is for, with the tool's words as its
    evidence."""
    thing = thing_of(task.goal) or thing_of(fact.quote)
    evidence = [Evidence("tool", step_id or task.id, fact.quote)]
    if thing and thing not in fact.quote:
        evidence.append(Evidence("task", task.id, task.goal))
    language = language_of(f"{fact.label} {fact.value}", language_of(task.goal))
    if not fact.label:
        return Candidate(
            "note", fact.value, Layer.FACT, fact.value, tuple(evidence), subject=thing or tool, scope=task.scope,
            source=SourceKind.TOOL, confidence=CONFIDENCE, language=language,
        )  # fmt: skip
    is_status = bool(_STATUS.search(fact.label))
    attribute = "status" if is_status else f"value:{fact.label}"
    colon = "：" if language == "zh" else ": "
    space = "" if language == "zh" and not thing.isascii() else " "
    claim = f"{thing}{space}{fact.label}{colon}{fact.value}" if thing else f"{fact.label}{colon}{fact.value}"
    return Candidate(
        attribute, claim, Layer.FACT, fact.value, tuple(evidence), subject=thing or tool, scope=task.scope,
        source=SourceKind.TOOL, confidence=CONFIDENCE, language=language, corrects=True,
    )  # fmt: skip


def thing_of(text: str) -> str:
    """The thing with a number of its own that a text is about ("order A-7731", 订单88421); empty where there
    is none."""
    found = _THING.search(text)
    return found.group().strip() if found else ""


def _propose(vault: Vault, task: Task, fact: Fact, *, tool: str, step_id: str, mode: MemoryMode) -> str:
    candidate = candidate_of(task, fact, tool=tool, step_id=step_id)
    [outcome] = vault.memories.apply([candidate], mode=mode, actor=tool)
    return outcome.memory.id if outcome.memory is not None else ""


def _fault(part: Fact, about: frozenset[str] | set[str]) -> str:
    """Why a part is not kept, empty where it is."""
    text = f"{part.label} {part.value}"
    if is_injection(text):
        return "order"
    if for_storage(part.quote).cuts:
        return "secret"
    if _ABOUT_USER.search(part.label):
        return "about_user"
    if len(part.label) > _LONGEST_LABEL or len(part.value) > (
        _LONGEST_VALUE if part.label else _LONGEST_SENTENCE
    ):
        return "prose"
    if part.label and _TECHNICAL.search(part.label):
        return "technical"
    codes = {code.casefold() for code in _CODE.findall(part.value)}
    is_asked = bool((topics_of(text) | codes) & about)
    if part.label:
        return "" if part.lasts or is_asked else "unrelated"
    return "" if is_asked and (part.lasts or codes) else "unrelated"


def _parts(result: str, rejected: list[Rejected]) -> Iterator[Fact]:
    """The named values of a result, else its sentences where it is short enough to be an answer and not a
    page."""
    data = _as_json(result)
    if isinstance(data, dict | list):
        yield from _pairs(data, "", 0)
        return
    text = str(data) if data is not None else result
    if len(_MARKUP.findall(text)) > 3:
        rejected.append(Rejected("markup", len(text)))
        return
    lines = [line for line in text.splitlines() if line.strip()]
    labelled = [(line, match) for line in lines if (match := _LINE.match(line)) and not _is_address(match)]
    if labelled and 2 * len(labelled) >= len(lines):
        for line, match in labelled:
            yield _fact(match["label"].strip(), match["value"].strip(), line.strip())
        rest = [line for line in lines if all(line is not other for other, _ in labelled)]
        rejected += [Rejected("order" if is_injection(line) else "prose", len(line)) for line in rest]
        return
    if len(text) > _SHORT_RESULT:
        rejected.append(Rejected("order" if is_injection(text) else "prose", len(text)))
        return
    if is_injection(text):
        rejected.append(Rejected("order", len(text)))
        return
    for sentence in sentences(text):
        said = sentence.text.strip()
        if said:
            yield Fact("", said, said, bool(_SAID_STATUS.search(said)))


def _is_address(match: re.Match[str]) -> bool:
    """A URL's colon, or that of a clock, is no label's."""
    return match["value"].startswith("//") or match["label"].rsplit(" ", 1)[-1].isdigit()


def _as_json(result: str) -> object:
    try:
        return json.loads(result)
    except (ValueError, RecursionError):
        return None


def _pairs(data: object, label: str, depth: int) -> Iterator[Fact]:
    """The scalars of parsed JSON with the names they stand under."""
    if depth > _DEEPEST:
        return
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _pairs(value, _readable(str(key)), depth + 1)
    elif isinstance(data, list):
        for item in data[: 4 * MAX_FACTS]:
            yield from _pairs(item, label, depth + 1)
    elif isinstance(data, str | int | float) and not isinstance(data, bool) and label and str(data).strip():
        value = str(data).strip()
        yield _fact(label, value, f"{label}: {value}")


def _readable(key: str) -> str:
    """orderNumber and order_number as words."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", key).replace("_", " ").replace("-", " ").strip().lower()


def _fact(label: str, value: str, quote: str) -> Fact:
    is_identifier = bool(_IDENTIFIER.search(label)) and bool(re.search(r"\d", value))
    return Fact(label, value, quote, is_identifier or bool(_LASTING.search(label)))


def kept_texts(judged: Sequence[Fact]) -> list[str]:
    """The findings in one line each, as a later step or the reply reads them."""
    return [f"{fact.label}: {fact.value}" if fact.label else fact.value for fact in judged]
