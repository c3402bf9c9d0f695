"""Forgetting: nothing of what was deleted remains, and what was not deleted stays."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from tests.fixtures import SetClock, VaultTemplate
from tests.vault.pages import log_bytes, plain_pages
from tests.vault.telling import active_claims, candidate_of, number_in, said, tell, turn_of
from vault import ReceiptDraft, Vault
from vault.attachments import AttachedText
from vault.database import Connection
from vault.digests import Digest
from vault.errors import NotFound
from vault.records import Evidence, Memory, MemoryMode, Outcome, Role, State
from vault.redaction import CUT_MARK

CANARY = "zorblatt.quill@example.com"
OTHER_SPELLING = "ＺＯＲＢＬＡＴＴ.Quill@example.com"


def kept(outcome: Outcome) -> Memory:
    assert outcome.memory is not None
    return outcome.memory


@dataclass(frozen=True)
class Planted:
    """Ids of what a conversation about the canary left all over a vault."""

    memory: str
    conversation: str
    user_turn: str
    reply_turn: str
    later_turn: str
    receipt: str
    other_receipt: str


def plant(vault: Vault) -> Planted:
    """A conversation that says the canary, and everything a turn leaves: reply, details, receipt, draft, index."""
    talk = vault.conversations.create(f"About {CANARY}")
    first = vault.conversations.add_turn(talk.id, Role.USER, "Good morning.", at=said("2026-03-09"))
    user = vault.conversations.add_turn(talk.id, Role.USER, f"My email is {CANARY}.", at=said("2026-03-09"))
    reply = vault.conversations.add_turn(
        talk.id,
        Role.ASSISTANT,
        f"Noted: {OTHER_SPELLING}. Anything else?",
        at=said("2026-03-09"),
        notes=[f"n {CANARY}"],
    )
    later = vault.conversations.add_turn(talk.id, Role.USER, "What is the weather?", at=said("2026-03-09"))
    [outcome] = vault.memories.apply(
        [candidate_of(user, "email", CANARY)], mode=MemoryMode.AUTO, actor="test", at=said("2026-03-09")
    )
    memory = kept(outcome)
    vault.conversations.save_reply(reply.id, "high", {"used": [memory.id], "quotes": [user.text]})
    vault.attachments.add(user.id, [AttachedText("card.txt", f"Write to {OTHER_SPELLING}", 60, "utf-8")])
    vault.conversations.set_draft(talk.id, f"send it to {CANARY}")
    vault.attachments.keep_draft(talk.id, [AttachedText("draft.txt", f"and to {CANARY}", 60, "utf-8")])
    vault.pseudonyms.assign(talk.id, "EMAIL", CANARY, lambda number: f"<E{number}>")
    body = json.dumps({"messages": [{"content": f"mail: {OTHER_SPELLING}"}]}).encode()  # escaped as \uXXXX
    receipts = [
        vault.receipts.record(ReceiptDraft("chat", "e", "http://127.0.0.1/", "POST", text))
        for text in (body, b'{"messages": []}')
    ]

    def index(conn: Connection) -> None:
        units = [("memory", memory.id), *(("turn", turn.id) for turn in (first, user, reply, later))]
        for kind, ref in units:
            conn.execute("INSERT INTO index_units VALUES (?, ?, ?, 1)", (kind, ref, CANARY.encode()))
            conn.execute("INSERT INTO index_vectors VALUES (?, ?, 'own', 0, 'e', 4, ?)", (kind, ref, b"1234"))

    vault.db.write(index)
    return Planted(memory.id, talk.id, user.id, reply.id, later.id, receipts[0].id, receipts[1].id)


def test_nothing_of_a_forgotten_value_is_left_on_any_page(vault: Vault) -> None:
    planted = plant(vault)
    vault.memories.edit(planted.memory, claim=f"Work email: {CANARY}")  # leaves history
    vault.db.checkpoint()
    assert CANARY.encode() in plain_pages(vault), "the check must be able to fail"
    report = vault.memories.forget([planted.memory])
    assert log_bytes(vault) == 0
    pages = plain_pages(vault)
    for trace in (CANARY, OTHER_SPELLING, "zorblatt", "Quill", "ＺＯＲＢＬＡＴＴ"):
        assert trace.encode() not in pages, trace
    assert report.memories == (planted.memory,)
    assert set(report.turns_cut) == {planted.user_turn, planted.reply_turn}
    assert report.receipts_purged == (planted.receipt,)
    assert report.replies_cut == (planted.reply_turn,)
    assert (report.drafts_cut, report.history_rows) == (1, 2)
    assert report.tombstones > 0


def test_the_same_after_the_vault_was_opened_again(
    vault: Vault, vault_template: VaultTemplate, clock: SetClock
) -> None:
    planted = plant(vault)
    vault.memories.forget([planted.memory])
    vault.close()
    with vault_template.open_copy(vault.path, clock) as again:
        assert again.memories.list(None) == []
        assert b"zorblatt" not in plain_pages(again).lower()


def test_index_rows_of_the_memory_the_cut_turns_and_their_neighbours_go(vault: Vault) -> None:
    planted = plant(vault)
    seen: list[tuple[str, str]] = []
    vault.listeners.append(lambda change: seen.append((change.kind, change.id)))
    report = vault.memories.forget([planted.memory])
    left = vault.db.read(lambda conn: conn.execute("SELECT kind, ref_id FROM index_units").fetchall())
    assert left == []  # all four turns are within the reach of a cut one
    assert report.index_rows == 10
    assert {("turn", planted.user_turn), ("turn", planted.later_turn), ("memory", planted.memory)} <= set(
        seen
    )


def test_what_has_nothing_to_do_with_it_stays(vault: Vault) -> None:
    planted = plant(vault)
    other = kept(tell(vault, "I keep a narrowboat at Foxton.", "owns", "narrowboat at Foxton"))
    vault.memories.forget([planted.memory])
    assert vault.memories.get(other.id) == other
    assert vault.conversations.turn(planted.later_turn).text == "What is the weather?"
    assert vault.conversations.turn(planted.reply_turn).text == f"Noted: {CUT_MARK}. Anything else?"
    assert vault.receipts.get(planted.other_receipt).body is not None
    assert vault.receipts.verify().broken == ()
    assert vault.audit.verify().is_intact


def test_a_sentence_shared_with_another_memory_loses_only_the_value(vault: Vault) -> None:
    turn = turn_of(vault, "我叫李明，邮箱 li@example.com")
    made = vault.memories.apply(
        [
            candidate_of(turn, "name", "李明", claim="我叫李明"),
            candidate_of(turn, "email", "li@example.com", claim="邮箱 li@example.com"),
        ],
        mode=MemoryMode.AUTO, actor="test",
    )  # fmt: skip
    vault.memories.forget([kept(made[1]).id])
    assert vault.conversations.turn(turn.id).text == f"我叫李明，{CUT_MARK}"
    name = vault.memories.get(kept(made[0]).id)
    assert (name.value, name.evidence[0].quote) == ("李明", f"我叫李明，{CUT_MARK}")
    assert b"li@example.com" not in plain_pages(vault)


def test_past_values_go_with_the_present_one(vault: Vault) -> None:
    old = kept(tell(vault, "My phone is 020 7946 0018.", "phone", "020 7946 0018", day="2026-03-01"))
    new = kept(tell(vault, "My phone is 020 7946 0500.", "phone", "020 7946 0500", day="2026-03-02"))
    report = vault.memories.forget([new.id])
    assert set(report.memories) == {old.id, new.id}
    assert vault.memories.list(None) == []


def test_a_number_is_cut_however_it_is_spaced(vault: Vault) -> None:
    memory = kept(tell(vault, "我的手机号是15400000012。", "phone", "15400000012"))
    spaced = turn_of(vault, "154 0000-0012 对吗？", role=Role.ASSISTANT)
    vault.memories.forget([memory.id])
    assert vault.conversations.turn(spaced.id).text == f"{CUT_MARK} 对吗？"


def test_a_forgotten_range_loses_both_sentences(vault: Vault) -> None:
    tell(vault, "预算50万", "budget", day="2026-10-01")
    memory = kept(tell(vault, "最多30万", "budget", day="2026-10-08"))
    reply = turn_of(vault, "预算是 30–50 万元，我记下了", role=Role.ASSISTANT)
    vault.memories.forget([memory.id])
    texts = [turn.text for talk in vault.conversations.list() for turn in vault.conversations.turns(talk.id)]
    assert not any("50万" in text or "30万" in text for text in texts)
    assert vault.conversations.turn(reply.id) is not None


def test_a_short_word_is_only_cut_whole(vault: Vault) -> None:
    memory = kept(tell(vault, "I like tea.", "likes", "tea"))
    other = turn_of(vault, "The team drinks tea at a steady pace.")
    vault.memories.forget([memory.id])
    assert vault.conversations.turn(other.id).text == f"The team drinks {CUT_MARK} at a steady pace."


def test_pending_proposals_from_the_same_words_go_too(vault: Vault) -> None:
    turn = turn_of(vault, "I like oysters.")
    kept_one = kept(
        vault.memories.apply([candidate_of(turn, "likes", "oysters")], mode=MemoryMode.AUTO, actor="t")[0]
    )
    vault.memories.apply([candidate_of(turn, "diet", "oysters")], mode=MemoryMode.ASK, actor="t")
    assert len(vault.memories.list(State.PROPOSED)) == 1
    vault.memories.forget([kept_one.id])
    assert vault.memories.list(None) == []


def test_the_same_words_of_the_same_time_are_not_learnt_again_whatever_the_turn(vault: Vault) -> None:
    memory = kept(tell(vault, "我每晚吃半片安眠药。", "medication", "半片安眠药", day="2026-02-03"))
    vault.memories.forget([memory.id])
    again = tell(vault, "我每晚吃半片安眠药。", "habit", "半片安眠药", day="2026-02-03")
    assert (again.action, again.reason) == ("denied", "tombstone")
    assert vault.memories.is_forgotten(
        candidate_of(
            turn_of(vault, "我每晚吃半片安眠药。", at=said("2026-02-03")), "medication", "半片安眠药"
        )
    )


def test_an_old_chat_that_brings_forgotten_words_back_is_cut(vault: Vault) -> None:
    memory = kept(
        tell(vault, "I was treated for shingles last winter.", "condition", "shingles", day="2026-02-02")
    )
    vault.memories.forget([memory.id])
    again = turn_of(vault, "I was treated for shingles last winter. I collect lamps.", at=said("2026-02-02"))
    quote = "I was treated for shingles last winter."
    candidates = [
        candidate_of(again, "condition", "shingles", claim=quote, quote=quote),
        candidate_of(again, "hobby", "collect lamps", claim="I collect lamps.", quote="I collect lamps."),
    ]
    outcomes = vault.memories.apply(candidates, mode=MemoryMode.AUTO, actor="import")
    assert [outcome.action for outcome in outcomes] == ["denied", "added"]
    assert vault.conversations.turn(again.id).text == f"{CUT_MARK}. I collect lamps."
    vault.db.checkpoint()
    assert b"shingles" not in plain_pages(vault)


@pytest.mark.parametrize(
    "title", ["I was treated for shing…", "I was treated for shingles last winter", "Health"]
)
def test_a_title_made_of_forgotten_words_goes_with_them(vault: Vault, title: str) -> None:
    text = "I was treated for shingles last winter."
    memory = kept(tell(vault, text, "condition", "treated for shingles last winter"))
    [talk] = vault.conversations.list()
    vault.conversations.rename(talk.id, title)
    vault.memories.forget([memory.id])
    assert vault.conversations.get(talk.id).title == (title if title == "Health" else f"{CUT_MARK}.")


def test_new_words_are_learnt_again_unless_never_again(vault: Vault) -> None:
    first = kept(tell(vault, "I like oysters.", "likes", "oysters", day="2026-02-03"))
    vault.memories.forget([first.id])
    second = tell(vault, "I like oysters.", "likes", "oysters", day="2026-05-03")
    assert second.action == "added"
    vault.memories.forget([kept(second).id], never_again=True)
    third = tell(vault, "I like oysters.", "likes", "oysters", day="2026-09-03", requested=True)
    assert (third.action, third.reason) == ("denied", "tombstone")


def test_what_is_typed_in_by_hand_lifts_the_tombstone(vault: Vault) -> None:
    turn = turn_of(vault, "I like oysters.")
    candidate = candidate_of(turn, "likes", "oysters")
    memory = kept(vault.memories.apply([candidate], mode=MemoryMode.AUTO, actor="t")[0])
    vault.memories.forget([memory.id], never_again=True)
    typed = candidate_of(turn, "likes", "oysters", evidence=(Evidence("manual", "", "I like oysters."),))
    assert vault.memories.add(typed).action == "added"


def test_a_tombstone_holds_no_words(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    vault.memories.forget([memory.id])
    rows = vault.db.read(lambda conn: [tuple(row) for row in conn.execute("SELECT * FROM tombstones")])
    assert rows
    assert all(len(row[0]) == 32 and b"oyster" not in row[0] + row[1] for row in rows)


def test_the_audit_says_what_was_deleted_without_the_value(vault: Vault) -> None:
    planted = plant(vault)
    vault.memories.forget([planted.memory], actor="user")
    entry = next(entry for entry in vault.audit.entries() if entry.action == "memory.delete")
    assert (entry.actor, entry.object_id, entry.reason) == ("user", planted.memory, "forget")
    assert "zorblatt" not in repr(vault.audit.entries()).lower()


def test_an_unknown_id_deletes_nothing(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    with pytest.raises(NotFound):
        vault.memories.forget([memory.id, "m_unknown"])
    assert active_claims(vault) == ["I like oysters."]


def test_forgetting_a_scope_touches_only_that_scope(vault: Vault) -> None:
    tell(vault, "My parking space is number 7.", "number:parking", number_in("7"), scope="home")
    tell(vault, "My parking space is number 41.", "number:parking", number_in("41"), scope="work")
    vault.memories.forget_scope("work")
    assert active_claims(vault) == ["My parking space is number 7."]


def test_a_deleted_conversation_leaves_its_memories_with_the_quote_inside(vault: Vault) -> None:
    planted = plant(vault)
    report = vault.memories.delete_conversation(planted.conversation)
    memory = vault.memories.get(planted.memory)
    assert (memory.value, memory.evidence[0].quote) == (CANARY, f"My email is {CANARY}.")
    assert len(report.turns_removed) == 4
    with pytest.raises(NotFound):
        vault.conversations.turn(planted.user_turn)
    left = vault.db.read(lambda conn: conn.execute("SELECT kind FROM index_units").fetchall())
    assert [row["kind"] for row in left] == ["memory"]


def test_a_conversation_deleted_with_its_memories_leaves_no_trace(vault: Vault) -> None:
    planted = plant(vault)
    elsewhere = kept(tell(vault, "I keep bees.", "hobby", "keep bees"))
    report = vault.memories.delete_conversation(planted.conversation, with_memories=True)
    assert report.memories == (planted.memory,)
    assert b"zorblatt" not in plain_pages(vault).lower()
    assert [memory.id for memory in vault.memories.list(None)] == [elsewhere.id]


def test_nothing_of_a_deleted_message_is_left_on_any_page(vault: Vault) -> None:
    """The message, its details, index rows, files and digest, what was sent then and later, and what quotes it."""
    talk = vault.conversations.create(f"It is {CANARY[:12]}…")
    turns = [
        vault.conversations.add_turn(talk.id, role, text, at=said("2026-03-09"))
        for role, text in (
            (Role.USER, "Good morning."),
            (Role.USER, f"It is {CANARY}."),
            (Role.ASSISTANT, "Thank you."),
        )
    ]
    vault.conversations.save_reply(turns[1].id, "high", {"quotes": [CANARY]})
    body = json.dumps({"messages": [{"content": CANARY}]}).encode()
    elsewhere = json.dumps({"messages": [{"content": f"they said: {turns[1].text}"}]}).encode()
    receipts = [
        vault.receipts.record(ReceiptDraft("chat", "e", "http://127.0.0.1/", "POST", text, **ids))
        for text, ids in (
            (body, {"turn_id": turns[1].id}),
            (body, {"turn_id": turns[2].id, "conversation_id": talk.id}),
            (elsewhere, {}),
            (b'{"messages": []}', {}),
        )
    ]
    source = {"id": turns[1].id, "quote": CANARY}
    lines = [[turns[0].id, "greeted"], [turns[1].id, CANARY]]
    detail = {
        "retrieved": [source],
        "citations": [source],
        "earlier": [{"lines": lines}],
        "messages": [turns[1].text],
    }
    vault.conversations.save_reply(turns[2].id, "high", detail)
    vault.attachments.add(turns[1].id, [AttachedText("letter.txt", f"Dear {CANARY}", 40, "utf-8")])
    covered = tuple(turn.id for turn in turns[:2])
    vault.digests.put(talk.id, Digest(covered, ((turns[1].id, f"said {CANARY}"),)))

    def index(conn: Connection) -> None:
        for turn in turns:
            conn.execute("INSERT INTO index_units VALUES ('turn', ?, ?, 1)", (turn.id, CANARY.encode()))

    vault.db.write(index)
    vault.db.checkpoint()
    assert plain_pages(vault).count(CANARY.encode()) >= 5, "the check must be able to fail"
    report = vault.memories.delete_turn(turns[1].id)
    assert log_bytes(vault) == 0
    assert b"zorblatt" not in plain_pages(vault).lower()
    assert report.turns_removed == (turns[1].id,)
    assert report.receipts_purged == tuple(receipt.id for receipt in receipts[:3])
    assert report.replies_cut == (turns[2].id,)
    assert vault.conversations.get(talk.id).title == "Good morning."
    left = vault.conversations.reply(turns[2].id)
    assert left is not None
    assert left["earlier"][0]["lines"][0] == [turns[0].id, "greeted"]
    assert [turn.text for turn in vault.conversations.turns(talk.id)] == ["Good morning.", "Thank you."]
    assert vault.verify().is_whole


def test_session_memories_die_with_their_conversation(vault: Vault) -> None:
    turn = turn_of(vault, "Booking id BX77.")
    vault.memories.apply([candidate_of(turn, "task", "BX77")], mode=MemoryMode.AUTO, actor="t")
    vault.memories.delete_conversation(turn.conversation_id)
    assert vault.memories.list(None) == []


def test_undo_leaves_the_conversation_as_it_was(vault: Vault) -> None:
    memory = kept(tell(vault, "I like oysters.", "likes", "oysters"))
    vault.memories.undo(memory.id)
    assert vault.conversations.turn(memory.evidence[0].ref_id).text == "I like oysters."
