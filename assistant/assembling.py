"""From what a turn has gathered to its request: scrubbed pieces, counted, chosen within the budget, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assistant import attaching, budget, earlier_turns, prompt
from assistant.ask import Gathered, Services
from assistant.budget import Part, estimate_tokens
from assistant.catalogue import say
from assistant.citations import Source, strip_marks
from assistant.confidence import SURE_FROM, recall_strength
from assistant.endpoints.protocol import ChatRequest, Endpoint, Message
from assistant.reply_form import SCHEMA
from assistant.scrub import Scrubber
from assistant.sources import local_date
from vault.records import LeftOut, Turn

COUNTED_MARGIN = 1.03  # for the template's own tokens around each message


@dataclass(frozen=True, slots=True)
class Pieces:
    """What competes for a request, already scrubbed. `files` are the passages' sources in the order of their marks."""

    question: str
    identity: str
    profile: tuple[Part, ...]
    sources: tuple[Part, ...]
    history: tuple[Part, ...]
    roles: Mapping[str, str]
    files: tuple[Source, ...]
    passages: tuple[Part, ...]

    @property
    def texts(self) -> list[str]:
        """Everything that may be counted."""
        parts = (*self.profile, *self.sources, *self.passages, *self.history)
        return [self.identity, self.question, *(part.text for part in parts)]


@dataclass(frozen=True, slots=True)
class Room:
    """The room of a request: in the model's own tokens where `counts` has them, else in estimated ones."""

    context_tokens: int
    counts: Mapping[str, int] | None = None

    def count(self, text: str) -> int:
        known = self.counts.get(text) if self.counts is not None else None
        return estimate_tokens(text) if known is None else known


def builtin_request(g: Gathered) -> ChatRequest:
    """The request of the built-in endpoint: sources in clear, no messages. It quotes the vault and reads no files."""
    if g.has_files:
        g.note("note.attachment_unread")
    return _request(g, ())


def pieces(
    g: Gathered, endpoint: Endpoint, scrubber: Scrubber, history: Sequence[Turn], share: float
) -> Pieces:
    """Scrub what competes for the request. Raises: DetectionFailed when the text cannot be checked."""
    lines = {source.mark: _line(g, source, scrubber) for source in g.all_sources}
    turns = [turn for turn in history if turn.text.strip() and turn.id != g.question.id]
    files, attached = attaching.candidates(g, scrubber, int(endpoint.context_tokens * share))
    found = [Part(source.kind, source.id, lines[source.mark]) for source in g.sources]
    recalled = [part for part in found if part.kind == "passage"]
    return Pieces(
        scrubber.scrub(g.question.text),
        _system(g, [], []),
        tuple(Part("profile", source.id, lines[source.mark]) for source in g.profile),
        tuple(part for part in found if part.kind != "passage"),
        tuple(Part("history", turn.id, scrubber.scrub(strip_marks(turn.text))) for turn in turns),
        {turn.id: turn.role.value for turn in turns},
        tuple(files),
        # What is beside this very message was meant; documents of the vault come after it.
        (*attached, *recalled) if g.has_files else (*recalled, *attached),
    )


def room_of(endpoint: Endpoint, counts: Mapping[str, int] | None, share: float) -> Room:
    """`share` of the endpoint's context."""
    if counts is None:
        return Room(int(endpoint.context_tokens * share))
    return Room(int(endpoint.own_context_tokens * share / COUNTED_MARGIN), counts)


def model_request(
    services: Services, g: Gathered, scrubber: Scrubber, found: Pieces, room: Room
) -> ChatRequest:
    """The request of a model, within the room. Raises: DetectionFailed when the text cannot be checked."""
    fixed = room.count(found.identity) + room.count(found.question) + g.tool_tokens

    def planned(held_tokens: int) -> budget.Plan:
        return budget.plan(
            found.profile,
            found.sources,
            found.history,
            passages=found.passages,
            fixed_tokens=fixed + held_tokens,
            context_tokens=room.context_tokens,
            count=room.count,
        )

    plan = planned(0)
    earlier: Sequence[str] = ()
    if earlier_turns.is_needed(g, plan):
        held = budget.digest_tokens(fixed, room.context_tokens)
        plan, earlier = earlier_turns.told(services, g, planned(held), scrubber, held)
    _keep_planned(g, plan, fixed, room.context_tokens)
    of_vault = {source.id for source in g.sources}
    documents = [part.text for part in plan.passages if part.id in of_vault]
    files = [*documents, *attaching.keep(g, found.files, plan.passages)]
    system = _system(
        g, [p.text for p in plan.profile], [p.text for p in plan.sources], earlier=earlier, files=files
    )
    talk = [Message(found.roles[part.id], part.text) for part in plan.history]
    g.replaced = scrubber.replaced
    if g.replaced:
        system += "\n\n" + say("prompt.pseudonyms", g.ask.language)
        g.note("note.pseudonyms", count=len(g.replaced))
    g.messages = prompt.messages(system, talk, found.question)
    g.tokens["estimated" if room.counts is None else "counted"] = plan.tokens
    return _request(g, g.messages)


def _system(
    g: Gathered,
    profile: Sequence[str],
    sources: Sequence[str],
    *,
    earlier: Sequence[str] = (),
    files: Sequence[str] = (),
) -> str:
    return prompt.system_text(
        profile,
        sources,
        g.ask.language,
        today=local_date(g.ask.at, g.ask.zone),
        earlier=earlier,
        passages=files,
        is_form=g.is_form,
    )


def _line(g: Gathered, source: Source, scrubber: Scrubber) -> str:
    memory = g.memories.get(source.id)
    sensitivity = memory.sensitivity if memory is not None else source.sensitivity
    return prompt.source_line(source, g.ask.language, lambda text: scrubber.scrub(text, sensitivity))


def _keep_planned(g: Gathered, plan: budget.Plan, fixed: int, context_tokens: int) -> None:
    """Only what is in the request counts as a source; the rest is listed as dropped."""
    kept = {part.id for part in (*plan.profile, *plan.sources, *plan.passages)}
    g.sources = tuple(source for source in g.sources if source.id in kept)
    g.profile = tuple(source for source in g.profile if source.id in kept)
    g.left_out += [LeftOut(part.id, "budget", part.kind) for part in plan.dropped]
    if plan.dropped:
        g.note("note.budget_dropped", count=len(plan.dropped))
    if fixed > context_tokens * 0.8:
        g.note("note.message_long")


def _request(g: Gathered, messages: tuple[Message, ...]) -> ChatRequest:
    ask = g.ask
    return ChatRequest(
        messages=messages,
        question=g.question.text,
        language=ask.language,
        sources=g.sources,
        memories=g.memories,
        verdict=_verdict(g),
        is_statement=g.is_statement,
        now_utc=ask.at,
        zone=ask.zone,
        replaced=g.replaced,
        memory_ids=tuple(source.id for source in g.all_sources if source.kind == "memory"),
        conversation_id="" if ask.store.is_temporary else ask.store.conversation_id,
        turn_id="" if ask.store.is_temporary else g.question.id,
        keeps_body=not ask.store.is_temporary,
        assumed_trust=g.trust,
        schema=SCHEMA if g.is_form else None,
    )


def _verdict(g: Gathered) -> str:
    """Known, uncertain or unknown as the answer is worded: by the same chance that its badge rests on. A memory of
    the very slot that was asked for is known whatever its words are like.
    """
    if any(source.is_slot for source in g.sources):
        return "known"
    if g.recalled is None or g.recalled.verdict == "unknown":
        return "unknown"
    return "known" if recall_strength(g.recalled, g.question.text) >= SURE_FROM else "uncertain"


def with_turn(request: ChatRequest, turn_id: str) -> ChatRequest:
    """The request tied to the reply it is for, so that its receipts are found from there."""
    return replace(request, turn_id=turn_id)
