"""From a streamed text to a finished reply: citations verified, badge, checks, the saved detail that the
panel shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant import checks
from assistant.ask import Gathered, Services
from assistant.catalogue import say
from assistant.citations import Checked, SameWord, Similarity, Source, check
from assistant.confidence import Badge, CitedUnit, badge, freshness, recall_strength
from assistant.contract import Tail, without_echo
from assistant.endpoints.protocol import Endpoint
from assistant.events import CitationMark, ReplyNote, ReplyResult
from assistant.first_unit import named_speakers
from assistant.language import numbers
from assistant.tool_step import BUILT_IN, ToolCallView
from vault.errors import KeepsakeError, ModelDamaged
from vault.recall.sayings import asks_for_replies
from vault.records import Outcome, Quantity, RecallItem, Turn

LISTING_NOTES = frozenset({"note.proposals"})  # they repeat what `outcomes` lists
_MOST_UNSOURCED = 3  # sentences that are named below a reply
_WEAK_WEIGHT = 0.65  # tool, document, import, inferred and template sources lie below


@dataclass(frozen=True, slots=True)
class Verified:
    """A reply's text as it is kept, and everything that was judged about it."""

    checked: Checked
    badge: Badge
    findings: tuple[checks.Finding, ...]
    needs_user_confirm: bool
    is_acknowledgement: bool = False  # the message only told something: there was nothing to answer

    @property
    def used_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(citation.id for citation in self.checked.citations))


def own_levels(services: Services, g: Gathered) -> dict[str, str]:
    """The badge that each earlier reply of this program had which is a source now, by id. Imported ones have none, and
    none counts where the user asks what was replied.
    """
    found: dict[str, str] = {}
    if asks_for_replies(g.question.text):
        return found
    for source in g.all_sources:
        if source.kind == "turn" and source.role == "assistant":
            reply = g.ask.store.reply(source.id) or services.vault.conversations.reply(source.id)
            if reply is not None:
                found[source.id] = str(reply["confidence"])
    return found


def verify(
    g: Gathered,
    text: str,
    tail: Tail,
    *,
    is_builtin: bool,
    similarity: Similarity | None,
    same_word: Callable[[], SameWord | None] = lambda: None,
) -> Verified:
    """Judge a reply against exactly the sources of its request; adds notes to `g`."""
    text = text if is_builtin else without_echo(text)
    checked = (
        check(text, g.all_sources, is_quotation=True)
        if is_builtin
        else check(text, g.all_sources, similarity=similarity, same_word=_loaded(g, same_word))
    )
    units = [_unit(g, citation, is_builtin=is_builtin) for citation in checked.citations]
    supported = sum(citation.supported for citation in checked.citations)
    score = recall_strength(g.recalled, g.question.text) if g.recalled is not None else 0.0
    looked_up = {source.mark for source in g.all_sources if source.is_slot} | {
        source.mark for source in (*g.profile, *g.passages)
    }
    if checked.citations and checked.citations[0].mark in looked_up:
        score = 1.0  # found by its slot, standing in the profile or put beside the message, not by a likeness
    # What is said of the user before a mark is read as coming from there; general knowledge is no claim on the vault.
    claimed = sum(checks.is_about_user(sentence) for sentence in checked.unsourced)
    found = badge(
        units,
        supported=supported,
        cited=len(checked.citations) + claimed,
        removed=checked.removed,
        recall_score=score,
        own_word=tail.confidence,
        rests_on=[level for c in checked.citations if (level := g.own_levels.get(c.id))],
    )
    doubtful = {identity for identity, level in g.own_levels.items() if level in ("none", "low")}
    findings: Sequence[checks.Finding] = ()
    if not is_builtin:
        findings = checks.find(
            checked.text,
            has_sources=bool(checked.citations),
            evidence=[
                *(source.evidence for source in g.all_sources if source.id not in doubtful),
                *(call.result for call in g.tool_calls),
            ],
            question=g.question.text,
            cited_sentences=[c.sentence for c in checked.citations if c.supported and c.id not in doubtful],
        )
    _note_checks(g, checked, findings, is_builtin=is_builtin)
    needs = (
        found.level == "low"
        or tail.needs_confirmation
        or any(_needs_confirming(g, c) for c in checked.citations)
        or g.has_acting_call
        or _rests_on_tool_number(g, checked.text)
    )
    is_told = is_builtin and g.is_statement and not checked.citations
    return Verified(checked, found, tuple(findings), needs, is_told)


def _loaded(g: Gathered, load: Callable[[], SameWord | None]) -> SameWord | None:
    try:
        return load()
    except ModelDamaged:
        g.note("note.word_pairs_damaged")  # the rules judge alone
        return None


def _unit(g: Gathered, citation: CitationMark, *, is_builtin: bool) -> CitedUnit:
    source = next(source for source in g.all_sources if source.mark == citation.mark)
    memory = g.memories.get(citation.id)
    fresh = freshness(memory, g.ask.at) if memory is not None else 1.0
    # What is past comes up only where the past is asked for, and the built-in endpoint says that it is.
    is_contested = source.is_range or (source.past and not is_builtin) or citation.id in g.contested
    return CitedUnit(_weight(g, source), fresh, is_contested)


def _weight(g: Gathered, source: Source) -> float:
    """A reply proves only that it was said: where that is asked for, it is as good a source as any. So are the words of
    the person whom the question names, whatever their part in an imported conversation.
    """
    if source.kind != "turn" or source.role != "assistant":
        return source.weight
    named = named_speakers(g.recalled.items, g.question.text) if g.recalled is not None else frozenset()
    return 1.0 if source.speaker in named or asks_for_replies(g.question.text) else source.weight


def _needs_confirming(g: Gathered, citation: CitationMark) -> bool:
    """A range, a past value or an open contradiction was used, or a number that the user never said."""
    source = next(source for source in g.all_sources if source.mark == citation.mark)
    memory = g.memories.get(citation.id)
    if source.is_range or source.past or source.is_pending or citation.id in g.contested:
        return True
    has_number = memory is not None and isinstance(memory.value, Quantity)
    return source.weight < _WEAK_WEIGHT and (has_number or bool(numbers(citation.sentence)))


def _rests_on_tool_number(g: Gathered, reply: str) -> bool:
    """Whether the reply gives a number that only a tool has said; what was worked out here is exact."""
    told = "\n".join([g.question.text, *(source.evidence for source in g.all_sources)])
    external = "\n".join(call.result for call in g.tool_calls if call.server != BUILT_IN)
    return bool(external) and bool((numbers(reply) & numbers(external)) - numbers(told))


def _note_checks(
    g: Gathered, checked: Checked, findings: Sequence[checks.Finding], *, is_builtin: bool
) -> None:
    if checked.removed:
        g.note("note.marks_removed", count=checked.removed)
    if checked.unsupported:
        g.note("note.unsupported", count=checked.unsupported)
    for sentence in checked.unsourced[:_MOST_UNSOURCED] if not is_builtin else ():
        g.note("note.unsourced", text=sentence[:160])
    if checked.aligned and not is_builtin:
        g.note("note.aligned")
    for finding in findings:
        g.note(finding.key, text=finding.text[:160])


def result(
    g: Gathered, turn: Turn, verified: Verified, outcomes: Sequence[Outcome], *, state: str = "complete"
) -> ReplyResult:
    """The reply as the caller gets it; a low badge is said before anything else."""
    language = g.ask.language
    notes = [worded(note, language) for note in g.notes]
    if verified.badge.level == "low":
        notes.insert(0, say("turn.low_first", language))
    proposals = [o.memory.id for o in outcomes if o.action in ("proposed", "queued") and o.memory is not None]
    return ReplyResult(
        answer=verified.checked.text,
        confidence=verified.badge.level,
        confidence_parts=verified.badge.parts,
        citations=verified.checked.citations,
        used_ids=verified.used_ids,
        needs_user_confirm=verified.needs_user_confirm,
        proposals=tuple(proposals),
        receipts=tuple(g.receipts),
        conversation=g.ask.store.conversation_id,
        notes=tuple(dict.fromkeys(notes)),
        turn_id=turn.id,
        state=state,
        is_acknowledgement=verified.is_acknowledgement,
        listing_notes=tuple(worded(note, language) for note in g.notes if note.key in LISTING_NOTES),
    )


def with_answer(reply: ReplyResult, answer: str, *, needs_user_confirm: bool) -> ReplyResult:
    """The result of a command: its own words, which are no statement about the user and carry no badge."""
    return replace(reply, answer=answer, needs_user_confirm=needs_user_confirm, is_acknowledgement=True)


def worded(note: ReplyNote, language: str) -> str:
    """A note in words."""
    return say(note.key, language, **note.values)


def detail(
    g: Gathered,
    endpoint: Endpoint | None,
    verified: Verified,
    outcomes: Sequence[Outcome],
    *,
    error: KeepsakeError | None = None,
) -> dict[str, Any]:
    """Everything the transparency panel shows of one reply, as JSON values.

    `retrieved` are the numbered sources with score and reasons, `left_out` what was near, `messages` what
    was sent (exactly the bytes are in the receipts), `replaced` the stand-ins by type, `outcomes` what was
    learnt. `is_acknowledgement`: there was nothing to answer, so the badge says nothing. A note with
    `is_listing` repeats the outcomes.
    """
    result_of = g.recalled
    return {
        "question": g.question.id,
        "conversation": g.ask.store.conversation_id,
        "endpoint": endpoint.name if endpoint is not None else "",
        "is_builtin": endpoint.is_builtin if endpoint is not None else True,
        "trust": g.trust,
        "language": g.ask.language,
        "verdict": result_of.verdict if result_of is not None else "",
        "verdict_score": round(result_of.verdict_score, 4) if result_of is not None else 0.0,
        "retrieved": [
            *(_retrieved(g, source, "other") for source in g.sources),
            *(_retrieved(g, source, "attached") for source in g.passages),
        ],
        "attachments": [{"id": one.id, "name": one.file.name, "turn": one.turn_id} for one in g.attachments],
        "profile": [_retrieved(g, source, "profile") for source in g.profile],
        "left_out": [{"id": item.id, "kind": item.kind, "reason": item.reason} for item in g.left_out],
        "earlier": [
            {
                "turns": list(digest.turns),
                "lines": [list(line) for line in digest.lines],
                "maker": digest.maker,
            }
            for digest in g.digests
        ],
        "messages": [message.as_json() for message in g.messages],
        "receipts": list(g.receipts),
        "replaced": [list(pair) for pair in g.replaced],
        "tools": [_tool(call) for call in g.tool_calls],
        "citations": [_citation(citation) for citation in verified.checked.citations],
        "used_ids": list(verified.used_ids),
        "removed_marks": verified.checked.removed,
        "aligned": verified.checked.aligned,
        "confidence_parts": dict(verified.badge.parts),
        "needs_user_confirm": verified.needs_user_confirm,
        "is_acknowledgement": verified.is_acknowledgement,
        "findings": [{"key": finding.key, "text": finding.text} for finding in verified.findings],
        "outcomes": [_outcome(outcome) for outcome in outcomes],
        "notes": [
            {"key": note.key, "values": dict(note.values), "is_listing": note.key in LISTING_NOTES}
            for note in g.notes
        ],
        "seconds": {**g.seconds, "total": round(time.monotonic() - g.started, 4)},
        "tokens": dict(g.tokens),
        "thinking": g.thinking,
        "error": None if error is None else {"code": error.code, "server": getattr(error, "server_text", "")},
    }


def _tool(call: ToolCallView) -> dict[str, Any]:
    return {
        "number": call.number,
        "name": call.name,
        "server": call.server,
        "arguments": dict(call.arguments),
        "acts": call.acts,
        "state": call.state,
        "result": call.result,
        "seconds": call.seconds,
    }


def _reasons(source: Source, item: RecallItem | None, otherwise: str) -> list[str]:
    """Why a source is there: what recall says of it, else how it came in without being recalled."""
    if item is not None and item.why:
        found = list(item.why)
    elif source.is_slot:
        found = ["slot"]
    elif source.kind == "turn" and source.memory_id:
        found = ["range_part"]
    else:
        found = [] if source.is_pending else [otherwise]
    return [*found, "proposal"] if source.is_pending else found


def _retrieved(g: Gathered, source: Source, otherwise: str) -> dict[str, Any]:
    item = g.items.get(source.id)
    return {
        "mark": source.mark,
        "kind": source.kind,
        "role": source.role,
        "id": source.id,
        "text": source.text,
        "quote": source.quote,
        "title": source.title,
        "page": source.page,
        "time": source.time_utc.isoformat() if source.time_utc is not None else "",
        "date": source.date,
        "conversation": source.conversation_id,
        "origin": source.origin,
        "past": source.past,
        "score": round(item.score, 4) if item is not None else None,
        "parts": {name: round(value, 4) for name, value in item.parts.items()} if item is not None else {},
        "why": _reasons(source, item, otherwise),
    }


def _citation(citation: CitationMark) -> dict[str, Any]:
    return {
        "mark": citation.mark,
        "kind": citation.kind,
        "id": citation.id,
        "quote": citation.quote,
        "supported": citation.supported,
        "sentence": citation.sentence,
        "aligned": citation.aligned,
        "title": citation.title,
        "page": citation.page,
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "action": outcome.action,
        "reason": outcome.reason,
        "memory": outcome.memory.id if outcome.memory is not None else "",
        "claim": outcome.memory.claim if outcome.memory is not None else "",
        "replaced": list(outcome.replaced),
    }
