"""Precision and recall of a head on rows it did not learn from, for several settings of "outside"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from name_head.examples import Example
from vault.privacy.name_head import NameHead, Weights
from vault.recall.encoder import Encoder

_SETTINGS = (-2.0, -1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0)
_OVERLAP = 0.5


def report(encoder: Encoder, weights: Weights, held: Sequence[tuple[str, Example]]) -> None:
    """Prints one line for each setting, file and label. A span counts when half of the union is shared."""
    states = [encoder.hidden(example.text) for _, example in held]
    for outside in _SETTINGS:
        head = NameHead(weights, outside=outside)
        counts: Counter[tuple[str, str, str]] = Counter()
        for (key, example), state in zip(held, states, strict=True):
            found = [(span.start, span.end, span.type.value) for span in head.spans(state, example.text)]
            _count(counts, key.split("/")[0], example, found)
        for file, label in sorted({(file, label) for file, label, _ in counts}):
            gold, right, all_found = (counts[file, label, kind] for kind in ("gold", "right", "found"))
            print(
                f"outside {outside:4}  {file:10} {label:13} gold {gold:4}  precision {right / max(1, all_found):.3f}"
                f"  recall {right / max(1, gold):.3f}"
            )


def _count(
    counts: Counter[tuple[str, str, str]],
    file: str,
    example: Example,
    found: list[tuple[int, int, str]],
) -> None:
    left = list(found)
    for gold in example.spans:
        counts[file, gold[2], "gold"] += 1
        match = next((span for span in left if _is_same(gold, span)), None)
        if match is not None:
            left.remove(match)
            counts[file, gold[2], "right"] += 1
    for _, _, label in found:
        counts[file, label, "found"] += 1


def _is_same(gold: tuple[int, int, str], span: tuple[int, int, str]) -> bool:
    shared = min(gold[1], span[1]) - max(gold[0], span[0])
    whole = max(gold[1], span[1]) - min(gold[0], span[0])
    return gold[2] == span[2] and shared > 0 and shared / whole >= _OVERLAP
