"""What the measurements share: a fresh vault for each haystack, filled through the program's own entry points, and
output.

The encoder is the real one; its vectors may come from the cache beside it. Vaults are made at the cheapest permitted
cost of key derivation, which none of these measurements is about.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.bench.embedding_cache import CachedEncoder
from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.recall import Encoder, Recall, default_encoder_folder
from vault.records import Role

PROJECT = Path(__file__).resolve().parents[2]
CACHE = PROJECT / "build" / "cache" / "embeddings"
OUTPUT = PROJECT / "build" / "bench"
# What is found must not depend on what else the machine does: the program itself waits two seconds.
ENCODER_TIMEOUT_S = 60.0
_PASSPHRASE = Secret(b"measuring needs no secret 7291")
_slow: list[int] = []  # questions answered by words alone, for each vault that was asked


@dataclass
class Store:
    """One person's vault with its recall; `ids` maps a turn of the vault to the id it has in the data."""

    vault: Vault
    recall: Recall
    ids: dict[str, str] = field(default_factory=dict)
    _conversations: dict[str, str] = field(default_factory=dict)
    _last: dict[str, datetime] = field(default_factory=dict)

    def add(self, row: Mapping[str, Any]) -> None:
        """Add one line of a corpus as a turn of its session's conversation.

        Some sets date only the first turn of a session: the others were said then too, one after the other.
        """
        session = str(row["session"])
        at = instant(row["time"]) if row.get("time") else None
        if at is None and session in self._last:
            at = self._last[session] + timedelta(seconds=1)
        if at is not None:
            self._last[session] = at
        if session not in self._conversations:
            self._conversations[session] = self.vault.conversations.create(at=at).id
        turn = self.vault.conversations.add_turn(
            self._conversations[session],
            Role(row["role"]),
            row["text"],
            at=at,
            speaker=row.get("speaker", ""),
            origin=str(row["id"]),
        )
        self.ids[turn.id] = str(row["id"])


def instant(local: str) -> datetime:
    """A time of the data, which names no zone, read as UTC."""
    return datetime.fromisoformat(local).replace(tzinfo=UTC)


def load_encoder() -> Encoder:
    """The shipped encoder, remembering by content hash."""
    return CachedEncoder.load_cached(default_encoder_folder(), CACHE)


@contextmanager
def fresh_store(encoder: Encoder | None) -> Iterator[Store]:
    """An empty vault in a temporary folder, closed and removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="keepsake-bench-") as folder:
        vault, _ = create_vault(Path(folder) / "vault", _PASSPHRASE, cost=FLOOR_COST)
        recall = patient_recall(vault, encoder)
        try:
            recall.start(background=False)
            yield Store(vault, recall)
        finally:
            recall.close()
            count_slow(recall)
            vault.close()


def patient_recall(vault: Vault, encoder: Encoder | None) -> Recall:
    """Recall that waits for the encoder as long as it takes."""
    return Recall(vault, encoder, encoder_timeout_s=ENCODER_TIMEOUT_S)


def count_slow(recall: Recall) -> None:
    """Remember how many questions the encoder was too slow for even so."""
    _slow.append(recall.status().by_words_alone)


def finish(
    options: argparse.Namespace, summary: Mapping[str, Any], raw: Sequence[Mapping[str, Any]] = ()
) -> int:
    """Write what was asked for and tell how many questions were answered by words alone; the exit status, 1 for any."""
    slow = sum(_slow)
    print(f"answered by words alone, since the encoder was too slow: {slow}")
    write_json(options.json, {**summary, "by_words_alone": slow})
    write_rows(options.raw, raw)
    return int(slow > 0)


def rows(file: Path) -> list[dict[str, Any]]:
    """The lines of a JSON Lines file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def by_haystack(lines: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Lines grouped by their haystack, in order."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        groups.setdefault(line["haystack"], []).append(line)
    return groups


def arguments(description: str, *, has_data: bool = True) -> argparse.ArgumentParser:
    """A parser with what every measurement takes."""
    parser = argparse.ArgumentParser(description=description)
    if has_data:
        parser.add_argument("data", type=Path, help="the folder with the measurement data")
    parser.add_argument("--json", type=Path, help="write the summary here")
    parser.add_argument("--raw", type=Path, help="write one line for each case here")
    return parser


def write_json(file: Path | None, value: Any) -> None:
    """Write a summary where one was asked for."""
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_rows(file: Path | None, lines: Sequence[Mapping[str, Any]]) -> None:
    """Write raw lines where they were asked for."""
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        file.write_text(text, encoding="utf-8")


def mean(values: Iterable[float]) -> float | None:
    """The mean to four digits, None of nothing."""
    listed = list(values)
    return round(sum(listed) / len(listed), 4) if listed else None


def area_under_curve(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """Chance that a positive's score is higher than a negative's, ties counting half."""
    if not positive or not negative:
        return None
    wins = sum((p > n) + 0.5 * (p == n) for p in positive for n in negative)
    return round(wins / (len(positive) * len(negative)), 4)
