"""Reads the marked rows that may train what ships: those with split "train" of three files, and no others.

Row ids repeat in one of the files, so a row is known by its file and its position.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from name_head.examples import LABELS, Example

# file, whether every label is marked in it, weight of a row
SOURCES: tuple[tuple[str, bool, float], ...] = (
    ("commands", False, 1.5),
    ("noisy", False, 0.7),
    ("synth-v2", True, 1.0),
)


def read_rows(folder: Path) -> Iterator[tuple[str, Example]]:
    """Every training row in `folder` (`commands.jsonl` and the others) as (file/position, example).

    Raises: OSError when a file is missing.
    """
    for name, is_complete, weight in SOURCES:
        with (folder / f"{name}.jsonl").open(encoding="utf-8") as lines:
            for position, line in enumerate(lines):
                row = json.loads(line)
                if row.get("split") != "train":
                    continue
                spans = sorted(
                    (span["start"], span["end"], span["type"])
                    for span in row["spans"]
                    if span["type"] in LABELS
                )
                yield f"{name}/{position}", Example(row["text"], tuple(spans), is_complete, weight)
