"""How fast is recall, against yardsticks taken in the same run: the encoder's raw throughput and one exact int8 scan.

`python -m tests.bench.speed --units N [--json F] [--ranking-only]`. Ingestion runs texts of the project's own making
through vault and encoder. Ranking runs over N units whose words are drawn by Zipf's law and whose vectors are
synthetic, stored in the vault and loaded from it as at unlock, so that the size of the index, not the encoder, is
measured. `recall` is a question from text to chosen units, `ranking` ends with units in order: its p95 over one scan is
what the design bounds. `recall_beside_encoding` is what a whole recall takes by the clock on the wall less what the
encoder took in that same recall. Times of the processor are those of the asking thread alone (the encoder runs on
another): they hold on a machine that has other work.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from tests.bench import harness
from vault import Vault
from vault.codec import to_us
from vault.ids import new_id
from vault.privacy import for_index
from vault.recall import Encoder, Recall, default_encoder_folder, lexical, store, vectors
from vault.recall.filters import Filter
from vault.recall.query import understand
from vault.recall.ranking import QueryVectors
from vault.recall.texts import Said, context_passage, own_passage
from vault.recall.tokens import token_keys, tokenize
from vault.records import Role

_START = datetime(2026, 1, 1, tzinfo=UTC)
_VOCABULARY = 30_000
_WORDS_IN_A_TURN = 24
_TURNS_IN_A_CONVERSATION = 20
_QUERIES = 60
_INGESTED = 240
_SUBJECTS = "my sister,the dentist,Hanna,the project,our team,my neighbour,Okafor,the course,my bike".split(
    ","
)
_VERBS = "moved to,asked about,paid for,cancelled,finished,forgot,recommended,sold,planned".split(",")
_OBJECTS = "Oslo,the invoice,a blue tent,the second draft,the heating,Thai food,the exam,a tandem".split(",")
Row = dict[str, Any]


class TimedEncoder(Encoder):
    """The encoder, noting how long each call for questions took, in seconds."""

    spent_s: list[float]

    def encode_queries(self, texts: Sequence[str]) -> Any:
        started = time.perf_counter()
        try:
            return super().encode_queries(texts)
        finally:
            self.spent_s.append(time.perf_counter() - started)


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Measure the speed of recall.", has_data=False)
    parser.add_argument("--units", type=int, default=100_000, help="units in the index")
    parser.add_argument("--ranking-only", action="store_true", help="leave ingestion out")
    options = parser.parse_args(arguments)
    encoder = TimedEncoder.load(default_encoder_folder())
    assert isinstance(encoder, TimedEncoder)
    encoder.spent_s = []
    summary: Row = {"units": options.units, "encoder_id": encoder.encoder_id}
    if not options.ranking_only:
        summary |= ingestion(encoder)
    summary |= ranking(encoder, options.units)
    for name, value in summary.items():
        print(f"{name:28} {value}")
    harness.write_json(options.json, summary)
    return int(summary["by_words_alone"] > 0)


def ingestion(encoder: Encoder) -> Row:
    """Texts a second through the vault and recall, against the encoder alone on exactly the same texts."""
    draw = random.Random(3)
    texts = [_sentence(draw, number) for number in range(_INGESTED)]
    with harness.fresh_store(encoder) as fresh:
        started = time.perf_counter()
        conversations = [
            fresh.vault.conversations.create().id for _ in range(_INGESTED // _TURNS_IN_A_CONVERSATION)
        ]
        for number, text in enumerate(texts):
            fresh.vault.conversations.add_turn(
                conversations[number // _TURNS_IN_A_CONVERSATION], Role.USER, text
            )
        stored_s = time.perf_counter() - started
        started = time.perf_counter()
        fresh.recall.index_now()
        indexed_s = time.perf_counter() - started
    started = time.perf_counter()
    encoder.encode_passages([own_passage(Said("", text)) for text in texts])
    encoder.encode_passages(_contexts(texts))
    raw_s = time.perf_counter() - started
    return {
        "encoder_texts_per_s": round(2 * _INGESTED / raw_s, 1),
        "ingested_turns_per_s": round(_INGESTED / indexed_s, 1),
        "stored_turns_per_s": round(_INGESTED / stored_s, 1),
        "ingestion_share_of_encoder": round(raw_s / indexed_s, 3),
    }


def _sentence(draw: random.Random, number: int) -> str:
    parts = [draw.choice(_SUBJECTS), draw.choice(_VERBS), draw.choice(_OBJECTS)]
    more = [draw.choice(_SUBJECTS), draw.choice(_VERBS), draw.choice(_OBJECTS)]
    return f"Day {number}: {' '.join(parts)}, and then {' '.join(more)}."


def _contexts(texts: list[str]) -> list[str]:
    said = [Said("", text) for text in texts]
    found = []
    for place in range(len(said)):
        first = place - place % _TURNS_IN_A_CONVERSATION
        last = min(first + _TURNS_IN_A_CONVERSATION, len(said))
        found.append(
            context_passage(
                said[max(first, place - 2) : place],
                said[place],
                said[place + 1 : min(place + 2, last)],
                _START,
            )
        )
    return found


def ranking(encoder: TimedEncoder, units: int) -> Row:
    """Recall over many units: load, memory, and times against one scan of the same vectors."""
    with harness.fresh_store(encoder) as fresh:
        fresh.recall.close()
        words = fill(fresh.vault, encoder, units)
        gc.collect()
        recall = Recall(fresh.vault, encoder)
        started, started_cpu = time.perf_counter(), time.process_time()
        recall.start(background=False)
        unlock_s, unlock_cpu_s = time.perf_counter() - started, time.process_time() - started_cpu
        try:
            status = recall.status()
            result = _times(recall, encoder, words)
        finally:
            recall.close()
    return {
        "load_s": round(unlock_s, 2),
        "load_cpu_s": round(unlock_cpu_s, 2),
        "index_mb": round(status.size_bytes / 1e6, 1),
        "waiting": status.pending,
        **result,
    }


def _times(recall: Recall, encoder: TimedEncoder, words: list[str]) -> Row:
    draw = random.Random(5)
    queries = [" ".join(draw.choices(words[:4000], k=6)) + "?" for _ in range(_QUERIES)]
    whole = _measured(lambda number: recall.recall(queries[number]))
    encoding = [seconds * 1000 for seconds in encoder.spent_s[-_QUERIES:]]
    beside = [all_ms - encoder_ms for all_ms, encoder_ms in zip(whole, encoding, strict=True)]
    matrix = recall._index.vectors
    assert matrix is not None
    both = np.concatenate([rows.values for rows in matrix._first])
    query, _ = vectors.quantise(
        np.random.default_rng(1).normal(size=(1, matrix.dimension)).astype(np.float32)
    )
    scan = _measured(lambda _: vectors.scan(query[0], both))
    scan_cpu = _measured(lambda _: vectors.scan(query[0], both), time.thread_time)
    whole_cpu = _measured(lambda number: recall.recall(queries[number]), time.thread_time)
    finding = _finding(recall, encoder, queries)
    found, found_cpu = _measured(finding), _measured(finding, time.thread_time)
    return {
        "query_encoding_p50_ms": _percentile(encoding, 50),
        "recall_p50_ms": _percentile(whole, 50),
        "recall_p95_ms": _percentile(whole, 95),
        "by_words_alone": recall.status().by_words_alone,
        "scan_ms": _percentile(scan, 50),
        **_against("ranking", found, scan),
        **_against("recall_beside_encoding", beside, scan),
        "scan_cpu_ms": _percentile(scan_cpu, 50),
        **_against("ranking_cpu", found_cpu, scan_cpu),
        **_against("recall_cpu", whole_cpu, scan_cpu),
    }


def _against(name: str, times: list[float], scans: list[float]) -> Row:
    """Milliseconds at p95, and how many scans they are."""
    slow = _percentile(times, 95)
    return {f"{name}_p95_ms": slow, f"{name}_p95_over_scan": round(slow / _percentile(scans, 50), 2)}


def _finding(recall: Recall, encoder: Encoder, queries: list[str]) -> Callable[[int], object]:
    """Ranking by itself, from vectors to ranked units with a verdict, without the texts read and chosen after it."""
    now = recall._clock()
    understood = [understand(text, (), now, for_index) for text in queries]
    encoded = encoder.encode_queries(queries)
    wanted = Filter(at_us=to_us(now))
    return lambda number: recall._find(understood[number], QueryVectors(encoded[number]), wanted, 20)


def _measured(action: Callable[[int], object], clock: Callable[[], float] = time.perf_counter) -> list[float]:
    action(0)
    times = []
    for number in range(_QUERIES):
        started = clock()
        action(number)
        times.append((clock() - started) * 1000)
    return times


def _percentile(values: list[float], percent: float) -> float:
    return round(float(np.percentile(values, percent)), 2)


def fill(vault: Vault, encoder: Encoder, units: int) -> list[str]:
    """Write turns, their packed words and random vectors straight into the store; returns the vocabulary."""
    random_state = np.random.default_rng(7)
    words = [f"w{number}x" for number in range(_VOCABULARY)]
    keys = [token_keys(tokenize(word)) for word in words]
    shares = 1 / np.arange(1, _VOCABULARY + 1)
    drawn = random_state.choice(_VOCABULARY, size=(units, _WORDS_IN_A_TURN), p=shares / shares.sum())
    conversations = [
        vault.conversations.create(at=_START).id for _ in range(1 + units // _TURNS_IN_A_CONVERSATION)
    ]
    for start in range(0, units, 10_000):
        numbers = range(start, min(start + 10_000, units))
        ids = [new_id("t_", _START + timedelta(milliseconds=number)) for number in numbers]
        made = random_state.normal(size=(2, len(numbers), encoder.dimension)).astype(np.float32)
        made /= np.linalg.norm(made, axis=2, keepdims=True)

        def write(
            connection: store.Connection, numbers: range = numbers, ids: list[str] = ids, made: Any = made
        ) -> None:
            connection.executemany(
                "INSERT INTO turns (id, conversation_id, position, role, text, said_us, zone, state)"
                " VALUES (?, ?, ?, 'user', ?, ?, 'UTC', 'complete')",
                [
                    (turn_id, conversations[n // _TURNS_IN_A_CONVERSATION], n % _TURNS_IN_A_CONVERSATION,
                     " ".join(words[word] for word in drawn[n]), n)
                    for turn_id, n in zip(ids, numbers, strict=True)
                ],
            )  # fmt: skip
            packed = [lexical.pack(key for word in drawn[n] for key in keys[word]) for n in numbers]
            store.write_tokens(
                connection, [(("turn", turn_id), p) for turn_id, p in zip(ids, packed, strict=True)]
            )
            for form, rows in zip(vectors.FORMS, made, strict=True):
                stored = [
                    store.StoredVector("turn", turn_id, form, 0, vectors.pack(row))
                    for turn_id, row in zip(ids, rows, strict=True)
                ]
                store.write_vectors(connection, encoder.encoder_id, encoder.dimension, stored)

        vault.db.write(write)
    return words


if __name__ == "__main__":
    sys.exit(main())
