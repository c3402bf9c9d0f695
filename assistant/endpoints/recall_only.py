"""The built-in endpoint: answers by quoting the vault with dates and sources. Needs no model and never
pretends to be one.

The answer comes first (the value, where the question asks for the attribute of a memory), then the
sentences it rests on. Everything is worded by the catalogue in the language of the question; quotes stay in
the language they were said in.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

from assistant.catalogue import say
from assistant.citations import Source
from assistant.egress import Gate
from assistant.endpoints.protocol import ChatRequest, Piece, TestStep
from assistant.language import Sentence, content_words, sentences
from vault.quantities import format as format_quantity
from vault.records import EndpointConfig, Memory, Quantity
from vault.slots import Kind, rules_of

MAX_QUOTED = 4
MAX_QUOTED_UNSURE = 6
PARAGRAPH = "\n\n"
MAX_QUOTE_CHARACTERS = 240
# A value longer than this is a sentence of its own and is given as the claim.
MAX_VALUE_CHARACTERS = 60
# A further unit is quoted when it shares words with the question or scores nearly as high as the best.
NEAR_SHARE = 0.75


class RecallOnlyEndpoint:
    """Quotes `request.sources`; uses no network, so the gate is not used."""

    is_builtin = True

    def __init__(self, config: EndpointConfig, gate: Gate) -> None:
        self.config = config

    @property
    def name(self) -> str:
        return self.config.name

    @property
    def context_tokens(self) -> int:
        return 0  # nothing is sent, so nothing has to fit

    @property
    def own_context_tokens(self) -> int:
        return self.context_tokens

    async def count_tokens(self, texts: Sequence[str]) -> Mapping[str, int] | None:
        return None

    @property
    def takes_form(self) -> bool:
        return False

    async def trust(self) -> str:
        return "local"

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """The whole answer in one piece."""
        yield Piece("text", compose(request))

    def wire_body(self, request: ChatRequest) -> bytes:
        return b""

    async def models(self) -> list[str]:
        return []

    async def test(self) -> AsyncIterator[TestStep]:
        """Nothing to connect to: one step that says so."""
        yield TestStep("builtin", True)


def compose(request: ChatRequest) -> str:
    """The answer to a question from the sources, best first; says clearly when the vault does not know."""
    language = request.language
    if request.is_statement:
        return say("recall_only.saved", language)
    if not request.sources or request.verdict == "unknown":
        return say("recall_only.unknown", language)
    lead, rest = _lead(request)
    led = [source for source in request.sources if f"[{source.mark}]" in lead]
    further = ["- " + _quoted(source, request) for source in _further(led, rest, request)]
    blocks = [
        say("recall_only.unsure", language) if request.verdict == "uncertain" else "",
        lead,
        "\n".join(further),
        say("recall_only.pending", language) if any(source.is_pending for source in led) else "",
    ]
    return PARAGRAPH.join(block for block in blocks if block)


def _further(led: Sequence[Source], rest: Sequence[Source], request: ChatRequest) -> list[Source]:
    """What is quoted after the lead: near to the question and not told already, few."""
    asked = content_words(request.question)
    told = {name for source in led for name in (source.id, source.quote, *source.evidence_ids)}
    near_share = 1.1 if request.sources[0].is_slot else NEAR_SHARE
    most = MAX_QUOTED_UNSURE if request.verdict == "uncertain" else MAX_QUOTED
    found: list[Source] = []
    for source in rest:
        if len(found) >= most - 1 or told & {source.id, source.quote, *source.evidence_ids}:
            continue
        if source.share < near_share and not asked & content_words(source.evidence):
            continue
        told |= {source.id, source.quote, *source.evidence_ids}
        found.append(source)
    return found


def _lead(request: ChatRequest) -> tuple[str, Sequence[Source]]:
    """The first paragraph and the sources not used in it."""
    first, *others = request.sources
    memory = request.memories.get(first.id)
    if memory is None:
        return _quoted(first, request), others
    if isinstance(memory.value, Quantity) and first.is_range:
        return _range(first, memory, others, request)
    if not first.is_slot:
        return _claim(first, memory, request), others
    same = [s for s in others if s.is_slot and _same_slot(memory, request.memories.get(s.id))]
    if same and (spread := _spread([request.memories[s.id] for s in (first, *same)])) is not None:
        return _spread_answer(spread, (first, *same), request), [s for s in others if s not in same]
    values = [f"{_value(s, request)} [{s.mark}]" for s in (first, *same)]
    answer = say("recall_only.list_separator", request.language).join(values) + say(
        "recall_only.stop", request.language
    )
    evidence = " ".join(_evidence(s, request) for s in (first, *same))
    return f"{answer}{PARAGRAPH}{evidence}", [s for s in others if s not in same]


def _spread(memories: Sequence[Memory]) -> Quantity | None:
    """The range of numbers of one slot that all wait for review; None where they are no numbers of one unit."""
    values = [memory.value for memory in memories if isinstance(memory.value, Quantity)]
    is_one = len(values) == len(memories) and len({value.unit for value in values}) == 1
    if not is_one or rules_of(memories[0].attribute).kind is not Kind.SINGLE:
        return None
    return Quantity(min(value.low for value in values), max(value.high for value in values), values[0].unit)


def _spread_answer(spread: Quantity, sources: Sequence[Source], request: ChatRequest) -> str:
    value = format_quantity(spread, request.language)
    marks = "".join(f"[{source.mark}]" for source in sources)
    head = say("recall_only.spread", request.language, value=value, marks=marks)
    return head + PARAGRAPH + "\n".join("- " + _quoted(source, request) for source in sources)


def _same_slot(memory: Memory, other: Memory | None) -> bool:
    return other is not None and (memory.subject, memory.attribute) == (other.subject, other.attribute)


def _value(source: Source, request: ChatRequest) -> str:
    memory = request.memories[source.id]
    if isinstance(memory.value, Quantity):
        return format_quantity(memory.value, request.language)
    value = memory.value.strip()
    is_short = 0 < len(value) <= MAX_VALUE_CHARACTERS and value.casefold() in memory.claim.casefold()
    return value if is_short and not memory.negated else memory.claim.rstrip("。.")


def _claim(source: Source, memory: Memory, request: ChatRequest) -> str:
    stop = "" if re.search(r"[。.!?！？]$", memory.claim) else say("recall_only.stop", request.language)
    past = say("recall_only.past", request.language) if source.past else ""
    claim = f"{past}{memory.claim.rstrip()} [{source.mark}]{stop}"
    if source.quote and source.quote.strip(" 。.") != memory.claim.strip(" 。."):
        return f"{claim}{PARAGRAPH}{_evidence(source, request)}"
    return f"{claim} {say('recall_only.dated', request.language, date=source.date)}" if source.date else claim


def _range(
    first: Source, memory: Memory, others: Sequence[Source], request: ChatRequest
) -> tuple[str, Sequence[Source]]:
    """A range with every statement it was made of, each with its own source."""
    assert isinstance(memory.value, Quantity)
    value = format_quantity(memory.value, request.language)
    parts = [s for s in others if s.memory_id == memory.id]
    head = say("recall_only.range", request.language, value=value, mark=first.mark)
    quoted = "\n".join("- " + _quoted(part, request) for part in parts)
    return (f"{head}{PARAGRAPH}{quoted}" if quoted else head), [s for s in others if s not in parts]


def _evidence(source: Source, request: ChatRequest) -> str:
    quote = _shorten(source.quote or source.text, request.question)
    key = "recall_only.evidence" if source.weight >= 0.9 else "recall_only.evidence_other"
    if not source.date:
        key += "_undated"
    return say(key, request.language, date=source.date, quote=quote, mark=source.mark)


def _quoted(source: Source, request: ChatRequest) -> str:
    """One source as a dated quotation with its mark."""
    quote = _shorten(source.quote or source.text, request.question)
    key = "recall_only.quoted" if source.date else "recall_only.quoted_undated"
    if source.kind == "passage":
        who = _place(source, request.language)
        return say("recall_only.quoted_undated", request.language, who=who, quote=quote, mark=source.mark)
    who = source.speaker or say(f"recall_only.who.{source.role or 'user'}", request.language)
    past = say("recall_only.past", request.language) if source.past else ""
    return past + say(key, request.language, who=who, date=source.date, quote=quote, mark=source.mark)


def _place(source: Source, language: str) -> str:
    """The document of a passage and its page."""
    key = "recall_only.who.page" if source.page else "recall_only.who.title"
    return say(key, language, title=source.title, page=source.page)


def _shorten(text: str, question: str) -> str:
    """The sentences of a long text that share most words with the question, in their order, within the limit."""
    flat = re.sub(r"\s*\n\s*", " ", text.strip())
    if len(flat) <= MAX_QUOTE_CHARACTERS:
        return flat
    asked = content_words(question)
    parts = list(sentences(flat))
    ranked = sorted(parts, key=lambda s: (-len(asked & content_words(s.text)), s.start))
    chosen: list[Sentence] = []
    used = 0
    for part in ranked:
        if used + len(part.text) > MAX_QUOTE_CHARACTERS and chosen:
            break
        chosen.append(part)
        used += len(part.text)
    joined = " … ".join(p.text.strip() for p in sorted(chosen, key=lambda s: s.start))
    return (
        joined
        if len(joined) <= MAX_QUOTE_CHARACTERS * 2
        else joined[: MAX_QUOTE_CHARACTERS * 2].rstrip() + "…"
    )
