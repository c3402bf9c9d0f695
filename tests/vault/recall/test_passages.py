"""Passages of documents as units of recall: found with their place, filtered, gone at once, never a crowd."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.vault.recall.conftest import Say
from vault import Vault
from vault.documents import Document, DocumentKind, NewDocument, PassageText
from vault.recall import Recall
from vault.recall.lexical import unpack
from vault.recall.texts import Said, context_passage
from vault.recall.tokens import token_key
from vault.records import Candidate, Layer, Sensitivity

LEASE = (
    PassageText(
        "The deposit for the flat is 2,400 euros, returned after six weeks.\n\n", 3, "Lease › Deposit"
    ),
    PassageText("The garden may be used by every tenant of the house.\n\n", 4, "Lease › Garden"),
    PassageText("退租须提前三个月以书面形式通知房东。\n\n", 5, "Lease › 退租"),
)


def put(
    vault: Vault, texts: Sequence[PassageText] = LEASE, name: str = "lease.pdf", **more: object
) -> Document:
    body = name.encode() + "".join(one.text for one in texts).encode()
    new = NewDocument(name, DocumentKind.PDF, body, texts, title="Mietvertrag", pages=5)
    return vault.documents.add(new, **more).document  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "place"),
    [("How much is the deposit for the flat?", 0), ("退租要提前几个月通知房东？", 2)],
)
def test_a_passage_is_found_with_its_document_page_and_heading(
    vault: Vault, words: Recall, say: Say, question: str, place: int
) -> None:
    say("The weather is fine today.")
    document = put(vault)
    words.index_now()
    best = words.recall(question).items[0]
    assert best.selected
    assert (best.kind, best.text, best.role) == ("passage", LEASE[place].text, "document")
    assert (best.source, best.title) == (document.id, "Mietvertrag")
    assert (best.page, best.heading) == (LEASE[place].page, LEASE[place].heading)
    assert best.id == vault.documents.passages(document.id)[place].id


def test_its_title_and_heading_are_words_of_it(vault: Vault, words: Recall) -> None:
    put(vault, [PassageText("It is closed at night.", heading="Garage")])
    vault.documents.add(NewDocument("b.txt", DocumentKind.TEXT, b"b", [PassageText("Bees fly.")]))
    words.index_now()
    for question in ("Mietvertrag", "garage"):
        assert words.recall(question).items[0].text == "It is closed at night."
        assert words.recall(question).items[0].selected


def test_the_meaning_finds_it_and_what_is_not_in_it_is_not_chosen(vault: Vault, recall: Recall) -> None:
    put(vault)
    recall.index_now()
    asked = recall.recall("After how long do I get back what I paid for the flat?")
    assert (asked.items[0].text, asked.items[0].selected) == (LEASE[0].text, True)
    other = recall.recall("Which vaccine did my dog get?")
    assert other.selected == ()
    assert other.verdict == "unknown"


def test_scope_sensitivity_and_kinds_filter_it(vault: Vault, words: Recall) -> None:
    document = put(vault, scope="home", sensitivity=Sensitivity.SENSITIVE)
    words.index_now()
    question = "How much is the deposit for the flat?"
    elsewhere = words.recall(question)
    assert elsewhere.items == ()
    assert {(out.kind, out.reason) for out in elsewhere.left_out} == {("passage", "scope")}
    [found] = [item for item in words.recall(question, scope="home").items if item.selected]
    assert found.sensitivity is Sensitivity.SENSITIVE
    assert words.recall(question, scope="home", kinds=("memory", "turn")).items == ()
    vault.documents.change(document.id, scope="universal", sensitivity=Sensitivity.SEALED)
    assert {out.reason for out in words.recall(question).left_out} == {"sealed"}


def test_it_is_gone_with_its_document_and_replaced_with_a_newer_version(vault: Vault, words: Recall) -> None:
    document = put(vault)
    words.index_now()
    put(vault, [PassageText("The deposit for the flat is 3,000 euros.")])
    words.index_now()
    texts = [item.text for item in words.recall("deposit for the flat").items]
    assert texts == ["The deposit for the flat is 3,000 euros."]
    vault.memories.delete_document(document.id)
    assert words.recall("deposit for the flat").items == ()
    assert vault.db.read(lambda conn: conn.execute("SELECT count(*) FROM index_units").fetchone()[0]) == 0


def test_it_is_there_again_after_the_index_was_loaded_anew(vault: Vault, words: Recall) -> None:
    put(vault)
    words.index_now()
    words.close()
    again = Recall(vault, None)
    again.start(background=False)
    assert again.status().pending == 0
    assert again.recall("deposit for the flat").items[0].text == LEASE[0].text
    again.close()


def test_a_long_document_does_not_crowd_out_memories_and_turns(vault: Vault, words: Recall, say: Say) -> None:
    for number in range(50):
        vault.memories.add(Candidate(f"a{number}", f"I own the boat number {number}", Layer.FACT, "x", ()))
    said = say("The boat is in the harbour of Kiel now.")
    pages = [
        PassageText(
            f"Boat law, part {number}: the harbour master decides on every boat in the harbour. ", number
        )
        for number in range(900)
    ]
    put(vault, pages, name="law.pdf")
    words.index_now()
    found = words.recall("Where is the boat, in which harbour?")
    kinds = [item.kind for item in found.items]
    assert kinds.count("passage") <= 12
    assert kinds.count("memory") >= 7
    assert next(item for item in found.items if item.id == said).selected
    assert sum(item.kind == "passage" for item in found.selected) <= 6
    alone = words.recall("harbour master", kinds=("passage",))
    assert len(alone.items) == 20


def test_what_must_not_be_indexed_is_masked(vault: Vault, words: Recall) -> None:
    put(vault, [PassageText("Tenant: 身份证号 11010519491231002X, flat 12.")])
    words.index_now()
    packed = vault.db.read(lambda conn: conn.execute("SELECT tokens FROM index_units").fetchone()[0])
    assert token_key("11010519491231002x") not in unpack(bytes(packed))[0].tolist()
    assert token_key("flat") in unpack(bytes(packed))[0].tolist()


def test_words_that_were_forgotten_leave_its_index(vault: Vault, words: Recall, say: Say) -> None:
    put(vault, [PassageText("Write to zorblatt.quill@example.com for the keys.")])
    memory = vault.memories.add(
        Candidate(
            "email", "My email is zorblatt.quill@example.com", Layer.FACT, "zorblatt.quill@example.com", ()
        )
    ).memory
    assert memory is not None
    words.index_now()
    assert "passage" in {item.kind for item in words.recall("zorblatt").items}
    vault.memories.forget([memory.id])
    words.index_now()
    assert not any("own_words" in item.parts for item in words.recall("zorblatt").items)
    assert words.recall("write for the keys").items[0].kind == "passage"


def test_its_context_is_its_title_and_one_passage_on_each_side(
    vault: Vault, recall: Recall, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []
    encode = recall._encoder.encode_passages  # type: ignore[union-attr]

    def spy(given: Sequence[str], **more: object) -> object:
        texts.extend(given)
        return encode(given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(recall._encoder, "encode_passages", spy)
    put(vault)
    recall.index_now()
    own = [one.text for one in LEASE]
    assert context_passage([Said("", own[0])], Said("", own[1]), [Said("", own[2])], None, "T") == "\n".join(
        ["T", *own]
    )
    assert sum("Mietvertrag" in text for text in texts) == 3
    assert any(
        text.startswith("Mietvertrag\nLease › 退租\n") and "garden" in text and "deposit" not in text
        for text in texts
    )
