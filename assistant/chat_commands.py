"""Commands inside a chat: remember, forget, why, scope. They are answered here; no endpoint hears of them.

Forgetting shows what it would delete and waits for the next message to confirm it. Neither the request, nor
the list, nor the confirmation is indexed, so that what is forgotten does not come back by the words that asked for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant import learning
from assistant.ask import Gathered, Services
from assistant.catalogue import say, word
from assistant.commands import Command, asks_what_is_known, confirms, parse
from assistant.forgetting import matching
from assistant.forgetting_turns import forget_sentences, matching_sentences
from assistant.store import TurnStore
from vault.errors import KeepsakeError
from vault.privacy import mask_for_list
from vault.records import UNIVERSAL, Candidate, Memory, MemoryMode, Outcome, Role, State, Turn
from vault.tasks import OPEN, StepState, Task

MAX_CANDIDATES = 12
MAX_LISTED = 30
_NUMBERS = re.compile(
    r"^\s*(?:(?:delete|only|just|删除?|只删?|第)\s*)*\d{1,2}(?:\s*(?:[,，、 ]|and|和|与)+\s*第?\d{1,2})*"
    r"\s*(?:条|项|号|个)?[\s.。]*$",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:that|this|the) one\b|[这那]一?[条个]", re.IGNORECASE)
_REMEMBERED = (
    (("added", "superseded", "ranged"), "turn.remembered"),
    (("proposed", "queued"), "turn.remember_proposed"),
    (("confirmed",), "turn.remember_known"),
)


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """A command as read, before it is carried out; None and nothing pending: what is known is asked.
    `pending` is what an earlier message left to be confirmed.
    """

    command: Command | None
    pending: Mapping[str, Any] | None = None
    is_indexed: bool = True


@dataclass(frozen=True, slots=True)
class Answered:
    """What a command says and did. `detail` is kept with the reply; `pending` in it waits for the next message."""

    text: str
    outcomes: Sequence[Outcome] = ()
    needs_confirmation: bool = False
    detail: Mapping[str, Any] = field(default_factory=dict)


def read_command(store: TurnStore, text: str, history: Sequence[Turn]) -> CommandAnswer | None:
    """The command in a message, or its answer to a pending confirmation; None for anything else."""
    pending = _pending(store, history)
    if pending is not None and (confirms(text) is not None or _NUMBERS.match(text)):
        return CommandAnswer(None, pending, is_indexed=False)
    command = parse(text)
    if command is None:
        return CommandAnswer(None) if asks_what_is_known(text) else None
    return CommandAnswer(command, is_indexed=command.kind == "remember")


def _pending(store: TurnStore, history: Sequence[Turn]) -> Mapping[str, Any] | None:
    """What the last reply left to be confirmed; anything said in between has let it lapse."""
    if not history or history[-1].role is not Role.ASSISTANT:
        return None
    reply = store.reply(history[-1].id)
    command = reply.get("command") if reply is not None else None
    pending = command.get("pending") if isinstance(command, Mapping) else None
    return pending if isinstance(pending, Mapping) else None


def answer_command(services: Services, g: Gathered, read: CommandAnswer) -> Answered:
    """Carry a command out. A refused one is answered with its reason, never raised."""
    try:
        if read.command is None:
            return _known(services, g) if read.pending is None else _confirmed(services, g, read.pending)
        return _COMMANDS[read.command.kind](services, g, read.command)
    except KeepsakeError as error:
        return Answered(say("turn.no_answer", g.ask.language, reason=str(error), next=error.next_step))


# remember


def _remember(services: Services, g: Gathered, command: Command) -> Answered:
    """What was asked to be kept is kept, whatever the mode: it is the user's own order."""
    language = g.ask.language
    if g.ask.store.is_temporary:
        return Answered(say("turn.remember_temporary", language))
    candidates = _requested(g, command)
    if not candidates:
        return Answered(say("turn.remember_nothing", language))
    outcomes = services.vault.memories.apply(candidates, mode=MemoryMode.AUTO, actor="user", at=g.ask.at)
    lines = []
    for actions, key in _REMEMBERED:
        memories = [o.memory for o in outcomes if o.action in actions and o.memory is not None]
        if memories:
            lines.append(say(key, language, claims=learning.joined(memories, language)))
    denied = [o for o in outcomes if o.action == "denied"]
    if denied and not lines:
        lines.append(say("turn.remember_denied", language, reason=word("denied", denied[0].reason, language)))
    return Answered("\n".join(lines), outcomes)


def _requested(g: Gathered, command: Command) -> tuple[Candidate, ...]:
    """The candidates of the order; where the rules find no attribute in it, the sentence itself as a note."""
    found = learning.requested(g)
    return found or learning.as_note(g, command.argument)


# forget


def _forget(services: Services, g: Gathered, command: Command) -> Answered:
    language = g.ask.language
    memories = forgettable(services, g, command)
    said = [] if memories else matching_sentences(services, g, command.argument)
    if not memories and not said:
        return Answered(say("turn.forget_nothing", language))
    key = "turn.confirm_forget_never" if command.never_again else "turn.confirm_forget"
    pending = {"ids": [m.id for m in memories], "said": said, "never_again": command.never_again}
    return _offered(say(key, language), memories, said, pending)


def _offered(
    head: str, memories: Sequence[Memory], said: Sequence[Mapping[str, Any]], pending: Mapping[str, Any]
) -> Answered:
    """What would be deleted, by number; it waits for the next message."""
    texts = [memory.claim for memory in memories] or [entry["quote"] for entry in said]
    lines = [head, *(f"{number}. {mask_for_list(text)}" for number, text in enumerate(texts, 1))]
    return Answered("\n".join(lines), needs_confirmation=True, detail={"pending": dict(pending)})


def forgettable(services: Services, g: Gathered, command: Command) -> list[Memory]:
    """Memories of any state that fit what is to be forgotten, the best first. An order that names nothing
    means what the message before it said.
    """
    memories = [m for m in services.vault.memories.list(None) if m.scope in (UNIVERSAL, g.ask.scope)]
    if not command.argument:
        return memories[:MAX_CANDIDATES] if command.is_everything else _from_last_message(g, memories)
    return matching(command.argument, memories, is_everything=command.is_everything)[:MAX_CANDIDATES]


def _from_last_message(g: Gathered, memories: Sequence[Memory]) -> list[Memory]:
    """The memories that rest on the user's last message before this one."""
    before = [
        turn.id for turn in g.ask.store.turns(20) if turn.role is Role.USER and turn.id != g.question.id
    ]
    return [memory for memory in memories if before and any(e.ref_id == before[-1] for e in memory.evidence)]


def _confirmed(services: Services, g: Gathered, pending: Mapping[str, Any]) -> Answered:
    language, text = g.ask.language, g.question.text
    if confirms(text) is False:
        return Answered(say("turn.forget_kept", language))
    still = {memory.id: memory for memory in services.vault.memories.list(None)}
    if _ONE.search(text) and not _NUMBERS.match(text):
        left = [still[memory_id] for memory_id in pending.get("ids", []) if memory_id in still]
        if max(len(left), len(pending.get("said", []))) > 1:  # "that one", of several: which?
            return _offered(say("turn.forget_which", language), left, pending.get("said", []), pending)
    ids = [memory_id for memory_id in _chosen(text, pending.get("ids", [])) if memory_id in still]
    said = _chosen(text, pending.get("said", []))
    never_again = bool(pending.get("never_again"))
    reports = [services.vault.memories.forget(ids, never_again=never_again)] if ids else []
    reports += forget_sentences(services, g, said, never_again=never_again)
    if not ids and not said:
        return Answered(say("turn.forget_kept", language))
    memories = sum(len(ids) and len(report.memories) for report in reports)
    turns = len({turn for report in reports for turn in (*report.turns_cut, *report.turns_removed)})
    text = say("turn.forgot", language, memories=memories, turns=turns)
    held = dict.fromkeys(Path(path).name for report in reports for path in report.backups)
    if held:
        text += "\n\n" + say("turn.forgot_held", language, names=", ".join(held))
    return Answered(text)


def _chosen(text: str, offered: Sequence[Any]) -> list[Any]:
    """All that was offered, or only the numbers that the message names."""
    if not _NUMBERS.match(text):
        return list(offered)
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return [offered[number - 1] for number in dict.fromkeys(numbers) if 0 < number <= len(offered)]


# why and scope


def _why(services: Services, g: Gathered, command: Command) -> Answered:
    language = g.ask.language
    turns = g.ask.store.turns(40)
    replies = [turn for turn in turns if turn.role is Role.ASSISTANT and turn.id != g.question.id]
    detail = next(
        (found for turn in reversed(replies) if (found := g.ask.store.reply(turn.id)) is not None), None
    )
    if detail is None:
        return Answered(say("turn.why_no_reply", language))
    retrieved = [*detail.get("retrieved", ()), *detail.get("profile", ())]
    cited = {citation["mark"] for citation in detail.get("citations", ())}
    lines = [
        say(
            "turn.why_line",
            language,
            mark=entry["mark"],
            what=f"{entry['date']} “{mask_for_list(entry['text'])}”".strip(),
            reasons=", ".join(word("why", reason, language) for reason in entry["why"])
            or word("why", "other", language),
        )
        for entry in retrieved
        if entry["mark"] in cited
    ]
    head = say("turn.why_head" if lines else "turn.why_none", language)
    left = detail.get("left_out", ())
    if left:
        reasons = ", ".join(dict.fromkeys(word("left_out", entry["reason"], language) for entry in left[:5]))
        lines.append(say("turn.why_left", language, count=len(left), reasons=reasons))
    return Answered("\n".join([head, *lines]))


def _scope(services: Services, g: Gathered, command: Command) -> Answered:
    language, wanted = g.ask.language, command.argument.strip()
    if not wanted:
        key = "turn.scope_none" if g.ask.scope == UNIVERSAL else "turn.scope_is"
        return Answered(
            say(key, language, scope=g.ask.scope) if key == "turn.scope_is" else say(key, language)
        )
    is_universal = wanted.casefold() in (UNIVERSAL, "none", "off", "无", "全部", "通用")
    scope = UNIVERSAL if is_universal else wanted
    if not g.ask.store.is_temporary:
        services.vault.conversations.set_scope(g.ask.store.conversation_id, scope)
    return Answered(
        say("turn.scope_universal", language)
        if is_universal
        else say("turn.scope_set", language, scope=scope)
    )


# tasks


def _task(services: Services, g: Gathered, command: Command) -> Answered:
    """The tasks that have not ended; with "cancel" and a number of that list, the end of one."""
    language = g.ask.language
    tasks = services.vault.tasks.list(OPEN)
    order = re.match(
        r"\s*(?:cancel|stop|取消|停止|结束)\s*(?:第)?(\d{1,2})?", command.argument, re.IGNORECASE
    )
    if order is not None:
        chosen = int(order[1]) - 1 if order[1] else 0
        if not 0 <= chosen < len(tasks) or (len(tasks) > 1 and not order[1]):
            return Answered(_task_list(tasks, language))
        services.vault.tasks.cancel(tasks[chosen].id)
        return Answered(say("turn.task_cancelled", language, goal=mask_for_list(tasks[chosen].goal)))
    return Answered(_task_list(tasks, language))


def _task_list(tasks: Sequence[Task], language: str) -> str:
    if not tasks:
        return say("turn.tasks_none", language)
    lines = [say("turn.tasks_head", language)]
    for number, task in enumerate(tasks[:MAX_LISTED], 1):
        done = sum(step.state is StepState.DONE for step in task.steps)
        lines.append(
            say(
                "turn.task_line",
                language,
                number=number,
                goal=mask_for_list(task.goal),
                done=done,
                steps=len(task.steps),
            )
        )
    return "\n".join([*lines, say("turn.tasks_hint", language)])


def _known(services: Services, g: Gathered) -> Answered:
    """What is kept about the user, the latest first, identity numbers as stars, and how much waits for review."""
    language, seen = g.ask.language, (UNIVERSAL, g.ask.scope)
    memories = [m for m in services.vault.memories.list() if m.scope in seen]
    waiting = sum(m.scope in seen for m in services.vault.memories.list(State.PROPOSED))
    is_waiting = [say("turn.known_waiting", language, count=waiting)] if waiting else []
    if not memories:
        return Answered("\n".join([say("turn.memories_none", language), *is_waiting]))
    lines = [say("turn.memories_head", language)]
    lines += [f"- {mask_for_list(memory.claim)}" for memory in memories[:MAX_LISTED]]
    if len(memories) > MAX_LISTED:
        lines.append(say("turn.known_more", language, count=len(memories) - MAX_LISTED))
    return Answered("\n".join([*lines, "", *is_waiting] if is_waiting else lines))


_COMMANDS = {"remember": _remember, "forget": _forget, "why": _why, "scope": _scope, "task": _task}
