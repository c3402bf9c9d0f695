"""A chat server of any protocol: sends through the gate, tries again where that costs nothing, and reads the reply.

A request is sent again only after an answer of 400 and above, which nobody bills, and never after a first token:
without a parameter that the server refused, at another form of the address after a 404, and after the time that a 429
or 503 asked for, counted down before the user's eyes.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing

from assistant.egress import Gate
from assistant.endpoints.connection_test import steps_of
from assistant.endpoints.dialect import Dialect, ObjectReader, ReplyReader
from assistant.endpoints.failures import LOADING_RETRY_S, error_for, message_of
from assistant.endpoints.protocol import ChatRequest, Piece, TestStep
from assistant.endpoints.refusals import Refusals
from assistant.endpoints.token_counter import PATH as TOKENIZE_PATH
from assistant.endpoints.token_counter import SERVER_NAME, TokenCounter
from assistant.endpoints.token_scale import TokenScale
from assistant.errors import (
    EndpointBroken,
    EndpointError,
    EndpointHeaderInvalid,
    EndpointLimited,
    EndpointPathMissing,
    EndpointRejected,
    EndpointUnreadable,
    SendRefused,
    ToolsRefused,
)
from assistant.exchange import Exchange
from assistant.json_stream import EventTooLarge
from assistant.outgoing import Outgoing
from vault.records import EndpointConfig

# Together, for one reply. A server that asks for longer gets no second request; the user is told the time.
MAX_WAIT_S = 90.0
COUNT_TIMEOUT_S = 3.0  # then the estimate does
MAX_REFUSED_PARAMETERS = 4
MAX_WAITS = 3  # without those for a model that is being loaded
# Source: RFC 9110, section 5; beyond ASCII nothing is sent, since servers disagree on what it means.
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\x20-\x7e\t]*")


class ChatEndpoint:
    """One endpoint; keeps what it learnt about the server (working address, refused parameters). Generators are closed
    from the outside in, so that a reply that nobody reads on leaves no open socket."""

    is_builtin = False

    def __init__(
        self,
        config: EndpointConfig,
        gate: Gate,
        dialect: Dialect,
        refusals: Refusals | None = None,
        *,
        scale: TokenScale | None = None,
        counter: TokenCounter | None = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`wait` passes the given seconds of a countdown."""
        self.config = config
        self.dialect = dialect
        self._gate = gate
        self._bases = dialect.bases(config.url)
        self._working = ""
        self._refusals = refusals or Refusals()
        self._scale = scale or TokenScale()
        self._counter = counter or TokenCounter()
        self._wait = wait

    @property
    def name(self) -> str:
        return self.config.name

    @property
    def context_tokens(self) -> int:
        """The model's context in tokens as `assistant.budget` estimates them, corrected by what its server counted."""
        return self._scale.room(self.own_context_tokens)

    @property
    def own_context_tokens(self) -> int:
        return int(self.config.options.get("context_tokens", self.dialect.default_context_tokens))

    async def count_tokens(self, texts: Sequence[str]) -> Mapping[str, int] | None:
        """Asked of a llama.cpp server on this machine, once for each text; None of any other, or where it fails."""
        counter = self._counter
        if not counter.is_offered:
            return None
        missing = counter.missing(texts)
        try:
            if await self.trust() != "local":
                return None
            if missing and not counter.learn(missing, await self._counted(counter.body(missing))):
                return None
        except (EndpointError, SendRefused, TimeoutError):
            counter.is_offered = False
            return None
        return counter.counts(texts)

    async def _counted(self, body: bytes) -> bytes:
        url = self._bases[0].removesuffix("/v1") + TOKENIZE_PATH
        headers = {"Content-Type": "application/json", **self._headers()}
        outgoing = Outgoing("tokens", self.config, url, body=body, headers=headers, assumed_trust="local")
        async with asyncio.timeout(COUNT_TIMEOUT_S), self._gate.exchange(outgoing) as exchange:
            await raise_for_status(exchange, frozenset())
            return await exchange.read()

    @property
    def takes_form(self) -> bool:
        """Until the server has refused it."""
        name = self.dialect.form_parameter
        return bool(name) and not self._refusals.knows(self.config.model, name)

    @property
    def is_encrypted(self) -> bool:
        return self._bases[0].startswith("https")

    async def trust(self) -> str:
        """Where the address leads. Raises: EndpointError when the name cannot be resolved."""
        return await self._gate.trust(self.config, self._bases[0])

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """The reply in pieces. Raises: EndpointError, SendRefused; pieces given before an error are good. ToolsRefused
        where the request offers tools and this model is known to take none.
        """
        if request.tools and self._refusals.knows(self.config.model, "tools"):
            raise ToolsRefused
        async with aclosing(self.answer(request, is_streaming=True)) as pieces:
            async for piece in pieces:
                yield piece

    def wire_body(self, request: ChatRequest) -> bytes:
        """The body as the next attempt would send it."""
        wanted = self.dialect.parameters(self.config, request, is_streaming=True)
        return self._body(request, self._refusals.apply(self.config.model, wanted))

    async def answer(self, request: ChatRequest, *, is_streaming: bool) -> AsyncGenerator[Piece, None]:
        """As `stream`; not streaming, the whole reply comes in one object."""
        wanted = self.dialect.parameters(self.config, request, is_streaming=is_streaming)
        waited_s, waits, refused = 0.0, 0, 0
        while True:
            options = self._refusals.apply(self.config.model, wanted)
            try:
                async with aclosing(self._at_any_base(request, options)) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            except EndpointRejected as error:
                refused += 1
                yield self._without(error, options, is_last=refused > MAX_REFUSED_PARAMETERS)
            except (EndpointLimited, EndpointBroken) as error:
                wait_s = float(error.details.get("retry_after_s") or 0)
                waits += wait_s > LOADING_RETRY_S
                if (
                    not wait_s
                    or waited_s + wait_s > MAX_WAIT_S
                    or waits > MAX_WAITS
                    or request.purpose == "test"
                ):
                    raise
                waited_s += wait_s
                async for piece in self._countdown(wait_s):
                    yield piece

    async def _countdown(self, wait_s: float) -> AsyncGenerator[Piece, None]:
        """One piece a second with the seconds that are left."""
        while wait_s > 0:
            yield Piece("waiting", data={"seconds": math.ceil(wait_s)})
            await self._wait(min(1.0, wait_s))
            wait_s -= 1
        yield Piece("waiting", data={"seconds": 0})

    def _without(self, error: EndpointRejected, options: Mapping[str, object], *, is_last: bool) -> Piece:
        """Remember what was refused and say so. Raises: the error itself where that does not help."""
        parameter = str(error.details.get("parameter", ""))
        if is_last or parameter not in options or parameter in self.dialect.required:
            raise error
        self._refusals.learn(
            self.config.model, parameter, options[parameter],
            server_text=error.server_text, renamed=self.dialect.renamed,
        )  # fmt: skip
        if isinstance(error, ToolsRefused):
            raise error
        return Piece("note", "note.parameter_refused", {"parameter": parameter})

    async def _at_any_base(
        self, request: ChatRequest, options: Mapping[str, object]
    ) -> AsyncGenerator[Piece, None]:
        """Try the forms of the address in turn while each says 404; the first that answers is kept."""
        missing: EndpointPathMissing | None = None
        for base in [self._working] if self._working else self._bases:
            try:
                async with aclosing(self._once(base, request, options)) as pieces:
                    async for piece in pieces:
                        yield piece
            except EndpointPathMissing as error:
                missing = missing or error
                continue
            self._working = base
            return
        self._working = ""
        raise missing or EndpointPathMissing

    async def _once(
        self, base: str, request: ChatRequest, options: Mapping[str, object]
    ) -> AsyncGenerator[Piece, None]:
        outgoing = self._outgoing(base, request, options)
        reader, objects = self.dialect.reply(request), self.dialect.objects()
        async with self._gate.exchange(outgoing) as exchange:
            yield _sent(exchange, outgoing, request)
            await raise_for_status(exchange, frozenset(options))
            self._counter.is_offered |= exchange.headers.get("server", "").lower() == SERVER_NAME
            async for chunk in exchange.chunks():
                for piece in _read(reader, objects, chunk):
                    if piece.kind in ("text", "thinking"):
                        exchange.mark_first_token()
                    if piece.kind == "usage" and self.dialect.counts_whole_prompt and not request.tools:
                        self._scale.learn(request.messages, int(piece.data.get("prompt_tokens", 0)))
                    yield piece
                if reader.is_done:
                    break
            for item in [] if reader.is_done else objects.close():
                for piece in reader.item(item):
                    yield piece
        for piece in reader.finish(dropped=objects.dropped):
            yield piece

    def _outgoing(self, base: str, request: ChatRequest, options: Mapping[str, object]) -> Outgoing:
        accept = self.dialect.accept if options.get("stream") else "application/json"
        return Outgoing(
            purpose=request.purpose,
            endpoint=self.config,
            url=f"{base}{self.dialect.chat_path}",
            body=self._body(request, options),
            headers={"Content-Type": "application/json", "Accept": accept, **self._headers()},
            replaced=request.replaced,
            memory_ids=request.memory_ids,
            conversation_id=request.conversation_id,
            turn_id=request.turn_id,
            keeps_body=request.keeps_body,
            assumed_trust=request.assumed_trust,
            is_approved=request.is_approved,
        )

    def _body(self, request: ChatRequest, options: Mapping[str, object]) -> bytes:
        body = {**options, **self.dialect.messages(request)}
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")

    def _headers(self) -> dict[str, str]:
        """The key's header, and the user's own, which win."""
        headers = self.dialect.key_headers(self.config.key.strip())
        for name, value in self.config.options.items():
            if name.startswith("header."):
                headers[name.removeprefix("header.").strip()] = value.strip()
        if not all(_HEADER_NAME.fullmatch(n) and _HEADER_VALUE.fullmatch(v) for n, v in headers.items()):
            raise EndpointHeaderInvalid
        return headers

    async def models(self) -> list[str]:
        """The ids the server lists, sorted. Raises: EndpointError; EndpointPathMissing where it has no such list."""
        missing: EndpointPathMissing | None = None
        for base in self._bases:
            try:
                return model_ids(await self.fetch(f"{base}{self.dialect.models_path}"))
            except EndpointPathMissing as error:
                missing = missing or error
        raise missing or EndpointPathMissing

    async def fetch(self, url: str) -> bytes:
        """What the server has at another address below its own, such as its list of models. Raises: EndpointError."""
        outgoing = Outgoing("models", self.config, url, method="GET", headers=self._headers())
        async with self._gate.exchange(outgoing) as exchange:
            await raise_for_status(exchange, frozenset())
            return await exchange.read()

    def test(self) -> AsyncIterator[TestStep]:
        """Name, TLS, key, model list, one short answer, one streamed answer: each step with its outcome."""
        return steps_of(self)


def _sent(exchange: Exchange, outgoing: Outgoing, request: ChatRequest) -> Piece:
    data: dict[str, str | int] = {
        "receipt": exchange.receipt.id,
        "size_bytes": len(outgoing.body),
        "trust": request.assumed_trust,
    }
    return Piece("sent", data=data)


def _read(reader: ReplyReader, objects: ObjectReader, chunk: bytes) -> Iterator[Piece]:
    """Pieces one by one: what stands before a fault in the same packet is given before the fault is raised."""
    try:
        for item in objects.feed(chunk):
            yield from reader.item(item)
            if reader.is_done:
                return
    except EventTooLarge as error:
        raise EndpointUnreadable("One event of the reply is too large.") from error


async def raise_for_status(exchange: Exchange, parameters: frozenset[str]) -> None:
    """Raises the typed error of a status of 400 and above."""
    if exchange.status < 400:
        return
    try:
        body = await exchange.read(64 * 1024)
    except EndpointError:
        body = b""  # the status says enough
    raise error_for(exchange.status, exchange.headers, message_of(body), parameters)


def model_ids(body: bytes) -> list[str]:
    """Ids from any of the usual forms of a model list. Raises: EndpointUnreadable."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
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
