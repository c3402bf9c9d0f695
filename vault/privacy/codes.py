"""Finds one-time codes and access codes that are told in prose, in English and Chinese.

A code needs its name beside it; error, country, post and product codes have names of their own and stay whole.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from vault.privacy.context import PLACE, after, before
from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "codes"

_ZH_UNIT = re.compile(r"^ ?(?:位|个|次|天|年|月|遍|种|字符?|小时|分钟|级|章|条|页)")
_OTP_NAME = (
    r"(?:(?:验证|校验|动态|短信|确认|提取|取件|取餐|取票|取货|激活|授权|登录|解压|安全|识别|门禁|开门|解锁|认证|兑换|核销|通行|临时|一次性|驗證)[码碼]|动态密码|动态口令|(?:里|到|来)的码(?=是)"
    r"|(?<![A-Za-z])(?:otp|one[- ]time (?:pass(?:word|code)|code|pin)|(?:verification|security|authentication|confirmation|login|sign-?in|access|auth|2fa|mfa|two-factor"
    r"|sms|text|backup|recovery|door|gate|alarm|garage|entry|lockbox|key ?box|safe|building|pairing|unlock) codes?)(?![A-Za-z]))"
)
_OTP_VALUE = (
    r"(?P<value>[0-9]{3,4}[ -][0-9]{3,4}|[0-9]{2}(?:[ -][0-9]{2}){1,3}|[0-9](?:[ -][0-9]){3,7}"
    r"|(?:[A-Za-z]-)?(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{4,10}#?)(?![A-Za-z0-9]| ?[年月日])"
)
_OTP_NAMED = re.compile(
    _OTP_NAME
    + r"(?:(?:[，,]|,? (?:that )?(?:i|we) (?:just )?\w+)?(?: (?:for|to|of|from|at|on|in|by) (?:[\w'’-]+ ){0,3}?[\w'’-]+)?"
    + PLACE
    + r" (?:is|was|are|it's)(?: now)?|'s|是|为|[:：=]|发来了?|收到了?|，|\(|#)* ?:? ?"
    + _OTP_VALUE,
    re.IGNORECASE,
)
_CODE_IS = re.compile(
    r"(?<![A-Za-z])(?P<kind>[A-Za-z-]+ )?code(?: (?:for|to) (?:[\w'’-]+ ){0,3}?[\w'’-]+)?"
    + PLACE
    + r"(?: (?:is|was)(?: now)?|'s| ?:) ?(?P<value>[0-9]{4,8}|[0-9]{3}[ -][0-9]{3})(?![0-9A-Za-z%])(?! (?:lines|words|bytes|characters|chars|files|percent|years|pages|kb|mb))",
    re.IGNORECASE,
)
_DOOR = re.compile(
    r"(?<![A-Za-z])(?:(?:code|pin|combination)(?: (?:for|to|of) (?:the |my |our |her |his )?(?:[\w'-]{1,20} )?(?:door|gate|garage|alarm|building|lock|safe|lobby|shed"
    r"|locker|entrance|lift|elevator|bike))|(?:keypad|lock ?box)(?: code)?|(?:two-factor|2fa|mfa)(?= ?[:=]))(?: (?:is|code))? ?[:=]? ?(?P<value>[0-9]{3,8}#?)(?![0-9A-Za-z])"
    r"|(?:type|press|dial|enter|punch in|按|输入?) ?(?P<keyed>[0-9*]{3,8}#)(?![0-9A-Za-z])"
    r"|(?:取件|取货|取餐)码(?:是|为|[:：])? ?(?P<shelf>[0-9]{1,3}(?:-[0-9]{1,4}){1,3})(?![0-9])",
    re.IGNORECASE,
)
# A lock said to be a number: 大门的密码锁是280519#, "the alarm is 9046#". What is counted or dated after it is none.
_LOCK = re.compile(
    r"(?:密码锁|密码箱|门锁|电子锁|智能锁|指纹锁|车锁|挂锁|门禁|保险[箱柜]|储物柜|单元门|大门)(?:现在|已经|还|都|就)*(?:改成了?|换成了?|设成了?|设的是|是|为|[:：=])\s?"
    r"(?P<value>[0-9]{4,8}[#*]?|(?=[a-z0-9]*[0-9])(?=[a-z0-9]*[a-z])[a-z0-9]{6,16})(?=[\s，。；！？、,.;!?]|$)"
    r"|(?<![a-z])(?:keypad|padlock|(?:combination|door|bike|cycle) lock|alarm|key safe|lock ?box)(?: (?:on|of|for|at) (?:the |my |our )?[\w' -]{2,24}?)? (?:is|was|'s)(?: now| set to| still)? "
    r"(?P<lock>[0-9]{4,8}[#*]?)(?=[.,;!?]|\s*$)",
    re.IGNORECASE,
)
_OTHER_CODE = frozenset(
    """error status exit response country area postal zip post source return promo promotion dress qr bar product sku project course room
    discount coupon http currency language department cost class subject airport station tax hs naics sic color colour order key char
    ascii unicode reference booking confirmation tracking dialing dial calling state voucher pin pass""".split()
)
_IS_YOUR_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?:(?P<prefix>[A-Z])-)?(?P<value>[0-9]{4,8}|[0-9]{3}[ -][0-9]{3}) (?:is|as) (?:your|the|my|our) (?:[\w'’-]+ ){0,4}?(?:code|otp|passcode|pin|password)(?![A-Za-z])",
    re.IGNORECASE,
)
_USE_CODE = re.compile(
    r"(?:use|enter|type|input|请?输入|使用) (?:code )?(?P<value>[0-9]{4,8}) (?:to (?:verify|log ?in|sign ?in|confirm|authenticate|reset|complete|finish)|as)",
    re.IGNORECASE,
)
_OTP_BEFORE_ZH = re.compile(
    r"(?<![0-9])(?<![0-9][ -])(?P<value>[0-9]{4,8}|[0-9]{3}[ -][0-9]{3})(?![0-9])(?: ?\(|是|为|\()?(?:您|你|我|本次|此次)?的?[^，。；！？\s0-9]{0,8}(?:验证码|校验码|动态码|动态密码)"
)
_CODE_EXPIRES = re.compile(
    r"(?<![A-Za-z])(?P<kind>[A-Za-z-]+ )?code (?P<value>[0-9]{4,8}|[0-9]{3}[ -][0-9]{3})(?![0-9A-Za-z])"
    r"(?= (?:expires|is valid|will expire|is good|works) (?:in|for|until|at)| to (?:verify|log ?in|sign ?in|confirm|unlock|get in|enter)|[.;,]? (?:do not|don't|never) share)",
    re.IGNORECASE,
)


def find(folded: Folded) -> Iterator[Span]:
    """Spans of one-time and access codes, in folded offsets."""
    text = folded.text
    for pattern in (_OTP_NAMED, _USE_CODE, _IS_YOUR_CODE, _OTP_BEFORE_ZH):
        for match in pattern.finditer(text):
            start, end = match.span("value")
            if re.match(r"[A-Za-z]-", match["value"]):
                start += 2
            if not _ZH_UNIT.match(after(text, end, 4)):
                yield Span(start, end, PiiType.OTP, LAYER)
    for match in itertools.chain(_DOOR.finditer(text), _LOCK.finditer(text)):
        yield Span(*match.span(match.lastgroup or 0), PiiType.OTP, LAYER)
    for match in itertools.chain(_CODE_IS.finditer(text), _CODE_EXPIRES.finditer(text)):
        kind = (match["kind"] or "").strip().lower()
        previous = before(text, match.start(), 20).split()
        if kind not in _OTHER_CODE and not (previous and previous[-1] in _OTHER_CODE):
            yield Span(*match.span("value"), PiiType.OTP, LAYER)
