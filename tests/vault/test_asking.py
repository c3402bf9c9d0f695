"""One rule tells what only asks, for recall and for learning; learning leaves bare orders out as well."""

from __future__ import annotations

import pytest

from vault.asking import asks_or_orders_only, is_bare_question, only_tells, says_nothing


@pytest.mark.parametrize(
    "text", ["Where do I live?", "我住哪里", "What now? 我是谁？", "Hi! Can you tell me when it is?"]
)
def test_what_only_asks_is_neither_recalled_nor_learnt_from(text: str) -> None:
    assert is_bare_question(text)
    assert asks_or_orders_only(text)


@pytest.mark.parametrize(
    "text",
    [
        "我要不要点一杯拿铁？",
        "我对花粉过敏？",
        "My flight leaves at nine?",
        "So my budget is 300k?",
    ],
)
def test_a_clause_with_a_question_mark_asks_whether_it_is_so(text: str) -> None:
    assert is_bare_question(text)


@pytest.mark.parametrize(
    "text", ["y", "Yes please!", "ok, thanks :)", "好的，谢谢", "哈哈哈", "Good morning!"]
)
def test_assent_thanks_and_greetings_say_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize(
    "text",
    ["", "Yesterday", "no sugar", "Yes, in Oslo", "是的，我住成都", "早餐吃面", "42", "早上好，我是李雷"],
)
def test_what_tells_anything_beside_does_not(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize(
    "text", ["帮我想三个点子。", "recommend me something to learn", "Please find three hotels. Thanks!"]
)
def test_what_only_orders_is_a_turn_like_any_other_and_not_learnt_from(text: str) -> None:
    assert not is_bare_question(text)
    assert asks_or_orders_only(text)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Oslo. What about you?",
        "I'm going to Oslo in May, what should I pack?",
        "Find me a hotel near my sister in Bath.",
        "Help me with this, I can't eat gluten.",
        "我对花生过敏，能吃这个吗？",
        "帮我订个餐厅，我不吃辣。",
        "I live in Oslo.",
    ],
)
def test_what_tells_something_on_the_way_is_learnt_from(text: str) -> None:
    assert not is_bare_question(text)
    assert not asks_or_orders_only(text)


@pytest.mark.parametrize(
    "text",
    [
        "We're thinking of getting a second dog, but Tom isn't convinced.",
        "Paula has the spare key now.",
        "Tom and Ann moved to the flat upstairs.",
        "I had a terrible day at work",
        "我们在考虑再养一只狗，不过阿涛还没想好。",
        "车子明年三月三号要年检。",
        "今天开会开了一整天，累死了。",
    ],
)
def test_a_statement_only_tells(text: str) -> None:
    assert only_tells(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "coffee",
        "spare key neighbour",
        "My mother's birthday party plan",
        "Compare the two offers from the bank.",
        "I need the address of Paula.",
        "I can't remember where I put the spare key.",
        "I live in Oslo. What about you?",
        "阿涛 狗",
        "把两份报价比较一下。",
        "我想知道陈姐的电话",
        "忘了钥匙在哪里了",
    ],
)
def test_a_search_an_order_and_what_somebody_looks_for_do_not(text: str) -> None:
    assert not only_tells(text)
