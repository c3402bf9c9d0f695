"""Finds the remaining structured types: credit codes, plates, IBAN, IP addresses, wallets, seed words, account numbers, birth
dates, coordinates and postcodes.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections.abc import Iterator

from stdnum import iban

from vault.privacy.context import before
from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "others"

_USCC = re.compile(
    r"(?<![0-9A-Za-z])[0-9A-HJ-NPQRTUWXY]{2}[ .-]?[0-9]{2}[ .-]?[0-9]{4}(?:[ .-]?[0-9A-HJ-NPQRTUWXY]){10}(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_USCC_NAME = re.compile(r"信用代码|税号|纳税人识别号|uscc|credit code")
# Registering authority and kind of body, then the province. Source: GB 32100-2015 tables 1 and 2, GB/T 2260.
_USCC_HEAD = re.compile(
    r"(?:1[1239]|21|31|32|33|34|35|39|41|49|5[1239]|61|62|69|7[129]|8[19]|9[123]|A[19]|N[1239]|Y1)"
    r"(?:10|1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[12])"
)
_USCC_ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY"

_PROVINCE = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_PLATE = re.compile(
    rf"[{_PROVINCE}] ?(?P<city>[A-HJ-NP-Z])[ ·.-]?(?P<tail>[A-HJ-NP-Z0-9]{{5,6}}|[A-HJ-NP-Z0-9]{{4}}[挂学警港澳领])(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_PLATE_ABROAD = re.compile(
    r"(?<![a-z])(?:licen[cs]e|number|registration|car) plate(?: number| no\.?)?(?: is|:| reads)? ?"
    r"(?P<value>(?=[A-Z0-9 -]*[0-9])(?=[0-9 -]*[A-Z])[A-Z0-9]{2,4}[ -]?[A-Z0-9]{3,4})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_PLATE_NAME = re.compile(r"车牌|牌照|车号|号牌|plate|开(?:着|了)?$|停")

_IBAN_HEAD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}[0-9]{2}(?=[ .\n-]?[A-Za-z0-9])")
_IBAN_GAPS = " .-\n"
_IP_DOT = r"(?:\.|\[\.\]|\(\.\)| \. )"  # as written so that nobody follows it
_IPV4 = re.compile(rf"(?<![0-9A-Za-z.])(?:[0-9]{{1,3}}{_IP_DOT}){{3}}[0-9]{{1,3}}(?![0-9A-Za-z])(?!\.[0-9])")
_IPV6 = re.compile(
    r"(?<![0-9A-Za-z:.])(?=[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:)[0-9A-Fa-f:]{3,39}(?:%[A-Za-z0-9]+)?(?![0-9A-Za-z:])"
)
_NOT_IP = re.compile(
    r"(?:version|ver\.?|release|build|section|chapter|firmware|driver|update|upgrade(?:d)?(?: from| to)?|§|(?<![a-z])v|版本|版|固件|升级到?|章节?|第|节)[ :：]*(?:is|号|to|from|为|是|到)?[ :]*(?:[\w.-]+ (?:to|and|或|到) )?$"
)

_BASE58 = re.compile(r"(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{25,44}(?![0-9A-Za-z])")
_BASE58_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32 = re.compile(
    r"(?<![0-9A-Za-z])(?:bc|tb|ltc|addr|cosmos|bnb)1[02-9ac-hj-np-z]{20,100}(?![0-9A-Za-z])", re.IGNORECASE
)
_HEX_WALLET = re.compile(r"(?<![0-9A-Za-z])0x[0-9A-Fa-f]{40}(?![0-9A-Za-z])")
_HEX_KEY = re.compile(r"(?<![0-9A-Za-z])(?:0x)?[0-9A-Fa-f]{64}(?![0-9A-Za-z])")
_MONERO = re.compile(r"(?<![0-9A-Za-z])[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}(?![0-9A-Za-z])")
_WALLET_NAME = re.compile(r"wallet|address|solana|(?<![a-z])sol(?![a-z])|deposit|钱包|地址|充币|转账")
_KEY_NAME = re.compile(r"private key|secret|seed|私钥|密钥|keystore")

_WORDS = re.compile(
    r"(?<![A-Za-z'-])(?:(?:[0-9]{1,2}[.):]? ?)?[a-z]{3,8}(?:[ ,]{1,2}|\n)){11,23}(?:[0-9]{1,2}[.):]? ?)?[a-z]{3,8}(?![A-Za-z'-])"
)
_SEED_NAME = re.compile(
    r"seed|mnemonic|recovery (?:phrase|words)|backup phrase|secret phrase|助记词|恢复短语|恢复词"
)
_PROSE = frozenset(
    """the and are was were has have had for not with from that this they them their there then than his her him she its our your you who
    what when where which will would could should been being into onto over under but all any can did does done just more most other some
    such very also because about after before between while these those""".split()
)
_SEED_ZH = re.compile(
    r"(?:助记词|恢复词)(?:是|为|[:：])? ?(?P<value>[\u4e00-\u9fff](?:[ ,、]?[\u4e00-\u9fff]){11,23})"
)

_ACCOUNT = re.compile(
    r"(?:account (?:number|no\.?|num|#)|(?:bank|savings|checking|current|giro) account|acct\.?(?: no\.?| number| #)?|routing (?:number|no\.?)|sort code|银行账号|银行帐号|账号|帐号|账户|帐户|户号|社保卡?号|公积金号|医保卡?号|会员号|驾驶证号?|驾照号?|保单号|病历号|车架号|(?<![A-Za-z])driver'?s? licen[cs]e(?: number| no\.?)?|policy number|vin)"
    r"(?: (?:is|was|:))?(?:是|为|[:：=])? ?[:#]? ?(?P<value>[A-Z]{0,3}[0-9][0-9 -]{4,24}[0-9])(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_HANDLE = re.compile(
    r"(?:微信号?|(?<![A-Za-z])(?:wechat(?: id)?|weixin|vx|qq号?|telegram|line id|skype|whatsapp id))(?: (?:is|id))?(?:是|为|[:：=])? ?[:@]? ?(?P<value>[A-Za-z][A-Za-z0-9_-]{5,19}|[1-9][0-9]{4,11})(?![0-9A-Za-z@])",
    re.IGNORECASE,
)
_DATE = (
    r"(?:(?:19|20)[0-9]{2} ?[年./-] ?[01]?[0-9] ?[月./-] ?[0-3]?[0-9] ?[日号]?|[0-3]?[0-9][./-][0-3]?[0-9][./-](?:19|20)[0-9]{2}"
    r"|(?:[0-3]?[0-9](?:st|nd|rd|th)? (?:of )?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: [0-3]?[0-9](?:st|nd|rd|th)?)?,? (?:19|20)[0-9]{2})"
)
_BIRTH = re.compile(
    r"(?:出生日期|出生年月日?|出生于|生于|生日|(?<![a-z])(?:date of birth|d\.?o\.?b\.?|born(?: on)?|birthday|birth ?date))(?: ?(?:is|was|on|:))*(?:是|为|在|[:：])? ?"
    rf"(?P<value>{_DATE})",
    re.IGNORECASE,
)
_BORN_ON = re.compile(rf"(?<![0-9])(?P<value>{_DATE}) ?(?:出生|生(?:人|的)|出世)", re.IGNORECASE)
_COORDINATES = re.compile(
    r"(?<![0-9.])(?P<lat>[-+]?[0-9]{1,2}\.[0-9]{3,})°? ?[NSns]?(?: ?[,，;/] ?| )(?P<lon>[-+]?[0-9]{1,3}\.[0-9]{3,})°? ?(?:[EWew](?![A-Za-z]))?(?![0-9.])"
    r"|(?<![0-9])[0-9]{1,3}°[0-9]{1,2}['′](?:[0-9.]{1,7}[\"″])? ?[NS][ ,]{1,2}[0-9]{1,3}°[0-9]{1,2}['′](?:[0-9.]{1,7}[\"″])? ?[EW]"
)
_DEGREES = r"[-+]?[0-9]{1,3}(?:\.[0-9]+)?"
_LABELLED_COORDINATES = re.compile(
    rf"(?:(?<![a-z])lat(?:itude)?|[北南]纬|纬度)[:：= ]{{0,3}}(?P<value>{_DEGREES}°?[ ,，;、和and&\"']{{0,8}}(?:lon(?:g|gitude)?|lng|[东西]经|经度)[\"']?[:：= ]{{0,3}}{_DEGREES})",
    re.IGNORECASE,
)
_POSTCODE = re.compile(
    r"(?:邮编|邮政编码|郵遞區號|(?<![a-z])(?:zip(?: ?code)?|post(?:al)? ?code|postcode))(?: (?:is|was))?(?:是|为|[:：])? ?:? ?"
    r"(?P<value>[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]|[0-9]{4} ?[A-Z]{2}(?![A-Za-z])|[0-9]{3}[ -][0-9]{2,4}|[0-9]{2}-[0-9]{3}|[0-9]{5}-[0-9]{3,4}|[0-9]{3,7})(?![0-9])",
    re.IGNORECASE,
)


def is_uscc(code: str) -> bool:
    """Whether 18 characters form a valid unified social credit code. Source: GB 32100-2015, modulus 31."""
    code = code.upper()
    if len(code) != 18 or any(character not in _USCC_ALPHABET for character in code):
        return False
    total = sum(
        _USCC_ALPHABET.index(character) * pow(3, place, 31) for place, character in enumerate(code[:17])
    )
    return _USCC_ALPHABET[(31 - total % 31) % 31] == code[17]


def is_base58check(text: str) -> bool:
    """Whether a Base58 string ends in the right checksum (Bitcoin, Litecoin, Dogecoin, Tron). Source: Bitcoin base58.h."""
    number = 0
    for character in text:
        number = number * 58 + _BASE58_ALPHABET.index(character)
    zeros = len(text) - len(text.lstrip("1"))
    raw = b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
    return len(raw) > 20 and hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]


def is_bech32(text: str) -> bool:
    """Whether a Bech32 or Bech32m string has a right checksum. Source: BIP 173 and BIP 350."""
    text = text.lower()
    human, _, data = text.rpartition("1")
    charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
    if not human or any(character not in charset for character in data):
        return False
    values = (
        [ord(c) >> 5 for c in human] + [0] + [ord(c) & 31 for c in human] + [charset.index(c) for c in data]
    )
    check = 1
    for value in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= generator if top >> bit & 1 else 0
    return check in (1, 0x2BC830A3)


def find(folded: Folded) -> Iterator[Span]:
    """Spans of the types of this module, in folded offsets."""
    text = folded.text
    yield from _find_company(text)
    yield from _find_iban(text)
    yield from _find_ip(text)
    yield from _find_wallets(text)
    yield from _find_seed_words(text)
    for pattern, kind in (
        (_ACCOUNT, PiiType.ACCOUNT),
        (_HANDLE, PiiType.ACCOUNT),
        (_BIRTH, PiiType.BIRTH_DATE),
        (_PLATE_ABROAD, PiiType.PLATE),
        (_BORN_ON, PiiType.BIRTH_DATE),
        (_LABELLED_COORDINATES, PiiType.COORDINATES),
        (_POSTCODE, PiiType.ZIP_CODE),
    ):
        for match in pattern.finditer(text):
            yield Span(*match.span("value"), kind, LAYER)
    for match in _COORDINATES.finditer(text):
        if match["lat"] is None or (abs(float(match["lat"])) <= 90 and abs(float(match["lon"])) <= 180):
            yield Span(match.start(), match.start() + len(match[0].rstrip()), PiiType.COORDINATES, LAYER)


def _find_company(text: str) -> Iterator[Span]:
    for match in _USCC.finditer(text):
        code = re.sub("[ .-]", "", match[0]).upper()
        if (is_uscc(code) and _USCC_HEAD.match(code)) or _USCC_NAME.search(before(text, match.start(), 24)):
            yield Span(match.start(), match.end(), PiiType.USCC, LAYER)
    for match in _PLATE.finditer(text):
        if _PLATE_NAME.search(before(text, match.start(), 12)) or _is_plain_plate(match[0], match["tail"]):
            yield Span(match.start(), match.end(), PiiType.PLATE, LAYER)


def _is_plain_plate(plate: str, tail: str) -> bool:
    """Without its name, a plate must be in capitals and keep to the standard's places for letters. Source: GA 36-2018."""
    if plate != plate.upper() or sum(character.isdecimal() for character in tail) < 3:
        return False
    letters = sum(character.isascii() and character.isalpha() for character in tail)
    return letters <= 2 if len(tail) == 5 else tail[0] in "ABCDEFGHJK" or tail[-1] in "ABCDEFGHJK"


def _find_iban(text: str) -> Iterator[Span]:
    for match in _IBAN_HEAD.finditer(text):
        end, code = match.start(), ""
        while end < len(text) and len(code) < 34:
            if text[end].isascii() and text[end].isalnum():
                code += text[end]
            elif text[end] not in _IBAN_GAPS or text[end - 1] in _IBAN_GAPS:
                break
            end += 1
            is_over = end == len(text) or not (text[end].isascii() and text[end].isalnum())
            if (
                len(code) >= 15
                and is_over
                and text[end - 1] not in _IBAN_GAPS
                and iban.is_valid(code, check_country=False)
            ):
                yield Span(match.start(), end, PiiType.IBAN, LAYER)
                break


def _find_ip(text: str) -> Iterator[Span]:
    for match in _IPV4.finditer(text):
        try:
            address = ipaddress.IPv4Address(re.sub(r"[^0-9.]", "", match[0]))
        except ValueError:
            continue
        is_network = match[0].endswith(".0") and text[match.end() : match.end() + 1] == "/"
        is_nobody = is_network or address.is_loopback or address.is_unspecified or address.is_multicast
        is_version = (
            _NOT_IP.search(before(text, match.start(), 28)) or text[match.end() : match.end() + 1] == "版"
        )
        if is_nobody or match[0].startswith("255.") or is_version:
            continue
        yield Span(match.start(), match.end(), PiiType.IP, LAYER)
    for match in _IPV6.finditer(text):
        try:
            address6 = ipaddress.IPv6Address(match[0])
        except ValueError:
            continue
        groups = [group for group in match[0].partition("%")[0].split(":") if group]
        is_clear = len(groups) >= 3 or any(len(group) >= 3 for group in groups)
        if (
            is_clear
            and re.search(r"[0-9]", match[0])
            and not (address6.is_loopback or address6.is_unspecified)
        ):
            yield Span(match.start(), match.end(), PiiType.IP, LAYER)


def _find_wallets(text: str) -> Iterator[Span]:
    for match in _BASE58.finditer(text):
        if is_base58check(match[0]) or (
            len(match[0]) >= 32
            and re.search(r"[0-9]", match[0])
            and _WALLET_NAME.search(before(text, match.start(), 32))
        ):
            kind = PiiType.SECRET if len(match[0]) >= 51 else PiiType.CRYPTO
            yield Span(match.start(), match.end(), kind, LAYER)
    for match in _BECH32.finditer(text):
        if is_bech32(match[0]):
            yield Span(match.start(), match.end(), PiiType.CRYPTO, LAYER)
    for pattern in (_HEX_WALLET, _MONERO):
        for match in pattern.finditer(text):
            yield Span(match.start(), match.end(), PiiType.CRYPTO, LAYER)
    for match in _HEX_KEY.finditer(text):
        if _KEY_NAME.search(before(text, match.start(), 40)):
            yield Span(match.start(), match.end(), PiiType.SECRET, LAYER)


def _find_seed_words(text: str) -> Iterator[Span]:
    for match in _WORDS.finditer(text):
        words = re.findall(r"[a-z]{3,8}", match[0])
        near = text[max(0, match.start() - 80) : match.start()].lower() + " ".join(words[:6])
        named = _SEED_NAME.search(near) is not None
        is_shape = len(words) in (12, 15, 18, 21, 24)
        if (named and is_shape) or (
            _PROSE.isdisjoint(words) and (named or (is_shape and len(set(words)) >= len(words) - 2))
        ):
            yield Span(match.start(), match.end(), PiiType.SEED, LAYER)
    for match in _SEED_ZH.finditer(text):
        yield Span(*match.span("value"), PiiType.SEED, LAYER)
