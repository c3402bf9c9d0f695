"""Chinese persons and places by the trained tagger, on our own sentences, and all that can be wrong with its folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from vault.errors import ModelDamaged, ModelMissing
from vault.privacy import PiiType, detect
from vault.privacy.chinese_names import ChineseNames, ChineseNamesLayer


@pytest.fixture(scope="module")
def layer(models_dir: Path) -> ChineseNamesLayer:
    return ChineseNamesLayer(ChineseNames.load(models_dir / "names"))


def found(text: str, layer: ChineseNamesLayer) -> list[tuple[str, PiiType]]:
    return [(text[span.start : span.end], span.type) for span in detect(text, layers=(layer,))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("昨天张伟和李娜从北京出发去上海", ["张伟", "李娜", "北京", "上海"]),
        ("張偉在臺北認識了李秀英。", ["張偉", "臺北", "李秀英"]),
        ("remind me to call 钱丹 明天下午", ["钱丹"]),
        ("约翰·史密斯下周飞纽约", ["约翰·史密斯", "纽约"]),
        ("张\u200b伟明天来", ["张\u200b伟"]),
        ("今天高兴得睡不着，黄瓜很好吃", []),
        ("no chinese here, call raju", []),
        ("", []),
    ],
)
def test_names_are_found_where_they_stand(text: str, names: list[str], layer: ChineseNamesLayer) -> None:
    assert [name for name, _ in found(text, layer)] == names


def test_persons_and_places_and_organisations_are_told_apart(layer: ChineseNamesLayer) -> None:
    assert found("李娜在上海的清华大学报告", layer) == [
        ("李娜", PiiType.PERSON),
        ("上海", PiiType.LOCATION),
        ("清华大学", PiiType.ORGANIZATION),
    ]


def test_a_very_long_sentence_is_read_to_its_end(layer: ChineseNamesLayer) -> None:
    assert found("天气很好" * 400 + "，张伟去了北京", layer) == [
        ("张伟", PiiType.PERSON),
        ("北京", PiiType.LOCATION),
    ]


def test_a_folder_without_a_file_is_missing_the_model(models_dir: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(models_dir / "names", tmp_path / "names")
    (folder / "tags.tsv").unlink()
    with pytest.raises(ModelMissing):
        ChineseNames.load(folder)


@pytest.mark.parametrize("name", ["model.onnx", "characters.tsv", "transitions.npy"])
def test_a_file_without_its_hash_is_damage(name: str, models_dir: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(models_dir / "names", tmp_path / "names")
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(ModelDamaged):
        ChineseNames.load(folder)


def test_a_manifest_that_cannot_be_read_is_damage(models_dir: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(models_dir / "names", tmp_path / "names")
    (folder / "manifest.json").write_text(json.dumps({"files": []}), encoding="utf-8")
    with pytest.raises(ModelDamaged):
        ChineseNames.load(folder)
