"""Orders to the memory itself, as slash commands and in plain speech, English and Chinese.

Parsed, not matched on single words: "do not forget X" and 别忘了 keep X, "I forgot my umbrella" and 我忘了带伞 are no orders,
"Can you delete the memory about my phone number?" and 能把我的电话号码忘了吗 are. Pure functions; carrying an order out is the
turn's business. Follows the design page "Memory core, What wins", 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from assistant.extraction.clauses import own_words

__all__ = ["Command", "asks_what_is_known", "confirms", "parse"]

# Orders are short; a longer message only begins with one. This also bounds the time that the patterns take.
_LONGEST_ORDER = 300
Kind = Literal["remember", "forget", "why", "scope", "task"]
_I = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Command:
    """An order. `argument` is what it is about in the user's words, empty where it names nothing.

    `is_everything` tells that all about the argument is meant, not one thing; `never_again` that it must not be learnt
    anew from elsewhere; `is_slash` that it was typed as a command.
    """

    kind: Kind
    argument: str = ""
    is_everything: bool = False
    never_again: bool = False
    is_slash: bool = False


_SLASH = re.compile(r"\s*/(remember|forget|why|scope|task)\b\s*(.*)", _I | re.DOTALL)
_POLITE_EN = (
    r"(?:(?:please|ok(?:ay)?|hey|actually|and|so|also|now|right|just|sorry|on second thoughts?|well)[,. ]+)*"
    r"(?:(?:can|could|would|will) you (?:please |kindly |just |mind )?|(?:I want|I'd like|I need|I would like) you to |please |kindly |you (?:can|should|may) |let's )?"
)
_FORGET_EN = re.compile(
    rf"^{_POLITE_EN}(?:also |now )?(?:forget(?:ting)?|unlearn(?:ing)?|un-remember|stop (?:remembering|storing|keeping(?: track of| a record of| a note of)?|tracking)|no longer remember)\b(?P<rest>.*)$",
    _I | re.DOTALL,
)
_IDIOM_EN = re.compile(
    r"^\s*(?:it|about it|that|this)?\s*[.!,]*\s*(?:let's.*|never mind.*)?$|^\s*(?:to|how to|whether|where(?! I\b| my\b)|when(?! I\b| my\b))\b",
    _I,
)
_DELETE_EN = re.compile(
    rf"^{_POLITE_EN}(?:delete|deleting|erase|erasing|remove|removing|wipe|scrub|scratch|scrap|clear|drop|get rid of|strike|purge|take|lose|bin|throw (?:out|away))\s+(?P<rest>.+)$",
    _I | re.DOTALL,
)
_MEMORY_EN = re.compile(
    r"\b(?:memor(?:y|ies)|what (?:you (?:know|remember|have)|I (?:said|told you))|(?:from|out of) (?:your )?(?:memory|notes|records)|(?:you have|stored|saved|know) (?:about|on) me|(?:the|that|this|any|every) (?:note|fact|entry|bit|part|thing|stuff|record|detail)s? (?:about|that|on|of|regarding|concerning)|(?:everything|anything|all|whatever)(?: that)?(?: you(?:'ve| have)?(?: got| stored| kept| learnt| learned)?| there is| to do)? (?:about|on|of|with|regarding)|everything (?:you know)|all (?:you know))\b|"
    r"^my (?:phone(?: number)?|mobile(?: number)?|e-?mail(?: address)?|(?:home )?address|birthday|name|age|job|employer|location|city|data|salary|income|weight|diagnosis|medication|allerg\w+|(?:old |home |work )?(?:phone |landline |mobile )?number|personal \w+)(?:\s*[.!?,]|$| (?:please|from|off|out|now|again|will|would|could|thanks?)\b)",
    _I,
)
_UNSAID_EN = re.compile(
    r"(?:pretend|act as if|imagine) I (?:never|hadn't|didn't) (?:told you|mention(?:ed)?|sa(?:id|y)|tell you)(?: anything)?(?: about)? (?P<rest>.+)|"
    r"I (?:don't|do not|no longer) want you to (?:remember|know|keep|store) (?P<rest2>.+)|"
    r"I(?:'d| would) (?:rather|prefer) (?:it if )?you (?:didn't|did not|don't|not|no longer) (?:remember|know|keep|store|kept|knew|remembered) (?P<rest6>.+)|"
    r"(?P<rest7>(?:my|our) .+?) (?:is|are) none of your business.*|"
    r"(?P<rest8>(?:that|the|my|our) [^,]{3,60}), ?(?:please )?(?:just )?(?:delete|forget|erase|remove|drop|wipe) (?:it|that|them)(?:,? please)?[.!]*$|"
    r"I(?:'d| would) like (?P<rest9>(?:my|our|that|the) .+?) (?:removed|deleted|erased|forgotten|gone|wiped)\b.*|"
    r"(?:please )?(?:take|strike|cross) (?P<rest10>(?:my|our|that|the) .+?) (?:off|out of|from) (?:your|the) (?:list|notes|memory|records)\b.*|"
    r"(?P<rest3>.+?) (?:has|have) no (?:business|place) (?:being )?in your (?:notes|memory|records)|"
    r"(?P<rest4>.+?) (?:should(?:n't| not)|needn't) be in your (?:notes|memory|records)|"
    r"(?:please )?don't (?:remember|keep|store) (?P<rest5>(?:that|what|anything|my|the) .+)",
    _I,
)
_LEAD_ARGUMENT_EN = re.compile(
    r"^(?:(?:everything|anything|all|whatever)(?: that)?(?: (?:you (?:know|remember|have)(?: stored)?|I(?:'ve| have)? (?:ever )?(?:said|told you)))?(?: (?:about|on|of|regarding))?|"
    r"(?:the |that |this |any |all )?(?:memor(?:y|ies)|notes?|facts?|entr(?:y|ies)|bits?|parts?|thing|stuff|story)(?: (?:about|of|that|on|with|regarding|where))?|"
    r"what (?:you (?:know|remember|have)|I (?:said|told you|mentioned))(?: (?:about|on|of))?|about|(?:that has |that is |anything )?to do with|that|the fact that)\s*",
    _I,
)
_TAIL_ARGUMENT_EN = re.compile(
    r"[,\s]*(?:(?:from|out of|in|off) (?:your |the )?(?:memory|notes|records|list)|please|for me|now|again|,? (?:would|could|will) you|thanks?|thank you|right away|completely|for good)*[\s?.!]*$",
    _I,
)
_EVERYTHING_EN = re.compile(r"\b(?:everything|anything|all)\b", _I)
_KEEP_EN = re.compile(
    r"\b(?:don't|do not|never|won't|must not|mustn't|can't|cannot|didn't|not to)\s+(?:ever )?forget\b|\b(?:I|we|he|she|they)(?:'ll| always| often| sometimes)? (?:forget|forgot)\b",
    _I,
)
_REMEMBER_EN = re.compile(
    rf"^{_POLITE_EN}(?:remember(?! (?:when|how|the time|me\b))|(?:make a |take )?note(?= that|:|,| down)|keep in mind|bear in mind|don't (?:ever )?forget|do not (?:ever )?forget|never forget|memori[sz]e|save (?:this|that|the fact)|store (?:this|that))\b"
    r"(?: (?:that|this|for me|down|of))*\s*[:,]?\s*(?P<rest>.+)$",
    _I | re.DOTALL,
)
_KNOWN_EN = re.compile(
    r"\bwhat (?:do|did|have) you (?:all |actually |currently )?(?:know|remember|stored?|saved?|learn(?:ed|t)?|got) (?:about|on|of) me\b|\bwhat do you remember\s*[?.]?$|\b(?:show|list|tell)(?: me)? (?:everything|all|what)(?: that)? you(?:'ve| have)? (?:know|remember|stored|saved|learnt|learned|kept)(?: (?:about|on|of) me)?",
    _I,
)
_WHY_EN = re.compile(
    r"^(?:why (?:did|do|would) you (?:say|think|answer|remember|know) (?:that|this|so)|how (?:do|did|would) you know(?: that| this)?|where (?:did|do) you (?:get|have|know) (?:that|this)(?: from)?|what(?:'s| is) (?:that|your answer|this) based on|(?:what is|what's) your source|who told you(?: that| this| so)?|says who|what makes you (?:say|think) (?:so|that|this)|how come you know(?: that| this)?|based on what|on what (?:basis|grounds))(?: (?:about me|from))?\s*[?.!]*$",
    _I,
)
_SCOPE_EN = re.compile(
    r"^(?:please )?(?:switch|change|move|go) to (?:the |my )?(?P<rest>[\w -]+?) (?:scope|space|context)\s*[.!]*$|^(?:use|enter) (?:the |my )?(?P<rest2>[\w -]+?) (?:scope|space)\s*[.!]*$",
    _I,
)

_POLITE_ZH = r"(?:请|麻烦|麻烦你|拜托|那|那么|算了|现在|你|您|帮我|给我|替我|能不能|可不可以|可以|能否|能|是否可以|要不|还是|我想让你|我希望你|我要你|，|,|\s)*"
_FORGET_VERB_ZH = r"(?:忘干净|忘光|忘掉|忘了|忘记掉?|忘却|忘)"
_DELETE_VERB_ZH = r"(?:删掉|删除|删了|删去|清除|清掉|抹掉|抹去|移除|擦掉|去掉|清空)"
_FORGET_ZH = (
    re.compile(rf"^{_POLITE_ZH}(?:把|将)(?P<rest>.+?)(?:都|全部?|彻底|统统|一并|给|从(?:你的)?(?:记忆|脑子|记录)(?:里|中))*(?:{_FORGET_VERB_ZH}|{_DELETE_VERB_ZH})(?:吧|吗|么|了|掉|好吗|可以吗|行吗|好不好|\s)*[？?。.！!]*$"),
    re.compile(rf"^{_POLITE_ZH}{_FORGET_VERB_ZH}(?P<rest>[^吧].+?)(?:吧|吗|好吗|可以吗|行吗)?[？?。.！!]*$"),
    re.compile(rf"^{_POLITE_ZH}{_DELETE_VERB_ZH}(?P<rest>.*?(?:记忆|记录|信息|资料|我的|关于|那条|这条|那件|我说).*?)(?:吧|吗|好吗|可以吗)?[？?。.！!]*$"),
    re.compile(rf"^(?:{_POLITE_ZH})?(?:以后)?(?:不要|别|不用|不必|(?<=[能以否])不)再?(?:记得|记住|记着|记录|记|保存|存着?|留着)(?P<rest>(?:关于|有关)?(?:我|那[件条]|这[件条]).*?)(?:了|吧|吗|好吗)*[？?。.！!]*$"),
    re.compile(r"^我不(?:想|希望|愿意)(?:让|要)?你(?:再|还)?(?:记得|记住|记着|知道|保存|留着)(?P<rest>.+?)(?:了)?[。.！!]*$"),
    re.compile(r"^(?P<rest>(?:我|关于|那[件条个]|有关).+?)(?:你)?就?(?:不用|不必|别|不要|无需)再?(?:记得|记住|记着|记|保存|存)(?:了|着|吧)*[。.！!]*$"),
    re.compile(rf"^(?P<rest>(?:我的|关于|有关|那[件条个]|这[件条个]).+?)[，,]?\s*(?:请|麻烦|都|全部?|统统|给|把它|你|从(?:你的)?(?:记忆|脑子|记录)(?:里|中))*(?:{_DELETE_VERB_ZH}|忘干净|忘掉|忘了吧)(?:了|吧|掉)*[。.！!]*$"),
    re.compile(rf"^{_POLITE_ZH}(?P<rest>(?:我的|我说的?|我提过的?|关于|有关|跟|和|与|那[件条个]|这[件条个]|我(?=[^，。]{{1,12}}[那这][件条个]))[^，。]+?(?:有关|相关)?)的?(?:内容|事情?|东西|信息|记录|记忆|那条|这条)?[，,]?\s*(?:请|麻烦|都|全部?|统统|通通|可以|帮我|就|你|把它|也)*(?:{_DELETE_VERB_ZH}|全删|删(?:光|干净)|别留(?:着)?|不要留(?:着)?|不用留(?:着)?|忘掉)(?:了|吧|掉|它)*[。.！!]*$"),
    re.compile(rf"^(?:请|麻烦)?(?P<rest>[^，。]{{2,20}}?)(?:的事情?|那件事|这件事|的内容|的信息|的记录)[，,]?\s*(?:请|你|帮我|给我|都|就|可以)*(?:从你?(?:那儿|那里|这儿|这里|的?(?:记忆|记录|脑子|笔记|本子)(?:里|中|上)?))?(?:请|都|给)?(?:{_DELETE_VERB_ZH}|{_FORGET_VERB_ZH}|划掉|勾掉|抹了|去了)(?:了|吧|掉|好吗|行吗)*[。.！!？?]*$"),
    re.compile(r"^(?P<rest>.+?)[，,]?\s*(?:你)?就?当(?:作)?我(?:从|从来)?(?:没|没有|未)(?:跟你|和你|对你|向你)?(?:说|提|讲|提起|说起)过(?:吧|了|它|这事|\s)*[。.！!]*$"),
    re.compile(r"^你?就?当(?:作)?我(?:从|从来)?(?:没|没有|未)(?:跟你|和你|对你)?(?:说|提|讲)过(?P<rest>.+?)(?:吧)?[。.！!]*$"),
)  # fmt: skip
# What is worked on in a chat is no memory: "the report, delete it", 这个函数删掉.
_WORK = re.compile(
    r"\b(?:reports?|files?|drafts?|codes?|functions?|lines?|paragraphs?|sentences?|words?|rows?|columns?|tables?|slides?|images?|folders?|"
    r"chapters?|comments?|branch(?:es)?|essays?|texts?|documents?|variables?|tests?|songs?|photos?)\b|"
    r"文件|稿|函数|代码|段|[这那]句|[这那]行|[这那]列|表格|图片|文档|章|注释|分支|文章|笔记|幻灯|[这那]页|变量|接口|测试|照片|歌",
    _I,
)
_OF_MEMORY = re.compile(r"\b(?:memor|remember|told|know|notes)|记忆|记得|记住|说过|提过|告诉过", _I)
_KEEP_ZH = re.compile(
    r"(?:别|不要|(?<!能)不能|(?<!可)不可|勿|千万别|切勿|没|没有|不会|不许|别再)(?:把[^，。]*)?忘|难忘|(?:(?<![帮给替])我|他|她|我们|大家|老是|总是?|差点|差一点|一时|刚才)(?:都|又|就|总|老|经常|常常|差点|完全|一直)?(?:给)?忘(?:了|记)?"
)
_NOT_ARGUMENT_ZH = re.compile(
    r"^(?:带|说|问|做|写|买|关(?!于)|吃|拿|去|提|告诉|跟|它|他|她|密码|时间|怎么|在哪|是|了)(?!.*(?:我的|关于|我说|有关))"
)
_LEAD_ARGUMENT_ZH = re.compile(
    r"^(?:掉|了|记|一下|所有|全部|一切|有关|关于|跟|与|我(?:之前|刚才|上次)?(?:说|提|讲)(?:过|到)?的?(?:关于)?|你(?:记得|知道|存|记)的?|那条|这条|那个|这个|那件|这件)+(?:关于|有关|跟|与)?"
)
_TAIL_ARGUMENT_ZH = re.compile(
    r"(?:有关|相关)?(?:的)?(?:可以|能|就|请|麻烦)?(?:这件|那件|这条|那条|这些|那些|所有|全部|一切)?(?:的)?(?:事情?|记忆|记录|信息|内容|资料|东西)?(?:了|吧|吗|都|全部?)*[？?。.！!，,\s]*$"
)
_EVERYTHING_ZH = re.compile(r"所有|全部|一切|都|统统|的事")
_REMEMBER_ZH = re.compile(
    r"^(?:那|请|麻烦|麻烦你|你|您|帮我|给我|要|一定要|务必|另外|还有|对了|顺便|拜托|千万|可|，|,|\s)*(?:记住|记得(?!吗|不|我.*吗)|记一下|记下来?|记着|记录一下|备注一下|备注|别忘了|别忘记|不要忘了|不要忘记|切记|牢记)(?:了|啊|哦|一下)*[：:，,\s]*(?P<rest>\S.*)$",
    re.DOTALL,
)
_KNOWN_ZH = re.compile(
    r"你(?:都|还|现在)?(?:记得|记住了?|知道|了解|存了?|掌握了?)(?:关于)?我的?(?:哪些|什么|多少|些什么|啥)|你(?:都)?(?:记得|记住了?)(?:哪些|什么|些什么)|你对我(?:了解|知道|有)(?:多少|什么|些什么)(?:了解|印象)?|(?:列|说|看|讲|展示)(?:出|一下|说|看|讲)?你(?:都)?(?:记住|记得|知道|存|保存)了?的?(?:关于)?我的?(?:内容|事情?|东西|信息|一切|全部)|关于我你(?:都)?(?:知道|记得)(?:什么|哪些|些什么)|(?:列出|告诉我|看看)你(?:记得|知道)的?(?:关于我|我)的?(?:一切|所有|全部|东西|事情?)"
)
_WHY_ZH = re.compile(
    r"^(?:你)?(?:是)?(?:怎么知道的?|从哪(?:里|儿)?(?:知道|得知|看来|听来)的?|为什么这么说|为什么这样说|为啥这么说|凭什么这么说|依据(?:是什么|在哪)|根据(?:是什么|在哪)|出处(?:是什么|在哪)|谁(?:告诉|跟)你(?:说)?的|从哪(?:里|儿)?(?:听说|听到|打听)(?:来)?的|(?:这话|这)?有什么(?:根据|依据)|凭什么)[呢啊的]*[？?。!！]*$"
)
_SCOPE_ZH = re.compile(
    r"^(?:请|帮我)?(?:切换|切|换|转|进入?)(?:到|至|成)?(?P<rest>[^，。]{1,12}?)(?:范围|空间|场景|模式|域)[。！!]*$"
)

_NEVER_AGAIN = re.compile(
    r"[,.]?\s*(?:and )?(?:never|don't(?: ever)?|do not(?: ever)?) (?:learn|remember|store|keep|ask|save|note)[\w ]*\bagain\b|\s+for ever\b|\s+forever\b|[，,]?(?:(?:以后|今后)?(?:再也|永远)|(?:以后|今后)(?:也|就|都)*)(?:别|不要|不许|不)再?(?:记|存|学)[^，。]*",
    _I,
)
# Nothing but a yes: what is confirmed cannot be taken back, and "yesterday …" or 对了 begins with one too.
_YES = re.compile(
    r"\s*(?:(?:y|yes|yep|yeah|yup|sure(?: thing)?|ok(?:ay)?|right|correct|confirm(?:ed)?|exactly|that one|that['’]s the one|"
    r"(?:only|just) (?:that|this|the) one|(?:all|both|every one) of (?:it|that|them|these|those)|"
    r"absolutely|of course|fine|please(?: do)?|go ahead|go on|go for it|do it|do so|i['’]m sure|i am sure|thanks|thank you|"
    r"(?:delete|forget|erase|remove|clear|drop|take) (?:it|that|them|this|these|all|everything)(?: all)?(?: out| off| away)?|"
    r"是|是的|对|对的|好|好的|好吧|好啊|嗯+|可以|可以的|确认|确定|没错|行|行吧|当然|没问题|就是|请|谢谢|(?:就|只|就是|只要)?(?:删掉?)?[这那]一?[条个]|"
    r"(?:请|那就|就|都|全都?|全部|统统|帮我|把它们?)*(?:删|删除|删掉|清掉|清除|清空|忘了|忘掉|去掉)(?:它们?|全部|所有|了)?(?:吧|掉|了)*)"
    r"(?![A-Za-z])[\s,.!;，。！；、~～]*){1,5}",
    _I,
)
_NO = re.compile(
    r"^\s*(?:no\b|nope|don't|do not|cancel|stop|wait|never ?mind|keep (?:it|that|them)|not (?:that|now|yet)|leave it|不|别|算了|取消|先不|保留|留着|等等|慢着|不用)",
    _I,
)


def parse(text: str) -> Command | None:
    """The order that a message gives to the memory, or None. Orders inside quotations are nobody's."""
    slash = _SLASH.match(text)
    if slash:
        kind = slash[1].lower()
        argument = slash[2].strip()
        return _slash(kind, argument)
    own = own_words(text).strip()
    if not own:
        return None
    if len(own) > _LONGEST_ORDER:
        remember = (_REMEMBER_ZH if re.search(r"[\u4e00-\u9fff]", own[:40]) else _REMEMBER_EN).match(own)
        return Command("remember", remember["rest"].strip()) if remember else None
    found = _parse_chinese(own) if re.search(r"[\u4e00-\u9fff]", own) else _parse_english(own)
    is_work = found is not None and found.kind == "forget" and _WORK.search(found.argument)
    return None if is_work and not _OF_MEMORY.search(own) else found


def asks_what_is_known(text: str) -> bool:
    """Whether a message asks for everything that is remembered about the user; it is a question, not an order."""
    return bool(_KNOWN_EN.search(text) or _KNOWN_ZH.search(text))


def confirms(text: str) -> bool | None:
    """Whether a message answers a pending question with yes or no; None where it is about something else."""
    own = text.strip()
    if _NO.match(own):
        return False
    return True if len(own) <= 60 and _YES.fullmatch(own) else None


def _slash(kind: str, argument: str) -> Command:
    if kind == "forget":
        is_everything = bool(_EVERYTHING_EN.search(argument) or _EVERYTHING_ZH.search(argument))
        return Command(
            "forget", _argument(argument), is_everything, bool(_NEVER_AGAIN.search(argument)), is_slash=True
        )
    if kind == "remember":
        return Command("remember", argument, is_slash=True)
    if kind == "task":
        return Command("task", argument, is_slash=True)
    return Command("why" if kind == "why" else "scope", argument, is_slash=True)


def _parse_english(text: str) -> Command | None:
    if _WHY_EN.match(text):
        return Command("why")
    scope = _SCOPE_EN.match(text)
    if scope:
        return Command("scope", (scope["rest"] or scope["rest2"]).strip())
    forget = _forget_english(text)
    if forget:
        return forget
    remember = _REMEMBER_EN.match(text)
    return Command("remember", remember["rest"].strip()) if remember else None


def _forget_english(text: str) -> Command | None:
    if _KEEP_EN.search(text):
        return None
    found = _FORGET_EN.match(text)
    if found and _IDIOM_EN.match(found["rest"]):
        return None
    rest = found["rest"] if found else ""
    if not found:
        delete = _DELETE_EN.match(text)
        unsaid = _UNSAID_EN.search(text)
        if delete and _MEMORY_EN.search(delete["rest"]):
            rest = delete["rest"]
        elif unsaid:
            rest = next(part for part in unsaid.groups() if part)
        else:
            return None
    rest = re.sub(r"^(?:right|on second thoughts?|well|actually|sorry)[, ]+", "", rest.strip(), flags=_I)
    return Command(
        "forget",
        _argument(_NEVER_AGAIN.sub("", rest)),
        bool(_EVERYTHING_EN.search(rest)),
        bool(_NEVER_AGAIN.search(text)),
    )


def _parse_chinese(text: str) -> Command | None:
    if _WHY_ZH.match(text):
        return Command("why")
    scope = _SCOPE_ZH.match(text)
    if scope:
        return Command("scope", scope["rest"])
    if not _KEEP_ZH.search(text):
        order = _NEVER_AGAIN.sub("", text) or text
        for pattern in _FORGET_ZH:
            match = pattern.match(order)
            if match and not _NOT_ARGUMENT_ZH.match(match["rest"]):
                return Command(
                    "forget",
                    _argument(match["rest"]),
                    bool(_EVERYTHING_ZH.search(text)),
                    bool(_NEVER_AGAIN.search(text)),
                )
    remember = _REMEMBER_ZH.match(text)
    if remember and not re.search(r"[吗么呢][？?]?$|[？?]$", text):
        return Command("remember", remember["rest"].strip())
    if re.match(r"^(?:千万|可|一定)?(?:别|不要|不能)把[^，。]+忘", text):
        return Command("remember", text)
    return None


def _argument(rest: str) -> str:
    """What an order is about, without "the memory about" and 的事."""
    text = rest.strip()
    if re.search(r"[\u4e00-\u9fff]", text):
        kept = _TAIL_ARGUMENT_ZH.sub("", _LEAD_ARGUMENT_ZH.sub("", text))
        return kept.strip("，,。 ") or text
    for _ in range(2):
        text = _LEAD_ARGUMENT_EN.sub("", text)
    return _TAIL_ARGUMENT_EN.sub("", text).strip()
