"""What users of neighbouring products report of memory, tried through a whole session: routine, old addresses, put-away
memories, edits across a restart, and who did what in the audit.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.events import Event, Proposed, Reply
from assistant.session import Session
from tests.assistant.conftest import PASSPHRASE, ZONE
from tests.vault.telling import tell
from vault import FLOOR_COST, Secret, create_vault
from vault.records import MemoryMode, Role, State

_NOON = datetime(2026, 3, 9, 4, tzinfo=UTC)  # 12:00 in Shanghai


def say(session: Session, text: str, chat: str = "c", *, at: datetime = _NOON, scope: str = "") -> None:
    async def ask() -> None:
        async for _ in session.ask(text, chat, at=at, scope=scope):
            pass

    asyncio.run(ask())


def actions(session: Session) -> list[tuple[str, str, str]]:
    """What the audit says of memories, the first entry first: action, actor, and the reason where one is given."""
    entries = session.vault.audit.entries(limit=200)
    return [(entry.action, entry.actor, entry.reason) for entry in entries if entry.object_kind == "memory"][
        ::-1
    ]


@pytest.mark.parametrize(
    "routine",
    [
        (
            "Morning. I walk the dog at seven.",
            "Off to the office now, the tram is late.",
            "Home. Dinner, then bed.",
        ),
        ("早，我每天七点遛狗。", "出门上班了，电车又晚点。", "到家了，吃饭睡觉。"),
    ],
)
def test_a_day_of_the_same_routine_told_every_hour_is_one_memory(
    session: Session, routine: tuple[str, ...]
) -> None:
    for hour in range(24):
        for text in routine:
            say(session, text, f"hour {hour}", at=_NOON + timedelta(hours=hour))
    [kept] = session.vault.memories.list()
    assert kept.confirmations == 24


@pytest.mark.parametrize(
    ("old", "new", "question", "gone", "stays"),
    [
        (
            "The scanner is at 10.0.3.9.",
            "The scanner is at 10.0.7.2 now.",
            "Where is the scanner?",
            "10.0.3.9",
            "10.0.7.2",
        ),
        ("扫描仪在 10.0.3.9。", "扫描仪换到 10.0.7.2 了。", "扫描仪在哪里？", "10.0.3.9", "10.0.7.2"),
    ],
)
def test_of_an_address_that_changed_only_the_new_one_is_recalled(
    session: Session, old: str, new: str, question: str, gone: str, stays: str
) -> None:
    say(session, old)
    say(session, new, "later", at=_NOON + timedelta(days=40))
    session.recall.index_now()
    told = [item.text for item in session.recall_text(question, at=_NOON + timedelta(days=41)).selected]
    assert any(stays in text for text in told)
    assert not any(gone in text for text in told)


def test_what_is_past_is_quoted_as_such_and_takes_nothing_from_the_badge(session: Session) -> None:
    say(session, "The scanner is at 10.0.3.9.")
    say(session, "The scanner moved to 10.0.7.2.", "later", at=_NOON + timedelta(days=40))
    session.recall.index_now()
    reply = asyncio.run(session.reply("Where was the scanner before?", temporary=True))
    assert "10.0.3.9" in reply.answer
    assert reply.confidence_parts["contradiction"] == 0.0


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (("My colleague Bruno hates olives.", "Bruno is at the Lisbon office."), "Where is Bruno?", "Lisbon"),
        (("同事孟然偏好用微信联系。", "孟然在长沙分部。"), "孟然在哪里？", "长沙"),
        (("I'd sooner bake than fry.",), "Do I like to fry things?", "bake"),
        (("我宁愿在家办公也不想通勤。",), "我愿意通勤吗？", "在家办公"),
    ],
)
def test_who_was_told_of_and_what_was_weighed_are_found_by_their_names(
    session: Session, told: tuple[str, ...], question: str, answer: str
) -> None:
    for text in told:
        say(session, text)
    session.recall.index_now()
    selected = session.recall_text(question, at=_NOON).selected
    assert any(item.kind == "memory" and answer in item.text for item in selected)


def test_what_was_put_away_is_not_recalled_until_it_is_told_again(session: Session) -> None:
    say(session, "My ferry pass is number 4417.")
    [memory] = session.vault.memories.list()
    session.vault.memories.archive(memory.id)
    session.recall.index_now()
    assert memory.id not in [item.id for item in session.recall_text("What is my ferry pass?").selected]
    say(session, "My ferry pass is number 4417.", "again", at=_NOON + timedelta(days=3))
    assert session.vault.memories.get(memory.id).state is State.ACTIVE
    session.recall.index_now()
    assert memory.id in [item.id for item in session.recall_text("What is my ferry pass?").selected]


def test_an_edit_in_the_middle_survives_a_restart_with_every_other_memory(tmp_path: Path) -> None:
    vault, _ = create_vault(tmp_path / "vault", Secret(PASSPHRASE), cost=FLOOR_COST)
    vault.settings.set("memory.mode", "auto")
    with Session.over(vault, zone=ZONE) as session:
        for number in range(5):
            say(session, f"My locker {'ABCDE'[number]} holds item {100 + number}.")
        before = session.vault.memories.list()
        assert len(before) == 5
        middle = next(memory.id for memory in before if "locker C" in memory.claim)
        session.vault.memories.edit(middle, claim="My locker C holds a kite.", value="a kite")
    with Session.open(tmp_path / "vault", Secret(PASSPHRASE), zone=ZONE) as session:
        assert session.recall.wait_until_indexed(20)
        after = {memory.id: memory.claim for memory in session.vault.memories.list()}
        assert set(after) == {memory.id for memory in before}
        assert after[middle] == "My locker C holds a kite."
        status = session.recall.status()
        assert status.pending == 0
        found = session.recall_text("What does my locker C hold?").selected
        assert middle in [item.id for item in found]


def test_every_write_read_change_denial_and_deletion_is_audited_with_who_and_why(session: Session) -> None:
    memories = session.vault.memories
    say(session, "My accountant is Bo Sandell.")
    say(session, "My new accountant is Lena Marsh.", "later", at=_NOON + timedelta(days=2))
    say(session, "Who is my accountant?", "ask", at=_NOON + timedelta(days=3))
    tell(session.vault, "My doctor is Dr Vance.", "holder:doctor", "Dr Vance", mode=MemoryMode.OFF)
    [kept] = memories.list()
    memories.forget([kept.id])
    say(session, "My new accountant is Lena Marsh.", "again", at=_NOON + timedelta(days=2))
    told = actions(session)
    assert ("memory.add", "user", "") in [(action, actor, "") for action, actor, _ in told]
    assert ("memory.supersede", "user", "correction") in told
    assert any(action == "memory.read" and actor == "assistant" for action, actor, _ in told)
    assert any(action == "memory.delete" and actor == "user" for action, actor, _ in told)
    assert all(actor for _, actor, _ in told)
    assert ("memory.deny", "test", "mode_off") in told
    assert "Sandell" not in str(told)
    assert "Vance" not in str(told)


@pytest.mark.parametrize(
    "question",
    [
        "What did I say about the boat on the 45th of Smarch?",
        "What did I say about the boat around the harvest moon?",
        "船的事我在农历十三月说过什么？",
    ],
)
def test_a_time_that_nobody_knows_filters_nothing_away(session: Session, question: str) -> None:
    tell(session.vault, "The boat needs a new rudder, 船要换舵。", "note:boat", "rudder")
    session.recall.index_now()
    assert any("rudder" in item.text for item in session.recall_text(question).items)


def test_what_the_user_said_ranks_before_the_same_from_the_assistant(session: Session) -> None:
    say(session, "My blood type is AB.")
    conversation = session.conversation("c").id
    session.vault.conversations.add_turn(conversation, Role.ASSISTANT, "Your blood type is AB, as you said.")
    session.recall.index_now()
    first = session.recall_text("What is my blood type?").items[0]
    assert first.memory is not None
    assert (first.memory.weight, first.memory.source) == (1.0, "explicit")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("By the way, I am allergic to peanuts.", "I am allergic to peanuts"),
        ("对了，我对花生过敏。", "我对花生过敏"),
    ],
)
@pytest.mark.parametrize("mode", ["ask", "auto"])
def test_what_is_kept_is_announced_with_the_words_it_rests_on_before_the_reply_ends(
    session: Session, mode: str, text: str, quote: str
) -> None:
    session.vault.settings.set("memory.mode", mode)

    async def events() -> list[Event]:
        return [event async for event in session.ask(text, "c", at=_NOON)]

    seen = asyncio.run(events())
    [at] = [place for place, event in enumerate(seen) if isinstance(event, Proposed)]
    assert at < next(place for place, event in enumerate(seen) if isinstance(event, Reply))
    [outcome] = seen[at].outcomes  # type: ignore[union-attr]
    assert outcome.memory is not None
    assert quote in outcome.memory.evidence[0].quote
    memories = session.vault.memories
    if mode == "ask":
        assert memories.get(outcome.memory.id).state is State.PROPOSED
        assert not [one for one in memories.list() if one.state is State.ACTIVE]
    else:
        assert memories.get(outcome.memory.id).state is State.ACTIVE
        memories.undo(outcome.memory.id)
        assert not [one for one in memories.list() if one.state is State.ACTIVE]
