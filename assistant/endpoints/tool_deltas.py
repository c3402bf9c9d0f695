"""Puts the tool calls of a chat completion together from what servers really stream.

A call comes in pieces: the first names it, later ones add to its arguments. Pieces carry an index, or none at all; some
servers give every call index 0, send whole calls at once, write arguments as an object, or use the older
`function_call`. Whatever comes, a call that has a name is given once, at the end, in the order of its first piece.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.endpoints.protocol import ToolCall

MAX_CALLS = 64
MAX_ARGUMENT_CHARACTERS = 200_000


@dataclass(slots=True)
class _Call:
    index: int | None
    id: str = ""
    name: str = ""
    arguments: str = ""


class ToolCallReader:
    """The calls of one reply. `dropped` counts pieces that belonged to no call or were beyond the limits."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self.dropped = 0

    def feed(self, part: Mapping[str, object]) -> None:
        """Read the calls in a delta or in a whole message."""
        entries = part.get("tool_calls")
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, Mapping):
                self._add(entry, entry.get("function"))
        older = part.get("function_call")
        if isinstance(older, Mapping):
            self._add({"index": 0}, older)

    def _add(self, entry: Mapping[str, object], function: object) -> None:
        given = function if isinstance(function, Mapping) else entry
        index, identity = entry.get("index"), _text(entry.get("id"))
        name, arguments = _text(given.get("name")), _arguments(given.get("arguments"))
        call = self._of(index if isinstance(index, int) else None, identity, name)
        if call is None or len(call.arguments) + len(arguments) > MAX_ARGUMENT_CHARACTERS:
            self.dropped += 1
            return
        call.id = call.id or identity
        # A server that repeats the name in every piece says it again; one that cuts it adds to it.
        if name and name != call.name:
            call.name += name
        call.arguments += arguments

    def _of(self, index: int | None, identity: str, name: str) -> _Call | None:
        """The call that a piece belongs to; a new one where an unseen id, or a name without index or id, begins it."""
        same = [call for call in self._calls if index is None or call.index in (None, index)]
        last = same[-1] if same else None
        is_new = last is None or (bool(identity) and bool(last.id) and identity != last.id)
        if not is_new and index is None and not identity and name and last is not None and last.arguments:
            is_new = True
        if not is_new:
            return last
        if len(self._calls) >= MAX_CALLS or not (name or identity):
            return None
        self._calls.append(_Call(index))
        return self._calls[-1]

    def calls(self) -> tuple[ToolCall, ...]:
        """Every call that has a name; complete once the stream has ended."""
        return tuple(
            ToolCall(c.id, c.name.strip(), c.arguments or "{}") for c in self._calls if c.name.strip()
        )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _arguments(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else _text(value)
