"""Tokens are stable and restored in every form a model may return them in, and nothing else is."""

from __future__ import annotations

import json

import pytest

from tests.vault.privacy.examples import FOUND, example
from vault.privacy import KnownNames, MemoryPseudonyms, PiiType, Pseudonymiser

KNOWN = KnownNames(persons=("王小川", "Priya Nair"))


@pytest.fixture
def chat() -> Pseudonymiser:
    return Pseudonymiser(MemoryPseudonyms(), "c_1", known=KNOWN)


@pytest.mark.parametrize(("kind", "marked"), FOUND)
def test_no_value_stands_in_clear_and_all_comes_back(kind: PiiType, marked: str, chat: Pseudonymiser) -> None:
    text, ranges = example(marked)
    scrubbed = chat.scrub(text)
    assert all(text[start:end] not in scrubbed.text for start, end in ranges)
    assert [name for name, _ in scrubbed.replaced] == [kind.value] * len(ranges)
    assert chat.restore(scrubbed.text) == text


def test_one_value_keeps_one_token_in_a_conversation(chat: Pseudonymiser) -> None:
    assert chat.scrub("王小川的电话是15988001234").text == "‹人物1›的电话是‹电话1›"
    assert (
        chat.scrub("call 15988001234, ask 王小川 or Priya Nair").text
        == "call ‹电话1›, ask ‹人物1› or ‹人物2›"
    )
    assert Pseudonymiser(MemoryPseudonyms(), "c_2", known=KNOWN).scrub("Priya Nair").text == "‹person 1›"


def test_value_told_once_is_masked_where_no_rule_sees_it(chat: Pseudonymiser) -> None:
    chat.scrub("my password is swordfish")
    assert "swordfish" not in chat.scrub("does swordfish still work?").text
    assert chat.scrub("7719 is it; my pin is 7719").text.count("‹") == 2


@pytest.mark.parametrize(
    "form",
    [
        "‹人物1›",
        "‹ 人物 1 ›",
        "‹人物１›",
        "【人物1】",
        "[人物1]",
        "「人物1」",
        "〈人物1〉",
        "<人物 1>",
        "（人物1）",
        "{人物1}",
        "‹person 1›",
        "‹PERSON 1›",
        "[Person 1]",
        "[PERSONNE1]",
        "‹person_1›",
        "[person-1]",
        "‹人1›",
        "[사람 1]",
        "**‹人物1›**",
        "`‹人物1›`",
        "‹人物#1›",
        "‹человек 1›",
    ],
)
def test_altered_token_is_restored(form: str, chat: Pseudonymiser) -> None:
    chat.scrub("王小川在吗")
    assert "王小川" in chat.restore(f"好的，{form}来了")
    stream = chat.stream()
    assert "".join(map(stream.feed, f"好的，{form}来了")) + stream.flush() == chat.restore(
        f"好的，{form}来了"
    )


def test_unknown_word_is_restored_only_where_its_number_is_unambiguous(chat: Pseudonymiser) -> None:
    chat.scrub("王小川")
    assert chat.restore("‹henkilö 1›") == "王小川"
    chat.scrub("15988001234")
    assert chat.restore("‹henkilö 1›") == "‹henkilö 1›"
    assert chat.leftovers("‹henkilö 1›") == ("‹henkilö 1›",)


def test_token_that_was_never_issued_stays_and_is_flagged(chat: Pseudonymiser) -> None:
    chat.scrub("王小川")
    stream = chat.stream()
    assert stream.feed("‹人物7› said") + stream.flush() == "‹人物7› said"
    assert stream.leftovers == ("‹人物7›",)


@pytest.mark.parametrize(
    "text", ["[1]", "[m1]", "[step 1]", "arr[i1]", "(see 2)", "【注1】", "<b1>", "list[int]"]
)
def test_ordinary_brackets_are_left_alone(text: str, chat: Pseudonymiser) -> None:
    chat.scrub("王小川 15988001234")
    assert chat.restore(text) == text
    assert chat.scrub(text).text == text
    assert chat.leftovers(text) == ()


@pytest.mark.parametrize(
    "text", ["‹人物1›", "[person 1]", "【电话2】", "\\u2039\\u4eba\\u72691\\u203a", "‹x 3›"]
)
def test_lookalike_in_the_input_is_escaped(text: str, chat: Pseudonymiser) -> None:
    chat.scrub("王小川 15988001234")
    scrubbed = chat.scrub(text)
    assert scrubbed.text != text
    assert chat.restore(scrubbed.text) == text


def test_first_words_of_a_stream_are_shown_at_once(chat: Pseudonymiser) -> None:
    chat.scrub("王小川")
    stream = chat.stream()
    assert stream.feed("Well, ") == "Well, "
    assert stream.feed("‹人") == ""
    assert stream.feed("物1") == ""
    assert stream.feed("› came [look") == "王小川 came [look"
    assert stream.feed(" below") == " below"


def test_escaped_token_in_streamed_json_gets_an_escaped_value(chat: Pseudonymiser) -> None:
    chat.scrub('my password is "a\\b c"')
    document = json.dumps({"x": chat.scrub("a\\b c").text})
    assert json.loads(chat.restore(document)) == {"x": "a\\b c"}


def test_tool_arguments_stay_valid_json(chat: Pseudonymiser) -> None:
    text = 'the password is "line \\ one"'
    token = chat.scrub(text).text
    restored = chat.restore_json(json.dumps({"to": [token], "n": 1, token: None}, ensure_ascii=False))
    assert json.loads(restored) == {"to": [text], "n": 1, text: None}


def test_organisations_are_sent_plain_and_always_words_are_not() -> None:
    known = KnownNames(organisations=("Heron Labs",), always=("Bluebird",))
    chat = Pseudonymiser(MemoryPseudonyms(), "c_1", known=known)
    assert chat.scrub("Heron Labs runs Bluebird").text == "Heron Labs runs ‹private word 1›"


def test_languages_share_their_numbers_so_translation_stays_clear(chat: Pseudonymiser) -> None:
    chat.scrub("你好，王小川")
    chat.scrub("hello Priya Nair")
    assert chat.restore("‹person 1› ‹人物2›") == "王小川 Priya Nair"
