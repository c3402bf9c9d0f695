"""The same reply as each protocol writes it, so that one quirk is played in all of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.assistant.servers import event


def sse(value: Mapping[str, Any]) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


@dataclass(frozen=True)
class Voice:
    """One protocol: how a reply begins, says and thinks something, ends, fails, and looks when it is not streamed."""

    kind: str
    path: str

    def begin(self) -> bytes:
        return b""

    def said(self, text: str) -> bytes:
        raise NotImplementedError

    def thought(self, text: str) -> bytes:
        raise NotImplementedError

    def end(self, reason: str = "") -> bytes:
        raise NotImplementedError

    def failed(self, message: str) -> bytes:
        raise NotImplementedError

    def whole(self, text: str) -> bytes:
        raise NotImplementedError

    def reply(self, *texts: str) -> tuple[bytes, ...]:
        """A good reply in pieces."""
        return (self.begin(), *(self.said(text) for text in texts), self.end())

    def listing(self, *ids: str) -> bytes:
        return json.dumps({"data": [{"id": one} for one in ids]}).encode()


class OpenAIVoice(Voice):
    def said(self, text: str) -> bytes:
        return event(text)

    def thought(self, text: str) -> bytes:
        return event(None, reasoning_content=text)

    def end(self, reason: str = "stop") -> bytes:
        usage = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}
        return event("", finish=reason or "stop") + sse(usage) + b"data: [DONE]\n\n"

    def failed(self, message: str) -> bytes:
        return sse({"error": {"message": message}})

    def whole(self, text: str) -> bytes:
        return json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()


class AnthropicVoice(Voice):
    def _named(self, value: Mapping[str, Any]) -> bytes:
        return f"event: {value['type']}\n".encode() + sse(value)

    def begin(self) -> bytes:
        usage = {"input_tokens": 7, "output_tokens": 1}
        message = {"type": "message", "role": "assistant", "content": [], "stop_reason": None, "usage": usage}
        block = {"type": "text", "text": ""}
        return (
            self._named({"type": "message_start", "message": message})
            + self._named({"type": "content_block_start", "index": 0, "content_block": block})
            + self._named({"type": "ping"})
        )

    def said(self, text: str) -> bytes:
        delta = {"type": "text_delta", "text": text}
        return self._named({"type": "content_block_delta", "index": 0, "delta": delta})

    def thought(self, text: str) -> bytes:
        delta = {"type": "thinking_delta", "thinking": text}
        return self._named({"type": "content_block_delta", "index": 0, "delta": delta})

    def end(self, reason: str = "") -> bytes:
        named = {"length": "max_tokens", "content_filter": "refusal"}.get(reason, "end_turn")
        return (
            self._named({"type": "content_block_stop", "index": 0})
            + self._named(
                {"type": "message_delta", "delta": {"stop_reason": named}, "usage": {"output_tokens": 2}}
            )
            + self._named({"type": "message_stop"})
        )

    def failed(self, message: str) -> bytes:
        return self._named({"type": "error", "error": {"type": "api_error", "message": message}})

    def whole(self, text: str) -> bytes:
        content = [{"type": "text", "text": text}]
        return json.dumps({"type": "message", "content": content, "stop_reason": "end_turn"}).encode()


class OllamaVoice(Voice):
    def _line(self, value: Mapping[str, Any]) -> bytes:
        return json.dumps({"model": "m", **value}, ensure_ascii=False).encode() + b"\n"

    def said(self, text: str) -> bytes:
        return self._line({"message": {"role": "assistant", "content": text}, "done": False})

    def thought(self, text: str) -> bytes:
        message = {"role": "assistant", "content": "", "thinking": text}
        return self._line({"message": message, "done": False})

    def end(self, reason: str = "") -> bytes:
        counts = {"prompt_eval_count": 7, "eval_count": 2}
        return self._line(
            {"message": {"content": ""}, "done": True, "done_reason": reason or "stop", **counts}
        )

    def failed(self, message: str) -> bytes:
        return self._line({"error": message})

    def whole(self, text: str) -> bytes:
        return self._line({"message": {"content": text}, "done": True, "done_reason": "stop"})

    def listing(self, *ids: str) -> bytes:
        return json.dumps({"models": [{"name": one, "model": one} for one in ids]}).encode()


OPENAI = OpenAIVoice("openai", "/v1/chat/completions")
ANTHROPIC = AnthropicVoice("anthropic", "/v1/messages")
OLLAMA = OllamaVoice("ollama", "/api/chat")
VOICES = (OPENAI, ANTHROPIC, OLLAMA)
