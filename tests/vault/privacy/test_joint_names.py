"""Both finders of names as one layer: on our own sentences, in mixed text, and where one of them says nothing."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vault.privacy import JointNamesLayer, NameHead, NameHeadLayer, PiiType, detect, joint_names
from vault.privacy.bio import CLASSES, decode
from vault.privacy.chinese_names import ChineseNames
from vault.privacy.folding import fold
from vault.privacy.name_head import is_possible
from vault.recall import Encoder


def head() -> NameHead:
    root = resources.files("resources")
    pin = tomllib.loads(root.joinpath("models.toml").read_text(encoding="utf-8"))["name_head"]
    return NameHead.from_bytes(root.joinpath("name_head.npz").read_bytes(), pin["sha256"])


@pytest.fixture(scope="module")
def encoder(models_dir: Path) -> Encoder:
    return Encoder.load(models_dir / "encoder", threads=1)


@pytest.fixture(scope="module")
def names(models_dir: Path) -> ChineseNames:
    return ChineseNames.load(models_dir / "names")


@pytest.fixture(scope="module")
def layer(encoder: Encoder, names: ChineseNames) -> JointNamesLayer:
    return JointNamesLayer(encoder, head(), names)


def found(text: str, layer: JointNamesLayer) -> list[tuple[str, PiiType]]:
    return [
        (text[span.start : span.end], span.type)
        for span in detect(text, layers=(layer,))
        if span.type is not PiiType.ORGANIZATION
    ]


@pytest.mark.parametrize(
    ("text", "persons", "places"),
    [
        ("昨天张伟和李娜从北京出发去上海", ["张伟", "李娜"], ["北京", "上海"]),
        ("張偉在臺北認識了李秀英。", ["張偉", "李秀英"], ["臺北"]),
        ("remind me to call 钱丹 明天下午", ["钱丹"], []),
        ("跟 Hannah 约在周五去厦门", ["Hannah"], ["厦门"]),
        ("约翰·史密斯明天去纽约", ["约翰·史密斯"], ["纽约"]),
        ("张\u200b伟明天来", ["张\u200b伟"], []),
        ("@孙小满 今晚的票买到了吗[哈哈]", ["孙小满"], []),
        ("转发微博 //@郑立言:说得好", ["郑立言"], []),
        ("@王小明Rain 今晚来吗", ["王小明"], []),
        ("@周雨桐Momo @陈浩然007 一起去", ["周雨桐", "陈浩然"], []),
        ("今天高兴得睡不着，黄瓜很好吃", [], []),
        ("万事如意，马到成功", [], []),
        ("Yesterday Priya Raman drove from Leeds to Porto.", ["Priya Raman"], ["Leeds", "Porto"]),
    ],
)
def test_names_are_found_where_they_stand(
    text: str, persons: list[str], places: list[str], layer: JointNamesLayer
) -> None:
    values = found(text, layer)
    assert [value for value, kind in values if kind is PiiType.PERSON] == persons
    assert [value for value, kind in values if kind is PiiType.LOCATION] == places


def test_text_without_chinese_is_read_as_by_the_head_alone(encoder: Encoder, layer: JointNamesLayer) -> None:
    alone = NameHeadLayer(encoder, head())
    for text in (
        "call raju and tell him about chicago",
        "Kevin's flight to Bangkok was cancelled",
        "",
        "room 4021",
    ):
        folded = fold(text)
        assert [(s.start, s.end, s.type) for s in layer.find(folded)] == [
            (s.start, s.end, s.type) for s in alone.find(folded)
        ]


def test_the_chances_of_a_character_sum_to_one(names: ChineseNames) -> None:
    rows = list(names.chances("昨天张伟去了北京。No Chinese here. 李娜也去了"))
    assert [start for start, _ in rows] == [0, 9]
    for _, chances in rows:
        assert np.allclose(chances.sum(axis=1), 1, atol=1e-4)
    assert rows[0][1][2, 1] > 0.9  # a person begins with the third character


def test_what_the_tagger_does_not_know_is_a_name_where_the_head_is_sure() -> None:
    head = np.full((2, CLASSES), np.log(1e-4), dtype=np.float32)
    head[0, 1] = head[1, 2] = np.log(0.9999)
    nothing = np.zeros((2, CLASSES), dtype=np.float32)
    nothing[:, 0] = 1
    assert decode(joint_names._pool(head, nothing)) == [(0, 2, 0)]
    head[0, 1] = head[1, 2] = np.log(0.6)
    head[:, 0] = np.log(0.4)
    assert decode(joint_names._pool(head, nothing)) == []


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.text(max_size=40),
    name=st.sampled_from(["钱丹", "Priya Raman", "欧阳小川", ""]),
    after=st.text(max_size=20),
)
def test_every_span_is_a_piece_of_the_text(
    before: str, name: str, after: str, layer: JointNamesLayer
) -> None:
    folded = fold(f"{before} {name} {after}")
    end = 0
    for span in layer.find(folded):
        assert end <= span.start < span.end <= len(folded.text)
        end = span.end


@pytest.mark.parametrize(
    ("value", "is_name"), [("耶耶耶", False), ("王王王王", False), ("莉莉", True), ("Bob", True)]
)
def test_a_cry_is_no_name(value: str, is_name: bool) -> None:
    assert is_possible(value, PiiType.PERSON) is is_name
