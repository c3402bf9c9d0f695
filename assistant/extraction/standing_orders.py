"""How the user wants to be answered from now on, in either language: "from now on, use bullet points", 以后请分点回答.

A standing order has a word that it lasts, or names the answers or the user as who is spoken to; what is ordered once is a job.
Follows the tables of `english` and `chinese`, which know the commonest forms.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.answer_forms import forms_asked_for
from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

_I = re.IGNORECASE
_EN_LASTING = re.compile(
    r"\b(?:from (?:now|here|today) on(?: out| in)?|going forward|in (?:the )?future|by default|as a rule|from here on(?: out| in)?|"
    r"always|never|every time|each time|for good|any ?more|when(?:ever)? you (?:answer|reply|respond|write|explain|talk|give|show|"
    r"quote|summari[sz]e|translate|list|tell|suggest|use|mention|code)\b[^,]*|"
    r"in (?:all |every |any )?(?:of )?(?:your|future|all) (?:answers?|repl(?:y|ies)|responses?|messages?))\b",
    _I,
)
_EN_ORDER = re.compile(
    r"^(?:(?:please|kindly|and|so|ok|okay|hey|oh|could you|can you|would you|i(?:'d| would) (?:like|prefer) (?:you to|it if you)|"
    r"i want you to|you (?:can|should|must|may)|just|also|always|never|from (?:now|here|today) on(?: out| in)?|going forward|"
    r"in (?:the )?future|by default|as a rule|every time|each time|when(?:ever)? you [^,]+|in (?:all |every )?(?:of )?your [a-z]+)"
    r"[, ]+)*(?:please )?(?P<not>don't|do not|never|no|stop|skip|avoid|leave out|drop|omit|spare me|without|cut out)?\s*"
    r"(?P<verb>answer\w*|repl(?:y|ies|ying)|respond\w*|writ(?:e|ing)|us(?:e|ing)|giv(?:e|ing)|includ(?:e|ing)|show\w*|speak\w*|talk\w*|"
    r"explain\w*|format\w*|start\w*|end\w*|begin\w*|finish\w*|stick\w*|keep\w*|put\w*|present\w*|quot(?:e|ing)|cit(?:e|ing)|list\w*|"
    r"spell\w*|address\w*|call\w*|summari[sz]\w*|add\w*|lead\w*|go|be|mak(?:e|ing)|round\w*|convert\w*|apologi[sz]\w*|repeat\w*|"
    r"ask\w*|[a-z]+)\b",
    _I,
)
_EN_ABOUT_ANSWERS = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|respon[ds]\w*|explain\w*|explanations?|summar(?:y|ies|i[sz]e)|sentences?|words|jargon|emojis?|"
    r"bullet\w*|tables?|lists?|headings?|markdown|code|comments?|examples?|sources?|links?|citations?|metric|imperial|celsius|"
    r"fahrenheit|24-hour|units?|tone|formal\w*|informal\w*|english|chinese|mandarin|french|german|spanish|italian|japanese|dutch|"
    r"portuguese|welsh|short|brief\w*|concise\w*|long|detail\w*|steps?|conclusion|bottom line|preamble|small talk|flattery|"
    r"apolog\w+|exclamation|disclaimers?|warnings?|abbreviations?|acronyms?|spelling|plain)\b",
    _I,
)
_EN_TO_ME = re.compile(r"\b(?:(?:with|to|at|for|give|tell|show|call|address|answer) me)\b", _I)
_EN_LANGUAGE = re.compile(
    r"\bin (?:english|chinese|mandarin|cantonese|french|german|spanish|italian|japanese|korean|dutch|portuguese|welsh|russian|polish|irish|gaelic|"
    r"catalan|swedish|norwegian|danish|finnish|greek|turkish|arabic|hebrew|hindi|urdu|vietnamese|thai|latin|esperanto|scots)\b",
    _I,
)
_EN_LENGTH = re.compile(
    r"\b(?:(?:under|within|over|at most|no more than|about) \w+ (?:words|sentences|lines)|short\w*|brief\w*|concise\w*|terse|long\w*|detail\w*|succinct\w*|thorough\w*)\b",
    _I,
)
_EN_ANSWER_ME = re.compile(
    r"(?:please )?(?:answer|reply to|respond to|talk to|speak to|write to|explain (?:things|everything) to) me "
    r"(?:only |always )?(?P<how>in .+|as if .+|like .+|briefly.*|with .+)",
    _I,
)
# How a kind of thing is written is a wish for good: it names no single text.
_EN_NOTATION = re.compile(
    r"(?:please )?(?:always )?(?:write|give|show|use|put|state|spell|format|quote|express|list|convert)(?: me)?(?: all)? "
    r"(?:(?:the )?(?:dates?|times?|numbers|amounts|prices|temperatures|distances|weights|measurements|names|units|sums|figures|quantities|durations)\b (?:as|in|with|to|like|using)\b.+|"
    r"(?:british|american|uk|us|metric|imperial|simple|plain|short|oxford|european|iso)\b.*(?:spelling|units?|english|sentences|dates?|measures?|format|commas?)(?: (?:with me|please|for me))?)",
    _I,
)
_ZH_NOTATION = re.compile(
    r"(?:请)?(?:日期|时间|数字|金额|价格|温度|距离|重量|单位|人名|地名|货币)(?:都|一律|统一|请)*(?:写成?|用|按|以|换成|换算成|显示成|标)(?:成|为)?[^，。]{1,16}"
)
_EN_NOT_WITH_ME = re.compile(
    r"(?:please )?(?:don't|do not|never|stop) (?P<what>(?:us(?:e|ing)|giv(?:e|ing)|say(?:ing)?|call(?:ing)?|add(?:ing)?|writ(?:e|ing)|send(?:ing)?)\b.*)",
    _I,
)

# "Short answers only, please, from now on", "no emojis ever again": an order without a verb.
# "When you write dates, day first please": what the user wants of everything of a kind that is written.
_EN_WHENEVER = re.compile(
    r"(?:please,? )?(?:when(?:ever)?|every time|each time|if) you (?:write|give|send|send me|show|use|quote|mention|list|type|translate|code|answer|reply|explain|draft|summari[sz]e|cite|refer to)\b[^,]{0,40}, ?(?P<how>.{3,80})",
    _I,
)
_EN_SOMEBODY = re.compile(r"(?:i|we|he|she|they|it|the|my|our|this|that|there)\b", _I)
_EN_FRAGMENT = re.compile(
    r"(?:please,? )?(?P<not>no (?:more )?)?(?P<what>[\w -]{3,40}?)(?: only| please|,? please)*,? (?:(?:please|only),? )*(?:from (?:now|here|today) on(?: out| in)?|in (?:the )?future|going forward|"
    r"always|by default|ever(?: again)?|any ?more|every time|each time|when(?:ever)? you [^,]+)(?:,? (?:please|thanks))?",
    _I,
)
_ZH_LASTING = re.compile(
    r"以后|今后|从现在起|从今[天以]|往后|默认|一直|每次|总是|永远|一律|都要|凡是|长期|统统"
)
_ZH_ABOUT_ANSWERS = re.compile(
    r"回答|回复|答复|答案|解释|说明|总结|输出|分点|分条|要点|列表|表格|步骤|例子|结论|代码|注释|表情|[Ee]moji|术语|行话|说话|聊天|大白话|白话|通俗|"
    r"简短|简洁|精简|简单|详细|啰嗦|废话|套话|客套|寒暄|敬语|感叹号|口语|书面|正式|随意|公制|英制|摄氏|华氏|24小时|单位|中文|英文|英语|粤语|"
    r"普通话|简体|繁体|日语|法语|来源|出处|链接|引用|缩写|称呼|语气|字数|标题|段落|道歉|免责|提醒"
)
_ZH_DENIED = re.compile(r"别(?!的)|不要|不用|少(?:用|说|写|给)|无需|不必|勿")
_ZH_OWN = re.compile(r"^(?:我(?!的?(?:回答|问题))|我们|他|她|它|咱)")
_ZH_ONCE = re.compile(r"这次|这回|这一次|这段|这篇|这句|下面|以下|上面|刚才")
_ZH_LANGUAGE = re.compile(
    r"(?:用|说|讲|以)(?:中文|英文|英语|汉语|日语|法语|粤语|普通话|简体(?:中文|字)?|繁体(?:中文|字)?)"
)
_ZH_LENGTH = re.compile(r"短|简洁|精简|详细|长话|字以内|句话")
_ZH_TO_ME = re.compile(r"(?:给|跟|对|和)我(?!们)|回答我|叫我|称呼我")
_ONCE_EN = re.compile(
    r"\b(?:this time|just this once|for this (?:one|answer)|the following|below|above|this (?:text|paragraph|sentence))\b",
    _I,
)


def find_orders(clause: Clause, known: Known) -> list[Finding]:
    """The wish about answers that a clause states for good, as a preference; empty for anything else."""
    text = clause.text.strip(" ,，。.!！")
    found = _chinese(text) if clause.language == "zh" else _english(text)
    if not found:
        return []
    return [replace(finding(clause, found, text, Layer.PREFERENCE), claim="", is_open=False)]


def _english(text: str) -> str:
    """The attribute of an English order, empty where it is none."""
    if _ONCE_EN.search(text):
        return ""
    if _EN_NOTATION.fullmatch(text):
        return "answer_format"
    to_me = _EN_ANSWER_ME.fullmatch(text)
    not_with_me = _EN_NOT_WITH_ME.fullmatch(text)
    denied = not_with_me is not None and bool(_EN_TO_ME.search(text)) and bool(_EN_ABOUT_ANSWERS.search(text))
    lasting = bool(_EN_LASTING.search(text)) and bool(
        _EN_ABOUT_ANSWERS.search(text) or _EN_TO_ME.search(text)
    )
    whenever = _EN_WHENEVER.fullmatch(text)
    if whenever and not _EN_SOMEBODY.match(whenever["how"]):
        return (
            "answer_dislike"
            if re.match(r"(?:no|don't|never|skip|avoid)\b", whenever["how"], _I)
            else "answer_format"
        )
    fragment = _EN_FRAGMENT.fullmatch(text)
    if fragment and _EN_ABOUT_ANSWERS.search(fragment["what"]) and not _EN_SOMEBODY.match(text):
        if fragment["not"]:
            return "answer_dislike"
        return "answer_length" if _EN_LENGTH.search(fragment["what"]) else "answer_format"
    order = _EN_ORDER.match(text)
    if not (to_me or denied or (lasting and order)):
        return ""
    if (
        order is not None
        and not order["not"]
        and re.match(r"(?:i|we|he|she|they|it|the|my|our|this|that)$", order["verb"], _I)
    ):
        return ""
    if _EN_LANGUAGE.search(text):
        return "answer_language"
    if denied or (order is not None and order["not"]):
        return "answer_dislike"
    forms = forms_asked_for(text, "en")
    if forms:
        return forms[0].attribute
    return "answer_length" if _EN_LENGTH.search(text) else "answer_format"


def _chinese(text: str) -> str:
    """The attribute of a Chinese order, empty where it is none."""
    if _ZH_NOTATION.fullmatch(text) and not _ZH_ONCE.search(text):
        return "answer_format"
    if _ZH_OWN.match(text) or _ZH_ONCE.search(text) or not _ZH_ABOUT_ANSWERS.search(text):
        return ""
    is_denied = bool(_ZH_DENIED.search(text))
    if not (_ZH_LASTING.search(text) or (is_denied and _ZH_TO_ME.search(text))):
        return ""
    if _ZH_LANGUAGE.search(text):
        return "answer_language"
    if is_denied:
        return "answer_dislike"
    forms = forms_asked_for(text, "zh")
    if forms:
        return forms[0].attribute
    return "answer_length" if _ZH_LENGTH.search(text) else "answer_format"
