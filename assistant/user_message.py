"""The message of a turn: stored without its secrets, with its files; or, for another reply, the one that is kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant import attaching, learning, preparing
from assistant.ask import Ask, Gathered, Services
from assistant.catalogue import say
from assistant.chat_commands import CommandAnswer, read_command
from assistant.extraction.guards import is_injection
from assistant.keeping_safe import keep_safe
from vault.privacy import PiiType, for_storage
from vault.privacy.spans import IDENTITY, NEVER_STORED
from vault.records import Role, Turn

_LATER_TURNS = 1_000


def received(services: Services, ask: Ask, history: Sequence[Turn]) -> tuple[Gathered, CommandAnswer | None]:
    """The message to answer, and the command that it is. A kept one is no command again, and teaches nothing twice.

    Raises:
        DetectionFailed: it could not be checked for secrets; nothing was stored.
    """
    if not ask.answers:
        return _stored(services, ask, history)
    g = Gathered(ask, ask.store.turn(ask.answers))
    g.attachments = attaching.known(ask.store, g.question)
    later = ask.store.turns(_LATER_TURNS)
    g.hidden = frozenset(turn.id for turn in later if turn.position > g.question.position)
    return g, None


def type_words(types: Collection[PiiType], language: str) -> str:
    """Kinds of secrets, as a list in the user's language."""
    return say("recall_only.list_separator", language).join(
        sorted(say(f"secret.{kind.value.lower()}", language) for kind in types)
    )


def _stored(services: Services, ask: Ask, history: Sequence[Turn]) -> tuple[Gathered, CommandAnswer | None]:
    """Cut secrets, store the message; nothing about forgetting is indexed."""
    stored = for_storage(ask.text)
    files, cut = attaching.for_storing(ask)
    command = read_command(ask.store, stored.text, history)
    if command is None:
        preparing.expect(services, ask, stored.text, history)
    question = ask.store.add(
        Role.USER,
        stored.text,
        at=ask.at,
        zone=ask.zone,
        state="complete",
        # A pasted text that gives orders to the assistant stays in the chat and never answers a question.
        is_indexed=(command is None or command.is_indexed) and not is_injection(stored.text),
        parent_id=ask.store.turn(ask.replaces).parent_id if ask.replaces else None,
        names_conversation=not history and command is None,
    )
    g = Gathered(ask, question)
    if files:
        ask.store.attach(question.id, files)
    g.attachments = attaching.known(ask.store, question)
    if ask.replaces:
        learning.take_back(services, g, ask.replaces)
    types = {span.type for span in stored.cuts}
    for kinds in (cut, types & NEVER_STORED):
        if kinds:
            g.note("note.secret_cut", types=type_words(kinds, ask.language))
    if types & IDENTITY:
        is_kept = bool(keep_safe(services.vault, ask, stored))
        g.note("note.sealed" if is_kept else "note.identity_masked")
    return g, command
