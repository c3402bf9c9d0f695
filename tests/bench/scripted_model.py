"""A model that was recorded: an OpenAI-compatible server on loopback that answers questions about memory
with outputs from a file.

A line of the file is {"text": the user's message, "outputs": [what the model says to it, in turn]}; a
message that is in no line gets the empty list. The outputs may be as broken as real ones are.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any

from assistant.prompt import FENCE_CLOSE, FENCE_OPEN
from vault.records import EndpointConfig

NAME = "recorded"
NOTHING = '{"memories": []}'


class ScriptedModel:
    """Serves recorded outputs; `asked` counts the questions."""

    def __init__(self, lines: Iterable[Mapping[str, Any]]) -> None:
        self._outputs = {_plain(line["text"]): list(line["outputs"]) for line in lines}
        self._given: dict[str, int] = {}
        self.asked = 0
        self.port = 0

    @property
    def config(self) -> EndpointConfig:
        return EndpointConfig(NAME, "openai", f"http://127.0.0.1:{self.port}/v1", "recorded", "local")

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen while the block runs."""
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        size = int(head.split("content-length:")[1].split("\r\n")[0])
        body = json.loads(await reader.readexactly(size))
        self.asked += 1
        event = {"choices": [{"index": 0, "delta": {"content": self._output(body)}, "finish_reason": "stop"}]}
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
            + f"data: {json.dumps(event)}\n\ndata: [DONE]\n\n".encode()
        )
        await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    def _output(self, body: Mapping[str, Any]) -> str:
        """The next output for the message that is asked about; ids of known memories stand in for the word
        behind "id:"."""
        asked = next(m["content"] for m in body["messages"] if m["role"] == "user")
        message = _plain(asked.rsplit(FENCE_OPEN, 1)[-1].split(FENCE_CLOSE)[0])
        outputs = self._outputs.get(message, [NOTHING])
        place = self._given.get(message, 0)
        self._given[message] = place + 1
        output = str(outputs[min(place, len(outputs) - 1)])
        for line in asked.splitlines():
            memory_id, _, claim = line.partition(": ")
            if memory_id.startswith("m_"):
                output = output.replace(f"id:{claim}", memory_id)
        return output


def _plain(text: str) -> str:
    return " ".join(text.split())
