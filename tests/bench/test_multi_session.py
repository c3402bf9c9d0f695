"""Multi-session tasks, a few of them: without memory none is met, with all layers all are, a relation only
with relations."""

from __future__ import annotations

from collections import Counter

from tests.bench.harness import rows
from tests.bench.multi_session import COLUMNS, DATA, measure

FEW = ("en-01", "zh-12", "en-22", "zh-22")


def test_a_request_carries_what_was_told_in_other_conversations() -> None:
    tasks = [task for task in rows(DATA) if task["id"] in FEW]
    _, raw = measure(tasks, None, (COLUMNS[0], COLUMNS[2], COLUMNS[3]))
    met = {(line["id"], line["column"]) for line in raw if line["met"]}
    assert met == {
        *((task, "+ relations") for task in FEW),
        ("en-01", "+ preferences"),
        ("zh-12", "+ preferences"),
    }


def test_there_are_thirty_tasks_in_each_language_over_all_layers() -> None:
    tasks = list(rows(DATA))
    assert Counter(task["lang"] for task in tasks) == {"en": 30, "zh": 30}
    assert Counter(task["needs_layer"] for task in tasks) == {"fact": 20, "preference": 20, "relation": 20}
    assert all(len(task["said"]) > 1 and task["needs"] for task in tasks)
