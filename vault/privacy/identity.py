"""Finds identity numbers of persons: Chinese resident identity, SSN, passports, travel permits, Hong Kong identity card.

Check digits and calendar dates decide where a format has them; with the number's own name before it, a number with a typing
mistake is taken too, because most of it would still be leaked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from vault.privacy.context import after, before, is_labelled_harmless
from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "identity"

CN_ID_NAME = re.compile(
    r"身份证|身分证|证件号|公民身份|(?<![a-z])(?:id ?(?:card|number|no)|identity|shenfenzheng)"
)
_ID_TOLD = re.compile(r"(?:^|[，。；,;.!?\s])(?:my |her |his |我的)?id ?[:#=号是]+ ?$")
_CN_ID_18 = re.compile(
    r"(?<![0-9])(?<![0-9]\.)[1-9][0-9]{5}[ -]?[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{3}[0-9Xx](?![0-9A-Za-z])"
)
_CN_ID_LOOSE = re.compile(
    r"(?<![0-9])(?<![0-9][ .-])[1-9](?:[ -]?[0-9]){16}[ -]?[0-9Xx](?![0-9A-Za-z])(?![ .-][0-9])"
)
_CN_ID_15 = re.compile(r"(?<![0-9])[1-9][0-9]{5}[ -]?[0-9]{6}[ -]?[0-9]{3}(?![0-9A-Za-z])")
_CN_ID_MASKED = re.compile(
    r"(?<![0-9])[1-9][0-9]{2,5}(?:[*]{8,13}|[xX]{8,12})[0-9]{1,3}[0-9Xx](?![0-9A-Za-z])"
)
_CN_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)

_SSN = re.compile(
    r"(?<![0-9A-Za-z])(?<![0-9][ .-])[0-9]{3}(?P<gap>[ .-])[0-9]{2}(?P=gap)[0-9]{4}(?![0-9A-Za-z])(?![ .-][0-9])"
)
_SSN_BARE = re.compile(r"(?<![0-9A-Za-z.])[0-9]{9}(?![0-9A-Za-z])")
SSN_NAME = re.compile(
    r"(?<![a-z])(?:ssn|itin|social(?: security| insurance)?|taxpayer)(?![a-z])|社会安全号|社安号"
)
_NINO = re.compile(
    r"(?<![0-9A-Za-z])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?(?:[0-9]{2} ?){3}[A-D](?![0-9A-Za-z])",
    re.IGNORECASE,
)
# Beside its name any number of that shape is one, prefixes that are never issued included.
_NINO_LOOSE = re.compile(r"(?<![0-9A-Za-z])[A-Z]{2} ?(?:[0-9]{2} ?){3}[A-D]?(?![0-9A-Za-z])", re.IGNORECASE)
_NINO_NAME = re.compile(r"national insurance|(?<![a-z])ni(?:no| number)(?![a-z])")

_PASSPORT_CN = re.compile(
    r"(?<![0-9A-Za-z])(?:[EGDSPH][0-9]{8}|E[A-HJ-NP-Z][0-9]{7}|1[45][0-9]{7}|[EGDSPH] [A-HJ-NP-Z]?[0-9]{4} ?[0-9]{3,4})(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_PASSPORT_ANY = re.compile(
    r"(?<![0-9A-Za-z])(?=[A-Z0-9]*[0-9]{5})[A-Z0-9]{6,10}(?![0-9A-Za-z])", re.IGNORECASE
)
_PASSPORT_NAME = re.compile(r"护照|passport")
_NUMBER_WORD = re.compile(r"(?<![a-z])(?:numbers?|no\.?|#)(?![a-z])|号")
_STATES_NUMBER = re.compile(r"(?:(?<![a-z])(?:is|was|number|no\.?|as|be)|['’]s|[:：#=]|是|为|不是)\s*$")
# "the booking number is …" after a passport was spoken of names another number.
_OTHER_NUMBER = re.compile(
    r"(?<![a-z])pages? [0-9]|(?:booking|order|invoice|ticket|case|flight|seat|room|reference|tracking|account|phone)(?: (?:number|no\.?|ref|reference|code))[^,]{0,8}$"
    r"|(?:订单|发票|房间|航班|座位|单|电话|手机|会员)号码?[^，]{0,4}$"
)
_PERMIT = re.compile(
    r"(?<![0-9A-Za-z])(?:[CWHMKT][A-Z]?[0-9]{7,10}|[0-9]{8,12}|[0-9]{18})(?![0-9A-Za-z])", re.IGNORECASE
)
_PERMIT_NAME = re.compile(
    r"通行证|台胞证|回乡证|居住证|居留证|签证号|军官证|士兵证|入台证|(?:travel|residence|entry|home return) permit|permit (?:no|number)"
)
_HKID = re.compile(r"(?<![0-9A-Za-z])([A-Z]{1,2})([0-9]{6})\(?([0-9A])\)?(?![0-9A-Za-z])", re.IGNORECASE)


def is_cn_id(number: str) -> bool:
    """Whether 18 characters form a valid resident identity number. Source: GB 11643-1999, ISO 7064 MOD 11-2."""
    if len(number) != 18 or not number[:17].isdecimal() or not _is_birth(number[6:14]):
        return False
    return cn_check_digit(number) == number[17].upper()


def cn_check_digit(number: str) -> str:
    """Check character of the first 17 digits. Source: GB 11643-1999."""
    total = sum(int(digit) * weight for digit, weight in zip(number[:17], _CN_WEIGHTS, strict=True))
    return "10X98765432"[total % 11]


def _is_birth(digits: str) -> bool:
    try:
        day = date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
    except ValueError:
        return False
    return 1850 <= day.year <= 2099


def is_hkid(letters: str, digits: str, check: str) -> bool:
    """Whether a Hong Kong identity card number has the right check character (weights 9 to 2, modulus 11)."""
    padded = letters.upper().rjust(2)
    values = [36 if letter == " " else ord(letter) - 55 for letter in padded] + [
        int(digit) for digit in digits
    ]
    total = sum(value * weight for value, weight in zip(values, range(9, 1, -1), strict=True))
    return "0123456789A"[(11 - total % 11) % 11] == check.upper()


def find(folded: Folded) -> Iterator[Span]:
    """Spans of identity numbers, in folded offsets."""
    text = folded.text
    yield from _find_cn_id(text)
    yield from _find_ssn(text)
    yield from _find_passports(text)
    for match in _HKID.finditer(text):
        named = re.search(r"香港|hkid|身份证|hong kong|identity", before(text, match.start(), 24))
        if is_hkid(match[1], match[2], match[3]) and ("(" in match[0] or named):
            yield Span(match.start(), match.end(), PiiType.CN_ID, LAYER)


def _find_cn_id(text: str) -> Iterator[Span]:
    for pattern in (_CN_ID_18, _CN_ID_LOOSE):
        for match in pattern.finditer(text):
            number = match[0].replace(" ", "").replace("-", "")
            named = CN_ID_NAME.search(before(text, match.start(), 24)) is not None
            is_told = _ID_TOLD.search(before(text, match.start(), 12)) and _is_birth(number[6:14])
            if named or is_told or (is_cn_id(number) and not is_labelled_harmless(text, match.start())):
                yield Span(match.start(), match.end(), PiiType.CN_ID, LAYER)
    for match in _CN_ID_15.finditer(text):
        number = match[0].replace(" ", "").replace("-", "")
        if _is_birth("19" + number[6:12]) and CN_ID_NAME.search(before(text, match.start(), 24)):
            yield Span(match.start(), match.end(), PiiType.CN_ID, LAYER)
    for match in _CN_ID_MASKED.finditer(text):
        yield Span(match.start(), match.end(), PiiType.CN_ID, LAYER)


def _find_ssn(text: str) -> Iterator[Span]:
    for match in _SSN.finditer(text):
        area, group, serial = match[0][:3], match[0][4:6], match[0][7:]
        near = before(text, match.start(), 48) + after(text, match.end(), 12)
        named = SSN_NAME.search(near) is not None
        possible = area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"
        if named or (possible and match["gap"] == "-" and not is_labelled_harmless(text, match.start())):
            yield Span(match.start(), match.end(), PiiType.SSN, LAYER)
    for match in _SSN_BARE.finditer(text):
        if SSN_NAME.search(before(text, match.start(), 48)):
            yield Span(match.start(), match.end(), PiiType.SSN, LAYER)
    for match in (*_NINO.finditer(text), *_NINO_LOOSE.finditer(text)):
        reach = 96 if _NINO.fullmatch(match[0]) else 40
        if _NINO_NAME.search(before(text, match.start(), reach)):
            yield Span(match.start(), match.end(), PiiType.SSN, LAYER)


def _is_passport_number(lead: str) -> bool:
    """Whether the words before a number name it as a passport's: close by, or further off as "passport … number … is"."""
    near = re.split(r"[，。；;,]", lead[-28:])[-1]
    if _PASSPORT_NAME.search(near):
        return True
    told = re.split(r"[。；;!?！？]|\.\s", lead)[-1]
    named = max((match.end() for match in _PASSPORT_NAME.finditer(told)), default=-1)
    if named < 0 or _OTHER_NUMBER.search(told[named:]):
        return False
    return bool(_NUMBER_WORD.search(told[max(0, named - 32) :]) and _STATES_NUMBER.search(told))


def _find_passports(text: str) -> Iterator[Span]:
    lowered = text.lower()
    has_passport = _PASSPORT_NAME.search(lowered) is not None
    has_permit = _PERMIT_NAME.search(lowered) is not None
    if has_passport:
        for match in _PASSPORT_CN.finditer(text):
            near = before(text, match.start(), 40) + " " + after(text, match.end(), 16)
            if _PASSPORT_NAME.search(near):
                yield Span(match.start(), match.end(), PiiType.PASSPORT, LAYER)
        for match in _PASSPORT_ANY.finditer(text):
            if _is_passport_number(before(text, match.start(), 96)):
                yield Span(match.start(), match.end(), PiiType.PASSPORT, LAYER)
    if has_permit:
        for match in _PERMIT.finditer(text):
            near = re.split(r"[，。；;,]", before(text, match.start(), 24))[-1]
            if _PERMIT_NAME.search(near):
                yield Span(match.start(), match.end(), PiiType.PASSPORT, LAYER)
