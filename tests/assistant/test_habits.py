"""What is learnt from repetition: an interest from five days, a form of answer from three occasions, and when not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from assistant.extraction.answer_forms import forms_asked_for
from assistant.session import Session
from vault.records import Layer, Memory, SourceKind, State

_START = datetime(2026, 3, 2, 9, tzinfo=UTC)
_FUNDS = (
    "How do index funds work?",
    "Which index funds have the lowest fees?",
    "Should I sell index funds in a crash?",
    "Are index funds safer than bonds?",
    "How are index funds taxed?",
)
_BEES = ("养蜜蜂难吗？", "蜜蜂冬天吃什么？", "蜜蜂蜇人怎么办？", "一箱蜜蜂多少钱？", "蜜蜂怎么分箱？")
_TABLE = (
    "Those figures are hard to compare. Could you put them in a table?",
    "Same for the suppliers, rows and columns please.",
    "And the bids: a table.",
)
_THREE = ("太长了，缩成三句话。", "还是长，三句话就够。", "老规矩，三句话。")


def say(session: Session, texts: Sequence[str], *, days: int = 3, chat: str = "chat", **more: str) -> None:
    """Each text in a conversation of its own, some days apart."""
    for number, text in enumerate(texts):

        async def one(text: str = text, number: int = number) -> None:
            at = _START + timedelta(days=days * number, minutes=number)
            async for _ in session.ask(text, f"{chat}{number}", at=at, **more):
                pass

        asyncio.run(one())


def learnt(session: Session, state: State = State.ACTIVE) -> list[Memory]:
    return [memory for memory in session.vault.memories.list(state) if memory.source is SourceKind.INFERRED]


@pytest.mark.parametrize(("texts", "phrase"), [(_FUNDS, "index funds"), (_BEES, "蜜蜂")])
def test_a_topic_asked_about_on_five_days_becomes_one_interest(
    session: Session, texts: Sequence[str], phrase: str
) -> None:
    say(session, texts[:4])
    assert learnt(session) == []
    say(session, texts)
    [memory] = learnt(session)
    assert (memory.value, memory.weight, memory.layer) == (phrase, 0.3, Layer.PREFERENCE)
    assert phrase in memory.claim
    assert len({item.said_utc.date() for item in memory.evidence if item.said_utc is not None}) == 5
    say(session, ("Is an index funds plan right for children?", "孩子能养蜜蜂吗？"), chat="later")
    assert [one.id for one in learnt(session)] == [memory.id]


def test_five_questions_on_one_day_are_no_interest(session: Session) -> None:
    say(session, _FUNDS, days=0)
    assert learnt(session) == []


def test_in_ask_mode_it_waits_as_a_proposal_and_in_off_mode_nothing_is_learnt(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")
    say(session, _FUNDS)
    assert [memory.value for memory in learnt(session, State.PROPOSED)] == ["index funds"]
    assert learnt(session) == []
    session.vault.settings.set("memory.mode", "off")
    say(session, _BEES)
    assert len(learnt(session, State.PROPOSED)) == 1


def test_a_rejected_interest_is_not_proposed_again(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")
    say(session, _FUNDS)
    [memory] = learnt(session, State.PROPOSED)
    session.vault.memories.reject(memory.id)
    say(session, ("Do index funds pay dividends?",), chat="later")
    assert learnt(session, State.PROPOSED) == []


@pytest.mark.parametrize(
    "texts",
    [
        ["What is my phone number?"] * 5,
        [
            "Can you help me with something today?",
            "Could you explain this?",
            "What do you think?",
            "Why?",
            "How so?",
        ],
        ["你还记得我说过什么吗？"] * 5,
        ["I water the orchids on Fridays."] * 5,
    ],
)
def test_what_is_no_topic_of_a_question_makes_no_interest(session: Session, texts: list[str]) -> None:
    say(session, texts)
    assert learnt(session) == []


def test_a_declared_taste_needs_no_interest(session: Session) -> None:
    say(session, ("I love index funds.",), chat="told")
    say(session, _FUNDS)
    assert learnt(session) == []


def test_another_scope_and_a_temporary_chat_do_not_count(session: Session) -> None:
    say(session, _FUNDS[:3], scope="work", chat="w")
    say(session, _FUNDS[3:])
    for text in _FUNDS:
        asyncio.run(session.reply(text, temporary=True))
    assert learnt(session) == []


@pytest.mark.parametrize(("texts", "value"), [(_TABLE, "table"), (_THREE, "三句话")])
def test_a_form_of_answer_asked_for_three_times_becomes_a_preference(
    session: Session, texts: Sequence[str], value: str
) -> None:
    say(session, texts[:2])
    assert learnt(session) == []
    say(session, texts)
    [memory] = learnt(session)
    assert (memory.value, memory.weight, memory.layer) == (value, 0.3, Layer.PREFERENCE)
    assert len(memory.evidence) == 3
    assert memory in session.vault.memories.profile()


def test_three_times_in_one_conversation_on_one_day_is_one_job(session: Session) -> None:
    for text in _TABLE:
        asyncio.run(session.reply(text, "one"))
    assert learnt(session) == []


def test_what_the_user_declared_about_answers_is_not_learnt_again(session: Session) -> None:
    say(session, ("Always answer in bullet points.",), chat="told")
    say(session, ("As bullets please.", "Can I have bullets?", "Bullet points again, please."))
    assert learnt(session) == []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Can you book a table for two?", []),
        ("The table in the kitchen is wobbly.", []),
        ("Create a table in the Postgres database.", []),
        ("Put it in a table, please.", ["table"]),
        ("Shorter, two sentences.", ["sentences:two"]),
        ("Way too long.", ["short"]),
        ("In plain English, step by step.", ["steps", "plain"]),
        ("做个对比表", ["table"]),
        ("帮我订一张桌子", []),
        ("这句话什么意思？", []),
        ("控制在200字以内", ["words:200"]),
        ("先说结论，分点写", ["bullets", "conclusion"]),
    ],
)
def test_a_form_of_answer_is_told_from_a_piece_of_furniture(text: str, kinds: list[str]) -> None:
    language = "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"
    assert [form.kind for form in forms_asked_for(text, language)] == kinds
