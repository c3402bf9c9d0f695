"""Defaults by field of work, for a vault that knows nothing yet: found by the domain of a work address, or by a field.

A template is shown before it is loaded and never loaded by itself; nothing about it is asked of anybody. What it brings
has the lowest weight of all sources. Follows the design page "Memory core, Templates".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources

from vault import Vault, fold
from vault.records import UNIVERSAL, Candidate, Evidence, Layer, MemoryMode, Outcome, SourceKind

CONFIDENCE = 0.95
# Addresses of these belong to persons, whatever they work at.
_PRIVATE_MAIL = frozenset(
    """gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com gmx.de
    web.de proton.me protonmail.com mail.ru yandex.ru qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com
    gmx.net 139.com 189.cn aliyun.com""".split()
)


@dataclass(frozen=True, slots=True)
class Template:
    """One field of work: how it is found, its name, and its defaults as (topic, English, Chinese)."""

    id: str
    names: Mapping[str, str]
    domains: frozenset[str]
    words: frozenset[str]
    fields: tuple[str, ...]
    defaults: tuple[tuple[str, str, str], ...]

    def claims(self, language: str) -> tuple[str, ...]:
        """Its defaults in words, as they are shown and as they would be kept."""
        return tuple(chinese if language == "zh" else english for _, english, chinese in self.defaults)


@cache
def templates() -> tuple[Template, ...]:
    """Every template that is shipped, by id."""
    found = []
    for file in sorted(
        resources.files("resources").joinpath("templates").iterdir(), key=lambda one: one.name
    ):
        if file.name.endswith(".toml"):
            body = tomllib.loads(file.read_bytes().decode("utf-8"))
            found.append(
                Template(
                    id=file.name.removesuffix(".toml"),
                    names=body["name"],
                    domains=frozenset(body["domains"]),
                    words=frozenset(body["words"]),
                    fields=tuple(body["fields"]),
                    defaults=tuple((one["topic"], one["en"], one["zh"]) for one in body["defaults"]),
                )
            )
    return tuple(found)


def for_email(address: str) -> Template | None:
    """The template of a work address: by its whole domain, else by a word in it; None for a private one."""
    domain = fold.fold(address).rpartition("@")[2].strip(" .>")
    if "." not in domain or domain in _PRIVATE_MAIL:
        return None
    parents = {domain[place:] for place in range(len(domain)) if place == 0 or domain[place - 1] == "."}
    by_domain = [template for template in templates() if template.domains & parents]
    if by_domain:
        return by_domain[0]
    words = set(re.split(r"[.\-_]", domain))
    return _only([template for template in templates() if template.words & words])


def for_field(field: str, role: str = "") -> Template | None:
    """The template of a field of work, or of a role in it, as the user calls it; None where none or several fit."""
    for text in (field, role):
        told = f" {fold.canonical(text)} "
        if not told.strip():
            continue
        fitting = [t for t in templates() if any(f" {fold.canonical(name)} " in told for name in t.fields)]
        if _only(fitting) is not None:
            return fitting[0]
    return None


def candidates(template: Template, language: str, *, scope: str = UNIVERSAL, at: datetime) -> list[Candidate]:
    """What loading a template would keep: weight .2, confidence .95, each naming the template as its source."""
    return [
        Candidate(
            f"default:{topic}",
            chinese if language == "zh" else english,
            Layer.FACT,
            chinese if language == "zh" else english,
            (Evidence("template", template.id, chinese if language == "zh" else english, said_utc=at),),
            scope=scope,
            source=SourceKind.TEMPLATE,
            confidence=CONFIDENCE,
            language=language,
            said_utc=at,
        )
        for topic, english, chinese in template.defaults
    ]


def load(vault: Vault, template: Template, language: str, *, scope: str = UNIVERSAL) -> Sequence[Outcome]:
    """Keep a template's defaults after they were shown. Only a user's own act calls this: it counts in every mode."""
    now = vault.clock()
    shown = candidates(template, language, scope=scope, at=now)
    outcomes = vault.memories.apply(shown, mode=MemoryMode.ASK, actor="user", at=now)
    proposed = [one.memory.id for one in outcomes if one.action == "proposed" and one.memory is not None]
    approved, _ = vault.memories.approve_all(proposed)
    return [*approved, *(one for one in outcomes if one.action != "proposed")]


def _only(found: Sequence[Template]) -> Template | None:
    return found[0] if len(found) == 1 else None
