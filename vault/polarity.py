"""Whether a statement affirms or denies, and which statements deny one another: love and hate, 可以 and 不可以.

Negation is parsed, not matched on characters: 不断, 不同, 不久, 不过 and their like deny nothing, and two negations affirm.
Follows the design page "Memory core, What wins", 5.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from vault import fold, slots

_NOT_NEGATION = re.compile(
    r"不断|不同|不久|不过|不错|不少|不仅|不但|不如|不管|不论|不得不|差不多|要不|不好意思|不客气|不一样|不知不觉|对不起|了不起|不时|不止|不光"
    r"|不只|不禁|不妨|不料|不然|不等|不外乎|不愧|不足|不平|不锈|没关系|没事|没错|没准|别人|别的|别墅|特别|分别|区别|级别|告别|性别|个别"
    r"|\bnot (?:only|just|to mention)\b|\bno(?:\.|\s*)\s*\d|\bno one else\b"
)
_NEGATION = re.compile(
    r"不再|不会再|从不|并不|不可以|不能|不准|不许|不允许|不让|不要|不|没有|没|禁止|严禁|别|戒掉了?|戒了|戒|停止|停了|放弃了?"
    r"|\bno longer\b|\bnever\b|\bcannot\b|\bnot\b|n[’']t\b|\bstopped\b|\bquit\b|\bgave up\b|\bgiven up\b|\bforbidden\b"
    r"|\bprohibited\b|\bbanned\b|\bno\b"
)
# Words that only say that something holds; without them "is allowed" and "is forbidden" speak of the same thing.
_FILLER = re.compile(
    r"可以|允许|准许|能够|\b(?:allowed|permitted|any ?more|still|do|does|did|can|ca|wo|is|are|was|be|it|i|to)\b|[了的吧呢啊呀我]"
)


@dataclass(frozen=True, slots=True)
class Polarity:
    """`core` are the words of the statement without negation and filler; `negated` whether it denies them."""

    core: tuple[str, ...]
    negated: bool


# base of an attribute -> the family within which members can contradict, and whether it affirms
_FAMILIES: Mapping[str, tuple[str, bool]] = {
    "likes": ("taste", True),
    "dislikes": ("taste", False),
    "habit": ("doing", True),
    "activity": ("doing", True),
    "works": ("doing", True),
    "note": ("doing", True),
    "hobby": ("doing", True),
    "diet": ("doing", True),
    "uses": ("doing", True),
    "stack": ("doing", True),
    "owns": ("doing", True),
}


def polarity(text: str) -> Polarity:
    """The core of a statement and whether it is denied; an even number of negations affirms."""
    folded = _NOT_NEGATION.sub(" ", fold.fold(text))
    negations = len(_NEGATION.findall(folded))
    core = fold.words(_FILLER.sub(" ", _NEGATION.sub(" ", folded)))
    return Polarity(core, negations % 2 == 1)


def opposing(attribute: str, *, negated: bool) -> dict[str, bool]:
    """The bases whose members can contradict a member of this attribute, each with the `negated` they then have."""
    family, affirms = _FAMILIES.get(slots.base_of(attribute), ("", True))
    denies = negated == affirms
    bases = {base: sign for base, (name, sign) in _FAMILIES.items() if name == family}
    bases.setdefault(slots.base_of(attribute), affirms)
    return {base: (not denies) == sign for base, sign in bases.items()}


@functools.lru_cache(maxsize=16384)
def of_member(attribute: str, text: str, *, negated: bool) -> tuple[str, Polarity]:
    """The family a member of a set belongs to and its polarity there; `negated` is what extraction said."""
    family, affirms = _FAMILIES.get(slots.base_of(attribute), (slots.normalise(attribute), True))
    found = polarity(text)
    denies = (negated or found.negated) == affirms
    return family, Polarity(found.core, denies)


def contradicts(first: tuple[str, Polarity], second: tuple[str, Polarity]) -> bool:
    """Whether two members cannot both hold.

    A denial also contradicts what is more specific ("no longer drinks coffee" and "drinks two cups of coffee every
    morning"), except for tastes: disliking tea says nothing of tea roses.
    """
    if first[0] != second[0] or first[1].negated == second[1].negated:
        return False
    denied, affirmed = (first[1], second[1]) if first[1].negated else (second[1], first[1])
    if denied.core == affirmed.core:
        return bool(denied.core)
    return (
        first[0] != "taste" and _is_substantial(denied.core) and _is_subsequence(denied.core, affirmed.core)
    )


def _is_substantial(core: tuple[str, ...]) -> bool:
    return len(core) >= 2 or any(len(word) >= 3 for word in core)


def _is_subsequence(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    remaining = iter(long)
    return all(word in remaining for word in short)
