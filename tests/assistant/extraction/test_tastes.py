"""Tastes and reactions told in another order than "I like X"."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.telling import one, told
from vault.records import Layer


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("Sundays are my favourite day.", "favourite:day", "Sundays"),
        ("I'd sooner cycle than drive.", "prefer:cycle/drive", "cycle than drive"),
        ("I'd rather have my fish grilled.", "prefer:fish", "my fish grilled"),
        ("Chess over cards for me.", "prefer:cards/chess", "Chess"),
        ("No capers for me, ever.", "dislikes", "capers"),
        ("I'm partial to rhubarb.", "likes", "rhubarb"),
        ("I can't stomach oysters.", "dislikes", "oysters"),
        ("I take my toast burnt.", "prefer:toast", "burnt"),
        ("I'm not a cat person.", "attribute", "cat person"),
        ("我特别烦堵车。", "dislikes", "堵车"),
        ("冬天是我最喜欢的季节。", "favourite:季节", "冬天"),
        ("苦瓜我从来不吃。", "dislikes", "苦瓜"),
        ("牛排我要七分熟的。", "prefer:牛排", "七分熟的"),
        ("坐火车我习惯选下铺。", "prefer:坐火车", "选下铺"),
        ("我宁可加班也不出差。", "prefer:出差/加班", "加班"),
        ("我喝豆浆要加糖。", "prefer:豆浆", "要加糖"),
    ],
)
def test_a_taste_is_a_preference(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.layer) == (attribute, value, Layer.PREFERENCE)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Shrimps could kill me.", "Shrimps"),
        ("Red wine gives me a headache.", "Red wine"),
        ("Dairy doesn't agree with me.", "Dairy"),
        ("I come out in a rash when I eat kiwis.", "kiwis"),
        ("腰果会要我的命。", "腰果"),
        ("我一吃菠萝就嘴痒。", "菠萝"),
    ],
)
def test_a_reaction_tells_what_is_not_borne(text: str, value: str) -> None:
    found = [candidate for candidate in told(text) if candidate.attribute == "allergy"]
    assert [candidate.value for candidate in found] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "No sugar for me today.",
        "I'd rather not say.",
        "I'd rather you asked first.",
        "I can't handle this error.",
        "这个方案我不喜欢。",
        "今天我要吃面。",
        "太好了，我喜欢",
    ],
)
def test_what_is_said_of_now_or_of_the_answer_is_no_taste(text: str) -> None:
    assert not [candidate for candidate in told(text) if candidate.layer is Layer.PREFERENCE]
