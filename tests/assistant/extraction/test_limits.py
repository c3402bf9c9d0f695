"""Limits on money: the object beside the number is kept, so a budget and a limit on one thing meet in one slot."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.telling import number, one, told, turn


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("at most $18,000 for the boat", "budget:boat", (18000, 18000, "USD")),
        ("No more than £4k for the new roof.", "budget:roof", (4000, 4000, "GBP")),
        ("We can spend up to €900 on the party.", "budget:party", (900, 900, "EUR")),
        ("I don't want to spend more than $700 on a sofa", "budget:sofa", (700, 700, "USD")),
        ("$12k max for the garden", "budget:garden", (12000, 12000, "USD")),
        ("For the garden, at most $12k", "budget:garden", (12000, 12000, "USD")),
        ("The piano should not cost more than $2,500", "budget:piano", (2500, 2500, "USD")),
        ("up to 12万 for 装修", "budget:装修", (120000, 120000, "CNY")),
        ("装修最多 12 万", "budget:装修", (120000, 120000, "CNY")),
        ("买车不超过 18 万", "budget:车", (180000, 180000, "CNY")),
        ("婚礼控制在八万以内", "budget:婚礼", (80000, 80000, "CNY")),
        ("最多 6 万用来办婚礼", "budget:办婚礼", (60000, 60000, "CNY")),
        ("首付顶多 70 万", "budget:首付", (700000, 700000, "CNY")),
        ("我们最多出 40 万", "budget", (400000, 400000, "CNY")),
        ("40 万以内", "budget", (400000, 400000, "CNY")),
        ("40 万封顶", "budget", (400000, 400000, "CNY")),
        ("总价不超过 40 万", "budget", (400000, 400000, "CNY")),
        ("400k tops", "budget", (400000, 400000, "")),
        ("Max 400k", "budget", (400000, 400000, "")),
        ("400k at most", "budget", (400000, 400000, "")),
    ],
)
def test_a_limit_keeps_its_object(text: str, attribute: str, expected: tuple[float, float, str]) -> None:
    found = one(text)
    assert (found.attribute, number(found)) == (attribute, expected)


@pytest.mark.parametrize(
    ("first", "second", "attribute"),
    [
        ("预算 60 万", "最多 40 万", "budget"),
        ("My budget is 600k", "400k at most", "budget"),
        ("My budget is $600k", "at most $400k", "budget"),
        ("My budget for the boat is $50,000", "at most $18,000 for the boat", "budget:boat"),
        ("My budget for the new boat is $50,000", "at most $18,000", "budget:boat"),
        ("Our garden budget is £9k", "£7k at most for the garden", "budget:garden"),
        ("装修的费用，我能拿出十五万", "装修最多 12 万", "budget:装修"),
        ("买车预算 30 万", "车最多花 18 万", "budget:车"),
    ],
)
def test_a_budget_and_a_later_limit_share_one_slot(first: str, second: str, attribute: str) -> None:
    earlier = turn(first, identity="t_0")
    found = one(second, previous=(earlier,))
    assert one(first).attribute == attribute
    assert found.attribute == attribute
    assert not found.corrects
    assert number(found)[1] < number(one(first))[1]


@pytest.mark.parametrize(
    "text",
    [
        "at most 200 words per reply",
        "at least 3 of them are broken",
        "回答最多 300 字",
        "Around March 2023",
        "会议最多开 30 分钟",
    ],
)
def test_a_limit_on_something_else_is_no_budget(text: str) -> None:
    assert not [found for found in told(text) if found.attribute.startswith("budget")]
