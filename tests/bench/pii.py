"""Measures detection and the round trip on the marked texts of the evaluation data.

    python -m tests.bench.pii DIR [--files a,b] [--rules-only] [--json FILE] [--raw FILE]

DIR is the evaluation folder or its pii part. A raw line holds what would be masked for a remote endpoint under the
default rules; only rows that training may not have seen are run. The summary counts like the data's own scorer. Where
ids repeat in a file, a scorer that pairs by id knows the last row of each: the raw file then holds those alone, while
the summary counts every row. The trained finders of names are used unless --rules-only is given; what they cost is
measured beside the encoder's own time.
"""

from __future__ import annotations

import argparse
import functools
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant.names import NameFinders, load_name_finders
from assistant.session import load_encoder
from tests.bench.pii_targets import own_forms, target_lines
from vault.privacy import Layer, MemoryPseudonyms, PiiType, Pseudonymiser, detect
from vault.recall import Encoder
from vault.recall.models import default_encoder_folder

STRUCTURED = frozenset(
    """PHONE EMAIL CN_ID BANK_CARD BANK_TAIL USCC PASSPORT PLATE IP IBAN SSN SECRET CRYPTO PASSWORD OTP""".split()
)
# The data counts seed words among wallets.
_NAME_IN_DATA = {PiiType.SEED: "CRYPTO"}
_OVERLAP = 0.5
_REPEATS = 15
_MESSAGES = {
    "zh": (
        "下周二我和韩梅梅要从杭州去厦门见一位客户，合同在李工那里，麻烦你帮我把酒店改到鼓浪屿附近，再提醒王老师把样品寄到公司。"
        "另外我妈最近血压有点高，医生建议少吃盐，你把食谱重新排一下，早餐清淡一点，晚餐可以有鱼。"
        "周末如果不下雨，我们打算带小满去西湖边骑车，中午在外婆家吃饭，下午去看张伟新开的书店，晚上再回来收拾行李，"
        "顺便把阳台上的花浇了，别忘了关窗，也记得给陈阿姨回个电话，说我们月底去成都看她和孩子们。"
    ),
    "en": (
        "Next Tuesday Priya and I are flying from Leeds to Porto to meet a client; please ask Tom Okafor to send the"
        " contract, move the hotel closer to the river, and remind my sister Hannah that dinner is at eight."
    ),
}


@dataclass(slots=True)
class Tally:
    """Counts of one type in one file: marked spans, fully masked, found with the right type, found otherwise."""

    gold: int = 0
    covered: int = 0
    right: int = 0
    wrong: int = 0

    def row(self) -> dict[str, float | int | None]:
        precision = self.right / (self.right + self.wrong) if self.right + self.wrong else None
        recall = self.right / self.gold if self.gold else None
        weighted = 4 * (precision or 0) + (recall or 0)
        f2 = 5 * (precision or 0) * (recall or 0) / weighted if weighted else None
        covered = self.covered / self.gold if self.gold else None
        return {"gold": self.gold, "covered": covered, "precision": precision, "recall": recall, "f2": f2}


@dataclass(slots=True)
class FileTally:
    types: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    harmless: list[bool] = field(default_factory=list)
    round_trip_failures: int = 0
    milliseconds: list[float] = field(default_factory=list)


def measure(row: Mapping[str, Any], layers: Sequence[Layer] = ()) -> dict[str, Any]:
    """One raw line: what would be masked, whether all came back (whole and one character a chunk), the time."""
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), str(row["id"]), layers=layers)
    begun = time.perf_counter()
    scrubbed = pseudonymiser.scrub(row["text"])
    took_ms = (time.perf_counter() - begun) * 1000
    stream = pseudonymiser.stream()
    streamed = "".join(map(stream.feed, scrubbed.text)) + stream.flush()
    return {
        "id": row["id"],
        "spans": [
            {"start": span.start, "end": span.end, "type": _NAME_IN_DATA.get(span.type, span.type.value)}
            for span in scrubbed.spans
        ],
        "restored": pseudonymiser.restore(scrubbed.text) == row["text"] == streamed,
        "ms": round(took_ms, 3),
    }


def score(tally: FileTally, row: Mapping[str, Any], raw: Mapping[str, Any]) -> None:
    """Adds one row to the counts."""
    found, text = raw["spans"], row["text"]
    masked = {index for span in found for index in range(span["start"], span["end"])}
    tally.round_trip_failures += not raw["restored"]
    tally.milliseconds.append(raw["ms"])
    if not row["spans"]:
        tally.harmless.append(bool(found))
    used: set[int] = set()
    for gold in row["spans"]:
        cell = tally.types[gold["type"]]
        cell.gold += 1
        cell.covered += all(i in masked or text[i].isspace() for i in range(gold["start"], gold["end"]))
        match = next((n for n, span in enumerate(found) if n not in used and _is_same(gold, span)), None)
        if match is not None:
            used.add(match)
            cell.right += 1
    for number, span in enumerate(found):
        if number not in used:
            tally.types[span["type"]].wrong += 1


def _is_same(gold: Mapping[str, Any], span: Mapping[str, Any]) -> bool:
    shared = min(gold["end"], span["end"]) - max(gold["start"], span["start"])
    whole = max(gold["end"], span["end"]) - min(gold["start"], span["start"])
    return bool(gold["type"] == span["type"] and shared > 0 and shared / whole >= _OVERLAP)


def summary(tally: FileTally) -> dict[str, Any]:
    """What one file came to, as shares between 0 and 1."""
    cells = tally.types.values()
    structured = [cell for name, cell in tally.types.items() if name in STRUCTURED]
    return {
        "types": {name: tally.types[name].row() for name in sorted(tally.types)},
        "any_type_covered": _share(sum(c.covered for c in cells), sum(c.gold for c in cells)),
        "structured_covered": _share(sum(c.covered for c in structured), sum(c.gold for c in structured)),
        "harmless_hit_share": _share(sum(tally.harmless), len(tally.harmless)),
        "round_trip_failures": tally.round_trip_failures,
        "ms_median": statistics.median(tally.milliseconds) if tally.milliseconds else None,
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def table(name: str, result: Mapping[str, Any]) -> str:
    """The printed form of one file's summary."""
    head = "  ".join(
        f"{key} {_shown(result[key])}"
        for key in (
            "any_type_covered",
            "structured_covered",
            "harmless_hit_share",
            "round_trip_failures",
            "ms_median",
        )
    )
    lines = [f"{name}: {head}"]
    for kind, cell in result["types"].items():
        cells = "  ".join(f"{key} {_shown(cell[key])}" for key in ("covered", "precision", "recall", "f2"))
        lines.append(f"  {kind:14} gold {cell['gold']:5}  {cells}")
    return "\n".join(lines)


def _shown(value: float | int | None) -> str:
    return "-" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def speed(encoder: Encoder, layers: Sequence[Layer]) -> dict[str, dict[str, float]]:
    """Median processor milliseconds for a message of 200 characters, all threads together.

    Of the encoder alone, the rules alone, everything; and how many times the encoder's own time everything takes.
    """
    times: dict[str, dict[str, float]] = {}
    for language, text in _MESSAGES.items():
        actions: dict[str, Callable[[], object]] = {
            "encoder_ms": functools.partial(encoder.encode_queries, [text]),
            "rules_ms": functools.partial(detect, text),
            "all_ms": functools.partial(detect, text, layers=layers),
        }
        times[language] = _median_ms(actions)
        times[language]["all_by_encoder"] = round(
            times[language]["all_ms"] / times[language]["encoder_ms"], 2
        )
    return times


def _median_ms(actions: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Of each action, in turns, after one run that is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in actions}
    for turn in range(_REPEATS + 1):
        for name, action in actions.items():
            begun = time.process_time()
            action()
            if turn:
                taken[name].append((time.process_time() - begun) * 1000)
    return {name: round(statistics.median(values), 2) for name, values in taken.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.pii", description="Measure detection of personal data."
    )
    parser.add_argument("folder", type=Path, help="evaluation folder, or its pii part")
    parser.add_argument("--files", default="", help="only these files, by name without ending")
    parser.add_argument("--json", type=Path, help="write the summary here")
    parser.add_argument("--raw", type=Path, help="write one line per text here")
    parser.add_argument("--rules-only", action="store_true", help="without the trained finders of names")
    options = parser.parse_args(arguments)
    folder = options.folder / "pii" if (options.folder / "pii").is_dir() else options.folder
    wanted = set(filter(None, options.files.split(",")))
    files = sorted(path for path in folder.glob("*.jsonl") if not wanted or path.stem in wanted)
    if not files:
        print(f"no .jsonl files in {folder}", file=sys.stderr)
        return 2
    encoder = None if options.rules_only else load_encoder(default_encoder_folder())
    finders = NameFinders() if options.rules_only else load_name_finders(encoder)
    raw_lines: list[str] = []
    result: dict[str, Any] = {"files": {}, "layers": [layer.name for layer in finders.layers]}
    print("trained layers:", ", ".join(result["layers"]) or "none", *finders.notes)
    for path in files:
        tally, lines = FileTally(), {}
        for row in rows(path):
            if row.get("split") == "train":
                continue
            raw = {"file": path.stem, **measure(row, finders.layers)}
            lines[str(row["id"])] = json.dumps(raw, ensure_ascii=False)
            score(tally, row, raw)
        raw_lines += lines.values()
        result["files"][path.stem] = {**summary(tally), "raw_lines": len(lines)}
        print(table(path.stem, result["files"][path.stem]))
    if encoder is not None:
        result["speed"] = speed(encoder, finders.layers)
        print("a message of 200 characters:", json.dumps(result["speed"]))
    result["own_forms"] = own_forms()
    print("own hard forms, masked whole by the rules:", json.dumps(result["own_forms"]))
    print("\n".join(target_lines(result)))
    if options.raw:
        options.raw.write_text("\n".join(raw_lines) + "\n", encoding="utf-8")
    if options.json:
        options.json.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
