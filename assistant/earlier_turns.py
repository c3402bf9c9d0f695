"""What a request tells of the turns that it has no room for: their digests, the newest first, as far as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant import budget, prompt
from assistant.ask import Gathered, Services
from assistant.catalogue import say
from assistant.compression import digest_of, divide
from assistant.scrub import Scrubber
from assistant.sensitive_words import SensitiveWords
from vault.digests import Digest
from vault.records import LeftOut, Role

_NOTES = frozenset({"note.compressed", "note.history_dropped"})


@dataclass(frozen=True, slots=True)
class Line:
    """What one turn said, as the request tells it."""

    turn_id: str
    text: str
    is_user: bool
    tokens: int


def is_needed(g: Gathered, plan: budget.Plan) -> bool:
    """Whether turns of this conversation stand before the first one that is sent as it is."""
    return _first_kept(g, plan) > 0


def told(
    services: Services, g: Gathered, plan: budget.Plan, scrubber: Scrubber, held_tokens: int
) -> tuple[budget.Plan, Sequence[str]]:
    """The plan with the turns that are told in short taken out of its history, and the lines that tell them.

    What neither fits as it is nor in short is listed as left out; a turn whose words may not leave is passed over.
    """
    stretches = divide(g.path, _first_kept(g, plan))
    verbatim = set(g.path[stretches.verbatim :])
    words = SensitiveWords(services.vault, scrubber)
    left, kept = held_tokens, list[Digest]()
    dropped, lines = list[str](), list[str]()
    for turns in reversed(stretches.whole):
        digest = digest_of(g.ask.store, turns)
        told_here = _fitting(_lines(g, digest, scrubber, words), left)
        left -= sum(line.tokens for line in told_here)
        told_ids = {line.turn_id for line in told_here}
        dropped += [turn for turn, _ in digest.lines if turn not in told_ids]
        if told_here:
            kept.insert(0, replace(digest, lines=tuple(one for one in digest.lines if one[0] in told_ids)))
            lines[:0] = [line.text for line in told_here]
    g.asked_ids |= words.asked
    g.digests = tuple(kept)
    # A request that was too long is made a second time, with less of everything.
    g.notes = [note for note in g.notes if note.key not in _NOTES]
    g.left_out = [left for left in g.left_out if (left.reason, left.kind) != ("budget", "history")]
    g.left_out += [LeftOut(turn, "budget", "history") for turn in dropped]
    if kept:
        g.note("note.compressed", count=sum(len(digest.lines) for digest in kept))
    if dropped:
        g.note("note.history_dropped", count=len(dropped))
    rest = [part for part in plan.dropped if part.kind != "history"]
    history = tuple(part for part in plan.history if part.id in verbatim)
    return replace(plan, history=history, dropped=tuple(rest)), lines


def _first_kept(g: Gathered, plan: budget.Plan) -> int:
    """The place on the path of the first turn that is sent as it is; blank ones before it say nothing."""
    if not plan.history:
        return len(g.path) if any(part.kind == "history" for part in plan.dropped) else 0
    return list(g.path).index(plan.history[0].id) if plan.history[0].id in g.path else 0


def _fitting(lines: Sequence[Line], room_tokens: int) -> Sequence[Line]:
    """All lines of a stretch, or else what the user said in it alone; nothing where that does not fit either."""
    for part in (lines, [line for line in lines if line.is_user]):
        if part and sum(line.tokens for line in part) <= room_tokens:
            return part
    return ()


def _lines(g: Gathered, digest: Digest, scrubber: Scrubber, words: SensitiveWords) -> list[Line]:
    turns = {turn: g.ask.store.turn(turn) for turn, _ in digest.lines}
    kept_back = words.kept_back(list(turns.values()))
    found = []
    for turn_id, text in digest.lines:
        if turn_id not in kept_back:
            is_user = turns[turn_id].role is Role.USER
            key = "prompt.earlier.user" if is_user else "prompt.earlier.assistant"
            line = say(key, g.ask.language, text=prompt.soften(scrubber.scrub(text)))
            found.append(Line(turn_id, line, is_user, budget.estimate_tokens(line) + 1))
    return found
