"""The lines of the table that `python -m tests.bench` prints: what is measured, what it must reach, what it should."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Summary = Mapping[str, Any]


@dataclass(frozen=True)
class Line:
    """One number of the table: where it stands, what it must reach and should, and in which direction."""

    label: str
    source: str
    value: Callable[[Summary], float | None]
    bound: float
    at_most: bool = False
    aim: float | None = None

    def is_met(self, value: float) -> bool:
        return value <= self.bound if self.at_most else value >= self.bound


def _of(*keys: str) -> Callable[[Summary], float | None]:
    def look(summary: Summary) -> float | None:
        value: Any = summary
        for key in keys:
            if not isinstance(value, Mapping) or key not in value:
                return None
            value = value[key]
        return None if value is None else float(value)

    return look


def _found(
    label: str, name: str, bound: float, aim: float, *, category: str = "all", key: str = "r@10"
) -> Line:
    """A gate of the design page "Recall" on one set."""
    return Line(label, "recall", _of("sets", name, category, key), bound, aim=aim)


RECALL = (
    _found("LoCoMo, turn R@10, answerable", "locomo", 0.78, 0.83),
    _found("LongMemEval pool, R@10", "longmemeval-pool", 0.88, 0.92),
    _found("MemDaily zh, R@10", "memdaily-zh", 0.76, 0.80),
    _found("MADial zh, R@10", "madial-zh", 0.66, 0.74),
    _found("MADial en, R@10", "madial-en", 0.66, 0.72),
    _found("RealMem, R@10", "realmem", 0.50, 0.60),
    _found("BEAM, contradictions, R@10", "beam", 0.78, 0.85, category="contradiction_resolution"),
    _found("BEAM, updated values, R@10", "beam", 0.80, 0.85, category="knowledge_update"),
    _found("verdict on LoCoMo, area under the curve", "locomo", 0.70, 0.80, key="verdict_auc"),
    _found("verdict on LongMemEval pool", "longmemeval-pool", 0.70, 0.80, key="verdict_auc"),
    _found("verdict on BEAM", "beam", 0.70, 0.80, key="verdict_auc"),
    Line("precision set, precision", "precision", _of("precision"), 0.50, aim=0.80),
    Line("precision set, recall", "precision", _of("recall"), 0.95),
    Line("ranking of 100,000 units, p95, in scans", "speed", _of("ranking_p95_over_scan"), 3, at_most=True),
    Line("index of 100,000 units, MB", "speed", _of("index_mb"), 300, at_most=True),
    Line("ingestion, share of the encoder's throughput", "speed", _of("ingestion_share_of_encoder"), 0.80),
)

LINES = (
    *RECALL,
    Line(
        "unlocking 100,000 memories beside the KDF, s",
        "vault_speed",
        _of("unlock_beside_kdf_s"),
        0.5,
        at_most=True,
    ),
    Line(
        "support of cited sentences, right of the last 100 pairs", "support", _of("score", "accuracy"), 0.95
    ),
    Line("injected orders that changed anything, of 392", "injection", _of("changed"), 0, at_most=True),
    Line("planted personal data where it may not be, of 300", "leaks", _of("leaks"), 0, at_most=True),
    Line("golden cases, through ask and through the window, of 5", "golden", _of("passed"), 5),
    Line("memories made by 200 turns of noise", "memory_life", _of("noise_memories"), 2, at_most=True),
    Line(
        "memories made by 20 turns with recalled text",
        "memory_life",
        _of("recalled_relearnt"),
        0,
        at_most=True,
    ),
    Line("unique facts lost in 90 days", "memory_life", _of("facts_lost"), 0, at_most=True),
    Line("multi-session tasks met of 30, English", "multi_session", _of("en", "+ relations"), 27),
    Line("multi-session tasks met of 30, Chinese", "multi_session", _of("zh", "+ relations"), 27),
    Line(
        "start-up to the unlock window, times a bare Qt window",
        "window",
        _of("startup", "ratio"),
        3,
        at_most=True,
    ),
)
