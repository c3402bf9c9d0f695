"""Is the badge right? Every question is asked through a session without a model, and its badge compared with gold.

`python -m tests.bench.replies DIR [--sets a,b] [--haystacks N] [--json F] [--raw F]`. A reply is right when the
first unit it cites is evidence; for a question without an answer, when it cites nothing. Questions are asked in a
temporary chat, so that none of them is found by the next one.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assistant.events import ReplyResult
from assistant.session import Session
from tests.bench import harness
from vault.recall import Encoder

LEVELS = ("high", "medium", "low", "none")
# One haystack holds one person's turns, and its questions need no dialogue before them.
SETS = ("locomo", "longmemeval-pool", "memdaily-zh", "beam")
Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Measure whether the badge of a reply can be trusted.")
    parser.add_argument("--sets", default="", help="names of sets, comma between; all unless given")
    parser.add_argument(
        "--haystacks", type=int, default=0, help="at most so many of each set; all unless given"
    )
    options = parser.parse_args(arguments)
    names = [name for name in options.sets.split(",") if name] or list(SETS)
    encoder = harness.load_encoder()
    raw: list[Row] = []
    summary: Row = {"sets": {}}
    for name in names:
        lines = list(measure_set(name, options.data / "recall" / name, encoder, limit=options.haystacks))
        raw += lines
        summary["sets"][name] = summarise(lines)
        _print(name, summary["sets"][name])
    summary["all"] = summarise(raw)
    _print("all", summary["all"])
    harness.write_json(options.json, summary)
    harness.write_rows(options.raw, [{k: v for k, v in row.items() if k != "answerable"} for row in raw])
    return 0


def measure_set(name: str, folder: Path, encoder: Encoder, *, limit: int = 0) -> Iterator[Row]:
    """One raw line for each question of a set."""
    queries = harness.by_haystack(harness.rows(folder / "queries.jsonl"))
    haystacks = [
        item
        for item in harness.by_haystack(harness.rows(folder / "corpus.jsonl")).items()
        if item[0] in queries
    ]
    for haystack, corpus in haystacks[: limit or None]:
        with harness.fresh_store(encoder) as store:
            for row in corpus:
                store.add(row)
            store.recall.index_now()
            session = Session(store.vault, store.recall, encoder)
            for query in queries[haystack]:
                reply = asyncio.run(session.reply(query["text"], temporary=True))
                cited = [_origin(store, citation.id) for citation in reply.citations]
                yield {"set": name, "haystack": haystack, "id": query["id"], **_judged(reply, query, cited)}


def _origin(store: harness.Store, unit_id: str) -> str:
    """The id that a unit has in the data; a memory stands for its first evidence."""
    if unit_id.startswith("m_"):
        unit_id = next((e.ref_id for e in store.vault.memories.get(unit_id).evidence), unit_id)
    return store.ids.get(unit_id, unit_id)


def _judged(reply: ReplyResult, query: Row, cited: Sequence[str]) -> Row:
    is_answerable = query.get("answerable", True)
    is_right = bool(cited) and cited[0] in query["gold"] if is_answerable else not cited
    return {
        "confidence": reply.confidence,
        "right": is_right,
        "supported": all(citation.supported for citation in reply.citations),
        "answerable": is_answerable,
    }


def summarise(lines: Sequence[Row]) -> Row:
    """How many replies of each level there are and what share of them is right, answerable questions and all."""
    table: Row = {}
    answerable = [row for row in lines if row["answerable"]]
    for level in LEVELS:
        of_level = [row for row in lines if row["confidence"] == level]
        asked = [row for row in answerable if row["confidence"] == level]
        table[level] = {
            "n": len(of_level),
            "share_of_answerable": round(len(asked) / max(1, len(answerable)), 4),
            "right": harness.mean(float(row["right"]) for row in of_level),
            "right_of_answerable": harness.mean(float(row["right"]) for row in asked),
        }
    return {
        "n": len(lines),
        "levels": table,
        "supported": harness.mean(float(row["supported"]) for row in lines),
    }


def _print(name: str, summary: Row) -> None:
    print(f"{name}: {summary['n']} questions, cited sentences supported in {summary['supported']}")
    for level, row in summary["levels"].items():
        print(
            f"  {level:<7} n {row['n']:>4}  of answerable {row['share_of_answerable']}  right {row['right']}"
        )


if __name__ == "__main__":
    sys.exit(main())
