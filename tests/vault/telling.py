"""Puts what a user said into a vault: a real turn, and the candidate that points at it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from vault import Vault
from vault.quantities import parse
from vault.records import Candidate, Evidence, MemoryMode, Outcome, Quantity, Role, State, Turn
from vault.slots import rules_of


def said(day: str) -> datetime:
    """Noon in UTC of a day such as 2026-03-09."""
    return datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC)


def turn_of(
    vault: Vault, text: str, *, role: Role = Role.USER, at: datetime | None = None, zone: str = "UTC"
) -> Turn:
    """A turn in a conversation of its own."""
    conversation = vault.conversations.create()
    return vault.conversations.add_turn(conversation.id, role, text, at=at, zone=zone)


def candidate_of(turn: Turn, attribute: str, value: str | Quantity, **fields: Any) -> Candidate:
    """What extraction would make of a turn: the whole turn is claim and quote, unless fields say otherwise."""
    quote = fields.pop("quote", turn.text)
    evidence = Evidence(
        "turn", turn.id, quote, turn.text.find(quote), turn.text.find(quote) + len(quote), turn.said_utc,
        turn.conversation_id,
    )  # fmt: skip
    is_chinese = any("\u4e00" <= char <= "\u9fff" for char in turn.text)
    made: dict[str, Any] = {
        "claim": turn.text, "layer": rules_of(attribute).layer, "language": "zh" if is_chinese else "en",
        "evidence": (evidence,), **fields,
    }  # fmt: skip
    return Candidate(attribute=attribute, value=value, **made)


def number_in(text: str) -> Quantity:
    """The first quantity of a text."""
    return parse(text)[0].quantity


def tell(
    vault: Vault, text: str, attribute: str, value: str | Quantity | None = None, *,
    day: str = "2026-03-09", mode: MemoryMode = MemoryMode.AUTO, role: Role = Role.USER, **fields: Any,
) -> Outcome:  # fmt: skip
    """Say `text` on `day` and apply the one candidate it gives; the value is the first quantity unless given."""
    turn = turn_of(vault, text, role=role, at=said(day), zone=fields.pop("zone", "UTC"))
    candidate = candidate_of(turn, attribute, number_in(text) if value is None else value, **fields)
    return vault.memories.apply([candidate], mode=mode, actor="test")[0]


def active_claims(vault: Vault, attribute: str | None = None) -> list[str]:
    """The claims in force, the oldest word first."""
    found = vault.memories.list() if attribute is None else _of(vault, attribute)
    return [memory.claim for memory in reversed(found)]


def claims_in(vault: Vault, state: State) -> Sequence[str]:
    return [memory.claim for memory in vault.memories.list(state)]


def _of(vault: Vault, attribute: str) -> list[Any]:
    return [memory for memory in vault.memories.list() if memory.attribute.startswith(attribute)]
