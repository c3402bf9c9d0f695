"""Ollama's own protocol: one JSON object a line, thinking in a field, errors in a good stream, a context that must be
asked for.

Source: github.com/ollama/ollama, docs/api.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from assistant.budget import DEFAULT_CONTEXT_TOKENS
from assistant.endpoints.address import native_base
from assistant.endpoints.failures import stream_error
from assistant.endpoints.openai import offered
from assistant.endpoints.protocol import ChatRequest, Message, Piece
from assistant.endpoints.reply_text import TextReply, counts_of
from assistant.json_stream import Done, Item
from assistant.ndjson import NdjsonReader
from vault.records import EndpointConfig

_COUNTS = {"prompt_eval_count": "prompt_tokens", "eval_count": "completion_tokens"}


class OllamaDialect:
    """`POST /api/chat`, `GET /api/tags`."""

    chat_path = "/api/chat"
    models_path = "/api/tags"
    accept = "application/x-ndjson"
    default_context_tokens = DEFAULT_CONTEXT_TOKENS
    counts_whole_prompt = False
    form_parameter = "format"
    required = frozenset({"model", "messages", "options", "stream"})
    renamed: Mapping[str, str] = {}

    def bases(self, url: str) -> list[str]:
        return [native_base(url)]

    def key_headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def parameters(
        self, config: EndpointConfig, request: ChatRequest, *, is_streaming: bool
    ) -> dict[str, object]:
        given = config.options
        # Without a number the server takes a small context and silently cuts the beginning: rules and memories first.
        inner: dict[str, object] = {"num_ctx": int(given.get("context_tokens", DEFAULT_CONTEXT_TOKENS))}
        if "temperature" in given:
            inner["temperature"] = float(given["temperature"])
        most = request.max_tokens or int(given.get("max_tokens", "0"))
        if most:
            inner["num_predict"] = most
        wanted: dict[str, object] = {"model": config.model, "stream": is_streaming, "options": inner}
        if "keep_alive" in given:
            wanted["keep_alive"] = given["keep_alive"]
        if given.get("think") in ("true", "false"):
            wanted["think"] = given["think"] == "true"
        if request.schema is not None:
            wanted["format"] = request.schema
        if request.tools:
            wanted["tools"] = offered(request)
        return wanted

    def messages(self, request: ChatRequest) -> dict[str, object]:
        return {"messages": [_message(m) for m in request.messages if not m.is_blank]}

    def objects(self) -> NdjsonReader:
        return NdjsonReader()

    def reply(self, request: ChatRequest) -> OllamaReply:
        return OllamaReply()


def _message(message: Message) -> dict[str, Any]:
    value: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        value["tool_calls"] = [
            {"function": {"name": call.name, "arguments": call.as_object()}} for call in message.tool_calls
        ]
    return value


class OllamaReply(TextReply):
    """Reads one reply; feed every object in order, then `finish`."""

    def item(self, item: Item) -> Iterator[Piece]:
        """Pieces of one line. Raises: EndpointStreamFailed for an error inside a good stream."""
        if isinstance(item, Done):
            self._text.is_done = True
            return
        if item.get("error"):
            raise stream_error(item["error"])
        message = item.get("message")
        if isinstance(message, Mapping):
            self._text.has_objects = True
            yield from self._text.thought(message.get("thinking"))
            self._text.called(message)
            yield from self._text.said(message.get("content"))
        if item.get("done") is True:
            self._text.has_objects = self._text.is_done = True
            self._text.reason = "length" if item.get("done_reason") == "length" else "stop"
            counts = counts_of({name: item.get(name) for name in _COUNTS}, _COUNTS)
            if counts:
                yield Piece("usage", data=counts)
