"""Masks text for three places: the stored turn, the index, and lists. For sending, see `pseudonyms`.

Cut out of a stored turn are passwords, codes, cards and keys; identity numbers are masked. A mark is worded in the language
of the text, stands in square brackets and is never itself taken for a value, so masking twice changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vault.privacy.detection import detect
from vault.privacy.spans import HIDDEN_IN_INDEX, HIDDEN_IN_LISTS, IDENTITY, NEVER_STORED, PiiType, Span

_REMOVED: Mapping[PiiType, tuple[str, str]] = {
    PiiType.PASSWORD: ("[password removed]", "[密码已移除]"),
    PiiType.OTP: ("[code removed]", "[验证码已移除]"),
    PiiType.BANK_CARD: ("[card number removed]", "[银行卡号已移除]"),
    PiiType.SECRET: ("[key removed]", "[密钥已移除]"),
    PiiType.SEED: ("[recovery words removed]", "[助记词已移除]"),
    PiiType.CN_ID: ("[ID number hidden]", "[身份证号已隐藏]"),
    PiiType.SSN: ("[SSN hidden]", "[社会安全号已隐藏]"),
    PiiType.PASSPORT: ("[passport or permit number hidden]", "[证件号已隐藏]"),
}
_MARKS: Mapping[PiiType, tuple[str, str]] = {
    PiiType.PASSWORD: ("[password]", "[密码]"),
    PiiType.OTP: ("[code]", "[验证码]"),
    PiiType.BANK_CARD: ("[card number]", "[银行卡号]"),
    PiiType.SECRET: ("[key]", "[密钥]"),
    PiiType.SEED: ("[recovery words]", "[助记词]"),
    PiiType.CN_ID: ("[ID number]", "[身份证号]"),
    PiiType.SSN: ("[SSN]", "[社会安全号]"),
    PiiType.PASSPORT: ("[passport or permit number]", "[证件号]"),
}
_MARK = re.compile(
    "|".join(re.escape(mark) for words in (_REMOVED, _MARKS) for marks in words.values() for mark in marks)
)
LIST_MARK = "***"


@dataclass(frozen=True, slots=True)
class Stored:
    """A message fit for storage. `cuts` are the spans that were replaced, in offsets of the original text."""

    text: str
    cuts: tuple[Span, ...]

    @property
    def had_secret(self) -> bool:
        """Whether a password, code, card or key was cut out, which the chat then says."""
        return any(cut.type in NEVER_STORED for cut in self.cuts)


def is_chinese(text: str) -> bool:
    """Whether marks for this text are worded in Chinese: it holds any Chinese character."""
    return re.search(r"[\u3400-\u9fff]", text) is not None


def replace(text: str, spans: Sequence[Span], marks: Sequence[str]) -> str:
    """Text with each of the ordered, disjoint spans replaced by its mark."""
    parts: list[str] = []
    position = 0
    for span, mark in zip(spans, marks, strict=True):
        parts += (text[position : span.start], mark)
        position = span.end
    return "".join([*parts, text[position:]])


def _marked(
    text: str, types: frozenset[PiiType], words: Mapping[PiiType, tuple[str, str]]
) -> tuple[str, list[Span]]:
    places = [match.span() for match in _MARK.finditer(text)]
    spans = [
        span
        for span in detect(text, types=types)
        if not any(start <= span.start and span.end <= end for start, end in places)
    ]
    language = int(is_chinese(text))
    return replace(text, spans, [words[span.type][language] for span in spans]), spans


def for_storage(text: str) -> Stored:
    """The message as it may be stored: secrets cut out, identity numbers masked, the rest untouched. Any thread.

    Raises:
        DetectionFailed: a detector failed; the text must not be stored unchecked.
    """
    masked, spans = _marked(text, IDENTITY | NEVER_STORED, _REMOVED)
    return Stored(masked, tuple(spans))


def for_index(text: str) -> str:
    """The text as it may be indexed or embedded: typed marks for identity numbers, cards, secrets and codes.

    Raises:
        DetectionFailed: a detector failed; the text must not be indexed unchecked.
    """
    return _marked(text, HIDDEN_IN_INDEX, _MARKS)[0]


def mask_for_list(text: str) -> str:
    """The text as a list may show it, `***` for identity numbers, cards, accounts, wallets and secrets.

    Raises:
        DetectionFailed: a detector failed; the text must not be shown unchecked.
    """
    spans = detect(text, types=HIDDEN_IN_LISTS)
    return replace(text, spans, [LIST_MARK] * len(spans))
