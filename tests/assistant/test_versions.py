"""Another reply to the same message, and another wording of a message: what is kept, sent, learnt and recalled."""

from __future__ import annotations

import asyncio
import json

import pytest

from assistant.errors import TurnRefused
from assistant.events import MessageSaved
from assistant.session import Session
from tests.assistant.servers import HostileServer, serving
from tests.assistant.test_turn import configure, events_of, replying, result_of
from vault.errors import NotFound
from vault.records import Role, State


def numbered() -> object:
    count = 0

    def make(_: object) -> str:
        nonlocal count
        count += 1
        return f"Reply number {count}."

    return replying(make)  # type: ignore[arg-type]


def sent_texts(server: HostileServer, request: int) -> str:
    return json.dumps(server.requests[request].json["messages"], ensure_ascii=False)


@pytest.mark.parametrize("temporary", [False, True])
def test_another_reply_stands_beside_the_first_and_the_hidden_one_is_not_sent(
    session: Session, temporary: bool
) -> None:
    async def scene() -> HostileServer:
        async with serving(numbered()) as server:  # type: ignore[arg-type]
            configure(session, server.origin, "local")
            chat = session.temporary_chat() if temporary else session.conversation("c").id
            first = result_of(await events_of(session, "Tell me a story", chat, endpoint="server"))
            events = [e async for e in session.again(first.turn_id, chat, endpoint="server")]
            assert isinstance(events[0], MessageSaved)
            assert not events[0].is_new
            second = result_of(events)
            await events_of(session, "And on?", chat, endpoint="server")
            store = session.turns_of(chat)
            assert [t.text for t in store.turns(9)] == [
                "Tell me a story", "Reply number 2.", "And on?", "Reply number 3.",
            ]  # fmt: skip
            assert store.versions() == {second.turn_id: (first.turn_id, second.turn_id)}
            assert store.reply(first.turn_id) is not None
            store.show(first.turn_id)
            assert [t.text for t in store.turns(9)] == ["Tell me a story", "Reply number 1."]
            return server

    server = asyncio.run(scene())
    assert "Reply number 1" not in sent_texts(server, 1) + sent_texts(server, 2)
    assert "Reply number 2" in sent_texts(server, 2)


def test_an_edited_message_hides_what_came_of_it_and_takes_back_what_it_taught(session: Session) -> None:
    async def scene() -> None:
        await session.reply("My sister lives in Oslo", "c")
        await session.reply("My budget is 300k", "c")
        chat = session.conversation("c").id
        old = [turn for turn in session.turns_of(chat).turns(9) if turn.role is Role.USER][-1]
        assert [m.value.high for m in session.vault.memories.list(text="budget")] == [300_000]  # type: ignore[union-attr]
        events = [event async for event in session.ask("My budget is 500k", "c", replaces=old.id)]
        assert any("300k" in note for note in result_of(events).notes)
        [kept] = session.vault.memories.list(text="budget")
        assert (kept.value.low, kept.value.high) == (500_000, 500_000)  # type: ignore[union-attr]
        assert session.vault.memories.list(text="Oslo")
        texts = [turn.text for turn in session.turns_of(chat).turns(9) if turn.role is Role.USER]
        assert texts == ["My sister lives in Oslo", "My budget is 500k"]
        found = session.recall_text("What is my budget?")
        assert old.id not in {item.id for item in found.items}

    asyncio.run(scene())


def test_what_the_user_approved_stays_when_its_message_is_edited(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")

    async def scene() -> None:
        first = await session.reply("My name is Ann Lee", "c")
        session.vault.memories.approve(first.proposals[0])
        turn = session.turns_of(first.conversation).turns(9)[0]
        _ = [event async for event in session.ask("What is the time?", "c", replaces=turn.id)]
        assert [m.attribute for m in session.vault.memories.list(State.ACTIVE)] == ["name"]

    asyncio.run(scene())


def test_another_reply_teaches_nothing_twice_and_a_command_is_not_carried_out_twice(session: Session) -> None:
    async def scene() -> None:
        first = await session.reply("My name is Ann Lee", "c")
        before = [(m.id, m.version, m.confirmations) for m in session.vault.memories.list(None)]
        _ = [event async for event in session.again(first.turn_id, first.conversation)]
        assert [(m.id, m.version, m.confirmations) for m in session.vault.memories.list(None)] == before
        command = await session.reply("/remember I like tea", "c")
        with pytest.raises(TurnRefused):
            _ = [event async for event in session.again(command.turn_id, command.conversation)]
        with pytest.raises(NotFound):
            _ = [event async for event in session.again(first.turn_id, session.conversation("d").id)]
        with pytest.raises(TurnRefused):
            _ = [event async for event in session.ask("x", "c", replaces=first.turn_id)]

    asyncio.run(scene())


def test_what_came_after_is_not_recalled_for_another_reply_to_an_earlier_message(session: Session) -> None:
    async def scene() -> None:
        await session.reply("What is the code word for the garden gate?", "c")
        await session.reply("Somebody wrote periwinkle as the code word for the garden gate", "c")
        chat = session.conversation("c").id
        first = session.turns_of(chat).turns(9)[0]
        found = session.recall_text("What is the code word for the garden gate?")
        assert any("periwinkle" in item.text for item in found.items)  # it would be recalled
        assert session.vault.memories.list(None) == []
        events = [event async for event in session.again(first.id, chat)]
        assert "periwinkle" not in result_of(events).answer
        detail = session.vault.conversations.reply(result_of(events).turn_id)
        assert "periwinkle" not in json.dumps(detail)

    asyncio.run(scene())
