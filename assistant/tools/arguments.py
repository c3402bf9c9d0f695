"""Reads the arguments of a call against the tool's schema: a model leaves some out, sends null, or writes a
number as text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from assistant.tools.tool import ToolFailed

MAX_TEXT = 20_000


def read(written: str, schema: Mapping[str, object]) -> dict[str, object]:
    """The arguments that the schema knows, each of its type; null or missing ones take the schema's default or
    are left out.

    Raises:
        ToolFailed: they are no JSON object, one that is required is missing, or one is of another type.

    """
    try:
        value = json.loads(written or "{}")
    except ValueError as error:
        raise ToolFailed("The arguments are not JSON.") from error
    if not isinstance(value, Mapping):
        raise ToolFailed("The arguments must be a JSON object.")
    properties = schema.get("properties")
    known = properties if isinstance(properties, Mapping) else {}
    required = schema.get("required")
    found: dict[str, object] = {}
    for name, rules in known.items():
        given = value.get(name)
        if given is None and isinstance(rules, Mapping) and "default" in rules:
            given = rules["default"]
        if given is not None:
            found[str(name)] = _typed(str(name), given, rules if isinstance(rules, Mapping) else {})
    missing = (
        [name for name in required or () if name not in found] if isinstance(required, list | tuple) else []
    )
    if missing:
        raise ToolFailed(f"Missing: {', '.join(map(str, missing))}.")
    if not known:  # a schema that names nothing takes anything
        return {str(name): given for name, given in value.items()}
    return found


def _typed(name: str, given: object, rules: Mapping[str, object]) -> object:
    wanted, allowed = rules.get("type"), rules.get("enum")
    if wanted in ("integer", "number") and isinstance(given, str):
        given = _number(given, name)
    if wanted == "string" and isinstance(given, int | float) and not isinstance(given, bool):
        given = str(given)
    fits = {
        "string": isinstance(given, str),
        "integer": isinstance(given, int) and not isinstance(given, bool),
        "number": isinstance(given, int | float) and not isinstance(given, bool),
        "boolean": isinstance(given, bool),
        "array": isinstance(given, list),
        "object": isinstance(given, Mapping),
    }
    if not fits.get(str(wanted), True) or (isinstance(allowed, list | tuple) and given not in allowed):
        raise ToolFailed(f"“{name}” has the wrong form.")
    if isinstance(given, str) and len(given) > MAX_TEXT:
        raise ToolFailed(f"“{name}” is too long.")
    return given


def _number(text: str, name: str) -> int | float:
    try:
        return int(text) if text.lstrip("+-").isdecimal() else float(text)
    except ValueError as error:
        raise ToolFailed(f"“{name}” is no number.") from error


def each_text(value: object, change: Callable[[str], str]) -> object:
    """A JSON value with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: each_text(one, change) for key, one in value.items()}
    if isinstance(value, list):
        return [each_text(one, change) for one in value]
    return value
