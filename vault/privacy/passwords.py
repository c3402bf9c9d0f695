"""Finds passwords, passphrases and PINs that are told in prose, in English and Chinese.

What only speaks about passwords (rules, resets, questions) stays whole: a value must follow its name by a stating word and must
not be one of the words that describe a password.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.privacy.context import PLACE, after, before
from vault.privacy.folding import Folded
from vault.privacy.logins import is_strong
from vault.privacy.spans import PiiType, Span

LAYER = "passwords"

_CJK = "\u3400-\u9fff\uf900-\ufaff"

# English: "my (login) password (for the wifi) is", "pwd:", "the pin of my card has been changed to"
_EN_NAME = (
    r"(?<![A-Za-z0-9_])(?P<name>pass ?(?:word|phrase|code)s?|passwd|passwort|kennwort|contraseña|mot de passe|senha|pwd|pw|pass(?= ?[:= ])|pin(?: ?(?:code|number|no\.?))?|pincode|passkey"
    r"|(?:wi-?fi|network|security|master|encryption|login|unlock|safe|vault|door|gate|alarm|garage|entry|access|lock|locker|bike lock) key(?:code)?"
    r"|(?:safe|lock|locker|suitcase|padlock|vault) combination|secret word|safe ?word)"
)
_EN_OF = (
    r"(?: (?:for|to|of|on|at|in) (?:[\w'’@&/-]+(?:\.\w+)* ){0,5}?[\w'’@&/-]+(?:\.\w+)*)?"
    + PLACE
    + r"(?: (?:again|though|now|btw))?"
)
_EN_STATES = (
    r"(?: ?(?:[:=]|->|=>|-(?= )) ?\n? {0,4}| (?:is|was|will be|are|used to be)(?![A-Za-z'’])(?: (?:now|still|just|currently|actually|simply|set to|changed to|called|:))* ?:? ?"
    r"|(?:'s) | (?:has been |have been |was |is |got )?(?:changed|set|reset|updated|switched)(?: (?:it|them|from \S+))? to:? "
    r"|,? (?:has |was )?changed[,;.]? (?:it's|it is)(?: now)? "
    r"| i (?:use|chose|picked|set)(?: \w+)? is )"
)
_EN_STATED = re.compile(
    _EN_NAME + r"[\"']?" + _EN_OF + _EN_STATES + r"(?=(?P<value>\S.{0,120}))", re.IGNORECASE
)
_ACCOUNT_BEFORE = re.compile(r"user|login|account|(?<![a-z])id(?![a-z])|e-?mail|name")
_EN_CHANGED = re.compile(
    r"(?:chang(?:e|ed|ing)|set|reset|updat(?:e|ed|ing)|switch(?:ed)?) (?:my|our|the|his|her|their) (?:[\w'’-]+ ){0,3}?"
    + _EN_NAME.replace("?P<name>", "?:")
    + r"(?: (?:for|of|on) (?:[\w'’-]+ ){0,3}?[\w'’-]+)?(?: from \S+)? (?:to|as|=):? (?P<value>\S{3,64})",
    re.IGNORECASE,
)
_EN_BARE = re.compile(_EN_NAME + r" +(?P<value>[^\s,;]{4,64})", re.IGNORECASE)
_EN_BACKWARD = re.compile(
    r"(?:(?<=^)|(?<=[\s\"'(:]))(?P<value>[^\s\"'()]{4,64})[\"']? (?:is|was|as) (?:my|our|the|his|her|their|your) "
    r"(?:[\w-]+ ){0,3}?(?:password|passphrase|passcode|pwd|pin(?: code)?)(?![A-Za-z])(?P<about>\s+(?:for|to|of|field|policy|manager|hint|reset|rule))?",
    re.IGNORECASE,
)
_LOGIN_PAIR = re.compile(
    r"(?:user(?:name)?|login|account|credentials?) ?(?:/|and|&|\+) ?(?:password|pwd|pass)(?: (?:is|are)| ?[:=])+ ?[^\s/,]{2,64} ?(?:/|,| and ) ?(?P<value>[^\s,;]{4,64})",
    re.IGNORECASE,
)
_CONTINUATION = re.compile(r" +(\S+)")
_SENTENCE_END = re.compile(
    r"[.,;!?](?=\s|$)|[，。；！？、\n\"]| (?:and|but|so|please|ok|okay|thanks|thank|for|if|because|since|on|in|at|which|don't|do not|keep|can|could|you|i|-|\() ?",
    re.IGNORECASE,
)
_DESCRIBING = frozenset(
    """wrong incorrect invalid required needed not too expired expiring weak strong missing empty correct ok okay fine safe secure stored
    saved hashed encrypted hidden visible optional mandatory set reset changed changing being never always no case at in on a an my your
    his her their our same different used only also already about to for from by with generated created sent shared known unknown forgotten
    lost leaked compromised stolen short long longer shorter must should shall may might will would can cannot could default blank accepted
    rejected working broken locked unsafe insecure good bad easy hard difficult important private confidential what which where why how when
    that this it you we they he she i because if very really so there here going due unique complex simple limited up as more less between
    least sensitive sensitivity either neither something anything nothing everything one two three protected written pending valid verified
    mine yours needed? like unlike made okay? right quite almost nearly probably maybe perhaps tied linked checked asked requested displayed
    and or but of string str text null none true false undefined is was are be been has have had do does did the password passwords policy manager field hint link form length strength
    rules rule protection recovery hashing hashes authentication based""".split()
)
_ADJECTIVES = frozenset(
    "wrong incorrect strong weak missing empty correct safe secure hidden visible lost short long different used good bad easy hard private simple new unique "
    "complex blank broken locked right like one two three".split()
)
_GRAMMAR = _DESCRIBING - _ADJECTIVES | frozenset(
    "every each any all again today anymore now still even while until after before when time times".split()
)
_THINKING = frozenset(
    "think forgot forget guess believe don't cannot can't changed lost need will would".split()
)
_ADJECTIVE = re.compile(
    r"^[a-z]+(?:-(?:sensitive|protected|based|only|free|less|specific|dependent)|ed|able|ible|ing|ful|less|ally|ously)$"
)

# Chinese: "登录密码(已经)改成了", "口令：", "银行卡密码是"
_ZH_NAME = r"(?P<name>密码|密碼|口令|暗号|通行码|(?<![A-Za-z])(?:PIN|pin) ?码?(?![A-Za-z])|(?<![A-Za-z0-9_.])(?:pwd|passwd|password)(?![A-Za-z0-9_]))"
_ZH_STATES = (
    r"(?:改了[，,]? ?|换了[，,]? ?|我|我的|都|已经|已|现在|目前|还|仍然?|依然|就|其实|又|给)*(?:改成了?|改为了?|改回了?|换成了?|换为|设成了?|设为了?|设置为|设置成了?|设的是|设了|用的是|重置为|更新为|变成了?|就?用|是|為|为|叫|等于| ?[:：=])"
    r"(?:了|是|:)? ?\n? ?"
)
_ZH_STATED = re.compile(
    _ZH_NAME
    + r"(?:\([^()]{0,12}\))?"
    + _ZH_STATES
    + r"[\"'「『《【]?(?=(?P<value>[^\s，。；！？、\"'「」『』《》【】‹›].{0,60}))",
    re.IGNORECASE,
)
_ZH_BARE = re.compile(_ZH_NAME + r" ?(?P<value>[!-~]{4,64})", re.IGNORECASE)
_ZH_BACKWARD = re.compile(
    r"(?P<value>[!-~]{4,64})(?:是|就是|作为|当作?|做)(?:我|我们|他|她|你|咱|家里|公司)?(?:的|家)?[^，。；！？\s]{0,10}?(?:密码|口令|暗号)"
)
_ZH_OWN_NUMBER = re.compile(
    rf"{_ZH_NAME}(?:就?是|为|用的?是?)(?:我|他|她|你|孩子|老婆|老公|爸|妈)*的?(?:生日|手机号?|电话|纪念日|门牌号?) ?[:：,，]? ?(?P<value>[0-9]{{4,11}})(?![0-9])"
)
_ZH_DESCRIBING = re.compile(
    r"^(?:什么|啥|多少|哪|谁|怎|几|否|不|错|对的|对吗|正确|无效|有效|空|必[须填]|加密|保密|安全|我(?!爱|是|要|想|喜)|你|您|他|她|它|一样|相同|同一?个?|多长|明文|密文|哈希|弱|强|由|用|以|要|需|可|应|指|一[种个串]|随机|默认|简单|复杂"
    r"|[0-9一二三四五六七八九十两]+(?:到|至|-|~)?[0-9一二三四五六七八九十]*(?:位|个|次|天|年|月|遍|种|字|小时|分钟)|别人|自己|系统|生日|纪念日|名字|手机号|电话|上次|之前|以前|原来|老|新|那个|这个|旧|没|有|在|很|太|非常|过期|泄露|忘|丢|被|吗|呢|吧|的|了)"
)
_ZH_UNIT = re.compile(r"^ ?(?:位|个|次|天|年|月|遍|种|字符?|小时|分钟|级|章|条|页)")

_COMBINATION = re.compile(
    r"combination(?: (?:to|for|of|on) (?:[\w'’-]+ ){0,4}?[\w'’-]+)?(?: ?(?:is|:|=) ?| (?=[0-9]{1,2}-[0-9]{1,2}-))(?P<value>[0-9]{1,2}(?:[ -][0-9]{1,2}){2,3}|[0-9]{3,6})(?![0-9])",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"(?:密码|口令|验证码)[^，。；\n]{0,16}?(?:分别)?(?:是|为|[:：]) ?(?P<first>[!-~]{4,32}?) ?(?:和|、|与|跟|或) ?(?P<second>[!-~]{4,32}?)(?=[^!-~]|[.,;](?:\s|$)|$)"
    r"|(?:passwords|pins|codes) are (?P<one>[^\s,]{4,32}),? (?:and|or) (?P<two>[^\s,]{4,32})",
    re.IGNORECASE,
)


def find(folded: Folded) -> Iterator[Span]:
    """Spans of passwords, in folded offsets."""
    text = folded.text
    yield from _find_english(text)
    yield from _find_chinese(text)
    yield from _find_several(text)


# What stands where a value would in source code: a call, an index, an attribute, a variable named after its content.
_EXPRESSION = re.compile(
    r"\w\(|^\w+\[|^(?:self|this|request|req|res|data|form|user|os|config|settings|process|event|ctx|args|params|body|row|env)\b[.\[]"
    r"|^(?:[a-z]+_)*(?:password|passwd|pwd|hash|hashed|user|username|key|secret|token|data|request|form|input|env|config|digest|salt|field|value)(?:_[a-z]+)*[,;:)\]]*$",
    re.IGNORECASE,
)


def is_passwordish(token: str) -> bool:
    """Whether a token looks like no word: a digit or an inner symbol beside letters, or capitals inside."""
    core = token.strip(".,;:!?'\"()[]{}<>*`_~")
    if re.search(r"[0-9]", core):
        return True
    return re.search(r"[^\w'’-]", core) is not None or re.search(r"[a-z][A-Z]|_", core) is not None


def _find_english(text: str) -> Iterator[Span]:
    for match in _EN_STATED.finditer(text):
        if match["name"].lower() == "pass" and re.match(
            r"pass [^:=]*\b(?:is|was|are)\b", match[0], re.IGNORECASE
        ):
            continue  # a ticket
        end = _english_value_end(match["value"], is_own=_is_own(text, match.start()))
        if end:
            start = match.start("value") + (match["value"][0] in "\"'`")
            yield Span(start, match.start("value") + end, PiiType.PASSWORD, LAYER)
    for pattern in (_EN_BARE, _EN_CHANGED, _EN_BACKWARD, _LOGIN_PAIR):
        for match in pattern.finditer(text):
            value = match["value"].rstrip(".,;:?").strip("\"'`")
            is_pair = pattern is _LOGIN_PAIR
            if (
                pattern is _EN_BARE
                and match["name"].lower() == "pass"
                and not _ACCOUNT_BEFORE.search(before(text, match.start(), 40))
            ):
                continue  # the verb
            if pattern is _EN_BACKWARD and match["about"] and not is_strong(value):
                continue
            if (
                (is_pair or is_passwordish(value))
                and _may_be_value(value)
                and not _ZH_UNIT.match(text[match.end("value") :])
            ):
                start = text.index(value, match.start("value"))
                yield Span(start, start + len(value), PiiType.PASSWORD, LAYER)


def _is_own(text: str, start: int) -> bool:
    return (
        re.search(
            r"(?<![a-z])(?:my|our|mom's|dad's|wife's|husband's)(?: [\w-]+){0,3} $", before(text, start, 40)
        )
        is not None
    )


def _may_be_value(value: str) -> bool:
    lowered = value.lower()
    if (
        _EXPRESSION.search(value)
        or len(value) < 3
        or lowered in _DESCRIBING
        or value[0] in "[<>‹{(（【"
        or re.fullmatch(r"[*•xX._-]+", value)
    ):
        return False
    return not re.match(r"(?:https?://|www\.|/|\$\{|%\w+%)", value) and "()" not in value


def _english_value_end(value: str, *, is_own: bool) -> int:
    """Length of the password at the start of `value`, 0 where it is none."""
    quote = value[0]
    if quote in "\"'`":
        close = value.find(quote, 1)
        return close if close > 2 else 0
    first = re.split(r"[\s，。；！？、]|[\u3400-\u9fff]", value, maxsplit=1)[0]
    word = first.rstrip(".,;:)]}'\"")
    if "(" in word:
        return 0
    if not _may_be_value(word):
        return _passphrase_end(value, word) if is_own else 0
    if is_passwordish(first.rstrip(".,;:?)")) or not word.isascii():
        return _extend_passwordish(value, len(word))
    phrase = _SENTENCE_END.split(value, maxsplit=1)[0].rstrip()
    words = phrase.split()
    if len(words) > 10:
        return 0
    if len(words) == 1 and not is_own and _ADJECTIVE.match(word):
        return 0
    return max(len(phrase.rstrip(".,;:")), len(word))


def _passphrase_end(value: str, word: str) -> int:
    """A phrase of plain words may start with a describing adjective; it is one if no word of grammar stands in it."""
    phrase = _SENTENCE_END.split(value, maxsplit=1)[0].rstrip(" .,;:")
    words = phrase.lower().split()
    if word.lower() == "i":
        return len(phrase) if 3 <= len(words) <= 8 and words[1] not in _THINKING else 0
    is_phrase = word.lower() in _ADJECTIVES and 4 <= len(words) <= 10 and _GRAMMAR.isdisjoint(words[1:])
    return len(phrase) if is_phrase else 0


def _extend_passwordish(value: str, end: int) -> int:
    """A password may hold single spaces: following tokens that look like no word belong to it."""
    while match := _CONTINUATION.match(value, end):
        token = match[1].rstrip(".,;:?")
        if (
            value[end - 1] in ".,;:"
            or not token.isascii()
            or not is_passwordish(token)
            or not re.search(r"[A-Za-z]", token)
        ):
            break
        end = match.start(1) + len(token)
    return end


def _find_chinese(text: str) -> Iterator[Span]:
    for match in _ZH_STATED.finditer(text):
        end = _chinese_value_end(match["value"])
        is_used = (
            text[match.start("value") - 1] == "用"
        )  # "密码用…" states a value only where it is no Chinese phrase
        if end and not (is_used and re.match(f"[{_CJK}]", match["value"])):
            yield Span(match.start("value"), match.start("value") + end, PiiType.PASSWORD, LAYER)
    is_login = re.search(r"用户名|账号|帐号|账户|用户", text) is not None
    for pattern in (_ZH_BARE, _ZH_BACKWARD):
        for match in pattern.finditer(text):
            value = match["value"].strip("\"'`:=,;.()")
            if (
                len(value) < 4
                or not _may_be_value(value)
                or _ZH_UNIT.match(after(text, match.end("value"), 4))
            ):
                continue
            if is_passwordish(value) or (is_login and pattern is _ZH_BARE and match["name"] == "密码"):
                start = text.index(value, match.start("value"))
                end = len(value) if pattern is _ZH_BACKWARD else _extend_passwordish(text[start:], len(value))
                yield Span(start, start + end, PiiType.PASSWORD, LAYER)
    for match in _ZH_OWN_NUMBER.finditer(text):
        yield Span(*match.span("value"), PiiType.PASSWORD, LAYER)


def _chinese_value_end(value: str) -> int:
    if _ZH_DESCRIBING.match(value):
        return 0
    ascii_run = re.match(r"[!-~]+", value)
    if ascii_run:
        token = ascii_run[0].rstrip(".,;:)]}\"'")
        if len(token) < 3 or not _may_be_value(token) or _ZH_UNIT.match(value[len(token) :]):
            return 0
        return _extend_passwordish(value, len(token)) if is_passwordish(token) else len(token)
    phrase = re.match(rf"[{_CJK}A-Za-z0-9]{{2,16}}", value)
    if not phrase or re.search(
        r"[吗呢吧么的了]$|什么|多少|怎么|不能|应该|必须|需要|可以|至少|不要|字符|大小写|字母|数字", phrase[0]
    ):
        return 0
    return len(phrase[0])


def _find_several(text: str) -> Iterator[Span]:
    for match in _COMBINATION.finditer(text):
        yield Span(*match.span("value"), PiiType.PASSWORD, LAYER)
    for match in _SEVERAL.finditer(text):
        for group in ("first", "second", "one", "two"):
            value = (match[group] or "").rstrip(".,;:!?")
            if is_passwordish(value):
                yield Span(match.start(group), match.start(group) + len(value), PiiType.PASSWORD, LAYER)
