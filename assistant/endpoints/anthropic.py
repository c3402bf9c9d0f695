"""The Anthropic messages protocol: the system text apart, turns that alternate, blocks, and typed events.

Source: docs.anthropic.com, API reference, "Messages" and "Streaming messages".
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from assistant.endpoints.address import ANTHROPIC_TAILS, candidate_bases
from assistant.endpoints.failures import stream_error
from assistant.endpoints.protocol import ChatRequest, Message, Piece
from assistant.endpoints.reply_text import TextReply, counts_of
from assistant.json_stream import Done, Item
from assistant.sse import SseReader
from vault.records import EndpointConfig

VERSION = "2023-06-01"
DEFAULT_MAX_TOKENS = 4096  # the protocol demands a number
# A reply of a given form is asked for as the input of a tool of this name, which every model of this kind can call.
REPLY_TOOL = "reply"
_REASONS = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "content_filter",
}
_COUNTS = {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens"}


class AnthropicDialect:
    """`POST /v1/messages`, `GET /v1/models`."""

    chat_path = "/messages"
    models_path = "/models?limit=1000"
    accept = "text/event-stream"
    default_context_tokens = 32_768
    counts_whole_prompt = False
    form_parameter = ""
    required = frozenset({"model", "messages", "system"})
    renamed: Mapping[str, str] = {}

    def bases(self, url: str) -> list[str]:
        return candidate_bases(url, ANTHROPIC_TAILS, prefers_version=True)

    def key_headers(self, key: str) -> dict[str, str]:
        return {"anthropic-version": VERSION, **({"x-api-key": key} if key else {})}

    def parameters(
        self, config: EndpointConfig, request: ChatRequest, *, is_streaming: bool
    ) -> dict[str, object]:
        given = config.options
        most = request.max_tokens or int(given.get("max_tokens", DEFAULT_MAX_TOKENS))
        wanted: dict[str, object] = {"model": config.model, "max_tokens": most}
        if is_streaming:
            wanted["stream"] = True
        if "temperature" in given:
            wanted["temperature"] = min(1.0, float(given["temperature"]))
        if request.tools:
            wanted["tools"] = [
                {"name": t.name, "description": t.description, "input_schema": t.parameters}
                for t in request.tools
            ]
        elif request.schema is not None:
            wanted["tools"] = [{"name": REPLY_TOOL, "description": "", "input_schema": request.schema}]
            wanted["tool_choice"] = {"type": "tool", "name": REPLY_TOOL}
        return wanted

    def messages(self, request: ChatRequest) -> dict[str, object]:
        system = "\n\n".join(
            m.content.strip() for m in request.messages if m.role == "system" and m.content.strip()
        )
        talk = _alternating([m for m in request.messages if m.role != "system" and not m.is_blank])
        return {**({"system": system} if system else {}), "messages": talk}

    def objects(self) -> SseReader:
        return SseReader()

    def reply(self, request: ChatRequest) -> AnthropicReply:
        return AnthropicReply(is_form=request.schema is not None and not request.tools)


def _alternating(messages: list[Message]) -> list[dict[str, Any]]:
    """Blocks under roles that alternate, a user's first; no blank text, no blank at the end of a text."""
    found: list[dict[str, Any]] = []
    for message in messages:
        role = "assistant" if message.role == "assistant" else "user"
        if not found and role == "assistant":
            continue  # a talk that was cut may begin with a reply, which this protocol refuses
        if found and found[-1]["role"] == role:
            found[-1]["content"] += _blocks(message)
        else:
            found.append({"role": role, "content": _blocks(message)})
    return found


def _blocks(message: Message) -> list[dict[str, Any]]:
    text = message.content.strip()
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.tool_call_id, "content": text or "-"}]
    blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    for call in message.tool_calls:
        blocks.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.as_object()})
    return blocks


class AnthropicReply(TextReply):
    """Reads one reply, streamed or whole; feed every object in order, then `finish`."""

    def __init__(self, *, is_form: bool = False) -> None:
        """`is_form`: the input of the tool is the text that was asked for."""
        super().__init__()
        self._is_form = is_form

    def item(self, item: Item) -> Iterator[Piece]:
        """Pieces of one event. Raises: EndpointStreamFailed, EndpointOverloaded for an error event."""
        if isinstance(item, Done):  # not of this protocol, but of gateways in front of it
            self._text.is_done = True
            return
        if item.get("type") == "error" or item.get("error"):
            raise stream_error(item.get("error") or item)
        kind = item.get("type")
        self._text.has_objects = self._text.has_objects or kind not in ("ping", None)
        if kind == "message_start":
            yield from self._message(item.get("message"))
        elif kind == "message":
            yield from self._message(item)
            self._text.is_done = True
        elif kind == "content_block_start":
            yield from self._block(item.get("content_block"), item.get("index"))
        elif kind == "content_block_delta":
            yield from self._delta(item.get("delta"), item.get("index"))
        elif kind == "message_delta":
            self._reason(item.get("delta"))
            yield from _usage(item.get("usage"))
        elif kind == "message_stop":
            self._text.is_done = True

    def _message(self, message: object) -> Iterator[Piece]:
        if not isinstance(message, Mapping):
            return
        self._reason(message)
        content = message.get("content")
        for index, block in enumerate(content if isinstance(content, list) else []):
            yield from self._block(block, index)
        yield from _usage(message.get("usage"))

    def _block(self, block: object, index: object) -> Iterator[Piece]:
        """What a block begins with; in a whole reply that is all of it."""
        if not isinstance(block, Mapping):
            return
        if block.get("type") == "text":
            yield from self._text.said(block.get("text"))
        elif block.get("type") == "thinking":
            yield from self._text.thought(block.get("thinking"))
        elif block.get("type") == "tool_use":
            given = block.get("input")
            written = json.dumps(given, ensure_ascii=False) if isinstance(given, Mapping) and given else ""
            if self._is_form:
                yield from self._text.said(written)
            else:
                self._call(index, block.get("id"), block.get("name"), written)

    def _delta(self, delta: object, index: object) -> Iterator[Piece]:
        if not isinstance(delta, Mapping):
            return
        if delta.get("type") == "text_delta":
            yield from self._text.said(delta.get("text"))
        elif delta.get("type") == "thinking_delta":
            yield from self._text.thought(delta.get("thinking"))
        elif delta.get("type") == "input_json_delta":
            if self._is_form:
                yield from self._text.said(delta.get("partial_json"))
            else:
                self._call(index, None, None, delta.get("partial_json"))

    def _call(self, index: object, identity: object, name: object, arguments: object) -> None:
        function = {"name": name, "arguments": arguments}
        self._text.called({"tool_calls": [{"index": index, "id": identity, "function": function}]})

    def _reason(self, part: object) -> None:
        reason = part.get("stop_reason") if isinstance(part, Mapping) else None
        if isinstance(reason, str) and reason:
            self._text.reason = _REASONS.get(reason, "stop")


def _usage(usage: object) -> Iterator[Piece]:
    counts = counts_of(usage, _COUNTS)
    if counts:
        yield Piece("usage", data=counts)
