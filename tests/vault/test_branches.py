"""Versions of a message: what a conversation shows, what recall sees, and how older chats come in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures import SetClock
from vault import Change, Secret, Vault
from vault.database import Database
from vault.errors import NotFound
from vault.recall import store
from vault.records import Role, Turn
from vault.schema import MIGRATIONS, migrate


def say(vault: Vault, chat: str, text: str, parent: str | None = None) -> Turn:
    role = Role.ASSISTANT if text.startswith("A") else Role.USER
    return vault.conversations.add_turn(chat, role, text, parent_id=parent)


def shown(vault: Vault, chat: str) -> list[str]:
    return [turn.text for turn in vault.conversations.turns(chat)]


@pytest.fixture
def chat(vault: Vault) -> str:
    return vault.conversations.create("talk").id


def test_another_reply_stands_beside_the_first_and_both_come_back(vault: Vault, chat: str) -> None:
    question = say(vault, chat, "Q1")
    first = say(vault, chat, "A1")
    say(vault, chat, "Q2")
    say(vault, chat, "A2")
    second = say(vault, chat, "A1 again", question.id)
    assert shown(vault, chat) == ["Q1", "A1 again"]
    assert vault.conversations.versions(chat) == {second.id: (first.id, second.id)}
    assert not vault.conversations.turn(first.id).is_shown
    vault.conversations.show(first.id)
    assert shown(vault, chat) == ["Q1", "A1", "Q2", "A2"]
    assert vault.conversations.versions(chat) == {first.id: (first.id, second.id)}
    vault.conversations.show(second.id)
    assert say(vault, chat, "Q3").parent_id == second.id
    assert shown(vault, chat) == ["Q1", "A1 again", "Q3"]


def test_an_edited_first_message_is_a_version_without_a_parent(vault: Vault, chat: str) -> None:
    old = say(vault, chat, "Q1")
    say(vault, chat, "A1")
    new = say(vault, chat, "Q1 better", "")
    say(vault, chat, "A1 better")
    assert shown(vault, chat) == ["Q1 better", "A1 better"]
    assert vault.conversations.versions(chat) == {new.id: (old.id, new.id)}
    vault.conversations.show(old.id)
    assert shown(vault, chat) == ["Q1", "A1"]


def test_a_branch_of_a_hidden_branch_shows_its_whole_path(vault: Vault, chat: str) -> None:
    root = say(vault, chat, "Q1")
    left = say(vault, chat, "A1")
    deep = say(vault, chat, "Q2")
    say(vault, chat, "A2")
    say(vault, chat, "A1 b", root.id)
    say(vault, chat, "A2 b", deep.id)  # its parent is hidden: the path to it is shown first
    assert shown(vault, chat) == ["Q1", "A1", "Q2", "A2 b"]
    assert set(vault.conversations.versions(chat)) == {left.id, vault.conversations.turns(chat)[-1].id}
    page = vault.conversations.turns(chat, before=vault.conversations.turns(chat)[-1].position, limit=2)
    assert [turn.text for turn in page] == ["A1", "Q2"]


def test_hidden_turns_are_not_indexed_and_the_index_hears_of_it(vault: Vault, chat: str) -> None:
    question = say(vault, chat, "Q1 the budget is 300")
    heard: list[Change] = []
    vault.listeners.append(heard.append)
    say(vault, chat, "Q1 the budget is 500", "")
    assert Change("turn", question.id, "turn.update") in heard
    found = vault.db.read(lambda conn: store.units(conn, [("turn", question.id)]))
    assert found == {}
    assert vault.conversations.get(chat).turns == 1
    assert [c.id for c in vault.conversations.list(text="is 300")] == [chat]  # a search still finds it


def test_a_parent_of_another_conversation_is_refused(vault: Vault, chat: str) -> None:
    other = say(vault, vault.conversations.create("other").id, "Q")
    with pytest.raises(NotFound):
        say(vault, chat, "A", other.id)
    assert shown(vault, chat) == []


def test_a_deleted_message_leaves_what_stood_around_it(vault: Vault, chat: str) -> None:
    say(vault, chat, "Q1")
    gone = say(vault, chat, "A1 canary-deleted")
    after = say(vault, chat, "Q2")
    vault.conversations.save_reply(gone.id, "low", {"question": "canary-deleted"})
    report = vault.memories.delete_turn(gone.id)
    assert report.turns_removed == (gone.id,)
    assert shown(vault, chat) == ["Q1", "Q2"]
    assert vault.conversations.turn(after.id).parent_id == vault.conversations.turns(chat)[0].id
    assert vault.conversations.reply(gone.id) is None
    assert b"canary-deleted" not in vault.db.read(
        lambda conn: "".join(str(tuple(r)) for r in conn.execute("SELECT * FROM turns")).encode()
    )
    with pytest.raises(NotFound):
        vault.memories.delete_turn(gone.id)


def test_a_chat_of_the_first_version_becomes_one_path(tmp_path: Path, clock: SetClock) -> None:
    (tmp_path / "x.db").touch(mode=0o600)
    db = Database(tmp_path / "x.db", Secret(b"k" * 32))
    migrate(db, clock, MIGRATIONS[:1])

    def fill(conn):  # type: ignore[no-untyped-def]
        conn.execute("INSERT INTO conversations VALUES ('c', '', '', 'universal', '', 0, 0, '')")
        for place in (0, 2, 3):
            conn.execute(
                "INSERT INTO turns (id, conversation_id, position, role, text, said_us, zone, state)"
                " VALUES (?, 'c', ?, 'user', 'x', 0, 'UTC', 'complete')",
                (f"t{place}", place),
            )

    db.write(fill)
    assert "version_3" in migrate(db, clock)
    rows = db.read(
        lambda conn: conn.execute("SELECT id, parent_id, is_shown FROM turns ORDER BY position").fetchall()
    )
    assert [tuple(row) for row in rows] == [("t0", "", 1), ("t2", "t0", 1), ("t3", "t2", 1)]
    db.close()
