"""The kinds of endpoint, by the name that a configuration gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.egress import Gate
from assistant.endpoints.anthropic import AnthropicDialect
from assistant.endpoints.chat import ChatEndpoint
from assistant.endpoints.dialect import Dialect
from assistant.endpoints.gguf import GgufEndpoint
from assistant.endpoints.local_models import LocalModels
from assistant.endpoints.ollama import OllamaDialect
from assistant.endpoints.openai import OpenAIDialect
from assistant.endpoints.protocol import ChatRequest, Endpoint, Message, Piece, TestStep
from assistant.endpoints.recall_only import RecallOnlyEndpoint
from assistant.endpoints.refusals import Refusals
from assistant.endpoints.whole import whole_reply
from assistant.errors import EndpointUnknown
from vault.endpoints import RECALL_ONLY
from vault.records import EndpointConfig

__all__ = [
    "GGUF",
    "KINDS",
    "RECALL_ONLY",
    "ChatRequest",
    "Endpoint",
    "LocalModels",
    "Message",
    "Piece",
    "TestStep",
    "create",
    "whole_reply",
]

GGUF = "gguf"
_DIALECTS: Mapping[str, Dialect] = {
    "openai": OpenAIDialect(),
    "ollama": OllamaDialect(),
    "anthropic": AnthropicDialect(),
}
KINDS = (RECALL_ONLY.kind, *_DIALECTS, GGUF)
_REFUSALS = "refusals"


def create(
    config: EndpointConfig, gate: Gate, models: LocalModels, learn: Callable[[str, str], None] | None = None
) -> Endpoint:
    """The endpoint that `config` describes. `models` runs those that are files; `learn` keeps what is found out about a
    server, by key and text. Raises: EndpointUnknown, EndpointAddressInvalid.
    """
    if config.kind == RECALL_ONLY.kind:
        return RecallOnlyEndpoint(config, gate)
    keep = None if learn is None else lambda text: learn(_REFUSALS, text)
    refusals = Refusals(config.options.get(f"learnt.{_REFUSALS}", ""), keep)
    if config.kind == GGUF:
        return GgufEndpoint(config, gate, models, refusals)
    dialect = _DIALECTS.get(config.kind)
    if dialect is None:
        raise EndpointUnknown
    return ChatEndpoint(config, gate, dialect, refusals)
