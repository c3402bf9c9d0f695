"""The write gate: the one place where it is decided whether a candidate may become a memory at all.

Pure but for the vault's own detector of secrets, which is handed in. What the gate refuses is audited with the reason,
never with the value. Tombstones, the mode and the rank among other memories are judged by the store. Follows the
design page "Memory core, Write gate".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from vault import fold, numerals, quantities, slots
from vault.records import USER, Candidate, Evidence, Quantity, Role, SourceKind, TimePoint
from vault.times import zone_of

THRESHOLDS: Mapping[SourceKind, float] = {
    SourceKind.EXPLICIT: 0.0,
    SourceKind.FORM: 0.0,
    SourceKind.TOOL: 0.6,
    SourceKind.DOCUMENT: 0.6,
    SourceKind.IMPORT: 0.6,
    SourceKind.INFERRED: 0.7,
    SourceKind.TEMPLATE: 0.0,
}
_OTHERS_WORDS = frozenset({SourceKind.TOOL, SourceKind.DOCUMENT})
# What `vault.privacy` leaves where it cut a secret out of a turn: a claim around such a hole says nothing.
_CUT_SECRET = re.compile(r"\[[a-z ]+ removed\]|\[[^\[\]]{1,8}已移除\]")


class Screened(Protocol):
    """A text that is fit for storage, and whether a secret had to be cut out of it."""

    @property
    def text(self) -> str: ...
    @property
    def had_secret(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Heard:
    """What the store knows of the turn that a piece of evidence points to."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """`denied` is the stable word of the reason, empty where it passes; `candidate` has identity numbers masked.

    `question` is set where the user must be asked although the gate passes.
    """

    candidate: Candidate
    denied: str = ""
    question: str = ""


def judge(
    candidate: Candidate,
    *,
    screen: Callable[[str], Screened],
    heard: Callable[[Evidence], Heard | None],
    zone: str = "UTC",
) -> Judgement:
    """Judge a candidate by everything but tombstones and mode. `zone` is the user's, for dates in the claim."""
    if not candidate.claim.strip() or not candidate.attribute.strip() or candidate.value == "":
        return Judgement(candidate, "empty")
    if not any(char.isalnum() for char in candidate.claim):
        return Judgement(candidate, "empty")
    cleaned = _without_identity_numbers(candidate, screen)
    if cleaned is None:
        return Judgement(candidate, "secret")
    denied = _evidence_fault(candidate, cleaned, heard) or _substance_fault(cleaned, zone)
    if denied:
        return Judgement(cleaned, denied)
    if not is_plausible(cleaned):
        users_word = cleaned.source in (SourceKind.EXPLICIT, SourceKind.FORM)
        return Judgement(cleaned, "", "implausible") if users_word else Judgement(cleaned, "implausible")
    return Judgement(cleaned)


def is_plausible(candidate: Candidate) -> bool:
    """Whether a value fits its attribute: bounds and units of numbers, the shape of contacts."""
    base, value = slots.base_of(candidate.attribute), candidate.value
    if isinstance(value, str):
        if base == "email":
            return "@" in fold.fold(value)
        if base == "phone":
            return 3 <= sum(char.isdigit() for char in fold.fold(value)) <= 20
        written = _RUN.fullmatch(fold.fold(value).strip())
        if written is None:
            return True
        number = float(written.group().replace(",", ""))
        value = Quantity(number, number, "")  # an age or a price that was kept as it was written
    bounds = slots.rules_of(candidate.attribute).plausible
    if value.low > value.high:
        return False
    if bounds is None:
        return True
    return (
        bounds.low <= value.low
        and value.high <= bounds.high
        and (not bounds.units or value.unit in bounds.units)
    )


def _without_identity_numbers(candidate: Candidate, screen: Callable[[str], Screened]) -> Candidate | None:
    """The candidate fit for storage; None where its claim or value holds a secret.

    A secret elsewhere in the quoted sentence is only cut from the quote: the rest of the message may be kept.
    """
    if _CUT_SECRET.search(candidate.claim):
        return None
    claim = screen(candidate.claim)
    value = screen(candidate.value) if isinstance(candidate.value, str) else None
    if claim.had_secret or (value is not None and value.had_secret):
        return None
    evidence = tuple(replace(item, quote=screen(item.quote).text) for item in candidate.evidence)
    return replace(
        candidate, claim=claim.text, evidence=evidence, value=candidate.value if value is None else value.text
    )


def _evidence_fault(
    candidate: Candidate, cleaned: Candidate, heard: Callable[[Evidence], Heard | None]
) -> str:
    if not any(item.quote.strip() for item in candidate.evidence):
        return "" if candidate.source is SourceKind.TEMPLATE else "no_evidence"
    if candidate.confidence < THRESHOLDS[candidate.source]:
        return "low_confidence"
    if candidate.source in _OTHERS_WORDS:
        return ""
    roles = set()
    for item, masked in zip(candidate.evidence, cleaned.evidence, strict=True):
        turn = heard(item)
        if turn is None:
            continue
        # The turn may have been stored with its identity numbers masked, the quote taken before or after that.
        if not (_is_in(item.quote, turn.text) or _is_in(masked.quote, turn.text)):
            return "quote_not_found"
        roles.add(turn.role)
    # The assistant's sentence counts only beside the user's own that confirms it.
    return "not_the_users_words" if roles == {Role.ASSISTANT} else ""


def _substance_fault(candidate: Candidate, zone: str) -> str:
    if candidate.source is SourceKind.TEMPLATE:
        return ""
    quotes = "\n".join(item.quote for item in candidate.evidence)
    if _has_unsaid_number(candidate, quotes, zone):
        return "number_not_said"
    return "name_not_said" if _has_unsaid_name(candidate, quotes) else ""


def _is_in(quote: str, text: str) -> bool:
    return fold.canonical(quote) in fold.canonical(text)


_RUN = re.compile(r"\d[\d,]*(?:\.\d+)?")
_FREE_DIGITS = 5  # a longer run may be written with other gaps between its digits


def _has_unsaid_number(candidate: Candidate, quotes: str, zone: str) -> bool:
    said = fold.fold(quotes)
    numbers = _numbers_in(said)
    value = candidate.value
    if (
        isinstance(value, Quantity)
        and not {value.low, value.high} <= numbers
        and not _is_reckoned(candidate, value)
    ):
        return True
    claim = fold.fold(candidate.claim)
    spans = [
        (span.start, span.end)
        for span in quantities.parse(claim)
        if span.low in numbers and span.high in numbers
    ]  # fmt: skip
    allowed = _date_numbers(candidate, zone)
    digits = re.sub(r"\D", "", said)
    for match in _RUN.finditer(claim):
        plain = match.group().replace(",", "").rstrip(".")
        if float(plain) in numbers or float(plain) in allowed:
            continue
        if len(plain) >= _FREE_DIGITS and plain in digits:
            continue
        if not any(start <= match.start() and match.end() <= end for start, end in spans):
            return True
    return False


def _is_reckoned(candidate: Candidate, value: Quantity) -> bool:
    """Whether a correction ("two grand higher") makes its number of one said now and one said before, by plus or minus.

    The two must stand in different quotes, so nothing is reckoned out of a single statement.
    """
    if not candidate.corrects or len(candidate.evidence) < 2 or value.low != value.high:
        return False
    change = _numbers_in(fold.fold(candidate.evidence[0].quote))
    before = _numbers_in(fold.fold("\n".join(item.quote for item in candidate.evidence[1:])))
    return any(value.low in (old + step, old - step) for old in before for step in change)


def _numbers_in(said: str) -> set[float]:
    """Every number that was said, as digits, as number words and in base units."""
    found = {float(run.replace(",", "").rstrip(".")) for run in _RUN.findall(said)}
    for span in quantities.parse(said):
        found |= {span.low, span.high}
    found |= {
        float(numerals.EN_SMALL[word]) for word in re.findall(r"[a-z]+", said) if word in numerals.EN_SMALL
    }
    for run in re.findall(r"[零〇一二两三四五六七八九十百千万亿]+", said):
        number = numerals.zh_number(run)
        found |= {float(number)} if number is not None else set()
        found |= {float(numerals.ZH_DIGITS[char]) for char in run if char in numerals.ZH_DIGITS}
    if re.search(r"\ban?\b", said):
        found.add(1.0)
    return found


def _date_numbers(candidate: Candidate, zone: str) -> set[float]:
    """The numbers by which the candidate's own dates may be written; they were resolved, not invented."""
    found: set[float] = set()
    points = [point for point in (candidate.valid_from, candidate.valid_until) if point is not None]
    for point in points:
        found |= _parts_of(point.start_utc, point.zone)
    if candidate.expires_utc is not None:
        found |= _parts_of(candidate.expires_utc, _zone_of(points, zone))
    return found


def _zone_of(points: list[TimePoint], zone: str) -> str:
    return points[0].zone if points else zone


def _parts_of(at: datetime, zone: str) -> set[float]:
    local = at.astimezone(zone_of(zone))
    parts = (local.year, local.month, local.day, local.hour, local.hour % 12 or 12, local.minute)
    return {float(part) for part in parts}


_CAPITALISED = re.compile(r"(?<![.!?:]\s)(?<=[\w,;)'’\"]\s)[A-Z][a-z]+\w*")
_COMMON = frozenset(
    "i user the january february march april may june july august september october november december monday tuesday"
    " wednesday thursday friday saturday sunday english chinese utc".split()
)


def _has_unsaid_name(candidate: Candidate, quotes: str) -> bool:
    said = set(fold.words(quotes))
    folded = fold.fold(quotes)
    for name in candidate.entities:
        if name in (USER, candidate.subject) or fold.fold(name) in folded:
            continue
        if not set(fold.words(name)) <= said:
            return True
    names = {name for name in _CAPITALISED.findall(candidate.claim) if name.casefold() not in _COMMON}
    allowed = (
        said | set(fold.words(candidate.subject)) | set(fold.words(slots.detail_of(candidate.attribute)))
    )
    return any(not set(fold.words(name)) <= allowed for name in names)
