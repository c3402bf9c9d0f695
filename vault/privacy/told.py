"""Finds secrets that a story tells without naming them: what somebody typed or said, and something opened.

Neither "password" nor its like stands in the sentence, so both must: that something is opened or entered, and that a word of an odd
shape (or a quoted one in Chinese) was given for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "told"

_NEAR = 90  # characters between the opening and the word; further apart they are two stories
_OPENS_EN = re.compile(
    r"\b(?:(?:get|gets|got|getting|log|logs|logged|logging|sign|signs|signed|break|breaks|broke) (?:myself |ourselves |us |me |them )?(?:back )?(?:in|into|onto|on to|through|past)\b|"
    r"(?:let|lets|letting) (?:me|us|him|her|them|you|myself|ourselves) (?:back )?(?:in|inside|through|past)\b|"
    r"unlock(?:s|ed|ing)?\b|(?:door|gate|safe|vault|panel|lock|barrier|shutter|locker|box|account|console|back ?end|system|cabinet|garage) (?:\w+ ){0,2}?(?:open(?:s|ed)?|unlock(?:s|ed)?|click(?:s|ed)?|let|buzzed)\b|"
    r"open(?:s|ed|ing)? (?:up )?(?:the|my|our|his|her|their) (?:\w+ ){0,2}?(?:door|gate|safe|vault|panel|lock|barrier|shutter|locker|box|account|console|cabinet|garage))",
    re.IGNORECASE,
)
_GIVES_EN = (
    r"\b(?:tap|taps|tapped|type|types|typed|key|keys|keyed|punch|punches|punched|enter|enters|entered|dial|dials|dialled|dialed|say|says|said|saying|whisper|whispers|whispered|"
    r"shout|shouts|shouted|mutter|muttered|utter|uttered|answer|answers|answered|gave|give|gives|told|tells|use|used|put|words?|phrase|code|combination)\b"
    r"[^.!?\n]{0,40}?(?<![\w@/.-])[\"“'‘]?"
)
# At least one digit and three parts or a mark, or capitals, small letters and a digit mixed.
_ODD = r"(?P<value>(?:(?=[\w-]*\d)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+){2,}|(?=[\w!@#$%&*+]*\d)[A-Za-z0-9]{2,}[!@#$%&*+][A-Za-z0-9]{2,}|(?-i:(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)[A-Za-z0-9]{6,})|[a-z]{4,}\d{2,})(?![\w@/]|\.\w))"
_GIVEN_EN = re.compile(_GIVES_EN + _ODD, re.IGNORECASE)
_OPENS_ZH = re.compile(
    r"(?:进|入|登[录陆]|解锁|打开|开启)[^，。！？]{0,8}(?:后台|系统|门|柜|箱|保险|库|仓|账户|账号|面板|大门|机房|电脑|手机|闸|屋|房)|(?:门|柜子|箱子|闸机?|保险柜|保险箱|大门|铁门|卷帘门|锁)[^，。！？]{0,6}(?:开了|打开了|就开|放行)|"
    r"(?:进|登)(?:得?去|上去|进去|后台|系统)"
)
_GIVEN_ZH = re.compile(
    r"(?:敲|输入?|按|打|填|喊|念|说|报|回答?|念叨|写)(?:了|的是|上|下|入|出)?(?:一句|一声|一遍|几个字|几个数|句|个|就)?[，,：:]?\s*(?:[“\"「『‘'](?P<value>[^”\"」』’'，。]{3,24})[”\"」』’']|(?P<odd>(?=[!-~]*\d)[!-~]{5,32}))"
)
_PLAIN_ZH = re.compile(r"^[\u3400-\u9fff，,？?！!]*(?:吗|呢|吧|了|啊|好|谢谢|你好|开门|请进|是我)[？?！!]?$")


def find(folded: Folded) -> Iterator[Span]:
    """Spans of secrets that are told in a story, in folded offsets."""
    text = folded.text
    yield from _near(text, _OPENS_EN, _GIVEN_EN)
    yield from _near(text, _OPENS_ZH, _GIVEN_ZH)


def _near(text: str, opens: re.Pattern[str], gives: re.Pattern[str]) -> Iterator[Span]:
    places = [match.span() for match in opens.finditer(text)]
    if not places:
        return
    for given in gives.finditer(text):
        group = "value" if given["value"] else "odd"
        start, end = given.span(group)
        if _PLAIN_ZH.match(given[group]):
            continue
        if any(start - _NEAR <= b and a <= end + _NEAR for a, b in places):
            yield Span(start, end, PiiType.PASSWORD, LAYER)
