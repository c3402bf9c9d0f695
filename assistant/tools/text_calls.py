"""Tool calls in plain text, for models whose server knows no tool protocol: one line, a mark and a JSON object.

`assistant.contract` keeps the line from the user's eyes while it streams. Results go back as the user's message:
such models know no other role.

"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from assistant.catalogue import say
from assistant.endpoints.protocol import Message, ToolCall, ToolSpec

MARK = "@@tool"
_CALL = re.compile(r"(?:@{1,2}\s?tool\b)?\s*(?=\{)", re.IGNORECASE)
MAX_CALLS = 8


def instructions(specs: Sequence[ToolSpec], language: str) -> str:
    """How to call, and what there is."""
    lines = [
        f"- {spec.name}: {spec.description} {json.dumps(spec.parameters, ensure_ascii=False)}"
        for spec in specs
    ]
    return "\n".join([say("prompt.text_tools", language, mark=MARK), *lines])


def parse(text: str) -> tuple[ToolCall, ...]:
    """The calls in what follows the first mark; anything else in it is passed over."""
    found: list[ToolCall] = []
    decoder, at = json.JSONDecoder(), text.find("{")
    while at >= 0 and len(found) < MAX_CALLS:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            at = text.find("{", at + 1)
            continue
        name = value.get("name") or value.get("tool") if isinstance(value, dict) else None
        if isinstance(name, str) and name.strip():
            arguments = value.get("arguments", value.get("parameters", {}))
            written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
            found.append(ToolCall(f"text_{len(found) + 1}", name.strip(), written))
        at = text.find("{", end)
    return tuple(found)


def flattened(messages: Sequence[Message]) -> list[Message]:
    """The talk without the tool protocol: calls as the lines that made them, results as the user's words."""
    flat: list[Message] = []
    for message in messages:
        if message.tool_calls:
            lines = [
                f'{MARK} {{"name": {json.dumps(call.name)}, "arguments": {call.arguments}}}'
                for call in message.tool_calls
            ]
            flat.append(Message("assistant", "\n".join(lines)))
        elif message.role == "tool" and flat and flat[-1].role == "user":
            flat[-1] = Message("user", f"{flat[-1].content}\n\n{message.content}")
        else:
            flat.append(Message("user" if message.role == "tool" else message.role, message.content))
    return flat
