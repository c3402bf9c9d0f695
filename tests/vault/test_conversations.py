"""Conversations, turns, replies and drafts; what listeners are told and when."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fixtures import SetClock
from vault import Change, ReceiptDraft, Secret, Vault, open_vault
from vault.database import IntegrityError
from vault.errors import NotFound
from vault.records import Role


def test_turns_come_back_in_their_order_with_all_they_had(vault: Vault, clock: SetClock) -> None:
    conversation = vault.conversations.create("计划", scope="work", name="plan", endpoint="local")
    said = datetime(2024, 5, 1, 8, 30, tzinfo=UTC)
    first = vault.conversations.add_turn(
        conversation.id, Role.USER, "第一 🙂", at=said, zone="Asia/Shanghai", speaker="李明", origin="D1:1"
    )
    second = vault.conversations.add_turn(
        conversation.id, Role.ASSISTANT, "two", state="partial", notes=["n"]
    )
    assert vault.conversations.turns(conversation.id) == [first, second]
    assert (first.position, first.said_utc, first.zone, first.speaker) == (0, said, "Asia/Shanghai", "李明")
    assert (second.position, second.state, second.notes, second.role) == (
        1,
        "partial",
        ("n",),
        Role.ASSISTANT,
    )
    assert vault.conversations.turn(first.id) == first
    found = vault.conversations.by_name("plan")
    assert found is not None
    assert (found.id, found.turns, found.scope, found.endpoint) == (conversation.id, 2, "work", "local")
    assert vault.conversations.by_name("") is None


def test_a_page_of_turns_ends_before_a_position(vault: Vault) -> None:
    conversation = vault.conversations.create()
    for number in range(10):
        vault.conversations.add_turn(conversation.id, Role.USER, str(number))
    page = vault.conversations.turns(conversation.id, before=7, limit=3)
    assert [turn.text for turn in page] == ["4", "5", "6"]
    assert [turn.text for turn in vault.conversations.turns(conversation.id, limit=2)] == ["8", "9"]


def test_a_partial_reply_grows_and_ends(vault: Vault) -> None:
    conversation = vault.conversations.create()
    turn = vault.conversations.add_turn(conversation.id, Role.ASSISTANT, "", state="partial")
    vault.conversations.update_turn(turn.id, text="half")
    done = vault.conversations.update_turn(turn.id, text="half and whole", state="stopped", notes=["stopped"])
    assert (done.text, done.state, done.notes) == ("half and whole", "stopped", ("stopped",))
    assert vault.conversations.turns(conversation.id) == [done]


def test_the_last_changed_conversation_comes_first(vault: Vault, clock: SetClock) -> None:
    first = vault.conversations.create("first")
    clock.advance(minutes=1)
    second = vault.conversations.create("second")
    assert [found.id for found in vault.conversations.list()] == [second.id, first.id]
    clock.advance(minutes=1)
    vault.conversations.add_turn(first.id, Role.USER, "again")
    assert [found.id for found in vault.conversations.list()] == [first.id, second.id]
    vault.conversations.add_turn(second.id, Role.USER, "old", at=clock() - timedelta(days=9))
    assert [found.id for found in vault.conversations.list(limit=1)] == [first.id]


def test_text_finds_titles_and_turns_and_takes_signs_literally(vault: Vault) -> None:
    by_title = vault.conversations.create("100% 预算")
    by_turn = vault.conversations.create("other")
    vault.conversations.add_turn(by_turn.id, Role.USER, "花生过敏 a_b")
    for text, expected in (("预算", by_title), ("100%", by_title), ("过敏", by_turn), ("a_b", by_turn)):
        assert [found.id for found in vault.conversations.list(text=text)] == [expected.id]
    assert vault.conversations.list(text="axb") == []
    assert vault.conversations.list(text="%x%") == []


def test_a_message_names_a_conversation_that_has_no_title_without_its_secrets(vault: Vault) -> None:
    unnamed, named = vault.conversations.create(), vault.conversations.create("kept")
    heard: list[Change] = []
    vault.listeners.append(heard.append)
    for made in (unnamed, named):
        vault.conversations.add_turn(made.id, Role.USER, "hello", title="my password is hunter2-Kite!")
    assert vault.conversations.get(unnamed.id).title.startswith("my password is")
    assert "hunter2" not in vault.conversations.get(unnamed.id).title
    assert vault.conversations.get(named.id).title == "kept"
    assert [change.id for change in heard if change.action == "conversation.rename"] == [unnamed.id]


def test_a_conversation_can_be_renamed_and_moved(vault: Vault) -> None:
    made = vault.conversations.create("old")
    assert vault.conversations.rename(made.id, "新").title == "新"
    assert vault.conversations.use_endpoint(made.id, "local").endpoint == "local"
    assert vault.conversations.set_scope(made.id, "work").scope == "work"
    with pytest.raises(NotFound):
        vault.conversations.rename("c_absent", "x")


def test_names_are_unique_where_given(vault: Vault) -> None:
    vault.conversations.create(name="a")
    vault.conversations.create()
    vault.conversations.create()
    with pytest.raises(IntegrityError):
        vault.conversations.create(name="a")


def test_what_is_absent_is_not_found(vault: Vault) -> None:
    for call in (
        lambda: vault.conversations.get("c_x"),
        lambda: vault.conversations.turn("t_x"),
        lambda: vault.conversations.add_turn("c_x", Role.USER, "x"),
        lambda: vault.conversations.update_turn("t_x", text="x"),
        lambda: vault.conversations.save_reply("t_x", "high", {}),
        lambda: vault.conversations.delete("c_x"),
    ):
        with pytest.raises(NotFound):
            call()
    assert vault.conversations.list() == []


def test_a_reply_keeps_what_it_rests_on(vault: Vault) -> None:
    conversation = vault.conversations.create()
    turn = vault.conversations.add_turn(conversation.id, Role.ASSISTANT, "x")
    assert vault.conversations.reply(turn.id) is None
    vault.conversations.save_reply(turn.id, "high", {"citations": [{"mark": 1, "quote": "五十万"}]})
    assert vault.conversations.reply(turn.id) == {
        "confidence": "high",
        "citations": [{"mark": 1, "quote": "五十万"}],
    }


def test_a_draft_is_kept_until_it_is_emptied(vault: Vault) -> None:
    conversation = vault.conversations.create()
    vault.conversations.set_draft(conversation.id, "half a thou")
    vault.conversations.set_draft(conversation.id, "half a thought")
    assert vault.conversations.draft(conversation.id) == "half a thought"
    vault.conversations.set_draft(conversation.id, "")
    assert vault.conversations.draft(conversation.id) == ""


def test_a_deleted_conversation_leaves_no_word(vault: Vault) -> None:
    word, kept = "elephantine", vault.conversations.create("kept")
    made = vault.conversations.create(word)
    turn = vault.conversations.add_turn(made.id, Role.USER, word)
    vault.conversations.save_reply(turn.id, "high", {"quote": word})
    vault.conversations.set_draft(made.id, word)
    vault.pseudonyms.assign(made.id, "person", word, lambda number: f"‹人物{number}›")
    receipt = vault.receipts.record(
        ReceiptDraft("chat", "e", "u", "POST", word.encode(), conversation_id=made.id)
    )

    def plant(conn) -> None:  # type: ignore[no-untyped-def]
        conn.execute("INSERT INTO index_units VALUES ('turn', ?, ?, 1)", (turn.id, word.encode()))
        conn.execute("INSERT INTO index_vectors VALUES ('turn', ?, 'alone', 0, 'e', 1, x'00')", (turn.id,))

    vault.db.write(plant)
    vault.conversations.delete(made.id)

    def everything(conn) -> str:  # type: ignore[no-untyped-def]
        tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return repr([tuple(row) for table in tables for row in conn.execute(f'SELECT * FROM "{table}"')])

    left = vault.db.read(everything)
    assert word not in left
    assert repr(word.encode())[2:-1] not in left
    assert vault.conversations.list() == [kept]
    assert vault.receipts.get(receipt.id).body is None
    assert vault.verify().is_whole


def test_listeners_hear_of_a_change_after_it_is_durable(vault: Vault) -> None:
    heard: list[tuple[Change, str, int]] = []

    def listen(change: Change) -> None:
        heard.append((change, threading.current_thread().name, len(vault.conversations.list())))

    vault.listeners.append(listen)
    made = vault.conversations.create("x")
    turn = vault.conversations.add_turn(made.id, Role.USER, "x")
    assert heard == [
        (Change("conversation", made.id, "conversation.create"), "keepsake-writer", 1),
        (Change("turn", turn.id, "turn.add"), "keepsake-writer", 1),
    ]

    def undone(conn) -> None:  # type: ignore[no-untyped-def]
        vault.conversations.add_turn(made.id, Role.USER, "y")
        raise LookupError

    with pytest.raises(LookupError):
        vault.db.write(undone)
    assert len(heard) == 2
    assert len(vault.conversations.turns(made.id)) == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(text=st.text(st.characters(codec=None), max_size=60))
def test_any_text_is_kept_as_it_is(vault: Vault, text: str) -> None:
    conversation = vault.conversations.create()
    turn = vault.conversations.add_turn(conversation.id, Role.USER, text)
    expected = (
        text.encode("utf-8", "replace").decode() if any(0xD800 <= ord(c) < 0xE000 for c in text) else text
    )
    assert vault.conversations.turn(turn.id).text == expected


def test_everything_survives_closing(vault: Vault, passphrase: Secret) -> None:
    made = vault.conversations.create("x")
    turn = vault.conversations.add_turn(made.id, Role.USER, "留下")
    vault.close()
    with open_vault(vault.path, passphrase=passphrase) as again:
        assert again.conversations.turns(made.id) == [turn]
