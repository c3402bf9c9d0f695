"""Memories that a question names, a source of candidates of its own: by name, by a predecessor's name, and
one step further.

Whoever asks about what was replaced means what holds now, so the name of a superseded memory leads to its
successor; and a relation that is named leads to the memories it relates.
"""

from __future__ import annotations

from vault.recall.filters import Filtered
from vault.recall.index import Index
from vault.recall.names import is_named
from vault.recall.units import LAYERS, MEMORY, STATES
from vault.records import Layer, State

_SUPERSEDED = STATES.index(State.SUPERSEDED)
_RELATION = LAYERS.index(Layer.RELATIONSHIP)
_LONGEST_CHAIN = 20
# What a relation is of, not whom it relates.
_KINDS = frozenset({("holder",), ("relation",), ("pet",), ("alias",), ("about",), ("responsibility",)})


def named_slots(index: Index, text: str, filtered: Filtered) -> dict[int, int]:
    """Slots by the number of words of the name that led to them; call it under the index's lock."""
    found = index.names.find(text)
    for slot, words in list(found.items()):
        current = _successor(index, slot, filtered)
        if current is not None:
            found[current] = max(words, found.get(current, 0))
    for slot in list(found):
        if filtered.allowed[slot] and index.units.layer[slot] == _RELATION:
            for name in index.names.names_of(slot):
                is_bridge = name not in _KINDS and not is_named(text, name)
                for other in index.names.find_words(name):
                    # Of other relations only those of somebody who is not named yet: my accountant is Lena,
                    # Lena works in Hove.
                    if is_bridge or index.units.layer[other] != _RELATION:
                        found.setdefault(other, 1)
    return found


def _successor(index: Index, slot: int, filtered: Filtered) -> int | None:
    """What stands in place of a superseded memory today; None where nothing does or the slot is not of that
    kind."""
    units = index.units
    if units.state[slot] != _SUPERSEDED or filtered.reasons["scope"][slot]:
        return None
    current: int | None = slot
    for _ in range(_LONGEST_CHAIN):
        if current is None or units.state[current] != _SUPERSEDED:
            return current
        current = units.slot(MEMORY, units.successors.get(current, ""))
    return None
