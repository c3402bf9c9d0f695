"""Cuts a message into sentences and clauses with their offsets, and blanks out what is not the user's own statement.

Code, block quotes, long quotations and text handed over for a job are blanked with spaces, so offsets stay those of the
turn. Follows the design page "Memory core, Extraction": pasted text is material, not the user's word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_CODES = re.compile(r"(?<![!-~])(?=[!-~]*[\d_/\\@])[!-~]+")
_BLOCKS = (
    re.compile(r"```.*?(?:```|\Z)", re.DOTALL),
    re.compile(r"^[ \t]*>.*$", re.MULTILINE),
    re.compile(r"<[a-z_-]+>.*?</[a-z_-]+>", re.DOTALL | re.IGNORECASE),
    re.compile(
        r"^(?:From|Sent|To|Subject|Cc|发件人|收件人|主题|user|assistant|system|human)\s?[:：].*$",
        re.MULTILINE | re.IGNORECASE,
    ),
)
_QUOTES = re.compile(
    r"“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|\"[^\"\n]*\"|(?<!\w)'[^'\n]{8,}'(?!\w)|‘[^’\n]{8,}’"
)
_SENTENCE_END = re.compile(r"[。！？!?；;]+[”」』\"']?|\.(?=\s|$)|\n+|(?:\.\.\.|…+)(?=\s|$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|e\.g|i\.e|approx|Jr|Sr|[Tt]el|[Mm]ob|Ph|[Ee]xt|Dept)|\b[A-Z])$"
)
_NAME_QUOTE_CHARACTERS = 12


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: offsets into the turn without the closing mark, and that mark."""

    text: str
    start: int
    end: int
    mark: str
    language: str


def language_of(text: str) -> str:
    """`zh` where Chinese carries the sentence, else `en`; codes, addresses and numbers do not count."""
    bare = _CODES.sub(" ", text)
    han, words = len(_HAN.findall(bare)), len(_WORD.findall(bare))
    return "zh" if han and han * 0.6 >= words else "en"


def own_words(text: str) -> str:
    """`text` with everything that was quoted, pasted or marked as foreign replaced by spaces of the same length."""
    for pattern in _BLOCKS:
        text = pattern.sub(_blank, text)
    return _QUOTES.sub(lambda m: m[0] if _is_name(m[0]) else _blank(m), text)


def _is_name(quoted: str) -> bool:
    """A short quotation without a sentence in it is a name or a title: our cat “Miso”."""
    inner = quoted[1:-1]
    if quoted[0] == "《":
        return True
    if _HAN.search(inner):
        return len(inner) <= _NAME_QUOTE_CHARACTERS and not re.search(r"[，。！？：]", inner)
    return len(inner.split()) <= 3 and not re.search(r"[,.!?:]\s", inner)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of `text` that hold anything, in order."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if match[0] == "." and _ABBREVIATION.search(text[start : match.start()]):
            continue
        yield from _sentence(text, start, match.start(), match[0].strip())
        start = match.end()
    yield from _sentence(text, start, len(text), "")


def _sentence(text: str, start: int, end: int, mark: str) -> Iterator[Sentence]:
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip(" \t\n\r\u3000-*•·"))
    finish = start + len(piece.rstrip())
    if begin < finish:
        inner = text[begin:finish]
        yield Sentence(inner, begin, finish, mark, language_of(inner))


_EN_SUBJECT = (
    r"(?:I\b|I'(?:m|ve|ll|d)\b|I’(?:m|ve|ll|d)\b|my\b|we\b|we'(?:re|ve|ll)\b|our\b|he\b|she\b|they\b|it\b|it's\b|that\b|"
    r"what\b|where\b|when\b|how\b|which\b|who\b|can you\b|could you\b|would you\b|do you\b|please\b|"
    r"the [\w' -]{2,40}? (?:is|are|was|were|has|have|runs|there is)\b|there(?:'s| is)\b|now (?:I|we|he|she|it)\b|"
    r"(?-i:(?:Mum|Mom|Dad|Gran|Granny|Nan|Grandma|Grandpa|Grandad|[A-Z][a-z'’-]+))(?: (?-i:[A-Z])[\w'’-]+| (?:in|at|from|on) [\w]{1,12})?"
    r" (?:is|has|was|lives|works|can't|doesn't|takes|got|keeps|holds|moved|will|now|hates|loves|likes|wants|does)\b)"
)
_EN_VERB = (
    r"(?:(?:am|live|lives|work|works|have|has|own|keep|speak|play|prefer|like|love|hate|moved|study|drive|use|collect|"
    r"don't|can't|never) )"
)
_EN_SPLIT = re.compile(
    rf"(?:\s*[;–—]\s*|:\s+(?=(?:my|our|I)\b)|,\s*(?:and |but |so |while |though |plus )?|\s+(?:and|but|while) )(?={_EN_SUBJECT})|"
    rf"(?:,? and |, )(?={_EN_VERB})|\s+[–—]\s+(?=(?:committed|promised|decided|agreed|will|prefers?|wants)\b)",
    re.IGNORECASE,
)
_ZH_SPLIT = re.compile(r"[，,;；]\s*|(?<=[。！])|\s{2,}|\s+(?=我)")


def clauses(sentence: Sentence) -> list[tuple[int, int]]:
    """Offsets into the turn of the clauses of one sentence; where nothing divides it, the sentence itself."""
    splitter = _ZH_SPLIT if sentence.language == "zh" else _EN_SPLIT
    found: list[tuple[int, int]] = []
    start = 0
    for match in splitter.finditer(sentence.text):
        if sentence.language == "zh" and _belongs_together(
            sentence.text[start : match.start()], sentence.text[match.end() :]
        ):
            continue
        if sentence.language == "en" and _goes_on(
            sentence.text[start : match.start()], sentence.text[match.end() :]
        ):
            continue
        if match.start() > start and not _inside_number(sentence.text, match):
            found.append((start, match.start()))
            start = match.end()
    found.append((start, len(sentence.text)))
    return [(sentence.start + a, sentence.start + b) for a, b in found if sentence.text[a:b].strip()]


_EN_SWAPPED = re.compile(
    r"^(?:I|we)(?:'ve| have)? (?:changed|switched|got a new) [\w -]{3,20}$", re.IGNORECASE
)
_EN_LASTING_LEAD = re.compile(
    r"^(?:(?:ok(?:ay)?|and|so|also|hey|please)[, ]+)*(?:from (?:now|here|today) on(?: out| in)?|going forward|in (?:the )?future|"
    r"by default|as a rule|every time|each time|when(?:ever)? you [^,?]+)$",
    re.IGNORECASE,
)
_EN_WRONG = re.compile(
    r"^(?:(?:scratch|forget|never mind|ignore|strike|scrap) (?:that|what I (?:said|told you)|it)? ?about (?:the|my|our) [\w -]{2,30}|(?:small |quick |a )?(?:correction|update)(?: on| to| about| for)? (?:the |my |our )?[\w -]{2,30}|"
    r"(?:sorry,? )?(?:about|wrong) (?:the |my |our )?[\w -]{2,30}|I (?:got|had|gave you|told you|said) (?:the |my |our )(?:wrong [\w -]{2,30}|[\w' -]{2,30} (?:wrong|mixed up)))$",
    re.IGNORECASE,
)
_EN_MEANT = re.compile(
    r"(?:I meant|I mean|it's|it is|it was|it should be|he's|she's|that's|the right one is|should be|make it)\b",
    re.IGNORECASE,
)
_EN_IS_NOT = re.compile(
    r"^(?:(?:my|our|the) |(?!(?:I|it|this|that|there|he|she|we|they|you)\b))[\w -]+? (?:isn't|is not|is no longer|aren't|are not|are no longer|used to be|was) [^,]+$",
    re.IGNORECASE,
)
_EN_BUT_IS = re.compile(
    r"(?:now )?(?:it's|it is|we're(?= .*now)|they're(?= .*now)|he's|she's|the new one is)\b", re.IGNORECASE
)
_EN_NAME_ALONE = re.compile(r"^[A-Z][\w-]+(?: [A-Z][\w-]+)?$")
_EN_LEFT = re.compile(
    r"^(?:(?:it )?turns out |actually |well,? |so )*(?!(?:I|We|He|She|They|It|You)\b)(?-i:(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z][\w'’-]+)(?: (?-i:[A-Z][\w'’-]+))?(?:['’]s)? (?:(?:has|have) )?(?:just |now )?(?:retired|left|quit|gone|moved (?:away|on|abroad|back)|going|leaving|stopped|resigned|passed away|died)\b",
    re.IGNORECASE,
)
_EN_WHO = re.compile(r"(?:my|our) [\w-]+(?:-in-law)?, ", re.IGNORECASE)


def _goes_on(left: str, right: str) -> bool:
    """What a comma does not end: "I've changed banks, …", "from now on, please …", "X isn't A any more, it's B", "Ann, my
    sister, …".
    """
    if _EN_LEFT.match(left) and re.match(r"(?:now )?(?:I|we|it's)\b.*\b(?-i:[A-Z][a-z])", right):
        return True  # Dr Lund retired, so I see Dr Abara these days
    if _EN_SWAPPED.search(left) or _EN_LASTING_LEAD.match(left):
        return True
    if _EN_NAME_ALONE.match(left) and re.match(r"I\b", right):
        return True  # Ines and I …
    if re.match(r"which [a-z]+ .*\d", right) and re.search(r"\bthe [\w' -]+$", left):
        return True  # …, than the bloom at the orchard, which started on 20 March
    if re.match(r"please(?:[,.! ]*$|,)", right, re.IGNORECASE) and not re.search(r"\b(?:I|we|you)\b", left):
        return True  # short answers only, please, from now on
    if _EN_WRONG.match(left) and _EN_MEANT.match(right):
        return True
    is_replaced = _EN_IS_NOT.match(left) and _EN_BUT_IS.match(right)
    return bool(is_replaced or (_EN_NAME_ALONE.match(left) and _EN_WHO.match(right)))


_ZH_CHANGED = re.compile(
    r"(?:改了|变了|换了|(?:改|换)(?:时间|期|日子|地方|地点)了|延期了|推迟了|提前了|延后了|改签了|改版了|升级了|换[\u4e00-\u9fff]{1,4}了|更新了|错了|搞错了|记错了|说错了|有变|变动了|跳槽了|离职了|辞职了|转行了|换工作了|换公司了|退休了|不干了|走了)$"
)
_ZH_INTO = re.compile(
    r"(?:以后|现在|新的?)?(?:改|挪|定|推迟|提前|推|换)(?:到|在|成)|以后(?:每?周|逢)|换成|改成|改为|改到|变成|变更为|现在是|现在改|现在在|目前在|应该是|新的|(?:现在|如今|目前|接手|接任)的?(?:(?!我)[\u4e00-\u9fff]){0,6}(?:是|叫|换成)|是(?!的)"
)
_ZH_NOT = re.compile(r"不是[^，。]{1,20}$")
_ZH_BUT = re.compile(r"(?:而|现在|如今)?是(?!的)|应该是|(?:现在)?(?:换成|改成)")
_ZH_TOPIC = re.compile(
    r"^(?:我们?的?)?[\u4e00-\u9fff]{0,8}(?:预算|首付|房租|月租|工资|学费|费用|租金|彩礼|报价|价格|装修|地址|电话|邮箱)$"
)


_ZH_LEFT = re.compile(
    r"(?:医生|大夫|老师|师傅|经理|主任|教练|律师|阿姨|先生|女士|^(?:其实|不过|哦|对了)?[\u4e00-\u9fff][姐哥叔姨])[^，。]{0,6}(?:退休|离职|辞职|走|调走|搬走|不干|去世|出国|休假|回老家|回家|不做|不来)了?$"
)
_ZH_NEXT = re.compile(
    r"(?:所以|那)?(?:我们?)?(?:现在|如今|改|以后)(?:我)?(?:看|找|用|跟|对接|换|带|负责|来|帮|给|教|照顾|是)"
)


def _belongs_together(left: str, right: str) -> bool:
    """收货地址改了，换成…, 不是周三，是周四 and 房子的首付，我能拿出… are one statement each."""
    if re.search(r"换了?(?:个|新)?[\u4e00-\u9fff]{2,4}了?$", left) and re.match(
        r"(?:现在|如今|新的)(?:是|找|看|去看|用|跟)", right
    ):
        return True
    if _ZH_LEFT.search(left) and _ZH_NEXT.match(right):
        return True
    if _ZH_CHANGED.search(left) and _ZH_INTO.match(right):
        return True
    if re.search(r"不(?:再)?用[^，。]{1,14}$", left) and re.match(
        r"(?:都|全)?(?:改用|换成|换用|现在用|改成|用上)", right
    ):
        return True
    return bool((_ZH_NOT.search(left) and _ZH_BUT.match(right)) or _ZH_TOPIC.match(left))


def _inside_number(text: str, match: re.Match[str]) -> bool:
    return (
        match[0] == ","
        and text[match.start() - 1].isdigit()
        and text[match.end() : match.end() + 1].isdigit()
    )
