"""What a filled-in form says about the user: one candidate of source form for each field that names an attribute.

Passwords, card numbers and identity numbers make none. Follows the design page "Memory core, What wins".
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from assistant.extraction.clauses import language_of
from vault import quantities, slots
from vault.records import UNIVERSAL, Candidate, Evidence, Quantity, SourceKind

# field -> attribute, and what the claim says in English and Chinese
_FIELDS: Mapping[str, tuple[str, str, str]] = {
    "name": ("name", "My name is {value}", "我叫{value}"),
    "nickname": ("nickname", "Call me {value}", "叫我{value}"),
    "email": ("email", "My email is {value}", "我的邮箱是{value}"),
    "phone": ("phone", "My phone number is {value}", "我的电话是{value}"),
    "city": ("city", "I live in {value}", "我住在{value}"),
    "address": ("address", "My address is {value}", "我的地址是{value}"),
    "birthday": ("birthday", "My birthday is {value}", "我的生日是{value}"),
    "department": ("department", "My department is {value}", "我的部门是{value}"),
    "role": ("role", "My role is {value}", "我的职位是{value}"),
    "company": ("employer", "I work for {value}", "我在{value}工作"),
    "employer": ("employer", "I work for {value}", "我在{value}工作"),
    "timezone": ("zone", "My time zone is {value}", "我的时区是{value}"),
    "language": ("native_language", "My language is {value}", "我的语言是{value}"),
    "budget": ("budget", "My budget is {value}", "我的预算是{value}"),
    "team_size": ("team_size", "My team size is {value}", "我的团队规模是{value}"),
}


def from_form(
    fields: Mapping[str, str], *, language: str = "", scope: str = UNIVERSAL, said_utc: datetime | None = None
) -> list[Candidate]:
    """The candidates of a form's fields, in their order; unknown and empty fields make none.

    `language` is that of the form; empty: each field's own, and where that cannot be told that of the other fields.
    """
    whole = language or language_of(" ".join(fields.values()))
    made = []
    for name, written in fields.items():
        value = written.strip()
        if name not in _FIELDS or not value:
            continue
        attribute, english, chinese = _FIELDS[name]
        claim = (chinese if whole == "zh" else english).format(value=value)
        rules = slots.rules_of(attribute)
        made.append(
            Candidate(
                attribute=attribute,
                claim=claim,
                layer=rules.layer,
                value=_value(attribute, value, whole),
                evidence=(Evidence("form", name, value, said_utc=said_utc),),
                scope=scope,
                source=SourceKind.FORM,
                language=whole,
                sensitivity=rules.sensitivity,
                entities=(value,) if attribute == "name" else (),
                said_utc=said_utc,
            )
        )
    return made


def _value(attribute: str, text: str, language: str) -> str | Quantity:
    if slots.rules_of(attribute).plausible is None:
        return text
    spans = quantities.parse(text, language)
    if not spans:
        return text
    found = spans[0].quantity
    unit = found.unit or slots.default_unit(attribute, language)
    return Quantity(found.low, found.high, unit, found.qualifier)
