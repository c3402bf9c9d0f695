"""Words that no list holds, compared by the shipped network on the real encoder."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from assistant.similarity import same_word_of, similarity_of
from assistant.support import SameWord, denials, judge
from assistant.support.word_pairs import SAME, WordPairs
from vault.errors import ModelDamaged
from vault.recall import Encoder


@pytest.fixture(scope="module")
def encoder(models_dir: Path) -> Encoder:
    return Encoder.load(models_dir / "encoder")


@pytest.fixture(scope="module")
def same_word(encoder: Encoder) -> SameWord:
    found = same_word_of(encoder)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("word", "same", "other"),
    [("hallway", "走廊", "厨房"), ("afraid", "害怕", "高兴"), ("huge", "enormous", "narrow"),
     ("走廊", "hallway", "kitchen")],
)  # fmt: skip
def test_a_word_and_its_like(same_word: SameWord, word: str, same: str, other: str) -> None:
    scores = same_word([word], [same, other])[0, :, SAME]
    assert scores[0] > 0.6 > scores[1]


def test_the_order_of_two_words_makes_no_difference(same_word: SameWord) -> None:
    assert same_word(["hallway"], ["走廊"])[0, 0] == pytest.approx(
        same_word(["走廊"], ["hallway"])[0, 0], abs=1e-5
    )


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("The glacier is melting.", "冰川正在融化。"),
        ("冰川正在融化。", "The glacier is melting."),
    ],
)
def test_a_translation_whose_words_are_in_no_list(same_word: SameWord, sentence: str, evidence: str) -> None:
    assert judge(sentence, [evidence], same_word=same_word).is_supported
    assert not judge(sentence, [evidence]).is_supported
    other = sentence.replace("glacier", "tunnel").replace("冰川", "隧道")
    assert not judge(other, [evidence], same_word=same_word).is_supported


def test_a_damaged_file_is_told(encoder: Encoder) -> None:
    content = resources.files("resources").joinpath("word_pairs.npz").read_bytes()
    with pytest.raises(ModelDamaged):
        WordPairs.from_bytes(content[:-1], "0" * 64)


def test_no_encoder_no_words() -> None:
    assert same_word_of(None) is None


@pytest.mark.parametrize(
    ("sentence", "source", "agrees"),
    [
        (
            "Your request was turned down by the committee.",
            "The committee did not approve our request.",
            True,
        ),
        ("Your request was granted by the committee.", "The committee did not approve our request.", False),
        ("委员会拒绝了申请。", "委员会没有通过申请。", True),
        ("委员会通过了申请。", "委员会没有通过申请。", False),
    ],
)
def test_a_denial_in_other_words(encoder: Encoder, sentence: str, source: str, agrees: bool) -> None:
    similarity = similarity_of(encoder)
    assert similarity is not None
    assert denials.agree(sentence, source, similarity) is agrees
