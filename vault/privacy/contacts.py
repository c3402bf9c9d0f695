"""Finds telephone numbers and e-mail addresses, also in the forms people write to be read by people only.

phonenumbers judges international and national numbers of the usual regions; what it does not know (fictional or regrouped
numbers) is taken on its shape or on the words around it. Chinese mobile and fixed numbers have rules of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import phonenumbers

from vault.privacy.context import after, before, is_labelled_harmless
from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "contacts"
REGIONS: tuple[str, ...] = ("CN", "GB", "US")

_CN_MOBILE = re.compile(
    r"(?<![0-9])(?<![0-9]\.)(?:\(?(?:\+|00)?86\)?[ .·-]{0,2})?1[3-9][0-9](?:[0-9]{8}|(?:[ .·_/-]{1,3}[0-9]{4}){2}|[ .·-][0-9]{3}[ .·-][0-9]{5}"
    r"|[0-9][ .·-][0-9]{3}[ .·-][0-9]{4}|[0-9]{4}[ .·-][0-9]{4}|[ .·-][0-9]{8})(?![0-9])(?![.][0-9])"
)
_CN_LANDLINE = re.compile(
    r"(?<![0-9])(?<![0-9][.-])(?:(?:\+|00)?86[ -]?)?(?:\(0(?:10|2[0-9]|[3-9][0-9]{2})\) ?|0(?:10|2[0-9]|[3-9][0-9]{2})[ -]{1,2})"
    r"[2-8][0-9]{2,3}[ -]?[0-9]{4}(?:(?:转|[ -]?(?:ext|x|分机)\.? ?|-)[0-9]{1,6})?(?![0-9])"
)
_CN_SERVICE = re.compile(
    r"(?<![0-9])(?<![0-9][.-])[48]00(?:[ -]?[0-9]{3}[ -]?[0-9]{4}|[ -]?[0-9]{4}[ -]?[0-9]{3})(?![0-9])"
)
_NANP = re.compile(
    r"(?<![0-9])(?<![0-9][.-])(?:(?:\+|00)?1[ .-]?)?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}(?P<gap>[ .-]))[0-9]{3}[ .-][0-9]{4}"
    r"(?: ?(?:x|ext\.?|extension) ?[0-9]{1,6})?(?![0-9])(?![.-][0-9])",
    re.IGNORECASE,
)
_INTERNATIONAL = re.compile(
    r"(?<![0-9A-Za-z])(?:\+|00)[1-9][0-9]{0,2}(?:[ ./-]?\(?[0-9]{1,5}\)?){2,7}(?: ?(?:x|ext\.?) ?[0-9]{1,6})?(?![0-9])",
    re.IGNORECASE,
)
_GROUPED = re.compile(
    r"(?<![0-9A-Za-z/:])(?<![0-9][.,-])\(?[0-9]{2,5}\)?(?:[ .-][0-9]{2,8}){1,5}(?:[ ]?x[0-9]{1,6})?(?![0-9A-Za-z%/:])(?![.,-][0-9])"
)
_PLAIN = re.compile(
    r"(?<![0-9A-Za-z])(?<![0-9][.,-])(?:[0-9]{7,13})(?:x[0-9]{1,6})?(?![0-9A-Za-z%])(?![.,-][0-9])"
)
_DATE = re.compile(
    r"^(?:(?:19|20)[0-9]{2}[ .-][01]?[0-9][ .-][0-3]?[0-9]|[0-3]?[0-9][ .-][01]?[0-9][ .-](?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}[ -](?:19|20)[0-9]{2})"
)
_PHONE_NAME = re.compile(
    r"电话|手机|座机|热线|致电|拨打|打给|来电|联系方式|联系人|新号|换号|打$|号码(?:是|:)|传真|微信同号|同号|(?<![a-z])(?:phone|mobile|cell(?:phone)?|tel(?:ephone)?|fax|call(?:ed|ing)?|dial|ring|text me|sms|whatsapp"
    r"|hotline|landline|desk|home|office|messages? to|reach(?: me| us)?|registered|answering at|contact|number is|new number|line)(?![a-z])"
    r"|(?:^|[.,;!?] )(?:please )?(?:text|ring|phone|message) \(?$"
)
_OTHER_NAME = re.compile(
    r"密码|验证码|护照|身份证|账号|卡号|qq|(?<![a-z])(?:password|pin|code|ssn|social security|cards?|passport|account|iban|licen[cs]e|zip)(?![a-z])"
)
_PHONE_AFTER = re.compile(
    r"^(?: (?:is|was) (?:my|our|the|his|her|their) |是我的?)?[ -]?\(?(?:office|mobile|cell|fax|home|desk|work|phone|tel|direct|手机|座机|传真)",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥￥]\s?$|(?:usd|eur|rmb|cny)\s?$|(?:price|cost|total|amount|budget|版本|version)\D{0,6}$"
)

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
_LABEL = r"(?:[A-Za-z0-9\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f-]{0,61}[A-Za-z0-9\u00c0-\u024f])?)"
_EMAIL = re.compile(
    rf"(?:(?<![A-Za-z0-9.])(?P<quoted>\"[^\"\n@]{{1,64}}\")|(?<![A-Za-z0-9._%+-])[A-Za-z0-9\u00c0-\u024f_](?:[A-Za-z0-9\u00c0-\u024f!#$%&'*+/=?^_`{{|}}~.-]{{0,63}}))"
    rf"@(?:{_LABEL}\.)+[A-Za-z\u00c0-\u024f][A-Za-z0-9\u00c0-\u024f-]{{1,23}}"
)
_CJK = r"\u3400-\u9fff"
_IDN_ENDS = "公司|网络|网址|中国|中國|香港|台湾|台灣|中文网|商城|商标|集团|在线|我爱你|政务|公益|企业|信息|网店|网站|游戏|组织机构|手机|娱乐"
_EMAIL_IDN = re.compile(
    rf"(?P<local>[A-Za-z0-9._+-]+|[{_CJK}A-Za-z0-9._+-]{{1,12}})@(?:[{_CJK}\u3040-\u30ff\uac00-\ud7afA-Za-z0-9-]{{1,40}}\.)+(?:{_IDN_ENDS}|com|net|cn|org|jp|kr|tw|hk|xn--[a-z0-9-]+)"
)
_EMAIL_IDN_ASCII = re.compile(rf"(?P<local>[{_CJK}]{{1,12}})@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{{2,}}")
_LOCAL_LEAD = re.compile(
    r"^.*(?:发到|发给|发至|寄到|寄给|抄送|邮箱|邮件|邮址|地址|联系|转给|发|到|给|至|向|是|为|叫|找|用|在|箱|和|与|或|:)"
)
_AT = r"(?: ?(?:[(\[{<【](?:at|a|@|艾特|圈a)[)\]}>】]|#at#|艾特|圈a|_at_|&#(?:64|x40);|&commat;) ?| @ ?|@ ?\n?| at (?=[a-z0-9-]+点))"
_DOT = r"(?: ?(?:[(\[{<【](?:dot|d|\.|点)[)\]}>】]|#dot#|_dot_|&#(?:46|x2e);|点) ?| dot |\.|。(?=[a-z]))"
_EMAIL_OBFUSCATED = re.compile(
    rf"(?<![A-Za-z0-9._%+-])[A-Za-z0-9](?:[A-Za-z0-9_%+'-]|{_DOT}(?=[A-Za-z0-9])){{0,63}}{_AT}(?:[A-Za-z0-9-]+{_DOT})+[A-Za-z]{{2,24}}",
    re.IGNORECASE,
)
_TLDS = "com|org|net|edu|gov|io|co|ai|me|info|biz|dev|app|cn|hk|tw|sg|jp|kr|in|uk|us|ca|au|nz|de|fr|es|it|nl|be|ch|at|se|no|dk|fi|pl|cz|pt|ie|ru|br|mx|eu|xyz"
_EMAIL_SPOKEN = re.compile(
    rf"(?<![A-Za-z0-9._-])(?P<local>[A-Za-z0-9_.+-]+(?: (?:dot|underscore|dash|hyphen|plus|minus) [A-Za-z0-9_+-]+){{0,4}}) (?:at|AT|At) "
    rf"[A-Za-z0-9-]+(?:(?: dot |\.)[A-Za-z0-9-]+){{0,3}}(?: dot |\.)(?:{_TLDS})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_TOKEN_BEFORE = re.compile(r"[0-9A-Za-z]+$")
_URL_LOGIN_BEFORE = re.compile(r"://[^\s/@]{0,64}:?$")
_NOT_LOCAL = frozenset(
    """look is me us meet find see it visit arrived are be was available site him her them you available page blog here live shop order
    online works work working register sign up anything something read more hosted located up out arrive stay reached buy""".split()
)


def find(folded: Folded) -> Iterator[Span]:
    """Spans of telephone numbers and e-mail addresses, in folded offsets."""
    text = folded.text
    for span in _find_emails(text):
        # What stands between "://" and "@" is a login, which `secrets` takes.
        if not _URL_LOGIN_BEFORE.search(text, max(0, span.start - 90), span.start):
            yield span
    if sum(character.isdecimal() for character in text) >= 5:
        yield from _find_phones(text)


def _find_emails(text: str) -> Iterator[Span]:
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield Span(match.start(), match.end(), PiiType.EMAIL, LAYER)
        for pattern in (_EMAIL_IDN, _EMAIL_IDN_ASCII):
            for match in pattern.finditer(text):
                lead = _LOCAL_LEAD.match(match["local"])
                start = match.start() + (lead.end() if lead and lead.end() + 1 < len(match["local"]) else 0)
                yield Span(start, match.end(), PiiType.EMAIL, LAYER)
    lowered = text.lower()
    if any(mark in lowered for mark in ("at", "艾特", "圈a", "@", "(a)", "&#")):
        for match in _EMAIL_OBFUSCATED.finditer(text):
            yield Span(match.start(), match.end(), PiiType.EMAIL, LAYER)
    if " at " in lowered or " dot " in lowered:
        for match in _EMAIL_SPOKEN.finditer(text):
            if match["local"].lower() not in _NOT_LOCAL:
                yield Span(match.start(), match.end(), PiiType.EMAIL, LAYER)


def _find_phones(text: str) -> Iterator[Span]:
    for pattern in (_CN_MOBILE, _CN_LANDLINE, _NANP):
        for match in pattern.finditer(text):
            if not is_labelled_harmless(text, match.start()) and not _is_inside_word(
                text, match.start(), match.end()
            ):
                yield Span(match.start(), match.end(), PiiType.PHONE, LAYER)
    for match in _CN_SERVICE.finditer(text):
        if re.search(r"[ -]", match[0]) or _PHONE_NAME.search(before(text, match.start(), 24)):
            yield Span(match.start(), match.end(), PiiType.PHONE, LAYER)
    for match in _INTERNATIONAL.finditer(text):
        if _is_possible(match[0]) and not is_labelled_harmless(text, match.start()):
            yield Span(match.start(), match.end(), PiiType.PHONE, LAYER)
    yield from _find_by_context(text)


def _is_inside_word(text: str, start: int, end: int) -> bool:
    """Whether digits are the middle of a token like a hash, or the end of one like a parcel number."""
    lead = _TOKEN_BEFORE.search(text, max(0, start - 16), start)
    if lead is None or not text[start - 1].isalpha():
        return False
    follows = text[end : end + 1]
    return (follows.isascii() and follows.isalpha()) or any(one.isdecimal() for one in lead[0])


def _is_possible(number: str) -> bool:
    digits = re.sub(r"[^0-9]", "", number.partition("x")[0])
    if not 7 <= len(digits) <= 17:
        return False
    plus = "+" + digits.removeprefix("00") if not number.startswith("+") else number
    try:
        return phonenumbers.is_possible_number(
            phonenumbers.parse(re.sub(r"\(0\)", "", plus))
        ) or number.startswith("+")
    except phonenumbers.NumberParseException:
        return False


def _is_valid_national(number: str) -> bool:
    for region in REGIONS:
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return True
        except phonenumbers.NumberParseException:
            continue
    return False


def _find_by_context(text: str) -> Iterator[Span]:
    for pattern in (_GROUPED, _PLAIN):
        for match in pattern.finditer(text):
            digits = re.sub(r"[^0-9]", "", match[0].partition("x")[0])
            if not 6 < len(digits) < 14 or _DATE.match(match[0]) or is_labelled_harmless(text, match.start()):
                continue
            if is_named_phone(text, match.start(), match.end()) or (
                pattern is _GROUPED
                and match[0].lstrip("(").startswith("0")
                and len(digits) in (9, 10, 11)
                and _is_spaced(match[0], digits)
            ):
                yield Span(match.start(), match.end(), PiiType.PHONE, LAYER)


def _is_spaced(number: str, digits: str) -> bool:
    return (
        _is_valid_national(digits)
        or re.fullmatch(r"\(?0[0-9]{1,4}\)?(?: [0-9]{2,4}){2,4}", number) is not None
    )


def is_named_phone(text: str, start: int, end: int) -> bool:
    near = text[max(0, start - 36) : start].lower()
    clause = re.split(r"[。；;!?！？]|(?<!tel)\.\s", near)[-1]
    if _MONEY.search(clause):
        return False
    phone = max((match.end() for match in _PHONE_NAME.finditer(clause)), default=-1)
    other = max((match.end() for match in _OTHER_NAME.finditer(clause)), default=-1)
    return phone > other or (other < 0 and _PHONE_AFTER.match(after(text, end, 24)) is not None)
