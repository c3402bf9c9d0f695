"""A whole turn through a session: what is saved, sent, restored, stopped, and what survives when things fail."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable

import pytest

from assistant.errors import EndpointUnreachable, TurnRefused
from assistant.events import (
    Event,
    Failed,
    MessageSaved,
    Note,
    Proposed,
    Reply,
    ReplyResult,
    TextDelta,
    TextReplaced,
)
from assistant.session import Session
from tests.assistant.servers import DONE, Received, answering, event, head, refusing, serving
from vault.questions import Question
from vault.records import EndpointConfig, Role, Sensitivity, State

ASK_KEYS = {
    "answer", "confidence", "confidence_parts", "citations", "used_ids", "needs_user_confirm", "proposals", "receipts",
    "conversation", "notes",
}  # fmt: skip


async def events_of(
    session: Session, text: str, conversation: str = "", *, endpoint: str = "", temporary: bool = False
) -> list[Event]:
    asked = session.ask(text, conversation, endpoint=endpoint, temporary=temporary)
    return [event async for event in asked]


def result_of(events: list[Event]) -> ReplyResult:
    last = events[-1]
    assert isinstance(last, Reply)
    return last.result


def shown(events: list[Event]) -> str:
    text = ""
    for item in events:
        text = (
            text + item.text
            if isinstance(item, TextDelta)
            else item.text
            if isinstance(item, TextReplaced)
            else text
        )
    return text


def configure(session: Session, origin: str, trust: str = "remote", **options: str) -> None:
    config = EndpointConfig("server", "openai", origin, "model", trust, "key-canary-2", options)
    session.vault.endpoints.put(config)


def replying(make: Callable[[Received], str]) -> Callable[[Received, asyncio.StreamWriter], Awaitable[None]]:
    """A server that answers one character a packet with what `make` says to the request."""

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        await answering(*(event(char) for char in make(request)), DONE)(request, writer)

    return behave


def test_a_reply_has_exactly_the_keys_of_the_command_line(session: Session) -> None:
    result = result_of(asyncio.run(events_of(session, "What is my name?")))
    assert set(result.as_json()) == ASK_KEYS
    json.dumps(result.as_json())


def test_an_empty_message_is_refused_and_makes_no_conversation(session: Session) -> None:
    with pytest.raises(TurnRefused):
        asyncio.run(events_of(session, "  \n"))
    assert session.vault.conversations.list() == []


def test_nothing_of_a_remote_request_is_in_clear_and_the_reply_is_restored(session: Session) -> None:
    def echo(request: Received) -> str:
        question = request.json["messages"][-1]["content"]  # type: ignore[index]
        return f"You wrote: {question}"

    async def scene() -> tuple[list[Event], bytes]:
        await events_of(session, "My name is Ada Quill and my email is ada.quill@example.com", "first")
        async with serving(replying(echo)) as server:
            configure(session, server.origin)
            text = "Is ada.quill@example.com or 13800138000 mine, Ada Quill?"
            return await events_of(session, text, "second", endpoint="server"), server.requests[0].body

    events, body = asyncio.run(scene())
    sent = body.decode()
    for secret in ("ada.quill@example.com", "13800138000", "Ada Quill", "key-canary-2"):
        assert secret not in sent
    assert shown(events) == "You wrote: Is ada.quill@example.com or 13800138000 mine, Ada Quill?"
    receipt = session.vault.receipts.get(result_of(events).receipts[0])
    assert receipt.body == body
    assert {kind for kind, _ in receipt.replaced} >= {"EMAIL", "PHONE", "PERSON"}
    assert receipt.outcome == "ok"
    assert receipt.turn_id == result_of(events).turn_id


def test_names_that_wait_for_review_are_masked_too_and_organisations_are_not(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")

    async def scene() -> bytes:
        for text in ("My sister is called Ysolde Marr", "I live in Zuoz", "I work at Northwind Labs"):
            await session.reply(text)
        async with serving(replying(lambda _: "Fine.")) as server:
            configure(session, server.origin)
            await events_of(session, "Write to Ysolde about Zuoz and Northwind Labs", endpoint="server")
            return server.requests[0].body

    body = asyncio.run(scene()).decode()
    assert "Ysolde" not in body
    assert "Zuoz" not in body
    assert "Northwind Labs" in body


def test_an_endpoint_on_this_machine_gets_the_text_as_it_is(session: Session) -> None:
    async def scene() -> bytes:
        async with serving(replying(lambda _: "ok")) as server:
            configure(session, server.origin, "local")
            await events_of(session, "mail ada.quill@example.com", endpoint="server")
            return server.requests[0].body

    assert b"ada.quill@example.com" in asyncio.run(scene())


def test_a_declared_local_endpoint_is_local_only_where_its_address_is(session: Session) -> None:
    config = EndpointConfig("far", "openai", "http://no-such-host.invalid/v1", "m", "local")
    session.vault.endpoints.put(config)
    events = asyncio.run(events_of(session, "hello there", "x", endpoint="far"))
    failure = next(item for item in events if isinstance(item, Failed))
    assert isinstance(failure.error, EndpointUnreachable)
    assert result_of(events).state == "failed"
    turns = session.vault.conversations.turns(result_of(events).conversation)
    assert turns[0].text == "hello there"


def test_a_failed_endpoint_never_eats_the_message_and_the_next_turn_works(session: Session) -> None:
    async def scene() -> tuple[list[Event], list[Event]]:
        async with serving(refusing("500 Oops", {"error": "internal words"})) as server:
            configure(session, server.origin)
            failed = await events_of(session, "My name is Ada Quill", "talk", endpoint="server")
        return failed, await events_of(session, "What is my name?", "talk", endpoint="recall-only")

    failed, after = asyncio.run(scene())
    kinds = [type(item) for item in failed]
    assert kinds.index(MessageSaved) < kinds.index(Failed) < kinds.index(Reply)
    assert any(isinstance(item, Proposed) for item in failed), (
        "what was said is learnt although the reply failed"
    )
    result = result_of(failed)
    assert result.state == "failed"
    assert any("5xx" in note for note in result.notes)
    detail = session.vault.conversations.reply(result.turn_id)
    assert detail is not None
    assert detail["error"] == {"code": "endpoint_broken", "server": "internal words"}
    assert "Ada Quill" in result_of(after).answer


def test_marks_are_checked_and_the_tail_is_never_shown(session: Session) -> None:
    def answer(request: Received) -> str:
        system = request.json["messages"][0]["content"]  # type: ignore[index]
        mark = re.search(r"\[(\d+)\][^\n]*budget", system)
        assert mark is not None
        return (
            f"Your budget is $500,000 [{mark[1]}]. It was agreed on Mars [99].\n\n"
            '```json\n@@keepsake {"confidence": "medium", "used": [1], "confirm": true}\n```'
        )

    async def scene() -> list[Event]:
        await events_of(session, "My budget is $500,000", "first")
        async with serving(replying(answer)) as server:
            configure(session, server.origin, "local")
            return await events_of(session, "How large is my budget?", "second", endpoint="server")

    events = asyncio.run(scene())
    shown_notes = [item.note.key for item in events if isinstance(item, Note)]
    assert len(shown_notes) == len(set(shown_notes)), "every note is shown once"
    result = result_of(events)
    assert re.fullmatch(r"Your budget is \$500,000 \[\d\]\. It was agreed on Mars\.", result.answer)
    assert shown(events) == result.answer
    assert "keepsake" not in "".join(item.text for item in events if isinstance(item, TextDelta))
    assert [(c.kind, c.supported) for c in result.citations] == [("memory", True)]
    assert result.confidence == "medium", "the model's own word lowers the badge"
    assert result.needs_user_confirm
    assert session.vault.memories.get(result.used_ids[0]).uses == 1
    detail = session.vault.conversations.reply(result.turn_id)
    assert detail is not None
    assert detail["removed_marks"] == 1
    assert detail["messages"][-1]["content"] == "How large is my budget?"


@pytest.mark.parametrize(
    ("told", "asked", "before", "is_about_user"),
    [
        ("My budget is $500,000", "How large is my budget?", "You work as a baker in a mill.", True),
        (
            "My budget is $500,000",
            "How large is my budget?",
            "Budgets of firms are often cut in autumn.",
            False,
        ),
        ("我的预算是五十万元", "我的预算是多少？", "你在磨坊里当面包师。", True),
        ("我的预算是五十万元", "我的预算是多少？", "公司的预算往往在秋天削减。", False),
    ],
)
def test_what_stands_before_a_mark_and_is_not_from_there_is_named(
    session: Session, told: str, asked: str, before: str, is_about_user: bool
) -> None:
    supported = "你的预算是五十万元" if "预算" in told else "Your budget is $500,000"

    def answer(request: Received, lead: str) -> str:
        system = request.json["messages"][0]["content"]  # type: ignore[index]
        mark = re.search(r"\[(\d+)\][^\n]*(?:budget|预算)", system)
        assert mark is not None
        return f"{lead}{supported} [{mark[1]}]."

    async def scene() -> list[ReplyResult]:
        await events_of(session, told, "first")
        found = []
        for number, lead in enumerate(("", f"{before} ")):
            async with serving(replying(lambda request, lead=lead: answer(request, lead))) as server:
                configure(session, server.origin, "local")
                found.append(result_of(await events_of(session, asked, f"c{number}", endpoint="server")))
        return found

    plain, led = asyncio.run(scene())
    assert [c.supported for c in led.citations] == [True]
    assert any(before in note for note in led.notes)
    assert not any("“" in note and supported in note for note in plain.notes)
    shares = plain.confidence_parts["support"], led.confidence_parts["support"]
    assert shares == ((1.0, 0.5) if is_about_user else (1.0, 1.0))


def test_a_model_that_ignores_the_contract_still_gets_its_sentences_sourced(session: Session) -> None:
    async def scene() -> ReplyResult:
        await events_of(session, "我对花生过敏", "first")
        async with serving(replying(lambda _: "你对花生过敏。祝你用餐愉快！")) as server:
            configure(session, server.origin, "local")
            return result_of(await events_of(session, "我对什么过敏？", "second", endpoint="server"))

    result = asyncio.run(scene())
    assert re.fullmatch(r"你对花生过敏。 \[\d\]祝你用餐愉快！", result.answer)
    assert result.citations[0].supported
    assert result.citations[0].aligned


async def _slow(_: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(head() + event("The first words. "))
    await writer.drain()
    await asyncio.Event().wait()


def test_stopping_closes_the_socket_and_keeps_what_had_arrived(session: Session) -> None:
    async def scene() -> str:
        async with serving(_slow) as server:
            configure(session, server.origin, "local")
            seen = asyncio.Event()

            async def consume() -> None:
                async for item in session.ask("I live in Oslo. Tell me a story.", "talk", endpoint="server"):
                    if isinstance(item, TextDelta):
                        seen.set()

            task = asyncio.create_task(consume())
            async with asyncio.timeout(10):
                await seen.wait()
            task.cancel()
            async with asyncio.timeout(1):
                await server.client_gone.wait()
            with pytest.raises(asyncio.CancelledError):
                await task
        return session.vault.receipts.list()[0].outcome

    assert asyncio.run(scene()) == "stopped"
    conversation = session.vault.conversations.by_name("talk")
    assert conversation is not None
    question, reply = session.vault.conversations.turns(conversation.id)
    assert (question.role, reply.role) == (Role.USER, Role.ASSISTANT)
    assert (reply.text.strip(), reply.state) == ("The first words.", "stopped")
    assert any("Oslo" in memory.claim for memory in session.vault.memories.list())


def test_a_reply_is_saved_while_it_streams(session: Session) -> None:
    async def scene() -> tuple[str, str]:
        async with serving(_slow) as server:
            configure(session, server.origin, "local")
            stream = session.ask("Tell me a story.", "talk", endpoint="server")
            async for item in stream:
                if isinstance(item, TextDelta):
                    break
            # The event was handed over before its text was saved: ask for one more, which never comes.
            waiting = asyncio.ensure_future(anext(stream))
            conversation = session.vault.conversations.by_name("talk")
            assert conversation is not None
            async with asyncio.timeout(5):
                while not (turn := session.vault.conversations.turns(conversation.id)[-1]).text:
                    await asyncio.sleep(0.01)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            await stream.aclose()  # type: ignore[attr-defined]
            return turn.text.strip(), turn.state

    assert asyncio.run(scene()) == ("The first words.", "partial")


def test_a_request_too_long_for_the_model_is_sent_again_shorter(session: Session) -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        if len(request.body) > 9000:
            await refusing("400 Bad", {"error": {"message": "maximum context length exceeded"}})(
                request, writer
            )
            return
        await answering(event("fine"), DONE)(request, writer)

    async def scene() -> tuple[ReplyResult, int]:
        for number in range(6):
            await events_of(session, f"Number {number}: " + "word " * 400, "talk", endpoint="recall-only")
        async with serving(behave) as server:
            configure(session, server.origin, "local", context_tokens="8000")
            result = result_of(await events_of(session, "Go on", "talk", endpoint="server"))
            return result, len(server.requests)

    result, requests = asyncio.run(scene())
    assert (result.answer, requests) == ("fine", 2)
    assert any("shorter" in note for note in result.notes)


def test_sealed_memories_never_leave_and_sensitive_ones_stay_on_this_machine(session: Session) -> None:
    async def ask(trust: str) -> str:
        async with serving(replying(lambda _: "ok")) as server:
            configure(session, server.origin, trust)
            await events_of(session, "What am I allergic to?", endpoint="server")
            return server.requests[-1].body.decode()

    async def scene() -> tuple[str, str]:
        await events_of(session, "I am allergic to peanuts", "first")
        memory = session.vault.memories.list()[0]
        assert memory.sensitivity is Sensitivity.SENSITIVE
        return await ask("local"), await ask("remote")

    local, remote = asyncio.run(scene())
    assert "[1] memory" in local
    assert "memory ·" not in remote


def test_a_secret_is_cut_before_it_is_saved_or_sent_and_the_chat_says_so(session: Session) -> None:
    async def scene() -> tuple[ReplyResult, bytes]:
        async with serving(replying(lambda _: "ok")) as server:
            configure(session, server.origin, "local")
            text = "My password is hunter2-Kite! and I live in Oslo"
            return result_of(await events_of(session, text, "talk", endpoint="server")), server.requests[
                0
            ].body

    result, body = asyncio.run(scene())
    assert b"hunter2-Kite" not in body
    assert any("cut out" in note for note in result.notes)
    assert "hunter2-Kite" not in session.vault.conversations.turns(result.conversation)[0].text


def test_a_temporary_chat_keeps_its_history_in_memory_and_leaves_nothing(session: Session) -> None:
    async def scene() -> tuple[ReplyResult, list[dict[str, str]]]:
        async with serving(replying(lambda _: "ok")) as server:
            configure(session, server.origin)
            chat = session.temporary_chat()
            await events_of(session, "My email is zed@example.com", chat, endpoint="server", temporary=True)
            result = result_of(await events_of(session, "And now?", chat, endpoint="server", temporary=True))
            return result, server.requests[-1].json["messages"]  # type: ignore[return-value]

    result, messages = asyncio.run(scene())
    assert [m["role"] for m in messages] == ["system", "user", "assistant", "user"]
    assert "zed@example.com" not in json.dumps(messages)
    assert session.vault.conversations.list() == []
    assert session.vault.memories.list(None) == []
    assert session.vault.pseudonyms.entries(result.conversation) == []
    assert [r.body for r in session.vault.receipts.list()] == [None, None]


def test_memory_off_puts_nothing_of_the_vault_into_a_request(session: Session) -> None:
    async def scene() -> tuple[ReplyResult, str]:
        await events_of(session, "My favourite colour is viridian", "first")
        session.vault.settings.set("memory.mode", "off")
        async with serving(replying(lambda _: "ok")) as server:
            configure(session, server.origin, "local")
            result = result_of(
                await events_of(session, "What colour do I like? I own a bike.", "x", endpoint="server")
            )
            return result, server.requests[0].body.decode()

    result, body = asyncio.run(scene())
    assert "viridian" not in body
    assert any("switched off" in note for note in result.notes)
    assert result.proposals == ()


def test_mode_ask_proposes_and_says_what_waits(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")
    result = result_of(asyncio.run(events_of(session, "I live in Oslo")))
    assert len(result.proposals) == 1
    assert session.vault.memories.get(result.proposals[0]).state is State.PROPOSED
    assert any("I live in Oslo" in note for note in result.notes)


def test_the_detail_says_that_a_source_waits_for_review_and_which_notes_only_list(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")
    told = result_of(asyncio.run(events_of(session, "My e-mail is ann@example.com")))
    detail = session.vault.conversations.reply(told.turn_id)
    assert detail is not None
    assert detail["is_acknowledgement"]
    assert [note["is_listing"] for note in detail["notes"] if note["key"] == "note.proposals"] == [True]
    assert [note for note in told.notes if "ann@example.com" in note] == list(told.listing_notes)
    assert not any("ann@example.com" in note for note in session.vault.conversations.turn(told.turn_id).notes)
    asked = result_of(asyncio.run(events_of(session, "What is my e-mail?")))
    detail = session.vault.conversations.reply(asked.turn_id)
    assert detail is not None
    assert not detail["is_acknowledgement"]
    assert detail["retrieved"][0]["why"][-1] == "proposal"


def test_recall_that_fails_leaves_a_note_and_an_answer(session: Session) -> None:
    recall, session.recall = session.recall, None  # type: ignore[assignment]
    try:
        result = result_of(asyncio.run(events_of(session, "What is my name?")))
    finally:
        session.recall = recall
    assert any("Recall is not available" in note for note in result.notes)
    assert result.confidence == "none"


def test_a_conversation_is_named_after_its_first_words_without_secrets(session: Session) -> None:
    long = "I live in Oslo and my password is hunter2-Kite! and much more that makes this message a long one"
    first = result_of(asyncio.run(events_of(session, long)))
    title = session.vault.conversations.get(first.conversation).title
    assert title.startswith("I live in Oslo and my password is")
    assert "hunter2" not in title
    assert title.endswith("…")
    asyncio.run(events_of(session, "Something else", first.conversation))
    assert session.vault.conversations.get(first.conversation).title == title


def test_what_an_open_question_concerns_is_to_be_confirmed(session: Session) -> None:
    async def scene() -> ReplyResult:
        await session.reply("My e-mail is ann@example.com", "c")
        [memory] = session.vault.memories.list(text="ann@example.com")
        session.vault.memories.questions = lambda: [Question("rival", memory)]  # type: ignore[method-assign]
        return await session.reply("What is my e-mail?", "d")

    result = asyncio.run(scene())
    assert result.citations
    assert result.needs_user_confirm
    assert result.confidence_parts["contradiction"] == 1.0


def test_what_a_model_thought_is_not_sent_again(session: Session) -> None:
    """Row N85 of the reports: it teaches a model to imitate the tags."""
    requests: list[Received] = []

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        requests.append(request)
        thought = event(None, reasoning_content="canary-thought")
        await answering(thought, event("<think>canary-tag</think>Good."), DONE)(request, writer)

    async def scene() -> None:
        async with serving(behave) as server:
            session.vault.endpoints.put(EndpointConfig("thinker", "openai", server.origin, "m", "local"))
            for text in ("How is it?", "And now?"):
                result = await session.reply(text, "c", endpoint="thinker")
                assert result.answer == "Good."

    asyncio.run(scene())
    assert "Good." in json.dumps(requests[1].json)
    assert "canary" not in json.dumps(requests[1].json)


def test_a_reply_is_a_full_source_where_what_it_said_is_asked_for(session: Session) -> None:
    earlier = session.vault.conversations.create().id
    said = "For the old sewing machine I recommend the thread Gutermann Mara."
    session.vault.conversations.add_turn(earlier, Role.ASSISTANT, said)
    session.recall.index_now()
    question = "Which thread did you recommend for the old sewing machine?"
    reply = result_of(asyncio.run(events_of(session, question, temporary=True)))
    assert reply.confidence_parts["source"] == 1.0


def test_the_words_of_the_person_in_the_question_are_a_full_source(session: Session) -> None:
    earlier = session.vault.conversations.create().id
    said = "I painted the lighthouse near Stavanger."
    session.vault.conversations.add_turn(earlier, Role.ASSISTANT, said, speaker="Melanie")
    session.recall.index_now()

    def weight_for(question: str) -> float:
        reply = result_of(asyncio.run(events_of(session, question, temporary=True)))
        assert reply.citations
        return reply.confidence_parts["source"]

    assert weight_for("Which lighthouse has Melanie painted?") == 1.0
    assert weight_for("Which lighthouse was painted?") < 0.5
