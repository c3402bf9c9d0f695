"""Is the evidence found? Every haystack goes into a fresh vault, every query is asked, the ranking compared with gold.

`python -m tests.bench.recall DIR [--sets a,b] [--json F] [--raw F]`. DIR holds `recall/<set>/corpus.jsonl` and
`queries.jsonl`. Where queries have a `before`, sessions are added in their order and each query is asked when only
those before it are there.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench import harness
from vault.recall import Encoder
from vault.recall.service import ENCODER_SLOW
from vault.records import RecallResult

_LIMIT = 20
_CUTS = (5, 10, 20)
_SHOWN = ("n", "r@5", "r@10", "r@20", "selected", "selected_recall", "current_first")
Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Measure whether recall finds the evidence.")
    parser.add_argument("--sets", default="", help="names of sets, comma between; all unless given")
    options = parser.parse_args(arguments)
    folder = options.data / "recall"
    names = [name for name in options.sets.split(",") if name] or sorted(
        p.name for p in folder.iterdir() if p.is_dir()
    )
    encoder = harness.load_encoder()
    raw: list[Row] = []
    summary: Row = {"sets": {}, "encoder": encoder.encoder_id}
    for name in names:
        started = time.monotonic()
        lines = list(measure_set(name, folder / name, encoder))
        raw += lines
        summary["sets"][name] = summarise(lines, harness.rows(folder / name / "queries.jsonl"))
        summary["sets"][name]["all"]["seconds"] = round(time.monotonic() - started, 1)
        _print(name, summary["sets"][name])
    return harness.finish(options, summary, raw)


def measure_set(name: str, folder: Path, encoder: Encoder) -> Iterator[Row]:
    """One raw line for each query of a set."""
    queries = harness.by_haystack(harness.rows(folder / "queries.jsonl"))
    for haystack, corpus in harness.by_haystack(harness.rows(folder / "corpus.jsonl")).items():
        asked = queries.get(haystack, [])
        if not asked:
            continue
        with harness.fresh_store(encoder) as store:
            for new, now_asked in stages(corpus, asked):
                for row in new:
                    store.add(row)
                store.recall.index_now()
                for query in now_asked:
                    yield ask(name, store, query)


def stages(corpus: list[Row], queries: list[Row]) -> Iterator[tuple[list[Row], list[Row]]]:
    """What is added and then asked, step by step: at once, or session by session where queries say `before`."""
    if not any("before" in query for query in queries):
        yield corpus, queries
        return
    rest = sorted(corpus, key=lambda row: row["order"])
    for before in sorted({query["before"] for query in queries}):
        new = [row for row in rest if row["order"] < before]
        rest = [row for row in rest if row["order"] >= before]
        yield new, [query for query in queries if query["before"] == before]


def ask(name: str, store: harness.Store, query: Row) -> Row:
    """The raw line of one query, asked of a filled vault."""
    at = harness.instant(query["time"]) if query.get("time") else None
    result = store.recall.recall(query["text"], context=query.get("context", ()), limit=_LIMIT, at=at)
    return {
        "set": name,
        "haystack": query["haystack"],
        "query": query["id"],
        "ranked": [store.ids[item.id] for item in result.items],
        "selected": [store.ids[item.id] for item in result.selected],
        "verdict": result.verdict,
        "verdict_score": result.verdict_score,
        "tokens": _tokens(result),
        "seconds": round(result.seconds, 4),
        "by_words_alone": ENCODER_SLOW in result.notes,
    }


def _tokens(result: RecallResult) -> int:
    """What the selected texts cost in a request, by the rule of thumb of four characters a token, 1.6 a Chinese one."""
    text = "".join(item.text for item in result.selected)
    wide = sum(character > "\u2e80" for character in text)
    return round((len(text) - wide) / 4 + wide / 1.6)


def summarise(lines: list[Row], queries: list[Row]) -> Row:
    """The cells of one set, by category and over all."""
    wanted = {(query["haystack"], query["id"]): query for query in queries}
    cells: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    verdicts: tuple[list[float], list[float]] = ([], [])
    for line in lines:
        query = wanted[line["haystack"], line["query"]]
        answerable = query.get("answerable", True) and bool(query["gold"])
        verdicts[0 if answerable else 1].append(line["verdict_score"])
        if answerable:
            for name in ("all", query["category"]):
                _count(cells[name], line, query)
    result: Row = {
        name: {"n": len(cell["r@10"]), **{key: harness.mean(values) for key, values in cell.items()}}
        for name, cell in sorted(cells.items())
    }
    result.setdefault("all", {})["verdict_auc"] = harness.area_under_curve(*verdicts)
    result["all"]["by_words_alone"] = sum(line["by_words_alone"] for line in lines)
    slowest = sorted(line["seconds"] for line in lines)
    result["all"]["recall_p95_s"] = slowest[int(len(slowest) * 0.95)] if slowest else None
    return result


def _count(cell: dict[str, list[float]], line: Row, query: Row) -> None:
    gold = set(query["gold"])
    for cut in _CUTS:
        hit = gold & set(line["ranked"][:cut])
        cell[f"r@{cut}"].append(len(hit) / len(gold))
        if cut == 10:
            cell["any@10"].append(float(bool(hit)))
            cell["all@10"].append(float(hit == gold))
    cell["selected"].append(len(line["selected"]))
    cell["selected_recall"].append(len(gold & set(line["selected"])) / len(gold))
    cell["tokens"].append(line["tokens"])
    if query.get("current"):
        places = {unit: place for place, unit in enumerate(line["ranked"])}
        new = min((places.get(unit, 99) for unit in query["current"]), default=99)
        old = min((places.get(unit, 99) for unit in gold - set(query["current"])), default=99)
        if min(new, old) < 99:
            cell["current_first"].append(float(new < old))


def _print(name: str, cells: Row) -> None:
    print(f"{name}: verdict_auc {cells['all'].get('verdict_auc')}, {cells['all'].get('seconds')} s")
    for category, cell in cells.items():
        shown = {key: cell[key] for key in _SHOWN if key in cell}
        print(f"  {category:28}", "  ".join(f"{key} {value}" for key, value in shown.items()), flush=True)


if __name__ == "__main__":
    sys.exit(main())
