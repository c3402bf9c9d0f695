"""What the user is asked: differing observations, hardly possible values, proposals that were overtaken."""

from __future__ import annotations

import pytest

from tests.vault.telling import tell
from vault import Vault
from vault.errors import StaleVersion
from vault.records import MemoryMode, SourceKind, State


def asked(vault: Vault) -> list[tuple[str, str, list[str]]]:
    return [(q.kind, q.memory.claim, [m.claim for m in q.against]) for q in vault.memories.questions()]


def test_a_tool_that_sees_it_otherwise_raises_a_question_and_replaces_nothing(vault: Vault) -> None:
    mine = tell(vault, "The parcel has not shipped yet.", "status:parcel", "not shipped", day="2026-03-09")
    tool = tell(
        vault,
        "Parcel shipped.",
        "status:parcel",
        "shipped",
        day="2026-03-10",
        source=SourceKind.TOOL,
        confidence=0.9,
    )
    assert mine.memory is not None
    assert tool.memory is not None
    assert tool.memory.state is State.PROPOSED
    assert vault.memories.get(mine.memory.id).state is State.ACTIVE
    [question] = vault.memories.questions()
    assert (question.kind, question.memory.id) == ("observations_differ", tool.memory.id)
    assert [(m.claim, m.said_utc) for m in question.against] == [
        ("The parcel has not shipped yet.", mine.memory.said_utc)
    ]


def test_both_observations_may_stand_until_one_is_put_away(vault: Vault) -> None:
    mine = tell(vault, "The parcel has not shipped yet.", "status:parcel", "not shipped").memory
    tool = tell(
        vault,
        "Parcel shipped.",
        "status:parcel",
        "shipped",
        day="2026-03-10",
        source=SourceKind.TOOL,
        confidence=0.9,
    ).memory
    assert mine is not None
    assert tool is not None
    vault.memories.approve(tool.id)
    assert {m.id for m in vault.memories.list()} == {mine.id, tool.id}
    assert asked(vault) == [("observations_differ", "Parcel shipped.", ["The parcel has not shipped yet."])]
    vault.memories.archive(mine.id)
    assert asked(vault) == []


def test_a_hardly_possible_value_is_asked_about_in_every_mode(vault: Vault) -> None:
    tell(vault, "I am 340 years old.", "age", None)
    assert asked(vault) == [("implausible", "I am 340 years old.", [])]
    [memory] = vault.memories.list(State.PROPOSED)
    vault.memories.reject(memory.id)
    assert asked(vault) == []


def test_an_overtaken_proposal_asks_to_be_looked_at_again(vault: Vault) -> None:
    tell(vault, "I live in Leeds.", "home", "Leeds", day="2026-03-01")
    waiting = tell(vault, "I live in York.", "home", "York", day="2026-03-02", mode=MemoryMode.ASK).memory
    assert waiting is not None
    assert asked(vault) == []
    tell(vault, "Now I live in Hull.", "home", "Hull", day="2026-03-01", corrects=True)
    with pytest.raises(StaleVersion):
        vault.memories.approve(waiting.id)
    assert asked(vault) == [("needs_review", "I live in York.", ["Now I live in Hull."])]
    assert vault.memories.approve_all([waiting.id])[1] == {}
    assert asked(vault) == []
