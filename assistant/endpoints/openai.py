"""OpenAI-compatible chat completions, as many different servers really speak them.

The quirks it survives are listed on the design page "Endpoints and turns"; tests/assistant/servers.py plays each over a
real socket.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.budget import DEFAULT_CONTEXT_TOKENS
from assistant.endpoints.address import candidate_bases
from assistant.endpoints.failures import stream_error
from assistant.endpoints.protocol import ChatRequest, Piece
from assistant.endpoints.reply_text import TextReply, counts_of
from assistant.json_stream import Done, Item
from assistant.sse import SseReader
from vault.records import EndpointConfig

_THINKING_FIELDS = ("reasoning_content", "reasoning", "thinking")
_REASONS = {"length": "length", "max_tokens": "length", "content_filter": "content_filter"}


class OpenAIDialect:
    """`POST /chat/completions`, `GET /models`. Source: platform.openai.com, API reference, Chat."""

    chat_path = "/chat/completions"
    models_path = "/models"
    accept = "text/event-stream"
    default_context_tokens = DEFAULT_CONTEXT_TOKENS
    counts_whole_prompt = True
    form_parameter = "response_format"
    required = frozenset({"model", "messages"})
    renamed: Mapping[str, str] = {"max_tokens": "max_completion_tokens"}

    def bases(self, url: str) -> list[str]:
        return candidate_bases(url)

    def key_headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"} if key else {}

    def parameters(
        self, config: EndpointConfig, request: ChatRequest, *, is_streaming: bool
    ) -> dict[str, object]:
        given = config.options
        wanted: dict[str, object] = {"model": config.model}
        if is_streaming:
            wanted |= {"stream": True, "stream_options": {"include_usage": True}}
        if "temperature" in given:
            wanted["temperature"] = float(given["temperature"])
        most = request.max_tokens or int(given.get("max_tokens", "0"))
        if most:
            wanted["max_tokens"] = most
        if request.schema is not None:
            named = {"name": "reply", "strict": True, "schema": request.schema}
            wanted["response_format"] = {"type": "json_schema", "json_schema": named}
        if request.tools:
            wanted["tools"] = offered(request)
        return wanted

    def messages(self, request: ChatRequest) -> dict[str, object]:
        return {"messages": [m.as_json() for m in request.messages if not m.is_blank]}

    def objects(self) -> SseReader:
        return SseReader()

    def reply(self, request: ChatRequest) -> OpenAIReply:
        return OpenAIReply()


class OpenAIReply(TextReply):
    """Reads one reply; feed every object in order, then `finish`."""

    def item(self, item: Item) -> Iterator[Piece]:
        """Pieces of one object. Raises: EndpointStreamFailed for an error inside a good stream."""
        if isinstance(item, Done):
            self._text.is_done = True
            return
        if item.get("error"):
            raise stream_error(item["error"])
        self._text.has_objects = True
        usage = counts_of(item.get("usage"))
        if usage:
            yield Piece("usage", data=usage)
        choices = item.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            # Only the first alternative is shown; servers number it 0 or leave the number out.
            if isinstance(choice, Mapping) and choice.get("index") in (0, None):
                yield from self._choice(choice)

    def _choice(self, choice: Mapping[str, object]) -> Iterator[Piece]:
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self._text.reason = _REASONS.get(reason, "stop")
        part = choice.get("delta")
        if not isinstance(part, Mapping) or not part:
            part = choice.get("message")
        if not isinstance(part, Mapping):
            part = {"content": choice.get("text")}
        thought = next((part[name] for name in _THINKING_FIELDS if part.get(name)), None)
        yield from self._text.thought(thought)
        self._text.called(part)
        yield from self._text.said(part.get("content"))


def offered(request: ChatRequest) -> list[dict[str, object]]:
    """The tools of a request as chat completions write them; Ollama takes the same."""
    return [
        {
            "type": "function",
            "function": {"name": t.name, "description": t.description, "parameters": t.parameters},
        }
        for t in request.tools
    ]
