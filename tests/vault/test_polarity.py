"""Negation is parsed, not matched on characters."""

from __future__ import annotations

import pytest

from vault.polarity import polarity


@pytest.mark.parametrize(
    "text",
    [
        "这半年我不断地练小提琴", "我们的口味不同", "不久前我搬到了厦门", "不过我还是喜欢", "味道不错", "不得不早起",
        "差不多了", "特别喜欢", "别人送的", "没关系", "not only tea", "I live at no. 5", "knotted ropes", "nothing",
    ],
)  # fmt: skip
def test_these_words_deny_nothing(text: str) -> None:
    assert not polarity(text).negated


@pytest.mark.parametrize(
    "text",
    [
        "我不喝咖啡", "我不再喝咖啡了", "没有养猫", "禁止拍照", "不可以拍照", "I don't drink", "I no longer drive",
        "never again", "photos are not allowed", "smoking is prohibited", "I stopped smoking",
    ],
)  # fmt: skip
def test_these_words_deny(text: str) -> None:
    assert polarity(text).negated


def test_two_negations_affirm() -> None:
    assert not polarity("我不是不喜欢").negated
    assert not polarity("It is not that I never go").negated


def test_permission_and_prohibition_speak_of_the_same_thing() -> None:
    assert polarity("西馆可以拍照").core == polarity("西馆禁止拍照").core == polarity("西馆不可以拍照").core
    assert polarity("photos are allowed").core == polarity("photos are not allowed").core
