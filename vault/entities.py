"""People, organisations, places and things that memories speak of, and how they are related: a graph that
follows from memories.

Nothing of it is stored: every relation is a memory with its evidence, so scope, deletion and history are
those of the memory, and a graph is made of whatever is in force. Names that mean the same are one entity.
Follows the design page "Memory core, Relationships".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vault import aliases, slots
from vault.records import UNIVERSAL, USER, Layer, Memory, Sensitivity, State

_MEANS = f"{aliases.ATTRIBUTE}:"
_GENERIC = frozenset(
    {"about", "attribute", "note", "event", "habit", "activity", "value", "relation", "holder"}
)


@dataclass(frozen=True, slots=True)
class Relation:
    """One memory as a tie: from `subject` to `target` (keys; empty target: it says something of the subject
    alone)."""

    subject: str
    label: str
    target: str
    memory: Memory


@dataclass(slots=True)
class Entity:
    """One node. `name` is how it was written first, `names` every name it goes by, `key` the one spelling
    of all of them."""

    key: str
    name: str
    names: list[str] = field(default_factory=list)
    memories: list[str] = field(default_factory=list)  # ids, the latest said first

    @property
    def is_user(self) -> bool:
        return self.key == USER


@dataclass(frozen=True, slots=True)
class Graph:
    """Entities by key, the most spoken of first, and the relations between them."""

    entities: Mapping[str, Entity]
    relations: tuple[Relation, ...]
    own_aliases: Mapping[str, str] = field(default_factory=dict)

    def find(self, name: str) -> Entity | None:
        """The entity of a name or any of its aliases, title or not."""
        return self.entities.get(aliases.full_name(name, self.own_aliases))

    def walk(self, name: str) -> tuple[Memory, ...]:
        """The memories about an entity and, one step on, about those that it is related to; the entity's
        own first."""
        start = self.find(name)
        if start is None:
            return ()
        own = [one for one in self.relations if start.key in (one.subject, one.target)]
        near = {key for one in own for key in (one.subject, one.target) if key and key != USER} - {start.key}
        further = [one for one in self.relations if one not in own and near & {one.subject, one.target}]
        return tuple({one.memory.id: one.memory for one in (*own, *further)}.values())


def graph_of(memories: Iterable[Memory], *, scope: str | None = None) -> Graph:
    """The graph of the memories in force that may be seen in `scope` (None: in any); what is sealed is left
    out."""
    seen = [
        memory
        for memory in memories
        if memory.state is State.ACTIVE
        and memory.sensitivity is not Sensitivity.SEALED
        and (scope is None or memory.scope in (scope, UNIVERSAL))
    ]
    own = own_aliases(seen)
    entities: dict[str, Entity] = {}
    relations: list[Relation] = []
    for memory in seen:
        relations += _relations(memory, own, entities)
    ordered = sorted(entities.values(), key=lambda one: (-len(one.memories), one.key))
    return Graph({one.key: one for one in ordered}, tuple(relations), own)


def own_aliases(memories: Iterable[Memory]) -> dict[str, str]:
    """What the user calls things by another name, from the memories that say so: alias to full name."""
    return {
        str(memory.value).casefold(): slots.detail_of(memory.attribute)
        for memory in memories
        if memory.attribute.startswith(_MEANS) and isinstance(memory.value, str)
    }


def _relations(memory: Memory, own: Mapping[str, str], entities: dict[str, Entity]) -> list[Relation]:
    """The ties one memory makes, each end noted among the entities."""
    if memory.attribute.startswith(_MEANS):
        full = slots.detail_of(memory.attribute)
        node = _node(entities, full, own, memory)
        _named(node, str(memory.value))
        return [Relation(node.key, aliases.ATTRIBUTE, "", memory)]
    subject, kinship = _subject_of(memory)
    targets = [
        name for name in memory.entities if aliases.full_name(name, own) != aliases.full_name(subject, own)
    ]
    if memory.subject == USER and not targets and memory.layer is not Layer.RELATIONSHIP:
        return []
    start = _node(entities, subject, own, memory)
    label = _label(memory)
    ties = [Relation(start.key, label, _node(entities, name, own, memory).key, memory) for name in targets]
    if kinship:
        # "colleague Ines": what is said of her also says who she is to the user.
        ties.append(Relation(_node(entities, USER, own, memory).key, kinship, start.key, memory))
    return ties or [Relation(start.key, label, "", memory)]


def _subject_of(memory: Memory) -> tuple[str, str]:
    """The name of a memory's subject, and what that person is to the user where both stand in it."""
    subject = memory.subject
    for name in memory.entities:
        if subject != name and subject.endswith(name):
            return name, subject[: -len(name)].strip()
    return subject, ""


def _label(memory: Memory) -> str:
    base, detail = slots.base_of(memory.attribute), slots.detail_of(memory.attribute)
    if base in _GENERIC:
        return detail
    return f"{base}: {detail}" if detail else base


def _node(entities: dict[str, Entity], name: str, own: Mapping[str, str], memory: Memory) -> Entity:
    key = USER if name == USER else aliases.full_name(name, own)
    node = entities.setdefault(key, Entity(key, name))
    _named(node, name)
    if memory.id not in node.memories:
        node.memories.append(memory.id)
    return node


def _named(node: Entity, name: str) -> None:
    if name not in node.names:
        node.names.append(name)


def names_of(graph: Graph, entity: Entity) -> Sequence[str]:
    """Every name an entity goes by, those of the table included, the first written one first."""
    return tuple(dict.fromkeys((*entity.names, *aliases.aliases_in(entity.name))))
