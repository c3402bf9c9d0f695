"""Is the badge right? Every question is asked through a session without a model, and its badge compared with gold.

`python -m tests.bench.replies DIR [--sets a,b] [--haystacks N] [--json F] [--raw F]`. A reply is right when the
first unit it cites is evidence; for a question without an answer, when it cites nothing. Questions are asked in a
temporary chat, after the turns that came before them, so that none of them is found by the next one.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from assistant.ask import Ask, Services
from assistant.confidence import standing
from assistant.events import Recalled, Reply, ReplyResult
from assistant.session import Session
from assistant.store import TemporaryTurns
from assistant.turn import TurnRunner
from tests.bench import harness
from tests.bench.recall import stages
from vault.ids import new_id
from vault.recall import Encoder
from vault.records import UNIVERSAL, RecallResult, Role

LEVELS = ("high", "medium", "low", "none")
SETS = ("longmemeval-pool", "madial-en", "madial-zh", "realmem", "locomo", "memdaily-zh", "beam")
HAYSTACKS = 5
Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Measure whether the badge of a reply can be trusted.")
    parser.add_argument("--sets", default="", help="names of sets, comma between; all unless given")
    parser.add_argument(
        "--haystacks", type=int, default=HAYSTACKS, help="at most so many of each set; 0 for all"
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
    return harness.finish(
        options, summary, [{k: v for k, v in row.items() if k != "answerable"} for row in raw]
    )


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
            session = Session(store.vault, store.recall, encoder)
            for new, asked in stages(corpus, queries[haystack]):
                for row in new:
                    store.add(row)
                store.recall.index_now()
                for query in asked:
                    reply, recalled = asyncio.run(ask(session, query))
                    cited = [_origin(store, citation.id) for citation in reply.citations]
                    judged = _judged(reply, query, cited) | _standing(store, recalled, query)
                    yield {"set": name, "haystack": haystack, "id": query["id"], **judged}


async def ask(session: Session, query: Row) -> tuple[ReplyResult, RecallResult | None]:
    """The reply to a question in a temporary chat that holds the dialogue before it, and what was recalled for it."""
    now = harness.instant(query["time"]) if query.get("time") else session.vault.clock()
    chat = TemporaryTurns(new_id("c_", now))
    before = query.get("context", ())
    for place, text in enumerate(before):
        role = Role.USER if (len(before) - place) % 2 == 0 else Role.ASSISTANT
        chat.add(role, text, at=now, zone=session.zone, state="complete", is_indexed=False)
    message = Ask(
        query["text"], now, session.zone, UNIVERSAL, session.language(query["text"]), "", chat, session.mode
    )
    recalled: RecallResult | None = None
    reply: ReplyResult | None = None
    async for event in TurnRunner(Services(session.vault, session.recall, session.endpoint), message).run():
        if isinstance(event, Recalled):
            recalled = event.result
        elif isinstance(event, Reply):
            reply = event.result
    assert reply is not None
    return reply, recalled


def _standing(store: harness.Store, recalled: RecallResult | None, query: Row) -> Row:
    """What the chance of the badge is made of, and whether the first unit is evidence, for fitting it."""
    found = standing(recalled, query["text"]) if recalled is not None else None
    if recalled is None or found is None:
        return {"standing": None, "is_first_evidence": False}
    first = _origin(store, recalled.selected[0].id)
    return {
        "standing": {name: round(value, 4) for name, value in asdict(found).items()},
        "is_first_evidence": first in query["gold"],
    }


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
    """The calibration table of one set, or of all together: level, how often given, how often right."""
    print(f"{name}: {summary['n']} questions, cited sentences supported in {summary['supported']}")
    for level, row in summary["levels"].items():
        print(
            f"  {level:<7} n {row['n']:>4}  of answerable {row['share_of_answerable']}  right {row['right']}"
            f"  of those with an answer {row['right_of_answerable']}",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
