"""What a model or a tool says is read as it came and kept without its secrets."""

from __future__ import annotations

import json

import pytest

from assistant.catalogue import say
from assistant.events import Reply, TextDelta
from assistant.session import Session
from tests.assistant.tools.scripted import play
from tests.assistant.tools.test_agent import external
from vault.privacy import IDENTITY, NEVER_STORED

KEY = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
CARD = "4539 1488 0343 6467"


def all_rows(session: Session) -> str:
    """Every row of the vault as text."""
    names = session.vault.db.read(
        lambda conn: [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    )
    rows = [
        session.vault.db.read(lambda conn, name=name: conn.execute(f"SELECT * FROM {name}").fetchall())
        for name in names
    ]
    return "\n".join(
        part.decode("utf-8", "replace") if isinstance(part, bytes) else str(part)
        for table in rows
        for row in table
        for part in row
    )


def test_a_secret_in_a_reply_is_read_and_not_kept(session: Session) -> None:
    played = play(session, "Tell me a joke", [f"Your card {CARD} walks into a bar."])
    said = "".join(item.text for item in played.events if isinstance(item, TextDelta))
    assert CARD in said
    last = played.events[-1]
    assert isinstance(last, Reply)
    assert CARD in last.result.answer
    kept = session.vault.conversations.turn(last.result.turn_id)
    assert kept.text == "Your card [card number removed] walks into a bar."
    assert any("bank card" in note for note in kept.notes)
    assert CARD not in all_rows(session)


def test_a_secret_in_a_tools_result_is_neither_sent_nor_kept(session: Session) -> None:
    external(session, json.dumps({"login": "GitHub", "token": KEY}))
    calls = [("track", {"id": "7"})]
    played = play(
        session,
        "Track my parcel 7 with the tool",
        [calls, f"The token is {KEY}."],
        trust="remote",
        tools="always",
    )
    assert [name for name, state in played.states if state == "done"] == ["track"]
    assert "GitHub" in played.last_sent()
    assert KEY not in played.last_sent()
    assert KEY in played.result.answer
    assert KEY not in all_rows(session)


def test_what_was_cut_is_named_in_the_language_of_the_message(session: Session) -> None:
    played = play(session, "给我讲个笑话", [f"你的银行卡号是{CARD}。"])
    kept = session.vault.conversations.turn(played.result.turn_id)
    assert any("银行卡号" in note and "bank" not in note for note in kept.notes)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_that_is_cut_has_a_word(language: str) -> None:
    assert all(say(f"secret.{kind.value.lower()}", language) for kind in NEVER_STORED | IDENTITY)
