"""What is each part of the ranking worth? The questions of `tests.bench.recall`, asked again with one part off.

`python -m tests.bench.ablation DIR [--sets a,b] [--parts x,y] [--every N] [--json F]`. Each vault is filled once and
asked once for each part, so that all rows of the table come from the same index. R@10 stands for all answerable
questions, then for the half whose id has an even hash and for the other half: whatever was set with one half in view
has to pay on the other. `--every N` takes each N-th haystack.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.bench import harness, recall
from vault.recall import Encoder, query, ranking, results, service, vectors

_KINDS = ("ALONE", "MESSAGE", "QUESTION", "STATEMENT")
Row = dict[str, Any]
Off = Callable[[ExitStack], None]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Measure what each part of the ranking is worth.")
    parser.add_argument("--sets", default="", help="names of sets, comma between; all unless given")
    parser.add_argument("--parts", default="", help="parts to switch off one by one; all unless given")
    parser.add_argument("--every", type=int, default=1, help="take each N-th haystack")
    options = parser.parse_args(arguments)
    folder = options.data / "recall"
    names = [name for name in options.sets.split(",") if name] or sorted(
        p.name for p in folder.iterdir() if p.is_dir()
    )
    parts = [part for part in options.parts.split(",") if part] or list(PARTS)
    encoder = harness.load_encoder()
    summary: Row = {}
    for name in names:
        lines = _ask_all(name, folder / name, encoder, ["nothing", *parts], options.every)
        queries = harness.rows(folder / name / "queries.jsonl")
        summary[name] = {part: _halves(found, queries) for part, found in lines.items()}
        for part, cells in summary[name].items():
            print(f"{name:18} {part:24}", "  ".join(f"{k} {v}" for k, v in cells.items()), flush=True)
    return harness.finish(options, summary)


def _ask_all(name: str, folder: Path, encoder: Encoder, parts: list[str], every: int) -> dict[str, list[Row]]:
    """The raw lines of a set by the part that was off."""
    queries = harness.by_haystack(harness.rows(folder / "queries.jsonl"))
    haystacks = harness.by_haystack(harness.rows(folder / "corpus.jsonl"))
    lines: dict[str, list[Row]] = {part: [] for part in parts}
    for haystack in list(haystacks)[::every]:
        with harness.fresh_store(encoder) as store:
            for new, asked in recall.stages(haystacks[haystack], queries.get(haystack, [])):
                for row in new:
                    store.add(row)
                store.recall.index_now()
                for part in parts:
                    with without(part):
                        lines[part] += [recall.ask(name, store, one) for one in asked]
    return lines


def _halves(lines: list[Row], queries: list[Row]) -> Row:
    """R@10 over all and in the two halves; how often the newest statement came first, where that is marked."""
    halves: tuple[list[Row], list[Row]] = ([], [])
    for line in lines:
        halves[hashlib.blake2b(line["query"].encode(), digest_size=1).digest()[0] % 2].append(line)
    whole, even, odd = (recall.summarise(part, queries)["all"] for part in (lines, *halves))
    cells = {"r@10": whole.get("r@10"), "even": even.get("r@10"), "odd": odd.get("r@10")}
    cells |= {
        key: whole[key] for key in ("r@5", "current_first", "verdict_auc") if whole.get(key) is not None
    }
    return cells


@contextmanager
def without(part: str) -> Iterator[None]:
    """Recall with one part of the ranking off; "nothing" leaves all of it on."""
    with ExitStack() as stack:
        if part != "nothing":
            PARTS[part](stack)
        yield


def _weightless(*names: str) -> Off:
    """Weights of nought in every kind of question."""

    def switch(stack: ExitStack) -> None:
        for kind in _KINDS:
            less = replace(getattr(ranking, kind), **dict.fromkeys(names, 0.0))
            stack.enter_context(patch.object(ranking, kind, less))

    return switch


def _patched(module: Any, name: str, value: Any) -> Off:
    return lambda stack: stack.enter_context(patch.object(module, name, value))


PARTS: dict[str, Off] = {
    "own words": _weightless("own_words"),
    "words with neighbours": _weightless("context_words"),
    "all words": _weightless("own_words", "context_words", "dialogue_words", "related"),
    "own meaning": _weightless("own_meaning"),
    "meaning with neighbours": _weightless("context_meaning"),
    "all meaning": _weightless("own_meaning", "context_meaning", "dialogue_meaning", "feedback"),
    "what any message shares": _patched(vectors, "_COMMON_SHARE", 0.0),
    "dialogue": _weightless("dialogue_words", "dialogue_meaning"),
    "feedback by meaning": _weightless("feedback"),
    "feedback by words": _weightless("related"),
    "lent by neighbours": _weightless("neighbour"),
    "speaker": _weightless("speaker"),
    "period": _weightless("period"),
    "recent": _weightless("recent"),
    "user before assistant": _weightless("user"),
    "replies": _weightless("reply"),
    "bare questions": _weightless("asked"),
    "several questions": _patched(query, "_several", lambda text: ()),
    "newest value first": _patched(
        results, "newest_value_first", lambda ranked, units, query, rarities: list(range(len(ranked)))
    ),
    "newest first": _patched(service, "newest_first", lambda index, ranked: ranked),
}


if __name__ == "__main__":
    sys.exit(main())
