"""The connection test of a chat server, step by step: name, TLS, key, models, one answer, one streamed answer.

A missing list of models does not end it, because many servers have none; anything else that fails does.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Protocol

from assistant.endpoints.protocol import ChatRequest, Message, Piece, TestStep
from assistant.errors import (
    EndpointDropped,
    EndpointError,
    EndpointModelFailed,
    EndpointProxyFailed,
    EndpointTimedOut,
    EndpointTlsFailed,
    EndpointUnreachable,
    EndpointUnreadable,
    SendRefused,
)
from vault.records import EndpointConfig

OTHER = "other"  # after these, where another interface of the same server was tried
STEPS = ("name", "tls", "key", "models", "chat", "stream")
# Enough for a word; a model that thinks first uses it up, which proves as much.
TEST_TOKENS = 16
_NO_CONNECTION = (
    EndpointUnreachable,
    EndpointProxyFailed,
    EndpointTlsFailed,
    EndpointTimedOut,
    EndpointDropped,
    EndpointModelFailed,
)
_KEY_REFUSED = frozenset({"endpoint_unauthorized", "endpoint_forbidden"})


class Answering(Protocol):
    """What the test needs of an endpoint."""

    config: EndpointConfig

    @property
    def is_encrypted(self) -> bool: ...

    async def trust(self) -> str: ...

    async def models(self) -> list[str]: ...

    def answer(self, request: ChatRequest, *, is_streaming: bool) -> AsyncGenerator[Piece, None]: ...


async def steps_of(endpoint: Answering) -> AsyncIterator[TestStep]:
    """Each step as it is done."""
    clock = _Clock()
    try:
        trust = await endpoint.trust()
    except (EndpointError, SendRefused) as error:
        yield clock.step("name", "", error)
        return
    yield clock.step("name", trust)
    listed: list[str] = []
    failure: EndpointError | SendRefused | None = None
    try:
        listed = await endpoint.models()
    except (EndpointError, SendRefused) as error:
        failure = error
    # Any HTTP answer at all proves that the connection and, for https, the certificate were good.
    is_connected = failure is None or (
        isinstance(failure, EndpointError) and not isinstance(failure, _NO_CONNECTION)
    )
    yield clock.step("tls", "https" if endpoint.is_encrypted else "http", None if is_connected else failure)
    if not is_connected:
        return
    if failure is not None and failure.code == "endpoint_unauthorized":
        yield clock.step("key", "", failure)
        return
    # Where the list does not tell whether the key is good, the first answer does.
    chat = await _try_chat(endpoint, "chat", is_streaming=False) if failure is not None else None
    refused = chat.error if chat is not None and chat.error is not None else None
    is_refused = refused is not None and refused.code in _KEY_REFUSED
    yield clock.step("key", "set" if endpoint.config.key else "none", refused if is_refused else None)
    if is_refused:
        return
    yield clock.step("models", ", ".join(listed[:20]), failure, is_needed=False)
    yield (chat := chat or await _try_chat(endpoint, "chat", is_streaming=False))
    if chat.is_ok:
        yield await _try_chat(endpoint, "stream", is_streaming=True)


class _Clock:
    """Makes steps that know how long they took."""

    def __init__(self) -> None:
        self._started = time.monotonic()

    def step(
        self,
        name: str,
        detail: str,
        error: EndpointError | SendRefused | None = None,
        *,
        is_needed: bool = True,
    ) -> TestStep:
        now = time.monotonic()
        seconds, self._started = now - self._started, now
        return TestStep(name, error is None, detail if error is None else "", seconds, error, is_needed)


async def _try_chat(endpoint: Answering, name: str, *, is_streaming: bool) -> TestStep:
    request = ChatRequest((Message("user", "Say OK."),), "", "en", purpose="test", max_tokens=TEST_TOKENS)
    clock, text, is_cut = _Clock(), "", False
    try:
        async for piece in endpoint.answer(request, is_streaming=is_streaming):
            if piece.kind in ("text", "thinking"):
                text += piece.text
            is_cut = is_cut or piece.text == "note.cut_by_length"
    except (EndpointError, SendRefused) as error:
        return clock.step(name, "", error)
    if not text.strip() and not is_cut:
        return clock.step(name, "", EndpointUnreadable("The endpoint answered without any text."))
    return clock.step(name, text.strip()[:60])
