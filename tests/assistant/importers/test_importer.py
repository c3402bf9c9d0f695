"""Importing into a real vault: conversations, times, statements, secrets; again, in parts, and after forgetting."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from assistant.importers import ImportReport, ImportUnreadable, import_conversations
from assistant.session import Session
from vault.records import State

CHAT: Sequence[Mapping[str, Any]] = (
    {
        "time": "2024-05-01T10:00:00",
        "role": "user",
        "text": "I am allergic to peanuts.",
        "id": "a1",
        "session": "one",
    },
    {
        "time": "2024-05-01T10:01:00",
        "role": "assistant",
        "text": "Noted, no peanuts.",
        "id": "a2",
        "session": "one",
    },
    {
        "time": "2024-06-02T09:00:00+08:00",
        "role": "user",
        "text": "我的预算是 30万",
        "id": "b1",
        "session": "two",
    },
)


def write(file: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def bring(session: Session, file: Path, **more: Any) -> ImportReport:
    return import_conversations(session.vault, session.recall, file, zone=session.zone, **more)


@pytest.fixture
def asking(session: Session) -> Session:
    """The session in the default mode, in which nothing is kept without review."""
    session.vault.settings.set("memory.mode", "ask")
    return session


def test_turns_keep_their_times_zones_and_conversations(asking: Session, tmp_path: Path) -> None:
    report = bring(asking, write(tmp_path / "chat.jsonl", CHAT))
    assert (report.turns_added, report.turns_known, len(report.conversations)) == (3, 0, 2)
    first = asking.vault.conversations.turn(report.ids["a1"])
    assert first.said_utc == datetime(2024, 5, 1, 2, 0, tzinfo=UTC)
    assert (first.zone, first.origin) == ("Asia/Shanghai", "a1")
    second = asking.vault.conversations.turn(report.ids["b1"])
    assert (second.said_utc, second.zone) == (datetime(2024, 6, 2, 1, 0, tzinfo=UTC), "+08:00")
    assert second.conversation_id != first.conversation_id
    assert "peanuts" not in asking.vault.conversations.get(first.conversation_id).title


def test_what_was_imported_is_found_at_once_with_its_origin(asking: Session, tmp_path: Path) -> None:
    report = bring(asking, write(tmp_path / "chat.jsonl", CHAT))
    assert report.is_indexed
    found = asking.recall_text("peanuts allergic").items
    assert "a1" in {item.origin for item in found}


def test_nothing_is_a_memory_before_it_was_reviewed(asking: Session, tmp_path: Path) -> None:
    report = bring(asking, write(tmp_path / "chat.jsonl", CHAT))
    assert asking.vault.memories.list(State.ACTIVE) == []
    proposed = asking.vault.memories.list(State.PROPOSED)
    assert report.proposed == len(proposed) == 2
    assert {memory.evidence[0].ref_id for memory in proposed} == {report.ids["a1"], report.ids["b1"]}
    assert {memory.source.value for memory in proposed} == {"explicit"}
    assert max(memory.said_utc for memory in proposed) == datetime(2024, 6, 2, 1, 0, tzinfo=UTC)


def test_auto_puts_the_users_own_words_into_force(asking: Session, tmp_path: Path) -> None:
    report = bring(asking, write(tmp_path / "chat.jsonl", CHAT), auto=True)
    assert (report.kept, report.proposed) == (2, 0)
    assert len(asking.vault.memories.list(State.ACTIVE)) == 2


def test_with_memory_off_only_the_words_are_kept(session: Session, tmp_path: Path) -> None:
    session.vault.settings.set("memory.mode", "off")
    report = bring(session, write(tmp_path / "chat.jsonl", CHAT), auto=True)
    assert (report.turns_added, report.kept, report.proposed) == (3, 0, 0)


def test_importing_again_adds_nothing(asking: Session, tmp_path: Path) -> None:
    file = write(tmp_path / "chat.jsonl", CHAT)
    first, second = bring(asking, file), bring(asking, file)
    assert (second.turns_added, second.turns_known, second.proposed) == (0, 3, 0)
    assert second.ids == first.ids
    assert len(asking.vault.conversations.list()) == 2


def test_a_file_that_grew_adds_only_what_is_new(asking: Session, tmp_path: Path) -> None:
    bring(asking, write(tmp_path / "chat.jsonl", CHAT[:1]))
    report = bring(asking, write(tmp_path / "chat.jsonl", CHAT))
    assert (report.turns_added, report.turns_known) == (2, 1)


def test_equal_messages_are_all_kept(asking: Session, tmp_path: Path) -> None:
    row = {"time": "2024-05-01T10:00:00", "role": "user", "text": "yes"}
    file = write(tmp_path / "chat.jsonl", [row, row, row])
    assert bring(asking, file).turns_added == 3
    assert bring(asking, file).turns_known == 3


def test_an_import_that_was_stopped_goes_on_where_it_was(asking: Session, tmp_path: Path) -> None:
    rows = [
        {"time": f"2024-05-01T10:{n:02}:00", "role": "user", "text": f"note {n}", "id": str(n)}
        for n in range(60)
    ]
    file = write(tmp_path / "chat.jsonl", rows)
    told: list[tuple[str, int, int]] = []
    stopped = bring(asking, file, progress=lambda *now: told.append(now), cancelled=lambda: bool(told))
    assert stopped.was_cancelled
    assert 0 < stopped.turns_added < 60
    assert told[0] == ("turns", stopped.turns_added, 60)
    rest = bring(asking, file)
    assert rest.turns_added == 60 - stopped.turns_added
    [conversation] = asking.vault.conversations.list()
    texts = [turn.text for turn in asking.vault.conversations.turns(conversation.id)]
    assert texts == [f"note {n}" for n in range(60)]


def test_secrets_are_cut_from_everybodys_words(asking: Session, tmp_path: Path) -> None:
    rows = [
        {"time": "2024-05-01T10:00:00", "role": "user", "text": "my password is Tr0ub4dor&3"},
        {
            "time": "2024-05-01T10:00:01",
            "role": "assistant",
            "text": "So your password is Tr0ub4dor&3, id 11010519491231002X",
        },
    ]
    report = bring(asking, write(tmp_path / "chat.jsonl", rows))
    assert (report.secrets_cut, report.identity_masked) == (2, 1)
    stored = " ".join(turn.text for turn in asking.vault.conversations.turns(report.conversations[0]))
    assert "Tr0ub4dor" not in stored
    assert "1949" not in stored


def test_bad_lines_are_reported_without_their_words(asking: Session, tmp_path: Path) -> None:
    file = write(tmp_path / "chat.jsonl", CHAT)
    file.write_text(file.read_text(encoding="utf-8") + '{"secret": "canary"}\n', encoding="utf-8")
    report = bring(asking, file)
    assert report.turns_added == 3
    assert [(skipped.line, skipped.reason) for skipped in report.skipped] == [(4, "role")]
    assert "canary" not in repr(report)


def test_several_people_as_the_user_declare_nothing_for_the_owner(asking: Session, tmp_path: Path) -> None:
    rows = [{**CHAT[0], "speaker": "Anna"}, {**CHAT[2], "speaker": "Bo"}]
    report = bring(asking, write(tmp_path / "chat.jsonl", rows))
    assert report.has_several_speakers
    assert (report.turns_added, report.proposed) == (2, 0)


def test_an_older_chat_imported_late_loses_to_what_was_said_since(session: Session, tmp_path: Path) -> None:
    newer = {"time": "2025-01-01T10:00:00", "role": "user", "text": "My name is Robert"}
    older = {"time": "2020-01-01T10:00:00", "role": "user", "text": "My name is Bob"}
    bring(session, write(tmp_path / "newer.jsonl", [newer]), auto=True)
    bring(session, write(tmp_path / "older.jsonl", [older]), auto=True)
    assert [memory.value for memory in session.vault.memories.list(State.ACTIVE)] == ["Robert"]


def test_what_was_forgotten_for_good_does_not_come_back(asking: Session, tmp_path: Path) -> None:
    file = write(tmp_path / "chat.jsonl", CHAT[:1])
    bring(asking, file, auto=True)
    [memory] = asking.vault.memories.list(State.ACTIVE)
    asking.vault.memories.forget([memory.id], never_again=True)
    bring(asking, file, auto=True)
    again = [{**CHAT[0], "time": "2024-07-01T10:00:00", "session": "three"}]
    bring(asking, write(tmp_path / "other.jsonl", again), auto=True)
    assert asking.vault.memories.list(State.ACTIVE) == []
    for conversation in asking.vault.conversations.list():
        for turn in asking.vault.conversations.turns(conversation.id):
            assert "peanuts" not in turn.text


def test_a_file_that_is_not_there_is_refused(asking: Session, tmp_path: Path) -> None:
    with pytest.raises(ImportUnreadable):
        bring(asking, tmp_path / "none.jsonl")
