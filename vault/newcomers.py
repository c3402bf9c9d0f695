"""From a candidate to the memory it would become: clean text, units, defaults of its attribute. Pure.

Whether it may become one, and in which state, is decided by `vault.gate` and `vault.memory_apply`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from vault import polarity, slots
from vault.codec import clean_text
from vault.ids import new_id
from vault.records import SOURCE_WEIGHTS, Candidate, Memory, Quantity, State


def normalised(candidate: Candidate) -> Candidate:
    """The candidate with a clean attribute and text, and with the unit that its attribute gives a bare number."""
    base, detail = slots.base_of(candidate.attribute), slots.detail_of(candidate.attribute)
    value = candidate.value
    if isinstance(value, Quantity):
        unit = value.unit or slots.default_unit(candidate.attribute, candidate.language)
        value = replace(value, unit=unit)
    else:
        value = clean_text(value).strip()
    return replace(
        candidate,
        attribute=clean_text(f"{base}:{detail}" if detail else base),
        claim=clean_text(candidate.claim).strip(),
        value=value,
        evidence=tuple(replace(item, quote=clean_text(item.quote)) for item in candidate.evidence),
    )


def _denies(candidate: Candidate) -> bool:
    """Whether a member of a set denies something in its own words, which extraction need not have seen."""
    if slots.rules_of(candidate.attribute).kind is not slots.Kind.SET:
        return False
    return polarity.polarity(candidate.value if isinstance(candidate.value, str) else candidate.claim).negated


def newcomer(candidate: Candidate, at: datetime, zone: str) -> Memory:
    """A proposed memory made of a candidate, recorded `at`, said in `zone`; weight and defaults by its attribute."""
    rules = slots.rules_of(candidate.attribute)
    times = [item.said_utc for item in candidate.evidence if item.said_utc is not None]
    said = candidate.said_utc or (max(times) if times else at)
    return Memory(
        id=new_id("m_", at),
        subject=candidate.subject,
        attribute=candidate.attribute,
        value=candidate.value,
        claim=candidate.claim,
        layer=candidate.layer,
        scope=candidate.scope,
        source=candidate.source,
        weight=SOURCE_WEIGHTS[candidate.source],
        confidence=candidate.confidence,
        state=State.PROPOSED,
        pinned=candidate.pinned,
        sensitivity=slots.stricter(candidate.sensitivity, rules.sensitivity),
        visibility="owner",
        language=candidate.language,
        evidence=candidate.evidence,
        valid_from=candidate.valid_from,
        valid_until=candidate.valid_until,
        said_utc=said,
        recorded_utc=at,
        updated_utc=at,
        zone=zone,
        expires_utc=candidate.expires_utc,
        retention=candidate.retention or slots.default_retention(candidate.attribute, candidate.layer),
        confirmations=1,
        uses=0,
        last_used_utc=None,
        topics=candidate.topics,
        entities=candidate.entities,
        negated=candidate.negated or _denies(candidate),
        is_plan=candidate.is_plan,
        superseded_by="",
        reason="",
        version=1,
    )
