"""Erasing everything: no page of the vault holds what was said, the report counts it, cancelling keeps the rest."""

from __future__ import annotations

import asyncio

from assistant.erasing import erase_everything
from assistant.session import Session
from vault import Vault
from vault.documents import DocumentKind, NewDocument, PassageText
from vault.receipts import ReceiptDraft
from vault.records import Role

CANARY = "quillfeather-marmalade"


def fill(vault: Vault) -> None:
    session = Session.over(vault)
    try:
        for number in range(2):
            asyncio.run(session.reply(f"Remember that my boat is called {CANARY} {number}"))
        asyncio.run(session.reply("My e-mail is ann.marmalade@example.com"))
    finally:
        session.upkeep.stop()
        session.recall.close()
    draft = ReceiptDraft("test", "Home", "http://127.0.0.1:9/v1", "POST", CANARY.encode())
    vault.receipts.finish(vault.receipts.record(draft).id, "ok", status=200)
    vault.conversations.set_draft("", f"about {CANARY}")


def everything_in(vault: Vault) -> str:
    """Every value of every table, decrypted."""

    def read(conn: object) -> str:
        tables = [
            str(row["name"])
            for row in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")  # type: ignore[attr-defined]
        ]
        rows = [tuple(row) for name in tables for row in conn.execute(f'SELECT * FROM "{name}"')]  # type: ignore[attr-defined]
        return repr(rows)

    return vault.db.read(read)


def test_nothing_that_was_said_or_learnt_is_left(vault: Vault) -> None:
    fill(vault)
    vault.documents.add(NewDocument("a.txt", DocumentKind.TEXT, b"boat", [PassageText("A boat for sale")]))
    assert CANARY in everything_in(vault)
    assert vault.memories.list(None) != []
    told: list[tuple[int, int]] = []
    report = erase_everything(vault, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert (report.conversations, report.was_cancelled) == (3, False)
    assert len(report.removed.turns_removed) == 6
    assert len(report.removed.receipts_purged) == 1
    assert report.removed.memories
    assert (len(report.removed.documents), report.removed.passages) == (1, 1)
    assert vault.documents.list() == []
    assert vault.memories.list(None) == []
    assert vault.conversations.list() == []
    assert vault.conversations.draft("") == ""
    left = everything_in(vault)
    for word in (CANARY, "quillfeather", "ann.marmalade", "boat"):
        assert word not in left
    assert vault.verify().is_whole


def test_cancelling_leaves_what_was_not_reached(vault: Vault) -> None:
    for _ in range(3):
        conversation = vault.conversations.create("")
        vault.conversations.add_turn(conversation.id, Role.USER, CANARY, zone="UTC")
    asked = iter((False, True))
    report = erase_everything(vault, cancelled=lambda: next(asked))
    assert (report.conversations, report.was_cancelled) == (1, True)
    assert len(vault.conversations.list()) == 2


def test_an_empty_vault_has_nothing_to_erase(vault: Vault) -> None:
    report = erase_everything(vault)
    assert report.conversations == 0
    assert report.removed.memories == ()
