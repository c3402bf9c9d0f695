"""Whether a text only asks: a bare question tells nothing that an answer may rest on or a memory may be made of.

One rule for recall, which leaves bare questions out, and for learning, which leaves bare orders out too. A question
that carries a statement with it ("I'm going to Oslo in May, what should I pack?") is not bare. English and Chinese.
"""

from __future__ import annotations

import re

_LONGEST_NOTHING = 60
_LONGEST_BARE = 400  # characters; whoever writes more has told something on the way

_SENTENCE = re.compile(r"(?<=[。.!！?？\n])\s*")
_GREETS = re.compile(
    r"^\W*(?:hi|hello|hey|ok|okay|thanks|thank you|good (?:morning|evening)|你好|您好|谢谢|好的?)\b[^\w]*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,，;；:：]\s*|\s(?:and|but|so|because|since)\s", re.IGNORECASE)
WIDE = re.compile("[\u3400-\u9fff]")
_ASKS = re.compile(
    r"[?？]\s*[\"'”’)）]*\s*$"
    r"|^\W*(?:(?:ok|okay|and|so|but|hmm|hey|hi|hello|please|well|also)\b\W*)*"
    r"(?:what|when|where|who|whom|whose|which|why|how|is|are|am|was|were|do|does|did|can|could|should|shall|will"
    r"|would|tell me|show me|give me|remind me (?:what|when|who|where|how))\b",
    re.IGNORECASE,
)
# In Chinese a question word alone decides nothing ("不知道送什么"): the sentence has to end like a question.
_ASKS_WIDE = re.compile(
    r"[?？]\s*[\"'”’)）]*\s*$|(?:吗|么|什么|哪里|哪儿|谁|多少|几岁|几点|怎么办|怎么样|如何)\s*[。！!~～]*$"
    r"|^\s*(?:请|麻烦)?(?:你)?(?:告诉我|帮我查|帮我找|列出)"
)
_MARK = re.compile(r"[?？]\s*[\"'”’)）]*\s*$")
_TELLS = re.compile(
    r"^\W*(?:(?:and|but|so|because|since|as|by the way|also|well|now|hey|hi|hello|ok|okay)\b\W*)*"
    r"(?:(?:i|we)(?:['’](?:m|ve|ll|d|re))?|my|our)\s+(?!(?:was )?wonder|want(?:ed)? to (?:know|ask)"
    r"|would like to know|['’]?d like to (?:know|ask)|need to know|don['’]?t (?:know|remember))",
    re.IGNORECASE,
)
_TELLS_WIDE = re.compile(
    r"^\s*(?:我|咱)(?!想(?:问|知道)|不(?:知道|记得)|忘)(?!.*(?:什么|哪|谁|多少|几|怎|吗|如何)).{4,}"
)
# What is ordered once is a job: it tells nothing of who gives it.
_ORDERS = re.compile(
    r"^\W*(?:(?:please|kindly|ok|okay|now|then|and|so|also|hey)\b\W*)*(?:tell|show|list|find|give|recommend|suggest|"
    r"explain|write|help|summari[sz]e|search|look up|remind me (?:what|when|who|how))\b"
    r"(?!.*\b(?:I|I['’]m|my|we|our)\b)|"
    r"^\s*(?:请|麻烦)?(?:你)?(?:帮我|告诉我|给我|推荐|说说|讲讲|列出|查|找|解释|总结|写)"
    r"(?!.*[，,。]\s*我)",
    re.IGNORECASE,
)


_LEADS_IN = (
    r"^\W*(?:(?:and|but|so|because|since|as|by the way|also|well|now|hey|hi|hello|ok|okay|oh|actually|anyway)"
    r"\b\W*)*"
)
_NAME = r"(?-i:[A-Z][\w'’-]+)"
# A subject and something like a verb: keywords for a search have neither, and an order begins with its verb.
_DECLARES = re.compile(
    rf"{_LEADS_IN}(?:(?:I|we|he|she|they|it|this|that|there|the|my|our|his|her|their|today|tomorrow|yesterday|last|next|every"
    rf"|from|on|in)\b|{_NAME}(?: (?:and )?{_NAME})? (?:has|is|was|are|were|had|will|can|\w{{2,}}(?:s|ed))\b)"
    r"(?=(?:\W+\w+){3})(?=.*(?:[.!]\s*$|\b(?:am|is|are|was|were|has|have|had|will|would|won['’]t|don['’]t|doesn['’]t"
    r"|\w{3,}ed)\b|['’](?:m|re|ve|ll|d)\b))",
    re.IGNORECASE,
)
_DECLARES_WIDE = re.compile(r"^\s*(?![请把给列比写翻查找]|帮|麻烦)(?:[^。！]*[\u3400-\u9fff]){6}")
# Who has lost or misses something asks for it, whatever the grammar.
_SEEKS = re.compile(
    r"\b(?:need|wonder|looking for|search(?:ing)?|forg[eo]t|forgotten|remind|no idea|curious|"
    r"(?:want|like|love) to (?:know|see|hear|find)|"
    r"(?:can['’]?t|cannot|don['’]?t|do not) (?:find|remember|recall|know))\b"
    r"|忘|想知道|想了解|想问|记得|找不到|在找|想不起|不知道|不清楚|好奇|提醒",
    re.IGNORECASE,
)


def only_tells(text: str) -> bool:
    """Whether a text tells something and neither asks, orders nor looks for anything: there is nothing to answer."""
    parts = sentences_of(text)
    if not parts or _SEEKS.search(text) or any(_only_asks(part, or_orders=True) for part in parts):
        return False
    return all((_DECLARES_WIDE if WIDE.search(part) else _DECLARES).search(part) for part in parts)


def is_bare_question(text: str, *, or_whether: bool = True) -> bool:
    """Whether a text only asks, with nothing told on the way. `or_whether` counts a statement with a question mark
    ("I'm free on Friday?"), which is no evidence but says as much of what it is about as a statement.
    """
    return _is_only(text, or_orders=False, or_whether=or_whether)


def asks_or_orders_only(text: str) -> bool:
    """Whether a text only asks or orders ("recommend me a book", 帮我想三个点子), with nothing told on the way."""
    return _is_only(text, or_orders=True)


def _is_only(text: str, *, or_orders: bool, or_whether: bool = True) -> bool:
    if len(text) > _LONGEST_BARE:
        return False
    sentences = sentences_of(text)
    return bool(sentences) and all(
        _only_asks(sentence, or_orders=or_orders, or_whether=or_whether) for sentence in sentences
    )


def sentences_of(text: str) -> list[str]:
    """The sentences of a text that say anything, without greetings and thanks."""
    return [part for part in _SENTENCE.split(text) if re.search(r"\w", part) and not _GREETS.search(part)]


def _only_asks(sentence: str, *, or_orders: bool, or_whether: bool = True) -> bool:
    if or_orders and _ORDERS.search(sentence):
        return True
    is_wide = WIDE.search(sentence) is not None
    if not (_ASKS_WIDE if is_wide else _ASKS).search(sentence):
        return False
    tells = _TELLS_WIDE if is_wide else _TELLS
    parts = [clause for clause in _CLAUSE.split(sentence) if re.search(r"\w", clause)]
    if or_whether and len(parts) == 1 and _MARK.search(sentence):
        return True  # "my flight leaves at nine?" and 我要不要带伞？ ask whether it is so
    return not any(tells.search(clause) for clause in parts)


_NOTHING = re.compile(
    r"\W*(?:(?:y|n|yes|yep|yeah|yup|no|nope|nah|ok|okay|k|sure|fine|great|good|nice|cool|perfect|awesome|right|correct"
    r"|exactly|indeed|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|ty|please|go ahead|do it|got it|i see|alright"
    r"|all right|hm+|uh|um|ah+|oh+|wow|lol|(?:ha)+|hi|hello|hey|bye|goodbye|good (?:morning|afternoon|evening|night)"
    r"|you['’]?re welcome|no problem|never ?mind"
    r"|是的?|对的?|好的?|好吧|好呀|好啊|嗯+|哦+|噢+|啊+|行吧?|可以|谢谢你?|多谢|感谢|不用了?|不了?|没有?|没事|没关系|明白了?"
    r"|知道了|懂了|收到|了解|哈+|呵+|你好|您好|早|早上好|晚上好|晚安|再见|拜拜|当然|没错|没问题|不客气|算了)(?![a-z])\W*)+",
    re.IGNORECASE,
)


def says_nothing(text: str) -> bool:
    """Whether a text is made of assent, thanks and greetings alone ("yes please", 好的，谢谢), which tell nothing."""
    return len(text) <= _LONGEST_NOTHING and _NOTHING.fullmatch(text) is not None
