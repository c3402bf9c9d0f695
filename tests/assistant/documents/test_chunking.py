"""Passages: near the wanted size, at headings and between sentences, with page and heading; joined, the whole text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.documents.blocks import Block
from assistant.documents.chunking import LEAST, MOST, part, weight

ENGLISH = "The tenant pays the rent on the third working day of a month. "
CHINESE = "租户须在每月第三个工作日之前支付租金。"


def unchanged(text: str) -> str:
    return text


@pytest.mark.parametrize("sentence", [ENGLISH, CHINESE])
def test_long_paragraphs_are_parted_between_sentences_near_the_wanted_size(sentence: str) -> None:
    passages = list(part([Block((sentence * 60).strip())], unchanged))
    assert len(passages) > 2
    for one in passages[:-1]:
        assert LEAST <= weight(one.text) <= MOST + 2
        assert one.text.rstrip().endswith((".", "。"))
    assert "".join(one.text for one in passages) == (sentence * 60).strip() + "\n\n"


def test_a_section_begins_a_passage_with_its_headings_and_page() -> None:
    blocks = [
        Block("Lease", 1, 1),
        Block("Deposit", 1, 2),
        Block(ENGLISH * 5, 1),
        Block("退租", 2, 2),
        Block(CHINESE * 8, 2),
        Block("Next", 3, 1),
        Block("Short.", 3),
    ]
    first, second, third = part(blocks, unchanged)
    assert (first.page, first.heading) == (1, "Lease")
    assert first.text.startswith("Lease\n\nDeposit\n\nThe tenant")
    assert (second.page, second.heading) == (2, "Lease › 退租")
    assert second.text.startswith("退租\n\n租户")
    assert (third.page, third.heading) == (3, "Next")


def test_a_passage_stays_on_its_page_however_short() -> None:
    pages = [
        Block("One.", 1),
        Block("Two.", 2),
        Block("Still two.", 2),
        Block("Title", 3, 1),
        Block("Three.", 3),
    ]
    found = [(one.page, one.text) for one in part(pages, unchanged)]
    assert found == [(1, "One.\n\n"), (2, "Two.\n\nStill two.\n\n"), (3, "Title\n\nThree.\n\n")]


def test_a_sentence_without_end_is_cut_and_nothing_is_lost() -> None:
    for text in ("x" * 5000, "word " * 1500, "没有标点的文字" * 500):
        passages = list(part([Block(text.strip())], unchanged))
        assert all(weight(one.text) <= MOST + 2 for one in passages)
        assert "".join(one.text for one in passages) == text.strip() + "\n\n"


def test_what_is_cut_out_is_not_in_any_passage() -> None:
    [one] = part([Block("a secret b")], lambda text: text.replace("secret", "[key]"))
    assert one.text == "a [key] b\n\n"


@given(
    st.lists(
        st.builds(
            Block,
            st.text("ab. 。\n字，", min_size=1, max_size=300).filter(str.strip),
            st.integers(0, 3),
            st.integers(0, 3),
        ),
        max_size=12,
    )
)
def test_joined_the_passages_are_the_whole_text(blocks: list[Block]) -> None:
    passages = list(part(blocks, unchanged))
    assert "".join(one.text for one in passages) == "".join(block.text + "\n\n" for block in blocks)
    assert all(one.text for one in passages)
