"""The request's messages: fixed identity and boundary rules, the standing profile, the numbered sources, then the talk.

What the vault holds is quoted data: it is fenced, its own brackets are softened so that it can neither forge a mark nor
close the fence, and the rules say that nothing inside it is an instruction. The identity text is fixed and lives in the
catalogue; a test pins what it must say in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assistant.catalogue import say
from assistant.citations import Source
from assistant.endpoints.protocol import Message

# Tokens that never occur in ordinary text, so that the reply filter can remove an echo of them for certain.
FENCE_OPEN = "⟦vault⟧"
FENCE_CLOSE = "⟦/vault⟧"
TAIL_MARK = "@@keepsake"

Transform = Callable[[str], str]


def identity_text(language: str) -> str:
    """The fixed identity and boundary rules."""
    return say("identity", language)


def source_line(source: Source, language: str, transform: Transform = str) -> str:
    """One numbered line of the sources block; `transform` pseudonymises what the user said."""
    what = say(f"prompt.kind.{source.kind}", language)
    when = source.date or say("prompt.undated", language)
    flags = [say("prompt.past", language)] if source.past else []
    if source.weight < 0.5:
        flags.append(say("prompt.not_said_by_user", language))
    if source.kind == "turn":
        flags.append(say(f"prompt.said.{source.role or 'user'}", language))
    title = [soften(transform(source.title))] if source.title else []
    if source.page:
        title.append(say("prompt.page", language, page=source.page))
    label = " · ".join([what, *title, when, *flags])
    return f"[{source.mark}] {label}: “{soften(transform(source.text))}”"


def soften(text: str) -> str:
    """Quoted text on one line, without anything that reads as a mark, the fence or the tail."""
    flat = re.sub(r"\s*\n\s*", " / ", text.strip())
    flat = flat.replace("⟦", "(").replace("⟧", ")").replace(TAIL_MARK, "@ keepsake")
    return re.sub(r"\[(\^?\d[\d, ]*)\]|【(\d+)】", lambda m: f"({m.group(1) or m.group(2)})", flat).replace(
        "”", "’"
    )


def system_text(
    profile: Sequence[str],
    sources: Sequence[str],
    language: str,
    *,
    today: str,
    earlier: Sequence[str] = (),
    passages: Sequence[str] = (),
    is_form: bool = False,
) -> str:
    """The system message from finished lines of profile, sources, passages of files and earlier turns in short."""
    parts = [identity_text(language), say("prompt.today", language, today=today)]
    if profile:
        parts.append(say("prompt.profile", language) + "\n" + _fenced(profile))
    if sources:
        parts.append(say("prompt.sources", language) + "\n" + _fenced(sources))
    elif not passages:
        parts.append(say("prompt.no_sources", language))
    if passages:
        parts.append(say("prompt.passages", language) + "\n" + _fenced(passages))
    if earlier:
        parts.append(say("prompt.earlier", language) + "\n" + _fenced(earlier))
    parts.append(
        say("prompt.form", language) if is_form else say("prompt.contract", language, tail=TAIL_MARK)
    )
    return "\n\n".join(parts)


def _fenced(lines: Sequence[str]) -> str:
    return "\n".join([FENCE_OPEN, *lines, FENCE_CLOSE])


def messages(system: str, history: Sequence[Message], question: str) -> tuple[Message, ...]:
    """System, history without blank or doubled roles, and the question; a server that is strict about turns
    accepts it.
    """
    found: list[Message] = [Message("system", system)]
    for message in (*history, Message("user", question)):
        if not message.content.strip():
            continue
        if found[-1].role == message.role:
            found[-1] = Message(message.role, f"{found[-1].content}\n\n{message.content}")
        else:
            found.append(Message(message.role, message.content.rstrip()))
    # Some templates insist that a user speaks first.
    if len(found) > 1 and found[1].role == "assistant":
        del found[1]
    return tuple(found)
