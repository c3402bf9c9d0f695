"""The messages by which a model is asked what one message of the user says that lasts.

Earlier turns and known memories are fenced and marked as context. No example stands in it: what a prompt
shows as an example is what a weak model gives back. The text lives in the catalogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from assistant.catalogue import say
from assistant.endpoints.protocol import Message
from assistant.prompt import FENCE_CLOSE, FENCE_OPEN, soften

# What a model is offered by name; anything else it names is taken as a set of facts.
ATTRIBUTES: Final = (
    "name", "home", "city", "employer", "role", "school", "likes", "dislikes", "prefer", "hobby", "habit", "activity",
    "answer_format", "answer_length", "allergy", "diet", "relation", "pet", "owns", "uses", "location", "budget", "count",
    "measure", "event", "appointment", "trip", "deadline", "status", "note",
)  # fmt: skip


def extraction_messages(
    message: str, earlier: Sequence[tuple[str, str]], known: Sequence[tuple[str, str]], language: str
) -> list[Message]:
    """System and question from texts that may leave: the message, (role, text) before it, (id, claim)
    known."""
    parts = []
    if known:
        lines = [f"{memory_id}: {soften(claim)}" for memory_id, claim in known]
        parts.append(_fenced(say("extraction.known", language), lines))
    if earlier:
        lines = [f"{role}: {soften(text)}" for role, text in earlier]
        parts.append(_fenced(say("extraction.earlier", language), lines))
    body = message.replace("⟦", "(").replace("⟧", ")")
    parts.append(_fenced(say("extraction.message", language), [body]))
    system = say("extraction.system", language, attributes=", ".join(ATTRIBUTES))
    return [Message("system", system), Message("user", "\n\n".join(parts))]


def retry_messages(asked: Sequence[Message], answer: str, reason: str, language: str) -> tuple[Message, ...]:
    """The same question with the answer that could not be used and the request to answer once more."""
    return (
        *asked,
        Message("assistant", answer or "…"),
        Message("user", say("extraction.retry", language, reason=reason)),
    )


def _fenced(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, FENCE_OPEN, *lines, FENCE_CLOSE])
