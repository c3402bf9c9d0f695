"""A model file on this machine: run by the optional extra `local` (llama.cpp), in a process of its own on loopback.

It is started with the first message and spoken to like any OpenAI-compatible server: through the gate, with receipts.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from assistant.egress import Gate
from assistant.endpoints.chat import ChatEndpoint
from assistant.endpoints.connection_test import steps_of
from assistant.endpoints.local_models import LocalModels, Model, check_file
from assistant.endpoints.openai import OpenAIDialect
from assistant.endpoints.protocol import ChatRequest, Piece, TestStep
from assistant.endpoints.refusals import Refusals
from assistant.endpoints.token_counter import TokenCounter
from assistant.endpoints.token_scale import TokenScale
from vault.records import EndpointConfig

DEFAULT_CONTEXT_TOKENS = 4096
_NOT_RUNNING = "http://127.0.0.1:1"  # never contacted: the address before there is one


class GgufEndpoint:
    """One model file. `config.url` is its path."""

    is_builtin = False
    is_encrypted = False

    def __init__(
        self, config: EndpointConfig, gate: Gate, models: LocalModels, refusals: Refusals | None = None
    ) -> None:
        self.config = config
        self._gate = gate
        self._models = models
        self._refusals = refusals or Refusals()
        self._scale = TokenScale()
        self._counter = TokenCounter(is_offered=True)
        path = Path(config.url).expanduser()
        options = config.options
        self._model = Model(
            path,
            config.model or path.stem,
            int(options.get("context_tokens", DEFAULT_CONTEXT_TOKENS)),
            int(options.get("threads", "0")),
        )

    @property
    def name(self) -> str:
        return self.config.name

    @property
    def context_tokens(self) -> int:
        """As of `ChatEndpoint`: in tokens as they are estimated."""
        return self._scale.room(self._model.context_tokens)

    @property
    def own_context_tokens(self) -> int:
        return self._model.context_tokens

    async def count_tokens(self, texts: Sequence[str]) -> Mapping[str, int] | None:
        """Once the model runs: it is not loaded only to be asked."""
        if not self._models.is_running(self._model):
            return None
        return await (await self._running()).count_tokens(texts)

    @property
    def takes_form(self) -> bool:
        return self._over(_NOT_RUNNING, "").takes_form

    async def trust(self) -> str:
        """Always this machine. Raises: EndpointError where the extra or the file is missing."""
        await asyncio.to_thread(check_file, self._model.path)
        return "local"

    def wire_body(self, request: ChatRequest) -> bytes:
        return self._over(_NOT_RUNNING, "").wire_body(request)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """The reply in pieces. Raises: EndpointError, SendRefused."""
        if not self._models.is_running(self._model):
            yield Piece("loading")
        chat = await self._running()
        async with aclosing(chat.stream(request)) as pieces:
            async for piece in pieces:
                yield piece

    async def answer(self, request: ChatRequest, *, is_streaming: bool) -> AsyncGenerator[Piece, None]:
        """As `stream`; not streaming, the whole reply comes in one object."""
        chat = await self._running()
        async with aclosing(chat.answer(request, is_streaming=is_streaming)) as pieces:
            async for piece in pieces:
                yield piece

    async def models(self) -> list[str]:
        """The one model there is, once it runs. Raises: EndpointError."""
        return await (await self._running()).models()

    def test(self) -> AsyncIterator[TestStep]:
        """The steps of any chat server; "connection" means that the model was loaded."""
        return steps_of(self)

    async def _running(self) -> ChatEndpoint:
        running = await asyncio.to_thread(self._models.run, self._model)
        return self._over(running.address, running.key)

    def _over(self, address: str, key: str) -> ChatEndpoint:
        config = replace(self.config, url=address, key=key, model=self._model.name, trust="local")
        return ChatEndpoint(
            config, self._gate, OpenAIDialect(), self._refusals, scale=self._scale, counter=self._counter
        )
