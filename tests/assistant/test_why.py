"""The walk of a memory with a question, and of a reply: where it stopped, and that it names the right place."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from assistant.session import Session
from assistant.why import STEPS, Step, why_memory, why_reply
from tests.assistant.conftest import PASSPHRASE
from vault import Secret
from vault.errors import NotFound
from vault.records import Memory, Sensitivity

_QUESTION = "What is the office printer called?"


def kept(session: Session, text: str = "The office printer is called Gustav.", **more: str) -> Memory:
    asyncio.run(session.reply(f"Please remember: {text}"))
    [memory] = [m for m in session.vault.memories.list() if "Gustav" in m.claim]
    return memory


def step(steps: tuple[Step, ...], name: str) -> Step:
    return [one for one in steps if one.name == name][-1]


def test_nothing_stands_in_the_way_of_a_memory_that_answers(session: Session) -> None:
    memory = kept(session)
    reply = asyncio.run(session.reply(_QUESTION, "office"))
    walk = why_memory(session, memory.id, _QUESTION)
    assert [one.name for one in walk.steps] == list(STEPS)
    assert step(walk.steps, "recall").reason == "selected"
    assert "gustav" not in str(step(walk.steps, "index").values["shared_words"])
    assert "printer" in str(step(walk.steps, "index").values["shared_words"])
    assert step(walk.steps, "reply").values["reply"] == reply.turn_id
    assert walk.stopped_at == ""


def test_each_obstacle_is_named_where_it_stands(session: Session) -> None:
    memory = kept(session)
    vault = session.vault
    assert why_memory(session, memory.id, "Which wine goes with fish?").stopped_at == "recall"
    vault.memories.edit(memory.id, scope="work")
    assert why_memory(session, memory.id, _QUESTION).stopped_at == "scope"
    assert why_memory(session, memory.id, _QUESTION, scope="work").stopped_at == ""
    vault.memories.edit(memory.id, expires_utc=vault.clock() - timedelta(days=1))
    assert why_memory(session, memory.id, _QUESTION, scope="work").stopped_at == "expiry"
    vault.memories.edit(memory.id, clears_expiry=True, sensitivity=Sensitivity.SEALED)
    sealed = why_memory(session, memory.id, _QUESTION, scope="work")
    assert sealed.stopped_at == "sensitivity"
    assert "Gustav" not in str(sealed.as_json()["steps"])
    vault.memories.sealing.unseal(memory.id, Secret(PASSPHRASE))
    vault.memories.archive(memory.id)
    archived = why_memory(session, memory.id, _QUESTION, scope="work")
    assert (archived.stopped_at, step(archived.steps, "state").reason) == ("state", "archived")


def test_what_was_deleted_is_told_from_what_never_was(session: Session) -> None:
    memory = kept(session)
    session.vault.memories.forget([memory.id])
    [gone] = why_memory(session, memory.id, _QUESTION).steps
    [never] = why_memory(session, "m_unknown", _QUESTION).steps
    assert (gone.name, gone.reason, gone.values["action"]) == ("store", "deleted", "memory.delete")
    assert (never.is_ok, never.reason) == (False, "unknown")


def test_a_reply_shows_what_it_was_given_what_it_used_and_what_has_changed_since(session: Session) -> None:
    memory = kept(session)
    reply = asyncio.run(session.reply(_QUESTION, "office"))
    walk = why_reply(session, reply.turn_id)
    assert walk.query == _QUESTION
    assert step(walk.steps, "recall").reason == "given"
    assert step(walk.steps, "request").reason == "builtin"
    assert step(walk.steps, "reply").reason == "cited"
    assert set(reply.used_ids) == set(str(step(walk.steps, "reply").values["used"]).split(", "))
    assert step(walk.steps, "cache").reason == "current"
    if memory.id in reply.used_ids:
        session.vault.memories.archive(memory.id)
        assert memory.id in str(step(why_reply(session, "office").steps, "cache").values["changed"])


def test_a_reply_without_sources_and_one_that_is_not_there(session: Session) -> None:
    reply = asyncio.run(session.reply("Which wine goes with fish?", "wine"))
    walk = why_reply(session, reply.turn_id)
    assert step(walk.steps, "reply").reason == "nothing_cited"
    with pytest.raises(NotFound):
        why_reply(session, "t_unknown")
