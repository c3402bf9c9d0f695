"""Forgetting what was only said: sentences of messages that no memory was drawn from.

Each sentence becomes a note for a moment, because the vault's deletion is the one path on which words leave it: turns,
index, kept requests and replies are cut by it, and its tombstone keeps the words from being learnt again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.ask import Gathered, Services
from assistant.language import content_words, sentences
from vault.records import Candidate, DeletionReport, Evidence, Layer, MemoryMode

MAX_SENTENCES = 6
INDEX_WAIT_S = 2.0
# Share of the order's content words that a sentence must hold: what is deleted is never guessed.
ENOUGH = 0.99


def matching_sentences(services: Services, g: Gathered, argument: str) -> list[dict[str, str]]:
    """Sentences of the user's messages that hold every content word of `argument`, as {"turn", "quote"}."""
    wanted = content_words(argument)
    if not wanted or services.recall is None:
        return []
    services.recall.catch_up(INDEX_WAIT_S, without=(g.question.id,))
    result = services.recall.recall(
        argument, limit=20, at=g.ask.at, scope=g.ask.scope, exclude=(g.question.id,)
    )
    found: list[dict[str, str]] = []
    for item in result.items:
        if item.kind != "turn" or item.role == "assistant":
            continue
        for sentence in sentences(item.text):
            if len(wanted & content_words(sentence.text)) >= ENOUGH * len(wanted):
                found.append({"turn": item.id, "quote": sentence.text.strip()})
    return found[:MAX_SENTENCES]


def forget_sentences(
    services: Services, g: Gathered, chosen: Sequence[Mapping[str, Any]], *, never_again: bool
) -> list[DeletionReport]:
    """Delete the sentences with every trace; one that the write gate would not hold is cut from its turn alone."""
    vault = services.vault
    ids: list[str] = []
    for entry in chosen:
        turn, quote = vault.conversations.turn(str(entry["turn"])), str(entry["quote"])
        start = turn.text.find(quote)
        if start < 0:
            continue
        evidence = Evidence(
            "turn", turn.id, quote, start, start + len(quote), turn.said_utc, turn.conversation_id
        )
        note = Candidate(
            "note", quote, Layer.FACT, quote, (evidence,), language=g.ask.language, requested=True
        )
        (outcome,) = vault.memories.apply([note], mode=MemoryMode.AUTO, actor="user", at=g.ask.at)
        if outcome.memory is not None:
            ids.append(outcome.memory.id)
        else:
            vault.conversations.update_turn(turn.id, text=turn.text.replace(quote, "[…]"), actor="user")
    return [vault.memories.forget(ids, never_again=never_again)] if ids else []
