"""Documents in the vault: kept once, replaced by a newer version, cut, deleted with all that came of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from tests.vault.pages import log_bytes, plain_pages
from tests.vault.telling import candidate_of, said
from vault import Change, ReceiptDraft, Vault, make_backup, open_vault, restore_backup
from vault.database import Connection
from vault.documents import Document, DocumentKind, NewDocument, Outcome, PassageText
from vault.errors import NotFound
from vault.records import MemoryMode, Role, Sensitivity
from vault.redaction import CUT_MARK
from vault.salvage import salvage_vault

LEASE = (
    PassageText("The deposit is 2,400 euros.\n\n", page=1, heading="Deposit"),
    PassageText("Notice is three months. 退租须提前三个月通知。\n", page=2, heading="Notice"),
)


def lease(body: bytes = b"%PDF one", name: str = "lease.pdf") -> NewDocument:
    return NewDocument(name, DocumentKind.PDF, body, LEASE, title="Lease 租约", pages=2)


def indexed(vault: Vault, document: Document) -> None:
    """Rows of the index as the indexer would have made them."""

    def write(conn: Connection) -> None:
        for one in conn.execute("SELECT id FROM passages WHERE document_id = ?", (document.id,)).fetchall():
            conn.execute("INSERT INTO index_units VALUES ('passage', ?, ?, 1)", (one["id"], b"words"))
            conn.execute(
                "INSERT INTO index_vectors VALUES ('passage', ?, 'own', 0, 'e', 4, ?)", (one["id"], b"1234")
            )

    vault.db.write(write)


def index_rows(vault: Vault) -> int:
    sql = "SELECT (SELECT count(*) FROM index_units) + (SELECT count(*) FROM index_vectors)"
    return vault.db.read(lambda conn: int(conn.execute(sql).fetchone()[0]))


def test_a_file_that_holds_secrets_is_not_kept_nor_is_the_one_before_it(vault: Vault) -> None:
    first = vault.documents.add(lease()).document
    held = replace(lease(), body=b"%PDF sk-proj-1", keeps_file=False)
    kept = vault.documents.add(held).document
    assert (kept.id, kept.has_file, kept.passages) == (first.id, False, 2)
    assert vault.documents.file(kept.id) is None
    assert vault.documents.add(held).outcome is Outcome.KNOWN


def test_a_document_is_kept_with_its_file_and_its_text_in_places(vault: Vault) -> None:
    heard: list[Change] = []
    vault.listeners.append(heard.append)
    added = vault.documents.add(lease(), scope="home", sensitivity=Sensitivity.PERSONAL)
    kept = added.document
    assert added.outcome is Outcome.ADDED
    assert (kept.name, kept.title, kept.kind, kept.pages, kept.size_bytes) == (
        "lease.pdf", "Lease 租约", "pdf", 2, 8,
    )  # fmt: skip
    assert (kept.scope, kept.sensitivity, kept.passages, kept.has_file) == ("home", "personal", 2, True)
    first, second = vault.documents.passages(kept.id)
    assert (first.text, first.page, first.heading) == (LEASE[0].text, 1, "Deposit")
    assert (first.start, first.end, second.start) == (0, len(first.text), first.end)
    assert vault.documents.passage(second.id) == second
    assert vault.documents.file(kept.id) == b"%PDF one"
    assert vault.documents.list("work") == []
    assert vault.documents.list("home") == vault.documents.list() == [kept]
    assert Change("document", kept.id, "document.add") in heard
    assert vault.audit.entries(1)[0].action == "document.add"
    assert b"2,400 euros" not in (vault.path / "vault.db").read_bytes()
    assert vault.verify().is_whole


def test_the_same_file_is_kept_once_and_a_changed_one_takes_its_place(vault: Vault) -> None:
    first = vault.documents.add(lease()).document
    indexed(vault, first)
    old = vault.documents.passages(first.id)
    again = vault.documents.add(lease(name="copy of lease.pdf"))
    assert (again.outcome, again.document) == (Outcome.KNOWN, first)
    newer = NewDocument("lease.pdf", DocumentKind.PDF, b"%PDF two", [PassageText("The deposit is 3,000.")])
    replaced = vault.documents.add(newer)
    assert (replaced.outcome, replaced.document.id, replaced.document.version) == ("replaced", first.id, 2)
    assert [one.text for one in vault.documents.passages(first.id)] == ["The deposit is 3,000."]
    assert vault.documents.file(first.id) == b"%PDF two"
    assert index_rows(vault) == 0
    with pytest.raises(NotFound):
        vault.documents.passage(old[0].id)
    # Another scope is another document.
    assert vault.documents.add(lease(b"%PDF three"), scope="work").outcome is Outcome.ADDED


def test_scope_and_sensitivity_are_changed_and_audited(vault: Vault) -> None:
    kept = vault.documents.add(lease()).document
    changed = vault.documents.change(kept.id, scope="home", sensitivity=Sensitivity.SENSITIVE)
    assert (changed.scope, changed.sensitivity) == ("home", "sensitive")
    assert vault.documents.change(kept.id).scope == "home"
    assert vault.audit.entries(2)[1].action == "document.update"
    with pytest.raises(NotFound):
        vault.documents.change("d_none", scope="home")


def cited(vault: Vault, passage_id: str) -> tuple[str, str]:
    """A conversation whose reply quotes a passage; gives the reply's id and that of the receipt."""
    chat = vault.conversations.create()
    vault.conversations.add_turn(chat.id, Role.USER, "What is the deposit?")
    reply = vault.conversations.add_turn(chat.id, Role.ASSISTANT, "It is in the lease [1].")
    detail = {"citations": [{"id": passage_id, "kind": "passage", "quote": LEASE[0].text, "mark": 1}]}
    vault.conversations.save_reply(reply.id, "high", detail)
    sent = ReceiptDraft(
        "chat", "e", "http://127.0.0.1/", "POST", b"quoted", conversation_id=chat.id, turn_id=reply.id
    )
    return reply.id, vault.receipts.record(sent).id


def test_deleting_one_reports_all_that_went_and_leaves_nothing_on_any_page(vault: Vault) -> None:
    kept = vault.documents.add(lease()).document
    other = vault.documents.add(
        NewDocument("b.txt", DocumentKind.TEXT, b"Bees", [PassageText("Bees")])
    ).document
    indexed(vault, kept)
    reply, receipt = cited(vault, vault.documents.passages(kept.id)[0].id)
    vault.db.checkpoint()
    assert b"2,400 euros" in plain_pages(vault), "the check must be able to fail"
    report = vault.memories.delete_document(kept.id)
    assert (report.documents, report.passages, report.index_rows) == ((kept.id,), 2, 4)
    assert (report.replies_cut, report.receipts_purged) == ((reply,), (receipt,))
    detail = vault.conversations.reply(reply)
    assert detail is not None
    assert detail["citations"][0]["quote"] == CUT_MARK
    assert log_bytes(vault) == 0
    pages = plain_pages(vault)
    for trace in ("2,400 euros", "退租须提前", "lease.pdf", "%PDF one"):
        assert trace.encode() not in pages, trace
    assert vault.documents.list() == [other]
    assert vault.verify().is_whole
    with pytest.raises(NotFound):
        vault.memories.delete_document(kept.id)


def test_what_is_forgotten_is_cut_out_of_documents_and_their_file_goes(vault: Vault) -> None:
    told = "zorblatt.quill@example.com"
    new = NewDocument(
        "card.txt",
        DocumentKind.TEXT,
        f"Write to {told}.".encode(),
        [PassageText(f"Write to {told}. "), PassageText("Or call.")],
    )
    kept, other = vault.documents.add(new).document, vault.documents.add(lease()).document
    indexed(vault, kept)
    chat = vault.conversations.create()
    turn = vault.conversations.add_turn(chat.id, Role.USER, f"My email is {told}.", at=said("2026-03-09"))
    [outcome] = vault.memories.apply(
        [candidate_of(turn, "email", told)], mode=MemoryMode.AUTO, actor="test", at=said("2026-03-09")
    )
    assert outcome.memory is not None
    report = vault.memories.forget([outcome.memory.id])
    assert report.documents_cut == (kept.id,)
    first, second = vault.documents.passages(kept.id)
    assert first.text == f"Write to {CUT_MARK}. "
    assert (second.start, second.end) == (len(first.text), len(first.text) + len("Or call."))
    assert vault.documents.file(kept.id) is None
    assert vault.documents.get(kept.id).has_file is False
    assert vault.documents.get(other.id).has_file is True
    assert index_rows(vault) == 0
    assert b"zorblatt" not in plain_pages(vault)


def test_documents_are_in_backups_and_are_salvaged(
    vault: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    kept = vault.documents.add(lease()).document
    passages = vault.documents.passages(kept.id)
    backup = make_backup(vault, tmp_path / "b").path
    restored = tmp_path / "restored"
    restore_backup(backup, restored, recovery_code=recovery_code)
    vault.close()
    salvage_vault(vault.path, tmp_path / "saved", recovery_code=recovery_code, clock=clock)
    for folder in (restored, tmp_path / "saved"):
        with open_vault(folder, recovery_code=recovery_code) as again:
            assert again.documents.list() == [kept]
            assert again.documents.passages(kept.id) == passages
            assert again.documents.file(kept.id) == b"%PDF one"
            assert again.verify().is_whole


def test_what_is_sealed_is_cut_out_of_the_text_and_the_file_stays(vault: Vault) -> None:
    told = "zorblatt.quill@example.com"
    new = NewDocument("card.txt", DocumentKind.TEXT, told.encode(), [PassageText(f"Write to {told}.")])
    kept = vault.documents.add(new).document
    chat = vault.conversations.create()
    turn = vault.conversations.add_turn(chat.id, Role.USER, f"My email is {told}.", at=said("2026-03-09"))
    [outcome] = vault.memories.apply(
        [candidate_of(turn, "email", told)], mode=MemoryMode.AUTO, actor="test", at=said("2026-03-09")
    )
    assert outcome.memory is not None
    vault.memories.sealing.seal(outcome.memory.id)
    [passage] = vault.documents.passages(kept.id)
    assert told not in passage.text
    assert vault.documents.file(kept.id) == told.encode()
