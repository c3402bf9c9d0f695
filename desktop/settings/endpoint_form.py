"""What an endpoint's form holds and what it makes of it: plain rules, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vault.privacy import trust_of
from vault.records import EndpointConfig

OPENAI = "openai"


@dataclass(frozen=True, slots=True)
class Typed:
    """The fields as they were typed. An empty `key` keeps the one that is stored."""

    name: str
    url: str
    model: str
    key: str
    trust: str
    is_default: bool


def suggested_trust(url: str) -> str:
    """Where an address leads, as far as it can be told from its text."""
    text = url.strip()
    return trust_of(text if "://" in text else f"http://{text}").value


def config_of(typed: Typed, before: EndpointConfig | None) -> EndpointConfig:
    """The configuration that the form stands for; what the form does not show stays as it was."""
    base = before or EndpointConfig("", OPENAI)
    return replace(
        base,
        name=typed.name.strip(),
        url=typed.url.strip(),
        model=typed.model.strip(),
        key=typed.key.strip() or base.key,
        trust=typed.trust,
        is_default=typed.is_default,
    )


def fault_of(typed: Typed, before: EndpointConfig | None, taken: frozenset[str]) -> str:
    """What keeps the form from being saved: name, name_taken, url, model; empty where nothing does."""
    name = typed.name.strip()
    if not name:
        return "name"
    if name in taken and (before is None or name != before.name):
        return "name_taken"
    if not typed.url.strip():
        return "url"
    return "" if typed.model.strip() else "model"
