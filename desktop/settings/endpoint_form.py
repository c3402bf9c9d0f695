"""What an endpoint's form holds and what it makes of it: plain rules, no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from assistant.endpoint_options import CHOICES, HEADER, NUMBERS, TEXTS
from vault.privacy import trust_of
from vault.records import EndpointConfig

OPENAI = "openai"
GGUF = "gguf"
KINDS = (OPENAI, "ollama", "anthropic", GGUF)
_LEARNT = "learnt."


@dataclass(frozen=True, slots=True)
class Typed:
    """The fields as they were typed. An empty `key` keeps the one that is stored; `options` are those of the further
    settings.
    """

    name: str
    url: str
    model: str
    key: str
    trust: str
    is_default: bool
    kind: str = OPENAI
    options: Mapping[str, str] = field(default_factory=dict)


def suggested_trust(url: str) -> str:
    """Where an address leads, as far as it can be told from its text."""
    text = url.strip()
    return trust_of(text if "://" in text else f"http://{text}").value


def config_of(typed: Typed, before: EndpointConfig | None) -> EndpointConfig:
    """The configuration that the form stands for; what the form does not show stays as it was, but what was learnt
    about a server is forgotten with its address.
    """
    base = before or EndpointConfig("", OPENAI)
    is_same = (base.kind, base.url) == (typed.kind, typed.url.strip())
    kept = {
        name: value
        for name, value in base.options.items()
        if not _is_of_form(name) and (is_same or not name.startswith(_LEARNT))
    }
    return replace(
        base,
        name=typed.name.strip(),
        kind=typed.kind,
        url=typed.url.strip(),
        model=typed.model.strip(),
        key=typed.key.strip() or base.key,
        trust="local" if typed.kind == GGUF else typed.trust,
        options={**kept, **typed.options},
        is_default=typed.is_default,
    )


def _is_of_form(name: str) -> bool:
    return (
        name in NUMBERS or name in CHOICES or (name in TEXTS and name != "think") or name.startswith(HEADER)
    )


def fault_of(typed: Typed, before: EndpointConfig | None, taken: frozenset[str]) -> str:
    """What keeps the form from being saved: name, name_taken, url, model; empty where nothing does."""
    name = typed.name.strip()
    if not name:
        return "name"
    if name in taken and (before is None or name != before.name):
        return "name_taken"
    if not typed.url.strip():
        return "file" if typed.kind == GGUF else "url"
    return "" if typed.model.strip() or typed.kind == GGUF else "model"
