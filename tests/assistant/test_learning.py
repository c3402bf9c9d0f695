"""What a turn asks the user: hardly possible values, and observations that differ, both with their dates."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from assistant.session import Session
from tests.vault.telling import tell
from vault.records import SourceKind


@pytest.mark.parametrize(
    ("text", "start"), [("I am 340 years old.", "Is this right?"), ("我今年340岁。", "这样对吗？")]
)
def test_a_hardly_possible_value_is_asked_about_in_the_chat(session: Session, text: str, start: str) -> None:
    reply = asyncio.run(session.reply(text))
    assert any(note.startswith(start) and "340" in note for note in reply.notes)
    assert session.vault.memories.list() == []


def test_an_answer_that_rests_on_one_of_two_observations_shows_both_with_dates(session: Session) -> None:
    tell(session.vault, "The parcel has not shipped yet.", "status:parcel", "not shipped", day="2026-03-09")
    tell(
        session.vault, "The parcel was shipped.", "status:parcel", "shipped", day="2026-03-10",
        source=SourceKind.TOOL, confidence=0.9,
    )  # fmt: skip

    async def ask() -> list[str]:
        notes: list[str] = []
        at = datetime(2026, 3, 11, 9, tzinfo=UTC)
        async for event in session.ask("Has the parcel shipped yet?", at=at):
            notes += [event.text] if type(event).__name__ == "Note" else []  # type: ignore[union-attr]
        return notes

    [note] = [note for note in asyncio.run(ask()) if note.startswith("Two observations differ")]
    assert "“The parcel has not shipped yet.” (you said, 2026-03-09)" in note
    assert "“The parcel was shipped.” (a tool, 2026-03-10)" in note
