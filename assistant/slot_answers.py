"""Memories of exactly the attribute that a question asks for, looked up by slot, and recall's result with them in it.

Words and meaning may miss them ("what am I called?" shares nothing with 我是陆青禾); the slot does not. Where the
user's own slot answers, what is known of somebody else's is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from assistant.asked import answers, asked_attributes
from assistant.extraction.guards import is_injection
from vault.fold import fold
from vault.records import UNIVERSAL, USER, Memory, RecallItem, RecallResult, State
from vault.slots import base_of, detail_of
from vault.vault import Vault

OWN_WORDS_WEIGHT = 0.9
# What tells it as well where the attribute itself was never told.
_INSTEAD = {"name": ("nickname", "surname"), "role": ("works",), "profession": ("works",)}
_ABOUT_A_TEXT = re.compile(
    r"\b(?:e-?mails?|letters?|messages?|attachments?|files?|readme|reviews?|notices?|articles?|pages?|sites?|texts?|say|said|wrote|written)\b|"
    r"邮件|信|附件|文件|网页|文章|公告|通知|评论|那段|原文|写了|说了|提到",
    re.IGNORECASE,
)
WHY = "slot"  # the reason under which a looked-up memory is shown


def slot_memories(vault: Vault, question: str, scope: str, near: Iterable[Memory] = ()) -> list[Memory]:
    """Active memories of exactly the attribute that was asked for: from `near`, and by looking the slot up.

    Where none is in force yet, the user's own words that wait for review answer.
    """
    asked = asked_attributes(question)
    if not asked:
        return []
    near = list(near)
    return _of_slots(vault, question, scope, near, asked) or _of_slots(
        vault, question, scope, near, tuple(other for base in asked for other in _INSTEAD.get(base, ()))
    )


def _of_slots(
    vault: Vault, question: str, scope: str, near: Iterable[Memory], asked: tuple[str, ...]
) -> list[Memory]:
    """What answers of these attributes, each given by its base."""
    found = list(near)
    for base in asked:
        for one in dict.fromkeys((scope, UNIVERSAL)):
            found += vault.memories.slot(USER, base, one)
    found = [memory for memory in found if memory.state is State.ACTIVE]
    if not any(answers(memory, question, asked, scope) for memory in found):
        waiting = vault.memories.list(State.PROPOSED, subject=USER)
        found = [memory for memory in waiting if memory.weight >= OWN_WORDS_WEIGHT]
    fitting = [memory for memory in found if answers(memory, question, asked, scope)]
    # Where the question names the thing, the budget of that thing answers and no other.
    named = [memory for memory in fitting if detail_of(memory.attribute)]
    return list({memory.id: memory for memory in named or fitting}.values())


def _without_orders(result: RecallResult) -> RecallResult:
    """Text of a stranger that gives the assistant orders is no answer, unless that text itself is asked for."""
    if not asked_attributes(result.query) and _ABOUT_A_TEXT.search(result.query):
        return result
    items = [
        replace(item, selected=False)
        if item.selected and item.memory is None and is_injection(item.text)
        else item
        for item in result.items
    ]
    is_known = any(item.selected for item in items) or not result.selected
    return replace(result, items=tuple(items), verdict=result.verdict if is_known else "unknown")


def with_slots(result: RecallResult, vault: Vault, scope: str) -> RecallResult:
    """The result with the memories of the asked slot selected, and without somebody else's in their place."""
    near = [item.memory for item in result.items if item.memory is not None and not item.past]
    found = {
        memory.id: memory
        for memory in slot_memories(vault, result.query, scope, near)
        if memory.state is State.ACTIVE
    }
    if not found:
        return _without_orders(result)
    bases = {base_of(memory.attribute) for memory in found.values()}
    told = {one.ref_id for memory in found.values() for one in memory.evidence}
    items = [_judged(item, found, bases | {"about"}, told, result.query) for item in result.items]
    listed = {item.id for item in items}
    added = [_item(memory) for memory_id, memory in found.items() if memory_id not in listed]
    return replace(result, verdict="known", items=(*added, *items))


def _judged(
    item: RecallItem, found: Collection[str], bases: Collection[str], told: Collection[str], question: str
) -> RecallItem:
    if item.id in found:
        return replace(item, selected=True, why=tuple(dict.fromkeys((WHY, *item.why))))
    if item.kind == "turn" and item.id in told:
        return replace(item, selected=False)  # the memory says it, without what it denies of the past
    memory = item.memory
    is_anothers = (
        memory is not None
        and memory.subject != USER
        and base_of(memory.attribute) in bases
        and fold(memory.subject) not in fold(question)
    )
    return replace(item, selected=False) if is_anothers else item


def _item(memory: Memory) -> RecallItem:
    source = memory.evidence[0].conversation_id if memory.evidence else ""
    said = memory.valid_from.start_utc if memory.valid_from is not None else memory.said_utc
    return RecallItem("memory", memory.id, memory.claim, 0.0, True, {}, (WHY,), said, source, memory=memory)
