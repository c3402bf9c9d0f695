"""The files of a turn: stored with its message, and as passages among what its request may rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant import prompt
from assistant.ask import Ask, Gathered
from assistant.attachments import Passage, by_relevance, passages
from assistant.budget import Part, estimate_tokens
from assistant.citations import Source
from assistant.scrub import Scrubber
from assistant.sources import local_date
from assistant.store import TurnStore
from assistant.tools.quoting import cleaned
from vault.attachments import AttachedText, Attachment
from vault.privacy import PiiType, for_storage
from vault.privacy.spans import NEVER_STORED
from vault.records import SOURCE_WEIGHTS, LeftOut, SourceKind, Turn

EARLIER_FILES, EARLIER_TURNS = 8, 1_000
_WEIGHT = SOURCE_WEIGHTS[SourceKind.DOCUMENT]


def for_storing(ask: Ask) -> tuple[list[AttachedText], frozenset[PiiType]]:
    """The files of a message as they may be stored, and the kinds of secrets that were cut out of them.

    Raises:
        DetectionFailed: one could not be checked; nothing must be stored.
    """
    files = ask.attachments
    if files is None:  # another version of a message has the files of the first
        kept = ask.store.attachments([ask.replaces]).get(ask.replaces, ()) if ask.replaces else ()
        return [one.file for one in kept], frozenset()
    stored = [for_storage(file.text) for file in files]
    cut = {span.type for one in stored for span in one.cuts if span.type in NEVER_STORED}
    return [
        replace(file, name=for_storage(file.name).text, text=one.text)
        for file, one in zip(files, stored, strict=True)
    ], frozenset(cut)


def known(store: TurnStore, question: Turn) -> tuple[Attachment, ...]:
    """The files of a message, then those of the messages before it on its path, the newest first.

    Chosen by their names: the texts of those that are left out may be large, and are not read.
    """
    path = store.path(question.position)[-EARLIER_TURNS:]
    names = store.attached_names([*path, question.id])
    if not names:
        return ()
    having = [turn for turn in reversed(path) if turn in names and turn != question.id]
    found = store.attachments([question.id, *having[:EARLIER_FILES]])
    earlier = [one for turn in having[:EARLIER_FILES] for one in found[turn]]
    return (*found.get(question.id, ()), *earlier[:EARLIER_FILES])


def candidates(g: Gathered, scrubber: Scrubber, room_tokens: int) -> tuple[list[Source], list[Part]]:
    """The passages that compete for the request: as sources with the marks that follow, in the order of the files, and
    as scrubbed lines, the best first. What could not fit anyway is not scrubbed and listed as left out.
    """
    g.passages = ()
    ranked = _ranked(g)
    chosen = ranked[: _that_could_fit(ranked, room_tokens)]
    g.left_out += [LeftOut(passage.id, "budget", "passage") for passage in ranked[len(chosen) :]]
    order = {one.id: place for place, one in enumerate(g.attachments)}
    start = max((source.mark for source in g.all_sources), default=0) + 1
    sources: list[Source] = []
    removed = 0
    for passage in sorted(chosen, key=lambda p: (order[p.attachment.id], p.start)):
        source, orders = source_of(g, passage, start + len(sources))
        sources.append(source)
        removed += orders
    if removed:
        g.note("note.attachment_orders", count=removed)
    by_id = {source.id: source for source in sources}
    lines = [prompt.source_line(by_id[p.id], g.ask.language, scrubber.scrub) for p in chosen]
    return sources, [Part("passage", p.id, line) for p, line in zip(chosen, lines, strict=True)]


def _that_could_fit(ranked: Sequence[Passage], room_tokens: int) -> int:
    for number, passage in enumerate(ranked):
        room_tokens -= estimate_tokens(passage.text)
        if room_tokens < 0:
            return number
    return len(ranked)


def _ranked(g: Gathered) -> Sequence[Passage]:
    """The passages of this message's files by the question, then those of earlier ones."""
    own = [p for one in g.attachments if one.turn_id == g.question.id for p in passages(one)]
    earlier = [p for one in g.attachments if one.turn_id != g.question.id for p in passages(one)]
    return [*by_relevance(g.question.text, own), *by_relevance(g.question.text, earlier)]


def source_of(g: Gathered, passage: Passage, mark: int) -> tuple[Source, int]:
    """A passage as a numbered source, and how many sentences that give orders were left out of it."""
    file = passage.attachment.file
    text, removed = cleaned(passage.text)
    text = text if removed else passage.text.strip()
    return Source(
        mark=mark,
        kind="passage",
        id=passage.id,
        text=text,
        quote=passage.text,
        time_utc=g.question.said_utc,
        weight=_WEIGHT,
        conversation_id=g.question.conversation_id,
        title=file.name,
        date=local_date(g.question.said_utc, g.ask.zone),
        role="document",
    ), removed


def keep(g: Gathered, sources: Sequence[Source], kept: Sequence[Part]) -> list[str]:
    """Keep the passages that the request has room for; say of each file how much of it that is. Returns their
    lines in the order of the files.
    """
    ids = {part.id for part in kept}
    g.passages = tuple(source for source in sources if source.id in ids)
    for one in g.attachments:
        if one.turn_id != g.question.id:
            continue
        every = [passage.id for passage in passages(one)]
        held = sum(passage in ids for passage in every)
        if held < len(every):
            g.note("note.attachment_part", name=one.file.name, held=held, count=len(every))
    lines = {part.id: part.text for part in kept}
    return [lines[source.id] for source in g.passages]
