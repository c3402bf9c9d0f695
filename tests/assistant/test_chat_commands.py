"""Commands in a chat: answered here, forgetting only after a confirmation, and none of it indexed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from assistant.events import ReplyResult
from assistant.session import Session
from vault import make_backup
from vault.records import State


def talk(session: Session, *texts: str, conversation: str = "talk") -> list[ReplyResult]:
    async def say() -> list[ReplyResult]:
        return [await session.reply(text, conversation) for text in texts]

    return asyncio.run(say())


@pytest.mark.parametrize(
    ("order", "claim"),
    [
        ("Remember that the studio is on Fern Street", "studio"),
        ("记住我每周三下午请假", "周三下午"),
        ("/remember my locker is number 12", "12"),
    ],
)
def test_an_order_to_remember_is_kept_in_every_mode(session: Session, order: str, claim: str) -> None:
    session.vault.settings.set("memory.mode", "ask")
    (reply,) = talk(session, order)
    (memory,) = session.vault.memories.list()
    assert claim in memory.claim
    assert memory.claim in reply.answer
    assert reply.receipts == ()


def test_an_order_to_keep_a_password_is_refused_with_its_reason(session: Session) -> None:
    (reply,) = talk(session, "Remember that my password is hunter2-Kite!")
    assert "hunter2" not in reply.answer
    assert session.vault.memories.list(None) == []


def test_forgetting_lists_first_and_a_number_chooses(session: Session) -> None:
    talk(session, "I am allergic to peanuts.", "I am allergic to shellfish.", conversation="before")
    listed, done = talk(session, "Forget my allergies", "2")
    shown = [line for line in listed.answer.split("\n") if line[:1].isdigit()]
    assert len(shown) == 2
    assert listed.needs_user_confirm
    (left,) = session.vault.memories.list()
    assert left.claim in shown[0]
    assert "Deleted" in done.answer


def test_forgetting_names_the_backups_that_still_hold_it(session: Session, tmp_path: Path) -> None:
    session.vault.settings.set("memory.mode", "auto")
    talk(session, "I am allergic to peanuts.", conversation="before")
    make_backup(session.vault, tmp_path / "monday.keepsake-backup")
    _, done = talk(session, "/forget peanuts", "yes")
    assert "Deleted" in done.answer
    assert "monday.keepsake-backup" in done.answer
    assert str(tmp_path) not in done.answer


@pytest.mark.parametrize("answer", ["no", "What is the capital of Norway?"])
def test_anything_but_a_yes_keeps_everything(session: Session, answer: str) -> None:
    talk(session, "I am allergic to peanuts.", conversation="before")
    talk(session, "Forget my allergies", answer)
    later = talk(session, "yes")
    assert len(session.vault.memories.list()) == 1, "a later yes confirms nothing"
    assert "Deleted" not in later[0].answer


def test_proposals_are_forgotten_too(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")
    talk(session, "I am allergic to peanuts.", conversation="before")
    talk(session, "Forget my allergies", "yes")
    assert session.vault.memories.list(State.PROPOSED) == []
    assert session.vault.memories.list(None) == []


def test_what_was_only_said_is_forgotten_by_its_words(session: Session) -> None:
    session.vault.settings.set("memory.mode", "off")
    talk(session, "The zeppelin over Lake Constance was late. Thanks for the tip!", conversation="before")
    assert session.vault.memories.list(None) == []
    listed, done = talk(session, "Forget about the zeppelin", "yes")
    assert "Lake Constance" in listed.answer
    assert "Deleted" in done.answer
    store = session.vault.conversations
    texts = [turn.text for conversation in store.list() for turn in store.turns(conversation.id)]
    assert not any("Constance" in text for text in texts)
    assert any("Thanks for the tip!" in text for text in texts)
    assert session.vault.memories.list(None) == []


def test_nothing_about_forgetting_is_indexed(session: Session) -> None:
    talk(session, "I am allergic to peanuts.", conversation="before")
    talk(session, "Forget my allergies", "no")
    session.recall.index_now()
    rows = session.vault.db.read(lambda conn: conn.execute("SELECT ref_id FROM index_units").fetchall())
    talked = session.vault.conversations.by_name("talk")
    assert talked is not None
    turns = {turn.id for turn in session.vault.conversations.turns(talked.id)}
    assert {row["ref_id"] for row in rows} & turns == set()


def test_why_names_the_sources_of_the_last_reply(session: Session) -> None:
    talk(session, "I am allergic to peanuts.", conversation="before")
    *_, why = talk(session, "What am I allergic to?", "/why")
    assert "[1]" in why.answer
    assert "peanuts" in why.answer


def test_scope_moves_the_conversation(session: Session) -> None:
    talk(session, "/scope work", "My desk is number 7.")
    talked = session.vault.conversations.by_name("talk")
    assert talked is not None
    assert talked.scope == "work"
    assert {memory.scope for memory in session.vault.memories.list()} == {"work"}


def test_what_is_known_is_listed(session: Session) -> None:
    talk(session, "I am allergic to peanuts.", conversation="before")
    (known,) = talk(session, "What do you know about me?")
    assert "peanuts" in known.answer


@pytest.mark.parametrize(
    ("question", "waiting"),
    [("What do you know about me?", "not in force yet: 1"), ("你都知道我什么？", "另有 1 条等待你审核")],
)
def test_with_what_is_known_it_is_told_how_much_waits_for_review(
    session: Session, question: str, waiting: str
) -> None:
    session.vault.settings.set("memory.mode", "ask")
    told, known = talk(session, "I am allergic to peanuts.", question)
    assert len(told.proposals) == 1
    assert waiting in known.answer


def test_that_one_of_several_is_asked_about_before_anything_goes(session: Session) -> None:
    talk(session, "I am allergic to peanuts.", "I am allergic to shellfish.", conversation="before")
    *_, which = talk(session, "Forget my allergies", "Right, that one.")
    assert which.answer.startswith("Which of them?")
    assert len(session.vault.memories.list()) == 2
    (done,) = talk(session, "2")
    assert "memories 1" in done.answer
    assert len(session.vault.memories.list()) == 1


def test_a_message_that_only_begins_like_a_yes_deletes_nothing(session: Session) -> None:
    talk(session, "I am allergic to peanuts.", conversation="before")
    talk(session, "Forget my allergies", "Yesterday I saw the dentist.")
    assert [memory.claim for memory in session.vault.memories.list()] != []


def test_tasks_are_listed_and_ended_from_the_chat(session: Session) -> None:
    first, second = (session.vault.tasks.create(goal) for goal in ("Renew the permit", "Find the crate"))

    def said(text: str) -> str:
        return asyncio.run(session.reply(text, "talk")).answer

    listed = said("/task")
    assert "Renew the permit" in listed
    assert "Find the crate" in listed
    assert said("/task cancel").startswith("Tasks under way")  # which one was not said
    number = 1 if listed.index("Renew") < listed.index("Find") else 2
    assert "Renew the permit" in said(f"/task cancel {number}")
    assert session.vault.tasks.is_cancelled(first.id)
    assert not session.vault.tasks.is_cancelled(second.id)
    assert "Find the crate" in said("/task cancel")
    assert said("/task") == "There is no task under way."
