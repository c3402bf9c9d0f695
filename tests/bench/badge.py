"""Fits the chance that the first unit answers (`assistant.confidence`) anew, for when the ranking has changed.

`python -m tests.bench.badge DIR [--without a,b] [--haystacks N]` prints the numbers, fitted on the questions of the
sets under MIT and Apache licences, and what each level would be worth with the numbers fitted on the other half of
these sets and with those in use. Questions whose evidence is taken out of the vault stand for questions without an
answer, of which there are few. The sets that only report are judged with what all others give. What is told of each
level is the share of the answerable that would have it, and how many of all that have it are right, where the reply's
other parts are full; a question without an answer is right at no level. The last lines are all sets together.
Nothing is written.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assistant.confidence import (
    _STRENGTH,
    HIGH_FROM,
    MEDIUM_FROM,
    WEIGHTS,
    Standing,
    chance,
    is_unsure,
    standing,
)
from assistant.first_unit import best_first
from tests.bench import harness
from tests.bench.recall import stages
from vault.recall import Encoder
from vault.records import RecallResult

# How much one question of a set counts: large sets of one kind, and made-up cases, count less.
SETS = {"longmemeval-pool": 1.0, "madial-en": 1.0, "madial-zh": 1.0, "realmem": 0.3}
REPORTING = ("locomo",)
TAKEN_OUT, TAKEN_OUT_COUNTS = "longmemeval-pool", 0.1
LEVELS = ("high", "medium", "low")
FEATURES = tuple(field.name for field in fields(Standing))
_UNSURE = 0.49
_RIDGE = 1.0
_STEPS = 50
type_floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """One question: how its first unit stands, None where nothing may be said, and whether that is evidence."""

    name: str
    id: str
    standing: Standing | None
    is_answerable: bool
    is_right: bool
    is_sure: bool

    @property
    def half(self) -> int:
        return hashlib.sha256(self.id.encode()).digest()[0] % 2


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Fit the chance behind the badge.")
    parser.add_argument("--without", default="", help="sets to leave out, comma between")
    parser.add_argument("--haystacks", type=int, default=0, help="at most so many of each set; 0 for all")
    options = parser.parse_args(arguments)
    folder = options.data / "recall"
    encoder = harness.load_encoder()
    names = [name for name in (*SETS, *REPORTING) if name not in options.without.split(",")]
    asked = [row for name in names for row in _standings(name, folder / name, encoder, options.haystacks)]
    known = [row for row in asked if row.name in SETS] + list(_without_evidence(folder / TAKEN_OUT, encoder))
    fitted = _fitted(known)
    of_half = [_fitted([row for row in known if row.half == half]) for half in (0, 1)]
    print("intercept,", ", ".join(FEATURES), [round(float(number), 2) for number in fitted])
    for name in (*names, "all"):
        rows = [row for row in asked if name in (row.name, "all")]
        unseen = [fitted if row.name in REPORTING else of_half[1 - row.half] for row in rows]
        print(f"{name:18} fitted: {_levels(rows, unseen)}")
        print(f"{name:18} in use: {_levels(rows, [_STRENGTH] * len(rows))}", flush=True)
    return harness.finish(options, {"numbers": fitted.tolist()})


def _fitted(rows: Sequence[Row]) -> type_floats:
    rows = [row for row in rows if row.standing is not None]
    features = np.array([astuple(row.standing) for row in rows if row.standing is not None])
    right = np.array([float(row.is_right) for row in rows])
    weights = np.array([SETS.get(row.name, TAKEN_OUT_COUNTS) for row in rows])
    return fit(features, right, weights)


def fit(features: type_floats, right: type_floats, weights: type_floats) -> type_floats:
    """Intercept and slopes of a logistic regression with a small ridge, by Newton's method on scaled features."""
    middle, spread = features.mean(0), features.std(0) + 1e-9
    scaled = np.column_stack([np.ones(len(features)), (features - middle) / spread])
    ridge = np.diag([1e-6] + [_RIDGE] * features.shape[1])
    numbers = np.zeros(scaled.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-scaled @ numbers))
        slope = scaled.T @ (weights * (right - chance)) - ridge @ numbers
        bend = (scaled * (weights * chance * (1 - chance))[:, None]).T @ scaled + ridge
        numbers = numbers + np.linalg.solve(bend, slope)
    slopes = numbers[1:] / spread
    return np.concatenate([[numbers[0] - slopes @ middle], slopes])


def _standings(name: str, folder: Path, encoder: Encoder, limit: int) -> Iterator[Row]:
    queries = harness.by_haystack(harness.rows(folder / "queries.jsonl"))
    haystacks = list(harness.by_haystack(harness.rows(folder / "corpus.jsonl")).items())
    for haystack, corpus in haystacks[: limit or None]:
        with harness.fresh_store(encoder) as store:
            for new, asked in stages(corpus, queries.get(haystack, [])):
                for row in new:
                    store.add(row)
                store.recall.index_now()
                for query in asked:
                    at = harness.instant(query["time"]) if query.get("time") else None
                    result = store.recall.recall(query["text"], context=query.get("context", ()), at=at)
                    yield _row(name, query, result, store)


def _row(name: str, query: dict[str, Any], result: RecallResult, store: harness.Store) -> Row:
    found = best_first(result, query["text"])
    is_cited = found.verdict != "unknown" and bool(found.selected)
    return Row(
        name=name,
        id=query["id"],
        standing=standing(found, query["text"]) if is_cited else None,
        is_answerable=query.get("answerable", True) and bool(query["gold"]),
        is_right=is_cited and store.ids[found.selected[0].id] in query["gold"],
        is_sure=not is_unsure(found, query["text"]),
    )


def _without_evidence(folder: Path, encoder: Encoder) -> Iterator[Row]:
    """Each answerable question, recalled without the sessions that hold its evidence: nothing found is right."""
    corpus = harness.rows(folder / "corpus.jsonl")
    sessions = {row["id"]: row["session"] for row in corpus}
    with harness.fresh_store(encoder) as store:
        for row in corpus:
            store.add(row)
        store.recall.index_now()
        for query in harness.rows(folder / "queries.jsonl"):
            if not query["gold"]:
                continue
            gone = {sessions[gold] for gold in query["gold"]}
            exclude = {turn for turn, name in store.ids.items() if sessions[name] in gone}
            at = harness.instant(query["time"]) if query.get("time") else None
            result = store.recall.recall(query["text"], at=at, exclude=exclude)
            yield _row("", query | {"gold": []}, result, store)


def _levels(rows: Sequence[Row], numbers: Sequence[Sequence[float] | type_floats]) -> str:
    """What each level would be worth, with each row's numbers, where the reply's other parts are full."""
    answerable = sum(row.is_answerable for row in rows)
    by_level: dict[str, list[Row]] = {level: [] for level in LEVELS}
    for row, used in zip(rows, numbers, strict=True):
        if row.standing is not None:
            strength = chance(row.standing, [float(number) for number in used])
            by_level[_level(strength if row.is_sure else min(strength, _UNSURE))].append(row)
    told = [f"{answerable:4} answerable"]
    for level, of_level in by_level.items():
        share = sum(row.is_answerable for row in of_level) / max(1, answerable)
        told.append(f"{level} {share:.3f}, right {harness.mean(float(row.is_right) for row in of_level)}")
    return "  ".join(told)


def _level(strength: float) -> str:
    rest = WEIGHTS["support"] + WEIGHTS["source"] + WEIGHTS["freshness"]
    score = rest + WEIGHTS["recall"] * strength
    return "high" if score >= HIGH_FROM else "medium" if score >= MEDIUM_FROM else "low"


if __name__ == "__main__":
    sys.exit(main())
