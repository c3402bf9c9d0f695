"""Postings: BM25 against a plain reading of its formula, and what adding and removing leaves behind."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.recall import lexical
from vault.recall.lexical import K1, B, Postings, pack, unpack

NO_LINKS: tuple[lexical.type_slots, ...] = ()
documents = st.lists(st.lists(st.integers(0, 12), min_size=1, max_size=12), min_size=1, max_size=12)


def plain_bm25(texts: dict[int, list[int]], query: list[int], size: int) -> list[float]:
    average = sum(map(len, texts.values())) / len(texts)
    scores = [0.0] * size
    for key in query:
        frequency = sum(key in text for text in texts.values())
        idf = math.log(1 + (len(texts) - frequency + 0.5) / (frequency + 0.5))
        for slot, text in texts.items():
            count = Counter(text)[key]
            scores[slot] += idf * count * (K1 + 1) / (count + K1 * (1 - B + B * len(text) / average))
    return scores


def filled(texts: dict[int, list[int]]) -> Postings:
    postings = Postings()
    postings.build(list(texts), [pack(text) for text in texts.values()])
    return postings


@given(documents, st.lists(st.integers(0, 14), min_size=1, max_size=5, unique=True))
def test_scores_are_those_of_the_formula(texts: list[list[int]], query: list[int]) -> None:
    numbered = dict(enumerate(texts))
    found = filled(numbered).scores(query, NO_LINKS, len(texts)).own
    assert found == pytest.approx(plain_bm25(numbered, query, len(texts)), rel=1e-4, abs=1e-5)


@given(documents, st.data())
def test_added_one_by_one_and_removed_again_equals_built_at_once(
    texts: list[list[int]], data: st.DataObject
) -> None:
    gone = data.draw(st.sets(st.sampled_from(range(len(texts)))))
    half = len(texts) // 2
    postings = filled(dict(enumerate(texts[:half])))
    for slot in range(half, len(texts)):
        postings.add(slot, pack(texts[slot]))
        if data.draw(st.booleans()):
            postings._flush()
    for slot in gone:
        postings.remove(slot)
    left = {slot: text for slot, text in enumerate(texts) if slot not in gone}
    query = list(range(13))
    found = postings.scores(query, NO_LINKS, len(texts)).own
    expected = plain_bm25(left, query, len(texts)) if left else [0.0] * len(texts)
    assert found == pytest.approx(expected, rel=1e-4, abs=1e-5)


def test_many_small_segments_are_merged_and_score_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexical, "_TAIL_LIMIT", 3)
    texts = {slot: [slot % 5, slot % 3, 7] for slot in range(60)}
    postings = Postings()
    for slot, text in texts.items():
        postings.add(slot, pack(text))
    assert len(postings._segments) <= lexical._MOST_SEGMENTS + 1
    assert postings.scores([1, 7], NO_LINKS, 60).own == pytest.approx(plain_bm25(texts, [1, 7], 60), rel=1e-4)


def test_a_match_scores_above_no_match_and_a_rare_word_above_a_common_one() -> None:
    postings = filled({0: [1, 2], 1: [1, 3], 2: [1, 4]})
    scores = postings.scores([1, 3], NO_LINKS, 4).own
    assert scores[1] > scores[0] == scores[2] > scores[3] == 0


def test_a_word_that_stands_everywhere_never_counts_against_a_unit() -> None:
    postings = filled({slot: [1] for slot in range(5)})
    assert (postings.scores([1], NO_LINKS, 5).own > 0).all()


def test_context_counts_the_words_of_two_before_and_one_after() -> None:
    postings = filled({0: [10], 1: [11], 2: [12], 3: [13], 4: [14]})
    after = np.array([1, 2, 3, 4, -1], np.int32)
    two_after = np.array([2, 3, 4, -1, -1], np.int32)
    before = np.array([-1, 0, 1, 2, 3], np.int32)
    context = postings.scores([12], (after, two_after, before), 5).context
    assert [bool(score > 0) for score in context] == [False, True, True, True, True]


def test_removed_words_are_gone_from_every_array() -> None:
    postings = filled({0: [1, 2], 1: [2, 3]})
    postings.add(2, pack([9]))
    postings.remove(2)
    postings.remove(0)
    assert postings.scores([1, 9], NO_LINKS, 3).own.tolist() == [0, 0, 0]
    assert len(postings) == 1


@given(st.lists(st.integers(0, 2**32 - 1), max_size=40))
def test_packed_tokens_come_back(keys: list[int]) -> None:
    found, counts = unpack(pack(keys))
    assert dict(zip(found.tolist(), counts.tolist(), strict=True)) == dict(Counter(keys))
