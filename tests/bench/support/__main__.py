"""Is a cited sentence supported by what it cites? Hand-written pairs of a reply and its payload, half of them false.

`python -m tests.bench.support [--half NAME|all] [--rules] [--wrong] [--json F] [--raw F]`. `tune.tsv` is what the
rules were made on; the others were written afterwards, each scored before anything was mended for it: the figures of
those first runs are in docs/decisions/0010 and 0028. With --rules the encoder is left out. A line is language, truth,
kind, the sources (parted by ¦, each with its date before a bar) and the reply with its marks.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assistant.citations import SameWord, Similarity, Source, check
from assistant.similarity import same_word_of, similarity_of
from tests.bench import harness

FOLDER = Path(__file__).parent
HALVES = (
    "tune",
    "score",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
)
MENDED = HALVES[:8]  # whose errors were all looked at


@dataclass(frozen=True, slots=True)
class Pair:
    """One reply and what was in its request; `is_true`: the payload supports every cited sentence."""

    half: str
    number: int
    language: str
    is_true: bool
    kind: str
    sources: tuple[Source, ...]
    reply: str


def pairs(half: str) -> list[Pair]:
    """The pairs of one half."""
    found = []
    for number, line in enumerate((FOLDER / f"{half}.tsv").read_text(encoding="utf-8").splitlines(), 1):
        language, truth, kind, payload, reply = line.split("\t")
        sources = tuple(_source(mark, text) for mark, text in enumerate(payload.split("¦"), 1))
        found.append(Pair(half, number, language, truth == "true", kind, sources, reply))
    return found


def _source(mark: int, text: str) -> Source:
    date, bar, words = text.partition(" | ")
    when = datetime.fromisoformat(date).replace(tzinfo=UTC) if bar else None
    said = words if bar else text
    return Source(mark, "turn", f"t_{mark}", said, said, when, date=date if bar else "", role="user")


def is_right(
    pair: Pair, similarity: Similarity | None, same_word: SameWord | None = None
) -> tuple[bool, str]:
    """Whether the check says of a pair what is true, and what it said."""
    checked = check(pair.reply, pair.sources, similarity=similarity, same_word=same_word)
    is_supported = bool(checked.citations) and all(citation.supported for citation in checked.citations)
    return is_supported == pair.is_true, "supported" if is_supported else "unsupported"


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description="Measure the check of cited sentences.")
    parser.add_argument("--half", choices=(*HALVES, "all"), default="all")
    parser.add_argument("--rules", action="store_true", help="without the encoder")
    parser.add_argument("--wrong", action="store_true", help="list what was judged wrongly")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--raw", type=Path)
    options = parser.parse_args(arguments)
    encoder = None if options.rules else harness.load_encoder()
    similarity, same_word = similarity_of(encoder), same_word_of(encoder)
    rows, summary = [], {}
    for half in HALVES if options.half == "all" else (options.half,):
        counts: Counter[tuple[str, bool]] = Counter()
        for pair in pairs(half):
            right, said = is_right(pair, similarity, same_word)
            counts[pair.language, right] += 1
            rows.append({"half": half, "line": pair.number, "language": pair.language, "kind": pair.kind,
                         "true": pair.is_true, "said": said, "right": right})  # fmt: skip
            if options.wrong and not right:
                print(f"{half} {pair.number} {pair.kind}: said {said}: {pair.reply}")
        summary[half] = _accuracy(counts)
        print(f"{half:>5}: " + ", ".join(f"{name} {value}" for name, value in summary[half].items()))
    harness.write_json(options.json, summary)
    harness.write_rows(options.raw, rows)
    return 0


def _accuracy(counts: Counter[tuple[str, bool]]) -> dict[str, object]:
    right, total = sum(n for (_, ok), n in counts.items() if ok), sum(counts.values())
    by_language = {
        language: f"{counts[language, True]}/{counts[language, True] + counts[language, False]}"
        for language in ("en", "zh")
    }
    return {"right": right, "total": total, "accuracy": round(right / max(total, 1), 4), **by_language}


if __name__ == "__main__":
    sys.exit(main())
