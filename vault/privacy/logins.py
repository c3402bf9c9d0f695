"""Finds passwords that no word for a password names: what somebody types to log in, unlock, open or unpack something.

The value must look like no word, name or product on its own, because a frame like "log in with …" mostly takes those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "logins"

_VALUE = r"[\"'`“「『]?(?P<value>[!-~]{5,64})"
_EN_VERB = (
    r"(?:ssh|log(?:ged|s|ging)? ?(?:in|on)(?:to)?|sign(?:ed|s|ing)? ?(?:in|on)(?:to)?|unlock(?:s|ed)?|open(?:s|ed)?|decrypt(?:s|ed)?|unzip(?:s|ped)?|unpack(?:s|ed)?"
    r"|get(?:s)? (?:in|into|you in)|let(?:s)? you in|authenticate(?:s)?|connect(?:s)?|join(?:s)?|access)"
)
_EN_PLACE = r"(?: (?:it|them|this|that|there|here|(?:to |on |at |into )?(?:the|my|our|her|his|your|a) (?:[\w'-]+ ){0,2}?[\w'-]+))?"
_EN_WITH = r"(?: as [\w.@-]+)?(?: (?:with|using|by typing|by entering|via)| ?:)"
_EN_AIM = (
    r"(?= (?:to|and (?:you|it|we)(?:'ll| will| can)?) (?:log|sign|unlock|open|decrypt|unzip|unpack|get in|authenticate|connect|join|access)"
    r"| (?:at|in|into|on) the (?:[\w'-]+ )?(?:login|log-in|sign-in|password|prompt|keypad|lock|box|field|screen)"
    r"| for (?:the|my|our) (?:[\w'-]+ )?(?:login|log-in|wi-?fi|safe|vault|router|account|admin|zip|archive))"
)
_PAIR = r"[A-Za-z][\w.@+-]{1,40} ?(?:/|:|\||, | and | with ) ?"
_ENGLISH = (
    re.compile(rf"(?<![A-Za-z]){_EN_VERB}{_EN_PLACE}{_EN_WITH} (?:{_PAIR})?{_VALUE}", re.IGNORECASE),
    re.compile(rf"(?<![A-Za-z])(?:use|try|type|enter|input|say|with|using) (?:in )?(?:{_PAIR})?{_VALUE}{_EN_AIM}", re.IGNORECASE),
    re.compile(
        rf"(?<![A-Za-z])(?:login|log-in|logins|credentials?|creds|user(?:name)?|account|admin(?: login)?)(?: (?:is|are)| ?[:=])?(?: to \w+)? ?{_PAIR}{_VALUE}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?<![A-Za-z])(?:pass(?:word|phrase|code)?|pwd)(?: [\w'-]+){{0,4}}, {_VALUE}(?=,|$)", re.IGNORECASE),
    re.compile(rf"(?<![A-Za-z])(?:use|using|try) (?:the )?{_PAIR}{_VALUE}", re.IGNORECASE),
    re.compile(rf"(?<![A-Za-z])(?:root|admin(?:istrator)?|guest) ?[,/:|] ?{_VALUE}", re.IGNORECASE),
    re.compile(rf"(?<![A-Za-z])(?:password|passphrase|passcode|pwd|pin)(?![A-Za-z])[^.!?\n]{{1,48}} (?:and |but )?(?:(?:it )?(?:is |it's )?now|now (?:it )?is|now it's) {_VALUE}", re.IGNORECASE),
    re.compile(rf"(?<![A-Za-z])remember {_VALUE}(?= (?:as|for) (?:my|the|our))", re.IGNORECASE),
    re.compile(rf"(?:^|(?<=[\s(])){_VALUE}(?= (?:gets|lets|logs|will (?:get|let|log)) (?:you|me|us|him|her|them) in(?:to)?(?![a-z]))", re.IGNORECASE),
)  # fmt: skip
_ZH_VERB = r"(?:登[录陆錄]|登(?:进|上)?去|解[锁鎖压壓密]|开[锁机门]|进(?:去|系统|后台)|打开|连(?:接|上|网|wifi)?|连 ?wi-?fi)"
_ZH_PLACE = r"(?:[\u3400-\u9fffA-Za-z]{0,6}?(?:的时候|时|要|就|都|可以|得))?"
_ZH_TYPE = r"(?:用的?是?|输入?|填|敲|打|是)"
_ZH_PAIR = r"(?:[A-Za-z][\w.@+-]{1,40} ?(?:/|:|\||和|加|,|，) ?)?"
_CHINESE = (
    re.compile(rf"{_ZH_VERB}{_ZH_PLACE}(?:{_ZH_TYPE}|[:：]) ?{_ZH_PAIR}{_VALUE}", re.IGNORECASE),
    re.compile(rf"(?:root|admin|管理员) ?[,/:|，和 ] ?{_VALUE}", re.IGNORECASE),
    re.compile(rf"(?:用|输入?|填|敲|拿) ?{_ZH_PAIR}{_VALUE}[\"'`”」』]? ?(?:就能?|才能?|可以|即可|来|去|就可以)?{_ZH_VERB}", re.IGNORECASE),
    re.compile(rf"(?:密码|口令|密碼)[^，。；！？\n]{{0,8}}(?:老样子|没变|没换|一样|照旧|不变|还是那个|更新了|换了|改了|在这|如下|给你)[，,:：] ?{_VALUE}", re.IGNORECASE),
    re.compile(rf"(?:账号|帐号|账户|用户名?|登录名?|管理员)[^，。；！？\n]{{0,4}}?[:：是为]? ?[A-Za-z][\w.@+-]{{1,40}} ?[/|] ?{_VALUE}", re.IGNORECASE),
)  # fmt: skip
# Frames that mostly take a product or a word: only a value with a mark in it is one.
_LOOSE = (
    re.compile(rf"(?<![A-Za-z])(?:unlock|log-?in|sign-?in|screen ?lock) ?(?:=|:|->|is) ?{_VALUE}", re.IGNORECASE),
    re.compile(rf"(?<![A-Za-z])(?:wi-?fi|network|hotspot|ssid)(?![A-Za-z])[^.!?\n]{{0,48}}? (?:and )?(?:it's|it is|the key is) {_VALUE}", re.IGNORECASE),
    re.compile(rf"{_ZH_VERB} {_VALUE}", re.IGNORECASE),
)  # fmt: skip
# A name and a value after the word for a way in: the value need not be as strong.
_TOLD_PAIR = re.compile(
    r"(?:(?<![A-Za-z])(?:wi-?fi|ssid|hotspot|router|login|credentials?|creds|account|vpn)|无线|热点|路由器|账号密码|帐号密码|用户名密码)"
    rf"(?: (?:is|are))?(?:是|为)? ?[:：] ?[\w.@+-]{{2,40}} ?[/|] ?{_VALUE}",
    re.IGNORECASE,
)
# What such a frame takes that is no password.
_KNOWN_FORM = re.compile(
    r"^(?:[\w.+-]+@[\w.-]+\.\w+|(?:https?|ftp|ssh)://\S+|www\.\S+|(?:~|\.{0,2})/\S*|[A-Za-z]:\\\S*|--?[a-z][\w-]*(?:=\S*)?|\$\{?\w+\}?|<\S*>|%\w+%"
    r"|v?[0-9]+(?:\.[0-9]+)+\S*|[\w.-]+\.(?:com|org|net|io|cn|dev|app|py|js|ts|md|txt|pdf|zip|rar|7z|tar|gz|exe|docx?|xlsx?|pptx?|csv|json|ya?ml|html?|png|jpe?g|pem|key|local)"
    r"|[\w.]+\(.*|[0-9+ ().-]+|\S+\[\S*|[A-Za-z]+\.[A-Za-z.]+|C\+\+\S*|[A-Z]#\S*)$",
    re.IGNORECASE,
)
_PRODUCT = re.compile(
    r"^[A-Za-z]+(?:[.-]?[0-9]{1,3}(?:\.[0-9]+)*)?[A-Za-z]?$|^[A-Z0-9]+(?:[-/][A-Z0-9]+)*$|^[0-9]+(?:st|nd|rd|th|[a-z]{1,3})$"
)
# A token that stands out anywhere: letters and digits with a mark between them that no word, price or reference has.
_ALONE = re.compile(
    r"(?<![^\s，。；：！？、（「『\"'“‘(\u3400-\u9fff])[A-Za-z0-9!#$^&~*@._-]{8,40}(?![^\s，。；：！？、）」』\"'”’),.;:?\u3400-\u9fff])"
)
_INNER_MARK = re.compile(r"[A-Za-z0-9][!#$^&~]+[A-Za-z0-9]")
_REFERENCE = re.compile(
    r"[A-Za-z.-]+#[0-9]+[\w-]*|.*!important|(?:[A-Z]{1,3})?\$[0-9].*|[A-Z]&[A-Z].*|[0-9]+[!#$^&~].*[0-9]|[\w.-]+&[\w.-]+|[#$&~].*|.*@.*\.[a-z]{2,}"
)
_MARK = re.compile(r"[!#$%^&*?~@-]")
_SYMBOL = re.compile(r"[!#$%^&*+=?~@|;:<>]")


def find(folded: Folded) -> Iterator[Span]:
    """Spans of passwords that a frame of logging in or unlocking tells, in folded offsets."""
    text = folded.text
    for pattern in (*_ENGLISH, *_CHINESE):
        for match in pattern.finditer(text):
            value = _trimmed(match["value"])
            if is_strong(value):
                yield Span(match.start("value"), match.start("value") + len(value), PiiType.PASSWORD, LAYER)
    for pattern in _LOOSE:
        for match in pattern.finditer(text):
            value = _trimmed(match["value"])
            if is_strong(value) and _MARK.search(value):
                yield Span(match.start("value"), match.start("value") + len(value), PiiType.PASSWORD, LAYER)
    for match in _ALONE.finditer(text):
        if _INNER_MARK.search(match[0]) and is_strong(match[0]) and not _REFERENCE.fullmatch(match[0]):
            yield Span(match.start(), match.end(), PiiType.PASSWORD, LAYER)
    for match in _TOLD_PAIR.finditer(text):
        value = _trimmed(match["value"])
        if _is_told(value):
            yield Span(match.start("value"), match.start("value") + len(value), PiiType.PASSWORD, LAYER)


def _is_told(value: str) -> bool:
    return not _KNOWN_FORM.match(value) and bool(re.search(r"[0-9]", value) and re.search(r"[A-Za-z]", value))


def is_strong(value: str) -> bool:
    """Whether a token can only be a password: letters with digits and marks in an order that no word or product has."""
    if len(value) < 5 or _KNOWN_FORM.match(value) or _PRODUCT.match(value):
        return False
    has_digit, has_letter = re.search(r"[0-9]", value), re.search(r"[A-Za-z]", value)
    if _SYMBOL.search(value):
        return bool(has_letter and (has_digit or re.search(r"[a-z][A-Z]|[A-Za-z][!#$%^&*@][A-Za-z]", value)))
    if not (has_digit and has_letter):
        return False
    if re.search(r"[._-]", value):
        return len(value) >= 8 and re.fullmatch(r"[a-z]+(?:[._-][a-z]+)*[._-]?v?[0-9.]{1,3}", value) is None
    return len(value) >= 8


def _trimmed(value: str) -> str:
    """Without quotation marks, brackets and marks of the sentence at its end; "!" may belong to it and stays."""
    return value.rstrip("\"'`.,;:)]}?")
