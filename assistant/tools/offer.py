"""Which tools are offered for a message: those that its words call for, those of the user's servers, or all of
them.

An offer costs room in the request and tempts small models, so a message that needs none gets none. What an
endpoint offers is its option `tools`: auto (the default), always or never.

"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from assistant.ask import Gathered
from assistant.budget import estimate_tokens
from assistant.endpoints.protocol import Endpoint
from assistant.tools.calculation import CALCULATE, DATES
from assistant.tools.document_tools import CALLS_FOR, SEARCH_DOCUMENTS
from assistant.tools.tool import Tool, Toolbox
from assistant.tools.vault_tools import AHEAD, READ, REMIND, SEARCH, TASKS, UPDATE_TASK

OPTION = "tools"
TOOLS_SETTING = "tools.use"
MIN_CONTEXT_TOKENS = 3_000
SURELY_FITS = 0.2  # of the context: what memories and the talk leave to files in any case
BUILT_IN: Sequence[Tool] = (SEARCH, CALCULATE, DATES, AHEAD, REMIND, TASKS, UPDATE_TASK)
_I = re.IGNORECASE
_CALLS_FOR = (
    ((CALCULATE,), re.compile(
        r"\d\s*[-+*/×÷^]\s*\d|\d\s*%|\b(?:percent|per cent|calculate|compute|work out|average|sum of|square root|divided by|"
        r"multiplied|times \d|how much (?:is|would|do|does)|split .*between|per (?:month|week|year|person))\b"
        r"|百分之|平均|加起来|一共(?:多少|要|花)|总共|算一?[下算]|乘以?|除以|多少钱|人均|每人", _I)),
    ((DATES,), re.compile(
        r"\bhow (?:many|long) (?:days|weeks|months|until|till|is it)|\bwhat (?:day|date|weekday)\b|\b(?:days?|weeks?|months?) (?:from|after|before|until|"
        r"between|ago|later|left)\b|\bwhich day\b|几天|多少天|几周|几个月|星期几|周几|礼拜几|哪一?天|还有多久|倒计时|之后是|天后|周后|个月后", _I)),
    ((TASKS, UPDATE_TASK), re.compile(r"\btasks?\b|\bto-?dos?\b|任务|待办|清单", _I)),
    ((AHEAD, REMIND), re.compile(
        r"\bremind|\breminders?\b|\bdeadlines?\b|\bupcoming\b|\bappointments?\b|\bcalendar\b|\bschedule\b|\bcoming up\b"
        r"|提醒|日程|截止|安排|约会|预约|到期", _I)),
    ((SEARCH,), re.compile(
        r"\bsearch\b|\blook (?:up|for|through)\b|\bfind (?:out|me|what|where|all|every)\b|\bwhat did I (?:say|tell|write|mention)|\bwhen did I\b|"
        r"\b(?:have|did) I ever\b|\ball (?:the |my )?(?:things|notes|times)\b|查一?[下查找]|搜索?|找[一]?[下找]|我(?:说|提|写)过|我什么时候|哪些.*说", _I)),
)  # fmt: skip


def choose(
    g: Gathered, endpoint: Endpoint, external: Sequence[Tool], *, is_on: bool, has_documents: bool = False
) -> Toolbox:
    """The tools for this message at this endpoint; without a document in the vault none that searches them."""
    wanted = endpoint.config.options.get(OPTION, "auto")
    if endpoint.is_builtin or not is_on or wanted == "never":
        return Toolbox()
    if wanted != "always" and endpoint.context_tokens < MIN_CONTEXT_TOKENS:
        return Toolbox()
    attached = (READ,) if _has_more_than_fits(g, endpoint) else ()
    if wanted == "always":
        searching = (SEARCH_DOCUMENTS,) if has_documents else ()
        return Toolbox.of((*BUILT_IN, *searching, *((READ,) if g.attachments else ()), *external))
    called = [tool for tools, pattern in _CALLS_FOR if pattern.search(g.question.text) for tool in tools]
    if has_documents and CALLS_FOR.search(g.question.text):
        called.append(SEARCH_DOCUMENTS)
    chosen = [*called, *attached, *external]
    # Whatever else is needed, what the vault says of it is: a plan rests on memory.
    return Toolbox.of([SEARCH, *chosen] if chosen else [])


def _has_more_than_fits(g: Gathered, endpoint: Endpoint) -> bool:
    """Whether the attached files may have passages that the request has no room for."""
    whole = sum(estimate_tokens(one.file.text) for one in g.attachments)
    return whole > endpoint.context_tokens * SURELY_FITS


def tokens_of(box: Toolbox) -> int:
    """What the offer takes of the request, estimated upwards."""
    specs = [{"n": s.name, "d": s.description, "p": s.parameters} for s in box.specs]
    return estimate_tokens(json.dumps(specs, ensure_ascii=False)) + 12 * len(specs) if specs else 0
