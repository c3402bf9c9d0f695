"""Finds model servers on this machine: asks their usual ports on loopback, only when the user says so."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from assistant.egress import Gate
from assistant.endpoints.chat import ChatEndpoint
from assistant.endpoints.dialect import Dialect
from assistant.endpoints.ollama import OllamaDialect
from assistant.endpoints.openai import OpenAIDialect
from assistant.errors import (
    EndpointDropped,
    EndpointError,
    EndpointProxyFailed,
    EndpointTimedOut,
    EndpointUnreachable,
    EndpointUnreadable,
)
from vault.records import EndpointConfig

_CONNECT_S, _ANSWER_S = 1.0, 3.0
_NOBODY = (EndpointUnreachable, EndpointTimedOut, EndpointDropped, EndpointProxyFailed, EndpointUnreadable)


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server program with the kind it speaks and the port it uses unless told otherwise."""

    name: str
    kind: str
    port: int

    @property
    def url(self) -> str:
        """Its address on this machine."""
        return f"http://127.0.0.1:{self.port}" + ("" if self.kind == "ollama" else "/v1")


# Source: the documentation of each program.
LOCAL_SERVERS: Final = (
    LocalServer("Ollama", "ollama", 11434),
    LocalServer("LM Studio", "openai", 1234),
    LocalServer("llama.cpp", "openai", 8080),
    LocalServer("Jan", "openai", 1337),
    LocalServer("GPT4All", "openai", 4891),
    LocalServer("KoboldCpp", "openai", 5001),
    LocalServer("vLLM", "openai", 8000),
)


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server that answered; `models` is empty where it lists none or wants a key first."""

    server: LocalServer
    models: tuple[str, ...]


async def discover(gate: Gate, servers: tuple[LocalServer, ...] = LOCAL_SERVERS) -> list[FoundServer]:
    """Those that answer, in the order given; takes about as long as the slowest, at most a few seconds."""
    found = await asyncio.gather(*(_ask(gate, server) for server in servers))
    return [one for one in found if one is not None]


async def _ask(gate: Gate, server: LocalServer) -> FoundServer | None:
    limits = {"connect_timeout_s": str(_CONNECT_S), "first_token_timeout_s": str(_ANSWER_S)}
    config = EndpointConfig(server.name, server.kind, server.url, trust="local", options=limits)
    dialect: Dialect = OllamaDialect() if server.kind == "ollama" else OpenAIDialect()
    try:
        return FoundServer(server, tuple(await ChatEndpoint(config, gate, dialect).models()))
    except _NOBODY:
        return None
    except EndpointError:
        # It speaks, even if only to refuse: whoever runs it will know its key.
        return FoundServer(server, ())
