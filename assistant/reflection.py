"""After a task: what it found against what was believed, plans it made come true, and details worth lifting
out of an earlier one.

Needs no model; with one, what the findings imply is proposed as well, under the same checks as everything a
model says. Nothing here changes a memory in force: updates wait as proposals, contradictions are flagged
for the user. Follows the design page "Memory core, Working memory and tasks".
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from assistant.endpoints import ChatRequest, Endpoint, whole_reply
from assistant.extraction.model_output import SCHEMA, Context, OutputMalformed, read_output
from assistant.extraction.model_prompt import extraction_messages
from assistant.language import content_words, language_of, numbers
from assistant.model_extraction import MAX_TOKENS, Asker, scrubber_for
from assistant.validator import CONFIDENCE, Fact, candidate_of, thing_of
from vault import Vault, fold
from vault.polarity import contradicts, of_member
from vault.records import Candidate, Evidence, Memory, MemoryMode, Role, SourceKind, State, Turn
from vault.slots import detail_of
from vault.tasks import Finding, Task, TaskState
from vault.topics import topics_of

CONTRADICTION: Final = "contradiction"
FULFILLED: Final = "fulfilled"
LIFTED: Final = "lifted"
ACTOR: Final = "reflection"
_EARLIER_TASKS = 50
_PLAN_SHARE = 0.6  # of a plan's topics in the goal of a task: then the task was about it
_CODE = re.compile(r"\b(?=[A-Za-z0-9-]*\d)[A-Za-z0-9]{2,}(?:-[A-Za-z0-9]+)*\b")
_NOT_YET = re.compile(r"\bnot\b|n't\b|\bno longer\b|\bnever\b|还没|还未|没有|尚未|未|不再")


@dataclass(frozen=True, slots=True)
class Reflection:
    """What a task leaves behind. `proposals` are ids of memories that wait; each contradiction is what was
    found and the memory in force that says otherwise; `fulfilled` are plans that the task may have made
    come true.
    """

    proposals: tuple[str, ...] = ()
    contradictions: tuple[tuple[Finding, Memory], ...] = ()
    fulfilled: tuple[Memory, ...] = ()
    dropped: int = 0  # of what a model said


def reflect(vault: Vault, task_id: str, *, mode: MemoryMode) -> Reflection:
    """Look back on a task. Notes what it sees as findings of the task; with memory off it proposes
    nothing."""
    task = vault.tasks.get(task_id)
    found = [(finding, memory) for finding in task.kept for memory in _against(vault, task, finding)]
    for finding, memory in found:
        vault.tasks.record_finding(
            task.id,
            f"{finding.text} / {memory.claim}",
            reason=CONTRADICTION,
            memory_id=memory.id,
            actor=ACTOR,
        )
    fulfilled = _fulfilled(vault, task)
    for memory in fulfilled:
        vault.tasks.record_finding(task.id, memory.claim, reason=FULFILLED, memory_id=memory.id, actor=ACTOR)
    lifted = _lift(vault, task, mode)
    return Reflection(tuple(lifted), tuple(found), tuple(fulfilled))


async def reflect_with_model(asker: Asker, endpoint: Endpoint, task_id: str) -> Reflection:
    """`reflect`, and what a model concludes from the findings as proposals with source "tool".

    Raises:
        EndpointError, SendRefused: the model could not be asked; what needs none has been done.
    """
    plain = await asyncio.to_thread(lambda: reflect(asker.vault, task_id, mode=asker.mode))
    task = asker.vault.tasks.get(task_id)
    if asker.mode is MemoryMode.OFF or not task.kept:
        return plain
    trust = await endpoint.trust()
    request, context = await asyncio.to_thread(_request, asker, endpoint, task, trust)
    try:
        read = read_output(await whole_reply(endpoint, request), context)
    except OutputMalformed:
        return replace(plain, dropped=1)
    made = [_of_task(candidate, task) for candidate in read.candidates]
    outcomes = await asyncio.to_thread(
        lambda: asker.vault.memories.apply(made, mode=asker.mode, actor="model")
    )
    ids = [outcome.memory.id for outcome in outcomes if outcome.memory is not None]
    return replace(plain, proposals=(*plain.proposals, *ids), dropped=sum(read.dropped.values()))


# what was found against what was believed


def _against(vault: Vault, task: Task, finding: Finding) -> list[Memory]:
    """Memories in force about the thing of the task that do not agree with a finding."""
    thing = thing_of(task.goal) or thing_of(finding.text)
    codes = {code.casefold() for code in _CODE.findall(thing)}
    label, _, value = finding.text.partition(": ")
    found = []
    for memory in vault.memories.list():
        if memory.id == finding.memory_id or memory.source is SourceKind.TOOL:
            continue
        said = fold.fold(f"{memory.subject} {memory.claim}")
        if codes and not any(code in said for code in codes):
            continue
        if not codes and not (topics_of(task.goal) & topics_of(memory.claim)):
            continue
        if _differs(memory, label, value or label):
            found.append(memory)
    return found


def _differs(memory: Memory, label: str, value: str) -> bool:
    """Whether a memory says of the same thing something that cannot be true beside `label: value`."""
    claim = memory.claim
    shared = content_words(value) & content_words(claim)
    if shared and bool(_NOT_YET.search(claim)) != bool(_NOT_YET.search(value)):
        return True
    names_label = bool(content_words(label) & content_words(f"{claim} {detail_of(memory.attribute)}"))
    if not names_label:
        return False
    ours, theirs = numbers(value), numbers(claim)
    if ours and theirs:
        return not ours & theirs
    said = of_member(memory.attribute, value, negated=False)
    return contradicts(said, of_member(memory.attribute, claim, negated=memory.negated))


def _fulfilled(vault: Vault, task: Task) -> list[Memory]:
    """Plans in force that a task which was done was about."""
    if task.state is not TaskState.DONE:
        return []
    goal = topics_of(task.goal)
    plans = [memory for memory in vault.memories.list() if memory.is_plan]
    return [
        plan
        for plan in plans
        if (topics := topics_of(plan.claim)) and len(topics & goal) >= _PLAN_SHARE * len(topics)
    ]


# details that a later task refers to


def _lift(vault: Vault, task: Task, mode: MemoryMode) -> list[str]:
    """Propose the passing details of earlier tasks that this one named again: they were not for once after
    all."""
    if mode is MemoryMode.OFF:
        return []
    named = {code.casefold() for code in _CODE.findall(task.goal)}
    lifted: list[str] = []
    for earlier in vault.tasks.list(limit=_EARLIER_TASKS):
        if earlier.id == task.id or earlier.scope != task.scope:
            continue
        for finding in earlier.kept:
            codes = {code.casefold() for code in _CODE.findall(finding.text)}
            if finding.memory_id or finding.reason or not codes & named:
                continue
            label, _, value = finding.text.partition(": ")
            fact = Fact(label if value else "", value or label, finding.text, lasts=True)
            [outcome] = vault.memories.apply(
                [candidate_of(earlier, fact, tool=ACTOR, step_id=finding.step_id)], mode=mode, actor=ACTOR
            )
            if outcome.memory is not None and outcome.memory.state is State.PROPOSED:
                lifted.append(outcome.memory.id)
                vault.tasks.record_finding(
                    task.id, finding.text, reason=LIFTED, memory_id=outcome.memory.id, actor=ACTOR
                )
    return lifted


# with a model


def _request(asker: Asker, endpoint: Endpoint, task: Task, trust: str) -> tuple[ChatRequest, Context]:
    """The findings of a task as the message to look at, scrubbed under the rules of the endpoint."""
    scrubber = scrubber_for(asker, endpoint, task.conversation_id, trust)
    told = "\n".join(finding.text for finding in task.kept)
    language = language_of(task.goal)
    related = asker.recall_text(task.goal, limit=8, scope=task.scope)
    shown = {
        item.memory.id: item.memory
        for item in related.items
        if item.memory is not None and not item.past and scrubber.may_leave(item.memory.sensitivity)
    }
    messages = extraction_messages(
        scrubber.scrub(told),
        [("task", scrubber.scrub(task.goal))],
        [(memory.id, scrubber.scrub(memory.claim, memory.sensitivity)) for memory in shown.values()],
        language,
    )
    request = ChatRequest(
        tuple(messages), task.goal, language, purpose="extraction", replaced=scrubber.replaced,
        memory_ids=tuple(shown), conversation_id=task.conversation_id, assumed_trust=trust, schema=SCHEMA,
        max_tokens=MAX_TOKENS,
    )  # fmt: skip

    def restore(text: str) -> str:
        restorer = scrubber.restorer()
        return restorer.feed(text) + restorer.flush()

    spoken = Turn(task.id, task.conversation_id, 0, Role.USER, told, task.updated_utc, "UTC")
    return request, Context(spoken, task.updated_utc, task.scope, shown, restore=restore)


def _of_task(candidate: Candidate, task: Task) -> Candidate:
    """A conclusion from a task's findings: the tool's word about the thing, never the user's about
    themselves."""
    subject = thing_of(task.goal) or thing_of(candidate.claim) or ACTOR
    evidence: Sequence[Evidence] = [Evidence("tool", task.id, item.quote) for item in candidate.evidence]
    named = candidate.subject if candidate.subject != "user" else subject
    return replace(
        candidate, subject=named, evidence=tuple(evidence), source=SourceKind.TOOL, confidence=CONFIDENCE,
        requested=False,
    )  # fmt: skip
