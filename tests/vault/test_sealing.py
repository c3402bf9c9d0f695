"""Sealed memories: stars everywhere, the words under a key of their own, shown for the passphrase alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures import PASSPHRASE
from tests.vault.pages import log_bytes, plain_pages
from vault import ReceiptDraft, Secret, Vault, open_vault
from vault.errors import NotFound, WriteDenied, WrongPassphrase
from vault.records import Candidate, Evidence, Layer, Memory, Role, Sensitivity

SAID = "The combination of the studio is Blue Heron Nine."
VALUE = "Blue Heron Nine"
ID_NUMBER = "11010519491231002X"


def tell(vault: Vault, claim: str = SAID, value: str = VALUE) -> Memory:
    """A memory with the turn that told it, a reply that quoted it, and a receipt that carried it."""
    conversation = vault.conversations.create("talk")
    turn = vault.conversations.add_turn(conversation.id, Role.USER, claim)
    evidence = Evidence("turn", turn.id, claim, 0, len(claim), turn.said_utc, conversation.id)
    outcome = vault.memories.add(Candidate("note", claim, Layer.FACT, value, (evidence,)))
    assert outcome.memory is not None
    reply = vault.conversations.add_turn(conversation.id, Role.ASSISTANT, f"You said: {claim}")
    vault.conversations.save_reply(reply.id, "high", {"messages": [{"content": claim}], "used_ids": []})
    vault.conversations.set_draft(conversation.id, f"about {value}")
    vault.receipts.record(ReceiptDraft("chat", "far", "https://x.invalid", "POST", claim.encode()))
    vault.pseudonyms.assign(conversation.id, "CUSTOM", value, lambda number: f"‹x {number}›")
    return outcome.memory


def texts_of(vault: Vault) -> str:
    """Every text and blob of the database that can be read as text, the sealed bodies too."""
    found = []
    tables = vault.db.read(
        lambda conn: [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    )
    for table in tables:
        for row in vault.db.read(lambda conn, table=table: conn.execute(f"SELECT * FROM {table}").fetchall()):
            found += [
                part.decode("utf-8", "replace") if isinstance(part, bytes) else str(part) for part in row
            ]
    return "\n".join(found)


def test_a_sealed_memory_is_stars_in_every_row_of_the_vault(vault: Vault) -> None:
    memory = tell(vault)
    assert VALUE in texts_of(vault)
    sealed = vault.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    assert (sealed.claim, sealed.sensitivity) == ("***", Sensitivity.SEALED)
    assert VALUE not in texts_of(vault)
    assert "Heron" not in texts_of(vault)
    assert vault.verify().is_whole


def test_not_even_a_page_of_the_decrypted_file_holds_it(vault: Vault) -> None:
    memory = tell(vault)
    vault.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    assert log_bytes(vault) == 0
    assert VALUE.encode() not in plain_pages(vault)


def test_the_passphrase_shows_it_and_nothing_else_does(vault: Vault) -> None:
    memory = tell(vault)
    vault.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    with pytest.raises(WrongPassphrase):
        vault.memories.sealing.reveal(memory.id, Secret("another one"))
    told = vault.memories.sealing.reveal(memory.id, Secret(PASSPHRASE))
    assert (told.claim, told.value) == (SAID, VALUE)
    assert told.evidence[0].quote == SAID
    assert [entry.action for entry in vault.audit.entries(1)] == ["memory.reveal"]


def test_it_stays_sealed_over_a_restart_and_a_copy_of_the_row_does_not_open_elsewhere(vault: Vault) -> None:
    one, other = tell(vault), tell(vault, "The locker is Grey Owl Two.", "Grey Owl Two")
    for memory in (one, other):
        vault.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    path: Path = vault.path
    vault.close()
    with open_vault(path, passphrase=Secret(PASSPHRASE)) as again:
        assert again.memories.sealing.reveal(one.id, Secret(PASSPHRASE)).value == VALUE
        again.db.write(
            lambda conn: conn.execute(
                "UPDATE sealed_fields SET body = (SELECT body FROM sealed_fields WHERE memory_id = ?),"
                " nonce = (SELECT nonce FROM sealed_fields WHERE memory_id = ?) WHERE memory_id = ?",
                (one.id, one.id, other.id),
            )
        )
        with pytest.raises(Exception, match="damaged"):
            again.memories.sealing.reveal(other.id, Secret(PASSPHRASE))


def test_an_identity_number_is_kept_where_it_is_asked_to_be_sealed_and_only_there(vault: Vault) -> None:
    claim = f"My ID number is {ID_NUMBER}."
    plain = vault.memories.add(Candidate("note", claim, Layer.FACT, claim, ()))
    assert plain.memory is not None
    assert ID_NUMBER not in plain.memory.claim
    kept = vault.memories.add(
        Candidate("id_number", claim, Layer.FACT, ID_NUMBER, (), sensitivity=Sensitivity.SEALED)
    )
    assert kept.memory is not None
    assert kept.memory.claim == "***"
    assert ID_NUMBER not in texts_of(vault)
    assert vault.memories.sealing.reveal(kept.memory.id, Secret(PASSPHRASE)).claim == claim
    with pytest.raises(WriteDenied):
        vault.memories.sealing.unseal(kept.memory.id, Secret(PASSPHRASE))


def test_passwords_and_cards_are_not_kept_even_sealed(vault: Vault) -> None:
    for claim in ("My password is Tr0ub4dor&3.", "My card is 4111 1111 1111 1111."):
        outcome = vault.memories.add(
            Candidate("note", claim, Layer.FACT, claim, (), sensitivity=Sensitivity.SEALED)
        )
        assert (outcome.memory, outcome.reason) == (None, "secret")


def test_the_words_of_a_sealed_memory_are_not_edited_and_opening_it_needs_the_passphrase(
    vault: Vault,
) -> None:
    memory = tell(vault)
    vault.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    for change in ({"claim": "Something else."}, {"sensitivity": Sensitivity.NORMAL}):
        with pytest.raises(WriteDenied):
            vault.memories.edit(memory.id, **change)  # type: ignore[arg-type]
    assert vault.memories.edit(memory.id, scope="work").claim == "***"
    with pytest.raises(WrongPassphrase):
        vault.memories.sealing.unseal(memory.id, Secret("another one"))
    opened = vault.memories.sealing.unseal(memory.id, Secret(PASSPHRASE))
    assert (opened.claim, opened.value, opened.sensitivity) == (SAID, VALUE, Sensitivity.SENSITIVE)
    with pytest.raises(NotFound):
        vault.memories.sealing.reveal(memory.id, Secret(PASSPHRASE))


def test_two_sealed_memories_of_one_slot_stand_side_by_side(vault: Vault) -> None:
    for number in ("11010519491231002X", "440524188001010014"):
        vault.memories.add(
            Candidate("note", f"ID {number}", Layer.FACT, number, (), sensitivity=Sensitivity.SEALED)
        )
    assert len(vault.memories.list()) == 2


def test_undoing_the_sealing_does_not_bring_the_words_back(vault: Vault) -> None:
    memory = tell(vault)
    vault.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    vault.memories.undo(memory.id)
    assert VALUE not in texts_of(vault)
    assert vault.memories.get(memory.id).sensitivity is Sensitivity.SEALED


def test_a_forgotten_one_is_gone_with_what_it_said(vault: Vault) -> None:
    memory = tell(vault)
    vault.memories.edit(memory.id, sensitivity=Sensitivity.SEALED)
    vault.memories.forget([memory.id])
    rows = vault.db.read(lambda conn: conn.execute("SELECT count(*) FROM sealed_fields").fetchone()[0])
    assert rows == 0
