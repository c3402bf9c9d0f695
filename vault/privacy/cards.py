"""Finds payment cards, the last digits of a card and its security code.

A number is a card by Luhn and a known prefix with its length, or by the words before it. Order, parcel and serial numbers are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.privacy.context import before, is_labelled_harmless
from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "cards"

_NUMBER = re.compile(
    r"(?<![0-9])(?<![0-9][ .-])(?<![A-Fa-f0-9]-)"
    r"(?:[0-9]{12,19}|[0-9]{4}(?P<gap>[ ._-])[0-9]{4}(?:(?P=gap)[0-9]{4}){1,2}(?:(?P=gap)[0-9]{1,4})?"
    r"|[0-9]{4}(?P<gap2>[ .-])[0-9]{6}(?P=gap2)[0-9]{4,5}|[0-9]{6}(?P<gap3>[ .-])[0-9]{8,13}"
    r"|[0-9]{4}(?: {1,3}[0-9]{4}){3}(?: {1,3}[0-9]{1,3})?)"
    r"(?![0-9A-Za-z])(?![.-][0-9])"
)
CARD_NAME = re.compile(
    r"卡号|银行卡|信用卡|储蓄卡|借记卡|工资卡|贷记卡|银联|卡片|(?<![A-Za-z])(?:(?:credit|debit|bank|payment|charge) ?cards?|cards?|cc|pan|visa"
    r"|master ?card|amex|american express|unionpay|maestro|discover|diners)(?![A-Za-z])",
    re.IGNORECASE,
)
# Prefix, lengths. Source: ISO/IEC 7812 issuer ranges as published by the card schemes.
_PREFIXES: tuple[tuple[re.Pattern[str], frozenset[int]], ...] = (
    (re.compile("4"), frozenset({16, 19})),
    (re.compile("5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), frozenset({16})),
    (re.compile("3[47]"), frozenset({15})),
    (re.compile("36|3[89]|30[0-5]"), frozenset({14})),
    (re.compile("6011|65|64[4-9]|35(?:2[89]|[3-8])"), frozenset({16})),
    (re.compile("62|81"), frozenset({16, 17, 18, 19})),
    (re.compile("220[0-4]|9792|508|60[68]|6521"), frozenset({16})),
    (re.compile("1800|2131"), frozenset({15})),
)
_TAIL = re.compile(
    r"(?:尾号|末四位|后四位)(?:是|为|[:：])? ?(?P<zh>[0-9]{4})(?![0-9])"
    r"|(?:card|account|visa|mastercard|amex)(?: number)?,? (?:that )?(?:ending|ends)(?: in| with)? ?[:#*x]* ?(?P<en>[0-9]{4})(?![0-9])"
    r"|(?:ending in|last (?:four|4)(?: digits)?(?: of (?:my|the|her|his) (?:\w+ )?(?:card|account|social|ssn|number))?(?: are| is|:)?) (?P<en2>[0-9]{4})(?![0-9])"
    r"|(?<![0-9A-Za-z])[*x•·]{4}[ -]?(?:[*x•·]{4}[ -]?){0,2}(?P<stars>[0-9]{4})(?![0-9])",
    re.IGNORECASE,
)
_CVV = re.compile(
    r"(?:(?<![A-Za-z])(?:cvv2?|cvc2?|security code on (?:my|the) card)|安全码|校验三码)(?: (?:is|code)|是|为)? ?[:：=]? ?(?P<value>[0-9]{3,4})(?![0-9])",
    re.IGNORECASE,
)


def is_luhn(digits: str) -> bool:
    """Whether a run of digits has a right check digit. Source: ISO/IEC 7812-1 annex B."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def has_card_prefix(digits: str) -> bool:
    """Whether prefix and length belong to a card scheme."""
    return any(prefix.match(digits) and len(digits) in lengths for prefix, lengths in _PREFIXES)


def find(folded: Folded) -> Iterator[Span]:
    """Spans of cards, card tails and security codes, in folded offsets."""
    text = folded.text
    for match in _NUMBER.finditer(text):
        digits = re.sub(r"[ ._-]", "", match[0])
        if _is_card(text, match.start(), digits):
            yield Span(match.start(), match.end(), PiiType.BANK_CARD, LAYER)
    for match in _TAIL.finditer(text):
        start, end = next(match.span(name) for name in ("zh", "en", "en2", "stars") if match[name])
        yield Span(start, end, PiiType.BANK_TAIL, LAYER)
    for match in _CVV.finditer(text):
        yield Span(*match.span("value"), PiiType.PASSWORD, LAYER)


def _is_card(text: str, start: int, digits: str) -> bool:
    if not 12 <= len(digits) <= 19 or len(set(digits)) < 2:
        return False
    window = before(text, start, 48)
    named_end = max((match.end() for match in CARD_NAME.finditer(window)), default=-1)
    if named_end >= 0 and len(window) - named_end <= 20:
        return not is_labelled_harmless(text, start) or is_luhn(digits)
    if (
        start
        and text[start - 1].isascii()
        and text[start - 1].isalpha()
        and not text[max(0, start - 3) : start].isalpha()
    ):
        return False
    return is_luhn(digits) and has_card_prefix(digits) and not is_labelled_harmless(text, start)
