"""What a turn asks of an endpoint and what it gets back; every kind of endpoint speaks in these values."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from assistant.citations import Source
from assistant.errors import EndpointError, SendRefused
from vault.records import EndpointConfig, Memory


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as it is offered to a model. `parameters` is a JSON Schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as a model made it. `arguments` is the JSON text that it wrote, unchecked, stand-ins not turned back;
    `id` is empty where the server gave none."""

    id: str
    name: str
    arguments: str

    def as_object(self) -> dict[str, Any]:
        """The arguments for protocols that take no text; empty where the model wrote no object."""
        try:
            value = json.loads(self.arguments)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a request. An assistant's message may carry `tool_calls` and then have no content; a message
    of role "tool" answers the call `tool_call_id`."""

    role: str  # "system", "user", "assistant" or "tool"
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether it says nothing: such a message is not sent."""
        return not self.content.strip() and not self.tool_calls and not self.tool_call_id

    def as_json(self) -> dict[str, object]:
        """The message as the chat completions protocol writes it; other kinds translate the fields."""
        value: dict[str, object] = {"role": self.role, "content": self.content}
        if self.tool_calls:
            value["tool_calls"] = [
                {"id": call.id, "type": "function",
                 "function": {"name": call.name, "arguments": call.arguments}}
                for call in self.tool_calls
            ]  # fmt: skip
        if self.tool_call_id:
            value["tool_call_id"] = self.tool_call_id
        return value


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request of a turn. `messages` are exactly what may leave (already scrubbed); `sources` and
    `memories` are in clear
    and stay on this machine: only the built-in endpoint reads them."""

    messages: tuple[Message, ...]
    question: str
    language: str
    sources: tuple[Source, ...] = ()
    memories: Mapping[str, Memory] = field(default_factory=dict)
    verdict: str = "unknown"
    is_statement: bool = False  # the user told something and asked nothing
    now_utc: datetime | None = None
    zone: str = "UTC"
    purpose: str = "chat"
    replaced: tuple[tuple[str, str], ...] = ()
    memory_ids: tuple[str, ...] = ()
    conversation_id: str = ""
    turn_id: str = ""
    keeps_body: bool = True
    assumed_trust: str = ""
    is_approved: bool = False  # the user has seen these messages and sent them
    schema: Mapping[str, object] | None = (
        None  # JSON Schema of the reply; a server that takes none ignores it
    )
    max_tokens: int = 0  # of the reply; 0: the endpoint's own limit
    # Offered to the model in its own tool protocol; an endpoint without one raises `ToolsRefused` before it sends.
    tools: tuple[ToolSpec, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a reply. `kind` is `text`, `thinking`, `reset` (all text so far was thinking), `sent` (a receipt
    exists; `data` has id, size_bytes, trust), `usage` (counts in `data`), `loading` (a model is being loaded),
    `waiting` (`data` has the seconds until the request is sent again), `tool_call` (a whole one in `call`, after all
    text) or `note` (a catalogue key in `text`).
    """

    kind: str
    text: str = ""
    data: Mapping[str, str | int] = field(default_factory=dict)
    call: ToolCall | None = None


@dataclass(frozen=True, slots=True)
class TestStep:
    """One step of a connection test: `name`, `tls`, `key`, `models`, `chat`, `stream` or `other` (another
    interface of the same server); `detail` is a short
    technical fact. Without a step that is not needed (a list of models) the endpoint works all the same.
    """

    __test__ = False  # pytest would collect the class by its name

    name: str
    is_ok: bool
    detail: str = ""
    seconds: float = 0.0
    error: EndpointError | SendRefused | None = None
    is_needed: bool = True

    @property
    def is_fatal(self) -> bool:
        """Whether the endpoint cannot be used because of it."""
        return self.is_needed and not self.is_ok


class Endpoint(Protocol):
    """One configured endpoint. `trust` says where it leads, `stream` yields the reply and may be cancelled
    at any point.
    """

    config: EndpointConfig

    @property
    def name(self) -> str: ...

    @property
    def is_builtin(self) -> bool: ...

    @property
    def context_tokens(self) -> int: ...

    @property
    def takes_form(self) -> bool:
        """Whether a reply can be held to `ChatRequest.schema`, as far as is known."""
        ...

    async def trust(self) -> str: ...

    async def count_tokens(self, texts: Sequence[str]) -> Mapping[str, int] | None:
        """The tokens of each text as the model's own tokenizer counts them; None where there is none to ask."""
        ...

    @property
    def own_context_tokens(self) -> int:
        """The context in the model's own tokens."""
        ...

    def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]: ...

    def wire_body(self, request: ChatRequest) -> bytes:
        """The exact body of the request as it would be sent now."""
        ...

    async def models(self) -> list[str]: ...

    def test(self) -> AsyncIterator[TestStep]: ...
