"""Air-gap mode: kept in the vault, obeyed by every turn with a note, and proved by trying every way out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from unittest import mock

import pytest

from assistant import air_gap
from assistant.air_gap import SETTING, WayOut, try_ways_out
from assistant.catalogue import has
from assistant.egress import Gate
from assistant.errors import AirGapped
from assistant.events import Reply
from assistant.outgoing import PURPOSES
from assistant.session import Session
from assistant.socket_guard import is_held
from tests.assistant.servers import DONE, answering, event, serving
from vault.records import EndpointConfig, Role


@pytest.fixture
def gapped(session: Session) -> Iterator[Session]:
    session.vault.settings.set(SETTING, True)
    yield session
    session.air_gap.close()


async def tried() -> list[WayOut]:
    return [way async for way in try_ways_out()]


def test_every_way_out_is_refused_and_this_machine_is_not() -> None:
    ways = asyncio.run(tried())
    assert [way for way in ways if not way.is_ok] == []
    assert [way.way for way in ways if way.outcome == "let_through"] == ["loopback"]
    assert {way.target.partition(":")[0] for way in ways if way.way == "purpose"} == set(PURPOSES)
    assert all(has(f"air_gap.way.{way.way}") for way in ways)
    assert not is_held()


def test_a_gate_that_lets_a_host_through_fails_the_test() -> None:
    with mock.patch.object(air_gap, "Gate", lambda receipts, is_air_gapped: Gate(receipts)):
        ways = asyncio.run(tried())
    assert {way.way for way in ways if not way.is_ok} >= {"name", "public", "private", "redirect"} - {
        "redirect"
    }


def test_the_setting_is_followed_at_once_and_held_up_by_the_guard(session: Session) -> None:
    assert not session.air_gap.is_on
    session.vault.settings.set(SETTING, True)
    assert session.air_gap.is_on
    assert is_held()
    session.vault.settings.set(SETTING, False)
    assert not session.air_gap.is_on
    assert not is_held()


def test_a_vault_opens_in_the_mode_it_was_closed_in(gapped: Session) -> None:
    again = Session(gapped.vault, gapped.recall, None)
    try:
        assert again.air_gap.is_on
    finally:
        again.air_gap.close()


def ask(session: Session, endpoint: str) -> Reply:
    async def scene() -> Reply:
        last = [item async for item in session.ask("What is my budget?", endpoint=endpoint)][-1]
        assert isinstance(last, Reply)
        return last

    return asyncio.run(scene())


def test_a_turn_for_another_machine_answers_from_the_vault_and_says_why(gapped: Session) -> None:
    gapped.vault.endpoints.put(EndpointConfig("far", "openai", "https://models.invalid/v1", "m", "remote"))
    result = ask(gapped, "far").result
    assert result.state == "complete"
    assert any("Air-gap mode is on" in note and "far" in note for note in result.notes)
    assert result.answer
    turns = gapped.vault.conversations.turns(result.conversation)
    assert [turn.text for turn in turns if turn.role is Role.USER] == ["What is my budget?"]
    assert not gapped.vault.receipts.list()


def test_a_turn_for_this_machine_goes_on(gapped: Session) -> None:
    async def scene() -> Reply:
        async with serving(answering(event("It is fine."), DONE)) as server:
            gapped.vault.endpoints.put(EndpointConfig("near", "openai", server.origin, "m", "local"))
            last = [item async for item in gapped.ask("Is it fine?", endpoint="near")][-1]
            assert isinstance(last, Reply)
            return last

    assert asyncio.run(scene()).result.answer.startswith("It is fine.")


def test_a_list_of_models_from_elsewhere_is_refused_with_a_receipt(gapped: Session) -> None:
    far = EndpointConfig("far", "openai", "https://models.invalid/v1", "m", "remote")
    with pytest.raises(AirGapped):
        asyncio.run(gapped.list_models(far))
    [receipt] = gapped.vault.receipts.list()
    assert (receipt.purpose, receipt.outcome) == ("models", "refused")
