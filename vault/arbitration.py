"""What wins when a new memory meets those that are in force. Pure functions on values; nothing is stored here.

Source weight decides first, at any age. At equal weight a plain second number makes a range, a correction replaces, and
otherwise the later event time wins, whatever the order of arrival. Follows the design page "Memory core, What wins".
"""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from vault import aliases, fold, polarity, slots
from vault.records import Memory, Precision, Quantity, QuantityPart, SourceKind, TimePoint
from vault.times import zone_of


class Verdict(enum.StrEnum):
    """What is to be done with the newcomer."""

    ADD = "add"  # nothing stands against it
    CONFIRM = "confirm"  # the target already says so
    RANGE = "range"  # the target becomes a range that holds both
    SUPERSEDE = "supersede"  # the targets go into history
    OUTDATED = "outdated"  # the newcomer itself goes into history, below the target
    QUEUE = "queue"  # a stronger source stands: the newcomer waits as a proposal
    DISPUTE = "dispute"  # the user's word and a tool's observation differ: both stand, a question is raised


@dataclass(frozen=True, slots=True)
class Decision:
    """`targets` are the ids concerned; `reason` a stable word that the window and the history show."""

    verdict: Verdict
    targets: tuple[str, ...] = ()
    reason: str = ""


CORRECTION = "correction"
_PLACES = frozenset({"home", "city", "address", "work_place", "location", "school"})
_WORD_OVERLAP = (
    1 / 3
)  # of the shorter statement; below it a correction of one member of a set names another thing
_SHARED_ENDING = 4  # letters; fewer are the ending of too many words
_PRECISIONS = (Precision.YEAR, Precision.MONTH, Precision.DAY, Precision.MINUTE)


def arbitrate(newcomer: Memory, in_force: Sequence[Memory], *, corrects: bool = False) -> Decision:
    """Judge `newcomer` against the active memories of its subject and scope (others are ignored).

    `corrects` tells that a correcting word was said. The order of `in_force` does not matter.
    """
    rivals = [
        memory for memory in in_force if (memory.subject, memory.scope) == (newcomer.subject, newcomer.scope)
    ]
    same = [memory for memory in rivals if says_the_same(newcomer, memory)]
    # A corrected number that is already a part of a range must collapse the range, not confirm it.
    if same and not (corrects and _is_composed(same[0])):
        return Decision(Verdict.CONFIRM, (same[0].id,), "same")
    fulfilled = [memory for memory in rivals if _fulfils(newcomer, memory)]
    judged = [_judge(newcomer, memory, corrects=corrects, rivals=rivals) for memory in rivals]
    for verdict in (Verdict.CONFIRM, Verdict.QUEUE, Verdict.OUTDATED, Verdict.DISPUTE):
        for decision in judged:
            if decision.verdict is verdict:
                return decision
    superseding = [decision for decision in judged if decision.verdict is Verdict.SUPERSEDE]
    if superseding or fulfilled:
        targets = [target for decision in superseding for target in decision.targets]
        targets += [memory.id for memory in fulfilled if memory.id not in targets]
        return Decision(
            Verdict.SUPERSEDE, tuple(targets), superseding[0].reason if superseding else "fulfilled"
        )
    ranged = next((decision for decision in judged if decision.verdict is Verdict.RANGE), None)
    return ranged or Decision(Verdict.ADD)


def says_the_same(first: Memory, second: Memory) -> bool:
    """Whether two memories are one claim told twice: same slot, value, polarity, plan, and date where that counts."""
    if slots.normalise(first.attribute) != slots.normalise(second.attribute):
        return False
    if (first.subject, first.scope, first.is_plan, first.negated) != (
        second.subject,
        second.scope,
        second.is_plan,
        second.negated,
    ):
        return False
    if not _same_value(first, second):
        return False
    if not is_dated(first) or (first.valid_from is None) != (second.valid_from is None):
        return not is_dated(first)
    return not _differ_in_time(_event_time(first), _event_time(second))


def is_dated(memory: Memory) -> bool:
    """Whether its date is part of what it says: measurements and events."""
    rules = slots.rules_of(memory.attribute)
    return rules.kind is slots.Kind.SERIES or (memory.valid_from is not None and memory.layer == "event")


def local(at: datetime, zone: str) -> datetime:
    """The instant on the clock of that zone."""
    return at.astimezone(zone_of(zone))


def is_later(newcomer: Memory, existing: Memory) -> bool:
    """Event time, compared only as exactly as both were given; then the time of saying."""
    ours, theirs = newcomer.valid_from, existing.valid_from
    if ours is not None and theirs is not None and _differ_in_time(ours, theirs):
        return ours.start_utc > theirs.start_utc
    return newcomer.said_utc >= existing.said_utc


def as_part(memory: Memory) -> QuantityPart:
    """The single statement that a number contributes to a range."""
    if not isinstance(memory.value, Quantity):
        raise TypeError("only a quantity can be part of a range")
    evidence = memory.evidence[0] if memory.evidence else None
    value = memory.value
    return QuantityPart(
        low=value.low,
        high=value.high,
        qualifier=value.qualifier,
        said_utc=memory.said_utc,
        turn_id=evidence.ref_id if evidence else "",
        quote=evidence.quote if evidence else "",
    )


def joined(existing: Memory, newcomer: Memory) -> Quantity:
    """The range that holds both numbers, its parts in the order of their saying."""
    if not isinstance(existing.value, Quantity) or not isinstance(newcomer.value, Quantity):
        raise TypeError("only quantities make a range")
    parts = [*(existing.value.parts or (as_part(existing),)), *(newcomer.value.parts or (as_part(newcomer),))]
    parts.sort(key=lambda part: part.said_utc)
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    return Quantity(low, high, existing.value.unit, "", tuple(parts))


def _same_value(first: Memory, second: Memory) -> bool:
    if isinstance(first.value, Quantity) and isinstance(second.value, Quantity):
        if first.value.unit != second.value.unit:
            return False
        new = (first.value.low, first.value.high, first.value.qualifier)
        known = [(part.low, part.high, part.qualifier) for part in second.value.parts]
        return new in known or new == (second.value.low, second.value.high, second.value.qualifier)
    if isinstance(first.value, str) and isinstance(second.value, str):
        if fold.canonical(first.value) == fold.canonical(second.value):
            return True
        return aliases.means_the_same(first.value, second.value)
    return False


def _is_composed(memory: Memory) -> bool:
    return isinstance(memory.value, Quantity) and len(memory.value.parts) > 1


def _fulfils(newcomer: Memory, plan: Memory) -> bool:
    """A fact with the value of an earlier plan: the plan has come true."""
    if newcomer.is_plan or not plan.is_plan or newcomer.negated != plan.negated:
        return False
    same_slot = slots.normalise(newcomer.attribute) == slots.normalise(plan.attribute)
    return same_slot and _same_value(newcomer, plan) and is_later(newcomer, plan)


def _judge(newcomer: Memory, existing: Memory, *, corrects: bool, rivals: Sequence[Memory]) -> Decision:
    """One pair; ADD where there is no conflict."""
    if newcomer.is_plan != existing.is_plan or not _validity_overlaps(newcomer, existing):
        return Decision(Verdict.ADD)
    if slots.rules_of(newcomer.attribute).kind is slots.Kind.SET:
        if _contradict(newcomer, existing):
            return _by_weight_and_time(newcomer, existing, "contradiction")
        if corrects and _is_corrected_member(newcomer, existing, rivals):
            return _by_weight_and_time(newcomer, existing, CORRECTION)
        return Decision(Verdict.ADD)
    return _judge_single(newcomer, existing, corrects=corrects)


def _judge_single(newcomer: Memory, existing: Memory, *, corrects: bool) -> Decision:
    """One pair of attributes that hold a single value or a series."""
    is_other = slots.normalise(newcomer.attribute) != slots.normalise(existing.attribute)
    if is_other and corrects and _are_of_one_kind(newcomer.attribute, existing.attribute):
        return _by_weight_and_time(newcomer, existing, CORRECTION)
    if is_other or _is_series(newcomer, existing):
        return Decision(Verdict.ADD)
    if newcomer.negated or existing.negated:
        # "I no longer work there" ends that value only, and says nothing of another one.
        if newcomer.negated == existing.negated or not _same_value(newcomer, existing):
            return Decision(Verdict.ADD)
        return _by_weight_and_time(newcomer, existing, "contradiction")
    if isinstance(newcomer.value, Quantity) and isinstance(existing.value, Quantity):
        if newcomer.value.unit != existing.value.unit:
            return Decision(Verdict.ADD)
        if _is_plain_second_number(newcomer, existing, corrects=corrects):
            return Decision(Verdict.RANGE, (existing.id,), "range")
    elif not corrects and _is_less_exact_place(newcomer, existing):
        return Decision(Verdict.CONFIRM, (existing.id,), "less_exact")
    return _by_weight_and_time(newcomer, existing, CORRECTION if corrects else "later")


def _are_of_one_kind(first: str, second: str) -> bool:
    """Preferences of two things of one kind, told by how they end: hardbacks and paperbacks, 纸质书 and 电子书."""
    if slots.base_of(first) != "prefer" or slots.base_of(second) != "prefer":
        return False
    ours, theirs = (re.sub(r"s$", "", fold.canonical(slots.detail_of(one))) for one in (first, second))
    endings = itertools.takewhile(
        lambda pair: pair[0] == pair[1], zip(ours[::-1], theirs[::-1], strict=False)
    )
    shared = len(list(endings))
    is_wide = bool(ours) and ours[-1] >= "\u3400"
    return shared >= (1 if is_wide else _SHARED_ENDING)


def _by_weight_and_time(newcomer: Memory, existing: Memory, reason: str) -> Decision:
    target = (existing.id,)
    if newcomer.weight != existing.weight:
        rules = slots.rules_of(newcomer.attribute)
        if rules.is_observation and SourceKind.TOOL in (newcomer.source, existing.source):
            return Decision(Verdict.DISPUTE, target, "observations_differ")
        if newcomer.weight > existing.weight:
            return Decision(Verdict.SUPERSEDE, target, "outweighs")
        return Decision(Verdict.QUEUE, target, "outweighed")
    if is_later(newcomer, existing):
        return Decision(Verdict.SUPERSEDE, target, reason)
    return Decision(Verdict.OUTDATED, target, "earlier")


def _is_plain_second_number(newcomer: Memory, existing: Memory, *, corrects: bool) -> bool:
    if corrects or newcomer.weight != existing.weight or not slots.rules_of(newcomer.attribute).makes_range:
        return False
    return not (existing.reason == CORRECTION and newcomer.said_utc < _first_said(existing))


def _first_said(memory: Memory) -> datetime:
    if isinstance(memory.value, Quantity) and memory.value.parts:
        return min(part.said_utc for part in memory.value.parts)
    return memory.said_utc


def _validity_overlaps(first: Memory, second: Memory) -> bool:
    return not (_ends_before(first, second) or _ends_before(second, first))


def _ends_before(earlier: Memory, later: Memory) -> bool:
    end, start = earlier.valid_until, later.valid_from
    return end is not None and start is not None and end.start_utc < start.start_utc


def _contradict(newcomer: Memory, existing: Memory) -> bool:
    return polarity.contradicts(_member(newcomer), _member(existing))


def _member(memory: Memory) -> tuple[str, polarity.Polarity]:
    text = memory.value if isinstance(memory.value, str) else memory.claim
    return polarity.of_member(memory.attribute, text, negated=memory.negated)


def _is_corrected_member(newcomer: Memory, existing: Memory, rivals: Sequence[Memory]) -> bool:
    """A correction in a set replaces the member with the same detail, or the only one that speaks of the same thing."""
    slot = slots.normalise(newcomer.attribute)
    if slots.normalise(existing.attribute) != slot:
        return False
    if slots.detail_of(newcomer.attribute):
        return True
    members = [memory for memory in rivals if slots.normalise(memory.attribute) == slot]
    ours, theirs = set(fold.words(newcomer.claim)), set(fold.words(existing.claim))
    shared = len(ours & theirs) / max(1, min(len(ours), len(theirs)))
    return len(members) == 1 and shared >= _WORD_OVERLAP


def _is_less_exact_place(newcomer: Memory, existing: Memory) -> bool:
    """The city again after the street: it confirms, it does not replace."""
    if slots.base_of(newcomer.attribute) not in _PLACES or newcomer.negated != existing.negated:
        return False
    ours, theirs = fold.canonical(str(newcomer.value)), fold.canonical(str(existing.value))
    return len(ours) < len(theirs) and f" {ours} " in f" {theirs} "


def _is_series(newcomer: Memory, existing: Memory) -> bool:
    """Measurements of different days, or numbers that were each given with their own date."""
    rules = slots.rules_of(newcomer.attribute)
    are_dated = newcomer.valid_from is not None and existing.valid_from is not None
    if rules.kind is not slots.Kind.SERIES and not (are_dated and isinstance(newcomer.value, Quantity)):
        return False
    return _differ_in_time(_event_time(newcomer), _event_time(existing))


def _event_time(memory: Memory) -> TimePoint:
    return memory.valid_from or TimePoint(memory.said_utc, Precision.DAY, memory.zone)


def _differ_in_time(first: TimePoint, second: TimePoint) -> bool:
    """Whether two points of time differ at the precision that both have: 2026 and 1 March 2026 do not."""
    coarser = min(first.precision, second.precision, key=_PRECISIONS.index)
    return _truncated(first, coarser) != _truncated(second, coarser)


def _truncated(point: TimePoint, precision: Precision) -> tuple[int, ...]:
    return local(point.start_utc, point.zone).timetuple()[
        : _PRECISIONS.index(precision) + 1 + (2 if precision is Precision.MINUTE else 0)
    ]
