"""What one protocol has of its own: addresses, headers, the request's JSON and the reading of replies.

Everything else (sending, retries, limits, the model list, the connection test) is the same for all and is in
`assistant.endpoints.chat`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from assistant.endpoints.protocol import ChatRequest, Piece
from assistant.json_stream import Item
from vault.records import EndpointConfig


class ObjectReader(Protocol):
    """Bytes to objects: `assistant.sse.SseReader` or `assistant.ndjson.NdjsonReader`."""

    dropped: int

    def feed(self, chunk: bytes) -> Iterator[Item]: ...

    def close(self) -> list[Item]: ...


class ReplyReader(Protocol):
    """Objects to pieces, for one reply."""

    @property
    def is_done(self) -> bool: ...

    def item(self, item: Item) -> Iterator[Piece]: ...

    def finish(self, *, dropped: int = 0) -> Iterator[Piece]: ...


class Dialect(Protocol):
    """One protocol; holds no state."""

    chat_path: str
    models_path: str
    accept: str
    default_context_tokens: int
    # Whether the count of a prompt in a reply's usage is that of all of it, and not only of what was not cached.
    counts_whole_prompt: bool
    # Parameters without which no request makes sense, and other names under which servers take one.
    required: frozenset[str]
    form_parameter: str  # holds a streamed reply to a schema; empty where only a whole one can be
    renamed: Mapping[str, str]

    def bases(self, url: str) -> list[str]:
        """Addresses to put the paths behind, the likeliest first. Raises: EndpointAddressInvalid."""
        ...

    def key_headers(self, key: str) -> dict[str, str]: ...

    def parameters(
        self, config: EndpointConfig, request: ChatRequest, *, is_streaming: bool
    ) -> dict[str, object]:
        """The request's parameters beside its messages; each may be left out when a server refuses it."""
        ...

    def messages(self, request: ChatRequest) -> dict[str, object]:
        """The part of the body that holds the talk. Blank messages are left out."""
        ...

    def objects(self) -> ObjectReader: ...

    def reply(self, request: ChatRequest) -> ReplyReader: ...
