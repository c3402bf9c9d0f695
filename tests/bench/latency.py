"""What a turn adds before the first word, against a raw httpx stream to the same server; the vault holds many memories.

`python -m tests.bench.latency --units N [--json F]`. The server answers at once, so what is measured is saving the
message, recall, the request, its receipt, and the first word on its way to the screen. The encoder's time for the
question is measured in the same run and told beside it. `masked` is the same for an endpoint that is not on this
machine, where names and numbers are found and replaced. Times are by the clock on the wall.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from contextlib import aclosing
from typing import Any

import httpx
import numpy as np

from assistant.events import TextDelta
from assistant.session import Session
from tests.assistant.servers import DONE, HostileServer, answering, event, serving
from tests.bench import harness
from tests.bench.speed import fill
from vault.recall import Encoder, Recall, default_encoder_folder
from vault.records import EndpointConfig

_QUERIES = 60
Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Measure what a turn adds before the first word.", has_data=False)
    parser.add_argument("--units", type=int, default=100_000, help="units in the index")
    options = parser.parse_args(arguments)
    encoder = Encoder.load(default_encoder_folder())
    summary: Row = {"units": options.units, **measure(encoder, options.units)}
    for name, value in summary.items():
        print(f"{name:28} {value}")
    harness.write_json(options.json, summary)
    return 0


def measure(encoder: Encoder, units: int) -> Row:
    """Fill a vault and time the encoder, the raw stream and whole turns, one after the other for each question."""
    with harness.fresh_store(encoder) as fresh:
        fresh.recall.close()
        words = fill(fresh.vault, encoder, units)
        recall = Recall(fresh.vault, encoder)
        recall.start()
        assert recall.wait_until_indexed(120.0), "the index is loaded"
        session = Session(fresh.vault, recall, encoder)
        try:
            return asyncio.run(_rounds(session, encoder, words))
        finally:
            session.close()


async def _rounds(session: Session, encoder: Encoder, words: list[str]) -> Row:
    draw = random.Random(11)
    times: dict[str, list[float]] = {"encoder": [], "raw": [], "turn": [], "masked": []}
    async with (
        serving(answering(event("Hello"), event(" there."), DONE)) as server,
        httpx.AsyncClient(trust_env=False) as client,
    ):
        for trust in ("local", "remote"):
            config = EndpointConfig(trust, "openai", server.origin, "m", trust)
            session.vault.endpoints.put(config)
        for number in range(_QUERIES + 3):
            question = " ".join(draw.choices(words[:4000], k=6)) + "?"
            row = {
                "raw": await _raw(client, server),
                "turn": await _turn(session, question, "local"),
                "masked": await _turn(session, question, "remote"),
                "encoder": _encoding(encoder, question),
            }
            if number >= 3:  # the first ones load what is loaded once
                for name, value in row.items():
                    times[name].append(value)
    encoding = _percentile(times["encoder"], 50)
    raw = _percentile(times["raw"], 50)
    found: Row = {"encoder_p50_ms": encoding, "raw_stream_p50_ms": raw}
    for name in ("turn", "masked"):
        for percent in (50, 95):
            added = _percentile(times[name], percent) - raw
            found[f"{name}_added_p{percent}_ms"] = round(added, 2)
            found[f"{name}_beside_encoder_p{percent}_ms"] = round(added - encoding, 2)
    return found


async def _raw(client: httpx.AsyncClient, server: HostileServer) -> float:
    """Milliseconds to the first bytes of a stream, with nothing but httpx, whose client is there already."""
    started = time.perf_counter()
    async with client.stream(
        "POST", f"{server.origin}/v1/chat/completions", json={"stream": True}
    ) as response:
        async for _ in response.aiter_bytes():
            return (time.perf_counter() - started) * 1000
    raise AssertionError("the server says something")


async def _turn(session: Session, question: str, endpoint: str) -> float:
    """Milliseconds from the message to the first word of its reply; the turn is then read to its end."""
    # Between two messages a person reads: what the last one left to be indexed is not this one's cost.
    await asyncio.to_thread(session.recall.wait_until_indexed, 10.0)
    started, first = time.perf_counter(), 0.0
    async with aclosing(session.ask(question, endpoint=endpoint)) as events:  # type: ignore[type-var]
        async for item in events:
            if isinstance(item, TextDelta) and not first:
                first = (time.perf_counter() - started) * 1000
    assert first, "the turn has words"
    return first


def _encoding(encoder: Encoder, question: str) -> float:
    started = time.perf_counter()
    encoder.encode_queries([question])
    return (time.perf_counter() - started) * 1000


def _percentile(values: list[float], percent: float) -> float:
    return round(float(np.percentile(values, percent)), 2)


if __name__ == "__main__":
    sys.exit(main())
