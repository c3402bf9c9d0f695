"""The kinds of endpoint, by the name that a configuration gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from assistant.egress import Gate
from assistant.endpoints.anthropic import AnthropicDialect
from assistant.endpoints.chat import ChatEndpoint
from assistant.endpoints.ollama import OllamaDialect
from assistant.endpoints.openai import OpenAIDialect
from assistant.endpoints.protocol import ChatRequest, Endpoint, Message, Piece, TestStep
from assistant.endpoints.recall_only import RecallOnlyEndpoint
from assistant.endpoints.whole import whole_reply
from assistant.errors import EndpointUnknown
from vault.endpoints import RECALL_ONLY
from vault.records import EndpointConfig

__all__ = [
    "KINDS",
    "RECALL_ONLY",
    "ChatRequest",
    "Endpoint",
    "Message",
    "Piece",
    "TestStep",
    "create",
    "whole_reply",
]

KINDS: Mapping[str, Callable[[EndpointConfig, Gate], Endpoint]] = {
    "recall_only": RecallOnlyEndpoint,
    "openai": partial(ChatEndpoint, dialect=OpenAIDialect()),
    "ollama": partial(ChatEndpoint, dialect=OllamaDialect()),
    "anthropic": partial(ChatEndpoint, dialect=AnthropicDialect()),
}


def create(config: EndpointConfig, gate: Gate) -> Endpoint:
    """The endpoint that `config` describes. Raises: EndpointUnknown, EndpointAddressInvalid."""
    make = KINDS.get(config.kind)
    if make is None:
        raise EndpointUnknown
    return make(config, gate)
