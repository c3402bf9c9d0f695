"""Recall over a real vault with the real encoder: found, left out, kept in step, and the same every time."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from tests.fixtures import SetClock
from vault import Vault
from vault.recall import Encoder, Recall
from vault.recall.service import ENCODER_MISSING
from vault.records import Candidate, Evidence, Layer, Memory, RecallResult, Role

Say = Callable[..., str]
FILLER = "The committee met again and went through the usual points without any surprise. "


def ids(result: RecallResult) -> list[str]:
    return [item.id for item in result.items]


def selected(result: RecallResult) -> set[str]:
    return {item.id for item in result.selected}


def remember(vault: Vault, attribute: str, claim: str, value: str, **more: object) -> Memory:
    layer = more.pop("layer", Layer.FACT)
    candidate = Candidate(attribute, claim, layer, value, (Evidence("manual", "", claim),), **more)  # type: ignore[arg-type]
    memory = vault.memories.add(candidate).memory
    assert memory is not None
    return memory


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("My sister Hanna lives in Oslo.", "Where does my sister live?"),
        ("我对花生过敏", "我能吃花生酱吗？"),
        ("我家的猫叫小满", "猫"),
        ("每天早上喝一杯绿茶", "绿茶"),
        ("我们用Redis做缓存", "redis"),
        ("会议室在ＡＢＣ１２３", "abc123"),
        ("我在臺北的辦公室工作", "台北办公室"),
    ],
)
def test_the_sentence_that_answers_comes_first(recall: Recall, say: Say, text: str, query: str) -> None:
    for number in range(6):
        say(f"{FILLER} {number}", chat=f"other {number}")
        say(f"今天开了一个没什么意思的会，第{number}次", chat=f"别的{number}")
    wanted = say(text, chat="wanted")
    recall.index_now()
    result = recall.recall(query)
    assert ids(result)[0] == wanted
    assert wanted in selected(result)


def test_a_rare_exact_word_is_found_whatever_the_encoder_thinks(recall: Recall, say: Say) -> None:
    for number in range(40):
        say(f"Which invoice number did the customer ask about, number {number}?", chat=f"c{number}")
    wanted = say("zq7781", chat="wanted")
    recall.index_now()
    assert (
        wanted in ids(recall.recall("What was the invoice number zq7781 that the customer asked about?"))[:3]
    )


def test_a_fact_at_character_2900_is_found(recall: Recall, say: Say) -> None:
    text = (FILLER * 60)[:2900] + "The spare key is taped under the blue flowerpot. " + FILLER * 3
    wanted = say(text, chat="long")
    for number in range(8):
        say(f"{FILLER} Then somebody mentioned gardens, doors and locks, {number}.", chat=f"c{number}")
    recall.index_now()
    result = recall.recall("Where is the extra key hidden?")
    assert ids(result)[0] == wanted


def test_what_stands_in_the_next_turn_helps_to_find_a_turn(recall: Recall, say: Say) -> None:
    wanted = say("Fourteen hundred.", chat="a")
    say("So the rent is fourteen hundred euros a month.", role=Role.ASSISTANT, chat="a")
    for number in range(12):
        say(f"{FILLER} {number}", chat=f"c{number}")
    recall.index_now()
    assert wanted in ids(recall.recall("how much rent do I pay?"))[:2]


def test_without_an_encoder_words_find_and_every_result_says_so(words: Recall, say: Say) -> None:
    wanted = say("我的预算是30万元")
    say("The weather is fine.", chat="other")
    words.index_now()
    result = words.recall("预算")
    assert ids(result)[0] == wanted
    assert ENCODER_MISSING in result.notes


def test_the_same_question_gives_the_same_answer_twenty_times(recall: Recall, say: Say) -> None:
    for number in range(30):
        say(f"I bought a bicycle in shop {number % 3}.", chat=f"c{number}")
    recall.index_now()
    first = recall.recall("Where did I buy my bicycle?")
    for _ in range(20):
        again = recall.recall("Where did I buy my bicycle?")
        assert (again.items, again.left_out, again.verdict_score) == (
            first.items,
            first.left_out,
            first.verdict_score,
        )


def test_a_vault_opened_again_gives_the_same_ranking_without_new_embeddings(
    vault: Vault, recall: Recall, real_encoder: Encoder, say: Say
) -> None:
    for number in range(12):
        say(f"On day {number} I walked {number * 3} kilometres by the river.", chat=f"c{number % 3}")
    recall.index_now()
    before = recall.recall("how far did I walk on day 7?")
    recall.close()
    again = Recall(vault, real_encoder)
    again.start(background=False)
    try:
        assert again.status().pending == 0
        after = again.recall("how far did I walk on day 7?")
    finally:
        again.close()
    assert ids(after) == ids(before)
    assert [item.score for item in after.items] == pytest.approx(
        [item.score for item in before.items], abs=1e-3
    )


def test_another_encoder_embeds_anew_and_never_mixes(
    vault: Vault, recall: Recall, real_encoder: Encoder, say: Say
) -> None:
    say("I live in Bergen.")
    recall.index_now()
    recall.close()
    other = Encoder.__new__(Encoder)
    other.__dict__.update(real_encoder.__dict__)
    other.encoder_id = "another@000000000000"
    again = Recall(vault, other)
    again.start(background=False)
    try:
        assert again.status().pending == 1
        again.index_now()
        encoders = vault.db.read(
            lambda c: {row[0] for row in c.execute("SELECT encoder_id FROM index_vectors")}
        )
    finally:
        again.close()
    assert encoders == {"another@000000000000"}


def test_an_unindexed_turn_is_never_found(recall: Recall, say: Say) -> None:
    say("The password hint is tulip.", is_indexed=False)
    recall.index_now()
    assert recall.recall("tulip").items == ()


def test_the_questions_own_turn_does_not_come_back(recall: Recall, say: Say) -> None:
    own = say("Where do I live?")
    other = say("I live in Bergen.", chat="other")
    recall.index_now()
    assert ids(recall.recall("Where do I live?", exclude=[own])) == [other]


def test_an_earlier_question_ranks_below_what_answers_and_is_not_selected(recall: Recall, say: Say) -> None:
    asked = say("Where do I live?")
    told = say("I live in Bergen.", chat="other")
    recall.index_now()
    result = recall.recall("Where do I live?")
    assert ids(result) == [told, asked]
    assert selected(result) == {told}
    assert asked in selected(recall.recall("What did I ask, where do I live?"))


def test_nothing_is_known_of_a_namesake(vault: Vault, recall: Recall) -> None:
    remember(vault, "email", "Martin Lindqvist's email is martin@example.com", "martin@example.com")
    recall.index_now()
    other = recall.recall("What is Astrid Lindqvist's email?")
    assert (other.verdict, selected(other)) == ("unknown", set())
    assert other.left_out[0].reason == "person"
    assert recall.recall("What is Martin Lindqvist's email?").selected


def test_a_deleted_conversation_leaves_index_and_memory_at_once(
    vault: Vault, recall: Recall, say: Say
) -> None:
    say("The canary word is heliotrope.", chat="gone")
    kept = say("I live in Bergen.", chat="kept")
    recall.index_now()
    gone = vault.conversations.list(text="heliotrope")[0]
    vault.conversations.delete(gone.id)
    assert ids(recall.recall("heliotrope")) == [kept]
    assert recall._index.lexical([_key("heliotrop")]).own.max() == 0
    tables = vault.db.read(
        lambda c: [
            c.execute(f"SELECT count(*) FROM {t} WHERE ref_id <> ?", (kept,)).fetchone()[0] for t in TABLES
        ]
    )
    assert tables == [0, 0]


TABLES = ("index_units", "index_vectors")


def _key(token: str) -> int:
    from vault.recall.tokens import token_key

    return token_key(token)


def test_the_users_own_words_come_before_a_reply_that_repeats_them(words: Recall, say: Say) -> None:
    reply = say("Sixty sources in Zotero: well done! Here is how to sort sixty sources.", role=Role.ASSISTANT)
    mine = say("I have sixty sources in Zotero now, that is a lot to read for one essay on film history")
    words.index_now()
    assert ids(words.recall("How many sources are in my Zotero library?"))[:2] == [mine, reply]
    assert ids(words.recall("What did you say about my sources in Zotero?"))[:2] == [reply, mine]


def test_somebody_else_in_an_imported_chat_is_no_assistant(words: Recall, say: Say) -> None:
    theirs = say("Sixty sources in Zotero, sixty sources!", role=Role.ASSISTANT, speaker="Lena")
    say("I have sixty sources in Zotero now, that is a lot to read for one essay on film history")
    words.index_now()
    assert ids(words.recall("How many sources are in my Zotero library?"))[0] == theirs


class CountingEncoder(Encoder):
    """The real encoder; `asked` are the texts that it was given as questions."""

    asked: list[list[str]]

    def encode_queries(self, texts: Sequence[str]) -> Any:
        self.asked.append(list(texts))
        return super().encode_queries(texts)


def test_a_question_that_was_expected_is_encoded_once_and_answered_the_same(
    vault: Vault, real_encoder: Encoder, say: Say
) -> None:
    encoder = CountingEncoder.__new__(CountingEncoder)
    encoder.__dict__.update(real_encoder.__dict__)
    encoder.asked = []
    recall = Recall(vault, encoder)
    recall.start(background=False)
    try:
        say("My sister Hanna lives in Oslo.")
        recall.index_now()
        context, at = ["We spoke of my family."], vault.clock()
        plain = recall.recall("Where does she live?", context=context, at=at)
        encoder.asked.clear()
        recall.expect("Where does she live?", context=context, at=at)
        say("What was said meanwhile is found, too.", chat="other")
        recall.index_now()
        expected = recall.recall("Where does she live?", context=context, at=at)
        assert len(encoder.asked) == 1
        assert ids(expected)[:1] == ids(plain)[:1]
        assert len(ids(expected)) == len(ids(plain)) + 1
        recall.expect("Where does she live?", context=context, at=at)
        assert ids(recall.recall("Where does Hanna live?", at=at))[0] == ids(plain)[0]
        assert encoder.asked[-1] == ["Where does Hanna live?"]
    finally:
        recall.close()


def test_a_large_index_is_no_work_for_the_collector_until_it_is_closed(
    vault: Vault, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vault.recall.service._FROZEN_FROM", 2)
    say("The kettle is blue.")
    small = Recall(vault, None)
    small.start(background=False)
    assert gc.get_freeze_count() == 0
    small.close()
    say("The pan is red.")
    large = Recall(vault, None)
    large.start(background=False)
    assert gc.get_freeze_count() > 0
    large.close()
    assert gc.get_freeze_count() == 0


def test_word_scores_made_ahead_hold_until_a_unit_comes(recall: Recall, say: Say) -> None:
    say("The kettle is blue.")
    recall.index_now()
    key = _key("kettl")
    recall._index.score_ahead([[key]])
    made = recall._index.lexical([key])
    assert recall._index.lexical([key]) is made
    say("Another kettle stands in the hall.", chat="other")
    recall.index_now()
    assert np.count_nonzero(recall._index.lexical([key]).own) == 2


def test_an_edited_turn_is_found_by_its_new_words_only(vault: Vault, recall: Recall, say: Say) -> None:
    turn = say("The meeting is in Hamburg.")
    say("Noted.", role=Role.ASSISTANT)
    recall.index_now()
    vault.conversations.update_turn(turn, text="The meeting is in Lisbon.")
    assert recall._index.lexical([_key("hamburg")]).context.max() == 0
    recall.index_now()
    assert recall._index.lexical([_key("lisbon")]).own.max() > 0
    assert recall.status().pending == 0


def test_a_partial_reply_is_indexed_when_it_is_complete(vault: Vault, recall: Recall, say: Say) -> None:
    turn = say("Half a sen", role=Role.ASSISTANT, state="partial")
    recall.index_now()
    assert recall.status().units == 0
    vault.conversations.update_turn(turn, text="Half a sentence, now whole.", state="complete")
    recall.index_now()
    assert ids(recall.recall("sentence")) == [turn]


def test_the_background_thread_indexes_what_is_said(vault: Vault, real_encoder: Encoder, say: Say) -> None:
    recall = Recall(vault, real_encoder)
    recall.start(background=True)
    try:
        turn = say("My dentist is Dr. Okafor.")
        assert recall.wait_until_indexed(20.0)
        assert ids(recall.recall("dentist")) == [turn]
    finally:
        recall.close()


# memories


def test_a_memory_is_found_by_the_name_of_its_entity(vault: Vault, recall: Recall) -> None:
    wanted = remember(vault, "deployment", "Deploys services to Kubernetes on EKS.", "EKS", topics=("k8s",))
    remember(vault, "style", "Prefers short answers without preamble.", "short")
    recall.index_now()
    result = recall.recall("what's my k8s story?")
    assert selected(result) == {wanted.id}
    assert result.items[0].memory == vault.memories.get(wanted.id)


def test_the_name_of_what_was_replaced_leads_to_what_holds_now(
    vault: Vault, recall: Recall, clock: SetClock
) -> None:
    remember(vault, "employer", "I work at Nordwind.", "Nordwind", entities=("Nordwind",))
    clock.advance(days=30)
    new = remember(vault, "employer", "I work at Südstern now.", "Südstern", corrects=True)
    recall.index_now()
    assert selected(recall.recall("Tell me about Nordwind")) == {new.id}


def test_a_named_relation_leads_to_what_it_relates(vault: Vault, recall: Recall) -> None:
    relation = remember(
        vault,
        "auth depends on redis",
        "The auth service depends on Redis.",
        "redis",
        layer=Layer.RELATIONSHIP,
    )
    redis = remember(vault, "cache", "Redis runs as one node.", "one node", entities=("Redis",))
    remember(vault, "tests", "Uses Vitest for all testing.", "Vitest", entities=("Vitest",))
    recall.index_now()
    assert selected(recall.recall("what does auth depend on redis for?")) == {relation.id, redis.id}


def test_a_memory_of_another_scope_is_left_out_with_its_reason(vault: Vault, recall: Recall) -> None:
    memory = remember(vault, "redis", "Redis is a jazz pianist in the novel.", "pianist", scope="writing")
    recall.index_now()
    outside = recall.recall("Who is Redis?")
    assert memory.id not in ids(outside)
    assert (memory.id, "scope") in {(left.id, left.reason) for left in outside.left_out}
    assert ids(recall.recall("Who is Redis?", scope="writing"))[0] == memory.id


def test_a_superseded_memory_comes_back_only_for_the_past_and_marked(
    vault: Vault, recall: Recall, clock: SetClock
) -> None:
    old = remember(vault, "employer", "I work at Nordwind.", "Nordwind")
    clock.advance(days=30)
    new = remember(vault, "employer", "I work at Südstern now.", "Südstern", corrects=True)
    recall.index_now()
    now = recall.recall("Which employer do I work at?")
    assert new.id in selected(now)
    assert old.id not in ids(now)
    assert (old.id, "state") in {(left.id, left.reason) for left in now.left_out}
    past = recall.recall("Which employer did I previously work at?")
    [item] = [item for item in past.items if item.id == old.id]
    assert item.past
    assert "past" in item.why


def test_a_deleted_memory_is_gone_at_once(vault: Vault, recall: Recall) -> None:
    memory = remember(vault, "pet", "My parrot is called Koko.", "Koko", entities=("Koko",))
    recall.index_now()
    vault.memories.forget([memory.id])
    assert recall.recall("Koko the parrot").items == ()
    assert vault.db.read(
        lambda c: [c.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in TABLES]
    ) == [0, 0]


def test_an_expired_memory_is_not_selected_from_the_moment_it_expires(
    vault: Vault, recall: Recall, clock: SetClock
) -> None:
    ends = clock.now + timedelta(days=1)
    memory = remember(vault, "deadline", "The grant application is due tomorrow.", "grant", expires_utc=ends)
    recall.index_now()
    assert memory.id in ids(recall.recall("When is the grant application due?"))
    clock.advance(days=2)
    later = recall.recall("When is the grant application due?")
    assert memory.id not in ids(later)
    assert (memory.id, "expired") in {(left.id, left.reason) for left in later.left_out}


def test_nothing_is_selected_for_an_empty_question(vault: Vault, recall: Recall, say: Say) -> None:
    say("I live in Bergen.")
    remember(vault, "home", "Lives in Bergen.", "Bergen")
    recall.index_now()
    assert recall.recall("   ").selected == ()
    assert recall.recall("").verdict == "unknown"


def test_an_empty_question_in_a_scope_selects_what_is_pinned_there(vault: Vault, recall: Recall) -> None:
    pinned = remember(vault, "voice", "Close third person.", "third person", scope="writing", pinned=True)
    remember(vault, "tense", "Present tense.", "present", scope="writing")
    remember(vault, "home", "Lives in Bergen.", "Bergen", pinned=True)
    recall.index_now()
    assert selected(recall.recall("", scope="writing")) == {pinned.id}


def test_an_empty_vault_knows_nothing(recall: Recall) -> None:
    result = recall.recall("Where do I live?")
    assert (result.items, result.verdict, result.verdict_score) == ((), "unknown", 0.0)


@pytest.mark.parametrize(
    ("question", "remark", "answer"),
    [
        (
            "How much do I earn?",
            "By the way, the blue bicycle was sold.",
            "My salary is 2,350 euros a month.",
        ),
        ("我一个月挣多少？", "对了，那辆蓝色的自行车卖掉了。", "我的税后工资涨到两万三一个月了。"),
    ],
)
def test_what_was_said_after_the_same_question_does_not_come_before_its_answer(
    recall: Recall, say: Say, question: str, remark: str, answer: str
) -> None:
    for number in range(6):
        say(f"{FILLER} {number}", chat=f"other {number}")
    told = say(answer, chat="told")
    for chat in ("asked", "asked again"):
        say(question, chat=chat)
        after = say(remark, chat=chat)
    recall.index_now()
    found = ids(recall.recall(question))
    assert found.index(told) < found.index(after)
    assert told in selected(recall.recall(question))


def test_an_answer_keeps_the_question_of_the_other_person_before_it(recall: Recall, say: Say) -> None:
    for number in range(6):
        say(f"{FILLER} {number}", chat=f"other {number}")
    say("What is your favourite dish?", chat="talk", speaker="Ann", role=Role.ASSISTANT)
    dumplings = say("Dumplings, since I was a child.", chat="talk", speaker="Bo")
    recall.index_now()
    assert dumplings in ids(recall.recall("What is Bo's favourite dish?"))[:2]
