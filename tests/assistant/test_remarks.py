"""The one unasked remark of a conversation: what gives rise to it, and when it is not made."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from assistant.remarks import is_quiet
from assistant.session import Session
from tests.assistant.conftest import PASSPHRASE
from vault import Secret
from vault.records import Sensitivity

_NOON = datetime(2026, 3, 9, 4, tzinfo=UTC)  # 12:00 in Shanghai
_STARTS = ("above", "below", "Coming up", "Still open", "上限", "下限", "将至", "还没有完成")


def say(session: Session, text: str, chat: str, *, at: datetime = _NOON, **more: str) -> list[str]:
    """The remarks in the notes of one turn."""

    async def ask() -> list[str]:
        notes: list[str] = []
        async for event in session.ask(text, chat, at=at, **more):
            notes += [event.text] if type(event).__name__ == "Note" else []  # type: ignore[union-attr]
        return notes

    return [note for note in asyncio.run(ask()) if any(start in note for start in _STARTS)]


@pytest.mark.parametrize(
    ("told", "quoted", "expected"),
    [
        (
            "My budget for the kitchen is 300,000 yuan at most.",
            "The contractor quoted 336,000 yuan for the kitchen.",
            ("12 %", "My budget for the kitchen is 300,000 yuan at most", "2026-03-09"),
        ),
        (
            "厨房装修预算最多30万。",
            "施工队给厨房装修报价33.6万元。",
            ("12%", "厨房装修预算最多30万", "2026-03-09"),
        ),
    ],
)
def test_a_quote_over_the_budget_is_remarked_on_with_both_sources(
    session: Session, told: str, quoted: str, expected: tuple[str, ...]
) -> None:
    assert say(session, told, "plan") == []
    [remark] = say(session, quoted, "later", at=_NOON + timedelta(days=3))
    assert all(part in remark for part in expected)
    assert say(session, quoted, "later", at=_NOON + timedelta(days=3)) == []


@pytest.mark.parametrize(
    "text",
    [
        "The contractor quoted 310,000 yuan for the kitchen.",
        "The car costs 336,000 yuan.",
        "They quoted 336,000 dollars for the kitchen.",
        "My budget for the kitchen is 400,000 yuan now.",
        "How big is a kitchen with 12 cupboards?",
    ],
)
def test_what_crosses_no_limit_of_the_same_thing_is_not_remarked_on(session: Session, text: str) -> None:
    say(session, "My budget for the kitchen is 300,000 yuan at most.", "plan")
    assert say(session, text, "later", at=_NOON + timedelta(days=3)) == []


@pytest.mark.parametrize(
    ("told", "asked", "expected"),
    [
        ("The grant report is due on 12 March.", "How do I poach an egg?", "2026-03-12"),
        ("报告周四之前要交。", "荷包蛋怎么做？", "2026-03-12"),
    ],
)
def test_a_deadline_that_nears_is_mentioned_once_a_day(
    session: Session, told: str, asked: str, expected: str
) -> None:
    say(session, told, "plan", at=_NOON - timedelta(days=7) if "12 March" in told else _NOON)
    at = _NOON + timedelta(days=1)
    [remark] = say(session, asked, "eggs", at=at)
    assert expected in remark
    assert say(session, asked, "eggs again", at=at + timedelta(minutes=5)) == []


def test_a_far_deadline_and_one_that_is_spoken_of_are_left_alone(session: Session) -> None:
    say(session, "The grant report is due on 12 March.", "plan", at=_NOON - timedelta(days=7))
    assert say(session, "How do I poach an egg?", "eggs", at=_NOON - timedelta(days=6)) == []
    assert say(session, "What goes into a grant report?", "report", at=_NOON + timedelta(days=1)) == []


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I promised Anna to send the contract by Friday.", "What is a nice present for Anna?"),
        ("我答应小李周五前把合同发给她。", "合同一般怎么写？"),
    ],
)
def test_an_open_promise_is_mentioned_where_the_talk_is_of_it(
    session: Session, told: str, asked: str
) -> None:
    say(session, told, "promise", at=_NOON - timedelta(days=7))
    session.vault.memories.expire(_NOON)
    [remark] = say(session, asked, "later")
    assert told.rstrip(".。") in remark
    assert say(session, "How do I poach an egg?", "eggs") == []
    assert say(session, asked, "much later", at=_NOON + timedelta(days=60)) == []


def test_the_switch_the_quiet_hours_a_temporary_chat_and_a_sealed_memory_keep_it_silent(
    session: Session,
) -> None:
    say(session, "My budget for the kitchen is 300,000 yuan at most.", "plan")
    text = "The contractor quoted 336,000 yuan for the kitchen."
    assert say(session, text, "night", at=_NOON + timedelta(hours=11)) == []
    assert say(session, text, session.temporary_chat()) == []
    session.vault.settings.set("remarks.show", False)
    assert say(session, text, "off") == []
    session.vault.settings.set("remarks.show", True)
    [memory] = [m for m in session.vault.memories.list() if "kitchen" in m.attribute]
    session.vault.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    assert say(session, text, "sealed") == []
    session.vault.memories.sealing.unseal(memory.id, Secret(PASSPHRASE))
    assert len(say(session, text, "open")) == 1


@pytest.mark.parametrize(
    ("hour", "start", "end", "quiet"),
    [
        (23, 22, 8, True),
        (7, 22, 8, True),
        (8, 22, 8, False),
        (12, 9, 17, True),
        (17, 9, 17, False),
        (3, 5, 5, False),
    ],
)
def test_quiet_hours_may_go_over_midnight(hour: int, start: int, end: int, quiet: bool) -> None:
    assert is_quiet(datetime(2026, 3, 9, hour, tzinfo=UTC), "UTC", start, end) is quiet
