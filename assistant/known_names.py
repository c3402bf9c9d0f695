"""The names that the vault knows, so that they are replaced before sending where no rule would see a name.

Persons with each part of their names, places where the user lives or comes from, and addresses come from memories in
force, waiting, or once in force; what the user rejected names nobody. Organisations are left as they are: they are
masked only on the user's word. Follows the design page "Privacy".
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from dataclasses import replace

from vault import Vault, slots
from vault.changes import Change
from vault.errors import NotFound
from vault.privacy import KnownNames
from vault.records import USER, Memory, Sensitivity, State

ALWAYS, NEVER = "privacy.always_mask", "privacy.never_mask"  # settings with one word or name a line
MAX_NAME_CHARACTERS = 60
MIN_PART_CHARACTERS = 3
_NAME_ATTRIBUTES = ("name", "alias", "nickname")  # a name however it is written
_RELATION_ATTRIBUTES = ("relation", "holder", "pet")  # a name, or words in small letters for who it is
_PLACE_ATTRIBUTES = ("city", "hometown", "location")
_ADDRESS_ATTRIBUTES = ("home", "address")
_ORGANISATION_ATTRIBUTES = ("employer", "school", "work_place", "department", "project_code")
_NO_NAMES = frozenset("Mr Mrs Miss Ms Dr Prof Professor Doctor Von Van Der Den The Uncle Aunt My Our".split())
_HAN_NAME = re.compile(r"[\u3400-\u9fff]{3}")
_LETTER = re.compile(r"[^\W\d_]")


class VaultNames:
    """The known names of one vault, read once and then kept current from its changes. Any thread. Close it before the
    vault.
    """

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._lock = threading.Lock()
        self._changed: set[str] = set()
        self._by_memory: dict[str, KnownNames] | None = None
        self._names = KnownNames()
        self._are_lists_stale = True
        vault.listeners.append(self._on_change)

    def close(self) -> None:
        """Stop listening. Idempotent."""
        if self._on_change in self._vault.listeners:
            self._vault.listeners.remove(self._on_change)

    def __call__(self) -> KnownNames:
        """The names as of now. The first call reads all memories."""
        with self._lock:
            if self._by_memory is None:
                self._changed.clear()
                every = ((memory.id, names_in(memory)) for memory in self._vault.memories.list(None))
                self._by_memory = {memory_id: names for memory_id, names in every if names != KnownNames()}
                self._names = self._with_lists(self._by_memory)
            elif self._are_lists_stale | any(
                [self._refresh(memory_id, self._by_memory) for memory_id in self._take_changed()]
            ):
                self._names = self._with_lists(self._by_memory)
            return self._names

    def _with_lists(self, by_memory: dict[str, KnownNames]) -> KnownNames:
        """What the memories name, and the user's own lists."""
        self._are_lists_stale = False
        always, never = (_lines(self._vault.settings.text(key)) for key in (ALWAYS, NEVER))
        return replace(joined(by_memory.values()), always=always, never=never)

    def _take_changed(self) -> list[str]:
        taken = list(self._changed)
        self._changed.difference_update(taken)
        return taken

    def _refresh(self, memory_id: str, known: dict[str, KnownNames]) -> bool:
        """Whether the names of a memory that was changed or deleted are others now."""
        before = known.pop(memory_id, KnownNames())
        try:
            names = names_in(self._vault.memories.get(memory_id))
        except NotFound:
            names = KnownNames()
        if names != KnownNames():
            known[memory_id] = names
        return names != before

    def _on_change(self, change: Change) -> None:
        if change.kind == "memory":
            self._changed.add(change.id)
        elif change.kind == "setting" and change.id in (ALWAYS, NEVER):
            self._are_lists_stale = True


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.split("\n") if line.strip())


def joined(every: Iterable[KnownNames]) -> KnownNames:
    """All names of several memories, each once."""
    persons: dict[str, None] = {}
    places: dict[str, None] = {}
    addresses: dict[str, None] = {}
    for names in every:
        persons |= dict.fromkeys(names.persons)
        places |= dict.fromkeys(names.places)
        addresses |= dict.fromkeys(names.addresses)
    return KnownNames(persons=tuple(persons), places=tuple(places), addresses=tuple(addresses))


def names_in(memory: Memory) -> KnownNames:
    """The names that one memory gives. A sealed one gives none: it never leaves, and its value cannot be read here."""
    if memory.sensitivity is Sensitivity.SEALED or memory.state is State.REJECTED:
        return KnownNames()
    base = slots.base_of(memory.attribute)
    value = memory.value.strip() if isinstance(memory.value, str) and not memory.negated else ""
    named = [name for name in memory.entities if base not in _ORGANISATION_ATTRIBUTES and name != USER]
    if base in _RELATION_ATTRIBUTES:
        named.append(value)
    persons = [name for name in named if _is_proper(name)]
    if base in _NAME_ATTRIBUTES and _is_short(value):
        persons.append(value)
    return KnownNames(
        persons=tuple(dict.fromkeys(part for name in persons for part in _parts(name))),
        places=(value,) if base in _PLACE_ATTRIBUTES and _is_short(value) else (),
        addresses=(value,) if base in _ADDRESS_ATTRIBUTES and value else (),
    )


def _is_short(text: str) -> bool:
    return 1 < len(text) <= MAX_NAME_CHARACTERS and _LETTER.search(text) is not None


def _is_proper(text: str) -> bool:
    """Written as a name, and not as a thing in small letters ("the neighbour's dog")."""
    letter = _LETTER.search(text)
    return _is_short(text) and letter is not None and not letter[0].islower()


def _parts(name: str) -> list[str]:
    """A person's name and the parts that it is called by: Anna and Berg of "Anna Berg", 小芳 of 王小芳."""
    words = [word.strip(".,") for word in name.split()]
    parts = [word for word in words if len(word) >= MIN_PART_CHARACTERS and word[0].isupper()]
    if _HAN_NAME.fullmatch(name):
        parts.append(name[1:])
    return [name, *(part for part in parts if part not in _NO_NAMES)]
