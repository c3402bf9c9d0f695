"""All measurements in one go: `python -m tests.bench DIR [--only a,b]`; what `make bench EVAL=DIR` calls.

Each measurement runs in a process of its own and writes `build/bench/<name>.json`; at the end the lines of the table
are printed with what they must reach, and the exit status is 1 where a measurement failed or a line fell short.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.bench.harness import OUTPUT, PROJECT
from tests.bench.lines import LINES


@dataclass(frozen=True)
class Measurement:
    """A module under tests.bench, its arguments before `--json`, and whether it writes raw lines."""

    name: str
    arguments: tuple[str, ...]
    has_raw: bool = True


def measurements(data: Path) -> tuple[Measurement, ...]:
    """What is run, in order; the quick ones first."""
    folder = str(data)
    return (
        Measurement("window", (), has_raw=False),
        Measurement("pii", (folder,)),
        Measurement("leaks", ("--count", "300")),
        Measurement("extraction", (folder,)),
        Measurement("precision", (folder,)),
        Measurement("scenarios", (str(data / "scenarios" / "all.jsonl"),)),
        Measurement("memory_life", (), has_raw=False),
        Measurement("support", ()),
        Measurement("injection", (), has_raw=False),
        Measurement("vault_speed", (), has_raw=False),
        Measurement("multi_session", ()),
        Measurement("speed", ("--units", "100000"), has_raw=False),
        Measurement("recall", (folder,)),
        Measurement("replies", (folder,)),
        Measurement("side_by_side", (folder,), has_raw=False),
    )


def golden(environment: Mapping[str, str]) -> dict[str, int]:
    """The golden cases (a) to (e); a case counts when all its tests pass, through ask and through the window."""
    cases = {
        "a": "name_and_address",
        "b": "as_a_range",
        "c": "identity_number",
        "d": "forgotten and (gone or stays)",
        "e": "standing_preference",
    }
    passed = {}
    for case, words in cases.items():
        command = [sys.executable, "-m", "pytest", "-q", "-k", words]
        command += ["tests/e2e/test_golden_ask.py", "tests/e2e/test_golden_window.py"]
        done = subprocess.run(
            command, cwd=PROJECT, env=dict(environment), capture_output=True, text=True, check=False
        )
        passed[case] = int(done.returncode == 0)
    return {"passed": sum(passed.values()), **passed}


def run(measurement: Measurement, environment: Mapping[str, str]) -> bool:
    """Run one measurement; its own output goes through. False where it failed."""
    files = ["--json", str(OUTPUT / f"{measurement.name}.json")]
    if measurement.has_raw:
        files += ["--raw", str(OUTPUT / f"{measurement.name}.jsonl")]
    command = [sys.executable, "-m", f"tests.bench.{measurement.name}", *measurement.arguments, *files]
    print(f"== {measurement.name}", flush=True)
    return subprocess.run(command, cwd=PROJECT, env=dict(environment), check=False).returncode == 0


def table() -> bool:
    """Print the lines for which there are results; whether all of them are met."""
    is_whole = True
    print("\n| measure | must | aim | measured | |\n| --- | --- | --- | --- | --- |")
    for line in LINES:
        file = OUTPUT / f"{line.source}.json"
        value = line.value(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else None
        if value is None:
            print(f"| {line.label} | | | not measured | |")
            continue
        is_met = line.is_met(value)
        is_whole &= is_met
        sign = "≤" if line.at_most else "≥"
        aim = "" if line.aim is None else f"{line.aim:g}"
        print(
            f"| {line.label} | {sign} {line.bound:g} | {aim} | {value:.3g} | {'met' if is_met else 'MISSED'} |"
        )
    return is_whole


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("folder", type=Path, help="the evaluation data")
    parser.add_argument(
        "--only", default="", help="names of measurements, comma between; golden is one of them"
    )
    options = parser.parse_args()
    data = options.folder.resolve()
    if not data.is_dir():
        parser.error("there is no such folder")
    wanted = {name for name in options.only.split(",") if name}
    OUTPUT.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    failed = [
        measurement.name
        for measurement in measurements(data)
        if (not wanted or measurement.name in wanted) and not run(measurement, environment)
    ]
    if not wanted or "golden" in wanted:
        result = golden(environment)
        print("== golden", json.dumps(result))
        (OUTPUT / "golden.json").write_text(json.dumps(result), encoding="utf-8")
    is_met = table()
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)
    return 0 if is_met and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
