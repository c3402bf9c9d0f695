"""Which attribute of the user a question asks for, so that the answer can be the value itself and not only a quotation.

Rules for both languages; a question about somebody else's attribute ("my sister's name", 我妹妹的名字) asks
for none here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vault import slots
from vault.fold import fold
from vault.records import UNIVERSAL, USER, Memory

_MY = r"\bmy (?:own |current |new |full |first |last |primary |main |work |home |business |personal |total |overall )*"
# Between 我 and the attribute no other person may stand: 我的, 我, or nothing at all at the beginning of the question.
_WO = r"(?:我(?:自己|本人|目前|现在|当前|们)?的?|^(?:请问|那|那么|现在|目前)?(?:你知道|知道)?)"

_ASKED: Sequence[tuple[str, str]] = (
    ("name", rf"{_MY}name\b|\bwhat (?:am I|I'm|I am) called\b|\bwho am I\b|{_WO}(?:名字|姓名|全名|大名|真名|本名)|我叫(?:什么|啥)|我是谁|我姓什么"),  # noqa: E501 - a pattern reads best in one line
    ("nickname", rf"{_MY}nickname\b|\b(?:what|which)(?: name)? (?:should|do|can|may) (?:you|people|they|everyone|I) (?:call me|go by)\b|\bhow (?:should|do|can) you address me\b|(?:怎么|如何|该)称呼我|叫我什么|{_WO}(?:昵称|外号|小名|绰号)"),  # noqa: E501 - a pattern reads best in one line
    ("email", rf"{_MY}(?:e-?mail|mail)(?: address)?\b|{_WO}(?:电子)?(?:邮箱|邮件地址|电邮|邮件)|(?:^|[，,。和及 ])邮箱"),  # noqa: E501 - a pattern reads best in one line
    ("phone", rf"{_MY}(?:phone|mobile|cell|telephone)(?: number)?\b|{_WO}(?:手机|电话)(?:号码?|号)?"),
    ("birthday", rf"{_MY}(?:birthday|date of birth|birth date)\b|\bwhen was I born\b|{_WO}(?:生日|出生日期)|我(?:是)?(?:什么时候|哪天|哪年)(?:出)?生"),  # noqa: E501 - a pattern reads best in one line
    ("age", rf"{_MY}age\b|\bhow old am I\b|{_WO}年龄|我(?:今年)?(?:几岁|多大)"),
    ("home", rf"{_MY}(?:home|house)(?: address)?\b|\bwhere do I live\b|{_WO}(?:家庭)?(?:住址|地址)|我(?:现在)?(?:家|住)在?(?:哪|什么地方)"),  # noqa: E501 - a pattern reads best in one line
    ("address", rf"{_MY}address\b|{_WO}(?:家庭)?(?:住址|地址)"),
    ("city", rf"{_MY}city\b|\b(?:what|which) city do I live\b|\bwhere do I live\b|我(?:现在)?(?:住)?在?(?:哪个|什么)城市|我(?:现在|目前|如今)?住在?哪"),  # noqa: E501 - a pattern reads best in one line
    ("hometown", rf"{_MY}home ?town\b|\bwhere (?:am|do) I (?:come )?from\b|{_WO}(?:老家|家乡|故乡)"),
    ("employer", rf"{_MY}(?:employer|company)\b|\bwho (?:do I work for|employs me|is my employer)\b|\b(?:which|what) (?:company|firm|organi[sz]ation|employer) (?:do I work (?:for|at)|am I (?:at|with))\b|\bwhere (?:do I work|am I employed)\b|{_WO}(?:公司|单位|雇主)|我(?:现在)?(?:是)?在(?:哪|什么)(?:里|儿|家|个)?(?:公司|单位|地方)?(?:上班|工作|任职|就职)|我(?:现在)?在哪家(?:公司|单位)"),  # noqa: E501 - a pattern reads best in one line
    ("school", rf"{_MY}(?:university|college|alma mater)\b|\bwhere did I (?:study|go to (?:university|college|school)|graduate)\b|\b(?:which|what) (?:university|college|school) did I\b|我(?:是)?(?:在)?哪(?:所|个|里|儿)?(?:大学|学校|院校)?(?:毕业|读的|上的|念的)"),  # noqa: E501 - a pattern reads best in one line
    ("blood_type", rf"{_MY}blood (?:type|group)\b|{_WO}血型|我是什么(?:血型|型血)"),
    ("role", rf"\b(?:what(?:'s| is) )?my (?:line of work|profession)\b|我(?:现在)?(?:是)?(?:做|干|从事)(?:什么|啥)(?:工作|行业|职业|的)?|{_MY}(?:job|role|title|position|job title)\b|\bwhat do I do(?: for (?:work|a living))?\b|{_WO}(?:职位|职务|岗位|职业|工作)(?:是|$|[？?])|我是(?:做|干)什么"),  # noqa: E501 - a pattern reads best in one line
    ("profession", rf"{_MY}(?:job|profession|occupation)\b|\bwhat do I do(?: for (?:work|a living))?\b|{_WO}(?:职业|工作)(?:是|$|[？?])|我是做什么"),  # noqa: E501 - a pattern reads best in one line
    ("department", rf"{_MY}(?:department|team)\b|{_WO}(?:部门)|我(?:是)?在?(?:哪个|什么)部门"),
    ("allergy", r"\bam I allergic\b|\bmy allerg(?:y|ies)\b|\bwhat .{0,20}\bI.{0,12}\ballergic\b|我.{0,4}(?:对什么|对哪些|有什么|有哪些|有没有).{0,4}过敏|(?:我|^).{0,4}过敏(?:原|源|史|什么|吗|的东西)"),  # noqa: E501 - a pattern reads best in one line
    ("budget", r"\bbudget\b|\bhow much (?:can|may|could|should|will) (?:I|we) spend\b|预算|能花多少钱"),
    ("income", r"\bmy (?:(?:take-home|net|gross|monthly|annual|yearly|hourly|current|new) )*(?:salary|pay|wages?|income|earnings|pension)\b|\bhow much (?:money )?(?:do|am|did) I (?:\w+ )?(?:earn|make|bring home|take home|get paid|paid|earning|making)\b|\bwhat (?:do I|am I) (?:earn|make|paid|get paid|earning|making)\b(?! (?:for|of)\b)|"  # noqa: E501 - a pattern reads best in one line
               r"我们?(?:现在|目前|每个?月|一个?月|每年|一年|到底|税后|税前|大概)*(?:能|可以)?(?:挣|赚|到手|拿到手|拿)(?:到)?(?:了)?多少|我的?(?:现在|目前|每个?月|税后|税前)*的?(?:工资|月薪|年薪|薪水|薪资|收入|退休金)(?!条|卡)|我(?:每个?月|一个?月)(?:的)?(?:工资|收入)"),
    ("price", r"\b(?:price|cost)\b|价格|(?<![挣赚])多少钱"),
    ("team_size", r"\b(?:team size|how many people .{0,30}\bteam)\b|团队.{0,6}(?:多少|几)(?:个)?人|团队规模"),
    ("headcount", r"\bhead ?count\b|\bhow many people\b|(?:多少|几)(?:个)?人|人数"),
    ("pet", r"\bmy (?:pet|dog|cat)(?:'s)?\b|\bwhat pets?\b|我(?:家)?的?(?:宠物|狗|猫)|我养了?(?:什么|啥|几)"),
    ("likes", r"\bwhat .{0,30}\bdo I (?:like|love|enjoy|prefer)\b|我(?:最)?(?:喜欢|爱)(?:喝|吃|看|听|玩|什么|哪)"),
    ("dislikes", r"\bwhat .{0,30}\bdo I (?:dislike|hate|avoid)\b|\bwhat don'?t I like\b|我(?:最)?(?:不喜欢|讨厌|不爱)(?:喝|吃|看|听|什么|哪)"),  # noqa: E501 - a pattern reads best in one line
    ("holder", r"\bwho(?:'s|’s| is| was)? (?:now )?(?:my|our)\b|我们?的?[^，。？?]{1,8}(?:是谁|叫什么|姓什么|是哪位)|谁是我们?的"),  # noqa: E501 - a pattern reads best in one line
    ("relation", r"\bwho(?:'s|’s| is| was)? (?:now )?(?:my|our)\b|\bmy [\w-]+(?:'s|’s)? (?:name|called)\b|我家?的?[^，。？?]{1,5}(?:是谁|叫什么|叫啥)|谁是我"),  # noqa: E501 - a pattern reads best in one line
    ("project_code", r"\bproject code\b|项目(?:代号|编号)"),
)  # fmt: skip
_PATTERNS = [(base, re.compile(pattern, re.IGNORECASE)) for base, pattern in _ASKED]

_QUESTION = re.compile(
    r"[?？]\s*$|^\s*(?:what|when|where|who|whom|whose|which|why|how|is|are|am|was|were|do|does|did|can|could|may|should|shall|will|would|have|has|"
    r"tell|show|list|find|give|recommend|suggest|explain|write|help|summari[sz]e|search|look up|remind me (?:what|when|who|how))\b"  # noqa: E501 - a pattern reads best in one line
    r"|(?:吗|呢|么)\s*[。！!~～]*$|什么|哪(?:些|个|里|儿|天|年|位)|谁|多少|几(?:个|号|点|岁|时|天|次)|怎么|怎样|如何|为什么|是不是|有没有|能不能|可不可以|要不要"
    r"|^\s*(?:请|麻烦)?(?:你)?(?:帮我|告诉我|给我|推荐|说说|讲讲|列出|查|找|解释|总结|写)",
    re.IGNORECASE,
)


def is_question(text: str) -> bool:
    """Whether a message asks or orders something, rather than only telling."""
    return any(_QUESTION.search(line) for line in re.split(r"(?<=[。.!！?？\n])\s*", text) if line.strip())


def asked_attributes(question: str) -> tuple[str, ...]:
    """The bases of the attributes that the question names, in the table's order."""
    return tuple(base for base, pattern in _PATTERNS if pattern.search(question))


def answers(memory: Memory, question: str, asked: Sequence[str], scope: str) -> bool:
    """Whether the memory's slot is what was asked for: the user's own, in this scope, of the thing that was
    named if any.
    """
    if memory.subject != USER or memory.scope not in (UNIVERSAL, scope):
        return False
    if slots.base_of(memory.attribute) not in asked:
        return False
    detail = fold(slots.detail_of(memory.attribute))
    return not detail or _names(detail, fold(question))


def _names(detail: str, question: str) -> bool:
    """Whether the question names the thing; for a budget of several words the most of them are enough."""
    if detail in question:
        return True
    if re.search(r"[\u3400-\u9fff]", detail):
        pairs = [detail[i : i + 2] for i in range(len(detail) - 1)]
        return bool(pairs) and sum(pair in question for pair in pairs) * 2 >= len(pairs)
    words = [word for word in re.findall(r"\w+", detail) if len(word) > 2]
    return bool(words) and sum(word in question for word in words) * 2 >= len(words)
