"""The gates of recall are read from what its measurement writes, and a number below its floor fails the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench import __main__ as bench
from tests.bench import recall
from tests.bench.lines import RECALL

SETS = {"locomo", "longmemeval-pool", "memdaily-zh", "madial-zh", "madial-en", "realmem", "beam"}
CATEGORIES = ("contradiction_resolution", "knowledge_update", "abstention")


def _written(rank: int) -> dict[str, Any]:
    """What the measurement writes where every question's evidence is at one place of the ranking."""
    sets = {}
    for name in SETS:
        queries: list[recall.Row] = [
            {
                "haystack": "h",
                "id": kind,
                "category": kind,
                "gold": [] if kind == "abstention" else ["wanted"],
            }
            for kind in CATEGORIES
        ]
        ranked = [f"other {place}" for place in range(rank)] + ["wanted"]
        lines = [
            {
                "haystack": "h",
                "query": query["id"],
                "ranked": ranked,
                "selected": ranked[:5],
                "verdict_score": 0.9 if query["gold"] else 0.1,
                "tokens": 100,
                "seconds": 0.1,
                "by_words_alone": False,
            }
            for query in queries
        ]
        sets[name] = recall.summarise(lines, queries)
    return {"sets": sets}


@pytest.mark.parametrize(("rank", "is_met"), [(0, True), (12, False)])
def test_a_number_below_its_floor_fails_the_table(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    rank: int,
    is_met: bool,
) -> None:
    monkeypatch.setattr(bench, "OUTPUT", tmp_path)
    (tmp_path / "recall.json").write_text(json.dumps(_written(rank)), encoding="utf-8")
    assert bench.table() is is_met
    printed = capsys.readouterr().out
    for line in RECALL:
        if line.source == "recall":
            row = next(row for row in printed.splitlines() if line.label in row)
            assert "not measured" not in row
            assert ("MISSED" in row) is (not is_met and "verdict" not in line.label)
