"""This program's recall beside mem0's open-source search: same encoder, same data, one run on one machine.

`python -m tests.bench.side_by_side DIR [--sets a,b] [--json F]`. mem0 is installed into an environment of its own under
build/mem0, and nowhere else. Without what it would fetch it searches by meaning alone, and its row says so. Vectors
come from the shared cache in both, so that from the second run the times are those of everything but the encoder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from pathlib import Path
from typing import Any

from tests.bench import harness
from tests.bench.recall import stages

_VERSION = "2.2.1"
_ENVIRONMENT = harness.PROJECT / "build" / "mem0"
_SETS = ("locomo", "madial-zh")
_CUT = 10
Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Compare recall with mem0's open-source search.")
    parser.add_argument(
        "--sets", default="", help="names of sets, comma between; locomo and madial-zh unless given"
    )
    options = parser.parse_args(arguments)
    try:
        python = _environment()
    except subprocess.CalledProcessError:
        print("mem0 could not be installed (no network?): nothing to compare with")
        harness.write_json(options.json, {"left_out": "mem0 could not be installed"})
        return 0
    summary: Row = {}
    for name in [name for name in options.sets.split(",") if name] or _SETS:
        queries = harness.rows(options.data / "recall" / name / "queries.jsonl")
        summary[name] = {
            "keepsake": _measured(_ours(options.data, name), queries),
            f"mem0 {_VERSION}, dense only": _measured(_theirs(python, options.data, name), queries),
        }
        for who, cells in summary[name].items():
            print(
                f"{name:12} {who:24}", "  ".join(f"{key} {value}" for key, value in cells.items()), flush=True
            )
    return harness.finish(options, summary)


def _environment() -> Path:
    """The python of an environment with mem0 in it; this project's own packages come after its."""
    python = _ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin") / "python"
    installed = _ENVIRONMENT / f"mem0-{_VERSION}"
    if not installed.exists():
        venv.create(_ENVIRONMENT, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", f"mem0ai=={_VERSION}"], check=True)
        own = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True,
            capture_output=True,
            text=True,
        )
        (Path(own.stdout.strip()) / "keepsake.pth").write_text(sysconfig.get_path("purelib") + "\n")
        installed.touch()
    return python


def _ours(data: Path, name: str) -> Row:
    folder, encoder = data / "recall" / name, harness.load_encoder()
    queries = harness.by_haystack(harness.rows(folder / "queries.jsonl"))
    lines: list[Row] = []
    ingested_s = asked_s = 0.0
    units = 0
    for haystack, corpus in harness.by_haystack(harness.rows(folder / "corpus.jsonl")).items():
        with harness.fresh_store(encoder) as store:
            for new, asked in stages(corpus, queries.get(haystack, [])):
                started = time.perf_counter()
                for row in new:
                    store.add(row)
                store.recall.index_now()
                units += len(new)
                ingested_s += time.perf_counter() - started
                for query in asked:
                    started = time.perf_counter()
                    at = harness.instant(query["time"]) if query.get("time") else None
                    found = store.recall.recall(query["text"], context=query.get("context", ()), at=at)
                    asked_s += time.perf_counter() - started
                    lines.append(
                        {
                            "haystack": haystack,
                            "query": query["id"],
                            "ranked": [store.ids[item.id] for item in found.items],
                            "returned": len(found.selected),
                        }
                    )
    return {"lines": lines, "units": units, "ingested_s": ingested_s, "asked_s": asked_s}


def _theirs(python: Path, data: Path, name: str) -> Row:
    with tempfile.TemporaryDirectory() as place:
        output = Path(place) / "lines.json"
        surroundings = {
            **os.environ,
            "MEM0_TELEMETRY": "False",
            "MEM0_DIR": place,
            "HF_HUB_OFFLINE": "1",
            "PYTHONPATH": str(harness.PROJECT),
        }
        command = [python, "-m", "tests.bench.mem0_child", data.resolve(), name, output]
        subprocess.run(command, check=True, env=surroundings, cwd=harness.PROJECT)
        result: Row = json.loads(output.read_text(encoding="utf-8"))
        return result


def _measured(run: Row, queries: list[Row]) -> Row:
    """Recall over the questions that have an answer, items returned, and milliseconds a unit and a question."""
    wanted = {(query["haystack"], query["id"]): query for query in queries}
    shares, returned = [], []
    for line in run["lines"]:
        query = wanted[line["haystack"], line["query"]]
        if query["gold"] and query.get("answerable", True):
            shares.append(len(set(query["gold"]) & set(line["ranked"][:_CUT])) / len(set(query["gold"])))
            returned.append(line.get("returned", len(line["ranked"])))
    return {
        f"r@{_CUT}": harness.mean(shares),
        "returned": harness.mean(returned),
        "ingestion_ms_a_unit": round(1000 * run["ingested_s"] / run["units"], 2),
        "query_ms": round(1000 * run["asked_s"] / len(run["lines"]), 2),
    }


if __name__ == "__main__":
    sys.exit(main())
