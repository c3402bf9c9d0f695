"""Requests that can only be met with what was said in earlier conversations, with memory off, facts only,
and so on up.

A task is a need told over several conversations and a request in a new one. It is met where the text that
is sent to the endpoint holds all that is needed and nothing that was superseded. The columns take layers
away by forgetting what is in them, so that their words are nowhere: off (memory off), facts, facts and
preferences, and relations with them. Raw line: id, column, met, missing, stale.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assistant.session import Session
from tests.bench.harness import arguments, count_slow, finish, load_encoder, patient_recall, rows
from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.header import Header
from vault.lock import VaultLock
from vault.opening import open_with_data_key
from vault.recall import Encoder
from vault.records import EndpointConfig, Layer

DATA = Path(__file__).with_name("data") / "multi_session.jsonl"
COLUMNS = ("off", "facts", "+ preferences", "+ relations")
_LEFT_OUT: Mapping[str, frozenset[Layer]] = {
    "off": frozenset(),
    "facts": frozenset({Layer.PREFERENCE, Layer.RELATIONSHIP}),
    "+ preferences": frozenset({Layer.RELATIONSHIP}),
    "+ relations": frozenset(),
}
_PASSPHRASE = Secret(b"measuring needs no secret 7291")
_BEGIN = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)


class Listener:
    """A server that answers every chat with one sentence and keeps the text of the last request."""

    def __init__(self) -> None:
        self.sent = ""
        self.port = 0

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        size = int(head.split("content-length:")[1].split("\r\n")[0])
        body = json.loads(await reader.readexactly(size))
        self.sent = "\n".join(str(message["content"]) for message in body["messages"])
        event = {"choices": [{"index": 0, "delta": {"content": "Noted."}, "finish_reason": "stop"}]}
        answer = f"data: {json.dumps(event)}\n\ndata: [DONE]\n\n".encode()
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + answer
        )
        await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


class Bench:
    """Plays tasks with one encoder and copies of one empty vault."""

    def __init__(self, folder: Path, encoder: Encoder | None) -> None:
        self._folder, self._encoder = folder, encoder
        vault, _ = create_vault(folder / "blank", _PASSPHRASE, clock=lambda: _BEGIN, cost=FLOOR_COST)
        self._header, self._key = vault.slots.header, vault.slots._data_key
        vault.close()

    def run(self, task: Mapping[str, Any], columns: Sequence[str] = COLUMNS) -> dict[str, list[list[str]]]:
        """Missing and stale patterns by column."""
        self._told(task)
        return {column: self._asked(task, column) for column in columns}

    def _told(self, task: Mapping[str, Any]) -> None:
        """Make a vault in which everything was said, each in a conversation of its own, a day apart."""
        path = self._folder / task["id"]
        shutil.copytree(self._folder / "blank", path)
        with self._session(path) as session:

            async def tell() -> None:
                for day, text in enumerate(task["said"]):
                    at = _BEGIN + timedelta(days=day)
                    async for _ in session.ask(text, f"day-{day}", at=at):
                        pass

            asyncio.run(tell())

    def _asked(self, task: Mapping[str, Any], column: str) -> list[list[str]]:
        path = self._folder / f"{task['id']}-asked"
        shutil.copytree(self._folder / task["id"], path)
        with self._session(path) as session:
            memories = session.vault.memories
            left_out = [one.id for one in memories.list(None) if one.layer in _LEFT_OUT[column]]
            if left_out:
                memories.forget(left_out)
            if column == "off":
                session.vault.settings.set("memory.mode", "off")
            sent = asyncio.run(self._sent(session, task["request"]))
        shutil.rmtree(path)
        folded = sent.casefold()
        missing = [word for word in task["needs"] if word.casefold() not in folded]
        stale = [word for word in task["superseded"] if word.casefold() in folded]
        return [missing, stale]

    async def _sent(self, session: Session, request: str) -> str:
        """The text of the request without the question itself, which must not meet its own need."""
        listener = Listener()
        async with listener.running():
            url = f"http://127.0.0.1:{listener.port}/v1"
            session.vault.endpoints.put(EndpointConfig("listener", "openai", url, "m", "local"))
            session.recall.wait_until_indexed(30.0)
            at = _BEGIN + timedelta(days=9)
            async for _ in session.ask(request, "asking", endpoint="listener", at=at):
                pass
        return listener.sent.replace(request, "")

    @contextlib.contextmanager
    def _session(self, path: Path) -> Iterator[Session]:
        vault = self._open(path)
        vault.settings.set("memory.mode", "auto")
        vault.settings.set("extraction.model", value=False)
        recall = patient_recall(vault, self._encoder)
        recall.start()
        with Session(vault, recall, self._encoder) as session:
            yield session
        count_slow(recall)

    def _open(self, path: Path) -> Vault:
        header: Header = self._header
        path.chmod(0o700)
        return open_with_data_key(path, header, self._key, lock=VaultLock(path), clock=lambda: _BEGIN)


def measure(
    tasks: Sequence[Mapping[str, Any]], encoder: Encoder | None, columns: Sequence[str] = COLUMNS
) -> tuple[dict[str, dict[str, int]], list[dict[str, Any]]]:
    """Met and total by language and column, and a raw line for each task and column."""
    met: Counter[tuple[str, str]] = Counter()
    total: Counter[str] = Counter(task["lang"] for task in tasks)
    raw: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="keepsake-bench-") as folder:
        bench = Bench(Path(folder), encoder)
        for task in tasks:
            for column, (missing, stale) in bench.run(task, columns).items():
                is_met = not missing and not stale
                met[task["lang"], column] += is_met
                raw.append(
                    {"id": task["id"], "column": column, "met": is_met, "missing": missing, "stale": stale}
                )
    summary = {
        language: {"total": total[language], **{column: met[language, column] for column in columns}}
        for language in sorted(total)
    }
    return summary, raw


def main() -> int:
    """Run all tasks and print the four columns by language; returns the exit status."""
    parser = arguments("Requests that need what was said in earlier conversations.", has_data=False)
    parser.add_argument("--only", default="", help="only ids that contain this")
    parser.add_argument("--without-encoder", action="store_true", help="words only")
    options = parser.parse_args()
    tasks = [task for task in rows(DATA) if options.only in task["id"]]
    encoder = None if options.without_encoder else load_encoder()
    summary, raw = measure(tasks, encoder)
    for line in raw:
        if line["column"] == COLUMNS[-1] and not line["met"]:
            print(f"{line['id']}: missing {line['missing']} stale {line['stale']}")
    print(f"{'':10}" + "".join(f"{column:>15}" for column in COLUMNS))
    for language, counts in summary.items():
        shares = "".join(f"{counts[column]:>8} of {counts['total']:<3}" for column in COLUMNS)
        print(f"{language:10}{shares}")
    return finish(options, summary, raw)


if __name__ == "__main__":
    sys.exit(main())
