"""The preview of a request: when the rules ask for it, and that what is sent is what the user let go, to the byte."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.cli.previews import struck_out
from assistant.egress import Gate
from assistant.errors import NotShown, SendCancelled, SendRefused
from assistant.events import Event, Failed, PreviewWanted, Reply
from assistant.outgoing import Outgoing
from assistant.preview_step import PreviewStep, unmasked
from assistant.session import Session
from tests.assistant.receipt_log import MemoryReceipts
from tests.assistant.servers import DONE, HostileServer, answering, event, serving
from vault.records import Candidate, EndpointConfig, Evidence, Layer, Role, Sensitivity, State

Answer = Callable[[PreviewStep], None]
TEXT = "Please call +1 415 555 2671 or mail anna@example.com about the rent."


class Scene:
    """One turn against a real server: its events, what the server got, the previews that were shown."""

    def __init__(
        self,
        session: Session,
        answer: Answer | None,
        text: str = TEXT,
        conversation: str = "",
        **options: str,
    ) -> None:
        self.events: list[Event] = []
        self.steps: list[PreviewStep] = []
        self.server: HostileServer | None = None
        self.endpoint, self.trust = options.pop("endpoint", "server"), options.pop("trust", "remote")
        asyncio.run(self._run(session, answer, text, conversation, options))

    async def _run(
        self,
        session: Session,
        answer: Answer | None,
        text: str,
        conversation: str,
        options: dict[str, str],
    ) -> None:
        async with serving(answering(event("Done, ‹phone 1›."), DONE)) as server:
            self.server = server
            config = EndpointConfig("server", "openai", server.origin, "model", self.trust, options=options)
            session.vault.endpoints.put(config)
            asked = session.ask(text, conversation, endpoint=self.endpoint, previews=answer is not None)
            async for item in asked:
                self.events.append(item)
                if isinstance(item, PreviewWanted):
                    self.steps.append(item.step)
                    assert answer is not None
                    answer(item.step)

    @property
    def bodies(self) -> list[bytes]:
        assert self.server is not None
        return [request.body for request in self.server.requests]

    @property
    def reply(self) -> Reply:
        last = self.events[-1]
        assert isinstance(last, Reply)
        return last

    @property
    def failure(self) -> Exception:
        [failed] = [item.error for item in self.events if isinstance(item, Failed)]
        return failed


def test_an_endpoint_that_always_shows_is_sent_exactly_what_was_shown(session: Session) -> None:
    seen: list[bytes] = []

    def send(step: PreviewStep) -> None:
        seen.append(step.preview.wire(step.preview.messages))
        step.send()

    scene = Scene(session, send, preview="always")
    assert scene.bodies == seen
    assert b"anna@example.com" not in seen[0]
    [receipt] = session.vault.receipts.list()
    assert receipt.body == seen[0]
    shown = scene.steps[0].preview
    assert (shown.reason, shown.trust, shown.endpoint) == ("always", "remote", "server")
    assert {"anna@example.com", "+1 415 555 2671"} == {replaced.value for replaced in shown.replaced}
    assert scene.reply.result.answer.startswith("Done, +1 415 555 2671")


def test_what_the_user_edits_is_what_is_sent_and_what_the_receipt_shows(session: Session) -> None:
    def edit(step: PreviewStep) -> None:
        *before, last = step.preview.messages
        step.send([*before, replace(last, content="Please remind me of the rent.")])

    scene = Scene(session, edit, preview="always")
    assert b"Please remind me of the rent." in scene.bodies[0]
    [receipt] = session.vault.receipts.list()
    assert receipt.body == scene.bodies[0]
    assert receipt.replaced == ()
    assert any("changed the request" in note for note in scene.reply.result.notes)
    [question, _] = session.vault.conversations.turns(scene.reply.result.conversation)
    assert question.text == TEXT


def test_one_value_goes_in_clear_by_an_exception_for_this_message(session: Session) -> None:
    def unmask_mail(step: PreviewStep) -> None:
        [mail] = [replaced for replaced in step.preview.replaced if replaced.type == "EMAIL"]
        step.send(unmasked(step.preview.messages, mail))

    scene = Scene(session, unmask_mail, preview="always")
    assert b"anna@example.com" in scene.bodies[0]
    assert b"415" not in scene.bodies[0]
    [receipt] = session.vault.receipts.list()
    assert [kind for kind, _ in receipt.replaced] == ["PHONE"]
    again = Scene(session, PreviewStep.send, preview="always")
    assert b"anna@example.com" not in again.bodies[0]


def test_a_cancelled_request_is_not_sent_and_the_message_is_kept(session: Session) -> None:
    scene = Scene(session, PreviewStep.cancel, preview="always")
    assert scene.bodies == []
    assert isinstance(scene.failure, SendCancelled)
    [question, reply] = session.vault.conversations.turns(scene.reply.result.conversation)
    assert (question.text, reply.role) == (TEXT, Role.ASSISTANT)
    assert not session.vault.receipts.list()


def test_everything_struck_out_is_nothing_to_send(session: Session) -> None:
    scene = Scene(session, lambda step: step.send([]), preview="always")
    assert scene.bodies == []
    assert isinstance(scene.failure, SendCancelled)


def test_what_must_be_shown_is_not_sent_where_nobody_looks(session: Session) -> None:
    scene = Scene(session, None, preview="always")
    assert scene.bodies == []
    assert isinstance(scene.failure, NotShown)
    assert scene.reply.result.notes


def test_a_rule_to_ask_about_everything_shows_every_request(session: Session) -> None:
    assert len(Scene(session, PreviewStep.send, **{"rule.normal": "ask"}).steps) == 1
    assert isinstance(Scene(session, None, **{"rule.normal": "ask"}).failure, NotShown)


def test_a_rule_that_nothing_may_go_holds_for_the_message_itself(session: Session) -> None:
    scene = Scene(session, PreviewStep.send, **{"rule.normal": "never"})
    assert scene.bodies == []
    assert isinstance(scene.failure, SendRefused)
    assert scene.steps == []


def remember(session: Session) -> str:
    """A sensitive memory with the turn that told it; gives the memory's id."""
    words = "I am allergic to penicillin."
    conversation = session.vault.conversations.create().id
    turn = session.vault.conversations.add_turn(conversation, Role.USER, words)
    evidence = Evidence("turn", turn.id, words, 0, len(words), turn.said_utc, conversation)
    outcome = session.vault.memories.add(
        Candidate("allergy", "You are allergic to penicillin.", Layer.FACT, "penicillin", (evidence,))
    )
    assert outcome.memory is not None
    assert outcome.memory.sensitivity is Sensitivity.SENSITIVE
    session.recall.wait_until_indexed(10.0)
    return outcome.memory.id


ASKED = "What am I allergic to?"


def test_something_sensitive_is_shown_before_it_leaves(session: Session) -> None:
    memory_id = remember(session)
    scene = Scene(session, PreviewStep.send, ASKED)
    assert scene.steps[0].preview.reason == "sensitive"
    assert scene.steps[0].preview.asked_ids == (memory_id,)
    assert b"penicillin" in scene.bodies[0]
    assert session.vault.receipts.list()[0].memory_ids == (memory_id,)


def test_a_struck_out_memory_is_neither_sent_nor_cited_nor_named_in_the_receipt(session: Session) -> None:
    memory_id = remember(session)

    def strike(step: PreviewStep) -> None:
        step.send(struck_out(step.preview.messages, "penicillin"))

    scene = Scene(session, strike, ASKED)
    assert b"penicillin" not in scene.bodies[0]
    assert session.vault.receipts.list()[0].memory_ids == ()
    detail = session.vault.conversations.reply(scene.reply.result.turn_id)
    assert detail is not None
    assert {"id": memory_id, "kind": "memory", "reason": "struck_out"} in detail["left_out"]


@pytest.mark.parametrize("options", [{}, {"preview": "never"}, {"rule.sensitive": "never"}])
def test_something_sensitive_stays_here_where_it_is_not_asked_about(
    session: Session, options: dict[str, str]
) -> None:
    remember(session)
    scene = Scene(session, None if not options else PreviewStep.send, ASKED, **options)
    assert scene.steps == []
    assert len(scene.bodies) == 1
    assert b"penicillin" not in scene.bodies[0]


def tell_and_ask(session: Session, answer: Answer | None) -> tuple[Scene, Scene]:
    """A sensitive thing told to an endpoint on this machine, and the next message sent to another machine."""
    told = Scene(session, None, "I have a penicillin allergy. The office is cold.", trust="local")
    conversation = told.reply.result.conversation
    assert [memory.sensitivity for memory in session.vault.memories.list(State.ACTIVE)] == [
        Sensitivity.SENSITIVE
    ]
    return told, Scene(session, answer, "And what about the window?", conversation)


def test_the_words_of_a_sensitive_memory_stay_here_in_the_history_as_well(session: Session) -> None:
    told, asked = tell_and_ask(session, None)
    assert b"penicillin" in told.bodies[0]
    assert b"The office is cold" in asked.bodies[0]
    assert b"penicillin" not in asked.bodies[0]


def test_or_are_asked_about_where_that_is_possible(session: Session) -> None:
    _, asked = tell_and_ask(session, PreviewStep.send)
    assert [step.preview.reason for step in asked.steps] == ["sensitive"]
    assert b"penicillin" in asked.bodies[0]


def test_a_reply_that_rests_on_a_sensitive_memory_does_not_leave_with_the_history(session: Session) -> None:
    memory_id = remember(session)
    session.vault.endpoints.set_default("recall-only")
    first = Scene(session, None, ASKED, endpoint="recall-only")
    assert memory_id in first.reply.result.used_ids
    asked = Scene(session, None, "And what about the window?", first.reply.result.conversation)
    assert b"penicillin" not in asked.bodies[0]


def test_a_request_without_anything_sensitive_is_not_shown(session: Session) -> None:
    remember(session)
    assert Scene(session, PreviewStep.send, "Tell me a joke about rain.").steps == []


def test_learning_in_the_background_waits_and_the_reply_says_so(session: Session) -> None:
    scene = Scene(session, PreviewStep.send, "My sister moved to Porto last week.", preview="always")
    assert len(scene.bodies) == 1
    assert any("in the background" in note for note in scene.reply.result.notes)
    report = session.extraction.run_now(is_everything=True)
    assert (report.asked, report.stopped_by) == (0, "not_shown")
    assert session.vault.extraction_jobs.waiting(1)
    assert [receipt.purpose for receipt in session.vault.receipts.list()] == ["chat"]


def test_learning_does_not_carry_sensitive_words_to_another_machine(session: Session) -> None:
    told = Scene(session, None, "I have a penicillin allergy. My sister moved to Porto.", trust="local")
    assert b"penicillin" in told.bodies[0]

    async def scene() -> list[bytes]:
        async with serving(answering(event("{}"), DONE)) as server:
            session.vault.endpoints.put(EndpointConfig("server", "openai", server.origin, "m", "remote"))
            await asyncio.to_thread(session.extraction.run_now, is_everything=True)
            return [request.body for request in server.requests]

    bodies = asyncio.run(scene())
    assert bodies
    assert not any(b"penicillin" in body for body in bodies)


@pytest.mark.parametrize("purpose", ["title", "extraction", "summary"])
def test_background_work_is_not_sent_where_it_would_have_to_be_shown(purpose: str) -> None:
    async def scene() -> None:
        async with serving(answering(event("x"))) as server:
            config = EndpointConfig("x", "openai", server.origin, "m", "local", options={"preview": "always"})
            receipts = MemoryReceipts()
            with pytest.raises(NotShown):
                async with Gate(receipts).exchange(Outgoing(purpose, config, server.origin, b"{}")):
                    pass
            assert server.requests == []
            assert receipts.last.outcome == "refused"

    asyncio.run(scene())
