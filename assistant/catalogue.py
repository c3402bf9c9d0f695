"""The words that the core itself says, in English and Chinese, read once from resources/catalogue.

Keys are dotted; a table's `text` stands for the table's own name, so `error.in_use` and `error.in_use.next`
live side by side. Both languages must hold the same keys and placeholders (a test compares them). The
window translates with Qt and takes from here only what the core has worded. Follows the design note "Words"
of the architecture page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # only named here: help texts are shown without loading the vault
    from vault.errors import KeepsakeError

LANGUAGES = ("en", "zh")


def _flatten(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = prefix if name == "text" and prefix else f"{prefix}.{name}" if prefix else name
        if isinstance(value, Mapping):
            yield from _flatten(value, key)
        else:
            yield key, str(value)


@cache
def texts(language: str) -> Mapping[str, str]:
    """Every text of one language by key. Raises: KeyError for a language that is not in `LANGUAGES`."""
    if language not in LANGUAGES:
        raise KeyError(language)
    raw = resources.files("resources").joinpath("catalogue", f"{language}.toml").read_bytes()
    return dict(_flatten(tomllib.loads(raw.decode("utf-8")), ""))


def say(key: str, language: str, **values: str | int | float) -> str:
    """The text of `key` with its placeholders filled. Raises: KeyError for a key or placeholder that does not exist."""
    text = texts(language)[key]
    return text.format(**values) if values else text


def word(group: str, key: str, language: str) -> str:
    """The words for a stable key of a group (why, left_out, denied), or the group's word for anything else."""
    found = texts(language)
    return found.get(f"{group}.{key}", found[f"{group}.other"])


def has(key: str) -> bool:
    """Whether the catalogue holds `key`."""
    return key in texts("en")


def error_texts(error: KeepsakeError, language: str) -> tuple[str, str, str]:
    """What happened, what was kept and what to do next, in the given language; English from the error where
    unlisted.
    """
    found = texts(language)
    key = error.message_key
    return (
        found.get(key, str(error)),
        found.get(f"{key}.kept", error.kept),
        found.get(f"{key}.next", error.next_step),
    )
