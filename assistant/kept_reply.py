"""A reply as it is kept: what a model or a tool says may hold a password, a code, a card or a key, too.

The user reads the reply as it came; what is stored, indexed and shown again later has those cut out, as messages have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.tools.arguments import each_text
from vault.privacy import Stored, for_storage

# What of a reply's detail a model or a tool has worded; the rest is of the vault, where it was cut before.
_TOLD = ("tools", "thinking", "citations", "findings", "notes")


def kept_text(text: str) -> Stored:
    """The text of a reply as it may be stored. Raises: DetectionFailed."""
    return for_storage(text)


def kept_detail(detail: Mapping[str, Any]) -> dict[str, Any]:
    """The detail of a reply as it may be stored. Raises: DetectionFailed."""
    kept = {key: each_text(value, kept_words) if key in _TOLD else value for key, value in detail.items()}
    kept["messages"] = [
        each_text(message, kept_words) if message["role"] == "tool" or message.get("tool_calls") else message
        for message in detail["messages"]
    ]
    return kept


def kept_words(text: str) -> str:
    """Words that quote a reply, as they may be stored. Raises: DetectionFailed."""
    return for_storage(text).text
