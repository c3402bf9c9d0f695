"""Which memory a statement ends. Pure.

Either its words are named as over ("from Postgres 14 to Postgres 16", 不是A区，是F区), or the thing is that gets a new
time, number or name ("the wedding has moved to 3 October").

Slots alone cannot tell: the old statement may stand under another attribute. What merely mentions the same words is
left alone: it must be about the same thing, and no event that is past. Follows the design page "Memory core".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from vault import fold, slots
from vault.arbitration import is_later
from vault.records import Layer, Memory, Quantity
from vault.topics import topics_of

_TIMED = frozenset({"appointment", "schedule", "deadline", "trip"})  # what tells when a thing happens
_HELD = frozenset({"uses", "owns", "number", "attribute"})  # what one has or uses
_TOOLS = frozenset({"uses", "stack"})  # one tool in the place of another
_DOINGS = frozenset({"habit", "activity", "works", "employer", "role", "school", "hobby", "attribute"})
_PLACED = frozenset({"location", "habit", "attribute", "number", "note", "about", "address", "home"})
_PLACE = re.compile(
    r"\b(?:in|on|at|by|near|behind|under|opposite|next to)\b|[一二三四五六七八九十\d][楼层号栋区]|"
    r"[室厅房间柜屉库馆店院校路街边旁里上下家]|那儿|手上|\bwith\b",
    re.IGNORECASE,
)
_MOST, _MUCH = 2 / 3, 0.4  # of the words that two statements of one thing share
_TIME = re.compile(
    r"\b(?:\d{1,2}(?::\d\d)? ?(?:am|pm)|o'clock|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"\d{1,2}(?:st|nd|rd|th))\b|[\d一二三四五六七八九十两]点|(?:周|星期|礼拜)[一二三四五六日天末]|\d{1,2}[日号](?!楼)",
    re.IGNORECASE,
)
_VALUES = re.compile(
    r"(?<=[a-z,] )[A-Z][\w'’-]*|\d[\w.,:]*|(?:早上|上午|中午|下午|晚上)?[\d一二三四五六七八九十两]{1,3}点(?:半|钟|整)?|"
    r"(?:每?周|星期|礼拜)[一二三四五六日天末]|"
    r"\b(?:at|by|until) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)\b"
)
_SPECIFIC = 2  # content words; a single one (a town, a colour) is the matter of too many memories


def ended_by(newcomer: Memory, words: str, in_force: Iterable[Memory]) -> str:
    """The id of the one active memory that `newcomer` ends, empty where none or more than one could be meant.

    `words` are those of the old value as they were said. Memories of another subject or scope are ignored.
    """
    old = fold.words(words)
    if not old:
        return ""
    found = [memory for memory in in_force if _may_be_meant(newcomer, memory) and _holds(memory, old)]
    same = [
        memory
        for memory in found
        if slots.base_of(memory.attribute) == slots.base_of(newcomer.attribute)
        or _topics(newcomer, words) & _topics(memory, words)
        or _is_its_matter(memory, words)
        or {slots.base_of(memory.attribute), slots.base_of(newcomer.attribute)} <= _TOOLS
    ]
    return same[0].id if len(same) == 1 else ""


def changed_by(newcomer: Memory, thing: str, in_force: Iterable[Memory]) -> str:
    """The id of the one active memory that told the same of `thing` before; empty where none or several could be meant.

    `thing` is its name, or the statement without the words that say it changed: then most of its words must be shared.

    The same is a time where the newcomer tells one, a number of its unit, else a value of the same attribute.
    """
    words = fold.words(thing)
    if not words:
        return ""
    earlier = [
        memory
        for memory in in_force
        if (memory.subject, memory.scope, memory.is_plan)
        == (newcomer.subject, newcomer.scope, newcomer.is_plan)
        and not memory.negated
        and is_later(replace(newcomer, valid_from=None), replace(memory, valid_from=None))
    ]
    found = [
        memory
        for memory in earlier
        if (_holds(memory, words) or (newcomer.negated and _says_in_order(memory, words)))
        and _tells_the_same(newcomer, memory)
    ]
    found = found or [memory for memory in earlier if _is_of_the_same(newcomer, thing, memory)]
    return found[0].id if len(found) == 1 else ""


def _is_of_the_same(newcomer: Memory, frame: str, memory: Memory) -> bool:
    """Whether a memory tells a value of the same kind of what a statement says was changed, by the words for it."""
    if memory.layer is Layer.EVENT and slots.base_of(memory.attribute) not in _TIMED:
        return False
    kind = _kind(newcomer)
    if kind != _kind(memory):
        return False
    changed, told = _matter(frame), _matter(memory.claim)
    shared = len(changed & told)
    if not shared or shared < _MOST * min(len(changed), len(told)):
        return False
    return shared >= (_MOST if kind.startswith("number") else _MUCH) * len(told)


def _kind(memory: Memory) -> str:
    """What sort of value a memory tells: a time, a number with its unit, or words."""
    if isinstance(memory.value, Quantity):
        return f"number {memory.value.unit}"
    if (
        slots.base_of(memory.attribute) in _TIMED
        or _TIME.search(memory.claim)
        or memory.valid_from is not None
    ):
        return "time"
    return "words"


def _matter(text: str) -> frozenset[str]:
    """What a text is about, without the names, numbers and times that are its values."""
    return topics_of(_VALUES.sub(" ", text))


def _tells_the_same(newcomer: Memory, memory: Memory) -> bool:
    bases = {slots.base_of(newcomer.attribute), slots.base_of(memory.attribute)}
    if newcomer.negated and slots.base_of(newcomer.attribute) == "habit":
        return slots.base_of(memory.attribute) in _DOINGS
    if isinstance(newcomer.value, Quantity) or isinstance(memory.value, Quantity):
        return _unit(newcomer) == _unit(memory)
    if bases <= _TIMED:
        return True
    if slots.base_of(newcomer.attribute) == "location":
        return bases <= _PLACED and _PLACE.search(memory.claim) is not None
    if bases <= _HELD and len(bases) == 2:
        # 我用的是白鹭牌键盘 and 键盘换成灰雁牌了: what is held ends in the thing itself.
        thing = fold.words(slots.detail_of(newcomer.attribute))
        return bool(thing) and fold.words(memory.claim)[-len(thing) :] == thing
    return len(bases) == 1 and slots.rules_of(newcomer.attribute).kind is slots.Kind.SINGLE


def _unit(memory: Memory) -> str | None:
    return memory.value.unit if isinstance(memory.value, Quantity) else None


def _may_be_meant(newcomer: Memory, memory: Memory) -> bool:
    return (
        (memory.subject, memory.scope, memory.is_plan) == (newcomer.subject, newcomer.scope, newcomer.is_plan)
        and memory.layer is not Layer.EVENT
        and not memory.negated
        and is_later(newcomer, memory)
    )


def _holds(memory: Memory, old: tuple[str, ...]) -> bool:
    held = f" {' '.join(fold.words(memory.claim))} "
    return f" {' '.join(old)} " in held


def _says_in_order(memory: Memory, words: tuple[str, ...]) -> bool:
    """Whether a claim says all of these words in their order, others between them: 报社实习 of 我在报社做实习记者."""
    said = iter(fold.words(memory.claim))
    return all(word in said for word in words)


def _is_its_matter(memory: Memory, words: str) -> bool:
    """Whether the old value is most of what a memory says: the diesel van of "I drive a diesel van"."""
    said, over = topics_of(memory.claim), topics_of(words)
    return len(fold.words(words)) >= _SPECIFIC and len(over & said) * 2 >= len(said)


def _topics(memory: Memory, words: str) -> frozenset[str]:
    """What a claim is about, without the old value itself."""
    return topics_of(memory.claim) - topics_of(words)
