"""Faults that users of other memory systems report, tried on recall: a row each of the reports on embeddings, ranking
and language.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.vault.recall.test_service import ids, remember, selected
from vault import Vault
from vault.errors import EncodingFailed
from vault.recall import Encoder, Recall
from vault.recall.feedback import scaled
from vault.recall.service import ENCODER_MISSING

Say = Callable[..., str]


def test_a_chinese_question_finds_what_shares_only_a_part_of_its_words(words: Recall, say: Say) -> None:
    """All words of a question together find nothing; any of them does, the most of them first."""
    most = say("下周三下午和张伟讨论新仓库的租金", chat="a")
    part = say("新仓库离地铁站很近", chat="b")
    say("今天天气不错", chat="c")
    words.index_now()
    found = ids(words.recall("张伟上次说的那个新仓库租金到底是多少钱一个月"))
    assert found[:2] == [most, part]


def test_a_code_glued_to_chinese_and_one_character_are_found_by_words_alone(words: Recall, say: Say) -> None:
    wanted = say("打印机型号是HP2055，放在二楼", chat="a")
    cat = say("猫又把花瓶打碎了", chat="b")
    say("会议改到明天", chat="c")
    words.index_now()
    assert ids(words.recall("hp2055"))[0] == wanted
    assert ids(words.recall("猫"))[0] == cat


def test_a_fact_told_of_somebody_by_name_answers_the_first_person(vault: Vault, recall: Recall) -> None:
    """Stored under the user's name, asked without it."""
    remember(vault, "name", "The user's name is Marta Lindqvist", "Marta Lindqvist")
    wanted = remember(vault, "note", "Marta Lindqvist is allergic to penicillin", "allergic to penicillin")
    for number in range(6):
        remember(vault, f"note:{number}", f"Bought plant pot number {number} at the market", f"pot {number}")
    recall.index_now()
    result = recall.recall("What am I allergic to?")
    assert ids(result)[0] == wanted.id
    assert wanted.id in selected(result)


def test_no_signal_swamps_the_others_by_the_spread_of_its_numbers() -> None:
    """Scores are scaled before they are weighted: nine times the spread is the same signal."""
    values, known = np.array([0.2, 0.9, 0.5, 0.3], np.float32), np.ones(4, np.bool_)
    assert scaled(values, known) == pytest.approx(scaled(values * 9 + 4, known), abs=1e-5)
    assert scaled(values, known).max() == 1
    assert scaled(values, known).min() == 0


def test_an_encoder_that_fails_on_a_question_leaves_its_words(
    recall: Recall, say: Say, real_encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = say("The spare key is under the flowerpot.", chat="a")
    say("It rained all day.", chat="b")
    recall.index_now()

    def fail(texts: object) -> None:
        raise EncodingFailed("broken on purpose")

    monkeypatch.setattr(real_encoder, "encode_queries", fail)
    result = recall.recall("Where is the spare key?")
    assert ids(result)[0] == wanted
    assert ENCODER_MISSING in result.notes


def test_one_fact_told_nine_times_is_selected_once(recall: Recall, say: Say) -> None:
    told = [say("My dentist is Dr Okafor in Hove.", chat=f"c{number}") for number in range(9)]
    for number in range(12):
        say(f"On day {number} I walked {number * 3} kilometres by the river.", chat=f"other {number}")
    recall.index_now()
    result = recall.recall("Who is my dentist?")
    assert len(selected(result) & set(told)) == 1
    reasons = {left.id: left.reason for left in result.left_out}
    assert [reasons[turn] for turn in told if turn in reasons] == ["duplicate"] * 8


def test_what_was_told_first_and_last_is_found_all_through_five_hundred_turns(
    words: Recall, say: Say
) -> None:
    """Memory that stops working after a time; by words alone, since the encoder keeps nothing between calls."""
    first = say("My bicycle is locked with the code word marzipan.", chat="first")
    for number in range(500):
        last = say(f"Box {number} in the loft holds winter things.", chat=f"c{number // 20}")
        if number % 50 == 49:
            words.index_now()
            assert ids(words.recall("What is the code word of my bicycle lock?"))[0] == first
            assert ids(words.recall(f"What does box {number} hold?"))[0] == last
    status = words.status()
    assert (status.units, status.pending, status.failures) == (501, 0, 0)
