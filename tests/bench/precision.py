"""Does recall return little? Memories of one person in several scopes, questions, and what may be selected for each.

`python -m tests.bench.precision DIR [--json F] [--raw F]`. DIR holds `precision/beliefs.seed.json` and
`retrieval.cases.json`. Superseded beliefs go in as superseded, exploratory and inferred ones as active with low
confidence, aliases as topics; open questions are left out. Each user of the data has a vault.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bench import harness
from vault import Vault
from vault.memory_rows import MemoryRows, Note
from vault.recall import Encoder
from vault.records import UNIVERSAL, Candidate, Evidence, Layer, MemoryMode, State

_LOW_CONFIDENCE = 0.5
_LAYERS = {
    "preference": Layer.PREFERENCE,
    "decision": Layer.FACT,
    "entity": Layer.FACT,
    "relation": Layer.RELATIONSHIP,
}
_DEFAULT_USER = "test-user"
Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    options = harness.arguments("Measure how little recall selects.").parse_args(arguments)
    folder = options.data / "precision"
    beliefs = _load(folder / "beliefs.seed.json")
    cases = [case for file in sorted(folder.glob("*.cases.json")) for case in _load(file) if "query" in case]
    raw = measure(beliefs, cases, harness.load_encoder())
    summary = summarise(raw, cases)
    print(f"precision {summary['precision']}  recall {summary['recall']}  of {summary['cases']} cases")
    for category, cell in summary["by_category"].items():
        print(f"  {category:36} precision {cell['precision']}  recall {cell['recall']}  n {cell['n']}")
    return harness.finish(options, summary, raw)


def _load(file: Path) -> list[Row]:
    loaded: list[Row] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def measure(beliefs: list[Row], cases: list[Row], encoder: Encoder) -> list[Row]:
    """One raw line for each case."""
    raw: list[Row] = []
    for user in sorted({case.get("userId", _DEFAULT_USER) for case in cases}):
        with harness.fresh_store(encoder) as store:
            names = fill(store.vault, [belief for belief in beliefs if belief["user_id"] == user])
            store.recall.index_now()
            for case in cases:
                if case.get("userId", _DEFAULT_USER) != user:
                    continue
                scopes = [scope for scope in map(scope_of, case["scope"]) if scope != UNIVERSAL]
                result = store.recall.recall(case["query"], scope=scopes)
                raw.append({"case": case["caseId"], "selected": [names[item.id] for item in result.selected]})
    return raw


def scope_of(name: str) -> str:
    """The scope a name of the data stands for."""
    return UNIVERSAL if name == "user:universal" else name.removeprefix("domain:")


def fill(vault: Vault, beliefs: Sequence[Row]) -> dict[str, str]:
    """Add the beliefs as memories; returns the data's id of each memory's id."""
    names: dict[str, str] = {}
    for belief in beliefs:
        if belief["type"] == "open_question":
            continue
        outcome = vault.memories.apply([_candidate(belief)], mode=MemoryMode.AUTO, actor="bench")[0]
        if outcome.memory is None:
            raise ValueError(f"the vault refused {belief['_id']}: {outcome.reason}")
        names[outcome.memory.id] = belief["_id"]
        if outcome.memory.state is State.PROPOSED:
            vault.memories.approve(outcome.memory.id, actor="bench")
    ids = {name: memory_id for memory_id, name in names.items()}
    for belief in beliefs:
        if belief["epistemic_status"] == "superseded":
            _supersede(vault, ids[belief["_id"]], ids[belief["superseded_by"]])
    return names


def _supersede(vault: Vault, memory_id: str, by: str) -> None:
    """As when a later word replaced it."""
    rows = MemoryRows(vault)

    def change(connection: Any) -> None:
        memory = rows.load(connection, memory_id)
        rows.change(
            connection,
            memory,
            replace(memory, state=State.SUPERSEDED, superseded_by=by),
            Note("bench", vault.clock(), "memory.supersede", "correction"),
        )

    vault.db.write(change)


def _candidate(belief: Mapping[str, Any]) -> Candidate:
    is_sure = belief["epistemic_status"] in ("active", "superseded")
    said = harness.instant(belief["created_at"].removesuffix("Z"))
    return Candidate(
        attribute=belief["canonical_name"],
        claim=belief["content"],
        layer=_LAYERS[belief["type"]],
        value=belief["content"],
        evidence=(Evidence("manual", "", belief["content"], said_utc=said),),
        subject=belief["canonical_name"],
        scope=scope_of(belief["scope"][0]),
        confidence=belief["confidence"] if is_sure else _LOW_CONFIDENCE,
        topics=tuple(belief["aliases"]),
        pinned=belief["pinned"],
        requested=True,
        said_utc=said,
    )


def gold_of(case: Mapping[str, Any]) -> set[str]:
    """What should be selected: named under pinned facts or relevant beliefs."""
    gold: set[str] = set()
    for bucket, expected in case["expect"].items():
        if isinstance(expected, dict) and bucket not in ("personaPrelude", "openQuestions"):
            gold |= set(expected.get("mustInclude", [])) | set(expected.get("shouldOnlyInclude", []))
    return gold


def summarise(raw: list[Row], cases: list[Row]) -> Row:
    """Mean precision and recall; a case without gold is right when nothing is selected."""
    selected = {line["case"]: set(line["selected"]) for line in raw}
    cells: dict[str, list[tuple[float, float]]] = defaultdict(list)
    failed: list[str] = []
    for case in cases:
        gold, got = gold_of(case), selected[case["caseId"]]
        right = len(gold & got)
        pair = (right / len(got) if got else 0.0, right / len(gold)) if gold else (float(not got), 1.0)
        cells[case["category"]].append(pair)
        if min(pair) < 1:
            failed.append(case["caseId"])
    every = [pair for pairs in cells.values() for pair in pairs]
    return {
        **_means(every),
        "cases": len(every),
        "failed": failed,
        "by_category": {name: {**_means(pairs), "n": len(pairs)} for name, pairs in sorted(cells.items())},
    }


def _means(pairs: list[tuple[float, float]]) -> Row:
    return {"precision": harness.mean(p for p, _ in pairs), "recall": harness.mean(r for _, r in pairs)}


if __name__ == "__main__":
    sys.exit(main())
