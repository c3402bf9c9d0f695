"""The options of an endpoint that a person sets: their names in a configuration, and what they may be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

# Option, and whether it must be a whole number above zero, a number above zero, or any text.
NUMBERS: Final = {
    "context_tokens": int,
    "max_tokens": int,
    "threads": int,
    "connect_timeout_s": float,
    "first_token_timeout_s": float,
    "idle_timeout_s": float,
    "temperature": float,
}
TEXTS: Final = ("proxy", "proxy_near", "ca_file", "keep_alive", "think")
# Tools are offered, and small models held to a form: where it helps, always or never. The first is the default.
CHOICES: Final = {
    "tools": ("auto", "always", "never"),
    "reply_form": ("auto", "always", "never"),
}
HEADER: Final = "header."


def is_valid(name: str, value: str) -> bool:
    """Whether a value can be kept for an option."""
    if name in CHOICES:
        return value in CHOICES[name]
    kind = NUMBERS.get(name)
    if kind is None:
        return name in TEXTS or name.startswith(HEADER)
    try:
        number = float(kind(value))
    except ValueError:
        return False
    return 0 <= number <= 2 if name == "temperature" else 0 < number < 10_000_000


def headers_from(text: str) -> dict[str, str] | None:
    """Options from lines of the form `Name: value`; None where a line is none."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        match = re.fullmatch(r"\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*([\x20-\x7e]*)", line)
        if match is None:
            return None
        found[HEADER + match.group(1)] = match.group(2).strip()
    return found


def headers_text(options: Mapping[str, str]) -> str:
    """The lines that `headers_from` reads."""
    return "\n".join(
        f"{name.removeprefix(HEADER)}: {value}" for name, value in options.items() if name.startswith(HEADER)
    )
