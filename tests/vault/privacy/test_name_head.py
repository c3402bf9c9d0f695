"""The name head: its decoding on small arrays, its file, and what it finds with the real encoder."""

from __future__ import annotations

import hashlib
import tomllib
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vault.errors import DetectionFailed, EncodingFailed, ModelDamaged
from vault.privacy import NameHead, NameHeadLayer, PiiType, detect
from vault.privacy.bio import decode, log_softmax
from vault.privacy.folding import fold
from vault.privacy.name_head import to_folded
from vault.privacy.spans import Span
from vault.recall import Encoder

LAYER = "name-head"


def pinned() -> tuple[bytes, str]:
    root = resources.files("resources")
    pin = tomllib.loads(root.joinpath("models.toml").read_text(encoding="utf-8"))["name_head"]
    return root.joinpath("name_head.npz").read_bytes(), pin["sha256"]


@pytest.fixture(scope="module")
def layer(models_dir: Path) -> NameHeadLayer:
    return NameHeadLayer(Encoder.load(models_dir / "encoder", threads=1), NameHead.from_bytes(*pinned()))


def names(text: str, layer: NameHeadLayer) -> list[tuple[str, PiiType]]:
    return [(text[span.start : span.end], span.type) for span in detect(text, layers=(layer,))]


@pytest.mark.parametrize(
    ("text", "persons", "places"),
    [
        ("Yesterday Priya Raman drove from Leeds to Porto.", ["Priya Raman"], ["Leeds", "Porto"]),
        ("call raju and tell him about chicago", ["raju"], ["chicago"]),
        ("email sarah that i will be late", ["sarah"], []),
        ("what is the weather in tokyo", [], ["tokyo"]),
        ("Kevin's flight to Bangkok was cancelled", ["Kevin"], ["Bangkok"]),
        ("remind me to call 钱丹 明天下午", ["钱丹"], []),
        ("跟 Hannah 约在周五去厦门", ["Hannah"], ["厦门"]),
        ("room 4021, 3rd floor", [], []),
        ("turn off the lights in the kitchen", [], []),
        ("今天高兴得睡不着，帮我写一封邮件", [], []),
    ],
)
def test_names_are_found_with_exact_offsets(
    text: str, persons: list[str], places: list[str], layer: NameHeadLayer
) -> None:
    found = names(text, layer)
    assert [value for value, kind in found if kind is PiiType.PERSON] == persons
    assert [value for value, kind in found if kind is PiiType.LOCATION] == places


def test_invisible_characters_before_and_in_a_name_do_not_move_its_offsets(layer: NameHeadLayer) -> None:
    text = "\u200b\u200bYesterday, after 20㎞, Priya\u200b Raman came to Leeds."
    assert [value for value, _ in names(text, layer)] == ["Priya\u200b Raman", "Leeds"]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.text(max_size=60),
    name=st.sampled_from(["Priya Raman", "raju", "钱丹", "São Paulo", ""]),
    after=st.text(max_size=30),
)
def test_every_span_is_a_piece_of_the_text(before: str, name: str, after: str, layer: NameHeadLayer) -> None:
    text = f"{before} {name} {after}"
    folded = fold(text)
    for span in layer.find(folded):
        assert 0 <= span.start <= span.end <= len(folded.text)
    end = 0
    for found in detect(text, layers=(layer,)):
        assert end <= found.start < found.end <= len(text)
        end = found.end


def test_a_file_with_another_hash_or_content_is_damage() -> None:
    content, sha256 = pinned()
    broken = bytearray(content)
    broken[len(broken) // 2] ^= 1
    with pytest.raises(ModelDamaged):
        NameHead.from_bytes(bytes(broken), sha256)
    with pytest.raises(ModelDamaged):
        NameHead.from_bytes(b"no archive", hashlib.sha256(b"no archive").hexdigest())


def test_the_shipped_file_is_small_and_pinned() -> None:
    content, sha256 = pinned()
    assert len(content) <= 2 << 20
    assert hashlib.sha256(content).hexdigest() == sha256


def test_an_encoder_that_fails_blocks_the_text() -> None:
    class Failing:
        def hidden(self, text: str) -> object:
            raise EncodingFailed(text_number=0)

    layer = NameHeadLayer(Failing(), NameHead.from_bytes(*pinned()))  # type: ignore[arg-type]
    with pytest.raises(DetectionFailed):
        detect("call raju", layers=(layer,))


def test_an_inside_never_comes_without_its_beginning() -> None:
    scores = np.full((4, 9), -5.0, dtype=np.float32)
    scores[[0, 1, 2, 3], [2, 2, 4, 0]] = 0.0  # three insides in a row, of a person and a place
    scores[:, 1] = -1.0
    assert decode(log_softmax(scores)) == [(0, 2, 0), (2, 3, 0)]


def test_two_names_side_by_side_stay_two() -> None:
    scores = np.full((3, 9), -9.0, dtype=np.float32)
    scores[[0, 1, 2], [1, 2, 1]] = 0.0
    assert decode(log_softmax(scores)) == [(0, 2, 0), (2, 3, 0)]


def test_a_span_of_invisible_characters_alone_is_empty() -> None:
    folded = fold("a\u200b\u200bb钱")
    span = to_folded(folded, Span(1, 3, PiiType.PERSON, LAYER))
    assert span.start == span.end
