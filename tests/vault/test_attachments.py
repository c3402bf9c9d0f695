"""Attached files: kept with their message, gone with it, and cut where something is forgotten."""

from __future__ import annotations

import pytest

from vault import Vault
from vault.attachments import AttachedText
from vault.errors import NotFound
from vault.records import Role
from vault.schema import applied_migrations

MINUTES = AttachedText("minutes.txt", "The vote was 7 to 2.\nAnn was away.", 34, "utf-8")
TABLE = AttachedText("table.csv", "a,b\n1,2\n", 8, "gb18030")


@pytest.fixture
def turn_id(vault: Vault) -> str:
    chat = vault.conversations.create()
    return vault.conversations.add_turn(chat.id, Role.USER, "What was the vote?").id


def test_files_are_kept_in_order_with_their_message(vault: Vault, turn_id: str) -> None:
    [first] = vault.attachments.add(turn_id, [MINUTES])
    [second] = vault.attachments.add(turn_id, [TABLE])
    assert [one.file for one in vault.attachments.of([turn_id])[turn_id]] == [MINUTES, TABLE]
    assert vault.attachments.names([turn_id]) == {
        turn_id: [(first.id, "minutes.txt"), (second.id, "table.csv")]
    }
    assert vault.attachments.get(second.id) == second
    assert vault.attachments.of(["t_none"]) == {}
    assert vault.db.read(applied_migrations)[4] == "version_5"
    with pytest.raises(NotFound):
        vault.attachments.add("t_none", [MINUTES])


@pytest.mark.parametrize("whole", [True, False])
def test_they_go_with_their_message_and_its_conversation(vault: Vault, turn_id: str, whole: bool) -> None:
    [kept] = vault.attachments.add(turn_id, [MINUTES])
    if whole:
        chat = vault.conversations.turn(turn_id).conversation_id
        vault.memories.delete_conversation(chat)
    else:
        vault.memories.delete_turn(turn_id)
    with pytest.raises(NotFound):
        vault.attachments.get(kept.id)
    assert vault.verify().is_whole


def test_files_of_a_draft_are_kept_without_secrets_and_gone_with_their_conversation(vault: Vault) -> None:
    chat = vault.conversations.create()
    key = "sk-" + "a1B2c3D4e5F6g7H8" * 2
    vault.attachments.keep_draft(
        chat.id, [MINUTES, AttachedText("keys.txt", f"api_key = {key}", 50, "utf-8")]
    )
    vault.attachments.keep_draft("", [TABLE])
    kept = vault.attachments.draft(chat.id)
    assert [file.name for file in kept] == ["minutes.txt", "keys.txt"]
    assert key not in kept[1].text
    vault.conversations.delete(chat.id)
    assert vault.attachments.draft(chat.id) == ()
    assert vault.attachments.draft("") == (TABLE,)
