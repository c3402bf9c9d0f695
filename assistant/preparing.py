"""From a saved question to the request: recall, standing profile, budget, scrubbing, messages.

Every step that fails leaves a note and goes on without its part; only a failed privacy detector stops a remote request.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from assistant.ask import Ask, Gathered, Services
from assistant.first_unit import best_first
from assistant.scrub import Scrubber
from assistant.sensitive_words import SensitiveWords
from assistant.slot_answers import slot_memories
from assistant.sources import build, orders_left_out, profile_sources
from vault.errors import KeepsakeError
from vault.records import (
    Memory,
    MemoryMode,
    RecallItem,
    RecallResult,
    Role,
    Turn,
)

RECALL_LIMIT = 20
HISTORY_TURNS = 24
CONTEXT_TURNS = 2
_RECALL_NOTES = {
    "words_only_no_encoder": "note.recall_words_only",
    "words_only_slow": "note.recall_slow",
    "index_loading": "note.index_loading",
}
INDEX_WAIT_S = 2.0


def expect(services: Services, ask: Ask, text: str, history: Sequence[Turn]) -> None:
    """Have recall begin with a message while it is being saved. Nothing is found or told before it is."""
    if services.recall is not None:
        services.recall.expect(text, context=_context(history), at=ask.at)


def recall(services: Services, g: Gathered, history: Sequence[Turn]) -> RecallResult | None:
    """Ask the vault; None, with a note, when that is not possible."""
    if services.recall is None:
        g.note("note.recall_failed")
        return None
    started = time.monotonic()
    try:
        # What was said a moment ago, in another conversation too, is to be found; the question itself is not.
        services.recall.catch_up(INDEX_WAIT_S, without=(g.question.id,))
        found = services.recall.recall(
            g.question.text,
            context=_context(history),
            limit=RECALL_LIMIT,
            at=g.ask.at,
            scope=g.ask.scope,
            exclude={g.question.id, *g.hidden},
        )
    except KeepsakeError:
        g.note("note.recall_failed")
        return None
    g.recalled = best_first(found, g.question.text)
    for note in g.recalled.notes:
        if note in _RECALL_NOTES:
            g.note(_RECALL_NOTES[note])
    g.items = {item.id: item for item in g.recalled.items}
    g.left_out = list(g.recalled.left_out)
    g.seconds["recall"] = round(time.monotonic() - started, 4)
    return g.recalled


def _context(history: Sequence[Turn]) -> list[str]:
    return [turn.text for turn in history if turn.role is Role.USER][-CONTEXT_TURNS:]


def collect_sources(services: Services, g: Gathered, scrubber: Scrubber) -> None:
    """Number what was recalled and the standing profile, as far as it may go to an endpoint of this trust."""
    if g.ask.mode is MemoryMode.OFF:
        g.note("note.memory_off")
        return
    standing = _profile(services, g)
    found, g.memories, held_back = build(
        _selected(g, {memory.id for memory in standing}),
        question=g.question,
        zone=g.ask.zone,
        may_leave=scrubber.may_leave,
        slot_memories=_slot_memories(services, g),
    )
    words = SensitiveWords(services.vault, scrubber)
    kept, emptied = words.sources(found)
    held_back += emptied
    g.asked_ids |= words.asked
    g.sources = tuple(kept)
    if orders := orders_left_out(kept):
        g.note("note.document_orders", count=orders)
    g.left_out += held_back
    if held_back:
        g.note("note.sealed_left_out", count=len(held_back))
    profile = [memory for memory in standing if scrubber.may_leave(memory.sensitivity)]
    g.profile = tuple(profile_sources(profile, g.sources, g.ask.zone))
    g.memories |= {memory.id: memory for memory in profile}


def leaving_history(
    services: Services, g: Gathered, scrubber: Scrubber, history: Sequence[Turn]
) -> Sequence[Turn]:
    """The turns before this one without what their sensitivity keeps here."""
    words = SensitiveWords(services.vault, scrubber)
    kept = words.history(history)
    g.asked_ids |= words.asked
    return kept


def _selected(g: Gathered, standing: Collection[str]) -> Sequence[RecallItem]:
    """What recall selected and an answer can rest on.

    Where it knows nothing of the question, what stands in the profile anyway is no finding.
    """
    if g.recalled is None:
        return ()
    selected = g.recalled.selected
    if g.recalled.verdict == "unknown":
        return [item for item in selected if item.id not in standing]
    return selected


def _slot_memories(services: Services, g: Gathered) -> list[Memory]:
    """Memories of exactly the attribute that was asked for: from recall, and by looking the slot up."""
    recalled = g.recalled.items if g.recalled is not None else ()
    near = [item.memory for item in recalled if item.memory is not None and not item.past]
    return slot_memories(services.vault, g.question.text, g.ask.scope, near)


def _profile(services: Services, g: Gathered) -> Sequence[Memory]:
    try:
        return services.vault.memories.profile(g.ask.scope, g.ask.at, g.trust)
    except KeepsakeError:
        g.note("note.profile_failed")
        return ()
