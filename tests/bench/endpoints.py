"""What the clients of model servers survive: every quirk through a whole turn, and streams that nobody would write.

`python -m tests.bench.endpoints [--examples N] [--json F]` prints a line a quirk, the sum, and how many streams were
read in how many protocols; the exit status is 1 where anything failed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings

from assistant.session import Session
from tests.assistant.endpoints.quirk import play, table
from tests.assistant.endpoints.quirks import all_quirks
from tests.assistant.endpoints.streams import DIALECTS, STREAMS, cut, faults, read
from tests.bench import harness
from vault import FLOOR_COST, Secret, create_vault


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Play the quirks of model servers.", has_data=False)
    parser.add_argument("--examples", type=int, default=3000, help="streams for each protocol")
    options = parser.parse_args(arguments)
    passed, total = quirks()
    streams, longest_ms = fuzz(options.examples)
    print(
        f"{streams} streams of any bytes in any cuts, {len(DIALECTS)} protocols, the slowest {longest_ms:.1f} ms"
    )
    summary: dict[str, Any] = {"quirks_passed": passed, "quirks": total, "streams": streams,
                               "slowest_stream_ms": round(longest_ms, 2)}  # fmt: skip
    harness.write_json(options.json, summary)
    return 0 if passed == total else 1


def quirks() -> tuple[int, int]:
    """Those survived and all; prints the table."""
    with tempfile.TemporaryDirectory() as folder:
        vault, _ = create_vault(Path(folder) / "vault", Secret("measuring needs no secret"), cost=FLOOR_COST)
        with Session.over(vault, zone="Europe/Oslo") as session:
            results = [(quirk, asyncio.run(play(session, quirk))) for quirk in all_quirks()]
    print(table(results))
    return sum(not wrong for _, wrong in results), len(results)


def fuzz(examples: int) -> tuple[int, float]:
    """Streams read, and milliseconds of the slowest. Raises what a reader should not have."""
    seconds = [second for make in DIALECTS.values() for second in _survived(make, examples)]
    return len(seconds), max(seconds) * 1000


def _survived(make: Callable[[], Any], examples: int) -> list[float]:
    """The seconds that each of so many streams took."""
    seconds: list[float] = []

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(STREAMS)
    def survive(stream: tuple[bytes, list[int]]) -> None:
        started = time.process_time()
        pieces, _ = read(make(), cut(*stream))
        seconds.append(time.process_time() - started)
        assert faults(pieces) == []

    survive()
    return seconds


if __name__ == "__main__":
    sys.exit(main())
