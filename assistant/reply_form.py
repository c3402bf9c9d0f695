"""A reply as JSON of a fixed form, for small models behind servers that can hold them to it; read while it streams.

A small model forgets the last line that the reply contract asks for. Held to a schema it cannot: the text is in
`answer`, what it says of itself in the other fields. What is no such object, because a server ignored the schema, is
read as any other reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from assistant.contract import Tail, TailFilter, parse_tail
from assistant.endpoints.protocol import Endpoint

OPTION: Final = "reply_form"
SMALL_PARAMETERS: Final = 4e9
SCHEMA: Final[Mapping[str, object]] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "used": {"type": "array", "items": {"type": "integer"}, "maxItems": 12},
        "confidence": {"type": "string", "enum": ["high", "medium", "low"]},
        "confirm": {"type": "boolean"},
    },
    "required": ["answer", "used", "confidence", "confirm"],
    "additionalProperties": False,
}
_SIZE = re.compile(r"(?<![\d.])(\d{1,4}(?:\.\d+)?)\s*([bm])(?![a-z])", re.IGNORECASE)
_START = re.compile(r'"answer"\s*:\s*"')
_SPECIAL = re.compile(r'["\\]')
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def is_wanted(endpoint: Endpoint) -> bool:
    """Whether replies of this endpoint are asked for in the form."""
    choice = endpoint.config.options.get(OPTION, "auto")
    if choice == "never" or not endpoint.takes_form:
        return False
    name = re.split(r"[/\\]", endpoint.config.model or endpoint.config.url)[-1]
    return choice == "always" or 0 < parameters_of(name) <= SMALL_PARAMETERS


def parameters_of(model: str) -> float:
    """How many parameters a model's name says that it has: smollm2:135m, Qwen2.5-1.5B; 0 where it says nothing."""
    sizes = [float(n) * (1e9 if unit in "bB" else 1e6) for n, unit in _SIZE.findall(model)]
    return max(sizes, default=0.0)


class FormFilter(TailFilter):
    """As `TailFilter`, for a reply in the form: the answer's text comes out as it streams."""

    def __init__(self) -> None:
        super().__init__()
        self._begin()

    def _begin(self) -> None:
        self._raw, self._at = "", 0
        self._state = "before"  # before the answer, in it, after it, or plain: no object of the form
        self._high = ""  # the first half of a character that was written as two escapes

    def reset(self) -> None:
        super().reset()
        self._begin()

    def feed(self, text: str) -> str:
        if self._state == "plain":
            return super().feed(text)
        self._raw += text
        if self._state == "before":
            begun = self._raw.lstrip()
            if begun and not begun.startswith("{"):
                self._state = "plain"
                return super().feed(self._raw)
            start = _START.search(self._raw)
            if start is None:
                return ""
            self._state, self._at = "in", start.end()
        return super().feed(self._answer()) if self._state == "in" else ""

    def _answer(self) -> str:
        """What can be read of the answer so far and was not given yet."""
        found: list[str] = []
        while True:
            special = _SPECIAL.search(self._raw, self._at)
            end = special.start() if special is not None else len(self._raw)
            found.append(self._raw[self._at : end])
            self._at = end
            if special is None:
                break
            if special.group() == '"':
                self._state = "after"
                break
            length = 6 if self._raw[end + 1 : end + 2] == "u" else 2
            if len(self._raw) < end + length:
                break  # the rest of the escape comes later
            found.append(self._escaped(self._raw[end + 1 : end + length]))
            self._at = end + length
        return "".join(found)

    def _escaped(self, escape: str) -> str:
        if not escape.startswith("u"):
            return _ESCAPES.get(escape, escape)
        try:
            code = int(escape[1:], 16)
        except ValueError:
            return ""
        if 0xD800 <= code < 0xDC00:
            self._high = chr(code)
            return ""
        pair, self._high = self._high + chr(code), ""
        return pair.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def flush(self) -> str:
        if self._state != "before":
            return super().flush()
        # An object that is none of ours: somebody asked for JSON, and the server took no notice of the schema.
        self._state = "plain"
        return super().feed(self._raw) + super().flush()

    def tail(self) -> Tail:
        if self._state == "plain":
            return super().tail()
        try:
            value = json.loads(self._raw)
        except ValueError:
            return Tail()
        said = {key: value.get(key) for key in ("confidence", "used", "confirm")}
        return parse_tail(json.dumps(said))
