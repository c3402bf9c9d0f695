"""OpenAI-compatible chat completions, as many different servers really speak them.

Owns the addresses, the request body and the reading of replies; every byte goes through `assistant.egress`.
The quirks it survives are listed on the design page "Endpoints and turns"; tests/assistant/servers.py plays
each over a real socket.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import AsyncIterator, Mapping

from assistant.budget import DEFAULT_CONTEXT_TOKENS
from assistant.egress import Exchange, Gate, Outgoing
from assistant.endpoints.address import candidate_bases
from assistant.endpoints.protocol import ChatRequest, Message, Piece, TestStep
from assistant.endpoints.reading import ReplyReader, error_for, message_of
from assistant.errors import (
    EndpointError,
    EndpointPathMissing,
    EndpointRejected,
    EndpointUnreadable,
    ToolsRefused,
)
from assistant.sse import EventTooLarge, SseReader
from vault.records import EndpointConfig

# Where a server rejects a parameter it is renamed or left out, once, and that is remembered for this model.
_RENAMED = {"max_tokens": "max_completion_tokens"}
_REQUIRED = frozenset({"model", "messages"})


class OpenAIEndpoint:
    """One endpoint; keeps what it learnt about the server (working address, refused parameters) for its own
    lifetime.
    """

    is_builtin = False

    def __init__(self, config: EndpointConfig, gate: Gate) -> None:
        self.config = config
        self._gate = gate
        self._bases = candidate_bases(config.url)
        self._refused: dict[str, set[str]] = {}

    @property
    def name(self) -> str:
        return self.config.name

    @property
    def context_tokens(self) -> int:
        return int(self.config.options.get("context_tokens", DEFAULT_CONTEXT_TOKENS))

    async def trust(self) -> str:
        """Where the address leads. Raises: EndpointError when the name cannot be resolved."""
        return await self._gate.trust(self.config, self._bases[0])

    async def stream(self, request: ChatRequest) -> AsyncIterator[Piece]:
        """The reply in pieces. Raises: EndpointError, SendRefused; pieces given before an error are good. ToolsRefused
        where the request offers tools and this model is known to take none.
        """
        if request.tools and "tools" in self._refused.get(self.config.model, ()):
            raise ToolsRefused
        async for piece in self._attempts(request, self._options(request, is_streaming=True)):
            yield piece

    def wire_body(self, request: ChatRequest) -> bytes:
        """The body as the next attempt would send it."""
        return self._outgoing(request, self._options(request, is_streaming=True)).body

    async def _attempts(self, request: ChatRequest, options: dict[str, object]) -> AsyncIterator[Piece]:
        """Try the address forms in turn on 404, and once more without a parameter that a 400 names. Never
        after a first token.
        """
        retried = False
        while True:
            try:
                async for piece in self._once(request, options):
                    yield piece
                return
            except EndpointPathMissing:
                if len(self._bases) < 2:
                    raise
                self._bases = self._bases[1:]
            except EndpointRejected as error:
                parameter = str(error.details.get("parameter", ""))
                if retried or parameter not in options or parameter in _REQUIRED:
                    raise
                self._refused.setdefault(self.config.model, set()).add(parameter)
                if isinstance(error, ToolsRefused):
                    raise
                retried = True
                options = self._options(request, is_streaming=bool(options.get("stream")))
                yield Piece("note", "note.parameter_refused", {"parameter": parameter})

    async def _once(self, request: ChatRequest, options: Mapping[str, object]) -> AsyncIterator[Piece]:
        outgoing = self._outgoing(request, options)
        reader = ReplyReader()
        async with self._gate.exchange(outgoing) as exchange:
            yield _sent(exchange, outgoing, request)
            await _raise_for_status(exchange, frozenset(options))
            events = SseReader()
            async for chunk in exchange.chunks():
                for piece in _read(reader, events, chunk):
                    if piece.kind in ("text", "thinking"):
                        exchange.mark_first_token()
                    yield piece
                if reader.is_done:
                    break
            for item in events.close():
                for piece in reader.item(item):
                    yield piece
        for piece in reader.finish(dropped=events.dropped):
            yield piece

    def _options(self, request: ChatRequest, *, is_streaming: bool) -> dict[str, object]:
        """The request's parameters beside model and messages, without those this model has refused."""
        given = self.config.options
        wanted: dict[str, object] = {"model": self.config.model}
        if is_streaming:
            wanted |= {"stream": True, "stream_options": {"include_usage": True}}
        if "temperature" in given:
            wanted["temperature"] = float(given["temperature"])
        most = request.max_tokens or int(given.get("max_tokens", "0"))
        if most:
            wanted["max_tokens"] = most
        if request.schema is not None:
            named = {"name": "reply", "strict": True, "schema": request.schema}
            wanted["response_format"] = {"type": "json_schema", "json_schema": named}
        wanted |= _offered(request)
        refused = self._refused.get(self.config.model, set())
        for name in sorted(refused):
            value = wanted.pop(name, None)
            if value is not None and name in _RENAMED and _RENAMED[name] not in refused:
                wanted[_RENAMED[name]] = value
        if "stream" in refused:
            wanted.pop("stream_options", None)
        return wanted

    def _outgoing(self, request: ChatRequest, options: Mapping[str, object]) -> Outgoing:
        body = {**options, "messages": [m.as_json() for m in request.messages if not m.is_blank]}
        encoded = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        accept = "text/event-stream" if options.get("stream") else "application/json"
        return Outgoing(
            purpose=request.purpose,
            endpoint=self.config,
            url=f"{self._bases[0]}/chat/completions",
            body=encoded,
            headers={**self._headers(), "Content-Type": "application/json", "Accept": accept},
            replaced=request.replaced,
            memory_ids=request.memory_ids,
            conversation_id=request.conversation_id,
            turn_id=request.turn_id,
            keeps_body=request.keeps_body,
            assumed_trust=request.assumed_trust,
            is_approved=request.is_approved,
        )

    def _headers(self) -> dict[str, str]:
        headers = {
            name.removeprefix("header."): value
            for name, value in self.config.options.items()
            if name.startswith("header.")
        }
        if self.config.key:
            headers["Authorization"] = f"Bearer {self.config.key}"
        return headers

    async def models(self) -> list[str]:
        """The ids the server lists, sorted. Raises: EndpointError; EndpointPathMissing where it has no such list."""
        for position, base in enumerate(self._bases):
            outgoing = Outgoing(
                "models", self.config, f"{base}/models", method="GET", headers=self._headers()
            )
            try:
                async with self._gate.exchange(outgoing) as exchange:
                    await _raise_for_status(exchange, frozenset())
                    return _model_ids(await exchange.read())
            except EndpointPathMissing:
                if position == len(self._bases) - 1:
                    raise
        raise EndpointPathMissing

    async def test(self) -> AsyncIterator[TestStep]:
        """Name, TLS, model list, one short answer, one streamed answer: each step with its outcome. A
        missing model list
        does not end the test; anything else that fails does."""
        started = time.monotonic()
        try:
            trust = await self.trust()
        except EndpointError as error:
            yield TestStep("name", False, "", time.monotonic() - started, error)
            return
        yield TestStep("name", True, trust, time.monotonic() - started)
        started = time.monotonic()
        listed, failure = await self._try_models()
        # Any HTTP answer at all proves that the connection and, for https, the certificate were good.
        is_connected = failure is None or failure.code not in _NO_CONNECTION
        is_tls = self._bases[0].startswith("https")
        yield TestStep(
            "tls",
            is_connected,
            "https" if is_tls else "http",
            time.monotonic() - started,
            None if is_connected else failure,
        )
        if not is_connected:
            return
        yield TestStep("models", failure is None, ", ".join(listed[:20]), time.monotonic() - started, failure)
        if failure is not None and failure.code not in _NO_LIST:
            return
        for name, is_streaming in (("chat", False), ("stream", True)):
            step = await self._try_chat(name, is_streaming)
            yield step
            if not step.is_ok:
                return

    async def _try_models(self) -> tuple[list[str], EndpointError | None]:
        try:
            return await self.models(), None
        except EndpointError as error:
            return [], error

    async def _try_chat(self, name: str, is_streaming: bool) -> TestStep:
        request = ChatRequest((Message("user", "Say OK."),), "", "en", purpose="test")
        started, text = time.monotonic(), ""
        try:
            async for piece in self._attempts(request, self._options(request, is_streaming=is_streaming)):
                if piece.kind in ("text", "thinking"):
                    text += piece.text
        except EndpointError as error:
            return TestStep(name, False, "", time.monotonic() - started, error)
        failure = None if text.strip() else EndpointUnreadable("The endpoint answered without any text.")
        return TestStep(name, failure is None, text.strip()[:60], time.monotonic() - started, failure)


_NO_CONNECTION = frozenset(
    {"endpoint_unreachable", "endpoint_tls_failed", "endpoint_timed_out", "endpoint_dropped"}
)
# Many servers have no list of models, or refuse it while they answer chats.
_NO_LIST = frozenset(
    {
        "endpoint_path_missing",
        "endpoint_unreadable",
        "endpoint_forbidden",
        "endpoint_rejected",
        "endpoint_broken",
    }
)


def _offered(request: ChatRequest) -> dict[str, object]:
    """The tools of a request as the protocol writes them; nothing where it offers none."""
    if not request.tools:
        return {}
    return {
        "tools": [
            {"type": "function",
             "function": {"name": t.name, "description": t.description, "parameters": t.parameters}}
            for t in request.tools
        ]
    }  # fmt: skip


def _sent(exchange: Exchange, outgoing: Outgoing, request: ChatRequest) -> Piece:
    data: dict[str, str | int] = {
        "receipt": exchange.receipt.id,
        "size_bytes": len(outgoing.body),
        "trust": request.assumed_trust,
    }
    return Piece("sent", data=data)


def _read(reader: ReplyReader, events: SseReader, chunk: bytes) -> list[Piece]:
    try:
        return [piece for item in events.feed(chunk) for piece in reader.item(item)]
    except EventTooLarge as error:
        raise EndpointUnreadable("One event of the reply is too large.") from error


async def _raise_for_status(exchange: Exchange, parameters: frozenset[str]) -> None:
    if exchange.status < 400:
        return
    body = await exchange.read(64 * 1024)
    raise error_for(exchange.status, exchange.headers, message_of(body), parameters)


def _model_ids(body: bytes) -> list[str]:
    try:
        value = json.loads(body)
    except ValueError as error:
        raise EndpointUnreadable from error
    entries = value.get("data", value.get("models")) if isinstance(value, dict) else value
    if not isinstance(entries, list):
        raise EndpointUnreadable
    ids = [
        e if isinstance(e, str) else e.get("id") or e.get("name") or e.get("model")
        for e in entries
        if isinstance(e, str | dict)
    ]
    return sorted({re.sub(r"^models/", "", i) for i in ids if isinstance(i, str) and i})
