"""What a message teaches: candidates by the rules, put through the vault's gate, and the words that
announce the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.ask import Gathered, Services
from assistant.catalogue import say
from assistant.endpoints.protocol import Endpoint
from assistant.extraction import Known, extract
from assistant.extraction.foreign import own_part
from assistant.habits import repeated
from assistant.model_extraction import note_for_model
from assistant.remarks import add_remark
from assistant.scrub import may_go_unseen
from assistant.sources import local_date
from vault.errors import KeepsakeError
from vault.questions import IMPLAUSIBLE, OBSERVATIONS_DIFFER
from vault.records import Candidate, Evidence, Layer, MemoryMode, Outcome, Role, Turn
from vault.slots import rules_of
from vault.topics import OTHER_TOPIC_TURNS, is_spoken_of

MIN_NOTE_CHARACTERS = 3
_WAITING = ("proposed", "queued")
_KEPT = ("added", "confirmed", "ranged", "superseded")


def candidates(services: Services, g: Gathered, history: Sequence[Turn]) -> tuple[Candidate, ...]:
    """What the question's turn declares; nothing in a temporary chat or with memory off."""
    if g.ask.store.is_temporary or g.ask.mode is MemoryMode.OFF:
        return ()
    own = replace(g.question, text=own_part(g.question.text))
    known = Known(services.vault.memories.own_names(), services.vault.memories.people())
    return tuple(extract(own, previous=history, now=g.ask.at, scope=g.ask.scope, known=known))


def requested(g: Gathered) -> tuple[Candidate, ...]:
    """What an explicit order to remember declares; it counts with memory off too."""
    return tuple(replace(c, requested=True) for c in extract(g.question, now=g.ask.at, scope=g.ask.scope))


def as_note(g: Gathered, text: str) -> tuple[Candidate, ...]:
    """The words of an order to remember as a note, where the rules know no attribute for them."""
    quote = text.strip()
    start = g.question.text.find(quote)
    if not quote or start < 0 or len(quote) < MIN_NOTE_CHARACTERS:
        return ()
    turn = g.question
    evidence = Evidence(
        "turn", turn.id, quote, start, start + len(quote), turn.said_utc, turn.conversation_id
    )
    note = Candidate(
        "note",
        quote,
        Layer.FACT,
        quote,
        (evidence,),
        scope=g.ask.scope,
        language=g.ask.language,
        requested=True,
    )
    return (replace(note, said_utc=turn.said_utc),)


def apply(services: Services, g: Gathered) -> list[Outcome]:
    """Hand the candidates to the vault and say what was proposed or recorded. Failing leaves a note, never
    the message lost.
    """
    if g.ask.store.is_temporary:
        return []
    try:
        found = [*g.candidates, *_habits(services, g)]
        outcomes = services.vault.memories.apply(found, mode=g.ask.mode, actor="user", at=g.ask.at)
    except KeepsakeError:
        g.note("note.extraction_failed")
        return []
    announce(g, outcomes)
    ask_user(services, g, outcomes)
    add_remark(services, g, outcomes)
    return outcomes


def _habits(services: Services, g: Gathered) -> list[Candidate]:
    """What the message completes of what was shown before; a declared wish about answers is no habit."""
    if g.ask.mode is MemoryMode.OFF:
        return []
    is_declared = any(rules_of(candidate.attribute).is_answer_style for candidate in g.candidates)
    found = repeated(services.vault, g.question, g.ask.scope)
    return [one for one in found if not (is_declared and rules_of(one.attribute).is_answer_style)]


def take_back(services: Services, g: Gathered, turn_id: str) -> None:
    """A message was edited: what its old wording alone had taught is undone, and said."""
    if g.ask.store.is_temporary:
        return
    undone = services.vault.memories.take_back(turn_id)
    if undone:
        g.note("note.taken_back", claims=joined(undone, g.ask.language))


def leave_for_model(services: Services, g: Gathered, endpoint: Endpoint | None) -> None:
    """Note the message for the model's own look at it, which comes after the reply and holds nothing up."""
    if g.ask.store.is_temporary:
        return
    try:
        note_for_model(services.vault, g.question, g.ask.scope, g.ask.mode, endpoint)
    except KeepsakeError:
        g.note("note.extraction_failed")
    asked = services.background_endpoint() or endpoint
    is_first = g.question.position == 0  # said once in a conversation
    if asked is not None and not asked.is_builtin and is_first and not may_go_unseen(asked.config, g.trust):
        g.note("note.background_not_asked", endpoint=asked.name)


def count_use(services: Services, g: Gathered, used_ids: Sequence[str]) -> None:
    """Note what a reply used. What was found or looked up for the question is what it is about; what came along in
    the profile counts only while the talk is about it.
    """
    found = {source.id for source in g.sources}
    unsought = [g.memories[used] for used in used_ids if used in g.memories and used not in found]
    said: list[str] = []
    if unsought:
        said = [turn.text for turn in g.ask.store.turns(2 * OTHER_TOPIC_TURNS) if turn.role is Role.USER]
    off_topic = [memory.id for memory in unsought if not is_spoken_of(memory, said)]
    services.vault.memories.record_use(used_ids, g.ask.at, off_topic=off_topic)


def announce(g: Gathered, outcomes: Sequence[Outcome]) -> None:
    """The notes that tell what waits for review, what was recorded, and what that replaced."""
    waiting = [o.memory for o in outcomes if o.action in _WAITING and o.memory is not None]
    kept = [
        o.memory for o in outcomes if o.action in _KEPT and o.action != "confirmed" and o.memory is not None
    ]
    if waiting:
        g.note("note.proposals", count=len(waiting), claims=joined(waiting, g.ask.language))
    if kept:
        g.note("note.recorded", claims=joined(kept, g.ask.language))


def contested(services: Services, g: Gathered) -> frozenset[str]:
    """The memories of this request that an open question concerns: what rests on them is to be confirmed."""
    if not g.memories:
        return frozenset()
    try:
        open_questions = services.vault.memories.questions()
    except KeepsakeError:
        return frozenset()
    return frozenset(memory for question in open_questions for memory in question.concerns) & set(g.memories)


def ask_user(services: Services, g: Gathered, outcomes: Sequence[Outcome]) -> None:
    """Put to the user what only they can settle: what they just said, or what this reply rests on."""
    fresh = {outcome.memory.id for outcome in outcomes if outcome.memory is not None}
    concerned = fresh | set(g.memories)
    for question in services.vault.memories.questions():
        if not question.concerns & concerned:
            continue
        if question.kind == IMPLAUSIBLE:
            if question.memory.id in fresh:
                g.note("note.ask_implausible", claim=question.memory.claim)
        elif question.kind == OBSERVATIONS_DIFFER:
            both = (question.memory, *question.against)
            sides = [
                say("note.side", g.ask.language, claim=side.claim, date=local_date(side.said_utc, g.ask.zone),
                    source=say(f"note.source.{side.source.value}", g.ask.language))
                for side in sorted(both, key=lambda side: side.said_utc)
            ]  # fmt: skip
            g.note("note.ask_differing", sides=("；" if g.ask.language == "zh" else "; ").join(sides))


def joined(memories: Sequence[object], language: str) -> str:
    """The claims of memories in one line."""
    return ("；" if language == "zh" else "; ").join(str(getattr(memory, "claim", "")) for memory in memories)
