"""Slots: which attributes hold one value and which a set, and what each attribute brings as defaults.

An attribute is written `base` or `base:detail` (`budget:wedding`, `holder:accountant`, `prefer:seat`, `likes`). The
base decides the rules, the detail tells one thing from another. A slot is subject + attribute + scope. Attributes not
named here are sets, so an unknown one never retires what is already known. Follows the design page "Memory core, the
record".
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from vault import fold
from vault.records import Layer, Retention, Sensitivity


class Kind(enum.StrEnum):
    """How the values of one slot live together."""

    SINGLE = "single"  # one value is in force; a plain second number makes a range
    SET = "set"  # values join one another
    SERIES = "series"  # dated measurements stand side by side; undated ones behave as a single value


@dataclass(frozen=True, slots=True)
class Plausible:
    """Bounds (inclusive, base units) and the units a number may have; an empty tuple allows any unit."""

    low: float
    high: float
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttributeRules:
    kind: Kind
    layer: Layer = Layer.FACT
    retention: Retention = Retention.PERMANENT
    sensitivity: Sensitivity = Sensitivity.NORMAL
    plausible: Plausible | None = None
    unit: str = ""  # the unit of a number that was given without one
    is_identity: bool = False  # part of the standing profile
    is_answer_style: bool = False  # part of the standing profile
    makes_range: bool = True  # a plain second number makes one; two ages or shelf numbers do not
    is_observation: bool = False  # an outside fact that a tool can see as well as the user


MONEY = ("CNY", "USD", "EUR", "GBP", "JPY", "HKD")
_BUDGET = Plausible(1, 1e12, ("", *MONEY))
_COUNT = Plausible(0, 1e10)
_AGE = Plausible(0, 130, ("", "age", "year"))

_FACT = AttributeRules(Kind.SET)
_PERSONAL = Sensitivity.PERSONAL
_STYLE = AttributeRules(Kind.SINGLE, Layer.PREFERENCE, Retention.ADAPTIVE, is_answer_style=True)
_TASTE = AttributeRules(Kind.SET, Layer.PREFERENCE, Retention.ADAPTIVE)
_WORK = AttributeRules(Kind.SINGLE, is_identity=True)
_SINGLE = AttributeRules(Kind.SINGLE)
_PRIVATE = AttributeRules(Kind.SINGLE, sensitivity=_PERSONAL)
_HEALTH = AttributeRules(Kind.SET, sensitivity=Sensitivity.SENSITIVE)
_OBSERVED = AttributeRules(Kind.SINGLE, is_observation=True)
_RELATED = AttributeRules(Kind.SET, Layer.RELATIONSHIP)
_DATED = AttributeRules(Kind.SET, Layer.EVENT)

RULES: Mapping[str, AttributeRules] = {
    # who the user is
    "name": AttributeRules(Kind.SINGLE, sensitivity=_PERSONAL, is_identity=True),
    "nickname": AttributeRules(Kind.SINGLE, is_identity=True),
    "birthday": _PRIVATE,
    "age": AttributeRules(Kind.SINGLE, sensitivity=_PERSONAL, plausible=_AGE, unit="age", makes_range=False),
    "gender": _PRIVATE,
    "blood_type": AttributeRules(Kind.SINGLE, sensitivity=Sensitivity.SENSITIVE),
    "nationality": _PRIVATE,
    "hometown": _PRIVATE,
    "native_language": AttributeRules(Kind.SINGLE, is_identity=True),
    "zone": _WORK,
    "email": _PRIVATE,
    "phone": _PRIVATE,
    "contact": AttributeRules(Kind.SINGLE, sensitivity=_PERSONAL),
    "home": AttributeRules(Kind.SINGLE, sensitivity=_PERSONAL, is_identity=True),
    "city": AttributeRules(Kind.SINGLE, sensitivity=_PERSONAL, is_identity=True),
    "address": _PRIVATE,
    # work
    "employer": _WORK,
    "role": _WORK,
    "department": _WORK,
    "profession": _WORK,
    "work_place": _WORK,
    "school": _SINGLE,
    "project_code": _SINGLE,
    # relations: `holder:accountant` is the one who does it, `relation` the open set
    "holder": AttributeRules(Kind.SINGLE, Layer.RELATIONSHIP),
    "relation": _RELATED,
    "pet": _RELATED,
    # numbers
    "budget": AttributeRules(Kind.SINGLE, plausible=_BUDGET),
    "price": AttributeRules(Kind.SINGLE, plausible=_BUDGET),
    "income": AttributeRules(Kind.SINGLE, sensitivity=Sensitivity.SENSITIVE, plausible=_BUDGET),
    "count": AttributeRules(Kind.SINGLE, plausible=_COUNT),
    "headcount": AttributeRules(Kind.SINGLE, plausible=_COUNT, unit="person"),
    "team_size": AttributeRules(Kind.SINGLE, plausible=_COUNT, unit="person"),
    "number": AttributeRules(Kind.SINGLE, makes_range=False),
    "measure": AttributeRules(Kind.SERIES, makes_range=False),
    "weight": AttributeRules(
        Kind.SERIES,
        sensitivity=Sensitivity.SENSITIVE,
        plausible=Plausible(0.2, 700, ("", "kg")),
        unit="kg",
        makes_range=False,
    ),
    "height": AttributeRules(
        Kind.SERIES, sensitivity=_PERSONAL, plausible=Plausible(0.2, 3, ("", "m")), makes_range=False
    ),
    # tastes and answers
    "likes": _TASTE,
    "dislikes": _TASTE,
    "interest": _TASTE,
    "hobby": _TASTE,
    "prefer": AttributeRules(Kind.SINGLE, Layer.PREFERENCE, Retention.ADAPTIVE),
    "favourite": AttributeRules(Kind.SINGLE, Layer.PREFERENCE, Retention.ADAPTIVE),
    "answer_language": _STYLE,
    "answer_length": _STYLE,
    "answer_format": AttributeRules(Kind.SET, Layer.PREFERENCE, Retention.ADAPTIVE, is_answer_style=True),
    "answer_dislike": AttributeRules(Kind.SET, Layer.PREFERENCE, Retention.ADAPTIVE, is_answer_style=True),
    # health
    "allergy": _HEALTH,
    "condition": _HEALTH,
    "medication": _HEALTH,
    "diet": AttributeRules(Kind.SET, Layer.PREFERENCE, Retention.PERMANENT),
    # life
    "default": _SINGLE,  # what a template brings: one value for each thing, until the user says something of it
    "habit": _FACT,
    "works": _FACT,  # where somebody works and what they do there, where no job is named
    "activity": _FACT,
    "note": _FACT,
    "owns": _FACT,
    "uses": _FACT,
    "location": _SINGLE,
    "status": _OBSERVED,
    "availability": _OBSERVED,
    "event": _DATED,
    "appointment": _DATED,
    "trip": _DATED,
    "deadline": AttributeRules(Kind.SINGLE, Layer.EVENT),
    "task": AttributeRules(Kind.SET, Layer.EVENT, Retention.SESSION),
}


def base_of(attribute: str) -> str:
    """The part of an attribute that decides its rules: `budget` of `budget:wedding`."""
    return attribute.partition(":")[0].strip().casefold()


def detail_of(attribute: str) -> str:
    """The thing an attribute is about as it was written, empty where it has none: `wedding` of `budget:wedding`."""
    return attribute.partition(":")[2].strip()


def rules_of(attribute: str) -> AttributeRules:
    """The rules of an attribute; what is not in the table is a set of facts."""
    return RULES.get(base_of(attribute), _FACT)


def normalise(attribute: str) -> str:
    """The one spelling of an attribute that slots are compared by."""
    base, detail = base_of(attribute), fold.canonical(detail_of(attribute))
    return f"{base}:{detail}" if detail else base


def default_unit(attribute: str, language: str) -> str:
    """The unit of a number said without one: persons for head counts, CNY for money in Chinese, else none."""
    rules = rules_of(attribute)
    if rules.unit:
        return rules.unit
    if rules.plausible is _BUDGET and language.startswith("zh"):
        return "CNY"
    return ""


def default_retention(attribute: str, layer: Layer) -> Retention:
    """What an attribute keeps: the table's word, and for those it does not know the default of the layer."""
    rules = RULES.get(base_of(attribute))
    if rules is not None:
        return rules.retention
    return Retention.ADAPTIVE if layer is Layer.PREFERENCE else Retention.PERMANENT


_SENSITIVITY_ORDER = (Sensitivity.NORMAL, Sensitivity.PERSONAL, Sensitivity.SENSITIVE, Sensitivity.SEALED)


def stricter(first: Sensitivity, second: Sensitivity) -> Sensitivity:
    """The more careful of two sensitivities."""
    return max(first, second, key=_SENSITIVITY_ORDER.index)
