"""What may be recalled at all: state, expiry, scope, sensitivity, and what the caller leaves out.

Filters look at columns only. They are the one place where something relevant is kept back, so each has a name that
"why" can show.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vault.recall.units import KINDS, MEMORY, SENSITIVITIES, STATES, Units
from vault.records import UNIVERSAL, Sensitivity, State

type_mask = npt.NDArray[np.bool_]

_MEMORY = KINDS.index(MEMORY)
_ACTIVE = STATES.index(State.ACTIVE)
_SUPERSEDED, _EXPIRED = STATES.index(State.SUPERSEDED), STATES.index(State.EXPIRED)
_SEALED = SENSITIVITIES.index(Sensitivity.SEALED)


@dataclass(frozen=True, slots=True)
class Filter:
    """What a caller wants to see. `scopes` are seen beside the universal one; `at_us` decides what has expired."""

    at_us: int
    scopes: Collection[str] = ()
    kinds: Collection[str] = KINDS
    exclude_ids: Collection[str] = ()
    exclude_source: str = ""
    with_past: bool = False
    with_sealed: bool = False


@dataclass(frozen=True, slots=True)
class Filtered:
    """Masks over slots: `past` marks allowed units that are no longer true, `reasons` what was kept back and why."""

    allowed: type_mask
    past: type_mask
    reasons: dict[str, type_mask]


def apply(wanted: Filter, units: Units) -> Filtered:
    """Judge every slot; call it under the index's lock."""
    size = units.size
    alive = units.alive[:size].copy()
    for unit_id in wanted.exclude_ids:
        for kind in KINDS:
            slot = units.slot(kind, unit_id)
            if slot is not None:
                alive[slot] = False
    source = units.sources.numbers.get(wanted.exclude_source) if wanted.exclude_source else None
    if source is not None:
        alive &= units.source[:size] != source
    if set(wanted.kinds) != set(KINDS):
        alive &= np.isin(units.kind[:size], [KINDS.index(kind) for kind in wanted.kinds])
    # Only memories have a state, and they are few beside turns.
    memories = np.flatnonzero(alive & (units.kind[:size] == _MEMORY))
    state = units.state[memories]
    is_expired = units.expires_us[memories] <= wanted.at_us
    is_past = (state == _SUPERSEDED) | (state == _EXPIRED) | (is_expired & (state == _ACTIVE))
    # Proposed, archived and whatever comes later: not in force, and not history either.
    not_in_force = (state != _ACTIVE) & ~is_past
    in_scope = np.zeros(size, np.bool_)
    for name in (UNIVERSAL, *wanted.scopes):
        if name in units.scopes.numbers:
            in_scope |= units.scope[:size] == units.scopes.numbers[name]
    reasons = {
        "scope": alive & ~in_scope,
        "state": _mask(size, memories[not_in_force | (is_past & ~is_expired & (not wanted.with_past))]),
        "expired": _mask(size, memories[is_past & is_expired & (not wanted.with_past)]),
        "sealed": alive & (units.sensitivity[:size] == _SEALED) & (not wanted.with_sealed),
    }
    allowed = alive
    for mask in reasons.values():
        allowed = allowed & ~mask
    return Filtered(allowed, allowed & _mask(size, memories[is_past]), reasons)


def _mask(size: int, slots: npt.NDArray[np.int64]) -> type_mask:
    mask = np.zeros(size, np.bool_)
    mask[slots] = True
    return mask
