"""Older turns in short: a digest for each stretch of a conversation, made once and used by every later request.

Without a model a digest is made of sentences that stand in the turns; where the user chose an endpoint for background
work, its model writes a shorter one after the reply, which is kept as far as it says nothing that the turns do not.
Follows the design page "Endpoints and turns, Budget".
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from assistant.catalogue import say
from assistant.citations import strip_marks
from assistant.endpoints.protocol import ChatRequest, Endpoint, Message
from assistant.endpoints.whole import whole_reply
from assistant.extraction.guards import is_injection
from assistant.language import content_words, language_of, names, numbers, sentences
from assistant.scrub import Scrubber
from assistant.store import TurnStore
from vault.digests import Digest
from vault.privacy import for_storage
from vault.records import Role, Turn

STRETCH_TURNS = 6
MIN_VERBATIM = 4
USER_CHARACTERS, REPLY_CHARACTERS = 200, 90
MODEL_CHARACTERS = 240
_WORDS_FROM_TURN = 0.5  # share of a model's words that must stand in the turn it speaks of
_SCHEMA = {
    "type": "object",
    "properties": {
        "lines": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"n": {"type": "integer"}, "text": {"type": "string"}},
                "required": ["n", "text"],
            },
        }
    },
    "required": ["lines"],
}


@dataclass(frozen=True, slots=True)
class Stretches:
    """How a path is divided: `whole` stretches are told in short, `verbatim` is the index of the first turn that is
    sent as it is."""

    whole: tuple[tuple[str, ...], ...]
    verbatim: int


def divide(path: Sequence[str], first_kept: int) -> Stretches:
    """Stretches of fixed length from the start of the conversation, so that the same ones come again in later turns.

    What follows the last one is verbatim; where that would leave too few turns, the last stretch ends earlier.
    """
    end = -(-first_kept // STRETCH_TURNS) * STRETCH_TURNS
    if len(path) - end < MIN_VERBATIM:
        end = first_kept
    starts = range(0, end, STRETCH_TURNS)
    return Stretches(tuple(tuple(path[at : min(at + STRETCH_TURNS, end)]) for at in starts), end)


def digest_of(store: TurnStore, turns: tuple[str, ...]) -> Digest:
    """The digest of these turns: the kept one, else made by rules and kept."""
    kept = store.digests().get(turns)
    if kept is not None:
        return kept
    made = by_rules([store.turn(turn_id) for turn_id in turns])
    if len(turns) == STRETCH_TURNS:  # a shorter one ends elsewhere next time
        store.keep_digest(made)
    return made


def by_rules(turns: Sequence[Turn]) -> Digest:
    """The sentences of each turn that say most, as they stand there."""
    lines = [(turn.id, _line(turn)) for turn in turns]
    return Digest(tuple(turn.id for turn in turns), tuple((turn, words) for turn, words in lines if words))


def _line(turn: Turn) -> str:
    if is_injection(turn.text):
        return ""
    most = USER_CHARACTERS if turn.role is Role.USER else REPLY_CHARACTERS
    told = [sentence.text.strip() for sentence in sentences(strip_marks(turn.text))]
    ranked = sorted(range(len(told)), key=lambda at: (-_weight(told[at]), at))
    chosen: list[int] = []
    left = most
    for at in ranked:
        if len(told[at]) <= left or not chosen:
            chosen.append(at)
            left -= len(told[at]) + 1
    text = " ".join(told[at] for at in sorted(chosen))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _weight(sentence: str) -> float:
    """How much a sentence tells: numbers and names most, then the variety of its words; a question tells little."""
    weight = (
        2.0 * bool(numbers(sentence)) + 1.5 * bool(names(sentence)) + min(len(content_words(sentence)), 8) / 8
    )
    return weight * (0.6 if sentence.rstrip().endswith(("?", "？")) else 1.0)


# by a model, after the reply


async def refine(
    store: TurnStore, digest: Digest, endpoint: Endpoint, scrubber: Scrubber, *, kept_back: Collection[str]
) -> bool:
    """Have the background endpoint tell one stretch shorter, without the turns that are `kept_back`; whether any of its
    words were kept.

    Raises:
        EndpointError, SendRefused: the rules' digest stays.
        DetectionFailed: the turns could not be checked for private data; nothing was sent.
    """
    turns = await asyncio.to_thread(_turns, store, digest, kept_back)
    if not turns:
        return False
    request = await asyncio.to_thread(_request, store, turns, scrubber, await endpoint.trust())
    restorer = scrubber.restorer()
    reply = restorer.feed(await whole_reply(endpoint, request)) + restorer.flush()
    found = accepted(reply, turns)
    lines = tuple((turn, found.get(turn, words)) for turn, words in digest.lines)
    return bool(found) and await asyncio.to_thread(
        store.keep_digest, Digest(digest.turns, lines, endpoint.name)
    )


def _turns(store: TurnStore, digest: Digest, kept_back: Collection[str]) -> list[Turn]:
    return [store.turn(turn_id) for turn_id, _ in digest.lines if turn_id not in kept_back]


def _request(store: TurnStore, turns: Sequence[Turn], scrubber: Scrubber, trust: str) -> ChatRequest:
    language = language_of(" ".join(turn.text for turn in turns))
    numbered = [
        f"[{number}] {scrubber.scrub(strip_marks(turn.text))}" for number, turn in enumerate(turns, 1)
    ]
    return ChatRequest(
        (Message("system", say("prompt.compress", language)), Message("user", "\n".join(numbered))),
        "",
        language,
        purpose="compression",
        replaced=scrubber.replaced,
        conversation_id="" if store.is_temporary else store.conversation_id,
        keeps_body=not store.is_temporary,
        assumed_trust=trust,
        schema=_SCHEMA,
        max_tokens=80 * len(turns),
    )


def accepted(reply: str, turns: Sequence[Turn]) -> dict[str, str]:
    """By turn id, the lines of a model's answer that hold no number, name or claim that their turn does not."""
    start, end = reply.find("{"), reply.rfind("}")
    try:
        value = json.loads(reply[start : end + 1]) if start >= 0 else {}
    except ValueError:
        return {}
    entries = value.get("lines") if isinstance(value, dict) else None
    found: dict[str, str] = {}
    for entry in entries if isinstance(entries, list) else ():
        number, text = (entry.get("n"), entry.get("text")) if isinstance(entry, dict) else (None, None)
        if isinstance(number, int) and isinstance(text, str) and 1 <= number <= len(turns):
            turn, words = turns[number - 1], for_storage(" ".join(text.split())).text
            if _is_faithful(words, turn.text):
                found[turn.id] = words
    return found


def _is_faithful(line: str, told: str) -> bool:
    words = content_words(line)
    if not words or len(line) > min(MODEL_CHARACTERS, max(len(told), 40)) or is_injection(line):
        return False
    if numbers(line) - numbers(told) or any(name not in told.casefold() for name in names(line)):
        return False
    return len(words & content_words(told)) / len(words) >= _WORDS_FROM_TURN
