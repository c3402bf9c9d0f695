"""Fits the chance that the first unit answers (`assistant.confidence`) anew, for when the ranking has changed.

`python -m tests.bench.badge DIR [--without a,b]` prints the numbers, fitted on one half of the questions of the sets
under MIT and Apache licences, and what a high badge would then be worth on the other half. Questions whose evidence is
taken out of the vault stand for questions without an answer, of which there are few. The sets that only report are
judged with all their questions. What is told of each is the share of the answerable that would be high, and how many of
these have evidence first. Nothing is written.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assistant.confidence import _STRENGTH, HIGH_FROM, WEIGHTS, Standing, standing
from tests.bench import harness
from tests.bench.recall import stages
from vault.recall import Encoder

# How much one question of a set counts: large sets of one kind, and made-up cases, count less.
SETS = {"longmemeval-pool": 1.0, "madial-en": 1.0, "madial-zh": 1.0, "realmem": 0.3}
REPORTING = ("locomo",)
FEATURES = tuple(field.name for field in fields(Standing))
TAKEN_OUT, TAKEN_OUT_COUNTS = "longmemeval-pool", 0.3
_RIDGE = 1.0
_STEPS = 50
type_floats = npt.NDArray[np.float64]
Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Fit the chance behind the badge.")
    parser.add_argument("--without", default="", help="sets to leave out, comma between")
    options = parser.parse_args(arguments)
    folder = options.data / "recall"
    encoder = harness.load_encoder()
    names = [name for name in (*SETS, *REPORTING) if name not in options.without.split(",")]
    asked = [row for name in names for row in _standings(name, folder / name, encoder)]
    rows = [row for row in asked if row["standing"] is not None and row["set"] in SETS]
    taken_out = list(_without_evidence(folder / TAKEN_OUT, encoder))
    train = [row for row in rows + taken_out if _half(row) == 0]
    weights = np.array([TAKEN_OUT_COUNTS if row["set"] == "" else SETS[row["set"]] for row in train])
    numbers = fit(_features(train), _right(train), weights)
    print("intercept,", ", ".join(FEATURES), [round(float(number), 2) for number in numbers])
    for name in names:
        _check(
            name, [row for row in asked if row["set"] == name and (name in REPORTING or _half(row))], numbers
        )
    return harness.finish(options, {"numbers": numbers.tolist()})


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


def _standings(name: str, folder: Path, encoder: Encoder) -> Iterator[Row]:
    """How the first unit stands for each question, None where nothing may be said, and whether it is evidence."""
    queries = harness.by_haystack(harness.rows(folder / "queries.jsonl"))
    for haystack, corpus in harness.by_haystack(harness.rows(folder / "corpus.jsonl")).items():
        with harness.fresh_store(encoder) as store:
            for new, asked in stages(corpus, queries.get(haystack, [])):
                for row in new:
                    store.add(row)
                store.recall.index_now()
                for query in asked:
                    at = harness.instant(query["time"]) if query.get("time") else None
                    result = store.recall.recall(query["text"], context=query.get("context", ()), at=at)
                    found = standing(result, query["text"]) if result.verdict != "unknown" else None
                    yield {
                        "set": name,
                        "id": query["id"],
                        "standing": asdict(found) if found is not None else None,
                        "answerable": query.get("answerable", True) and bool(query["gold"]),
                        "is_first_evidence": found is not None
                        and store.ids[result.selected[0].id] in query["gold"],
                    }


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
            found = standing(store.recall.recall(query["text"], at=at, exclude=exclude), query["text"])
            if found is not None:
                yield {"set": "", "id": query["id"], "standing": asdict(found), "is_first_evidence": False}


def _half(row: Row) -> int:
    return hashlib.sha256(row["id"].encode()).digest()[0] % 2


def _features(rows: Sequence[Row]) -> type_floats:
    return np.array([[row["standing"][name] for name in FEATURES] for row in rows]).reshape(-1, len(FEATURES))


def _right(rows: Sequence[Row]) -> type_floats:
    return np.array([float(row["is_first_evidence"]) for row in rows])


def _check(name: str, rows: Sequence[Row], numbers: type_floats) -> None:
    """What a high badge would be worth, where the reply's other parts are full, with these numbers and those in use."""
    answerable = sum(row["answerable"] for row in rows)
    standing_rows = [row for row in rows if row["standing"] is not None and row["answerable"]]
    told = [f"{name:<18} {answerable:4} answerable"]
    for label, used in (("fitted", numbers), ("in use", np.array(_STRENGTH))):
        chance = 1 / (1 + np.exp(-(used[0] + _features(standing_rows) @ used[1:])))
        rest = WEIGHTS["support"] + WEIGHTS["source"] + WEIGHTS["freshness"]
        is_high = rest + WEIGHTS["recall"] * chance >= HIGH_FROM
        right = _right(standing_rows)[is_high].mean() if is_high.any() else float("nan")
        told.append(f"{label}: high {is_high.sum() / max(1, answerable):.3f}, right {right:.3f}")
    print("  ".join(told), flush=True)


if __name__ == "__main__":
    sys.exit(main())
