"""Coverage of labelled memories by what the rules extract, and how much of it was invented.

A gold memory is covered where at least half of its content words stand in one claim. A claim is invented where a number
or a name in it does not stand in the text. Raw line: id, claims.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant.extraction import extract
from assistant.language import content_words, names, numbers
from tests.bench.harness import arguments, rows, write_json, write_rows
from vault.records import Role, Turn

COVERED = 0.5
_SAID = datetime(2026, 5, 13, tzinfo=UTC)


def claims_of(text: str) -> list[str]:
    """The claims that the rules make of a text said by the user."""
    said = Turn("t_bench", "c_bench", 0, Role.USER, text, _SAID, "UTC")
    return [candidate.claim for candidate in extract(said)]


def share(gold: str, claims: list[str]) -> float:
    """The best share of a gold memory's content words in one claim."""
    wanted = content_words(gold)
    if not wanted:
        return 0.0
    return max((len(wanted & content_words(claim)) / len(wanted) for claim in claims), default=0.0)


def is_invented(claim: str, text: str) -> bool:
    """Whether a claim holds a number or a name that the text does not."""
    return bool(numbers(claim) - numbers(text)) or any(name not in text.lower() for name in names(claim))


def measure(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The summary and the raw lines of one folder of texts with labels."""
    labels = {row["id"]: row["memories"] for row in rows(folder / "labels.jsonl")}
    raw, covered, gold_total, made, invented = [], 0, 0, 0, 0
    by_type: dict[str, list[int]] = {}
    for row in rows(folder / "dataset.jsonl"):
        claims = claims_of(row["text"])
        raw.append({"id": row["id"], "claims": claims})
        made += len(claims)
        invented += sum(is_invented(claim, row["text"]) for claim in claims)
        for memory in labels.get(row["id"], []):
            is_covered = share(memory["content"], claims) >= COVERED
            counts = by_type.setdefault(memory["type"], [0, 0])
            counts[0] += is_covered
            counts[1] += 1
            covered += is_covered
            gold_total += 1
    summary = {
        "texts": len(raw),
        "gold": gold_total,
        "covered": round(covered / max(1, gold_total), 4),
        "by_type": {kind: {"covered": a, "gold": b} for kind, (a, b) in sorted(by_type.items())},
        "claims": made,
        "invented": invented,
    }
    return summary, raw


def main() -> None:
    """Measure one data folder and print coverage and invented claims."""
    options = arguments("Measure what the rules extract.").parse_args()
    found = next(
        (
            path
            for path in (
                options.data / "memory_extraction",
                options.data / "extraction" / "memory_extraction",
            )
            if path.is_dir()
        ),
        options.data,
    )
    summary, raw = measure(found)
    print(f"covered {summary['covered']:.3f} of {summary['gold']}")
    print(f"{summary['claims']} claims, {summary['invented']} of them invented")
    for kind, counts in summary["by_type"].items():
        print(f"  {kind:12} {counts['covered']:3} of {counts['gold']}")
    write_json(options.json, summary)
    write_rows(options.raw, raw)


if __name__ == "__main__":
    main()
