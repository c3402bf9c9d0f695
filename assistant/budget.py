"""What fits into a request: estimates tokens upwards and says what was left out.

Order of claims on the space: identity and rules, the question, the standing profile, the ranked memories, passages of
documents and attached files, then as much of the conversation as is left, newest first. Follows the design page
"Endpoints and turns, budget".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

DEFAULT_CONTEXT_TOKENS = 8192
REPLY_RESERVE_TOKENS = 1024
PROFILE_SHARE = 0.15
SOURCES_SHARE = 0.5
PASSAGES_SHARE = 0.6  # of documents and files, within what memories leave
MESSAGE_OVERHEAD_TOKENS = 8
DIGEST_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Part:
    """A piece that competes for space; `kind` is profile, memory, turn, passage or history."""

    kind: str
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What goes in, in the given order (history oldest first), and what does not."""

    profile: tuple[Part, ...]
    sources: tuple[Part, ...]
    passages: tuple[Part, ...]
    history: tuple[Part, ...]
    dropped: tuple[Part, ...]
    tokens: int


def estimate_tokens(text: str) -> int:
    """Tokens of `text`, never too few for common tokenizers: 1.5 for each character outside ASCII, one for
    three in it.
    """
    wide = sum(1 for char in text if ord(char) > 0x7F)
    return int(wide * 1.5 + (len(text) - wide) / 3.0) + 1


def plan(
    profile: Sequence[Part],
    sources: Sequence[Part],
    history: Sequence[Part],
    *,
    passages: Sequence[Part] = (),
    fixed_tokens: int,
    context_tokens: int,
    count: Callable[[str], int] = estimate_tokens,
) -> Plan:
    """Choose what fits. `history` is oldest first; `fixed_tokens` are the identity text and the question; `count` gives
    the tokens of a text in the measure of `context_tokens`.
    """
    room = _room(fixed_tokens, context_tokens)
    dropped: list[Part] = []
    kept_profile, used_profile = _fill(profile, int(room * PROFILE_SHARE), dropped, count)
    kept_sources, used_sources = _fill(sources, int(room * SOURCES_SHARE), dropped, count)
    left = room - used_profile - used_sources
    kept_passages, used_passages = _fill(passages, min(int(room * PASSAGES_SHARE), left), dropped, count)
    left -= used_passages
    kept_history: list[Part] = []
    used_history = 0
    for position in range(len(history) - 1, -1, -1):
        cost = count(history[position].text) + MESSAGE_OVERHEAD_TOKENS
        # A gap inside the conversation would mislead: the first turn that does not fit ends it.
        if used_history + cost > left:
            dropped.extend(history[: position + 1])
            break
        kept_history.append(history[position])
        used_history += cost
    total = fixed_tokens + used_profile + used_sources + used_passages + used_history
    return Plan(
        tuple(kept_profile),
        tuple(kept_sources),
        tuple(kept_passages),
        tuple(reversed(kept_history)),
        tuple(dropped),
        total,
    )


def digest_tokens(fixed_tokens: int, context_tokens: int) -> int:
    """What is held for older turns in short, where not all of them fit as they are."""
    return int(_room(fixed_tokens, context_tokens) * DIGEST_SHARE)


def _room(fixed_tokens: int, context_tokens: int) -> int:
    reserve = min(REPLY_RESERVE_TOKENS, context_tokens // 4)
    return max(0, context_tokens - reserve - fixed_tokens)


def _fill(
    parts: Sequence[Part], room: int, dropped: list[Part], count: Callable[[str], int]
) -> tuple[list[Part], int]:
    kept, used = [], 0
    for part in parts:
        cost = count(part.text) + 4
        if used + cost > room:
            dropped.append(part)
            continue
        kept.append(part)
        used += cost
    return kept, used
