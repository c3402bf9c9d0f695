"""What is drawn around one entity: those that it is tied to, those one step further, and where each is put. No Qt.

Places are shares of the width and height, so that a drawing of any size uses them. Only as many are placed as can be
read; the rest is counted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from vault.entities import Graph

MOST_NEAR = 8
MOST_FURTHER = 8
_NEAR_RADIUS = (0.26, 0.25)
_FURTHER_RADIUS = (0.40, 0.44)
_ASIDE = 0.35  # radians; straight behind its parent a box would hide the line between them
_LEAST_ANGLE = 2 * math.pi / 9  # between neighbours on the outer ring


@dataclass(frozen=True, slots=True)
class Tie:
    """A line of the drawing; `memory_id` is the memory that says so."""

    subject: str
    target: str
    label: str
    memory_id: str


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """`places` by entity key as (x, y) shares, the centre first, then the first ring; `left_out` were not placed."""

    centre: str
    places: Mapping[str, tuple[float, float]]
    steps: Mapping[str, int]
    ties: tuple[Tie, ...]
    left_out: int


def neighbourhood(graph: Graph, centre: str) -> Neighbourhood:
    """The entities one and two steps from `centre` and the ties among them; the most spoken of come first."""
    order = {key: number for number, key in enumerate(graph.entities)}
    linked: dict[str, set[str]] = {key: set() for key in graph.entities}
    for relation in graph.relations:
        if relation.target and relation.target != relation.subject:
            linked[relation.subject].add(relation.target)
            linked[relation.target].add(relation.subject)
    ranked = sorted(linked.get(centre, ()), key=order.__getitem__)
    near = ranked[:MOST_NEAR]
    parents: dict[str, str] = {}
    for key in near:
        for other in sorted(linked[key], key=order.__getitem__):
            if other != centre and other not in ranked:
                parents.setdefault(other, key)
    further = list(parents)[:MOST_FURTHER]
    places, angles = {centre: (0.5, 0.5)}, {}
    for number, key in enumerate(near):
        angles[key] = 2 * math.pi * number / len(near) - math.pi / 2
        places[key] = _at(angles[key], _NEAR_RADIUS)
    places |= _outer(further, parents, angles)
    ties = [
        Tie(one.subject, one.target, one.label, one.memory.id)
        for one in graph.relations
        if one.target != one.subject and {one.subject, one.target} <= set(places)
    ]
    steps = {centre: 0} | dict.fromkeys(near, 1) | dict.fromkeys(further, 2)
    left_out = len(ranked) - len(near) + len(parents) - len(further)
    return Neighbourhood(centre, places, steps, tuple(_one_each(ties)), left_out)


def _outer(
    further: list[str], parents: Mapping[str, str], angles: Mapping[str, float]
) -> dict[str, tuple[float, float]]:
    """The outer ring, each as near to the one it hangs on as the others leave room."""
    wanted = sorted(further, key=lambda key: angles[parents[key]])
    places: dict[str, tuple[float, float]] = {}
    last = -math.inf
    for key in wanted:
        last = max(angles[parents[key]] + _ASIDE, last + _LEAST_ANGLE)
        places[key] = _at(last, _FURTHER_RADIUS)
    return places


def _at(angle: float, radius: tuple[float, float]) -> tuple[float, float]:
    return 0.5 + radius[0] * math.cos(angle), 0.5 + radius[1] * math.sin(angle)


def _one_each(ties: list[Tie]) -> list[Tie]:
    """One line between two entities: further memories about the same two are in the list beside the drawing."""
    return list({frozenset((tie.subject, tie.target)): tie for tie in reversed(ties)}.values())[::-1]
