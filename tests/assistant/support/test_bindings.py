"""What belongs together in a source, who is meant, and what is denied where, in both languages."""

from __future__ import annotations

import pytest

from assistant.support import judge


@pytest.mark.parametrize(
    ("sentence", "evidence", "reason"),
    [
        ("The red bike costs 300 euros.", "The red bike costs 450 euros, the blue one 300 euros.", "order"),
        ("红色的车三百块。", "蓝色的车三百块，红色的车四百五十块。", "order"),
        ("We stayed in because the car broke down.", "We stayed in because it rained. The car broke down.", "order"),
        ("先放盐，再放面条。", "煮面的时候，先放面条，再放盐。", "order"),
        ("Your son broke the window.", "Our neighbour's son broke the window.", "person"),
        ("新店由你管理。", "新店由周敏管理。", "person"),
        ("There is a bus every hour.", "There is a bus every half hour.", "number"),
    ],
)  # fmt: skip
def test_what_was_said_apart_is_not_joined(sentence: str, evidence: str, reason: str) -> None:
    assert judge(sentence, [evidence]).reason == reason


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("The red bike costs 450 euros.", "The red bike costs 450 euros, the blue one 300 euros."),
        ("The holiday house comes to 1,410 for the week.",
         "We split the holiday house six ways, so each of us pays 235 for the week."),
        ("Because of your back you did not go to yoga.", "I didn't go to yoga because of my back."),
        ("Lena can eat almonds, but she is allergic to walnuts.",
         "Lena is allergic to walnuts but she can eat almonds without a problem."),
        ("你昨天因为闪了腰没去上瑜伽课。", "我昨天没去上瑜伽课，因为腰闪了一下。"),
        ("你想卖掉房车，把钱用来装修厨房。", "我想卖掉房车，用这笔钱装修厨房。"),
        ("先放面条，再放盐。", "煮面的时候，先放面条，再放盐。"),
    ],
)  # fmt: skip
def test_what_is_joined_in_the_source_may_be_told_in_another_order(sentence: str, evidence: str) -> None:
    assert judge(sentence, [evidence]).reason == ""


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("You went to the yoga class.", "I didn't go to the yoga class yesterday because of my back."),
        ("你去上了瑜伽课。", "我昨天没去上瑜伽课，因为腰闪了一下。"),
    ],
)
def test_a_denial_is_not_lost(sentence: str, evidence: str) -> None:
    assert not judge(sentence, [evidence]).is_supported
